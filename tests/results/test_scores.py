"""What a terminal shows of runs: a table a benchmark, with the columns that it says matter."""

import json
import shutil
from pathlib import Path

import pytest

from lookabout.benchmarks.registry import find_reporting
from lookabout.results.load import Run, load_runs
from lookabout.results.report import write_report
from lookabout.results.reporting import main_scores
from lookabout.results.scores import Scores, brief_tables
from lookabout.results.statistics import Mean, Share
from lookabout.results.tables import Column, Table, summary_table
from tests.benchmarks.dronecats.made_runs import Made as Flown
from tests.benchmarks.dronecats.made_runs import write_run as write_drones
from tests.benchmarks.spatialscout.made_runs import Made as Mapped
from tests.benchmarks.spatialscout.made_runs import shaken
from tests.benchmarks.spatialscout.made_runs import write_run as write_maps
from tests.results.folders import ORACLE, Fake, make_episode, write_attempt, write_run
from tests.results.test_tables import write_outcomes


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    out = tmp_path_factory.mktemp("runs")
    return [
        write_maps(out / "maps", Mapped(yaws=(0.0, 120.0))),
        write_drones(out / "drones", Flown(cells=("approaching",), episodes=2, replies=4)),
        write_run(out / "flown", Fake(episodes=4)),
        write_run(out / "best", Fake(episodes=4, agent=ORACLE, skill=1.0)),
    ]


@pytest.fixture(scope="module")
def runs(folders: list[Path]) -> list[Run]:
    return load_runs(folders, reporting=find_reporting)


def brief(runs: list[Run]) -> list[Table]:
    scores = main_scores(runs, find_reporting)
    return brief_tables(summary_table(runs, scores), scores, runs)


def keys(table: Table) -> list[str]:
    return [column.key for column in table.columns]


def test_every_benchmark_shows_its_own(runs: list[Run]) -> None:
    maps, drones, flown = brief(runs)
    assert maps.title == "spatialscout/rooms, look builtin, 2 episodes"
    assert keys(maps)[2:7] == [
        f"spatialscout_{key}" for key in ("iou", "over_50", "coverage", "median_error_cm", "images")
    ]
    assert keys(maps)[7:9] == ["replies", "success"]
    assert keys(drones)[2:] == [
        "success",
        "dronecats_oracle_success",
        "dronecats_navigation_error_m",
        "claimed",
        "replies",
    ]
    assert keys(flown)[:6] == ["agent", "settings", "success", "claimed", "moves", "replies"]
    assert [row[0] for row in flown.rows] == ["acme/pilot-1", "oracle †"]
    # Only the leading rate keeps its interval.
    kinds = {column.key: column.kind for table in (maps, drones) for column in table.columns}
    assert kinds["dronecats_oracle_success"] == "share"
    assert {c.kind for c in maps.columns if c.key == "success"} == {"share"}
    assert {c.kind for c in drones.columns if c.key == "success"} == {"rate"}
    # Notes stand once, below the last table.
    assert maps.notes == drones.notes == ()
    assert any("omitted ones counting as 0" in note for note in flown.notes)


def test_scores_are_cells_of_the_summary(runs: list[Run]) -> None:
    table = summary_table(runs, main_scores(runs, find_reporting))
    found = [dict(zip(keys(table), row, strict=True)) for row in table.rows]
    assert isinstance(found[0]["spatialscout_iou"], Mean)
    assert isinstance(found[1]["dronecats_oracle_success"], Share)
    for row in found[2:]:
        assert row["spatialscout_iou"] is None
        assert row["dronecats_oracle_success"] is None
    verdict = runs[0].judged[0].verdict, runs[0].judged[1].verdict
    targets = sum(v["targets"] for v in verdict)
    iou = found[0]["spatialscout_iou"]
    assert isinstance(iou, Mean)
    assert iou.value == pytest.approx(100 * sum(v["iou_sum"] for v in verdict) / targets)
    coverage = found[0]["spatialscout_coverage"]
    assert isinstance(coverage, Mean)
    assert coverage.value == pytest.approx(100 * sum(v["submitted"] for v in verdict) / targets)
    # Of five targets each, so a mean of two shares.
    each = Mean.of(100 * v["submitted"] / v["targets"] for v in verdict)
    assert each is not None
    assert coverage.error == pytest.approx(each.error)


