"""From pieces and material names to the meshes, parts and assets of the scene description."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from lookabout.world.assets.solids import Piece, box, hardened
from lookabout.world.scene import Floats, Instances, Material, Mesh


@dataclass(frozen=True, eq=False)
class Asset:
    """A thing that can stand in a world, in its own axes: x forward, y left, z up, metres.

    The origin is on the ground under its middle; of lamps and signals, under the pole.
    """

    kind: str
    meshes: dict[str, Mesh]
    """By name; equal names mean equal content in every asset of a process."""
    materials: dict[str, Material]
    parts: tuple[Instances, ...]
    top: float | None
    """Height over its ground that counts as the highest point, if not its box's top."""
    footprint: tuple[float, float]
    """Length along x and width along y of all that is solid."""
    look: str
    """``full`` if the asset pack was used, ``builtin`` otherwise."""
    inscriptions: tuple[Floats, ...] = ()
    """(4, 4) each: the middle of a text on it, its x axis towards the reader, z up."""


class Model:
    """A mesh that is being put together."""

    def __init__(self) -> None:
        self._pieces: list[Piece] = []
        self._names: list[str] = []

    def add(self, piece: Piece, material: str, *, sharp: float = 35.0) -> None:
        """Add a piece; edges bent by more than ``sharp`` degrees stay visible as edges."""
        self._pieces.append(hardened(piece, sharp))
        self._names.append(material)

    def add_both(self, piece: Piece, material: str, *, sharp: float = 35.0) -> None:
        """Add a piece and its mirror image across the length axis."""
        self.add(piece, material, sharp=sharp)
        self.add(piece.mirrored(), material, sharp=sharp)

    def add_model(self, other: Model, matrix: Floats) -> None:
        """Add all of another model, moved by a (4, 4)."""
        self._pieces += [piece.transformed(matrix) for piece in other._pieces]
        self._names += other._names

    def mesh(self) -> Mesh:
        """All pieces as one mesh; materials in order of first use."""
        names = list(dict.fromkeys(self._names))
        offsets = np.cumsum([0, *(len(piece.vertices) for piece in self._pieces)])
        return Mesh(
            vertices=np.vstack([piece.vertices for piece in self._pieces]),
            triangles=np.vstack(
                [p.triangles + o for p, o in zip(self._pieces, offsets, strict=False)]
            ).astype(np.int32),
            materials=tuple(names),
            material_index=np.concatenate(
                [
                    np.full(len(p.triangles), names.index(n), dtype=np.int32)
                    for p, n in zip(self._pieces, self._names, strict=True)
                ]
            ),
            smooth=True,
        )


def repainted(mesh: Mesh, swap: dict[str, str]) -> Mesh:
    """The same surface with materials exchanged by name; arrays are shared."""
    return Mesh(
        vertices=mesh.vertices,
        triangles=mesh.triangles,
        materials=tuple(swap.get(name, name) for name in mesh.materials),
        material_index=mesh.material_index,
        uv=mesh.uv,
        smooth=mesh.smooth,
    )


def merged(first: Mesh, second: Mesh) -> Mesh:
    """Two meshes without uv as one."""
    names = list(dict.fromkeys([*first.materials, *second.materials]))
    indices = []
    for mesh in (first, second):
        lookup = np.array([names.index(name) for name in mesh.materials], dtype=np.int32)
        index = mesh.material_index
        indices.append(lookup[np.zeros(len(mesh.triangles), np.int32) if index is None else index])
    return Mesh(
        vertices=np.vstack([first.vertices, second.vertices]),
        triangles=np.vstack([first.triangles, second.triangles + len(first.vertices)]),
        materials=tuple(names),
        material_index=np.concatenate(indices),
        smooth=True,
    )


def collider_boxes(boxes: Iterable[tuple[float, float, float, float, float, float]]) -> Mesh:
    """Boxes (x0, x1, y0, y1, z0, z1) as one mesh for rays and collisions; never drawn."""
    model = Model()
    for x0, x1, y0, y1, z0, z1 in boxes:
        piece = box(x1 - x0, y1 - y0, z1 - z0, (x0 + x1) / 2, (y0 + y1) / 2, z0)
        model.add(piece, "asset.collider", sharp=180)
    return model.mesh()


