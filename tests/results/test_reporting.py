"""A report with what a benchmark adds to it: FlySearch's part, from files to files."""

import csv
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from lookabout.benchmarks.registry import find_reporting
from lookabout.errors import UsageError
from lookabout.records import AgentInfo
from lookabout.results.load import load_run, load_runs
from lookabout.results.report import ReportFiles, write_report
from lookabout.results.tables import comparison_table
from tests.results.folders import ORACLE, SETTINGS, Fake, make_episode, write_attempt, write_run
from tests.results.test_report import HOSTILE, Page

NASTY = r"\input{x} $a_b^c$ 100% #1 & {y} ~ [z] --- `q` | <b>"


def write(runs: list[Path], out: Path, *, published: bool = False) -> ReportFiles:
    return write_report(runs, out, reporting=find_reporting, published=published)


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("runs")
    return [
        write_run(folder / "city", Fake(episodes=8)),
        write_run(folder / "forest", Fake(episodes=8, set="fs1-forest", seed=2)),
        write_run(folder / "both", Fake(episodes=16, set="fs1", agent=ORACLE, skill=1.0)),
        write_run(folder / "few", Fake(episodes=8, settings={**SETTINGS, "steps": 5}, seed=3)),
    ]


@pytest.fixture(scope="module")
def report(runs: list[Path], tmp_path_factory: pytest.TempPathFactory) -> ReportFiles:
    return write(runs, tmp_path_factory.mktemp("report"), published=True)


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_files(report: ReportFiles) -> None:
    names = {str(path.relative_to(report.page.parent)) for path in report.more}
    for key in ("success", "by-class", "by-height", "unclaimed"):
        for name in (f"tables/flysearch-{key}.csv", f"figures/flysearch-{key}.png"):
            assert name in names
    assert {"tables/flysearch-ablations.tex", "tables/comparison.md"} <= names
    # The general tables by label give way to the benchmark's own.
    assert "tables/by-class.csv" not in names
    assert all(path.stat().st_size for path in report.more)
    for path in report.more:
        if path.suffix == ".svg":
            ElementTree.fromstring(path.read_text())


def test_the_page_speaks_in_words(tmp_path: Path) -> None:
    labels = {"class": "small_aeroplane", "environment": "city", "start_height": "30–40"}
    verdict = {"success": True, "claimed": True, "height_above_top": 7.25, "dx": -1.5}
    run = write_run(
        tmp_path / "run", Fake(episodes=1, settings={**SETTINGS, "steps": None, "grid": True})
    )
    episode = make_episode(Fake(), 0, attempt=2, ending="claimed", labels=labels, verdict=verdict)
    write_attempt(run, episode)
    made = write([run], tmp_path / "out")
    page = made.page.read_text(encoding="utf-8")
    assert "small aeroplane" in page
    assert ">small_aeroplane<" not in page
    assert "<dt>height above the target&#39;s top</dt><dd>7.25 m</dd>" in page
    assert "<dt>target to the east</dt><dd>−1.5 m</dd>" in page
    assert ">small aeroplane · city · start height 30–40<" in page
    # A setting that is not given is not shown.
    assert "steps: " not in page
    assert "grid: yes" in page
    tables = made.page.parent / "tables"
    assert "small aeroplane" in (tables / "flysearch-by-class.md").read_text(encoding="utf-8")
    assert rows(tables / "flysearch-by-class.csv")[0]["class"] == "small_aeroplane"


def test_rows_are_pooled_and_labelled(report: ReportFiles) -> None:
    table = rows(report.page.parent / "tables" / "flysearch-success.csv")
    mine = [row for row in table if row["source"] == "this report"]
    assert [(r["agent"], r["settings"], r["judged"]) for r in mine] == [
        ("acme/pilot-1", "", "16"),
        ("oracle †", "", "16"),
        ("acme/pilot-1", "5 steps", "8"),
    ]
    assert mine[1]["fs1_overall_percent"] == "100.0"
    assert mine[0]["fs1_overall_n"] == "16"
    assert mine[2]["fs1_overall_n"] == ""
    summary = rows(report.summary_csv)
    assert [row["settings"] for row in summary] == ["", "", "", "5 steps"]


def test_a_combined_set_is_paired_with_its_parts(runs: list[Path]) -> None:
    loaded = load_runs(runs[:3])
    table = comparison_table(loaded)
    found = {(row[0], row[3]): row for row in table.rows}
    assert set(found) == {("city", "both"), ("forest", "both")}
    both = {a.scenario_key: a.success for a in loaded[2].judged}
    for name, run in (("city", loaded[0]), ("forest", loaded[1])):
        outcomes = [(a.success, both[a.scenario_key]) for a in run.judged]
        counts = tuple(
            sum(pair == kind for pair in outcomes)
            for kind in ((True, True), (True, False), (False, True), (False, False))
        )
        assert sum(counts) == 8
        assert found[name, "both"][6:8] == (8, counts)


def test_episodes_carry_diagnostics(report: ReportFiles) -> None:
    table = rows(report.episodes_csv)
    assert len(table) == 40
    for row in table:
        assert 0 < float(row["diagnostic_area_seen_percent"]) <= 60
        assert float(row["diagnostic_distance_flown_m"]) > 0
        assert row["diagnostic_target_ever_visible"] in ("True", "False")
    assert {row["settings"] for row in table} == {"", "5 steps"}