def test_what_rows_share_is_in_the_title_and_what_tells_them_apart_in_columns(
    tmp_path: Path,
) -> None:
    one = write_outcomes(tmp_path / "one", "SF")
    two = write_outcomes(tmp_path / "two", "SF")
    shutil.rmtree(two / "episodes/0001")
    write_attempt(two, make_episode(Fake(), 1, ending="service_error"))
    (table,) = brief(load_runs([one, two], reporting=find_reporting))
    # The agents are the same, so the runs are named; not all planned episodes are judged.
    assert keys(table)[0] == "run"
    assert [row[0] for row in table.rows] == ["one", "two"]
    assert {"judged", "planned", "failed_attempts", "unresolved"} <= set(keys(table))
    assert table.rows[1][keys(table).index("failed_attempts")] == (0, 1, 0)
    assert "episode" not in table.title
    (alone,) = brief(load_runs([one], reporting=find_reporting))
    assert keys(alone)[0] == "agent"
    assert alone.title.endswith("2 episodes")


def test_notes_are_about_what_is_shown(folders: list[Path], tmp_path: Path) -> None:
    maps = load_runs(folders[:1], reporting=find_reporting)
    (table,) = brief(maps)
    text = " ".join(table.notes)
    assert "Wilson" not in text  # success is shown without error and interval
    assert "Tokens" not in text
    assert "cost" not in text
    assert text.count("Success:") == 1
    full = " ".join(summary_table(maps, main_scores(maps, find_reporting)).notes)
    assert "Wilson" in full
    assert "Total tokens: of the whole run" in full
    paid = write_maps(tmp_path / "paid", Mapped(yaws=(0.0,), cost=2.0))
    (table,) = brief(load_runs([paid], reporting=find_reporting))
    assert "Total cost: of the whole run, failed and repeated attempts included." in table.notes
    blind = Mapped(flown_by=shaken(1.0, 1.0), yaws=(0.0,))  # sees nothing, maps nothing
    (table,) = brief(load_runs([write_maps(tmp_path / "blind", blind)], reporting=find_reporting))
    assert not any("Median error" in note for note in table.notes)


def test_a_part_of_a_set_is_told(folders: list[Path], tmp_path: Path) -> None:
    for folder, size in ((folders[0], 80), (folders[1], 100), (folders[2], 200)):
        data = json.loads((folder / "run.json").read_text())
        copy = tmp_path / folder.name
        shutil.copytree(folder, copy)
        (copy / "run.json").write_text(json.dumps({**data, "source": "standard"}))
        runs = load_runs([copy], reporting=find_reporting)
        assert (runs[0].set_size, runs[0].part_of_set) == (size, True)
        (table,) = brief(runs)
        assert table.title.endswith(f"{runs[0].record.episodes} of the set's {size} episodes")
        notes = summary_table(runs).notes
        flown = runs[0].record.episodes
        assert f"A part of the set: {flown} of its {size} scenarios." in notes
        page = write_report([copy], tmp_path / "out", reporting=find_reporting).page
        assert f"planned, of the set&#39;s {size}<" in page.read_text()
    # Scenarios of one's own are no part of a set.
    assert load_runs(folders[:1], reporting=find_reporting)[0].set_size is None


def test_the_terminal_says_where_published_numbers_stand(
    folders: list[Path], tmp_path: Path
) -> None:
    out = tmp_path / "out"
    files = write_report(folders[:1], out, reporting=find_reporting, published=True)
    assert files.brief[-1].notes[-1] == (
        "Published numbers (‡) stand in the report's tables Overlap, Errors and losses, Factors "
        "of success and failure, Grounding."
    )


def test_no_runs_no_tables() -> None:
    columns = (Column("run", "Run"), Column("benchmark", "Benchmark"))
    assert brief_tables(Table("summary", "Summary", columns, ()), {}, []) == []
    assert Scores((), (), ("success",)).notes == ()


def test_a_report_holds_both(folders: list[Path], tmp_path: Path) -> None:
    files = write_report(folders[:1], tmp_path / "out", reporting=find_reporting)
    assert [table.key for table in files.brief] == ["spatialscout-brief"]
    assert "spatialscout_iou_mean" in files.summary_csv.read_text().splitlines()[0]
