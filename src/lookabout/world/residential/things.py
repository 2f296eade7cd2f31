"""Small things of gardens and streets, origin at their foot, x along their length or front."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import pairwise

import numpy as np

from lookabout.world.assets.letters import letters
from lookabout.world.build.quads import Quads
from lookabout.world.scene import Mesh
from lookabout.world.vegetation.limbs import Pieces, rough_balls

PANEL = 2.4
"""Length of a fence's panel, metres."""
HEDGE = 1.2
"""Length of a piece of hedge."""


def _box(
    q: Quads, x0: float, x1: float, y0: float, y1: float, z0: float, z1: float, name: str,
    bottom: bool = False,
) -> None:  # fmt: skip
    ring = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
    q.wall(ring, z0, z1, name)
    q.flat(ring, z1, name)
    if bottom:
        q.flat(ring[::-1], z0, name)


def _drum(
    q: Quads, x: float, y: float, radius: float, z0: float, z1: float, name: str, count: int = 10
) -> None:
    angles = np.linspace(0, 2 * np.pi, count, endpoint=False).tolist()
    ring = [(x + radius * math.cos(t), y + radius * math.sin(t)) for t in angles]
    q.wall(ring, z0, z1, name)
    q.flat(ring, z1, name)


def _boards(name: str) -> Callable[[Quads], None]:
    """A privacy fence of upright boards between posts."""

    def build(q: Quads) -> None:
        _box(q, -0.05, 0.05, -0.05, 0.05, -0.4, 1.86, name)
        n = 17
        for k in range(n):
            x = 0.05 + k * (PANEL - 0.1) / n
            high = 1.76 + 0.012 * ((k * 7) % 5 - 2)
            _box(q, x + 0.003, x + (PANEL - 0.1) / n - 0.003, -0.012, 0.012, 0.04, high, name)
        for z in (0.3, 1.45):
            _box(q, 0.0, PANEL, 0.012, 0.05, z, z + 0.09, name, True)

    return build


def _pickets(q: Quads) -> None:
    name = "fence_white"
    _box(q, -0.05, 0.05, -0.05, 0.05, -0.4, 1.08, name)
    _box(q, -0.065, 0.065, -0.065, 0.065, 1.08, 1.11, name)
    n = 16
    for k in range(n):
        x = 0.09 + (k + 0.5) * (PANEL - 0.18) / n
        _box(q, x - 0.036, x + 0.036, -0.03, -0.012, 0.07, 0.9, name)
        q.triangle(name, (x - 0.036, -0.03, 0.9), (x + 0.036, -0.03, 0.9), (x, -0.03, 0.96))
        q.triangle(name, (x + 0.036, -0.012, 0.9), (x - 0.036, -0.012, 0.9), (x, -0.012, 0.96))
    for z in (0.22, 0.7):
        _box(q, 0.0, PANEL, -0.012, 0.03, z, z + 0.07, name, True)


def _chain(q: Quads) -> None:
    _drum(q, 0, 0, 0.03, -0.3, 1.27, "chain", 8)
    _box(q, 0, PANEL, -0.018, 0.018, 1.2, 1.236, "chain", True)
    step, high = 0.11, 1.19
    n = int((PANEL + high) / step)
    for k in range(n):
        for way in (1, -1):
            c = k * step
            x0, z0 = (c, 0.04) if c < PANEL else (PANEL, 0.04 + c - PANEL)
            x1, z1 = (c - (high - 0.04), high) if c - (high - 0.04) > 0 else (0.0, 0.04 + c)
            if way < 0:
                x0, x1 = PANEL - x0, PANEL - x1
            q.quad("chain", (x0, 0, z0 - 0.004), (x1, 0, z1 - 0.004), (x1, 0, z1 + 0.004),
                   (x0, 0, z0 + 0.004))  # fmt: skip


