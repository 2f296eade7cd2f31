"""What the report draws of an episode, from its record alone."""

from __future__ import annotations

from typing import Any

import pytest

from lookabout.benchmarks.dronecats.log import LoggedContact
from lookabout.benchmarks.dronecats.tracks import tracks
from tests.benchmarks.dronecats.made_logs import DONE, GO, sample, step
from tests.benchmarks.dronecats.test_diagnostics import episode, records

LOGS = records(
    [
        step(
            {"a": GO, "b": GO},
            [sample(0, 20, drone="a"), sample(0, 9, drone="b"), sample(1, 17, drone="a")],
            contacts=(LoggedContact(time_s=0.9, drone="a", label="ground"),),
        ),
        step({"a": DONE, "b": GO}, [sample(2, 6, drone="b")], [sample(1, 17, drone="a")]),
    ]
)
TRUTH = {
    "target": "t",
    "target_centre": [0, 0, 1],
    "candidates": {"t": [0, 0, 1], "u": [8, 0, 1]},
}
MOVING = {
    "world": {
        "routes": [
            {"object": "u", "waypoints": [{"time_s": 0, "position": [9, 9, 9]}]},
            {
                "object": "t",
                "waypoints": [
                    {"time_s": 0, "position": [0, 0, 0]},
                    {"time_s": 1, "position": [1, 0, 0]},
                    {"time_s": 5, "position": [1, 8, 0]},
                ],
            },
        ]
    }
}


def test_a_fleet() -> None:
    found = tracks(episode(truth=TRUTH), LOGS)
    assert found is not None
    assert found.paths == (
        ("a", ((-20, 0, 0), (-17, 0, 0))), ("b", ((-9, 0, 0), (-6, 0, 0))),
    )  # fmt: skip
    assert found.declarations == ((-17, 0, 0),)
    assert found.contacts == ((-17, 0, 0),)  # the sample nearest in time
    assert (found.target, found.target_path) == ((0, 0, 1), ())
    assert found.others == ((8, 0, 1),)
    assert found.radius == 5


def test_the_radius_is_that_of_the_verdict() -> None:
    record = episode(truth=TRUTH, settings={"delta": 6.5})
    for radius, drawn in ((None, 6.5), (8.0, 8.0)):
        found = tracks(record, LOGS, radius)
        assert found is not None
        assert found.radius == drawn


def test_a_target_that_moves_is_where_it_was_at_the_end() -> None:
    found = tracks(episode(truth=TRUTH, scenario=MOVING), LOGS)
    assert found is not None
    # The last sample is at 2 s: a second of four along the second leg.
    assert found.target_path == ((0, 0, 0), (1, 0, 0), (1, 2, 0))
    assert found.target == (1, 2, 0)


@pytest.mark.parametrize(
    "fields",
    [
        {"truth": {}},
        {"truth": {"target": "t"}},
        {"truth": {**TRUTH, "target_centre": [0, 0]}},
        {"truth": {**TRUTH, "target_centre": None}},
        {"truth": {**TRUTH, "candidates": [1]}},
        {"truth": TRUTH, "settings": {"delta": "x"}},
        {"truth": TRUTH, "scenario": {"world": 5}},
        {"truth": TRUTH, "scenario": {"world": {"routes": [{}]}}},
    ],
)
def test_a_damaged_record_is_not_drawn(fields: dict[str, Any]) -> None:
    assert tracks(episode(**fields), LOGS) is None


def test_a_damaged_log_is_not_drawn() -> None:
    broken = LOGS[0].model_copy(update={"detail": {"commands": 5}})
    assert tracks(episode(truth=TRUTH), [broken]) is None
