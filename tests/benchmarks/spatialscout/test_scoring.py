"""Scores against brute force over all assignments, by hand, and by what must not change them."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from lookabout.benchmarks.spatialscout.scoring import (
    OMISSION_COSTS_M,
    THRESHOLDS,
    Reference,
    Score,
    most_hits,
    overlap,
    score,
)

EYE = np.eye(3)


def reference(
    name: str,
    centre: tuple[float, float, float] = (0, 0, 0),
    sides: tuple[float, float, float] = (1, 1, 1),
    group: str = "",
) -> Reference:
    return Reference(name, group or name, centre, sides)


def test_one_exact_estimate() -> None:
    found = score([reference("a", (1, 2, 3))], {"a": (1, 2, 3)}, EYE)
    assert (found.targets, found.submitted, found.coverage) == (1, 1, 1.0)
    assert found.iou_sum == 1.0
    assert found.hits == {0.0: 1, 0.5: 1, 0.9: 1}
    assert found.distances == (0.0,)
    assert [found.loss(cost) for cost in OMISSION_COSTS_M] == [0.0] * 4


def test_nothing_submitted() -> None:
    found = score([reference("a"), reference("b")], {}, EYE)
    assert (found.submitted, found.iou_sum, found.distances) == (0, 0, ())
    assert found.hits == {0.0: 0, 0.5: 0, 0.9: 0}
    assert [found.loss(cost) for cost in OMISSION_COSTS_M] == [1.0, 2.0, 5.0, 10.0]


@pytest.mark.parametrize("share", [0.0, 0.1, 1 / 3, 0.5, 0.9, 1.0, 1.5])
@pytest.mark.parametrize("axis", [0, 1, 2])
def test_along_one_axis_the_overlap_is_the_papers(axis: int, share: float) -> None:
    """J = (ℓ − |d|) / (ℓ + |d|), and none beyond a side (appendix B.2)."""
    sides = np.array([0.4, 1.7, 0.06])
    error = np.zeros(3)
    error[axis] = -share * sides[axis]
    length, off = sides[axis], abs(error[axis])
    assert overlap(sides, error) == pytest.approx(max(0, (length - off) / (length + off)))


@pytest.mark.parametrize("threshold", THRESHOLDS)
def test_hits_are_strictly_above(threshold: float) -> None:
    """J > τ exactly if |d| < ℓ (1 − τ) / (1 + τ), here with ℓ = 1."""
    limit = (1 - threshold) / (1 + threshold)
    for off, hit in ((limit * (1 - 1e-9), 1), (limit * (1 + 1e-9), 0)):
        assert score([reference("a")], {"a": (off, 0, 0)}, EYE).hits[threshold] == hit


def test_exactly_on_a_threshold_is_no_hit() -> None:
    assert score([reference("a")], {"a": (1.0, 0, 0)}, EYE).hits[0.0] == 0
    # Sides of 3 moved by 1: 2 of 4 are common, exactly one half.
    found = score([reference("a", sides=(3, 3, 3))], {"a": (1.0, 0, 0)}, EYE)
    assert found.iou_sum == 0.5
    assert found.hits[0.5] == 0


def test_thin_things_are_a_centimetre_thick() -> None:
    assert overlap(np.array([1.0, 1.0, 0.0]), np.array([0, 0, 0.005])) == pytest.approx(1 / 3)


def test_errors_are_measured_along_the_worlds_axes() -> None:
    """A camera turned by 90° has its x along the world's y: there the box is long."""
    axes = Rotation.from_euler("z", 90, degrees=True).as_matrix()
    long = reference("a", sides=(0.2, 4.0, 1.0))
    assert score([long], {"a": (1.0, 0, 0)}, axes).iou_sum == pytest.approx(3 / 5)
    assert score([long], {"a": (0, 1.0, 0)}, axes).iou_sum == 0.0


def test_within_a_group_any_identifier_will_do() -> None:
    chairs = [reference(f"c{i}", (2.0 * i, 0, 0), group="chair") for i in range(3)]
    found = score(chairs, {"c0": (4, 0, 0), "c1": (0, 0, 0), "c2": (2, 0, 0)}, EYE)
    assert found.iou_sum == 3.0
    assert found.matches == {"c0": "c1", "c1": "c2", "c2": "c0"}
    single = score(
        [reference("a", (0, 0, 0)), reference("b", (5, 0, 0))],
        {"a": (5, 0, 0), "b": (0, 0, 0)},
        EYE,
    )
    assert (single.iou_sum, single.distances) == (0.0, (5.0, 5.0))


