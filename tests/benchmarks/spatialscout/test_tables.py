"""Tables and figures from runs, against numbers worked out from their verdicts."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lookabout.benchmarks.registry import find_reporting
from lookabout.benchmarks.spatialscout import figures, tables, tables_published
from lookabout.benchmarks.spatialscout.baselines import BASELINES
from lookabout.benchmarks.spatialscout.factors import FAILURE, SUCCESS
from lookabout.benchmarks.spatialscout.figures import pareto
from lookabout.benchmarks.spatialscout.settings import Settings
from lookabout.benchmarks.spatialscout.tables_lines import (
    Line,
    make_lines,
    read_outcome,
    variant,
)
from lookabout.records import AgentInfo
from lookabout.results.figures import CurveFigure, MixFigure, SpotFigure
from lookabout.results.formats import to_csv, to_markdown
from lookabout.results.load import Run, load_runs
from lookabout.results.prices import Price, priced
from lookabout.results.report import write_report
from lookabout.results.statistics import Mean, Share
from lookabout.results.tables import Table
from tests.benchmarks.spatialscout.made_runs import Made, shaken, write_run

ONE = AgentInfo(name="acme/one", kind="model", settings={"reasoning_effort": "high"})
TWO = AgentInfo(name="acme/two", kind="model")
BLIND = AgentInfo(name="origin", kind="scripted")


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    out = tmp_path_factory.mktemp("runs")
    yaws = (0.0, 100.0, 200.0)
    return [
        write_run(out / "one", Made(ONE, shaken(2.0, 0.2), yaws, cost=3.0, failures=2)),
        write_run(out / "two", Made(TWO, shaken(10.0, 0.5), yaws, tokens=(10_000, 1_000))),
        write_run(out / "blind", Made(BLIND, BASELINES["origin"].make(), yaws, tokens=(0, 0))),
    ]


@pytest.fixture(scope="module")
def runs(folders: list[Path]) -> list[Run]:
    return load_runs(folders, reporting=find_reporting)


@pytest.fixture(scope="module")
def lines(runs: list[Run]) -> list[Line]:
    return make_lines(runs)


def column(table: Table, key: str) -> list[Any]:
    place = [c.key for c in table.columns].index(key)
    return [row[place] for row in table.rows]


def test_overlap_is_pooled_over_objects(runs: list[Run], lines: list[Line]) -> None:
    table = tables.overlap_table(lines, published=False)
    assert not any(
        words in note
        for note in table.notes
        for words in ("left out", "different scenes", "errors take them for")
    )
    assert column(table, "all_iou") == [figures.mean_iou(line.outcomes) for line in lines]
    for run, row in zip(runs, range(3), strict=True):
        verdicts = [a.verdict for a in run.judged]
        n, m = sum(v["targets"] for v in verdicts), sum(v["submitted"] for v in verdicts)
        covered = Mean.of(100 * v["submitted"] / 5 for v in verdicts)
        assert covered is not None
        assert column(table, "coverage")[row] == Mean(
            pytest.approx(100 * m / n), pytest.approx(covered.error), 3
        )
        for key, name in (
            ("iou", "iou_sum"), ("over_0", "hits_0"), ("over_50", "hits_50"), ("over_90", "hits_90")
        ):  # fmt: skip
            total = sum(v[name] for v in verdicts)
            assert column(table, f"all_{key}")[row].value == pytest.approx(100 * total / n)
            # Every scene has five targets, so the error is that of a mean of three.
            means = Mean.of(100 * v[name] / 5 for v in verdicts)
            assert means is not None
            assert column(table, f"all_{key}")[row].error == pytest.approx(means.error)
            assert column(table, f"submitted_{key}")[row].value == pytest.approx(100 * total / m)


def test_all_is_coverage_times_submitted(lines: list[Line]) -> None:
    table = tables.overlap_table(lines, published=False)
    for key in ("iou", "over_0", "over_50", "over_90"):
        for c, whole, part in zip(
            column(table, "coverage"),
            column(table, f"all_{key}"),
            column(table, f"submitted_{key}"),
            strict=True,
        ):
            assert whole.value == pytest.approx(c.value / 100 * part.value)


def test_errors_and_losses(runs: list[Run], lines: list[Line]) -> None:
    table = tables.error_table(lines, published=False)
    for run, row in zip(runs, range(3), strict=True):
        verdicts = [a.verdict for a in run.judged]
        errors = [100 * e for v in verdicts for e in v["errors_m"]]
        assert column(table, "mean_error_cm")[row].value == pytest.approx(sum(errors) / len(errors))
        assert column(table, "rms_error_cm")[row].value == pytest.approx(
            math.sqrt(sum(e * e for e in errors) / len(errors))
        )
        ordered = sorted(errors)
        middle = (ordered[(len(errors) - 1) // 2] + ordered[len(errors) // 2]) / 2
        assert column(table, "median_error_cm")[row].value == pytest.approx(middle)
        for cost in (1, 2, 5, 10):
            mean = sum(v[f"loss_{cost}m"] for v in verdicts) / len(verdicts)
            assert column(table, f"loss_{cost}m")[row].value == pytest.approx(mean)
    # Nothing is omitted, so the cost of omissions does not matter.
    assert len({column(table, f"loss_{cost}m")[2].value for cost in (1, 2, 5, 10)}) == 1


def test_progress_ends_at_the_verdicts_and_never_before_the_first_reply(
    runs: list[Run], lines: list[Line]
) -> None:
    section = figures.progress_section(lines)
    rows = [dict(zip([c.key for c in section.table.columns], r, strict=True))
            for r in section.table.rows]  # fmt: skip
    for run in runs:
        final = sum(100 * a.verdict["mean_iou"] for a in run.judged) / len(run.judged)
        for unit in ("replies", "pictures"):
            own = [r for r in rows if r["run"] == run.name and r["unit"] == unit]
            longest = max(
                len(a.diagnostics[f"iou_by_{'reply' if unit == 'replies' else 'image'}"])
                for r in runs for a in r.judged
            )  # fmt: skip
            assert own[-1]["used"] == longest < 100
            assert own[-1]["iou"].value == pytest.approx(final)
            assert [r["used"] for r in own] == sorted(r["used"] for r in own)
        first = next(r for r in rows if r["run"] == run.name and r["unit"] == "replies")
        assert (first["used"], first["iou"].value, first["error_cm"]) == (1, 0.0, None)
    assert isinstance(section.figure, CurveFigure)
    for run, curve in zip(runs, section.figure.rows[0][0].curves, strict=True):
        assert curve.points[-1][0] == max(a.replies for a in run.judged)  # the longest episode's


def test_progress_ends_with_what_was_used_or_the_budget_of_a_run(tmp_path: Path) -> None:
    small = Settings(calls=4, images=2).model_dump(mode="json")
    blind = BASELINES["origin"].make()
    folders = [
        write_run(tmp_path / "small", Made(BLIND, blind, settings=small)),
        write_run(tmp_path / "large", Made(BLIND, blind)),
        write_run(tmp_path / "far", Made(ONE, shaken(1.0))),
    ]
    runs = load_runs(folders, reporting=find_reporting)
    section = figures.progress_section(make_lines(runs))
    used: dict[tuple[str, str], list[int]] = {}
    for row in section.table.rows:
        used.setdefault((str(row[2]), str(row[0])), []).append(int(str(row[1])))
    replies = max(a.replies for a in runs[2].judged)
    pictures = max(a.diagnostics["images"] for a in runs[2].judged)
    grid = (1, 2, 5, 10, 20, 30, 40, 50, 60, 80, 100)
    for name in ("large", "far"):
        assert used[name, "replies"] == [*(p for p in grid if p < replies), replies]
        assert used[name, "pictures"] == [*(p for p in grid if p < pictures), pictures]
    assert used["small", "replies"] == [1, 2, 4]
    assert used["small", "pictures"] == [1, 2]
    alone = figures.progress_section(make_lines(runs[:1]))
    assert [row[:2] for row in alone.table.rows] == [
        ("replies", 1), ("replies", 2), ("pictures", 1)
    ]  # fmt: skip
    # Two replies, of which the second submits: the curves end there.
    assert isinstance(section.figure, CurveFigure)
    coverage = section.figure.rows[1]
    assert [curve.points for curve in coverage[0].curves[:2]] == [((1.0, 0.0), (2.0, 100.0))] * 2
    assert [curve.points for curve in coverage[1].curves[:2]] == [((1.0, 100.0),)] * 2


def test_tool_calls_by_part(lines: list[Line]) -> None:
    section = figures.tools_section(lines)
    blind = [r for r in section.table.rows if r[0] == "blind"]
    # Three episodes of two replies: inventory, then submission and the end.
    keys = [c.key for c in section.table.columns]
    counted = {
        r[keys.index("stage")]: (r[keys.index("calls")], r[keys.index("mapping")]) for r in blind
    }
    assert counted["20–30 %"] == (3, Share(0, 3))
    assert counted["70–80 %"] == (6, Share(3, 6))
    assert counted["0–10 %"] == (0, Share(0, 0))
    assert isinstance(section.figure, MixFigure)
    assert [panel.title for panel in section.figure.panels] == [line.name for line in lines]
    parts = dict(zip(section.figure.parts, section.figure.panels[2].shares, strict=True))
    assert parts["Mapping"] == (None, None, 0.0, None, None, None, None, 0.5, None, None)
    assert parts["Other"] == (None, None, 1.0, None, None, None, None, 0.5, None, None)


def test_cost_needs_prices_or_reports(runs: list[Run], lines: list[Line]) -> None:
    plain = figures.cost_section(lines, published=False)
    assert [row[0] for row in plain.table.rows] == ["one"]
    assert any("two is left out" in note for note in plain.table.notes)
    assert not any("blind" in note for note in plain.table.notes)
    assert isinstance(plain.figure, SpotFigure)
    assert [(spot.name, spot.x, spot.hollow) for spot in plain.figure.spots] == [
        ("acme/one (high)", 3.0, False)
    ]
    assert plain.figure.front == ("acme/one (high)",)
    assert "dashed line" not in plain.figure.caption  # of one there is none
    assert not plain.figure.note
    assert not any("‡" in note for note in plain.table.notes)
    effort = tables.effort_table(lines)
    assert column(effort, "cost_usd") == [Mean(3.0, 0.0, 3), None, None]
    assert any("two: 3 of 3 episodes have no cost" in note for note in effort.notes)
    assert not any("one:" in note or "blind:" in note for note in effort.notes)
    paid = make_lines(priced(runs, {"acme/two": Price(10, 100, 10)}))
    found = figures.cost_section(paid, published=True)
    assert [m.value for m in column(found.table, "cost_usd")[:2]] == pytest.approx([3.0, 0.2])
    assert column(found.table, "front") == ["yes", "yes", None]
    assert isinstance(found.figure, SpotFigure)
    assert [spot.hollow for spot in found.figure.spots] == [False, False, True]
    assert found.figure.front == ("acme/two", "acme/one (high)")  # the cheaper one first
    assert "dashed line" in found.figure.caption
    assert "‡" in found.figure.note


def test_the_front() -> None:
    points = [(1.0, 10.0), (2.0, 9.0), (2.0, 30.0), (3.0, 30.0), (9.0, 31.0), (9.0, 31.0)]
    assert pareto(points) == {0, 2, 4, 5}
    assert pareto([]) == set()


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), max_size=8))
def test_the_front_by_trying_every_pair(points: list[tuple[int, int]]) -> None:
    """On it: what costs no more maps no better, and what costs less maps worse."""
    front = {
        i
        for i, (cost, value) in enumerate(points)
        if all(v <= value for c, v in points if c <= cost)
        and all(v < value for c, v in points if c < cost)
    }
    assert pareto([(float(c), float(v)) for c, v in points]) == front


def test_a_run_that_cost_nothing_is_on_the_front_and_not_drawn(tmp_path: Path) -> None:
    folders = [
        write_run(tmp_path / "free", Made(ONE, shaken(2.0), cost=0.0)),
        write_run(tmp_path / "dear", Made(TWO, shaken(10.0, 0.5), cost=2.0)),
        write_run(tmp_path / "best", Made(TWO, cost=3.0)),
    ]
    found = figures.cost_section(make_lines(load_runs(folders)), published=False)
    assert column(found.table, "front") == ["yes", "no", "yes"]
    assert isinstance(found.figure, SpotFigure)
    assert [spot.x for spot in found.figure.spots] == [2.0, 3.0]
    assert len(found.figure.front) == 1
    assert any(note.startswith("free cost nothing") for note in found.table.notes)
    alone = figures.cost_section(make_lines(load_runs(folders[:1])), published=True)
    assert alone.figure is None
    assert column(alone.table, "front") == ["yes", None]


def test_factors_are_counted_within_their_outcome(lines: list[Line]) -> None:
    table = tables.factor_table(lines, published=True)
    names = [column.title for column in table.columns]
    assert names[2:] == [*(line.name for line in lines), "Four models, xhigh ‡"]
    rows = {str(row[1]): row for row in table.rows}
    for success, factors in ((True, SUCCESS), (False, FAILURE)):
        for words in factors.values():
            assert rows[words][0] == ("successes" if success else "failures")
            for line, share in zip(lines, rows[words][2:5], strict=True):
                own = [o for o in line.outcomes if o.attempt.success is success]
                assert isinstance(share, Share)
                assert share.n == len(own)
    assert len(rows) == len(table.rows) == len(SUCCESS) + len(FAILURE)
    assert rows[FAILURE["unsupported_estimates"]][4] == Share(3, 3)
    assert rows[FAILURE["incomplete_coverage"]][-1] == Share(26, 34)
    assert "76.5 % (26 of 34)" in to_markdown(table)
    head = to_csv(table).splitlines()[0].split(",")
    assert {"run1_one_count", "run1_one_n", "run1_one_percent", "published_count"} <= set(head)
    own = tables.factor_table(lines, published=False)
    assert len(own.columns) == 2 + 3
    untold = make_lines(load_runs([lines[0].run.folder]))  # without diagnostics
    assert not tables.factor_table(untold, published=False).rows


def test_grounding(lines: list[Line]) -> None:
    table = tables.grounding_table(lines, published=True)
    supported = column(table, "supported")
    assert supported[0].value == 100
    assert supported[2].value == 0
    assert column(table, "warned")[2] is None
    assert column(table, "images")[2] == Mean(1.0, 0.0, 3)
    assert supported[3] == Mean(99.33, None, 80)


def test_failures_are_counted_apart(lines: list[Line]) -> None:
    table = tables.completion_table(lines)
    assert column(table, "attempts") == [5, 3, 3]
    assert column(table, "planned") == [3, 3, 3]
    assert column(table, "unresolved") == [0, 0, 0]
    assert column(table, "agent_error")[0] == Share(0, 5)
    assert column(table, "calls_spent")[0] == column(table, "no_tool_calls")[0] == Share(0, 3)
    assert column(table, "service_error") == [Share(2, 5), Share(0, 3), Share(0, 3)]
    assert column(table, "finished")[0] == Share(3, 3)


def test_published_rows_are_marked_and_as_printed() -> None:
    rows = tables_published.rows("overlap")
    assert len(rows) == 8
    assert rows[0]["all_iou"] == "41.71"
    assert {row["factor"] for row in tables_published.rows("factors")} == {*SUCCESS, *FAILURE}
    table = tables.overlap_table([], published=True)
    assert all("‡" in str(row[1]) for row in table.rows)
    assert any("not comparable" in note for note in table.notes)


def test_published_digits_fit_each_other() -> None:
    """All = coverage × submitted, with one coverage a row as far as rounding tells: in every row
    but the one that the paper itself prints otherwise."""
    odd = []
    for row in tables_published.rows("overlap"):
        low, high = 0.0, 1.0
        for key in ("iou", "0", "50", "90"):
            whole, part = float(row[f"all_{key}"]), float(row[f"submitted_{key}"])
            low = max(low, (whole - 0.005) / (part + 0.005))
            high = min(high, (whole + 0.005) / max(part - 0.005, 1e-9))
        if low > high:
            odd.append((row["model"], row["effort"]))
    assert odd == [("GPT-6 Astra", "xhigh")]
    counts = {row["factor"]: int(row["count"]) for row in tables_published.rows("factors")}
    assert [counts[name] for name in SUCCESS] == [tables_published.SUCCESSES] * 3
    failures = tables_published.TRAJECTORIES - tables_published.SUCCESSES
    assert sorted(counts[name] for name in FAILURE) == [3, 5, 6, 13, 13, 21, 26]
    assert max(counts[name] for name in FAILURE) <= failures == 34
    assert [row["loss_m"] for row in tables_published.rows("losses")] == ["2.984", "4.487"]
    assert tables_published.costs() == {("Claude Opus 5.5", "xhigh"): 28.85}


@pytest.fixture(scope="module")
def two_episodes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_run(tmp_path_factory.mktemp("two") / "run", Made(yaws=(0.0, 90.0)))


@pytest.mark.parametrize(
    "change",
    [
        {"targets": 0},
        {"targets": True},
        {"targets": None},
        {"targets": 5.0},
        {"targets": 4},
        {"submitted": 99},
        {"submitted": 5.0},
        {"submitted": None},
        {"submitted": -1},
        {"hits_0": 6},
        {"hits_0": True, "hits_50": 0, "hits_90": 0, "iou_sum": 0.5},
        {"hits_90": -1},
        {"errors_m": [0.1, 0.1, 0.1, 0.1, -0.1]},
        {"errors_m": [0.1, 0.1, 0.1, 0.1, True]},
        {"errors_m": [0.1, 0.1, 0.1, 0.1, 1e7]},
        {"errors_m": [0.1] * 6},
        {
            "targets": 0,
            "submitted": 0,
            "errors_m": [],
            "iou_sum": 0.0,
            "hits_0": 0,
            "hits_50": 0,
            "hits_90": 0,
        },
        {"iou_sum": "5"},
        {"hits_0": 1, "hits_50": 2},
        {"hits_90": None},
        {"iou_sum": -1.0},
        {"hits_0": 1, "hits_50": 0, "hits_90": 0, "iou_sum": 1.5},
        {"iou_sum": 1e9},
        {"iou_sum": math.nan},
        {"errors_m": [0.1]},
        {"errors_m": "many"},
        {"metric_version": "0"},
    ],
)
def test_verdicts_that_cannot_be_are_left_out_and_counted(
    two_episodes: Path, change: dict[str, Any]
) -> None:
    path = two_episodes / "episodes/0001/attempt-1/episode.json"
    whole = path.read_text()
    data = json.loads(whole)
    assert (data["verdict"]["targets"], data["verdict"]["submitted"]) == (5, 5)
    data["verdict"] |= change
    path.write_text(json.dumps(data))
    (run,) = load_runs([two_episodes], reporting=find_reporting)
    path.write_text(whole)
    (line,) = make_lines([run])
    assert (len(line.outcomes), line.broken) == (1, 1)
    table = tables.overlap_table([line], published=False)
    assert column(table, "scenes") == [1]
    assert any("left out: 1 judged" in note for note in table.notes)
    assert read_outcome(run.judged[0]) is not None


def test_rows_say_who_and_with_what_effort(lines: list[Line]) -> None:
    table = tables.overlap_table(lines, published=True)
    assert column(table, "run")[:3] == ["one", "two", "blind"]
    assert column(table, "effort")[:5] == ["high", "", "", "xhigh", "xhigh"]
    assert [line.name for line in lines] == ["acme/one (high)", "acme/two", "origin"]


def test_other_scenes_are_told(tmp_path: Path) -> None:
    folders = [
        write_run(tmp_path / "a", Made(yaws=(0.0, 90.0))),
        write_run(tmp_path / "b", Made(yaws=(0.0, 0.0))),
    ]
    notes = tables.overlap_table(make_lines(load_runs(folders)), published=False).notes
    assert any("1 of 2 are in all" in note for note in notes)
    assert any("b: 2 episodes of 1 scenes" in note for note in notes)


def test_variants() -> None:
    defaults = Settings().model_dump(mode="json")
    assert variant(defaults) == ""
    assert variant({}) == ""
    assert variant({**defaults, "calls": 50, "images": 1}) == "50 replies, 1 pictures"
    assert variant({**defaults, "later": [1]}) == "later [1]"
    assert variant({**defaults, "prompts": {"task": "x"}}).startswith("own prompts ")


def test_a_whole_report(folders: list[Path], tmp_path: Path) -> None:
    files = write_report(folders, tmp_path / "r", reporting=find_reporting, published=True)
    names = {path.name for path in files.more}
    assert {f"spatialscout-{n}.svg" for n in ("progress", "tools", "cost")} <= names
    assert {f"spatialscout-{n}.csv" for n in ("overlap", "errors", "factors", "grounding")} <= names
    page = files.page.read_text()
    assert "iou by reply" not in page
    header, first = files.episodes_csv.read_text().splitlines()[:2]
    assert "diagnostic_iou_by_reply" in header
    assert '"[0.0, ' in first


def test_the_page_tells_an_episode_in_words(folders: list[Path], tmp_path: Path) -> None:
    files = write_report(folders[:1], tmp_path / "out", reporting=find_reporting)
    page = files.page.read_text(encoding="utf-8")
    body = page.partition('<div class="body">')[2].partition('<details class="episode')[0]
    # Each is told once, whether it is a label, a part of the verdict, or a diagnostic.
    for name in ("targets", "coverage", "mean IoU", "RMS error", "pictures", "factors"):
        assert body.count(f"<dt>{name}</dt>") == 1, name
    for key in ("hits 50", "iou sum", "metric version", "multi_view_grounding", "loss 1m"):
        assert key not in body, key
    assert " % · 5 targets<" in page
    # Calls of tools with what they were given; no reply is nothing to complain of.
    assert "<b>capture_image</b>" in body
    assert "empty reply" not in body
    # The chart at the head is of the leading score.
    assert "Mean IoU, percent, ± standard error." in page
