import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lookabout.records import RunRecord, Usage
from lookabout.results.load import Run, load_runs
from lookabout.results.statistics import Share
from lookabout.results.tables import (
    Table,
    all_tables,
    claim_table,
    comparison_table,
    ending_table,
    group_table,
    labels,
    natural,
    summary_table,
)
from tests.results.folders import ORACLE, SETTINGS, Fake, make_episode, write_attempt, write_run


def cell(table: Table, key: str, row: int = 0) -> Any:
    return table.rows[row][[column.key for column in table.columns].index(key)]


def column(table: Table, key: str) -> list[Any]:
    return [cell(table, key, i) for i in range(len(table.rows))]


def write_outcomes(folder: Path, outcomes: str, fake: Fake | None = None, **fields: Any) -> Path:
    """A run with one letter an episode: S success, F failure, U unclaimed failure."""
    fake = fake or Fake()
    write_run(folder, Fake(episodes=0, agent=fake.agent, settings=fake.settings))
    record = RunRecord.model_validate_json((folder / "run.json").read_text())
    record = record.model_copy(update={"episodes": len(outcomes)})
    (folder / "run.json").write_text(record.model_dump_json())
    for i, letter in enumerate(outcomes):
        verdict = {"success": letter == "S", "claimed": letter != "U"}
        ending = "steps_spent" if letter == "U" else "claimed"
        write_attempt(
            folder, make_episode(fake, i, **({"verdict": verdict, "ending": ending} | fields))
        )
    return folder


def load(*folders: Path) -> list[Run]:
    return load_runs(folders)


def test_summary_by_hand(tmp_path: Path) -> None:
    usage = Usage(input_tokens=100, output_tokens=10, cost_usd=0.1)
    folder = write_outcomes(tmp_path / "run", "SSFU", usage=usage, steps=3)
    write_attempt(
        folder,
        make_episode(Fake(), 0, attempt=2, ending="service_error", usage=usage),
    )
    table = summary_table(load(folder))
    assert cell(table, "success") == Share(2, 4)
    assert cell(table, "claimed") == Share(3, 4)
    assert cell(table, "judged") == cell(table, "planned") == 4
    assert cell(table, "replies") == 3
    assert cell(table, "moves") is None
    assert cell(table, "tokens") == (500, 50)
    assert cell(table, "cost_usd") == 0.5
    assert cell(table, "failed_attempts") == (0, 1, 0)
    assert cell(table, "unresolved") == 0
    assert any("last one judged counts" in note for note in table.notes)


def test_moves_where_verdicts_count_them(tmp_path: Path) -> None:
    verdict = {"success": True, "moves": 4}
    table = summary_table(load(write_outcomes(tmp_path / "run", "SS", verdict=verdict)))
    assert cell(table, "moves") == 4
    assert cell(table, "claimed") is None


def test_incomplete_runs_say_what_could_be(tmp_path: Path) -> None:
    folder = write_outcomes(tmp_path / "run", "SSFF")
    for i in (2, 3):
        path = folder / "episodes" / f"{i:04d}" / "attempt-1" / "episode.json"
        path.unlink()
        path.parent.joinpath("steps.jsonl").unlink()
        path.parent.rmdir()
    write_attempt(folder, make_episode(Fake(), 3, ending="simulator_error"))
    table = summary_table(load(folder))
    assert cell(table, "unresolved") == 1
    assert cell(table, "success") == Share(2, 2)
    assert any(
        "2 of 4 episodes judged, 1 unresolved" in note and "between 50.0 % and 100.0 %" in note
        for note in table.notes
    )


def test_privileged_agents_are_marked(tmp_path: Path) -> None:
    runs = load(
        write_outcomes(tmp_path / "a", "S", Fake(agent=ORACLE)), write_outcomes(tmp_path / "b", "S")
    )
    table = summary_table(runs)
    assert column(table, "agent") == ["oracle †", "acme/pilot-1"]
    assert table.notes[0].startswith("† was given the truth")
    assert not any("†" in note for note in summary_table(runs[1:]).notes)