def test_fewer_estimates_than_members_take_the_best_places() -> None:
    chairs = [reference(f"c{i}", (2.0 * i, 0, 0), group="chair") for i in range(3)]
    found = score(chairs, {"c0": (4.1, 0, 0)}, EYE)
    assert found.distances == (pytest.approx(0.1),)
    assert found.matches == {"c2": "c0"}
    assert found.loss(5.0) == pytest.approx((0.1 + 10) / 3)


def test_hits_have_an_assignment_of_their_own() -> None:
    """The least total distance pairs 0.9 with 0 and leaves both far; hits want the other pair.

    Targets at 0 (side 1) and 1.9 (side 4); estimates at 0.9 and 2.0 along x, so distances are
    0.9 + 0.1 for the straight pairing and 2.0 + 1.0 for the crossed one.
    """
    pair = [
        reference("a", (0, 0, 0), (1, 1, 1), "g"),
        reference("b", (1.9, 0, 0), (4, 4, 4), "g"),
    ]
    found = score(pair, {"a": (0.9, 0, 0), "b": (2.0, 0, 0)}, EYE)
    assert found.distances == (pytest.approx(0.9), pytest.approx(0.1))
    assert found.hits == {0.0: 2, 0.5: 1, 0.9: 1}


def test_hits_come_before_overlap() -> None:
    """Two hits of 0.51 beat one of 0.95, whose pairing overlaps more in all."""
    iou = np.array([[0.51, 0.45], [0.95, 0.51]])
    assert [most_hits(iou, threshold) for threshold in (0.0, 0.5, 0.9)] == [2, 2, 1]
    assert [most_hits(part, 0.5) for part in (iou[:1], iou[1:], iou[:, :1], iou[:, 1:])] == [1] * 4
    # However many there are: of a hundred, each just a hit, none is given up for overlap.
    crowd = np.where(np.eye(100, dtype=bool), 0.51, 0.5)
    assert most_hits(crowd, 0.5) == 100


def test_references_must_be_told_apart() -> None:
    with pytest.raises(ValueError, match="do not fit"):
        score([], {}, EYE)
    with pytest.raises(ValueError, match="do not fit"):
        score([reference("a"), reference("a", (1, 0, 0))], {"a": (0, 0, 0)}, EYE)


@pytest.mark.parametrize(
    "estimates",
    [{"z": (0.0, 0.0, 0.0)}, {"a": (0.0, 0.0, 0.0), "z": (0.0, 0.0, 0.0)}],
)
def test_estimates_of_nothing_are_refused(
    estimates: dict[str, tuple[float, float, float]],
) -> None:
    with pytest.raises(ValueError, match="'z'"):
        score([reference("a")], estimates, EYE)


coordinate = st.integers(-8, 8).map(lambda n: n / 4)
point = st.tuples(coordinate, coordinate, coordinate)
side = st.sampled_from([0.0, 0.25, 0.5, 1.0, 3.0])
sides = st.tuples(side, side, side)


@st.composite
def maps(
    draw: st.DrawFn,
) -> tuple[list[Reference], dict[str, tuple[float, float, float]]]:
    """Up to five targets in two groups, any part of them estimated; many ties."""
    count = draw(st.integers(1, 5))
    targets = [
        reference(f"t{i}", draw(point), draw(sides), draw(st.sampled_from("gh")))
        for i in range(count)
    ]
    chosen = draw(st.sets(st.sampled_from([t.identifier for t in targets])))
    return targets, {name: draw(point) for name in sorted(chosen)}


def by_hand(
    targets: list[Reference], estimates: dict[str, tuple[float, float, float]]
) -> tuple[float, dict[float, int], dict[float, float]]:
    """Least total distance; most hits and, with those, the greatest overlap: all pairings tried."""
    total, hits = 0.0, dict.fromkeys(THRESHOLDS, 0)
    overlaps = dict.fromkeys(THRESHOLDS, 0.0)
    for group in {t.group for t in targets}:
        members = [t for t in targets if t.group == group]
        points = [estimates[t.identifier] for t in members if t.identifier in estimates]
        pairings = [
            [
                (
                    float(np.linalg.norm(np.subtract(p, t.centre))),
                    float(overlap(np.array(t.sides), np.subtract(p, t.centre))),
                )
                for p, t in zip(points, chosen, strict=True)
            ]
            for chosen in permutations(members, len(points))
        ]
        total += min(sum(d for d, _ in pairing) for pairing in pairings)
        for threshold in THRESHOLDS:
            best = max(
                (sum(j > threshold for _, j in pairing), sum(j for _, j in pairing))
                for pairing in pairings
            )
            hits[threshold] += best[0]
            overlaps[threshold] += best[1]
    return total, hits, overlaps


