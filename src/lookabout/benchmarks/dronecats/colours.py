"""Colours by their names, found in pictures: for the agent that knows nothing else."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Range:
    """What is called by a colour's name. Hue in degrees; saturation and value from 0 to 1."""

    hue: tuple[float, float] = (0.0, 360.0)
    """From the first, over 360 where that is greater, to the second."""
    saturation: tuple[float, float] = (0.45, 1.0)
    value: tuple[float, float] = (0.2, 1.0)


COLOURS = {
    "red": Range((345.0, 12.0), value=(0.15, 1.0)),
    "orange": Range((14.0, 38.0), (0.55, 1.0), (0.3, 1.0)),
    "yellow": Range((42.0, 65.0), value=(0.3, 1.0)),
    "green": Range((125.0, 165.0)),
    "cyan": Range((165.0, 200.0)),
    "blue": Range((205.0, 250.0)),
    "purple": Range((255.0, 300.0), (0.3, 1.0), (0.12, 1.0)),
    "pink": Range((302.0, 345.0), (0.25, 1.0), (0.12, 1.0)),
    "white": Range(saturation=(0.0, 0.1), value=(0.85, 1.0)),
    "black": Range(saturation=(0.0, 0.4), value=(0.0, 0.12)),
}
"""Paints in sun and in shade; green is not that of lawns and leaves, which is yellower."""
_LEAST = 0.0004
"""Share of the picture that a patch needs to be one."""


@dataclass(frozen=True)
class Patch:
    """Pixels of one colour that hang together."""

    u: float
    """Of its middle, pixels; so the next."""
    v: float
    share: float
    """Of the picture."""


def colour_in(words: str) -> str | None:
    """The first colour that a text names."""
    found = re.search(rf"\b({'|'.join(COLOURS)})\b", words.casefold())
    return found[1] if found else None


def largest_patch(rgb: NDArray[np.uint8], colour: str) -> Patch | None:
    """
    The largest patch of a colour; None if there is none worth the name.

    :param rgb: (H, W, 3).
    """
    from scipy.ndimage import label

    labels, count = label(_has(_halved(rgb), COLOURS[colour]))
    if count == 0:
        return None
    sizes = np.bincount(labels.ravel())
    sizes[0] = 0
    largest = int(np.argmax(sizes))
    share = float(sizes[largest]) / labels.size
    if share < _LEAST:
        return None
    rows, columns = np.nonzero(labels == largest)
    return Patch(2 * float(columns.mean()) + 0.5, 2 * float(rows.mean()) + 0.5, share)


def _halved(rgb: NDArray[np.uint8]) -> Floats:
    """Means of 2 × 2 pixels, from 0 to 1: less noise, and sooner done."""
    height, width = rgb.shape[0] // 2 * 2, rgb.shape[1] // 2 * 2
    cells = rgb[:height, :width].astype(np.float64).reshape(height // 2, 2, width // 2, 2, 3)
    means: Floats = cells.mean(axis=(1, 3)) / 255.0
    return means


def _has(shares: Floats, of: Range) -> NDArray[np.bool_]:
    """Which pixels (H, W) are called so."""
    hue, saturation, value = _hsv(shares)
    low, high = of.hue
    hued = (hue >= low) & (hue <= high) if low <= high else (hue >= low) | (hue <= high)
    for values, (least, most) in ((saturation, of.saturation), (value, of.value)):
        hued &= (values >= least) & (values <= most)
    return hued


def _hsv(shares: Floats) -> tuple[Floats, Floats, Floats]:
    """Hue in degrees, saturation and value, each (H, W), of RGB from 0 to 1."""
    most, least = shares.max(axis=2), shares.min(axis=2)
    spread = most - least
    safe = np.where(spread > 0, spread, 1.0)
    red, green, blue = np.moveaxis(shares, 2, 0)
    sector = np.where(
        most == red,
        (green - blue) / safe % 6.0,
        np.where(most == green, (blue - red) / safe + 2.0, (red - green) / safe + 4.0),
    )
    return 60.0 * sector, np.where(most > 0, spread / np.where(most > 0, most, 1.0), 0.0), most
