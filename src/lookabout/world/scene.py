"""The one scene description that both the renderer and the ray caster are built from.

Plain arrays, no engine types. Static things are many instances of few meshes; things that a
task cares about or that move are :class:`SceneObject` with a name and a pose of their own.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import PurePath
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lookabout.geometry import Box

Floats = NDArray[np.float64]


_DECIMALS = 9


def settled(numbers: NDArray[np.floating[Any]]) -> Floats:
    """
    Numbers rounded to a nanometre, contiguous.

    The last bit of a power or a sine can differ from call to call, with where an array happens
    to lie in memory (NumPy then takes another path); rounded, a scene is the same every time.
    """
    given = np.ascontiguousarray(numbers, dtype=np.float64)
    rounded: Floats = np.round(given, _DECIMALS) + 0.0  # no negative zeros
    # Meshes that differ only in their paint go on sharing one array.
    return given if np.array_equal(given, rounded) else rounded


@dataclass(frozen=True)
class Material:
    """A surface or a volume, named by the shader that the renderer builds for it."""

    shader: str = "plain"
    """One of the shaders in ``render/materials.py``; unknown names are an error there."""
    color: tuple[float, float, float] = (0.8, 0.8, 0.8)
    """Base colour, sRGB in [0, 1]."""
    roughness: float = 0.7
    metallic: float = 0.0
    emission: float = 0.0
    """Radiance in watts per square metre and steradian of the base colour."""
    params: tuple[tuple[str, float], ...] = ()
    """Further inputs of the shader by name."""
    texture: str = ""
    """Absolute path of a picture for the base colour, through the mesh's uv; empty for none."""


@dataclass(frozen=True, eq=False)
class Mesh:
    """Triangles in the mesh's own axes: x forward, y left, z up, metres, origin on the ground."""

    vertices: Floats
    """(V, 3)"""
    triangles: NDArray[np.int32]
    """(T, 3), counter-clockwise from outside."""
    materials: tuple[str, ...]
    """Names of materials in the scene."""
    material_index: NDArray[np.int32] | None = None
    """(T,) into ``materials``; None: all use the first."""
    uv: NDArray[np.float32] | None = None
    """(T, 3, 2): texture coordinates of each triangle's corners."""
    smooth: bool = False
    """Shade with interpolated normals."""

    def __post_init__(self) -> None:
        vertices = settled(self.vertices)
        triangles = np.ascontiguousarray(self.triangles, dtype=np.int32)
        if vertices.ndim != 2 or vertices.shape[1] != 3:
            raise ValueError(f"vertices must be (V, 3), got {vertices.shape}")
        if triangles.ndim != 2 or triangles.shape[1] != 3:
            raise ValueError(f"triangles must be (T, 3), got {triangles.shape}")
        if triangles.size and (triangles.min() < 0 or triangles.max() >= len(vertices)):
            raise ValueError("a triangle names a vertex that does not exist")
        if not np.isfinite(vertices).all():
            raise ValueError("vertices must be finite")
        object.__setattr__(self, "vertices", vertices)
        object.__setattr__(self, "triangles", triangles)

    @cached_property
    def box(self) -> Box:
        """Around the corners of all triangles; a point at the origin if there are none."""
        used = self.vertices[self.triangles.ravel()] if len(self.triangles) else np.zeros((1, 3))
        return Box.of_points(used)


@dataclass(frozen=True, eq=False)
class Instances:
    """Copies of one mesh."""

    mesh: str
    """Name of a mesh in the scene."""
    transforms: Floats
    """(K, 4, 4), mesh axes to world axes (or to the object's axes inside an object)."""
    label: str = ""
    """What it is, e.g. ``building``, ``tree``, ``ground``; shown when a flight hits it."""
    solid: bool = True
    """False for what can be flown and seen through by rays: smoke, thin leaves, water spray."""
    collider: str | None = None
    """Name of a simpler mesh used for rays and collisions in place of ``mesh``."""

    def __post_init__(self) -> None:
        transforms = settled(self.transforms).reshape(-1, 4, 4)
        object.__setattr__(self, "transforms", transforms)


@dataclass(frozen=True, eq=False)
class SceneObject:
    """A named thing with a pose of its own: a target, a distractor that matters, a mover."""

    name: str
    """Unique in the scene, e.g. ``target``."""
    kind: str
    """Class and type, e.g. ``vehicle/red_pickup``."""
    parts: tuple[Instances, ...]
    """In the object's own axes (x forward, y left, z up, origin on the ground)."""
    pose: Floats
    """(4, 4), object axes to world axes, at time 0."""
    top: float | None = None
    """World z of the highest point that counts, if not the box's top (a fire has smoke)."""
    carrier: str = ""
    """Name of the object that it stands or lies on; empty for the ground, floors and walls."""