def _hedge(high: float) -> Callable[[], Mesh]:
    def build() -> Mesh:
        rng = np.random.default_rng([0x4ED6E, int(high * 100)])
        wide, pieces = 0.36, Pieces()
        q = Quads()
        _box(q, -0.02, HEDGE + 0.02, -wide * 0.82, wide * 0.82, 0.0, high * 0.93, "hedge_deep")
        body = q.whole()
        pieces.add(body.vertices[body.triangles], "hedge_deep")
        count = int(260 * (0.5 + high))
        face = rng.random(count)
        x = rng.uniform(-0.05, HEDGE + 0.05, count)
        y = np.where(face < 0.4, -wide, np.where(face < 0.8, wide, rng.uniform(-wide, wide, count)))
        z = np.where(face < 0.8, rng.uniform(0.05, high, count), high)
        bumpy = 1 + 0.12 * np.sin(3 * x + 5 * z)
        at = np.column_stack([x, y * bumpy, z * (1 + 0.03 * np.sin(4 * x))])
        out = np.column_stack(
            [0 * x, np.where(face < 0.8, np.sign(y), 0), np.where(face < 0.8, 0.2, 1.0)]
        )
        normal = out + rng.normal(scale=0.5, size=at.shape)
        normal /= np.linalg.norm(normal, axis=1)[:, None]
        side = np.cross(normal, rng.normal(size=at.shape))
        side /= np.linalg.norm(side, axis=1)[:, None]
        fore = np.cross(normal, side)
        size = rng.uniform(0.06, 0.12, (count, 1))
        fold = normal * size * 0.2
        tip, tail = at + fore * size, at - fore * size
        left, right = at + side * size * 0.7 - fold, at - side * size * 0.7 - fold
        cards = np.concatenate([np.stack([tail, right, tip], 1), np.stack([tail, tip, left], 1)])
        pieces.add(cards, "hedge")
        return pieces.mesh()

    return build


_MIDDLE, _HALF = np.array([[0.0, 0.0, 0.4]]), np.array([[0.4, 0.4, 0.38]])
"""Of a clipped ball, metres."""


def _boxwood() -> Mesh:
    """A clipped ball."""
    rng = np.random.default_rng(0xB0B)
    pieces = Pieces()
    pieces.add(rough_balls(_MIDDLE, _HALF, rng), "hedge_deep")
    count = 520
    way = rng.normal(size=(count, 3))
    way /= np.linalg.norm(way, axis=1)[:, None]
    at = np.array([0, 0, 0.4]) + way * [0.45, 0.45, 0.42] * rng.uniform(0.94, 1.05, (count, 1))
    normal = way + rng.normal(scale=0.5, size=way.shape)
    normal /= np.linalg.norm(normal, axis=1)[:, None]
    side = np.cross(normal, rng.normal(size=way.shape))
    side /= np.linalg.norm(side, axis=1)[:, None]
    fore, size = np.cross(normal, side), rng.uniform(0.035, 0.07, (count, 1))
    tip, tail = at + fore * size, at - fore * size
    left, right = at + side * size * 0.7, at - side * size * 0.7
    keep = at[:, 2] > 0.02
    pieces.add(np.concatenate([np.stack([tail, right, tip], 1)[keep],
                               np.stack([tail, tip, left], 1)[keep]]), "hedge")  # fmt: skip
    return pieces.mesh()


def _flowers(petal: str) -> Callable[[], Mesh]:
    def build() -> Mesh:
        rng = np.random.default_rng([0xF10, len(petal)])
        pieces = Pieces()
        count = 46
        foot = np.column_stack([rng.uniform(-0.32, 0.32, (count, 2)), np.zeros(count)])
        high = rng.uniform(0.14, 0.3, count)
        for way in (0.0, 1.7):
            d = np.column_stack(
                [np.cos(way + foot[:, 0] * 9), np.sin(way + foot[:, 0] * 9), 0 * high]
            )
            top = foot + np.column_stack([0 * high, 0 * high, high])
            leaf = np.stack([foot - 0.02 * d, foot + 0.02 * d, top + 0.06 * d], 1)
            pieces.add(leaf, "stem")
            spread = np.stack([foot, foot + 0.11 * d + [0, 0, 0.1], foot + 0.03 * d[:, [1, 0, 2]]
                               + [0, 0, 0.12]], 1)  # fmt: skip
            pieces.add(spread, "stem")
        head = np.asarray(foot + np.column_stack([rng.normal(0, 0.02, (count, 2)), high]), float)
        balls = rough_balls(head, np.tile(np.array([0.032, 0.032, 0.02]), (count, 1)), rng)
        pieces.add(balls, petal)
        return pieces.mesh()

    return build


