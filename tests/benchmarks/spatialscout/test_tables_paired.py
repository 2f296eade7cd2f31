"""Runs compared scene by scene, against numbers worked out by hand and by SciPy."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from lookabout.benchmarks.registry import find_reporting
from lookabout.benchmarks.spatialscout.baselines import BASELINES
from lookabout.benchmarks.spatialscout.tables_lines import Line, make_lines
from lookabout.benchmarks.spatialscout.tables_paired import paired_table
from lookabout.records import AgentInfo
from lookabout.results.formats import to_csv, to_rich
from lookabout.results.load import load_runs
from lookabout.results.report import write_report
from lookabout.results.statistics import MeanDifference
from lookabout.results.tables import Table
from tests.benchmarks.spatialscout.made_runs import Made, shaken, write_run

BLIND = AgentInfo(name="origin", kind="scripted")
# (scene, targets, submitted, sum of overlaps, error of each submitted)
Flown = tuple[str, int, int, float, float]


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Line:
    folder = write_run(tmp_path_factory.mktemp("one") / "run", Made(yaws=(0.0,)))
    (line,) = make_lines(load_runs([folder], reporting=find_reporting))
    return line


def line(template: Line, name: str, flown: Sequence[Flown]) -> Line:
    """A run with these verdicts."""
    (episode,), (outcome,) = template.run.episodes, template.outcomes
    attempts = [
        replace(outcome.attempt, scenario_key=scene, scene_fingerprint=scene) for scene, *_ in flown
    ]
    episodes = [
        replace(episode, index=index, attempts=(attempt,)) for index, attempt in enumerate(attempts)
    ]
    outcomes = [
        replace(outcome, attempt=attempt, targets=n, submitted=m, iou_sum=q, errors_m=(error,) * m)
        for attempt, (_, n, m, q, error) in zip(attempts, flown, strict=True)
    ]
    run = replace(template.run, name=name, episodes=tuple(episodes))
    return replace(template, run=run, name=name, outcomes=tuple(outcomes))


def row(table: Table, number: int = 0) -> dict[str, Any]:
    return dict(zip([c.key for c in table.columns], table.rows[number], strict=True))


def test_by_hand(template: Line) -> None:
    """
    Gaps of overlap 3 of 10 and 1 of 30: 0.1; residuals 2 and −2, so ± √(2 · 8)/40 = 0.1. Losses
    at 5 m: (10 · 1 − (5 + 25))/10 = −2 and (15 + 75 − 30)/30 = +2: 0 ± √8/√2 = 2.
    """
    one = line(template, "one", [("a", 10, 10, 4.0, 1.0), ("b", 30, 15, 2.0, 1.0)])
    two = line(template, "two", [("b", 30, 30, 1.0, 1.0), ("a", 10, 5, 1.0, 1.0)])
    table = paired_table([one, two])
    found = row(table)
    assert (found["first_run"], found["second_run"], found["scenes"]) == ("one", "two", 2)
    assert found["iou"] == MeanDifference(pytest.approx(10.0), pytest.approx(10.0), 2, 100)
    assert found["iou_p"] == pytest.approx(0.5)  # t = 1, one degree of freedom: Cauchy's
    # Submitted: 10 − 5 of 10, 15 − 30 of 30: −10 of 40; residuals 7.5 and −7.5.
    error = 100 * (2 * 2 * 7.5**2) ** 0.5 / 40
    span = found["iou"].interval()
    # 10 ± 10 tan(0.475 π) goes beyond what overlaps can differ by.
    assert (span.low, span.high) == (-100.0, 100.0)
    assert found["coverage"] == MeanDifference(pytest.approx(-25.0), pytest.approx(error), 2, 100)
    assert found["loss"] == MeanDifference(pytest.approx(0.0), pytest.approx(2.0), 2)
    assert found["loss_p"] == pytest.approx(1.0)
    assert found["iou_p_holm"] == found["iou_p"]  # one row


def test_of_equally_many_targets_it_is_the_paired_t_test(template: Line) -> None:
    from scipy.stats import ttest_rel

    first = [3.0, 5.5, 9.0, 12.0, 7.25]
    second = [2.0, 6.0, 7.0, 9.5, 7.0]
    lines = [
        line(template, name, [(f"s{k}", 40, 40, q, q / 10) for k, q in enumerate(values)])
        for name, values in (("one", first), ("two", second))
    ]
    found = row(paired_table(lines))
    for key, scale in (("iou", 100 / 40), ("loss", 0.1)):
        theirs = ttest_rel([scale * v for v in first], [scale * v for v in second])
        ends = theirs.confidence_interval(0.95)
        assert found[f"{key}_p"] == pytest.approx(theirs.pvalue)
        span = found[key].interval()
        assert (span.low, span.high) == pytest.approx((ends.low, ends.high))


def test_a_scene_flown_several_times_is_one_sample(template: Line) -> None:
    """The gaps of scene a add up to 4 of 20; b has 1 of 10: as one scene of twice the size. The
    loss of a scene is the mean of its pairs'."""
    one = line(
        template, "one",
        [("a", 10, 10, 5.0, 1.0), ("b", 10, 10, 3.0, 1.0), ("a", 10, 10, 3.0, 3.0)],
    )  # fmt: skip
    two = line(
        template, "two",
        [("a", 10, 10, 2.0, 0.0), ("a", 10, 10, 2.0, 0.0), ("b", 10, 10, 2.0, 0.0)],
    )  # fmt: skip
    found = row(paired_table([one, two]))
    residuals = (4 - 20 * 5 / 30, 1 - 10 * 5 / 30)
    error = 100 * (2 * sum(r * r for r in residuals)) ** 0.5 / 30
    assert found["scenes"] == 2
    assert found["iou"] == MeanDifference(pytest.approx(500 / 30), pytest.approx(error), 2, 100)
    assert found["loss"] == MeanDifference(pytest.approx(1.5), pytest.approx(0.5), 2)


