"""Refusals, in their order and exactly on their limits (table S2)."""

from dataclasses import replace

import pytest

from lookabout.benchmarks.flysearch.rules import Place, refusal
from lookabout.benchmarks.flysearch.sets import FS1_CITY

START = Place(0.0, 0.0, 40.0)


@pytest.mark.parametrize(
    ("now", "by", "expected"),
    [
        (START, (0, 0, 0), None),
        (START, (40, -40, 80), None),  # view edge and cap, both exactly
        (START, (40.01, 0, 0), "view"),
        (START, (0, -40.01, 0), "view"),
        (START, (0, 0, 80.01), "altitude"),
        (START, (0, 0, -500), None),  # the ground stops it, no rule does
        (Place(170, 0, 60), (30, 0, 0), None),  # 200 m from the start, exactly
        (Place(170, 0, 60), (30.01, 0, 0), "area"),
        (Place(0, -170, 60), (0, -30.01, 0), "area"),
        (Place(200, 200, 60), (0, 0, 0), None),
        # Several broken at once: cap before area before view.
        (Place(170, 0, 60), (500, 0, 100), "altitude"),
        (Place(170, 0, 20), (31, 0, 0), "area"),
        # Float sums that miss a limit by rounding are on it.
        (Place(0.1 + 0.2, 0, 40), (199.7, 0, 0), "view"),
        (Place(180 + 0.1 + 0.2, 0, 40), (19.7, 0, 0), None),
    ],
)
def test_refusals(now: Place, by: tuple[float, float, float], expected: str | None) -> None:
    assert refusal(FS1_CITY, START, now, by) == expected


def test_the_search_square_lies_around_the_start() -> None:
    start = Place(1000.0, -500.0, 30.0)
    assert refusal(FS1_CITY, start, Place(1190.0, -500.0, 30.0), (10, 0, 0)) is None
    assert refusal(FS1_CITY, start, Place(1190.0, -500.0, 30.0), (11, 0, 0)) == "area"


def test_without_view_rule_the_area_alone_bounds_a_move() -> None:
    free = replace(FS1_CITY, view_rule=False, area=None)
    assert refusal(free, START, START, (40, 40, 0)) is None
    assert refusal(free, START, START, (41, 0, 0)) == "area"  # half-side h = 40
    assert refusal(free, START, Place(-40, 0, 10), (80, 0, 0)) is None
