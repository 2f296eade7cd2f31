"""The grid of displacements drawn over each picture (paper §3.1)."""

from __future__ import annotations

from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

Mask = NDArray[np.float32]
CELLS = 6
"""Per side; the dots are the inner corners."""
_DOT_RADIUS = 3
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
    drawn = rgb.copy()
    for j in range(1, CELLS):
        for i in range(1, CELLS):
            u, v = i * size / CELLS - 0.5, j * size / CELLS - 0.5
            label = _label("({}, {})".format(*displacement(i, j, altitude)))
            top, left = round(v) + _DOT_RADIUS + _GAP, round(u - label.shape[1] / 2)
            patch = rgb[
                _clip(v - _DOT_RADIUS, size) : _clip(top + label.shape[0], size),
                _clip(left, size) : _clip(left + label.shape[1], size),
            ]
            ink, edge = (0.0, 255.0) if _is_bright(patch) else (255.0, 0.0)
            reach = _dot().shape[0] // 2
            _stamp(drawn, _dot(), round(v) - reach, round(u) - reach, ink, edge)
            _stamp(drawn, label, top, left, ink, edge)
    return drawn


def _stamp(
    picture: NDArray[np.uint8], mask: Mask, top: int, left: int, ink: float, edge: float
) -> None:
    """Blend a mask and an edge of one pixel around it into a picture."""
    height, width = mask.shape
    size = picture.shape[0]
    rows = slice(max(top, 0), min(top + height, size))
    columns = slice(max(left, 0), min(left + width, size))
    part = mask[rows.start - top : rows.stop - top, columns.start - left : columns.stop - left]
    around = _widened(part)
    area = picture[rows, columns].astype(np.float32)
    area += (edge - area) * around[..., None]
    area += (ink - area) * part[..., None]
    picture[rows, columns] = np.rint(area).astype(np.uint8)


def _widened(mask: Mask) -> Mask:
    """The greatest value among each pixel and its neighbours."""
    wide = mask.copy()
    for axis in (0, 1):
        one = wide.copy()
        ahead, behind = np.roll(one, 1, axis), np.roll(one, -1, axis)  # masks have free borders
        wide = np.maximum(one, np.maximum(ahead, behind))
    return wide


@lru_cache(maxsize=4096)
def _label(text: str) -> Mask:
    """Coverage of a text, (H, W) in [0, 1], with a free border of two pixels."""
    left, top, right, bottom = _font().getbbox(text)
    image = Image.new("L", (int(right - left) + 4, int(bottom - top) + 4))
    ImageDraw.Draw(image).text((2 - left, 2 - top), text, 255, _font())
    return np.asarray(image, dtype=np.float32) / 255.0


@cache
def _dot() -> Mask:
    """Coverage of a dot, with a free border of two pixels."""
    reach = _DOT_RADIUS + 2
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    dot: Mask = np.clip(_DOT_RADIUS - np.hypot(x, y) + 0.5, 0.0, 1.0).astype(np.float32)
    return dot


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
