"""Animals that no street has: giraffes and dinosaurs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial

import numpy as np

from lookabout.world.assets.flesh import Bone, both_sides, chain, skin
from lookabout.world.assets.kind import Kind
from lookabout.world.assets.model import Assembly, Asset, Model, merged
from lookabout.world.assets.solids import Floats, Piece, ball, lathe, plate, tube
from lookabout.world.scene import Mesh

Point = tuple[float, float, float]


@dataclass(frozen=True)
class Hide:
    """Names of the materials of an animal and how they are spread."""

    main: str
    back: str
    belly: str
    pattern: str
    """``patches``, ``stripes`` or ``plain``."""
    size: float = 0.34
    """Of patches or stripes, metres."""


def kinds() -> list[Kind]:
    """Giraffes and dinosaurs."""
    return [
        Kind("giraffe", "a giraffe", 4, partial(_asset, "giraffe", "giraffe")),
        Kind(
            "dinosaur/large", "a large dinosaur", 4, partial(_asset, "dinosaur/large", "dinosaur")
        ),
        Kind("dinosaur/medium", "a dinosaur", 5, partial(_asset, "dinosaur/medium", "dinosaur")),
    ]


def _asset(kind: str, label: str, variant: int) -> Asset:
    made = Assembly(kind)
    made.place(f"asset.animal.{kind}.{variant}", _mesh(kind, variant), label=label)
    return made.finish()


@cache
def _mesh(kind: str, variant: int) -> Mesh:
    bones, hide, details, cell = _BUILDS[kind][variant]()
    size = cell * 40
    body = skin(bones, cell, 0.045 * size * 0.5)
    lifted = body.moved(z=-float(body.vertices[:, 2].min()))
    mesh = _coloured(lifted, hide)
    model = Model()
    for piece, name in details:
        model.add(piece.moved(z=-float(body.vertices[:, 2].min())), name, sharp=50)
    return merged(mesh, model.mesh())


def _coloured(body: Piece, hide: Hide) -> Mesh:
    """Each triangle in one of the hide's materials by where it lies."""
    corners = body.vertices[body.triangles]
    middle = corners.mean(axis=1)
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    up = normal[:, 2] / np.maximum(np.linalg.norm(normal, axis=1), 1e-12)
    index = np.zeros(len(middle), dtype=np.int32)
    if hide.pattern == "patches":
        index[_veins(middle, hide.size) < 0.16 * hide.size] = 2
        index[middle[:, 2] < 0.19 * middle[:, 2].max()] = 2
    elif hide.pattern == "stripes":
        wave = np.sin(middle[:, 0] / hide.size * 2 * np.pi + 1.2 * np.sin(3.1 * middle[:, 1]))
        index[(wave > 0.25) & (up > -0.1)] = 1
    else:
        index[up > 0.72] = 1
    index[up < -0.45] = 2
    return Mesh(
        vertices=body.vertices,
        triangles=body.triangles,
        materials=(hide.main, hide.back, hide.belly),
        material_index=index,
        smooth=True,
    )


def _veins(points: Floats, size: float) -> Floats:
    """Distance to the border between the cells of scattered seeds, as on a giraffe's hide."""
    from scipy.spatial import cKDTree

    rng = np.random.default_rng(50)
    low, high = points.min(axis=0) - size, points.max(axis=0) + size
    counts = np.ceil((high - low) / size).astype(int)
    grid = np.stack(np.meshgrid(*[np.arange(n) for n in counts], indexing="ij"), -1).reshape(-1, 3)
    seeds = low + (grid + rng.uniform(0.1, 0.9, grid.shape)) * size
    near, _ = cKDTree(seeds).query(points, k=2)
    return np.asarray(near[:, 1] - near[:, 0], dtype=float)


Build = tuple[list[Bone], Hide, list[tuple[Piece, str]], float]


