"""Uncompressed picture files, read straight into arrays."""

from __future__ import annotations

import struct

import numpy as np
from numpy.typing import NDArray


def read_bmp(data: bytes) -> NDArray[np.uint8]:
    """
    (H, W, 3) RGB from an uncompressed BMP with 24 or 32 bits a pixel.

    :raises ValueError: for any other file.
    """
    if len(data) < 54 or data[:2] != b"BM":
        raise ValueError("not a BMP")
    (start,) = struct.unpack_from("<I", data, 10)
    width, height, _, bits = struct.unpack_from("<iiHH", data, 18)
    if bits not in (24, 32) or width < 1 or height == 0:
        raise ValueError(f"a BMP with {bits} bits a pixel, {width} x {height}")
    channels = bits // 8
    stride = (width * channels + 3) // 4 * 4
    if len(data) < start + stride * abs(height):
        raise ValueError("a BMP cut short")
    rows = np.frombuffer(data, np.uint8, stride * abs(height), start).reshape(-1, stride)
    pixels = rows[:, : width * channels].reshape(abs(height), width, channels)
    if height > 0:  # stored from the bottom up
        pixels = pixels[::-1]
    return np.ascontiguousarray(pixels[:, :, 2::-1])
