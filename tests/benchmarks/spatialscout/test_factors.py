"""Replays and factors on traces written by hand, each limit from both sides."""

from __future__ import annotations

from typing import Any

import pytest

from lookabout.benchmarks.spatialscout.baselines import OracleAgent
from lookabout.benchmarks.spatialscout.factors import FAILURE, SUCCESS, factors, support
from lookabout.benchmarks.spatialscout.replay import replay
from lookabout.benchmarks.spatialscout.trace import images_used, map_states, triangulations
from lookabout.benchmarks.spatialscout.verdict import final_map, judge
from lookabout.records import StepRecord
from tests.benchmarks.spatialscout.flat import fly

TARGETS = {f"t{i}": (float(i), 0.0, 0.0) for i in range(10)}
TRUTH: dict[str, Any] = {
    "axes": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    "targets": [
        {"identifier": name, "group": name, "centre": list(place), "sides": [0.5, 0.5, 0.5]}
        for name, place in TARGETS.items()
    ],
}
EVERYTHING = {name: list(place) for name, place in TARGETS.items()}


def step(reply: int, *calls: tuple[str, dict[str, Any]]) -> StepRecord:
    return StepRecord(
        index=reply - 1,
        turn=reply,
        time_s=0,
        position=(0, 0, 0),
        shown=[],
        reply="",
        action={"kind": "tools"},
        outcome="acted",
        detail={
            "calls": [{"name": name, "arguments": {}, "result": result} for name, result in calls]
        },
    )


def submits(reply: int, estimates: dict[str, Any]) -> StepRecord:
    return step(reply, ("submit_positions", {"map": estimates}))


def measures(reply: int, *points: Any, rms: float = 0.001, warned: bool = False) -> StepRecord:
    results = [
        {"point": list(p), "rms_ray_distance_m": rms, "warnings": ["parallel"] if warned else []}
        for p in points
    ]
    return step(reply, *[("triangulate_observations", result) for result in results])


def looks(reply: int, count: int) -> StepRecord:
    return step(reply, *[("capture_image", {"frame_id": f"f{k}"}) for k in range(count)])


def failed(*steps: StepRecord, ending: str = "finished", calls: int = 100) -> set[str]:
    return set(factors(TRUTH, steps, ending, calls, False))


def without(*names: str) -> dict[str, Any]:
    return {k: v for k, v in EVERYTHING.items() if k not in names}


def test_replay_scores_every_map() -> None:
    half = {name: list(TARGETS[name]) for name in ("t0", "t1", "t2", "t3", "t4")}
    refused = step(4, ("submit_positions", {"error": "no"}), ("capture_image", {"error": "no"}))
    steps = [looks(1, 2), submits(2, half), looks(3, 1), refused, submits(5, EVERYTHING)]
    found = replay(TRUTH, map_states(steps))
    assert [(s.reply, s.images, s.score.submitted) for s in found] == [(2, 3, 5), (5, 4, 10)]
    assert [s.score.mean_iou_all for s in found] == [0.5, 1.0]
    assert images_used(steps) == 4


@pytest.mark.parametrize(
    "axes",
    [[[1, 0], [0, 1]], [1, 0, 0], [[1, 0, 0], [0, 1, 0], [0, 0, float("nan")]], [["x"] * 3] * 3],
)
def test_axes_that_are_none_are_refused(axes: Any) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        replay({**TRUTH, "axes": axes}, [])


def test_the_last_snapshot_is_the_verdicts_map() -> None:
    _, notebook, truth = fly(OracleAgent(4.0))
    last = replay(truth, map_states(notebook.steps))[-1].score
    verdict = judge(truth, final_map(notebook.steps))
    assert last.iou_sum == verdict["iou_sum"]
    assert last.submitted == verdict["submitted"]


def test_a_good_episode() -> None:
    parts = [without(*[f"t{i}" for i in range(k, 10)]) for k in (3, 6, 10)]
    steps = [measures(1, *TARGETS.values()), *[submits(k + 2, p) for k, p in enumerate(parts)]]
    assert factors(TRUTH, steps, "finished", 100, True) == [
        "multi_view_grounding",
        "incremental_submission",
    ]
    revised = submits(5, {**EVERYTHING, "t0": [0.002, 0, 0]})
    assert factors(TRUTH, [*steps, revised], "finished", 100, True) == list(SUCCESS)
    assert factors(TRUTH, [submits(1, EVERYTHING)], "finished", 100, True) == []


@pytest.mark.parametrize(("supported", "grounded"), [(9, True), (8, False)])
def test_grounding_is_nine_of_ten(supported: int, grounded: bool) -> None:
    steps = [measures(1, *list(TARGETS.values())[:supported]), submits(2, EVERYTHING)]
    found = factors(TRUTH, steps, "finished", 100, True)
    assert ("multi_view_grounding" in found) is grounded
    assert support(steps) == supported / 10