def _giraffe(height: float, neck: float, bend: float, stride: float, dark: bool) -> Build:
    """``neck``: degrees over the horizon; ``bend``: of the head to a side; ``stride`` in metres."""
    s = height / 5.0
    leg, body_z = 1.85 * s, 2.25 * s
    bones = [
        Bone((0.62 * s, 0, body_z + 0.22 * s), (-0.55 * s, 0, body_z), 0.46 * s, 0.40 * s, 0.82),
        Bone(
            (0.75 * s, 0, body_z + 0.35 * s),
            (0.2 * s, 0, body_z - 0.05 * s),
            0.36 * s,
            0.42 * s,
            0.8,
        ),
    ]
    a = np.radians(neck)
    base = np.array([0.85 * s, 0, body_z + 0.5 * s])
    top = base + 2.0 * s * np.array([np.cos(a), np.sin(np.radians(bend)) * 0.5, np.sin(a)])
    middle = (base + top) / 2 + np.array([-0.1 * s, 0, 0.05 * s])
    bones += chain(
        [_point(base), _point(middle), _point(top)], [0.30 * s, 0.19 * s, 0.145 * s], 0.8
    )
    nose = top + np.array([0.52 * s, 0.12 * np.sin(np.radians(bend)), -0.20 * s])
    bones += chain([_point(top), _point(nose)], [0.17 * s, 0.085 * s], 0.8)
    for sign, x, shift in ((1, 0.68, stride), (1, -0.62, -stride * 0.6)):
        for side in (-1, 1):
            step = shift * side * sign
            hip = (x * s, side * 0.22 * s, body_z - 0.1 * s)
            knee = ((x + 0.5 * step) * s, side * 0.21 * s, leg * 0.55)
            foot = ((x + step) * s, side * 0.2 * s, 0.06 * s)
            bones += chain([hip, knee, foot], [0.19 * s, 0.095 * s, 0.075 * s])
    tail = [
        (-0.95 * s, 0.0, body_z + 0.05 * s),
        (-1.12 * s, 0.02, body_z - 0.5 * s),
        (-1.1 * s, 0.03, body_z - 0.95 * s),
    ]
    bones += chain(tail, [0.06 * s, 0.04 * s, 0.07 * s])
    details: list[tuple[Piece, str]] = []
    for side in (-1, 1):
        ear = ball(0.05 * s, 0.15 * s, 0.07 * s, 8, 5).moved(
            *(top + np.array([-0.04, side * 0.22 * s, 0.08]))
        )
        details.append((ear, "asset.hide.sand"))
        horn_foot = top + np.array([0.0, side * 0.06 * s, 0.12 * s])
        horn_top = horn_foot + np.array([-0.05 * s, 0, 0.18 * s])
        details.append((tube(horn_foot, horn_top, 0.03 * s, 0.04 * s), "asset.hide.brown"))
        eye = ball(0.035 * s, 0.02 * s, 0.03 * s, 6, 4)
        details.append(
            (eye.moved(*(top + np.array([0.14 * s, side * 0.14 * s, 0.02]))), "asset.plastic.black")
        )
    mane = [
        tube(
            base + (top - base) * t + np.array([-0.17 * s, 0, 0.14 * s]) * (1.15 - 0.5 * t),
            base
            + (top - base) * (t + 0.13)
            + np.array([-0.17 * s, 0, 0.14 * s]) * (1.15 - 0.5 * (t + 0.13)),
            0.05 * s,
        )
        for t in np.linspace(0.05, 0.85, 7)
    ]
    details += [(piece, "asset.hide.brown") for piece in mane]
    hide = Hide(
        "asset.hide.brown" if dark else "asset.hide.tawny",
        "asset.hide.tawny",
        "asset.hide.sand",
        "patches",
        0.36 * s,
    )
    return bones, hide, details, 0.05 * s


def _point(values: Floats) -> Point:
    return (float(values[0]), float(values[1]), float(values[2]))


