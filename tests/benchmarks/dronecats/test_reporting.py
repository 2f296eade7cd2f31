"""Reports on whole run folders, as the command makes them; judged again with another radius."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from lookabout.benchmarks.dronecats.log import StepLog
from lookabout.benchmarks.dronecats.reporting import DroneCatsReporting
from lookabout.benchmarks.dronecats.sets import MAPS
from lookabout.benchmarks.registry import find_reporting
from lookabout.errors import UsageError
from lookabout.results.formats import to_csv
from lookabout.results.load import Attempt, load_runs
from lookabout.results.reporting import DrawsLayout, HasRadius, JudgesAgain, within
from lookabout.results.tables import all_tables
from tests.benchmarks.dronecats.made_runs import Made, default_settings, write_run
from tests.cli.test_bad_input import Command, lookabout, refused  # noqa: F401, the fixture
from tests.results.folders import Fake
from tests.results.folders import write_run as write_other_run

ENDINGS = ("csv", "md", "tex")
KEYS = {
    "success", "maps", "declarations", "navigation", "sight", "commanding", "fleet", "failures",
    "thinking", "flight", "rate", "replies",
}  # fmt: skip
ALL = tuple(MAPS)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("runs") / "first"
    return write_run(folder, Made(cells=ALL, episodes=6, skill=0.5, replies=16, seed=3))


@dataclass(frozen=True)
class Read:
    """A report's numbers, without its page and figures."""

    attempts: list[Attempt]
    tables: dict[str, list[dict[str, str]]]
    """As their CSV files hold them, by key."""
    notes: dict[str, tuple[str, ...]]
    problems: list[str]


def read(runs: Sequence[Path], radius: float | None = None, *, published: bool = False) -> Read:
    """:param radius: to judge again with."""
    lookup = find_reporting if radius is None else within(find_reporting, radius)
    loaded = load_runs(runs, reporting=lookup)
    part = lookup("dronecats")
    assert part is not None
    sections = part.sections(loaded, published=published)
    tables = [*all_tables(loaded, grouped=[]), *(section.table for section in sections)]
    return Read(
        attempts=[attempt for run in loaded for attempt in run.judged],
        tables={t.key: list(csv.DictReader(io.StringIO(to_csv(t)))) for t in tables},
        notes={t.key: t.notes for t in tables},
        problems=[problem.what for run in loaded for problem in run.problems],
    )


@pytest.fixture(scope="module")
def reports(run: Path) -> dict[float | None, Read]:
    """By the radius that was asked for."""
    return {radius: read([run], radius) for radius in (None, 5.0, 8.0, 2.0)}


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def by_hand(run: Path, radius: float) -> list[tuple[str, bool, bool]]:
    """(cell, success, reached) of each episode, counted anew from its lines."""
    found = []
    for folder in sorted((run / "episodes").iterdir()):
        record = json.loads((folder / "attempt-1/episode.json").read_text())
        won = near = False
        for line in (folder / "attempt-1/steps.jsonl").read_text().splitlines():
            detail: dict[str, Any] = json.loads(line)["detail"]
            StepLog.model_validate(detail)
            for claim in detail["declarations"]:
                won = won or (claim["visible"] and claim["distance_m"] <= radius)
            near = near or any(s["distance_m"] <= radius for s in detail["trace"])
        found.append((record["labels"]["cell"], won, near or won))
    return found


@pytest.mark.parametrize("radius", [5.0, 8.0, 2.0])
def test_another_radius_is_another_verdict_everywhere(
    run: Path, reports: dict[float | None, Read], radius: float
) -> None:
    made, expected = reports[radius], by_hand(run, radius)
    wins = sum(won for _, won, _ in expected)
    assert [a.success for a in made.attempts] == [won for _, won, _ in expected]
    assert {a.verdict["radius_m"] for a in made.attempts} == {radius}
    assert [a.verdict["mode"] is None for a in made.attempts] == [won for _, won, _ in expected]
    (summary,) = made.tables["summary"]
    assert int(summary["success_count"]) == wins
    assert summary["settings"] == ("" if radius == 5 else f"δ = {radius:g} m")
    (success,) = made.tables["dronecats-success"]
    for cell in ALL[:4]:
        own = [(won, near) for name, won, near in expected if name == cell]
        for key, k in (("sr", 0), ("osr", 1)):
            value = float(success[f"{cell.replace('-', '_')}_{key}_mean"])
            assert value == pytest.approx(100 * sum(pair[k] for pair in own) / len(own))
    for key, column in (
        ("dronecats-maps", "success_count"),
        ("dronecats-declarations", "both_count"),
        ("by-ending", "success_count"),
        ("claims", "right_claim_count"),
    ):
        assert sum(int(r[column]) for r in made.tables[key]) == wins
    failed = sum(int(r["failed"]) for r in made.tables["dronecats-failures"])
    assert failed == len(expected) - wins
    assert {key for key in made.tables if key.startswith("dronecats-")} == {
        f"dronecats-{key}" for key in KEYS
    }
    for key in KEYS:
        assert any("Judged again" in n and f"δ = {radius:g} m" in n
                   for n in made.notes[f"dronecats-{key}"])  # fmt: skip


def test_radii_matter_and_the_own_one_changes_nothing(reports: dict[float | None, Read]) -> None:
    wins = {
        radius: int(made.tables["summary"][0]["success_count"]) for radius, made in reports.items()
    }
    assert wins[2.0] < wins[5.0] <= wins[8.0]
    assert reports[None].tables == reports[5.0].tables
    assert [a.verdict for a in reports[None].attempts] == [a.verdict for a in reports[5.0].attempts]
    assert not any("Judged again" in n for notes in reports[None].notes.values() for n in notes)


