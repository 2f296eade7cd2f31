import csv
import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from lookabout.errors import UsageError
from lookabout.records import AgentInfo
from lookabout.results import plan as planning
from lookabout.results.report import ReportFiles, write_report
from tests.results.folders import ORACLE, Fake, make_episode, write_attempt, write_run

HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(2)>\"'&{{ 7*7 }}"


class Page(HTMLParser):
    """What a browser would find in a page."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.tags: dict[str, int] = {}
        self.links: list[str] = []
        self.sources: list[str] = []
        self.handlers: list[str] = []
        self.ids: list[str] = []
        self.text = ""
        self.source = path.read_text(encoding="utf-8")
        self.feed(self.source)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] = self.tags.get(tag, 0) + 1
        for name, value in attrs:
            if name == "href":
                self.links.append(value or "")
            if name in ("src", "srcset", "data", "action"):
                self.sources.append(value or "")
            if name.startswith("on") or name == "style":
                self.handlers.append(name)
            if name == "id":
                self.ids.append(value or "")

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.fixture
def report(tmp_path: Path) -> ReportFiles:
    runs = [
        write_run(tmp_path / "pilot", Fake(episodes=6, frames=16, failures=0.5)),
        write_run(tmp_path / "oracle", Fake(episodes=6, agent=ORACLE, skill=1.0, frames=16)),
    ]
    return write_report(runs, tmp_path / "out" / "report")


def test_page(report: ReportFiles) -> None:
    page = Page(report.page)
    assert page.source.lstrip().startswith("<!doctype html>")
    assert page.tags["script"] == page.tags["style"] == page.tags["h1"] == 1
    assert len(set(page.ids)) == len(page.ids)
    assert page.handlers == []
    assert page.sources
    assert all(source.startswith("data:image/webp;base64,") for source in page.sources)
    assert "oracle †" in page.text
    assert "By start height" in page.text
    steps = sum(
        len(p.read_text().splitlines())
        for p in report.page.parents[2].glob("*/episodes/*/*/steps.jsonl")
    )
    assert page.tags["img"] == steps + 1


def test_every_link_leads_somewhere(report: ReportFiles) -> None:
    page = Page(report.page)
    for link in page.links:
        if link.startswith("#"):
            assert link[1:] in page.ids
        elif link != "data:,":
            assert (report.page.parent / link).exists()


def test_nothing_is_fetched(report: ReportFiles) -> None:
    source = report.page.read_text()
    assert not re.search(r"https?:|[\"'(]//", source)
    assert "@import" not in source
    assert "url(" not in source


def test_hostile_texts_stay_texts(tmp_path: Path) -> None:
    agent = AgentInfo(name=HOSTILE, kind="model", settings={HOSTILE: HOSTILE})
    fake = Fake(episodes=2, agent=agent, reply=HOSTILE.replace("{", "{{").replace("}", "}}"))
    run = write_run(tmp_path / "<script>alert(3)<", fake)
    write_attempt(
        run,
        make_episode(
            fake,
            0,
            attempt=2,
            ending=HOSTILE,
            error=HOSTILE,
            labels={HOSTILE: HOSTILE, "class": HOSTILE},
            verdict={"success": False, HOSTILE: HOSTILE, "list": [HOSTILE]},
            scenario={"task": {"description": HOSTILE}},
        ),
    )
    (run / "episodes" / "<img src=x onerror=alert(4)>").mkdir()
    files = write_report([run], tmp_path / "out")
    page = Page(files.page)
    assert page.tags["script"] == 1
    assert page.tags["img"] == 1
    assert page.sources == []
    assert page.handlers == []
    assert page.text.count(HOSTILE) >= 8
    assert "<script" not in files.summary_markdown.read_text()


def test_policy_allows_only_our_script_and_style(report: ReportFiles) -> None:
    import base64
    import hashlib

    source = report.page.read_text()
    for tag in ("style", "script"):
        content = source.split(f"<{tag}>")[1].split(f"</{tag}>")[0]
        digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
        assert f"{tag}-src &#39;sha256-{digest}&#39;" in source.replace("'", "&#39;")
    assert "default-src 'none'" in source


def test_tables_for_programs(report: ReportFiles) -> None:
    with report.summary_csv.open(encoding="utf-8", newline="") as file:
        summary = list(csv.DictReader(file))
    with report.episodes_csv.open(encoding="utf-8", newline="") as file:
        episodes = list(csv.DictReader(file))
    data = json.loads(report.summary_json.read_text(encoding="utf-8"))
    assert [row["agent"] for row in summary] == ["acme/pilot-1", "oracle †"]
    assert len(episodes) == 12
    assert {row["agent"] for row in episodes} == {"acme/pilot-1", "oracle"}
    for row in summary:
        mine = [e for e in episodes if e["run"] == row["run"]]
        successes = sum(e["success"] == "True" for e in mine)
        assert int(row["success_count"]) == successes
        assert sum(int(e["failed_attempts"]) for e in mine) == sum(
            int(row[f"failed_attempts_{kind}"]) for kind in ("agent", "service", "simulator")
        )
    assert data["format"] == "lookabout-report-1"
    assert data["tables"][0]["rows"][1]["success_percent"] == 100
    assert data["runs"][0]["agent"]["name"] == "acme/pilot-1"
    assert "## By class" in report.summary_markdown.read_text(encoding="utf-8")


def test_the_same_runs_give_the_same_files(report: ReportFiles, tmp_path: Path) -> None:
    again = write_report([tmp_path / "pilot", tmp_path / "oracle"], tmp_path / "out" / "again")
    for name in ("page", "summary_csv", "episodes_csv", "summary_json", "summary_markdown"):
        assert getattr(again, name).read_bytes() == getattr(report, name).read_bytes()


def test_progress_and_rewriting(report: ReportFiles, tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    assert (report.page.parent / "tables" / "comparison.csv").exists()
    mine = report.page.parent / "tables" / "mine.csv"
    mine.write_text("kept")
    write_report([tmp_path / "pilot"], report.page.parent, progress=lambda *step: seen.append(step))
    assert seen[-1] == (6, 6)
    assert seen.count((6, 6)) == 2
    assert "oracle" not in report.page.read_text()
    assert {p.name for p in report.page.parent.iterdir()} == {
        "report.html",
        "summary.csv",
        "episodes.csv",
        "summary.json",
        "summary.md",
        "tables",
    }
    assert {p.name for p in mine.parent.iterdir()} == {
        "mine.csv",
        *(
            f"{key}.{ending}"
            for key in ("summary", "by-class", "by-start_height", "by-ending", "claims")
            for ending in ("csv", "md", "tex")
        ),
    }


@pytest.mark.parametrize(
    "listed", ["no list", ["../keep.csv", "tables/../keep.csv", "/etc/x", 3, "tables/keep.txt"]]
)
def test_a_forged_list_of_files_removes_nothing(
    report: ReportFiles, tmp_path: Path, listed: object
) -> None:
    keep = report.page.parents[1] / "keep.csv"
    keep.write_text("kept")
    report.summary_json.write_text(json.dumps({"files": listed}))
    write_report([tmp_path / "pilot"], report.page.parent)
    assert keep.exists()


def test_nothing_is_left_when_writing_fails(
    report: ReportFiles, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = report.page.read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("lookabout.results.report.write_page", full)
    with pytest.raises(UsageError, match="No space left"):
        write_report([tmp_path / "oracle"], report.page.parent)
    assert report.page.read_bytes() == before
    assert not [p for p in report.page.parent.iterdir() if p.name.startswith(".")]


def test_out_that_is_a_file(report: ReportFiles, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be written"):
        write_report([tmp_path / "pilot"], report.page)


def test_damaged_pictures_and_steps_are_named(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", Fake(episodes=6, frames=8))
    (run / "episodes" / "0005" / "attempt-1" / "steps.jsonl").unlink()
    secret = tmp_path / "secret.png"
    frames = [run / "episodes" / f"{i:04d}" / "attempt-1" / "frames" / "000.png" for i in range(5)]
    frames[0].rename(secret)
    frames[0].symlink_to(secret)
    frames[1].unlink()
    frames[2].write_bytes(b"\x89PNG\r\n\x1a\n" + b"\0" * 40)
    steps = frames[3].parents[1] / "steps.jsonl"
    steps.write_text(steps.read_text().replace("frames/000.png", "../../../../secret.png"))
    steps = frames[4].parents[1] / "steps.jsonl"
    steps.write_text(steps.read_text()[:-30])
    page = Page(write_report([run], tmp_path / "out").page)
    for problem in (
        "episodes/0000/attempt-1/frames/000.png",
        "lies outside the run folder",
        "is missing",
        "is no readable picture",
        "episodes/0003/attempt-1/../../../../secret.png",
        "is cut off; read up to there",
        "No step could be read.",
    ):
        assert problem in page.text
    assert not any("secret" in link for link in page.links)


def test_other_benchmarks_records(tmp_path: Path) -> None:
    fake = Fake(episodes=2)
    run = write_run(tmp_path / "run", Fake(episodes=2, skill=1.0))
    write_attempt(
        run,
        make_episode(
            fake,
            1,
            attempt=2,
            labels={},
            scenario={"vehicles": [], "world": {"objects": "none"}},
            verdict={"success": True, "end_position": ["x"], "target_centre": [float("inf")] * 3},
        ),
    )
    page = Page(write_report([run], tmp_path / "out").page)
    assert page.tags["details"] >= 2
    assert "The agent never replied." in page.text


def test_a_run_without_episodes(tmp_path: Path) -> None:
    page = Page(write_report([write_run(tmp_path / "run", Fake(episodes=0))], tmp_path / "o").page)
    assert "No episode has ended." in page.text
    assert "nothing judged" in page.text


def test_budgets_keep_failures_and_a_sample(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = write_run(tmp_path / "run", Fake(episodes=40, frames=8, skill=0.8))
    lines = b"".join(p.read_bytes() for p in run.rglob("steps.jsonl"))
    cost = len(lines) + planning.STEP_BYTES * lines.count(b"\n")
    monkeypatch.setattr(planning, "TEXT_BUDGET", cost // 2)
    monkeypatch.setattr(planning, "PICTURE_BUDGET", 2_500)
    page = Page(write_report([run], tmp_path / "out").page)
    assert re.search(
        r"\b(1\d|2\d) of 40 episodes carry their steps here, failures first", page.text
    )
    assert re.search(r"Pictures are at most 240 pixels .* \d+ of 40 episodes carry them", page.text)
    assert "Steps are not in this page" in page.text
    assert 1 < page.tags["img"] < 40
