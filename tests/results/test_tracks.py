"""The drawing of several paths: to scale, whole, and safe whatever the record holds."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lookabout.results.tracks import Tracks, track_map

points = st.tuples(*[st.floats(allow_nan=True, allow_infinity=True)] * 3)

FLEET = Tracks(
    paths=(("one", ((0, 0, 2), (10, 0, 2))), ("two", ((0, 2, 2), (0, 12, 2)))),
    declarations=((10, 0, 2),),
    contacts=((0, 12, 2),),
    target=(20, 0, 1),
    target_path=((16, 0, 1), (20, 0, 1)),
    others=((20, 8, 1), (12, 14, 1)),
    radius=5.0,
)


def all_of(svg: str, name: str) -> list[ElementTree.Element]:
    return [e for e in ElementTree.fromstring(svg).iter() if name in (e.get("class") or "").split()]


def test_everything_is_drawn_to_scale() -> None:
    svg = track_map(FLEET)
    assert svg is not None
    assert [len(all_of(svg, name)) for name in ("path", "start", "end", "claim", "hit")] == [
        2, 2, 2, 1, 1,
    ]  # fmt: skip
    assert len(all_of(svg, "thing")) == 2
    assert len(all_of(svg, "moving")) == 1
    (ring,) = all_of(svg, "view")
    first, second = (float(e.get("cx", "")) for e in all_of(svg, "start"))
    assert first == second
    # The ring of 5 m is a quarter of the 20 m between the first start and the target.
    radius, target = float(ring.get("r", "")), float(ring.get("cx", ""))
    assert (target - first) / radius == pytest.approx(4, rel=0.01)
    assert [e.text for e in all_of(svg, "who")] == ["1", "2"]
    assert 'aria-label="Paths from above: 1 one, 2 two; 1 declarations."' in svg


def test_one_drone_has_no_number() -> None:
    svg = track_map(Tracks(paths=(("one", ((0, 0, 2), (10, 0, 2))),)))
    assert svg is not None
    assert not all_of(svg, "who")
    assert not all_of(svg, "target")
    assert not all_of(svg, "view")


def test_names_are_text() -> None:
    svg = track_map(Tracks(paths=(('"><script>alert(1)</script>', ((0, 0, 0),)),)))
    assert svg is not None
    assert "<script" not in svg
    ElementTree.fromstring(svg)


@given(
    paths=st.lists(st.tuples(st.text(max_size=5), st.lists(points, max_size=4)), max_size=4),
    claims=st.lists(points, max_size=3),
    target=st.none() | points,
    radius=st.floats(),
)
def test_anything_is_drawn_or_left_out(
    paths: list, claims: list, target: tuple | None, radius: float
) -> None:
    svg = track_map(
        Tracks(
            paths=tuple((name, tuple(path)) for name, path in paths),
            declarations=tuple(claims),
            target=target,
            radius=radius,
        )
    )
    if svg is not None:
        assert not re.search(r"\bnan\b|\binf\b", svg)