def _wheelie(colour: str) -> Callable[[Quads], None]:
    """A cart for rubbish, its front to +x."""

    def build(q: Quads) -> None:
        low = [(-0.24, -0.22), (0.2, -0.22), (0.2, 0.22), (-0.24, 0.22)]
        high = [(-0.3, -0.28), (0.3, -0.28), (0.3, 0.28), (-0.3, 0.28)]
        for k in range(4):
            p, r, s, t = low[k - 1], low[k], high[k], high[k - 1]
            q.quad(colour, (*p, 0.06), (*r, 0.06), (*s, 0.95), (*t, 0.95))
        _box(q, -0.33, 0.33, -0.3, 0.3, 0.95, 0.99, colour, True)
        lid = [(-0.33, -0.3), (0.33, -0.3), (0.33, 0.3), (-0.33, 0.3)]
        q.quad(colour, (lid[0][0], lid[0][1], 1.06), (*lid[1], 1.0), (*lid[2], 1.0),
               (lid[3][0], lid[3][1], 1.06))  # fmt: skip
        q.wall(lid, 0.99, 1.0, colour)
        for y in (-0.24, 0.24):
            angles = np.linspace(0, 2 * np.pi, 11)[:-1]
            ring = [(-0.24 + 0.12 * math.cos(t), 0.12 + 0.12 * math.sin(t)) for t in angles]
            for k in range(10):
                (x0, z0), (x1, z1) = ring[k - 1], ring[k]
                q.quad("box_black", (x0, y - 0.03, z0), (x1, y - 0.03, z1), (x1, y + 0.03, z1),
                       (x0, y + 0.03, z0))  # fmt: skip
                for face in (-0.03, 0.03):
                    q.triangle("box_black", (-0.24, y + face, 0.12), (x0, y + face, z0),
                               (x1, y + face, z1))  # fmt: skip
        _box(q, -0.39, -0.36, -0.2, 0.2, 0.9, 0.94, "box_black", True)
        for y in (-0.2, 0.17):
            _box(q, -0.39, -0.3, y, y + 0.03, 0.9, 0.94, colour, True)

    return build


def _mailbox(colour: str) -> Callable[[Quads], None]:
    """A letter box on a post, its door to +x."""

    def build(q: Quads) -> None:
        _box(q, -0.06, 0.04, -0.05, 0.05, -0.4, 1.0, "post")
        _box(q, -0.28, 0.2, -0.05, 0.05, 0.94, 1.02, "post", True)
        angles = np.linspace(0, np.pi, 9)
        arch = [(0.085 * math.cos(t), 1.17 + 0.085 * math.sin(t)) for t in angles.tolist()]
        ring = [(0.085, 1.02), *arch, (-0.085, 1.02)]
        for k in range(len(ring)):
            (y0, z0), (y1, z1) = ring[k - 1], ring[k]
            q.quad(colour, (0.24, y0, z0), (0.24, y1, z1), (-0.24, y1, z1), (-0.24, y0, z0))
        for x, way in ((0.24, 1), (-0.24, -1)):
            for k in range(1, len(ring) - 1):
                a, b, c = ring[0], ring[k], ring[k + 1]
                corners = [(x, *p) for p in ((a, b, c) if way > 0 else (a, c, b))]
                q.triangle(colour, *corners)
        _box(q, 0.242, 0.262, -0.02, 0.02, 1.17, 1.21, "galvanised")
        _box(q, -0.02, 0.0, 0.087, 0.095, 1.1, 1.32, "flag_red")
        _box(q, -0.02, 0.07, 0.087, 0.095, 1.26, 1.32, "flag_red")

    return build


def _stop(q: Quads) -> None:
    """A stop sign with the names of streets over it, facing +x."""
    _box(q, -0.025, 0.025, -0.025, 0.025, -0.4, 3.0, "galvanised")
    angles = np.linspace(0, 2 * np.pi, 9)[:-1] + np.pi / 8
    for radius, x, name in ((0.38, 0.03, "sign_white"), (0.35, 0.036, "sign_red")):
        ring = [(x, radius * math.cos(t), 2.2 + radius * math.sin(t)) for t in angles.tolist()]
        for k in range(1, 7):
            q.triangle(name, ring[0], ring[k], ring[k + 1])
            q.triangle("galvanised", *((0.026, *p[1:]) for p in (ring[0], ring[k + 1], ring[k])))
    word = letters("STOP", 0.21, lambda xy: 0 * xy[:, 0])
    flat = np.column_stack([word.vertices[:, 0] * 0 + 0.041, -word.vertices[:, 1],
                            2.2 + word.vertices[:, 0]])  # fmt: skip
    for corner in flat[word.triangles].tolist():
        q.triangle("sign_white", *corner)
    _box(q, -0.012, 0.012, -0.42, 0.42, 2.74, 2.92, "sign_green", True)
    _box(q, -0.42, 0.42, -0.012, 0.012, 2.94, 3.12, "sign_green", True)


