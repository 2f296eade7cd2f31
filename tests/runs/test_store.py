"""Run folders: whose they are, and that nothing in them is overwritten."""

from __future__ import annotations

from pathlib import Path

import pytest

from lookabout.errors import UsageError
from lookabout.records import AgentInfo, EpisodeRecord, RunRecord, Usage, scenario_hash
from lookabout.runs.store import RunFolder, write_episode
from tests.worlds import flysearch_scenario

SCENARIOS = [flysearch_scenario(name=f"test-{i}") for i in range(2)]


def record(**changes: object) -> RunRecord:
    base = RunRecord(
        benchmark="flysearch",
        set="fs1-city",
        agent=AgentInfo(name="a", kind="model", settings={"temperature": 0.0, "timeout_s": 5}),
        seed=1,
        episodes=2,
        settings={"claim_rule": "strict"},
        versions={"lookabout": "1"},
        engine={"name": "embedded", "quality": "draft"},
        started="2026-01-01T00:00:00+00:00",
    )
    return base.model_copy(update=changes)


def episode(**changes: object) -> EpisodeRecord:
    base = EpisodeRecord(
        benchmark="flysearch",
        set="fs1-city",
        episode=0,
        attempt=1,
        scenario={},
        agent=AgentInfo(name="a", kind="scripted"),
        seed=0,
        started="2026-01-01T00:00:00+00:00",
    )
    return base.model_copy(update=changes)


def take_up(path: Path, given: RunRecord) -> None:
    with RunFolder(path).open(given, SCENARIOS):
        pass


def test_the_same_run_is_taken_up(tmp_path: Path) -> None:
    take_up(tmp_path / "run", record())
    take_up(tmp_path / "run", record(started="2027-01-01T00:00:00+00:00"))
    assert RunFolder(tmp_path / "run").record().started.startswith("2026")


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"seed": 2}, "seed = 1, not 2"),
        ({"settings": {"claim_rule": "anywhere"}}, "settings.claim_rule = 'strict'"),
        ({"engine": {"name": "embedded", "quality": "high"}}, "engine.quality"),
        ({"versions": {"lookabout": "2"}}, "version"),
        ({"agent": AgentInfo(name="b", kind="model")}, "agent = 'a', not 'b'"),
        (
            {"agent": AgentInfo(name="a", kind="model", settings={"temperature": 1.0})},
            "agent.settings.temperature = 0.0, not 1.0",
        ),
    ],
)
def test_another_run_is_refused(tmp_path: Path, changes: dict[str, object], named: str) -> None:
    take_up(tmp_path, record())
    with pytest.raises(UsageError, match=named):
        take_up(tmp_path, record(**changes))


def test_how_a_service_is_reached_may_change(tmp_path: Path) -> None:
    take_up(tmp_path, record())
    agent = AgentInfo(name="a", kind="model", settings={"temperature": 0.0, "timeout_s": 9})
    take_up(tmp_path, record(agent=agent))


def test_other_scenarios_are_refused(tmp_path: Path) -> None:
    take_up(tmp_path, record())
    others = [flysearch_scenario(name="other-0"), SCENARIOS[1]]
    with pytest.raises(UsageError, match=r"0000\.json"), RunFolder(tmp_path).open(record(), others):
        pass


def test_a_folder_with_other_files_is_refused(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("mine")
    with pytest.raises(UsageError, match="other files"):
        take_up(tmp_path, record())
    assert [entry.name for entry in tmp_path.iterdir()] == ["thesis.tex"]


def test_two_runs_cannot_share_a_folder(tmp_path: Path) -> None:
    with (
        RunFolder(tmp_path).open(record(), SCENARIOS),
        pytest.raises(UsageError, match="another lookabout run"),
    ):
        take_up(tmp_path, record())
    take_up(tmp_path, record())


def test_a_file_in_the_way_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match="cannot be written"):
        take_up(tmp_path / "file" / "run", record())


def test_a_damaged_run_json_is_named(tmp_path: Path) -> None:
    take_up(tmp_path, record())
    (tmp_path / "run.json").write_text('{"benchmark": 5}')
    with pytest.raises(UsageError, match=r"run\.json.*field benchmark"):
        take_up(tmp_path, record())


def test_attempts_are_numbered_and_never_reused(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path)
    first, path = folder.new_attempt(3, lambda n: episode(attempt=n))
    assert (first.attempt, path.name) == (1, "attempt-1")
    assert (path / "frames").is_dir()
    assert folder.attempts(3) == {1: first}
    (folder.episode(3) / "attempt-7").mkdir()
    (folder.episode(3) / "attempt-x").mkdir()
    assert folder.new_attempt(3, lambda n: episode(attempt=n))[0].attempt == 8
    assert list(folder.attempts(3)) == [1, 7, 8]
    names = {entry.name for entry in folder.episode(3).iterdir()}
    assert names == {"attempt-1", "attempt-7", "attempt-8", "attempt-x"}


def test_only_a_verdict_finishes_an_episode(tmp_path: Path) -> None:
    folder, run = RunFolder(tmp_path), record(agent=episode().agent, seed=0)
    judged = {"ending": "claimed", "verdict": {"success": False}}
    for state in (
        {},
        {"ending": "service_error"},
        {**judged, "verdict": None},
        {**judged, "verdict": {}},
        {**judged, "seed": 77},
        {**judged, "steps": -1},
        {**judged, "usage": Usage(input_tokens=-1)},
        {**judged, "usage": Usage(input_tokens=10**13)},
    ):
        first, path = folder.new_attempt(0, lambda n: episode(attempt=n))
        (path / "steps.jsonl").touch()
        write_episode(path, first.model_copy(update=state))
        assert not folder.finished(0, run)
    _, path = folder.new_attempt(0, lambda n: episode(attempt=n))
    (path / "episode.json").write_text('{"benchmark": ')
    assert not folder.finished(0, run)
    first, path = folder.new_attempt(0, lambda n: episode(attempt=n))
    write_episode(path, first.model_copy(update=judged))
    assert not folder.finished(0, run)  # its steps are missing
    (path / "steps.jsonl").touch()
    assert folder.finished(0, run)


def test_nothing_is_written_through_a_link_out_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "run" / "episodes").mkdir(parents=True)
    (tmp_path / "run" / "episodes" / "0001").symlink_to(tmp_path / "elsewhere")
    folder = RunFolder(tmp_path / "run")
    with pytest.raises(UsageError, match="leads out of the run folder"):
        folder.new_attempt(1, lambda n: episode(attempt=n))
    assert list((tmp_path / "elsewhere").iterdir()) == []
    assert folder.new_attempt(2, lambda n: episode(attempt=n))[0].attempt == 1


def test_edited_scenarios_and_other_sources_are_refused(tmp_path: Path) -> None:
    hashes = [scenario_hash(s.model_dump(mode="json")) for s in SCENARIOS]
    take_up(tmp_path, record(scenarios=hashes))
    take_up(tmp_path, record(scenarios=hashes))
    with pytest.raises(UsageError, match=r"scenario 1 \(SHA-256\)"):
        take_up(tmp_path, record(scenarios=[hashes[0], hashes[0]]))
    with pytest.raises(UsageError, match="source of scenarios = 'seed', not 'files'"):
        take_up(tmp_path, record(scenarios=hashes, source="files"))
