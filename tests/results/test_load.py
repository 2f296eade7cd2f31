import json
import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lookabout.errors import UsageError
from lookabout.records import StepRecord
from lookabout.results.files import UnusableError, parse
from lookabout.results.load import Run, load_run, load_runs, read_record, read_steps
from tests.results.folders import Fake, make_episode, write_attempt, write_run


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_run(tmp_path / "run", Fake(episodes=4))


def episode(folder: Path, index: int) -> Path:
    return folder / "episodes" / f"{index:04d}" / "attempt-1" / "episode.json"


def problems(run: Run) -> dict[str, str]:
    return {problem.where: problem.what for problem in run.problems}


def test_whole_run(folder: Path) -> None:
    seen: list[tuple[int, int]] = []
    run = load_run(folder, progress=lambda done, total: seen.append((done, total)))
    assert [e.index for e in run.episodes] == [0, 1, 2, 3]
    assert len(run.judged) == 4
    assert run.problems == ()
    assert run.unresolved == run.interrupted == 0
    assert run.name == "run"
    assert seen[-1] == (4, 4)
    attempt = run.judged[0]
    assert attempt.scenario_id == "fs1-city-0000"
    assert read_record(run, attempt).scenario["task"]["description"].startswith("a ")
    steps, wrong = read_steps(run, attempt)
    assert len(steps) == attempt.replies
    assert wrong == []


@pytest.mark.parametrize("text", ["", "{", "[]", '{"benchmark": "x"}', "\xff"])
def test_no_run(tmp_path: Path, text: str) -> None:
    with pytest.raises(UsageError, match="is no run"):
        load_run(tmp_path)
    with pytest.raises(UsageError, match="is no folder"):
        load_run(tmp_path / "missing")
    (tmp_path / "run.json").write_text(text, encoding="latin-1")
    with pytest.raises(UsageError, match="is no run"):
        load_run(tmp_path)


def test_run_that_has_not_begun(folder: Path, tmp_path: Path) -> None:
    new = tmp_path / "new"
    new.mkdir()
    (new / "run.json").write_text((folder / "run.json").read_text())
    run = load_run(new)
    assert run.episodes == run.problems == ()


def test_several_runs_get_names_that_tell_them_apart(tmp_path: Path) -> None:
    paths = [write_run(tmp_path / name / "run", Fake(episodes=1)) for name in ("a", "b")]
    assert [run.name for run in load_runs(paths)] == ["a/run", "b/run"]
    with pytest.raises(UsageError, match="given twice"):
        load_runs([paths[0], paths[0] / ".." / "run"])
    with pytest.raises(UsageError, match="no run folder"):
        load_runs([])


def test_the_last_judged_attempt_counts(folder: Path) -> None:
    fake = Fake(episodes=4)
    verdicts = {2: {"success": True}, 3: {"success": False}, 4: None, 5: None, 10: None}
    endings = {2: "claimed", 3: "steps_spent", 4: "service_error", 5: None, 10: "simulator_error"}
    for number, verdict in verdicts.items():
        write_attempt(
            folder,
            make_episode(fake, 1, attempt=number, ending=endings[number], verdict=verdict),
        )
    run = load_run(folder)
    found = run.episodes[1]
    assert [a.number for a in found.attempts] == [1, 2, 3, 4, 10]
    assert found.counted.number == 3
    assert run.interrupted == 1
    assert run.unresolved == 0


def test_an_episode_that_only_failed_is_unresolved(tmp_path: Path) -> None:
    folder = write_run(tmp_path / "run", Fake(episodes=0))
    data = json.loads((folder / "run.json").read_text())
    (folder / "run.json").write_text(json.dumps(data | {"episodes": 3}))
    for number in (1, 2):
        write_attempt(
            folder, make_episode(Fake(), 2, attempt=number, ending="service_error", error="503")
        )
    run = load_run(folder)
    assert run.unresolved == 1
    assert run.judged == ()
    assert run.episodes[0].counted.number == 2
    assert run.episodes[0].counted.verdict == {}


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"episode": 2}, "episode does not fit"),
        ({"attempt": 2}, "attempt does not fit"),
        ({"seed": 8}, "seed does not fit"),
        ({"set": "fs2"}, "set does not fit"),
        ({"agent": {"name": "else", "kind": "model"}}, "agent does not fit"),
        ({"verdict": None}, "verdict has no success"),
        ({"verdict": {"success": "yes"}}, "verdict has no success"),
        ({"usage": {"input_tokens": -1}}, "cannot be"),
        ({"usage": {"cost_usd": float("nan")}}, "cost that cannot be"),
        ({"steps": 10**400}, "cannot be"),
        ({"wall_s": float("inf")}, "duration that cannot be"),
        ({"labels": {"class": 3}}, "field labels.class"),
        ({"format": "lookabout-episode-9"}, "field format"),
    ],
)
def test_records_that_would_make_numbers_wrong(
    folder: Path, change: dict[str, object], complaint: str
) -> None:
    path = episode(folder, 1)
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    run = load_run(folder)
    assert [e.index for e in run.episodes] == [0, 2, 3]
    assert complaint in problems(run)["episodes/0001/attempt-1/episode.json"]


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"", "is empty"),
        (b'{"format": "lookabout-epi', "is damaged"),
        (b"\xff\xfe", "not UTF-8"),
        (b"[" * 100_000, "too deeply"),
        (b'{"a":' * 100_000, "too deeply"),
        (b"[]", "no valid record"),
        (b" " * 10_000_001, "absurdly large"),
    ],
)
def test_damaged_files(folder: Path, content: bytes, complaint: str) -> None:
    episode(folder, 0).write_bytes(content)
    run = load_run(folder)
    assert len(run.judged) == 3
    assert complaint in problems(run)["episodes/0000/attempt-1/episode.json"]