def _table(q: Quads) -> None:
    """A garden table with four chairs and a parasol."""
    _drum(q, 0, 0, 0.58, 0.7, 0.74, "box_black", 16)
    _drum(q, 0, 0, 0.03, 0.0, 2.35, "galvanised", 8)
    _drum(q, 0, 0, 0.25, 0.0, 0.08, "box_black", 12)
    angles = np.linspace(0, 2 * np.pi, 9).tolist()
    for t0, t1 in pairwise(angles):
        a, b = (1.3 * math.cos(t0), 1.3 * math.sin(t0)), (1.3 * math.cos(t1), 1.3 * math.sin(t1))
        q.triangle("parasol", (*a, 2.0), (*b, 2.0), (0.0, 0.0, 2.42))
        q.triangle("parasol", (*b, 2.0), (*a, 2.0), (0.0, 0.0, 2.40))
        q.quad("parasol", (*a, 1.88), (*b, 1.88), (*b, 2.0), (*a, 2.0))
    for x, y in ((0.95, 0.0), (-0.95, 0.0), (0.0, 0.95), (0.0, -0.95)):
        _box(q, x - 0.23, x + 0.23, y - 0.23, y + 0.23, 0.4, 0.45, "box_black", True)
        for dx in (-0.2, 0.2):
            for dy in (-0.2, 0.2):
                _box(q, x + dx - 0.015, x + dx + 0.015, y + dy - 0.015, y + dy + 0.015, 0, 0.42,
                     "box_black")  # fmt: skip
        back = (x * 1.22, y * 1.22)
        wide = (0.03, 0.23) if x else (0.23, 0.03)
        _box(q, back[0] - wide[0], back[0] + wide[0], back[1] - wide[1], back[1] + wide[1],
             0.45, 0.9, "box_black", True)  # fmt: skip


def _swings(q: Quads) -> None:
    """Two swings under a beam, along x."""
    for x in (-1.7, 1.7):
        for side in (-1, 1):
            q.beam((x, side * 0.95, 0.0), (x, side * 0.02, 2.2), 0.09, 0.12, "post")
    q.beam((-1.85, 0, 2.2), (1.85, 0, 2.2), 0.1, 0.14, "post")
    for x in (-0.75, 0.75):
        _box(q, x - 0.24, x + 0.24, -0.1, 0.1, 0.48, 0.51, "bin_blue", True)
        for dx in (-0.22, 0.22):
            _box(q, x + dx - 0.01, x + dx + 0.01, -0.01, 0.01, 0.51, 2.22, "galvanised")


def _trampoline(q: Quads) -> None:
    angles = np.linspace(0, 2 * np.pi, 21)[:-1].tolist()
    outer = [(1.85 * math.cos(t), 1.85 * math.sin(t)) for t in angles]
    inner = [(1.55 * math.cos(t), 1.55 * math.sin(t)) for t in angles]
    q.wall(outer, 0.74, 0.84, "bin_blue")
    q.rim(outer, inner, 0.84, "bin_blue")
    q.flat(inner, 0.82, "box_black")
    q.flat(outer[::-1], 0.74, "box_black")
    for x, y in outer[::4]:
        _box(q, x * 0.97 - 0.025, x * 0.97 + 0.025, y * 0.97 - 0.025, y * 0.97 + 0.025, 0, 2.5,
             "galvanised")  # fmt: skip