def test_page_holds_the_figures(report: ReportFiles) -> None:
    page = Page(report.page)
    assert sum(s.startswith("data:image/svg+xml;base64,") for s in page.sources) == 4
    assert page.tags["script"] == 1
    for link in page.links:
        if not link.startswith(("#", "data:")):
            assert (report.page.parent / link).exists()
    assert "published, Unreal engine, other scenarios: not comparable as numbers" in page.text
    assert len(set(page.ids)) == len(page.ids)
    assert page.text.count("area recognisable") == 40


def test_the_same_runs_give_the_same_files(
    runs: list[Path], report: ReportFiles, tmp_path: Path
) -> None:
    again = write(runs, tmp_path / "again", published=True)
    for one, other in zip(report.more, again.more, strict=True):
        assert one.name == other.name
        assert one.read_bytes() == other.read_bytes()


def test_hostile_names_in_every_format(tmp_path: Path) -> None:
    agent = AgentInfo(name=f"{NASTY} {HOSTILE}", kind="model")
    run = write_run(tmp_path / "run", Fake(episodes=1, agent=agent))
    labels = {"class": NASTY, "environment": "../../city", "start_height": "\x1b[31m\u202e"}
    verdict = {"success": True, "claimed": True, "in_view": True, "low_enough": True}
    fake = Fake(agent=agent)
    write_attempt(run, make_episode(fake, 0, attempt=2, labels=labels, verdict=verdict))
    files = write([run], tmp_path / "out")
    assert {p.parent.parent for p in files.more} == {tmp_path / "out"}
    assert Page(files.page).tags["script"] == 1
    for path in files.more:
        text = path.read_bytes().decode("utf-8", "ignore")
        if path.suffix in (".md", ".csv", ".tex"):
            assert not re.search("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u202e]", text)
        if path.suffix == ".md":
            assert "<script" not in text
            assert "<b>" not in text
        if path.suffix == ".tex":
            body = [line for line in text.splitlines() if not line.startswith("%")]
            assert latex_flaws("\n".join(body)) == []


def latex_flaws(text: str) -> list[str]:
    """Characters that LaTeX would act on, outside of the commands that we write."""
    known = (
        r"\\(begin|end)\{tabular\}(\{[lr]+\})?|\\(toprule|midrule|bottomrule)|\\\\\n| & "
        r"|\\(textbackslash|textasciitilde|textasciicircum|textless|textgreater|textbar"
        r"|textasciigrave|textendash|dag|ddag|dots)\{\}|\$\\(pm|surd|cdot)\$|\$-\$"
        r"|\$\^\\circ\$|\\[{}&%$#_]|\{\[\}|\{\]\}|-\{\}-"
    )
    rest = re.sub(known, "", text + "\n")
    return re.findall(r"[\\{}&%$#_^~\[\]|`<>]|--", rest)


def test_the_check_for_latex_finds_flaws() -> None:
    assert latex_flaws("a_b") == ["_"]
    assert latex_flaws(r"\input{x}") == ["\\", "{", "}"]
    assert latex_flaws("[x] -- 5%") == ["[", "]", "--", "%"]


def test_nothing_is_published_for_an_unknown_benchmark(runs: list[Path], tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no published numbers"):
        write_report(runs[:1], tmp_path / "out", published=True)
    assert not (tmp_path / "out").exists()


def test_runs_of_other_benchmarks_keep_the_general_tables(runs: list[Path], tmp_path: Path) -> None:
    other = write_run(tmp_path / "other", Fake(episodes=2))
    for path in [other / "run.json", *other.glob("episodes/*/*/episode.json")]:
        path.write_text(path.read_text().replace('"flysearch"', '"elsewhere"'))
    files = write([runs[0], other], tmp_path / "out", published=True)
    by_class = rows(tmp_path / "out" / "tables" / "by-class.csv")
    assert {row["run"] for row in by_class} == {"other"}
    success = rows(tmp_path / "out" / "tables" / "flysearch-success.csv")
    assert success[0]["judged"] == "8"
    assert len(rows(files.summary_csv)) == 2


def test_no_module_is_imported_because_a_record_names_it(tmp_path: Path) -> None:
    (tmp_path / "evil.py").write_text("raise SystemExit('imported')")
    assert find_reporting("evil:BENCHMARK") is None
    assert find_reporting("nothing") is None
    assert find_reporting("flysearch") is not None


def test_damaged_steps_are_a_problem_and_unknown(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", Fake(episodes=2))
    (run / "episodes" / "0001" / "attempt-1" / "steps.jsonl").write_bytes(b'{"index": 0}\n\xff')
    loaded = load_run(run, reporting=find_reporting)
    assert loaded.judged[0].diagnostics["distance_flown_m"] is not None
    assert loaded.judged[1].diagnostics["distance_flown_m"] is None
    assert any("steps.jsonl" in problem.where for problem in loaded.problems)


def test_one_run_beside_published_rows_keeps_the_names(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", Fake(episodes=2))
    page = Page(write([run], tmp_path / "out", published=True).page)
    assert "GPT-4o ‡" in page.text
    # Alone, the agent need not be named in every row.
    alone = write([run], tmp_path / "alone").page.read_text(encoding="utf-8")
    section = alone.partition('id="section-flysearch-success"')[2].partition("</section>")[0]
    assert "acme/pilot-1" not in section
