"""What stands out in an aerial picture, by its colours alone.

A thing stands out if its colour is rare in the picture and it is compact: other colours on all
sides. Rarity comes from the picture's own colour histogram, so no colour is preferred as such;
vividness counts, measured against the rest of the picture. A part of a long edge, of a road
marking or of a large roof continues to at least two sides and does not count as compact.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

SCALES = (3, 5, 9, 15, 25, 41)
"""Sides of the squares in which a thing is looked for, in cells of two pixels: from a car seen
from 100 m to one seen from 10 m."""

# Bins of the histogram: CIELAB lightness, and both chroma axes.
_L_BINS, _C_BINS = 10, 40
_C_RANGE = 100.0
# Lightness tells less than chroma: shadows, lane markings and labels drawn over the picture are
# all black or white.
_LIGHTNESS_BLUR, _CHROMA_BLUR = 1.6, 1.0
# Larger things win over smaller ones that stand out as much: a fire over one of its flames.
_SIZE_BONUS = 0.35
# Cells on each side, and steps, in which the rest of a thing or of its group is looked for.
_GROUP, _CLIMBS = 15, 8
_NEIGHBOURS = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))


def most_salient(rgb: NDArray[np.uint8]) -> tuple[tuple[float, float], float]:
    """
    The spot that stands out most.

    :param rgb: (H, W, 3), at least 2 × 2.
    :returns: its centre (u, v) in pixels, and by how much it stands out: 0 for a picture of one
        colour, which gives its centre; some 0.3 for texture and markings; 0.5 and more for a
        thing of a colour of its own. The same picture always gives the same answer; of equal
        things, the uppermost.
    :raises ValueError: for an array of another shape.
    """
    if rgb.ndim != 3 or rgb.shape[2] != 3 or min(rgb.shape[:2]) < 2:
        raise ValueError(f"expected a picture of shape (H, W, 3), got {rgb.shape}")
    height, width = rgb.shape[:2]
    oddness = _oddness(_lab(_halved(rgb)))
    best = ((width - 1) / 2, (height - 1) / 2), 0.0
    for side in SCALES:
        if 2 * side > min(oddness.shape):
            break
        standing = _standing_out(oddness, side)
        row, column = np.unravel_index(int(np.argmax(standing)), standing.shape)
        score = float(standing[row, column])
        if score > best[1] + 1e-9:
            v, u = _centre(oddness, int(row), int(column), side)
            best = (min(2 * u + 0.5, width - 1.0), min(2 * v + 0.5, height - 1.0)), score
    return best


def _halved(rgb: NDArray[np.uint8]) -> Floats:
    """Means of 2 × 2 pixels; an odd last row or column is left out."""
    height, width = rgb.shape[0] // 2 * 2, rgb.shape[1] // 2 * 2
    cells = rgb[:height, :width].astype(np.float64)
    rows = cells[0::2] + cells[1::2]
    halved: Floats = (rows[:, 0::2] + rows[:, 1::2]) / 4
    return halved


def _lab(rgb: Floats) -> Floats:
    """CIELAB (white D65) of sRGB values from 0 to 255."""
    shares = rgb / 255
    linear = np.where(shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4)
    to_xyz = np.array(
        [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750],
         [0.0193339, 0.1191920, 0.9503041]]
    )  # fmt: skip
    xyz = linear @ (to_xyz / to_xyz.sum(axis=1, keepdims=True)).T
    root = np.where(xyz > (6 / 29) ** 3, np.cbrt(xyz), xyz / (3 * (6 / 29) ** 2) + 4 / 29)
    x, y, z = root[..., 0], root[..., 1], root[..., 2]
    return np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=-1)


def _oddness(lab: Floats) -> Floats:
    """(H, W), 0 to about 2: how rare each cell's colour is, raised where it is vivid."""
    from scipy.ndimage import gaussian_filter

    lightness = np.clip(lab[..., 0] / 100 * _L_BINS, 0, _L_BINS - 1).astype(np.intp)
    chroma = np.clip((lab[..., 1:] + _C_RANGE) / (2 * _C_RANGE) * _C_BINS, 0, _C_BINS - 1)
    a, b = (chroma[..., axis].astype(np.intp) for axis in (0, 1))
    index = (lightness * _C_BINS + a) * _C_BINS + b
    counts = np.bincount(index.ravel(), minlength=_L_BINS * _C_BINS * _C_BINS)
    density = gaussian_filter(
        counts.reshape(_L_BINS, _C_BINS, _C_BINS).astype(np.float64),
        (_LIGHTNESS_BLUR, _CHROMA_BLUR, _CHROMA_BLUR),
        mode="constant",
    )
    common = density.max()
    rarity = np.log(common / np.maximum(density, common * 1e-6)) / np.log(1e6)
    saturation = np.hypot(lab[..., 1], lab[..., 2])
    middle, spread = np.median(saturation), np.median(np.abs(saturation - np.median(saturation)))
    vivid = np.clip((saturation - middle) / (8 * spread + 10), 0, 1)
    odd: Floats = rarity.ravel()[index] * (1 + vivid)
    return odd


def _standing_out(oddness: Floats, side: int) -> Floats:
    """Mean oddness of the square around each cell, less that of its second-oddest neighbour."""
    from scipy.ndimage import uniform_filter

    inside = uniform_filter(oddness, side, mode="nearest")
    step = side + max(1, side // 4)
    padded = np.pad(inside, step, mode="edge")
    height, width = inside.shape
    first = np.full(inside.shape, -np.inf)
    second = first
    for down, right in _NEIGHBOURS:
        top, left = step * (1 + down), step * (1 + right)
        neighbour = padded[top : top + height, left : left + width]
        second = np.maximum(second, np.minimum(first, neighbour))
        first = np.maximum(first, neighbour)
    standing: Floats = (inside - second) * (side / SCALES[0]) ** _SIZE_BONUS
    return standing


def _centre(oddness: Floats, row: int, column: int, side: int) -> tuple[float, float]:
    """
    Centre of the thing of which a square was found, as (row, column).

    The square may cover one end of a long thing or one member of a group. So a window of twice
    its size and more climbs to where its own contents are centred.
    """
    half = side // 2
    found = oddness[max(row - half, 0) : row + half + 1, max(column - half, 0) : column + half + 1]
    # Not its maximum: at the rim of a thing, mixed colours are rarer than the thing itself.
    least = (float(np.median(oddness)) + float(np.percentile(found, 75))) / 2
    reach = max(side, _GROUP)
    v, u = float(row), float(column)
    for _ in range(_CLIMBS):
        top, left = max(round(v) - reach, 0), max(round(u) - reach, 0)
        window = oddness[top : round(v) + reach + 1, left : round(u) + reach + 1]
        rows, columns = np.nonzero(window > least)
        if rows.size == 0:
            break
        before = v, u
        v, u = float(top + rows.mean()), float(left + columns.mean())
        if abs(v - before[0]) + abs(u - before[1]) < 0.5:
            break
    return v, u