@pytest.mark.parametrize(("off", "rests"), [(0.1, True), (0.101, False)])
def test_support_reaches_ten_centimetres(off: float, rests: bool) -> None:
    steps = [measures(1, (off, 0, 0)), submits(2, {"t0": [0, 0, 0]})]
    assert support(steps) == float(rests)


def test_nothing_submitted() -> None:
    assert failed(looks(1, 2)) == {"incomplete_coverage", "early_stop"}
    assert failed() == {"incomplete_coverage", "early_stop"}
    assert support([]) is None


@pytest.mark.parametrize(("missing", "incomplete"), [(("t9",), False), (("t8", "t9"), True)])
def test_coverage_of_nine_tenths_is_enough(missing: tuple[str, ...], incomplete: bool) -> None:
    steps = [measures(1, *TARGETS.values()), submits(2, without(*missing))]
    assert ("incomplete_coverage" in failed(*steps)) is incomplete
    assert ("early_stop" in failed(*steps)) is incomplete


@pytest.mark.parametrize(
    ("ending", "calls", "early"),
    [
        ("finished", 12, True),
        ("no_tool_calls", 12, True),
        ("finished", 11, False),
        ("calls_spent", 12, False),
    ],
)
def test_early_stops_leave_ten_replies(ending: str, calls: int, early: bool) -> None:
    steps = [looks(1, 1), submits(2, {})]
    assert ("early_stop" in failed(*steps, ending=ending, calls=calls)) is early


@pytest.mark.parametrize(
    ("off", "rms", "warned", "labels"),
    [
        (0.51, 0.03, False, {"correspondence_errors"}),
        (0.5, 0.03, False, set()),
        (0.51, 0.031, False, set()),
        (0.51, 0.03, True, {"inconsistent_geometry"}),
        (0.5, 0.03, True, set()),
    ],
)
def test_wrong_places_by_what_they_rest_on(
    off: float, rms: float, warned: bool, labels: set[str]
) -> None:
    wrong = (0.0, off, 0.0)
    steps = [
        measures(1, *TARGETS.values()),
        measures(2, wrong, rms=rms, warned=warned),
        submits(3, {**EVERYTHING, "t0": list(wrong)}),
    ]
    assert failed(*steps) == labels


@pytest.mark.parametrize(("unsupported", "labelled"), [(2, False), (3, True)])
def test_a_quarter_without_support(unsupported: int, labelled: bool) -> None:
    steps = [measures(1, *list(TARGETS.values())[unsupported:]), submits(2, EVERYTHING)]
    assert ("unsupported_estimates" in failed(*steps)) is labelled


def test_only_a_triangulation_before_an_estimate_supports_it() -> None:
    """An estimate that is entered again at another place counts from then."""
    guess = submits(1, EVERYTHING)
    late = measures(2, *TARGETS.values())
    assert support([guess, late]) == 0
    assert "unsupported_estimates" in failed(guess, late)
    assert support([late, guess]) == 1
    assert support([submits(1, {}), measures(2, (0, 0, 0)), submits(3, EVERYTHING)]) == (
        pytest.approx(0.1)
    )
    assert support([submits(1, {})]) is None
    looked_at = submits(3, EVERYTHING)
    assert support([guess, late, looked_at]) == 0
    revised = submits(3, {**EVERYTHING, "t0": [0.05, 0, 0]})
    assert support([guess, late, revised]) == pytest.approx(0.1)
    back = submits(4, EVERYTHING)
    assert support([guess, late, revised, back]) == pytest.approx(0.1)
    in_one_reply = step(
        1, ("submit_positions", {"map": EVERYTHING}), *[
            ("triangulate_observations", {"point": list(p), "rms_ray_distance_m": 0})
            for p in TARGETS.values()
        ],
    )  # fmt: skip
    assert support([in_one_reply]) == 0


def test_a_wrong_estimate_rests_on_nothing_later() -> None:
    wrong = (0.0, 0.6, 0.0)
    steps = [
        measures(1, *TARGETS.values()),
        submits(2, {**EVERYTHING, "t0": list(wrong)}),
        measures(3, wrong),
        measures(4, wrong, warned=True),
    ]
    assert failed(*steps) == set()


@pytest.mark.parametrize(
    ("images", "near", "labelled"), [(29, 2, True), (28, 2, False), (29, 3, False)]
)
def test_thirty_pictures_and_less_than_a_quarter_located(
    images: int, near: int, labelled: bool
) -> None:
    """The first picture counts; within 0.2 m is located."""
    estimates = {
        name: [x, 0.2 if i < near else 0.21, 0.0]
        for i, (name, (x, _, _)) in enumerate(TARGETS.items())
    }
    assert ("looking_without_progress" in failed(looks(1, images), submits(2, estimates))) is (
        labelled
    )


