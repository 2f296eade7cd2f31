import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lookabout.results.drawing import (
    Flight,
    Layout,
    altitude_profile,
    flight_caption,
    flight_map,
    layout_map,
)

points = st.tuples(*[st.floats(allow_nan=True, allow_infinity=True)] * 3)


def flight(*path: tuple[float, float, float], **more: object) -> Flight:
    defaults: dict[str, object] = {"observed": path, "collisions": (), "target": None}
    return Flight(path=path, **(defaults | more))  # type: ignore[arg-type]


def centre(svg: str, name: str) -> tuple[float, float]:
    tree = ElementTree.fromstring(svg)
    found = next(e for e in tree.iter() if e.get("class") == name and e.get("cx"))
    return float(found.get("cx", "")), float(found.get("cy", ""))


def test_map_is_north_up_and_to_scale() -> None:
    svg = flight_map(flight((0, 0, 50), (30, 40, 20), target=(30, 0, 0)))
    assert svg is not None
    start, target = centre(svg, "start"), centre(svg, "target")
    assert target[0] > start[0]
    assert target[1] == pytest.approx(start[1])
    end = re.search(r'class="end" x="([\d.]+)" y="([\d.]+)"', svg)
    assert end is not None
    assert float(end[2]) + 4 < start[1]
    # 30 m east and 40 m north at one scale.
    east, north = target[0] - start[0], start[1] - (float(end[2]) + 4)
    assert north / east == pytest.approx(4 / 3, rel=0.01)
    assert "10 m" in svg
    assert "50 m between start and end; the end is 40 m from the target" in svg


def test_view_square_is_drawn_unless_it_dwarfs_the_path() -> None:
    near = flight_map(flight((0, 0, 50), (30, 40, 20), view_half=20.0))
    far = flight_map(flight((0, 0, 50), (30, 40, 20), view_half=2000.0))
    assert near is not None
    assert far is not None
    assert 'class="view"' in near
    assert 'class="view"' not in far


def test_the_caption_tells_the_marks_that_are_drawn() -> None:
    plain = flight((0, 0, 50), (30, 40, 20))
    assert flight_caption(plain) == "Path from above; ○ start, ■ end"
    seen = flight((0, 0, 50), (30, 40, 20), target=(30, 0, 0), view_half=20.0)
    assert flight_caption(seen).endswith("■ end, ⊕ target, dashed: the last view")
    assert "last view" not in flight_caption(flight((0, 0, 50), (30, 40, 20), view_half=2000.0))


def test_nothing_to_draw() -> None:
    assert flight_map(flight()) is None
    assert flight_map(flight((float("nan"), 0, 0))) is None
    assert altitude_profile([5.0]) is None
    assert altitude_profile([float("nan"), float("inf"), 1.0]) is None


def test_profile() -> None:
    svg = altitude_profile([70.0, 40.0, 8.0])
    assert svg is not None
    heights = [float(y) for y in re.findall(r'class="stop" cx="[\d.]+" cy="([\d.]+)"', svg)]
    assert heights == sorted(heights)
    assert "from 70 m at the start to 8 m" in svg
    assert ">80<" in svg


@given(st.lists(points, max_size=6), st.none() | points, st.none() | st.floats())
def test_any_numbers_give_no_drawing_or_a_sound_one(
    path: list[tuple[float, float, float]],
    target: tuple[float, float, float] | None,
    half: float | None,
) -> None:
    svg = flight_map(
        Flight(tuple(path), tuple(path), tuple(path[:1]), target=target, view_half=half)
    )
    if svg is not None:
        ElementTree.fromstring(svg)
        assert "nan" not in svg
        assert "inf" not in svg


@given(st.lists(st.floats(), max_size=8))
def test_any_altitudes(values: list[float]) -> None:
    svg = altitude_profile(values)
    if svg is not None:
        ElementTree.fromstring(svg)
        assert "nan" not in svg


def test_a_layout_is_to_scale_and_tells_what_is_missing() -> None:
    layout = Layout(
        boxes=((0.0, 0.0, 4.0, 2.0, True), (5.0, 0.0, 6.0, 1.0, False)),
        links=((2.0, 1.0, 3.0, 1.0),),
    )
    svg = layout_map(layout, (2.0, 1.0, 1.5))
    assert svg is not None
    tree = ElementTree.fromstring(svg)
    first, second = (e for e in tree.iter() if (e.get("class") or "").startswith("thing"))
    assert second.get("class") == "thing missing"
    sizes = [float(first.get(name, "")) for name in ("width", "height")]
    assert sizes[0] == pytest.approx(2 * sizes[1], abs=0.2)
    start, put = centre(svg, "start"), centre(svg, "put")
    assert put[0] - start[0] == pytest.approx(sizes[0] / 4, abs=0.2)  # a metre to the east
    assert put[1] == start[1]
    assert "1 of 2 things" in svg


numbers = st.floats(allow_nan=True, allow_infinity=True)


@given(
    boxes=st.lists(st.tuples(numbers, numbers, numbers, numbers, st.booleans()), max_size=4),
    links=st.lists(st.tuples(numbers, numbers, numbers, numbers), max_size=4),
    start=st.none() | points,
)
def test_any_layout_is_drawn_or_left_out(
    boxes: list[tuple[float, float, float, float, bool]],
    links: list[tuple[float, float, float, float]],
    start: tuple[float, float, float] | None,
) -> None:
    svg = layout_map(Layout(tuple(boxes), tuple(links)), start)
    if svg is not None:
        ElementTree.fromstring(svg)
        assert "nan" not in svg
        assert "inf" not in svg
