from __future__ import annotations

import io
import struct

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from PIL import Image

from lookabout.render.picture import read_bmp, read_exr


@given(st.integers(1, 9), st.integers(1, 9), st.sampled_from(["RGB", "RGBA"]), st.integers(0, 999))
def test_a_bmp_is_read_as_it_was_written(width: int, height: int, mode: str, seed: int) -> None:
    pixels = np.random.default_rng(seed).integers(0, 256, (height, width, len(mode)), np.uint8)
    file = io.BytesIO()
    Image.fromarray(pixels, mode).save(file, "BMP")
    assert (read_bmp(file.getvalue()) == pixels[:, :, :3]).all()


def exr(planes: dict[str, NDArray[np.float32]], compression: int = 0) -> bytes:
    """A single-part file of scan lines, as the format's specification has it."""
    height, width = next(iter(planes.values())).shape
    names = sorted(planes)

    def attribute(name: str, kind: str, value: bytes) -> bytes:
        return name.encode() + b"\0" + kind.encode() + b"\0" + struct.pack("<i", len(value)) + value

    channels = b"".join(n.encode() + b"\0" + struct.pack("<iiii", 2, 0, 1, 1) for n in names)
    head = struct.pack("<II", 20000630, 2)
    head += attribute("channels", "chlist", channels + b"\0")
    head += attribute("compression", "compression", bytes([compression]))
    head += attribute("dataWindow", "box2i", struct.pack("<4i", 0, 0, width - 1, height - 1))
    head += b"\0"
    size = 4 * width * len(names)
    starts = [len(head) + 8 * height + y * (8 + size) for y in range(height)]
    body = b"".join(
        struct.pack("<ii", y, size) + b"".join(planes[n][y].tobytes() for n in names)
        for y in range(height)
    )
    return head + struct.pack(f"<{height}Q", *starts) + body


def test_an_exr_is_read_by_channel() -> None:
    rng = np.random.default_rng(1)
    planes = {n: rng.random((4, 3)).astype(np.float32) for n in ("Layer.Depth.Z", "a", "Layer.B")}
    found = read_exr(exr(planes))
    assert found.keys() == planes.keys()
    for name, plane in planes.items():
        assert (found[name] == plane).all()


def test_a_compressed_exr_is_refused() -> None:
    with pytest.raises(ValueError, match="compressed"):
        read_exr(exr({"a": np.zeros((2, 2), np.float32)}, compression=3))


@given(st.integers(0, 400), st.integers(0, 400), st.integers(0, 255))
def test_a_broken_file_is_a_value_error_and_nothing_else(cut: int, place: int, byte: int) -> None:
    whole = exr({"a": np.ones((3, 5), np.float32), "b": np.ones((3, 5), np.float32)})
    damaged = bytearray(whole[: max(len(whole) - cut, 0)])
    if place < len(damaged):
        damaged[place] = byte
    try:
        planes = read_exr(bytes(damaged))
    except ValueError:
        return
    assert all(plane.ndim == 2 for plane in planes.values())


@given(st.binary(max_size=120))
def test_anything_else_is_no_bmp(data: bytes) -> None:
    for start in (b"", b"BM"):
        with pytest.raises(ValueError, match="BMP"):
            read_bmp(start + data)
