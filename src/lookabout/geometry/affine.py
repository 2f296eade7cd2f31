"""Maps of the form x → A x + b."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def affine_inverse(matrix: NDArray[np.float64]) -> NDArray[np.float64]:
    """
    Inverse of an affine map, by cofactors.

    Linear algebra libraries may wake threads for as little as this, which costs a hundred times
    as much.

    :param matrix: (4, 4), its last row 0, 0, 0, 1.
    :returns: (4, 4).
    :raises numpy.linalg.LinAlgError: if the map has no inverse.
    """
    (a, b, c, x), (d, e, f, y), (g, h, i, z) = matrix[:3].tolist()
    p, q, r = e * i - f * h, f * g - d * i, d * h - e * g
    det = a * p + b * q + c * r
    if det == 0.0:
        raise np.linalg.LinAlgError("the map has no inverse")
    rows = (
        (p / det, (c * h - b * i) / det, (b * f - c * e) / det),
        (q / det, (a * i - c * g) / det, (c * d - a * f) / det),
        (r / det, (b * g - a * h) / det, (a * e - b * d) / det),
    )
    return np.array(
        [(s, t, u, -(s * x + t * y + u * z)) for s, t, u in rows] + [(0.0, 0.0, 0.0, 1.0)]
    )
