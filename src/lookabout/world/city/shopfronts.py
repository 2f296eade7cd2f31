"""What stands out on walls at street level: doors, shop signs with names, awnings."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from lookabout.world.assets.letters import letters
from lookabout.world.build.polygon import Point
from lookabout.world.build.quads import Quads
from lookabout.world.city.styles import AWNINGS

Floats = NDArray[np.float64]
DOOR_WIDTH = 1.0
DOOR_HEIGHT = 2.1
DOORS = ("metal_dark", "door_red", "door_blue", "door_green", "timber", "door_white")
_FRAME = 0.16
_WORDS = (
    "DELI", "BOOKS", "TACOS", "BAR", "BAKERS", "OPTICS", "BIKES", "PETS", "TOOLS", "SALADS",
    "TIRES", "PAPER", "SPORTS", "SUITS", "ICE", "BEDS", "RADIO", "COATS", "TEA", "SOUP 88",
)  # fmt: skip
_BOARDS = ("sign_red", "sign_blue", "sign_green", "sign_black", "sign_white", "sign_yellow",
           "panel_dark", "timber")  # fmt: skip
_PALE = frozenset(("sign_white", "sign_yellow"))


class Wall:
    """One wall seen from the street: metres along it from its left end, up, and out of it."""

    def __init__(self, start: Point, u: Point, base: float, quads: Quads) -> None:
        """:param u: unit vector along the wall, to the right for who looks at it."""
        self.start, self.u, self.base, self.quads = start, u, base, quads

    def at(self, along: float, up: float, out: float) -> tuple[float, float, float]:
        """World point."""
        (x, y), (ux, uy) = self.start, self.u
        return x + along * ux + out * uy, y + along * uy - out * ux, self.base + up

    def face(self, a0: float, a1: float, z0: float, z1: float, out: float, material: str) -> None:
        """An upright quad."""
        corners = ((a0, z0), (a1, z0), (a1, z1), (a0, z1))
        self.quads.quad(material, *(self.at(a, z, out) for a, z in corners))

    def box(
        self, a0: float, a1: float, z0: float, z1: float, back: float, out: float, material: str
    ) -> None:
        """A body that sticks out of the wall, with front, ends, top and underside."""
        at, quad = self.at, self.quads.quad
        self.face(a0, a1, z0, z1, out, material)
        quad(material, at(a0, z0, back), at(a0, z0, out), at(a0, z1, out), at(a0, z1, back))
        quad(material, at(a1, z0, out), at(a1, z0, back), at(a1, z1, back), at(a1, z1, out))
        quad(material, at(a0, z1, out), at(a1, z1, out), at(a1, z1, back), at(a0, z1, back))
        quad(material, at(a0, z0, back), at(a1, z0, back), at(a1, z0, out), at(a0, z0, out))

    def door(self, along: float, foot: float, depth: float, frame: str, leaf: str) -> None:
        """A door in its frame; ``depth``: how far the glass lies behind the wall."""
        half, top = DOOR_WIDTH / 2, foot + DOOR_HEIGHT
        grown = half + _FRAME
        self.box(along - grown, along + grown, foot, top + _FRAME, -depth, 0.06, frame)
        self.face(along - half, along + half, foot + 0.02, top, 0.075, leaf)
        self.face(along - 0.28, along + 0.28, foot + 1.2, top - 0.15, 0.085, "glass_window")

    def sign(self, along: float, width: float, z0: float, board: str, word: str) -> None:
        """A board with a name on it, 0.62 m high."""
        self.box(along - width / 2, along + width / 2, z0, z0 + 0.62, 0.0, 0.14, board)
        glyphs = _glyphs(word)
        size = min(0.40, 0.9 * width / (0.8 * len(word)))
        a = along + glyphs[..., 0] * size
        z = self.base + z0 + 0.31 + glyphs[..., 1] * size
        (ux, uy), out = self.u, 0.155
        x, y = self.start[0] + a * ux + out * uy, self.start[1] + a * uy - out * ux
        colour = "sign_black" if board in _PALE else "sign_white"
        self.quads.many(np.stack([x, y, z], axis=2), colour)


@cache
def _glyphs(word: str) -> Floats:
    """(N, 4, 2) quads of a word in letters' heights: to the right, and up from the middle."""
    piece = letters(word, 1.0, lambda flat: np.zeros(len(flat)))
    corners = piece.vertices.reshape(-1, 4, 3)[:, [0, 1, 3, 2]]
    return np.stack([-corners[..., 1], corners[..., 0]], axis=2)


def shop_front(
    rng: np.random.Generator, wall: Wall, length: float, bays: int, floor: float, depth: float
) -> None:
    """
    Awnings, signs and doors along a shop wall.

    :param floor: height of the ground storey.
    """
    width = length / bays
    bay = 0
    while bay < bays:
        take = min(bays - bay, max(1, round(float(rng.uniform(4.0, 9.0)) / width)))
        a0, a1 = bay * width, (bay + take) * width
        bay += take
        leaf = DOORS[int(rng.random() * 2)]
        if a1 - a0 > 2.0:
            wall.door(a0 + width / 2, 0.0, depth, "metal_dark", leaf)
        if a1 - a0 > 3.0 and rng.random() < 0.75:
            board = _BOARDS[int(rng.random() * len(_BOARDS))]
            word = _WORDS[int(rng.random() * len(_WORDS))]
            wide = min(7.0, 0.8 * (a1 - a0))
            wall.sign((a0 + a1) / 2, wide, floor - 0.9, board, word)
        if rng.random() < 0.5:
            name = AWNINGS[int(rng.random() * len(AWNINGS))]
            _awning(wall, a0 + 0.25, a1 - 0.25, min(3.1, floor - 0.95), name)


def _awning(wall: Wall, a: float, b: float, high: float, name: str) -> None:
    """Sloped cloth with a valance."""
    at, quad, low, reach = wall.at, wall.quads.quad, high - 0.6, 1.3
    quad(name, at(a, low, reach), at(b, low, reach), at(b, high, 0.0), at(a, high, 0.0))
    wall.face(a, b, low - 0.22, low, reach, name)
    for end in (a, b):
        wall.quads.triangle(name, at(end, low, reach), at(end, high, 0.0), at(end, low, 0.0))
