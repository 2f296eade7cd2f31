"""The grid of displacements drawn over each picture (paper §3.1)."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

CELLS = 6
"""Per side; the dots are the inner corners."""
_DOT_RADIUS = 4
_FONT_SIZE = 12
_GAP = 3


def displacement(i: int, j: int, altitude: float) -> tuple[int, int]:
    """
    The move, in whole metres east and north, that would centre dot (i, j).

    :param i: column, 1 to 5 from the left.
    :param j: row, 1 to 5 from the top.
    :param altitude: over the ground, metres; a 90° camera sees 2 × altitude.
    """
    half = CELLS / 2
    return (
        round((i - half) / CELLS * 2 * altitude),
        round((half - j) / CELLS * 2 * altitude),
    )


def draw_grid(rgb: NDArray[np.uint8], altitude: float) -> NDArray[np.uint8]:
    """
    A copy of a square nadir picture (S, S, 3) with 25 labelled dots.

    Dots and labels are black on bright ground and white on dark, each by its own surroundings,
    with a thin edge of the other, so that they can be read on ground of both kinds.
    """
    size = rgb.shape[0]
    picture = Image.fromarray(rgb)
    draw = ImageDraw.Draw(picture)
    font = _font()
    for j in range(1, CELLS):
        for i in range(1, CELLS):
            u, v = i * size / CELLS - 0.5, j * size / CELLS - 0.5
            label = "({}, {})".format(*displacement(i, j, altitude))
            left, top, right, bottom = font.getbbox(label, anchor="mt")
            x0, y0 = u + left, v + _DOT_RADIUS + _GAP + top
            x1, y1 = u + right, v + _DOT_RADIUS + _GAP + bottom
            patch = rgb[_clip(v - 4, size) : _clip(y1, size), _clip(x0, size) : _clip(x1, size)]
            ink, edge = ("black", "white") if _is_bright(patch) else ("white", "black")
            draw.ellipse(
                (u - _DOT_RADIUS, v - _DOT_RADIUS, u + _DOT_RADIUS, v + _DOT_RADIUS),
                fill=ink,
                outline=edge,
            )
            draw.text(
                (u, y0 - top), label, ink, font, anchor="mt", stroke_width=1, stroke_fill=edge
            )
    return np.asarray(picture)


def _clip(value: float, size: int) -> int:
    return int(min(max(value, 0), size))


def _is_bright(patch: NDArray[np.uint8]) -> bool:
    """By mean luma (Rec. 601)."""
    if patch.size == 0:
        return False
    return float(patch.reshape(-1, 3).mean(axis=0) @ (0.299, 0.587, 0.114)) > 127.5


@cache
def _font() -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(_FONT_SIZE)
