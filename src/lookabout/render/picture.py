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


def read_exr(data: bytes) -> dict[str, NDArray[np.float32]]:
    """
    Every channel, (H, W), of a single-part OpenEXR of uncompressed scan lines, by its name.

    Only 32-bit float channels are kept; others are skipped over.

    :raises ValueError: for any other file.
    """
    try:
        return _read_exr(data)
    except (struct.error, IndexError, KeyError) as error:
        raise ValueError("an OpenEXR file cut short or without its header") from error


_PIXEL_BYTES = {0: 4, 1: 2, 2: 4}
_FLOAT = 2


def _read_exr(data: bytes) -> dict[str, NDArray[np.float32]]:
    magic, version = struct.unpack_from("<II", data, 0)
    if magic != 20000630 or version & 0x1A00:  # tiles, deep data or several parts
        raise ValueError("not a single-part OpenEXR of scan lines")
    header, at = _exr_header(data, 8)
    if header["compression"] != b"\0":
        raise ValueError("a compressed OpenEXR")
    left, top, right, bottom = struct.unpack("<4i", header["dataWindow"])
    width, height = right - left + 1, bottom - top + 1
    channels = _exr_channels(header["channels"])
    row_bytes = width * sum(_PIXEL_BYTES[kind] for _, kind in channels)
    if width < 1 or height < 1 or row_bytes * height > len(data):
        raise ValueError("an OpenEXR file cut short")
    starts = np.frombuffer(data, "<u8", height, at).astype(np.int64)
    rows = np.empty((height, row_bytes), np.uint8)
    for start in starts:
        (y, size) = struct.unpack_from("<ii", data, start)
        if size != row_bytes or not 0 <= y - top < height:
            raise ValueError("an OpenEXR row of an unexpected size or place")
        rows[y - top] = np.frombuffer(data, np.uint8, row_bytes, start + 8)
    planes, offset = {}, 0
    for name, kind in channels:
        end = offset + width * _PIXEL_BYTES[kind]
        if kind == _FLOAT:
            planes[name] = np.ascontiguousarray(rows[:, offset:end]).view("<f4")
        offset = end
    return planes


def _exr_header(data: bytes, at: int) -> tuple[dict[str, bytes], int]:
    """Attributes by name, and where the offsets of the rows begin."""
    attributes = {}
    while data[at] != 0:
        name_end = data.index(b"\0", at)
        kind_end = data.index(b"\0", name_end + 1)
        (size,) = struct.unpack_from("<i", data, kind_end + 1)
        begin = kind_end + 5
        attributes[data[at:name_end].decode("latin-1")] = data[begin : begin + size]
        at = begin + size
    return attributes, at + 1


def _exr_channels(data: bytes) -> list[tuple[str, int]]:
    """Names and pixel types in the order of storage."""
    channels, at = [], 0
    while data[at] != 0:
        end = data.index(b"\0", at)
        (kind,) = struct.unpack_from("<i", data, end + 1)
        channels.append((data[at:end].decode("latin-1"), kind))
        at = end + 17
    return channels