def _theropod(length: float, hide: Hide, mouth: bool) -> Build:
    """A two-legged hunter, level from snout to tail; Tyrannosaurus at 12 metres."""
    s = length / 12.0
    hip_z = 3.1 * s
    spine: list[Point] = [
        (-7.0 * s, 0.3 * s, hip_z + 0.3 * s),
        (-5.0 * s, 0.15 * s, hip_z + 0.2 * s),
        (-2.6 * s, 0, hip_z),
        (0, 0, hip_z),
        (1.6 * s, 0, hip_z + 0.15 * s),
        (2.6 * s, 0, hip_z + 0.8 * s),
        (3.2 * s, 0, hip_z + 1.35 * s),
    ]
    bones = chain(
        spine, [0.07 * s, 0.28 * s, 0.62 * s, 0.98 * s, 0.9 * s, 0.55 * s, 0.46 * s], 0.82
    )
    head, snout = (3.5 * s, 0.0, hip_z + 1.5 * s), (4.7 * s, 0.0, hip_z + 1.28 * s)
    bones += chain([head, snout], [0.5 * s, 0.30 * s], 0.7)
    jaw = (4.45 * s, 0.0, hip_z + (0.75 if mouth else 1.0) * s)
    bones += chain([(3.5 * s, 0.0, hip_z + 1.15 * s), jaw], [0.28 * s, 0.14 * s], 0.75)
    for side, x in ((1, 0.7), (-1, -0.5)):
        hip = (-0.1 * s, side * 0.62 * s, hip_z - 0.2 * s)
        knee = ((0.65 + x * 0.5) * s, side * 0.72 * s, 1.75 * s)
        ankle = ((-0.35 + x) * s, side * 0.7 * s, 0.75 * s)
        foot = ((0.05 + x) * s, side * 0.7 * s, 0.14 * s)
        bones += chain([hip, knee, ankle, foot], [0.72 * s, 0.42 * s, 0.2 * s, 0.16 * s])
        for spread in (-0.28, 0.0, 0.28):
            toe = ((0.65 + x) * s, side * 0.7 * s + spread * s, 0.09 * s)
            bones += chain([foot, toe], [0.14 * s, 0.08 * s])
    arm = [
        (1.9 * s, 0.6 * s, hip_z - 0.2 * s),
        (2.25 * s, 0.68 * s, hip_z - 0.65 * s),
        (2.6 * s, 0.6 * s, hip_z - 0.6 * s),
    ]
    bones += both_sides(chain(arm, [0.16 * s, 0.10 * s, 0.06 * s]))
    details: list[tuple[Piece, str]] = []
    for side in (-1, 1):
        eye = ball(0.08 * s, 0.05 * s, 0.08 * s, 8, 5).moved(
            3.72 * s, side * 0.36 * s, hip_z + 1.72 * s
        )
        details.append((eye, "asset.metal.yellow"))
        for x in np.linspace(3.9, 4.75, 6):
            tooth = lathe([(0.05 * s, 0.0), (0.002, 0.16 * s)], 6).turned(roll=180)
            details.append(
                (tooth.moved(x * s, side * 0.2 * s, hip_z + 1.08 * s), "asset.hide.bone")
            )
    return bones, hide, details, 0.105 * s


def _sauropod(length: float, hide: Hide, neck_up: float) -> Build:
    """A long-necked plant eater; Diplodocus at 20 metres."""
    s = length / 20.0
    z = 3.6 * s
    a = np.radians(neck_up)
    neck = [
        (
            3.0 * s + 6.6 * s * t * np.cos(a * t),
            0.5 * s * t**2,
            z + 0.5 * s + 6.6 * s * t * np.sin(a * t),
        )
        for t in np.linspace(0, 1, 6)
    ]
    neck = [_point(np.array(p)) for p in neck]
    tail: list[Point] = [
        (-2.6 * s, 0, z),
        (-5.0 * s, 0.2 * s, z - 0.8 * s),
        (-7.5 * s, 0.8 * s, z - 1.9 * s),
        (-10.4 * s, 1.9 * s, z - 2.9 * s),
    ]
    bones = [Bone((2.2 * s, 0, z + 0.2 * s), (-1.6 * s, 0, z + 0.1 * s), 1.3 * s, 1.35 * s, 0.85)]
    bones += chain(neck, [0.9 * s, 0.6 * s, 0.46 * s, 0.38 * s, 0.31 * s, 0.27 * s], 0.9)
    end = neck[-1]
    bones += chain([end, (end[0] + 0.85 * s, end[1], end[2] - 0.28 * s)], [0.32 * s, 0.22 * s])
    bones += chain(tail, [1.0 * s, 0.55 * s, 0.26 * s, 0.07 * s])
    for x, shift in ((2.0, 0.3), (-1.6, -0.3)):
        for side in (-1, 1):
            step = shift * side
            bones += chain(
                [
                    (x * s, side * 0.75 * s, z - 0.4 * s),
                    ((x + step) * s, side * 0.85 * s, 1.7 * s),
                    ((x + 1.4 * step) * s, side * 0.85 * s, 0.3 * s),
                ],
                [0.72 * s, 0.46 * s, 0.42 * s],
            )
    details: list[tuple[Piece, str]] = []
    for side in (-1, 1):
        eye = ball(0.08 * s, 0.05 * s, 0.08 * s, 6, 4)
        details.append(
            (
                eye.moved(end[0] + 0.3 * s, end[1] + side * 0.27 * s, end[2] + 0.05 * s),
                "asset.plastic.black",
            )
        )
    return bones, hide, details, 0.15 * s


