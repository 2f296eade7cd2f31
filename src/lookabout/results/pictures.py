"""Frames of a run as small pictures for a page."""

from __future__ import annotations

import base64
import io
import warnings
from dataclasses import dataclass
from pathlib import Path

from lookabout.results.files import MEGABYTE, UnusableError, checked

MAX_FRAME_BYTES = 50 * MEGABYTE
MAX_FRAME_PIXELS = 40_000_000


@dataclass(frozen=True)
class Size:
    """How pictures are made smaller."""

    longest: int
    """Longest side, pixels; smaller frames stay as they are."""
    quality: int
    """Of WebP, 0–100."""


SIZES = (Size(500, 80), Size(360, 76), Size(240, 70))
"""From best to smallest."""


@dataclass(frozen=True)
class Picture:
    """A picture ready for a page."""

    data: bytes
    mime: str
    width: int
    height: int

    @property
    def uri(self) -> str:
        """As ``data:`` URI."""
        return f"data:{self.mime};base64,{base64.b64encode(self.data).decode('ascii')}"


def encode(path: Path, root: Path, size: Size) -> Picture:
    """
    A frame, made smaller and encoded anew, so that nothing but its pixels is passed on.

    :param root: real path of the run folder, which the frame must lie in.
    :raises UnusableError: if it is missing, outside, too large, or no PNG, JPEG or WebP.
    """
    from PIL import Image, features

    real = checked(path, root, MAX_FRAME_BYTES)
    buffer = io.BytesIO()
    try:
        with warnings.catch_warnings():
            # Frames larger than Pillow finds seemly are refused below, by our own limit.
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            with Image.open(real, formats=("PNG", "JPEG", "WEBP")) as opened:
                if opened.width * opened.height > MAX_FRAME_PIXELS:
                    raise UnusableError(
                        f"is absurdly large ({opened.width} × {opened.height} pixels)"
                    )
                image = opened.convert("RGB")
        image.thumbnail((size.longest, size.longest), Image.Resampling.LANCZOS)
        kind = "webp" if features.check("webp") else "jpeg"
        options = {"method": 2} if kind == "webp" else {}
        image.save(buffer, format=kind, quality=size.quality, **options)
    except UnusableError:
        raise
    # Pillow raises errors of many kinds on damaged files, SyntaxError among them.
    except Exception as error:
        raise UnusableError(f"is no readable picture ({type(error).__name__})") from None
    return Picture(buffer.getvalue(), f"image/{kind}", image.width, image.height)