def test_differences_between_runs_are_named(tmp_path: Path) -> None:
    other = Fake(settings={**SETTINGS, "steps": None, "new": True}, look="plain")
    runs = load(write_outcomes(tmp_path / "a", "S"), write_outcomes(tmp_path / "b", "S", other))
    notes = "\n".join(summary_table(runs).notes)
    assert "runs differ in setting steps: 10 (a); not given (b)." in notes
    assert "runs differ in look: packs-1 (a); plain (b)." in notes
    assert "runs differ in setting new: (none) (a); yes (b)." in notes
    assert "setting grid" not in notes
    assert "version" not in notes


def test_other_scenarios_are_named_by_where_they_come_from(tmp_path: Path) -> None:
    flown: dict[str, tuple[str, tuple[str, ...]]] = {
        "standard": ("standard", ("a", "b")),
        "fewer": ("standard", ("a",)),
        "drawn": ("seed", ("c", "d")),
        "copied": ("files", ("a", "b")),
        "own": ("files", ("0123456789", "f")),
    }
    runs = {}
    for name, (source, scenarios) in flown.items():
        folder = write_outcomes(tmp_path / name, "S")
        record = RunRecord.model_validate_json((folder / "run.json").read_text())
        record = record.model_copy(update={"source": source, "scenarios": list(scenarios)})
        (folder / "run.json").write_text(record.model_dump_json())
        runs[name] = load(folder)[0]

    def note(*names: str) -> str:
        notes = "\n".join(summary_table([runs[name] for name in names]).notes)
        assert "differ in seed" not in notes
        return notes

    assert "runs differ in scenarios: the standard ones (standard); seed 7 (drawn)." in note(
        "standard", "drawn"
    )
    assert "scenarios: the standard ones (standard); own files (01234567…) (own)." in note(
        "standard", "own"
    )
    # Whatever they are called, the scenarios are the same.
    assert "differ in scenarios" not in note("standard", "fewer", "copied")


def test_mixtures_within_a_run_are_named(tmp_path: Path) -> None:
    folder = write_outcomes(tmp_path / "a", "S")
    record = RunRecord.model_validate_json((folder / "run.json").read_text())
    (folder / "run.json").write_text(record.model_copy(update={"episodes": 2}).model_dump_json())
    write_attempt(
        folder,
        make_episode(
            Fake(),
            1,
            verdict={"success": True},
            versions={"lookabout": "0.2"},
            engine={"name": "x"},
        ),
    )
    notes = "\n".join(summary_table(load(folder)).notes)
    assert "a: mixes episodes with different version: 0.1.0, 0.2." in notes
    assert "a: mixes episodes with different engine's name: embedded, x." in notes


def test_groups_by_hand(tmp_path: Path) -> None:
    folder = write_outcomes(tmp_path / "run", "SSFU")
    for i, value in enumerate(["100–110", "30–40", "30–40", None]):
        path = folder / "episodes" / f"{i:04d}" / "attempt-1" / "episode.json"
        record = make_episode(
            Fake(),
            i,
            labels={"height": value} if value else {},
            verdict={"success": i < 2, "claimed": i < 3},
        )
        path.write_text(record.model_dump_json())
    runs = load(folder)
    table = group_table(runs, "height")
    assert column(table, "height") == ["30–40", "100–110", "(none)"]
    assert column(table, "success") == [Share(1, 2), Share(1, 1), Share(0, 1)]
    assert labels(runs) == ["height"]


def test_notes_speak_only_of_columns_that_are_there(tmp_path: Path) -> None:
    blind = claim_table(load(write_outcomes(tmp_path / "blind", "SFU")))
    assert blind.notes == ("Shares of the judged episodes.",)
    verdict = {"success": False, "claimed": False, "in_view": True, "low_enough": True}
    told = claim_table(load(write_outcomes(tmp_path / "told", "U", verdict=verdict)))
    assert any("At the target" in note for note in told.notes)
    none = {"success": True}
    assert claim_table(load(write_outcomes(tmp_path / "none", "S", verdict=none))).notes == ()