def _ceratopsian(length: float, hide: Hide) -> Build:
    """Three horns and a frill; Triceratops at 8 metres."""
    s = length / 8.0
    z = 1.75 * s
    spine: list[Point] = [
        (-3.7 * s, 0.2 * s, 0.9 * s),
        (-2.4 * s, 0, 1.5 * s),
        (-1.2 * s, 0, z + 0.2 * s),
        (0.3 * s, 0, z + 0.25 * s),
        (1.5 * s, 0, z),
    ]
    bones = chain(spine, [0.08 * s, 0.4 * s, 0.85 * s, 0.98 * s, 0.72 * s], 0.95)
    bones += chain(
        [(1.9 * s, 0, z), (2.9 * s, 0, z - 0.35 * s), (3.5 * s, 0, z - 0.7 * s)],
        [0.6 * s, 0.42 * s, 0.17 * s],
        0.85,
    )
    for x in (1.1, -1.4):
        for side in (-1, 1):
            step = 0.25 * side * (1 if x > 0 else -1)
            bones += chain(
                [
                    (x * s, side * 0.62 * s, z - 0.2 * s),
                    ((x + step) * s, side * 0.78 * s, 0.85 * s),
                    ((x + step) * s, side * 0.74 * s, 0.2 * s),
                ],
                [0.45 * s, 0.3 * s, 0.26 * s],
            )
    angles = np.radians(np.linspace(-100, 100, 15))
    rim = np.column_stack([1.15 * s * np.sin(angles), 1.15 * s * np.cos(angles)])
    frill = plate(np.column_stack([-rim[:, 1], rim[:, 0]])[::-1], 0.12 * s).turned(pitch=38)
    frill = frill.moved(2.05 * s, 0, z + 0.45 * s)
    details: list[tuple[Piece, str]] = [(frill, hide.back)]
    for t in angles[1:-1:2]:
        knob = ball(0.12 * s, 0.12 * s, 0.1 * s, 6, 4)
        spot = np.array([-1.15 * s * np.cos(t), 1.15 * s * np.sin(t), 0.06 * s])
        turned = Piece(spot[None], np.zeros((0, 3), np.int32)).turned(pitch=38).vertices[0]
        details.append(
            (knob.moved(*(turned + np.array([2.05 * s, 0, z + 0.45 * s]))), "asset.hide.bone")
        )
    for side in (-1, 1):
        details.append(
            (
                tube(
                    [2.55 * s, side * 0.28 * s, z + 0.05 * s],
                    [3.6 * s, side * 0.42 * s, z + 0.75 * s],
                    0.13 * s,
                    0.015 * s,
                    10,
                ),
                "asset.hide.bone",
            )
        )
        eye = ball(0.07 * s, 0.05 * s, 0.07 * s, 6, 4)
        details.append((eye.moved(2.75 * s, side * 0.40 * s, z - 0.22 * s), "asset.plastic.black"))
    details.append(
        (
            tube([3.3 * s, 0, z - 0.45 * s], [3.65 * s, 0, z - 0.05 * s], 0.1 * s, 0.015 * s, 10),
            "asset.hide.bone",
        )
    )
    return bones, hide, details, 0.085 * s