def test_what_does_not_belong(folder: Path, tmp_path: Path) -> None:
    episodes = folder / "episodes"
    (episodes / "7").mkdir()
    (episodes / "0099").mkdir()
    (episodes / "notes.txt").write_text("")
    (episodes / ".hidden").write_text("")
    (episodes / "0000" / "attempt-0").mkdir()
    (episodes / "0000" / "attempt-2").mkdir()
    episode(folder, 3).unlink()
    os.mkfifo(episode(folder, 3))
    run = load_run(folder)
    assert len(run.judged) == 3
    assert problems(run) == {
        "episodes/0000/attempt-0": "is not named like an attempt (attempt-1, attempt-2, …)",
        "episodes/0000/attempt-2/episode.json": "is missing",
        "episodes/0003/attempt-1/episode.json": "is not a plain file",
        "episodes/0099": "run.json plans only 4 episodes",
        "episodes/7": "is not named like an episode (0000, 0001, …)",
        "episodes/notes.txt": "is no folder",
    }


def test_links_that_lead_outside(folder: Path, tmp_path: Path) -> None:
    other = write_run(tmp_path / "other", Fake(episodes=4, seed=5))
    for index in (0, 1):
        target = episode(other, index)
        episode(folder, index).unlink()
        if index:
            target.parent.rename(tmp_path / "moved")
            (folder / "episodes/0001/attempt-1/steps.jsonl").unlink()
            (folder / "episodes/0001/attempt-1").rmdir()
            (folder / "episodes/0001/attempt-1").symlink_to(tmp_path / "moved")
        else:
            episode(folder, index).symlink_to(target)
    (folder / "episodes/0002/attempt-2").symlink_to("attempt-2")
    run = load_run(folder)
    assert len(run.judged) == 2
    assert problems(run) == {
        "episodes/0000/attempt-1/episode.json": "lies outside the run folder",
        "episodes/0001/attempt-1": "is a link that leads outside the run folder",
        "episodes/0002/attempt-2": "is no folder",
    }


def test_run_folder_may_be_a_link_itself(folder: Path, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(folder)
    assert len(load_run(link).judged) == 4


def test_cut_off_and_damaged_steps(folder: Path) -> None:
    run = load_run(folder)
    attempt = run.judged[0]
    path = attempt.folder / "steps.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([lines[0], b"{}\n", *lines[1:-1], lines[-1][:20]]))
    steps, found = read_steps(run, attempt)
    assert len(steps) == len(lines) - 1
    assert [p.where for p in found] == ["episodes/0000/attempt-1/steps.jsonl"] * 2
    assert "line 2 is no valid record" in found[0].what
    assert f"line {len(lines) + 1} is cut off" in found[1].what
    path.write_bytes(lines[0])
    assert f"has 1 lines; episode.json says {len(lines)}" in read_steps(run, attempt)[1][0].what
    path.unlink()
    assert read_steps(run, attempt)[1][0].what == "is missing"


def test_half_characters_can_be_written_again() -> None:
    line = (
        b'{"index":0,"turn":1,"time_s":0,"position":[0,0,0],"shown":[],'
        b'"reply":"a\\ud800b \\ud83d\\ude00","action":{},"outcome":"ended"}'
    )
    assert parse(StepRecord, line).reply == "a�b 😀"


@settings(max_examples=200)
@given(st.binary(max_size=200) | st.text(max_size=100).map(str.encode))
def test_any_bytes_are_a_record_or_unusable(data: bytes) -> None:
    with pytest.raises(UnusableError):
        parse(StepRecord, data)


@pytest.mark.parametrize(
    "parts",
    [
        {"success": True, "claimed": False, "in_view": True, "low_enough": True},
        {"success": True, "claimed": True, "in_view": False, "low_enough": True},
        {"success": False, "claimed": True, "in_view": True, "low_enough": True},
        {"success": True, "qualifying": 0},
        {"success": False, "qualifying": 2},
    ],
)
def test_verdicts_that_contradict_themselves_are_in_no_number(
    folder: Path, parts: dict[str, int]
) -> None:
    path = episode(folder, 2)
    record = json.loads(path.read_text())
    path.write_text(json.dumps(record | {"verdict": record["verdict"] | parts}))
    run = load_run(folder)
    assert [e.index for e in run.episodes] == [0, 1, 3]
    assert "contradicts itself" in problems(run)["episodes/0002/attempt-1/episode.json"]


@pytest.mark.parametrize("moves", [10**309, -1, 10**13, True, "3"])
def test_counts_of_moves_that_cannot_be_are_unknown(folder: Path, moves: object) -> None:
    path = episode(folder, 0)
    record = json.loads(path.read_text())
    path.write_text(json.dumps(record | {"verdict": record["verdict"] | {"moves": moves}}))
    assert load_run(folder).judged[0].moves is None


def test_names_without_end_are_refused(folder: Path) -> None:
    path = folder / "run.json"
    record = json.loads(path.read_text())
    record["agent"]["name"] = "a" * 201
    path.write_text(json.dumps(record))
    with pytest.raises(UsageError, match="is no run"):
        load_run(folder)
