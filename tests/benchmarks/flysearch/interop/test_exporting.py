"""Our runs as published folders: the form, the scorer's view of them, and back again."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from lookabout.benchmarks.base import play
from lookabout.benchmarks.flysearch import BENCHMARK
from lookabout.benchmarks.flysearch.interop.folders import Attempt, Entry, export_run
from lookabout.benchmarks.flysearch.interop.importing import import_run
from lookabout.benchmarks.flysearch.settings import Settings
from lookabout.errors import UsageError
from lookabout.geometry import Box
from lookabout.records import AgentInfo, EpisodeRecord, StepRecord
from lookabout.sim.scenario import Scenario
from lookabout.world.spec import ObjectSpec
from tests.benchmarks.flysearch.interop.folders import read_episode, read_run
from tests.worlds import FOUND, FlatWorld, Notebook, Reciter, flysearch_scenario, move

ORACLE = AgentInfo(name="oracle", kind="scripted", privileged=True, settings={"skill": 3})


def wall(x: float, z: float) -> np.ndarray[Any, np.dtype[np.float64]]:
    """A wall across the way east, so high that it must be flown over."""
    return np.array([[[x, -500, -100], [x, 500, -100], [x, 0, z]]], float)


def flown(
    folder: Path,
    *replies: str,
    scenario: Scenario | None = None,
    world: FlatWorld | None = None,
    episode: int = 0,
    **options: Any,
) -> Attempt:
    """An episode flown in a flat world, with its pictures in ``folder``."""
    scenario = scenario or flysearch_scenario()
    world = world or FlatWorld()
    world.reset(scenario)
    notebook = Notebook()
    chosen = Settings(**options)
    truth = BENCHMARK.truth(scenario, world)
    ending = play(BENCHMARK.episode(scenario, world, chosen), Reciter(*replies), notebook)
    (folder / "frames").mkdir(parents=True)
    for k, frame in enumerate(notebook.frames):
        small = Image.fromarray(frame.pixels).resize((8, 8))
        buffer = io.BytesIO()
        small.save(buffer, "PNG")
        (folder / "frames" / f"{k:03d}.png").write_bytes(buffer.getvalue())
    record = EpisodeRecord(
        benchmark="flysearch",
        set=scenario.set,
        episode=episode,
        attempt=1,
        scenario=scenario.model_dump(mode="json"),
        labels=BENCHMARK.labels(scenario),
        agent=ORACLE,
        settings=chosen.model_dump(mode="json"),
        seed=0,
        engine={"name": "embedded", "quality": "draft"},
        look="builtin",
        truth=truth,
        started="2026-01-02T03:04:05+00:00",
        ending=ending,
        steps=len(notebook.steps),
    )
    record = record.model_copy(update={"verdict": BENCHMARK.verdict(record, notebook.steps)})
    return Attempt(record, notebook.steps, folder)


def back(attempt: Attempt, tmp_path: Path) -> tuple[EpisodeRecord, list[StepRecord]]:
    (entry,) = export_run([attempt], tmp_path / "published")
    assert (entry.state, entry.notes) == ("done", ())
    report = import_run(tmp_path / "published", tmp_path / "again")
    assert [(e.state, e.notes) for e in report.entries] == [("done", ())]
    return read_episode(tmp_path / "again")


def test_the_published_form(tmp_path: Path) -> None:
    attempt = flown(tmp_path / "own", move(-5, 4, -30), FOUND, episode=7)
    assert export_run([attempt], tmp_path / "out") == [Entry("0007", "done", 7, judged=True)]
    folder = tmp_path / "out" / "7"
    assert sorted(p.name for p in folder.iterdir()) == sorted(
        [
            *("0.png", "1.png", "0_coords.txt", "1_coords.txt", "object_bbox.txt"),
            *("conversation.json", "simple_conversation.json", "agent_info.json"),
            *("scenario_params.json", "termination.txt"),
        ]
    )
    params = json.loads((folder / "scenario_params.json").read_text())
    assert params == {
        "object_coords": "(0.0, 0.0, 0.0)",
        "object_rot": "(0.0, 0.0, 0.0)",
        "object_type": "ObjectType.RED_PICKUP_TRUCK",
        "object_id": "vehicle/red_pickup",
        "drone_rel_coords": "(5, 4, 40)",  # south of it is +y there
        "seed": "7",
        "passed_object_name": "a red pickup truck",
        "set_object": "True",
        "regenerate_city": "True",
    }
    assert (folder / "0_coords.txt").read_text() == "(5.0, 4.0, 40.0)"
    assert (folder / "1_coords.txt").read_text() == "(0.0, 0.0, 10.0)"
    assert (folder / "object_bbox.txt").read_text() == "-250.0 -100.0 0.0 250.0 100.0 180.0"
    assert (folder / "termination.txt").read_text() == "found claimed"
    talk = json.loads((folder / "conversation.json").read_text())
    assert [role for role, _ in talk] == [
        *("user", "user", "user", "assistant"),
        *("user", "user", "assistant"),
    ]
    assert talk[2][1]["url"].startswith("data:image/jpeg;base64,/9j/")
    simple = json.loads((folder / "simple_conversation.json").read_text())
    assert [text for _, text in simple][1:] == [
        *(talk[1][1], "image", talk[3][1]),
        *(talk[4][1], "image", FOUND),
    ]
    assert (folder / "1.png").read_bytes() == (tmp_path / "own/frames/001.png").read_bytes()


@pytest.mark.parametrize("rule", ["strict", "anywhere"])
def test_who_flew_where_and_how_comes_back(tmp_path: Path, rule: str) -> None:
    attempt = flown(
        tmp_path / "own",
        move(-5, 4, -30),
        "Found! <Action>(0, 0, 0)</Action>",
        claim_rule=rule,
        steps=2,
    )
    record, _ = back(attempt, tmp_path)
    run = read_run(tmp_path / "again")
    assert record.agent == run.agent == ORACLE  # and so still marked as privileged
    assert record.engine == run.engine == {"name": "embedded", "quality": "draft"}
    assert record.look == "builtin"
    assert record.settings == attempt.record.settings
    assert record.verdict is not None
    assert record.verdict["success"] is (rule == "anywhere")


def test_the_published_scorer_comes_to_our_verdict(tmp_path: Path) -> None:
    # A target whose middle is not at its place, on a hill of 300.5 m.
    scenario = flysearch_scenario(start=(20.0, 20.0, 40.0))
    scenario = scenario.model_copy(
        update={
            "world": scenario.world.model_copy(
                update={
                    "objects": (
                        ObjectSpec(
                            name="target",
                            kind="vehicle/red_pickup",
                            seed=7,
                            position=(0, 0, 300.5),
                        ),
                    )
                }
            ),
            "vehicles": (
                scenario.vehicles[0].model_copy(update={"position": (20.0, 20.0, 340.5)}),
            ),
            "task": {**scenario.task, "ground_z": 300.5},
        }
    )
    world = FlatWorld(Box((3.0, 1.0, 300.5), (9.0, 5.0, 304.5)))
    attempt = flown(
        tmp_path / "own",
        move(-14, -17, -30),
        FOUND,
        scenario=scenario,
        world=world,
    )
    assert attempt.record.verdict is not None
    assert attempt.record.verdict["success"] is True
    export_run([attempt], tmp_path / "out")
    folder = tmp_path / "out/0"
    x, y, z = map(float, (folder / "1_coords.txt").read_text().strip("()").split(","))
    assert (x, y, z) == (0.0, 0.0, 10.0)  # over the middle of its box
    assert float((folder / "object_bbox.txt").read_text().split()[5]) == 400.0
    assert z - 400.0 // 100 <= 10


WHOLE = st.integers(-60, 60)
REPLIES = st.one_of(
    st.tuples(WHOLE, WHOLE, st.integers(-30, 90)).map(lambda m: move(*m)),
    st.tuples(*[st.floats(-30, 30)] * 2, st.floats(-20, 5)).map(lambda m: move(*m)),
    st.sampled_from([FOUND, "FOUND", "I found nothing", move(0, 0, 500), move(900, 0, 0)]),
)


@settings(max_examples=25, deadline=None)
@given(
    replies=st.lists(REPLIES, min_size=1, max_size=8),
    start=st.tuples(st.integers(-20, 20), st.integers(-20, 20), st.integers(30, 60)),
    low=st.tuples(*[st.floats(-8, 0)] * 3),
    size=st.tuples(*[st.floats(0.5, 9)] * 3),
    rule=st.sampled_from(["strict", "anywhere"]),
    order=st.sampled_from(["altitude-image", "image-altitude"]),
    walled=st.booleans(),
)
def test_runs_come_back(
    tmp_path_factory: pytest.TempPathFactory,
    replies: list[str],
    start: tuple[int, int, int],
    low: tuple[float, float, float],
    size: tuple[float, float, float],
    rule: str,
    order: str,
    walled: bool,
) -> None:
    tmp_path = tmp_path_factory.mktemp("round")
    x, y, z = (float(v) for v in start)
    high = (low[0] + size[0], low[1] + size[1], low[2] + size[2])
    attempt = flown(
        tmp_path / "own",
        *replies,
        scenario=flysearch_scenario(start=(x, y, z)),
        world=FlatWorld(Box(low, high), wall(x + 15, 200) if walled else None),
        claim_rule=rule,
        message_order=order,
    )
    before, steps = attempt.record, attempt.steps
    after, again = back(attempt, tmp_path)
    assert after.ending == before.ending
    assert after.labels == before.labels
    assert after.set == before.set
    assert [(s.turn, s.action, s.outcome, s.reply) for s in again] == [
        (s.turn, s.action, s.outcome, s.reply) for s in steps
    ]
    refusals = [s.detail.get("refusal") for s in steps]
    if before.ending == "refusals_spent":
        refusals[-1] = None  # of the last one no file says why
    assert [s.detail.get("refusal") for s in again] == refusals
    centre = before.truth["target_centre"]
    for one, two in zip(steps, again, strict=True):
        expected = (one.position[0] - centre[0], one.position[1] - centre[1], one.position[2])
        assert two.position == pytest.approx(expected, abs=1e-9)
        assert [list(part) for part in two.shown] == [list(part) for part in one.shown]
    assert before.verdict is not None
    assert after.verdict is not None
    for name, value in before.verdict.items():
        if name not in ("end_position", "target_centre", "target_top"):  # in another frame
            assert after.verdict[name] == (
                value if isinstance(value, bool | int) else pytest.approx(value, abs=1e-9)
            ), name


def test_fs2_with_the_targets_picture(tmp_path: Path) -> None:
    scenario = flysearch_scenario(start=(10.0, 0.0, 110.0)).model_copy(update={"set": "fs2"})
    attempt = flown(tmp_path / "own", move(-10, 0, -100), FOUND, scenario=scenario)
    record, steps = back(attempt, tmp_path)
    assert record.set == "fs2"
    assert [list(p) for p in steps[0].shown] == [list(p) for p in attempt.steps[0].shown]
    params = json.loads((tmp_path / "published/0/scenario_params.json").read_text())
    assert (params["difficulty"], params["sun_y"], params["sun_z"]) == ("FS2", "-45.0", "200.0")
    assert len(list((tmp_path / "published/0").glob("*.png"))) == 3


def test_what_is_lost_is_said(tmp_path: Path) -> None:
    attempt = flown(tmp_path / "own", move(-5, 4, -30), FOUND)
    (tmp_path / "own/frames/001.png").unlink()
    (entry,) = export_run([attempt], tmp_path / "out")
    assert (entry.state, entry.notes) == ("incomplete", ("frames/001.png is missing",))
    report = import_run(tmp_path / "out", tmp_path / "again")
    assert report.entries[0].notes == ("a picture is missing",)
    verdict = read_episode(tmp_path / "again")[0].verdict
    assert verdict is not None
    assert verdict["success"] is True


def test_frames_outside_the_run_are_not_read(tmp_path: Path) -> None:
    attempt = flown(tmp_path / "own", FOUND)
    (tmp_path / "own/frames/000.png").unlink()
    (tmp_path / "own/frames/000.png").symlink_to("/etc/passwd")
    (entry,) = export_run([attempt], tmp_path / "out")
    assert entry.notes == ("frames/000.png is a link",)
    step = attempt.steps[0].model_copy(update={"shown": [{"image": "../../../etc/passwd"}]})
    (entry,) = export_run([Attempt(attempt.record, [step], tmp_path / "own")], tmp_path / "out2")
    assert entry.notes == ("../../../etc/passwd lies outside its folder",)


def test_records_that_are_not_flysearchs(tmp_path: Path) -> None:
    attempt = flown(tmp_path / "own", FOUND)
    for change in ({"truth": {}}, {"scenario": {}}, {"ending": "claimed", "settings": {"x": 1}}):
        record = attempt.record.model_copy(update=change)
        with pytest.raises(UsageError, match="its record is not FlySearch's"):
            export_run([Attempt(record, attempt.steps, tmp_path / "own")], tmp_path / "out")
        assert not (tmp_path / "out").exists()
    with pytest.raises(UsageError, match="has no steps"):
        export_run([Attempt(attempt.record, [], tmp_path / "own")], tmp_path / "out")
    with pytest.raises(UsageError, match="there is none"):
        export_run([], tmp_path / "out")