def test_ties_single_scenes_and_other_scenes(template: Line) -> None:
    flown = [("a", 10, 10, 1 / 3, 0.1), ("b", 30, 15, 2.0, 0.1)]
    one, same = line(template, "one", flown), line(template, "same", flown)
    tie = row(paired_table([one, same]))
    assert tie["iou"] == tie["coverage"] == MeanDifference(0.0, 0.0, 2, 100)
    assert tie["loss"] == MeanDifference(0.0, 0.0, 2)
    assert (tie["iou_p"], tie["loss_p"], tie["iou_p_holm"]) == (1.0, 1.0, 1.0)
    alone = row(paired_table([one, line(template, "few", [("b", 30, 3, 1.0, 0.1)])]))
    assert alone["scenes"] == 1
    assert alone["iou"] == MeanDifference(pytest.approx(100 / 30), None, 1, 100)
    assert (alone["iou_p"], alone["iou_p_holm"], alone["loss_p"]) == (None, None, None)
    other = paired_table([one, line(template, "far", [("c", 5, 5, 1.0, 0.1)])])
    assert other.rows == ()
    assert other.notes == ("one and far share no judged scene.",)
    # A record whose targets are not the scene's is paired with nothing.
    damaged = paired_table([one, line(template, "odd", [("a", 9, 9, 1.0, 0.1)])])
    assert damaged.rows == ()


def test_p_is_adjusted_for_the_rows_that_have_one(template: Line) -> None:
    scenes = ("a", "b", "c", "d")
    lines = [
        line(template, name, [(s, 10, 10, q, 0.1) for s, q in zip(scenes, values, strict=False)])
        for name, values in (
            ("one", (1.0, 2.0, 3.0, 4.0)),
            ("two", (2.0, 3.5, 3.0, 5.0)),
            ("few", (9.0,)),
        )
    ]
    table = paired_table([*lines, line(template, "more", [(s, 10, 10, 8.0, 0.1) for s in scenes])])
    plain = [row(table, k)["iou_p"] for k in range(6)]
    adjusted = [row(table, k)["iou_p_holm"] for k in range(6)]
    # one–two, one–more and two–more are tested; each of few's has a single scene.
    known = sorted(p for p in plain if p is not None)
    assert [p is None for p in plain] == [False, True, False, True, False, True]
    assert sorted(p for p in adjusted if p is not None) == pytest.approx(
        [3 * known[0], max(3 * known[0], 2 * known[1]), max(2 * known[1], known[2])]
    )


def test_written(template: Line) -> None:
    one = line(template, "one", [("a", 10, 10, 4.0, 1.0), ("b", 30, 15, 2.0, 1.0)])
    few = line(template, "few", [("b", 30, 30, 3.0, 1.0)])
    two = line(template, "two", [("b", 30, 30, 1.0, 1.0), ("a", 10, 5, 1.0, 1.0)])
    table = paired_table([one, few, two])
    head, first, second, _ = to_csv(table).splitlines()
    cells = dict(zip(head.split(","), second.split(","), strict=True))
    assert float(cells["iou_mean"]) == pytest.approx(10.0)
    assert {"iou_se", "iou_n", "iou_low", "iou_high", "loss_p_holm"} <= set(cells)
    single = dict(zip(head.split(","), first.split(","), strict=True))
    assert (single["iou_se"], single["iou_low"], single["iou_p"]) == ("", "", "")
    buffer = io.StringIO()
    Console(file=buffer, width=400, color_system=None).print(to_rich(table))
    text = buffer.getvalue()
    assert "+10.00 ± 10.00" in text
    assert "−3.33" in text  # a true minus


def test_the_comparison_of_success_points_to_it(tmp_path: Path) -> None:
    folders = [
        write_run(tmp_path / "best", Made(flown_by=shaken(1.0))),
        write_run(tmp_path / "blind", Made(BLIND, BASELINES["origin"].make())),
    ]
    files = write_report(folders, tmp_path / "out", reporting=find_reporting)
    text = files.summary_markdown.read_text(encoding="utf-8")
    maps, success = text.index("## Paired comparison of maps"), text.index("comparison of success")
    assert maps < success
    assert "'Paired comparison of maps' compares them" in text[success:]
    alone = write_report(folders[:1], tmp_path / "alone", reporting=find_reporting)
    assert "Paired comparison" not in alone.summary_markdown.read_text(encoding="utf-8")