def _grill(q: Quads) -> None:
    """A kettle on a cart."""
    for x in (-0.5, 0.5):
        for y in (-0.22, 0.22):
            _box(q, x - 0.02, x + 0.02, y - 0.02, y + 0.02, 0, 0.8, "box_black")
    _box(q, -0.75, 0.75, -0.26, 0.26, 0.8, 0.84, "galvanised", True)
    _box(q, -0.42, 0.42, -0.24, 0.24, 0.84, 1.0, "box_black")
    lid = [
        (0.24 * math.cos(t), 1.0 + 0.22 * math.sin(t)) for t in np.linspace(0, np.pi, 9).tolist()
    ]
    for (y0, z0), (y1, z1) in pairwise(lid):
        q.quad("box_black", (0.42, y0, z0), (0.42, y1, z1), (-0.42, y1, z1), (-0.42, y0, z0))
        q.triangle("box_black", (0.42, 0, 1.0), (0.42, y1, z1), (0.42, y0, z0))
        q.triangle("box_black", (-0.42, 0, 1.0), (-0.42, y0, z0), (-0.42, y1, z1))
    _box(q, -0.5, 0.5, -0.2, 0.2, 0.25, 0.6, "box_black")


def _hoop(q: Quads) -> None:
    """A basketball hoop on a pole, its board to +x."""
    _drum(q, 0, 0, 0.06, -0.3, 3.0, "box_black", 10)
    q.beam((0, 0, 2.85), (0.62, 0, 3.1), 0.08, 0.08, "box_black")
    _box(q, 0.62, 0.66, -0.7, 0.7, 2.85, 3.75, "box_white", True)
    for y0, y1, z0, z1 in ((-0.3, 0.3, 3.06, 3.09), (-0.3, 0.3, 3.46, 3.49),
                           (-0.3, -0.27, 3.06, 3.49), (0.27, 0.3, 3.06, 3.49)):  # fmt: skip
        _box(q, 0.66, 0.665, y0, y1, z0, z1, "sign_red", True)
    angles = np.linspace(0, 2 * np.pi, 17)
    for t0, t1 in pairwise(angles):
        a = (0.9 + 0.23 * math.cos(t0), 0.23 * math.sin(t0), 3.03)
        b = (0.9 + 0.23 * math.cos(t1), 0.23 * math.sin(t1), 3.03)
        q.beam(a, b, 0.02, 0.02, "orange")


_QUADS: dict[str, tuple[str, Callable[[Quads], None]]] = {
    "fence_cedar": ("fence", _boards("fence_cedar")),
    "fence_grey": ("fence", _boards("fence_grey")),
    "fence_picket": ("fence", _pickets),
    "fence_chain": ("fence", _chain),
    "bin_green": ("bin", _wheelie("bin_green")),
    "bin_blue": ("bin", _wheelie("bin_blue")),
    "bin_grey": ("bin", _wheelie("bin_grey")),
    "mailbox_black": ("mailbox", _mailbox("box_black")),
    "mailbox_white": ("mailbox", _mailbox("box_white")),
    "stop": ("road sign", _stop),
    "table": ("garden table", _table),
    "swings": ("playground", _swings),
    "trampoline": ("trampoline", _trampoline),
    "grill": ("grill", _grill),
    "hoop": ("basketball hoop", _hoop),
}
_MESHES: dict[str, tuple[str, Callable[[], Mesh]]] = {
    "hedge_low": ("hedge", _hedge(0.75)),
    "hedge_high": ("hedge", _hedge(1.5)),
    "boxwood": ("bush", _boxwood),
    "flowers_white": ("flowers", _flowers("petal_white")),
    "flowers_pink": ("flowers", _flowers("petal_pink")),
    "flowers_yellow": ("flowers", _flowers("petal_yellow")),
    "flowers_violet": ("flowers", _flowers("petal_violet")),
}


def label(name: str) -> str:
    """What a person would say was hit."""
    return (_QUADS.get(name) or _MESHES[name])[0]


@cache
def thing(name: str) -> Mesh:
    """The mesh of a thing."""
    if name in _MESHES:
        mesh = _MESHES[name][1]()
    else:
        quads = Quads()
        _QUADS[name][1](quads)
        mesh = quads.whole()
    return replace(mesh, materials=tuple(f"residential/{used}" for used in mesh.materials))


@cache
def reach(name: str) -> tuple[float, float]:
    """How far a thing reaches along x and y, in all."""
    size = thing(name).box.size
    return float(size[0]), float(size[1])
