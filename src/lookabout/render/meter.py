"""A camera's light meter."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

_DARK = 0.07
"""Mean light of a picture, of 1, below which the meter opens up: about 75 of 255."""
_SHARE = 0.75
"""How much of the lack it makes up for: what lies in shadow still looks it."""
_MOST = 3.0
"""Stops."""


def metered_stops(rgb: NDArray[np.uint8]) -> float:
    """
    Stops by which a camera would open up further for a picture exposed to daylight.

    Only what is dark as a whole is brightened, such as a street in the shadow of towers seen
    from close by.

    :param rgb: (H, W, 3), sRGB.
    :returns: from 0, for all that is bright enough, to 3.
    """
    light = float(np.mean((rgb.reshape(-1, 3) / 255.0) ** 2.2 @ (0.2126, 0.7152, 0.0722)))
    if light >= _DARK:
        return 0.0
    return min(_SHARE * math.log2(_DARK / max(light, 1e-6)), _MOST)