def test_what_does_not_depend_on_the_radius_stays(reports: dict[float | None, Read]) -> None:
    for key in ("flight", "rate", "replies", "thinking"):
        own, eight = (
            [{**row, "settings": ""} for row in reports[r].tables[f"dronecats-{key}"]]
            for r in (None, 8.0)
        )
        assert own == eight


def test_paired_comparisons_are_judged_again(run: Path, tmp_path: Path) -> None:
    other = write_run(tmp_path / "second", Made(cells=ALL, episodes=6, skill=0.9, seed=4))
    (pair,) = read([run, other], 8.0).tables["comparison"]
    first, second = ([won for _, won, _ in by_hand(r, 8.0)] for r in (run, other))
    both = list(zip(first, second, strict=True))
    assert int(pair["outcomes_both"]) == both.count((True, True))
    assert int(pair["outcomes_only_second"]) == both.count((False, True))
    assert pair["first_settings"] == pair["second_settings"] == "δ = 8 m"


def test_a_run_of_another_radius_keeps_its_own(run: Path, tmp_path: Path) -> None:
    made = Made(cells=("approaching",), episodes=6, settings=default_settings(delta=8.0))
    runs = [run, write_run(tmp_path / "wide", made)]
    labels = [row["settings"] for row in read(runs).tables["dronecats-success"]]
    assert labels == ["measured clock", "measured clock, δ = 8 m"]
    again = read(runs, 6.0).tables["summary"]
    assert {row["settings"] for row in again} == {"δ = 6 m"}


def test_three_flights_are_repeats(run: Path, tmp_path: Path) -> None:
    flights = [run, *(
        write_run(tmp_path / f"flight-{k}", Made(cells=ALL, episodes=6, replies=16, seed=k))
        for k in (5, 6)
    )]  # fmt: skip
    made = read(flights, published=True)
    found = made.tables["dronecats-repeats"]
    assert [row["cell"] for row in found[:6]] == [*ALL, "one drone"]
    counts = [[won for cell, won, _ in by_hand(f, 5.0) if cell == "tracking"] for f in flights]
    tracking = next(row for row in found if row["cell"] == "tracking")
    assert tracking["successes"] == ", ".join(str(sum(own)) for own in counts)
    assert (found[6]["source"], found[6]["spread"]) == ("published", "7.8")
    assert made.tables["dronecats-success"][0]["conditions"] == "run first"


def test_a_damaged_log_cannot_be_judged_again(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", Made(episodes=3))
    steps = run / "episodes/0001/attempt-1/steps.jsonl"
    lines = steps.read_text().splitlines()
    first = json.loads(lines[0])
    first["detail"]["trace"][0]["distance_m"] = -1
    steps.write_text("\n".join([json.dumps(first), *lines[1:]]) + "\n")
    made = read([run], 8.0)
    assert [a.scenario_id for a in made.attempts] == ["approaching-0", "approaching-2"]
    (problem,) = made.problems
    assert "cannot be judged again" in problem


def test_runs_of_other_benchmarks_have_no_radius(run: Path, tmp_path: Path) -> None:
    other = write_other_run(tmp_path / "other", Fake(episodes=2))
    with pytest.raises(UsageError, match=r"--delta: a run of flysearch has no radius"):
        load_runs([run, other], reporting=within(find_reporting, 8.0))


def test_protocols() -> None:
    assert isinstance(find_reporting("dronecats"), DroneCatsReporting)
    for part in (DroneCatsReporting(), DroneCatsReporting().within(8.0)):
        assert isinstance(part, HasRadius)
        assert isinstance(part, DrawsLayout)
    assert not isinstance(DroneCatsReporting(), JudgesAgain)
    assert isinstance(DroneCatsReporting().within(8.0), JudgesAgain)


@pytest.mark.slow
def test_the_command(
    run: Path,
    tmp_path: Path,
    lookabout: Command,  # noqa: F811
) -> None:
    before = {path: path.read_bytes() for path in run.rglob("*") if path.is_file()}
    out = tmp_path / "out"
    code, _, _ = lookabout("report", run, "--out", out, "--delta", 8, "--with-published")
    assert code == 0
    assert {path: path.read_bytes() for path in run.rglob("*") if path.is_file()} == before
    (row,) = rows(out / "summary.csv")
    assert int(row["success_count"]) == sum(won for _, won, _ in by_hand(run, 8.0))
    for key in KEYS:
        assert all((out / f"tables/dronecats-{key}.{end}").stat().st_size for end in ENDINGS)
    for key in ("declarations", "fleet", "failures"):
        assert (out / f"figures/dronecats-{key}.png").stat().st_size
        ElementTree.fromstring((out / f"figures/dronecats-{key}.svg").read_text())
    page = (out / "report.html").read_text()
    assert "Paths from above" in page
    assert "go to the cyan car" in page
    assert "δ = 8 m" in page
    refused(lookabout("report", run, "--out", out, "--delta", 0), "--delta", "above 0")
    refused(lookabout("report", run, "--out", out, "--delta", -3), "--delta", "above 0")
    refused(lookabout("report", run, "--out", out, "--delta", "nan"), "--delta", "above 0")
    other = write_other_run(tmp_path / "other", Fake(episodes=2))
    refused(
        lookabout("report", other, "--out", tmp_path / "no", "--delta", 8), "--delta", "flysearch"
    )
    assert not (tmp_path / "no").exists()