@dataclass
class Assembly:
    """An asset that is being put together from meshes that may repeat."""

    kind: str
    meshes: dict[str, Mesh] = field(default_factory=dict)
    materials: dict[str, Material] = field(default_factory=dict)
    parts: list[Instances] = field(default_factory=list)
    look: str = "builtin"
    inscriptions: list[Floats] = field(default_factory=list)

    def place(
        self,
        name: str,
        mesh: Mesh,
        transforms: Floats | None = None,
        *,
        label: str,
        solid: bool = True,
        collider: tuple[str, Mesh] | None = None,
    ) -> None:
        """Put copies of a mesh under a global ``name``; default: one, at the origin."""
        from lookabout.world.assets.paints import material

        self.meshes[name] = mesh
        for used in mesh.materials:
            if used not in self.materials:
                self.materials[used] = material(used)
        if collider is not None:
            self.meshes[collider[0]] = collider[1]
            self.materials["asset.collider"] = material("asset.collider")
        self.parts.append(
            Instances(
                mesh=name,
                transforms=np.eye(4)[None] if transforms is None else transforms,
                label=label,
                solid=solid,
                collider=None if collider is None else collider[0],
            )
        )

    def include(self, other: Asset, matrix: Floats | None = None) -> None:
        """Put another asset inside this one, moved by a (4, 4)."""
        move = np.eye(4) if matrix is None else matrix
        self.meshes.update(other.meshes)
        self.materials.update(other.materials)
        for part in other.parts:
            self.parts.append(
                Instances(
                    mesh=part.mesh,
                    transforms=move @ part.transforms,
                    label=part.label,
                    solid=part.solid,
                    collider=part.collider,
                )
            )
        if other.look == "full":
            self.look = "full"

    def finish(self, top: float | None = None, *, centred: bool = True) -> Asset:
        """The asset, its origin under the middle of what is solid, or left where it is."""
        low = np.full(2, np.inf)
        high = np.full(2, -np.inf)
        for part in self.parts:
            if not part.solid:
                continue
            vertices = self.meshes[part.mesh].vertices
            for matrix in part.transforms:
                flat = vertices @ matrix[:2, :3].T + matrix[:2, 3]
                low, high = np.minimum(low, flat.min(0)), np.maximum(high, flat.max(0))
        shift = np.eye(4)
        if centred:
            shift[:2, 3] = -(low + high) / 2
        size = high - low
        return Asset(
            kind=self.kind,
            meshes=self.meshes,
            materials=self.materials,
            parts=tuple(
                Instances(
                    mesh=part.mesh,
                    transforms=shift @ part.transforms,
                    label=part.label,
                    solid=part.solid,
                    collider=part.collider,
                )
                for part in self.parts
            ),
            top=top,
            footprint=(float(size[0]), float(size[1])),
            look=self.look,
            inscriptions=tuple(shift @ place for place in self.inscriptions),
        )


def placed(
    x: float = 0.0, y: float = 0.0, z: float = 0.0, yaw: float = 0.0, scale: float = 1.0
) -> Floats:
    """(4, 4): scaled, turned about z by degrees, moved."""
    a = np.radians(yaw)
    matrix = np.eye(4)
    matrix[:2, :2] = [[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]]
    matrix[:3, :3] *= scale
    matrix[:3, 3] = x, y, z
    return matrix


def slabs(vertices: Floats, levels: Sequence[float], share: float = 0.9) -> Mesh:
    """
    One box for each layer of an upright thing, as its collider.

    :param levels: borders of the layers, as shares of the height.
    :param share: how far each box reaches towards its layer's sides.
    """
    z = vertices[:, 2]
    bottom, height = float(z.min()), float(np.ptp(z))
    boxes = []
    for a, b in pairwise(levels):
        low_z, high_z = bottom + a * height, bottom + b * height
        part = vertices[(z >= low_z) & (z <= high_z)]
        if len(part) == 0:
            continue
        low, high = part[:, :2].min(axis=0), part[:, :2].max(axis=0)
        middle, half = (low + high) / 2, (high - low) / 2 * share
        (x0, y0), (x1, y1) = middle - half, middle + half
        boxes.append((float(x0), float(x1), float(y0), float(y1), low_z, high_z))
    return collider_boxes(boxes)