@settings(max_examples=150, deadline=None)
@given(maps())
def test_against_all_assignments(
    given_map: tuple[list[Reference], dict[str, tuple[float, float, float]]],
) -> None:
    targets, estimates = given_map
    found = score(targets, estimates, EYE)
    total, hits, _ = by_hand(targets, estimates)
    assert sum(found.distances) == pytest.approx(total)
    assert dict(found.hits) == hits
    assert 0 <= found.iou_sum <= len(estimates) + 1e-12


@settings(max_examples=100, deadline=None)
@given(maps(), st.randoms(use_true_random=False))
def test_identifiers_of_a_group_may_be_exchanged(
    given_map: tuple[list[Reference], dict[str, tuple[float, float, float]]],
    random: object,
) -> None:
    targets, estimates = given_map
    exchanged = {}
    for group in "gh":
        names = [t.identifier for t in targets if t.group == group and t.identifier in estimates]
        shuffled = list(names)
        random.shuffle(shuffled)  # type: ignore[attr-defined]
        exchanged |= {new: estimates[old] for new, old in zip(shuffled, names, strict=True)}
    assert measures(score(targets, exchanged, EYE)) == measures(score(targets, estimates, EYE))


def measures(found: Score) -> tuple[object, ...]:
    return found.iou_sum, dict(found.hits), found.distances, dict(found.ious)


@settings(max_examples=60, deadline=None)
@given(maps(), st.integers(0, 2**32 - 1))
def test_turning_the_task_frame_changes_nothing(
    given_map: tuple[list[Reference], dict[str, tuple[float, float, float]]], seed: int
) -> None:
    """The boxes stay with the world; only the numbers of the task frame differ."""
    targets, estimates = given_map
    axes = Rotation.random(random_state=seed).as_matrix()  # columns: task axes in the world

    def turned(values: tuple[float, float, float]) -> tuple[float, float, float]:
        x, y, z = (axes.T @ np.array(values)).tolist()
        return x, y, z

    moved = [Reference(t.identifier, t.group, turned(t.centre), t.sides) for t in targets]
    told = {name: turned(p) for name, p in estimates.items()}
    straight, tilted = score(targets, estimates, EYE), score(moved, told, axes)
    assert sum(tilted.distances) == pytest.approx(sum(straight.distances), abs=1e-9)
    assert tilted.submitted == straight.submitted


@pytest.mark.parametrize("seed", range(20))
def test_turning_the_task_frame_keeps_overlaps_and_hits(seed: int) -> None:
    """Without ties, so that the assignments are the same."""
    rng = np.random.default_rng(seed)
    centres, boxes = rng.uniform(-3, 3, (8, 3)), rng.uniform(0.2, 2, (8, 3))
    points = centres + rng.normal(0, 0.2, (8, 3))
    found = []
    for axes in (EYE, Rotation.random(random_state=seed).as_matrix()):
        targets = [
            Reference(f"t{i}", f"g{i % 2}", tuple(c @ axes), tuple(b))
            for i, (c, b) in enumerate(zip(centres, boxes, strict=True))
        ]
        found.append(score(targets, {f"t{i}": p @ axes for i, p in enumerate(points)}, axes))
    straight, turned = found
    assert turned.iou_sum == pytest.approx(straight.iou_sum)
    assert dict(turned.hits) == dict(straight.hits)
    assert turned.matches == straight.matches


@given(sides, point, st.floats(0, 1), st.integers(0, 2))
def test_a_smaller_error_never_overlaps_less(
    box: tuple[float, float, float], error: tuple[float, float, float], share: float, axis: int
) -> None:
    nearer = list(error)
    nearer[axis] *= share
    assert overlap(np.array(box), np.array(nearer)) >= overlap(np.array(box), np.array(error))


@given(maps())
def test_all_is_coverage_times_submitted(
    given_map: tuple[list[Reference], dict[str, tuple[float, float, float]]],
) -> None:
    found = score(*given_map, EYE)
    if found.submitted:
        of_submitted = found.iou_sum / found.submitted
        assert found.mean_iou_all == pytest.approx(found.coverage * of_submitted)


def test_a_thousand_alike_objects() -> None:
    rng = np.random.default_rng(0)
    centres = rng.uniform(-5, 5, (1000, 3)).round(3)
    targets = [
        reference(f"t{i}", (c[0], c[1], c[2]), (0.3, 0.3, 0.3), "g") for i, c in enumerate(centres)
    ]
    order = rng.permutation(1000)
    estimates = {f"t{i}": tuple(centres[k] + 0.001) for i, k in enumerate(order)}
    found = score(targets, estimates, EYE)
    assert found.hits == {0.0: 1000, 0.5: 1000, 0.9: 1000}
    assert max(found.distances) == pytest.approx(0.001 * 3**0.5)
