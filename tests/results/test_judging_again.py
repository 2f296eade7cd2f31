"""Verdicts made anew take the place of those in the records, everywhere, and nowhere else."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from lookabout.errors import UsageError
from lookabout.records import EpisodeRecord, StepRecord
from lookabout.results.load import Run, load_run
from lookabout.results.report import write_report
from lookabout.results.reporting import HasRadius, JudgesAgain, Reporting, Section, within
from tests.results.folders import Fake, write_run


class Plain:
    """Adds nothing."""

    has_published = False

    def variant(self, set_name: str, settings: Mapping[str, Any]) -> str:
        return ""

    def diagnose(self, record: EpisodeRecord, steps: Sequence[StepRecord]) -> dict[str, Any]:
        return {"success_as_judged": bool((record.verdict or {})["success"])}

    def sections(self, runs: Sequence[Run], *, published: bool) -> list[Section]:
        return []


class Near(Plain):
    """Success is a radius above so many metres for the episode's number."""

    radius = 0.0

    def within(self, radius_m: float) -> Reporting:
        again = Again()
        again.radius = radius_m
        return again


class Again(Near):
    """Judges anew; cannot judge episode 2."""

    def variant(self, set_name: str, settings: Mapping[str, Any]) -> str:
        return f"within {self.radius:g} m"

    def judge(self, record: EpisodeRecord, steps: Sequence[StepRecord]) -> dict[str, Any] | None:
        assert len(steps) == record.steps > 0
        if record.episode == 2:
            return None
        return {"success": record.episode < self.radius, "radius_m": self.radius}


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return write_run(tmp_path / "run", Fake(episodes=5, skill=0.0))


def test_verdicts_are_replaced_and_labelled(run: Path, tmp_path: Path) -> None:
    before = {path: path.read_bytes() for path in run.rglob("*") if path.is_file()}
    made = write_report([run], tmp_path / "out", reporting=within(lambda _: Near(), 4.0))
    assert {path: path.read_bytes() for path in run.rglob("*") if path.is_file()} == before
    with made.episodes_csv.open(newline="") as file:
        rows = list(csv.DictReader(file))
    told = [(r["episode"], r["success"], r["diagnostic_success_as_judged"]) for r in rows]
    assert told == [
        ("0", "True", "True"), ("1", "True", "True"), ("3", "True", "True"),
        ("4", "False", "False"),
    ]  # fmt: skip
    assert {r["settings"] for r in rows} == {"within 4 m"}
    assert {r["verdict_radius_m"] for r in rows} == {"4.0"}
    summary = json.loads(made.summary_json.read_text())
    (first,) = (t["rows"] for t in summary["tables"] if t["key"] == "summary")
    assert (first[0]["success_count"], first[0]["success_n"]) == (3, 4)
    assert first[0]["settings"] == "within 4 m"
    (problem,) = summary["runs"][0]["problems"]
    assert "episodes/0002" in problem["where"]
    assert "cannot be judged again" in problem["what"]
    assert "within 4 m" in made.page.read_text()


def test_what_cannot_be_read_whole_is_not_judged_again(run: Path) -> None:
    steps = run / "episodes/0003/attempt-1/steps.jsonl"
    steps.write_text(steps.read_text().splitlines()[0][:40])
    loaded = load_run(run, reporting=within(lambda _: Near(), 9.0))
    assert [episode.index for episode in loaded.episodes] == [0, 1, 4]
    assert len(loaded.problems) == 2
    # As it stands in its record it counts.
    assert len(load_run(run, reporting=lambda _: Near()).judged) == 5


@pytest.mark.parametrize("radius", [0.0, -1.0, float("nan"), float("inf")])
def test_no_radius(radius: float) -> None:
    with pytest.raises(UsageError, match=r"--delta: a radius is a length above 0"):
        within(lambda _: Near(), radius)


@pytest.mark.parametrize("part", [None, Plain()])
def test_a_benchmark_without_radius(run: Path, part: Reporting | None) -> None:
    with pytest.raises(UsageError, match=r"--delta: a run of flysearch has no radius"):
        load_run(run, reporting=within(lambda _: part, 5.0))


def test_protocols() -> None:
    assert isinstance(Near(), HasRadius)
    assert not isinstance(Near(), JudgesAgain)
    assert isinstance(Again(), JudgesAgain)
