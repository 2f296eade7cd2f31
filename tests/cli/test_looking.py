"""The picture that ``lookabout look`` writes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image as PilImage

from lookabout.cli.looking import write_picture
from lookabout.errors import UsageError
from lookabout.exchange import Image

GREY = np.full((6, 8, 3), 90, np.uint8)


def views(count: int, quality: int | None) -> list[bytes]:
    return [Image(GREY + 20 * k, quality).data for k in range(count)]


@pytest.mark.parametrize(("name", "kind"), [("a.png", "PNG"), ("a", "PNG"), ("a.JPG", "JPEG")])
@pytest.mark.parametrize("quality", [None, 85])
def test_the_files_kind_is_that_of_its_name(
    tmp_path: Path, name: str, kind: str, quality: int | None
) -> None:
    write_picture(tmp_path / name, views(1, quality))
    with PilImage.open(tmp_path / name) as found:
        assert found.format == kind
        assert found.size == (8, 6)


def test_several_views_stand_in_rows_of_two(tmp_path: Path) -> None:
    write_picture(tmp_path / "four.png", views(3, None))
    with PilImage.open(tmp_path / "four.png") as found:
        pixels = np.asarray(found)
    assert pixels.shape == (12, 16, 3)
    assert pixels[0, 0, 0] == 90
    assert pixels[0, 8, 0] == 110
    assert pixels[6, 0, 0] == 130
    assert pixels[6, 8, 0] == 0


def test_a_picture_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be written"):
        write_picture(tmp_path / "no" / "a.png", views(1, None))