def test_endings_and_claims_by_hand(tmp_path: Path) -> None:
    runs = load(write_outcomes(tmp_path / "run", "SSFU"))
    endings = ending_table(runs)
    assert column(endings, "ending") == ["claimed", "steps_spent"]
    assert column(endings, "episodes") == [Share(3, 4), Share(1, 4)]
    claims = claim_table(runs)
    assert cell(claims, "right_claim") == Share(2, 4)
    assert cell(claims, "wrong_claim") == Share(1, 4)
    assert cell(claims, "no_claim") is None  # it may have been there
    assert cell(claims, "missed_claim") is None
    assert cell(claims, "precision") == Share(2, 3)


def test_found_but_never_claimed(tmp_path: Path) -> None:
    verdict = {"success": False, "claimed": False, "in_view": True, "low_enough": True}
    claims = claim_table(load(write_outcomes(tmp_path / "run", "UU", verdict=verdict)))
    assert cell(claims, "missed_claim") == Share(2, 2)
    assert cell(claims, "no_claim") == Share(0, 2)


def test_comparison_pairs_scenarios(tmp_path: Path) -> None:
    runs = load(write_outcomes(tmp_path / "a", "SSSF"), write_outcomes(tmp_path / "b", "SFFFSS"))
    table = comparison_table(runs)
    assert cell(table, "outcomes") == (1, 2, 0, 1)
    assert cell(table, "difference").value == 0.5
    assert cell(table, "p") == cell(table, "p_holm") == pytest.approx(0.5)
    assert not any("looked different" in note for note in table.notes)


def test_comparison_of_what_cannot_be_compared(tmp_path: Path) -> None:
    a = write_outcomes(tmp_path / "a", "SF")
    other = write_outcomes(tmp_path / "b", "SF", scenario={"id": "else"})
    runs = load(a, other)
    table = comparison_table(runs)
    assert table.rows == ()
    assert table.notes == ("a and b share no judged scenario.",)
    plain = write_outcomes(tmp_path / "c", "SF", Fake(look="plain"))
    notes = comparison_table(load(a, plain)).notes
    assert notes[0].startswith("a and c: 2 of 2 shared scenarios looked different")


def test_repeated_scenarios_are_paired_in_order(tmp_path: Path) -> None:
    same = {"scenario": {"id": "one"}, "scene_fingerprint": ""}
    runs = load(
        write_outcomes(tmp_path / "a", "SSF", **same), write_outcomes(tmp_path / "b", "FS", **same)
    )
    table = comparison_table(runs)
    assert cell(table, "outcomes") == (1, 1, 0, 0)
    assert table.notes[0].startswith("a and b: 1 of 2 pairs repeat a scenario")
    # One scenario, however often flown, is one sample.
    assert cell(summary_table(runs), "success") == Share(2, 3, worth=1.0)


def test_order_of_finishing_changes_nothing(tmp_path: Path) -> None:
    fake = Fake(episodes=30, failures=0.3, cost=0.1)
    first = write_run(tmp_path / "one" / "run", fake)
    second = write_run(tmp_path / "two" / "run", Fake(episodes=30, skill=0.0, cost=None))
    files = [p for p in first.rglob("*") if p.is_file()]
    random.Random(3).shuffle(files)
    for path in second.rglob("*.json*"):
        path.unlink()
    for path in files:
        copy = second / path.relative_to(first)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
    assert all_tables(load(first)) == all_tables(load(second))


def test_every_table_of_an_empty_run(tmp_path: Path) -> None:
    tables = all_tables(load(write_run(tmp_path / "run", Fake(episodes=0))))
    assert [table.key for table in tables] == ["summary"]
    assert cell(tables[0], "success") == Share(0, 0)
    assert cell(tables[0], "replies") is None


@given(st.lists(st.text(max_size=12), max_size=6))
def test_natural_order_is_total(words: list[str]) -> None:
    backwards = words[::-1]
    assert sorted(words, key=natural) == sorted(backwards, key=natural)


def test_natural_order() -> None:
    words = ["100–110", "b", "30–40", "a10", "a9", "(none)"]
    assert sorted(words, key=natural) == ["30–40", "100–110", "(none)", "a9", "a10", "b"]