@dataclass(frozen=True)
class Sun:
    """Where the sun stands."""

    elevation_deg: float = 45.0
    """Over the horizon, (0, 90]."""
    azimuth_deg: float = 110.0
    """Clockwise from north, [0, 360]."""


@dataclass(frozen=True)
class Light:
    """A lamp, or a window that lets in the sky: it gives light and is not itself seen."""

    position: tuple[float, float, float]
    """Its middle, world axes, metres."""
    direction: tuple[float, float, float] | None
    """Unit length: where a flat one shines; None for a ball that shines to all sides."""
    width: float
    """Metres, level; a ball's diameter."""
    height: float
    """Metres, across the width."""
    power: float
    """Watts of radiation."""
    color: tuple[float, float, float] = (1.0, 1.0, 1.0)
    """Linear light."""


@dataclass(frozen=True, eq=False)
class Scene:
    """Everything that is there, at time 0."""

    meshes: Mapping[str, Mesh]
    materials: Mapping[str, Material]
    static: tuple[Instances, ...]
    objects: tuple[SceneObject, ...] = ()
    sun: Sun = Sun()
    look: str = "builtin"
    """``full`` when made with the asset packs, ``builtin`` without."""
    lights: tuple[Light, ...] = ()
    """Besides the sun. A scene that has any is an interior, and exposed as one."""

    def object(self, name: str) -> SceneObject:
        """:raises KeyError: if there is no object of that name."""
        for candidate in self.objects:
            if candidate.name == name:
                return candidate
        raise KeyError(name)

    def box(self, name: str, pose: Floats | None = None) -> Box:
        """
        World box of an object over its solid parts, at time 0 or at ``pose``.

        Smoke and flames do not widen it, or a fire's middle would lie out in its smoke; a thing
        without any solid part is measured whole.
        """
        thing = self.object(name)
        return Box.of_points(
            np.vstack(list(self._points(thing, thing.pose if pose is None else pose)))
        )

    def _points(self, thing: SceneObject, pose: Floats) -> Iterator[Floats]:
        for part in [part for part in thing.parts if part.solid] or thing.parts:
            vertices = self.meshes[part.mesh].vertices
            for transform in pose @ part.transforms:
                yield vertices @ transform[:3, :3].T + transform[:3, 3]

    @cached_property
    def fingerprint(self) -> str:
        """SHA-256 of the canonical description: meshes, materials, instances, objects, sun."""
        digest = hashlib.sha256()

        def add(*values: object) -> None:
            for value in values:
                if isinstance(value, np.ndarray):
                    digest.update(str((value.dtype.str, value.shape)).encode())
                    digest.update(np.ascontiguousarray(value).tobytes())
                else:
                    digest.update(repr(value).encode() + b"\0")

        def add_part(part: Instances) -> None:
            add(part.mesh, part.transforms, part.label, part.solid, part.collider)

        for name in sorted(self.meshes):
            mesh = self.meshes[name]
            add(name, mesh.vertices, mesh.triangles, mesh.materials, mesh.material_index, mesh.uv)
            add(mesh.smooth)
        for name in sorted(self.materials):
            made = self.materials[name]
            # Where a picture lies differs from machine to machine; its name tells it.
            add(name, replace(made, texture=PurePath(made.texture).name))
        for part in self.static:
            add_part(part)
        for thing in self.objects:
            add(thing.name, thing.kind, thing.pose, thing.top)
            if thing.carrier:
                add(thing.carrier)
            for part in thing.parts:
                add_part(part)
        add(self.sun, self.look)
        if self.lights:
            add(self.lights)
        return digest.hexdigest()


def pose_matrix(
    position: tuple[float, float, float] | Floats, yaw_deg: float = 0.0, pitch_deg: float = 0.0
) -> Floats:
    """(4, 4) of a thing at ``position``, turned by ``yaw_deg``, its front up by ``pitch_deg``."""
    yaw = np.radians(yaw_deg)
    matrix = np.eye(4)
    matrix[:2, :2] = [[np.cos(yaw), -np.sin(yaw)], [np.sin(yaw), np.cos(yaw)]]
    if pitch_deg:
        pitch = np.radians(pitch_deg)
        tilt = np.eye(3)
        tilt[::2, ::2] = [[np.cos(pitch), -np.sin(pitch)], [np.sin(pitch), np.cos(pitch)]]
        matrix[:3, :3] = matrix[:3, :3] @ tilt
    matrix[:3, 3] = position
    return matrix