def _stegosaur(length: float, hide: Hide) -> Build:
    """A row of plates along an arched back, spikes on the tail; Stegosaurus at 8 metres."""
    s = length / 8.0
    spine: list[Point] = [
        (-4.0 * s, 0.3 * s, 1.35 * s),
        (-2.6 * s, 0.1 * s, 1.6 * s),
        (-1.2 * s, 0, 2.1 * s),
        (0.2 * s, 0, 2.1 * s),
        (1.6 * s, 0, 1.5 * s),
        (2.6 * s, 0, 1.05 * s),
        (3.3 * s, 0, 0.95 * s),
    ]
    radii = [0.08 * s, 0.32 * s, 0.78 * s, 0.86 * s, 0.6 * s, 0.27 * s, 0.17 * s]
    bones = chain(spine, radii, 0.85)
    for x, high, wide in ((1.35, 0.95, 0.3), (-1.3, 1.5, 0.42)):
        for side in (-1, 1):
            step = 0.22 * side * (1 if x > 0 else -1)
            bones += chain(
                [
                    (x * s, side * 0.5 * s, high * s),
                    ((x + step) * s, side * 0.62 * s, 0.75 * s),
                    ((x + step) * s, side * 0.6 * s, 0.18 * s),
                ],
                [wide * s, 0.25 * s, 0.21 * s],
            )
    details: list[tuple[Piece, str]] = []
    line = np.array(spine)
    for k, t in enumerate(np.linspace(0.6, 5.2, 15)):
        i = min(int(t), 5)
        at = line[i] + (line[i + 1] - line[i]) * (t - i)
        girth = radii[i] + (radii[i + 1] - radii[i]) * (t - i)
        big = (0.30 + 0.48 * np.exp(-((t - 2.4) ** 2) / 2.2)) * s
        kite = np.array([[0.5, 0], [0.25, 0.75], [0, 1.25], [-0.3, 0.7], [-0.5, 0]]) * big
        flat = plate(kite, 0.07 * s).turned(roll=90).moved(y=0.035 * s)
        lean = 14.0 if k % 2 else -14.0
        details.append(
            (
                flat.turned(roll=lean).moved(
                    at[0], 0.12 * s * (-1 if k % 2 else 1), at[2] + girth * 0.86
                ),
                hide.back,
            )
        )
    for x in (-3.5, -3.85):
        for side in (-1, 1):
            details.append(
                (
                    tube(
                        [x * s, 0.25 * s, 1.5 * s],
                        [(x - 0.4) * s, 0.25 * s + side * 0.55 * s, 1.95 * s],
                        0.07 * s,
                        0.01 * s,
                    ),
                    "asset.hide.bone",
                )
            )
    return bones, hide, details, 0.08 * s


_GREEN = Hide("asset.hide.green", "asset.hide.moss", "asset.hide.sand", "stripes", 0.9)
_BROWN = Hide("asset.hide.umber", "asset.hide.brown", "asset.hide.sand", "stripes", 0.6)
_GREY = Hide("asset.hide.grey", "asset.hide.slate", "asset.hide.bone", "plain")
_RUST = Hide("asset.hide.rust", "asset.hide.umber", "asset.hide.sand", "stripes", 0.5)
_BUILDS: dict[str, tuple[Callable[[], Build], ...]] = {
    "giraffe": (
        partial(_giraffe, 5.2, 62.0, 0.0, 0.12, False),
        partial(_giraffe, 4.6, 38.0, 30.0, 0.30, True),
        partial(_giraffe, 4.9, 75.0, -25.0, 0.0, False),
        partial(_giraffe, 4.2, 12.0, 18.0, 0.22, True),
    ),
    "dinosaur/large": (
        partial(_theropod, 12.0, _BROWN, True),
        partial(_sauropod, 18.0, _GREY, 38.0),
        partial(_ceratopsian, 8.5, _GREEN),
        partial(_stegosaur, 8.5, _RUST),
    ),
    "dinosaur/medium": (
        partial(_theropod, 5.5, _GREEN, False),
        partial(_ceratopsian, 5.0, _RUST),
        partial(_stegosaur, 5.2, _GREEN),
        partial(_theropod, 4.4, _RUST, True),
        partial(_sauropod, 7.5, _BROWN, 55.0),
    ),
}