def forty(count: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """A truth of 40 targets 1 m apart, and a map with the first ``count`` of them in place and the
    others a metre above theirs."""
    names = [f"n{i}" for i in range(40)]
    targets = [
        {"identifier": name, "group": name, "centre": [float(i), 0, 0], "sides": [0.5, 0.5, 0.5]}
        for i, name in enumerate(names)
    ]
    places = {name: [float(i), 0.0, 0.0 if i < count else 1.0] for i, name in enumerate(names)}
    return {**TRUTH, "targets": targets}, places


@pytest.mark.parametrize(("count", "labelled"), [(30, True), (31, False)])
def test_ten_of_forty_without_support_are_a_quarter(count: int, labelled: bool) -> None:
    truth, places = forty(count)
    steps = [measures(1, *list(places.values())[:count]), submits(2, places)]
    found = factors(truth, steps, "finished", 100, False)
    assert ("unsupported_estimates" in found) is labelled


@pytest.mark.parametrize(("count", "labelled"), [(9, True), (10, False)])
def test_ten_of_forty_located_are_progress(count: int, labelled: bool) -> None:
    truth, places = forty(count)
    found = factors(truth, [looks(1, 40), submits(2, places)], "finished", 100, False)
    assert ("looking_without_progress" in found) is labelled


def test_looking_and_entering_nothing_is_no_progress() -> None:
    assert "looking_without_progress" in failed(looks(1, 40))
    assert "looking_without_progress" in failed(looks(1, 40), submits(2, {}))


def test_a_first_look_at_the_empty_map_changes_no_label() -> None:
    assert "unsupported_estimates" in failed(submits(1, {}), submits(2, EVERYTHING))
    assert "unsupported_estimates" not in failed(submits(1, {}))


@pytest.mark.parametrize(("moved", "revised"), [(0.00099, False), (0.00101, True)])
def test_a_millimetre_is_no_revision(moved: float, revised: bool) -> None:
    steps = [submits(1, EVERYTHING), submits(2, {**EVERYTHING, "t0": [0, moved, 0]})]
    assert ("refinement" in factors(TRUTH, steps, "finished", 100, True)) is revised


@pytest.mark.parametrize(("stages", "labelled"), [(2, False), (3, True)])
def test_three_replies_that_add_are_incremental(stages: int, labelled: bool) -> None:
    """Submissions of one reply are one, and what is only entered again adds nothing."""
    names = list(TARGETS)
    parts = [{k: EVERYTHING[k] for k in names[: 3 * n]} for n in range(1, stages)]
    steps = [submits(n, part) for n, part in enumerate(parts, 1)]
    half = {k: EVERYTHING[k] for k in names[:8]}
    twice = [("submit_positions", {"map": half}), ("submit_positions", {"map": EVERYTHING})]
    steps += [step(stages, *twice), submits(stages + 1, EVERYTHING)]
    found = factors(TRUTH, steps, "finished", 100, True)
    assert ("incremental_submission" in found) is labelled


def test_late_refinement() -> None:
    """Of nine replies the last three: revisions only, while targets are missing."""
    half = without("t5", "t6", "t7", "t8", "t9")
    revised = {**half, "t0": [0.1, 0, 0]}
    # Of twelve the last four.
    assert "late_refinement" in failed(submits(1, half), submits(9, revised), looks(12, 1))
    assert "late_refinement" not in failed(submits(1, half), submits(8, revised), looks(12, 1))
    assert "late_refinement" in failed(submits(1, half), submits(7, revised), looks(9, 1))
    assert "late_refinement" not in failed(submits(1, half), submits(6, revised), looks(9, 1))
    # What was added before the last third was not added in it.
    more = {**half, "t5": [5, 0, 0]}
    both = {**more, "t0": [0.1, 0, 0]}
    assert "late_refinement" in failed(submits(1, half), submits(5, more), submits(9, both))
    grown = {**revised, "t5": [5, 0, 0]}
    assert "late_refinement" not in failed(submits(1, half), submits(7, revised), submits(9, grown))
    whole = {**EVERYTHING, "t0": [0.9, 0, 0]}
    assert "late_refinement" not in failed(submits(1, EVERYTHING), submits(9, whole))


def test_damaged_traces_are_read_as_far_as_they_go() -> None:
    broken = step(1)
    for calls in (None, 5, [3], [{"name": "submit_positions"}], [{"result": []}]):
        line = broken.model_copy(update={"detail": {"calls": calls}})
        assert failed(line) == {"incomplete_coverage", "early_stop"}
    odd = {"t0": [0, 0], "t1": "here", "t2": [1, 2, "x"], "t3": [3, 0, 0], "zz": [0, 0, 0]}
    steps = [submits(1, odd), step(2, ("triangulate_observations", {"point": [1]}))]
    assert map_states(steps)[0].estimates == {"t3": (3, 0, 0), "zz": (0, 0, 0)}
    assert triangulations(steps) == []
    assert replay(TRUTH, map_states(steps))[0].score.submitted == 1


def test_every_label_is_explained() -> None:
    assert all(SUCCESS.values())
    assert all(FAILURE.values())
