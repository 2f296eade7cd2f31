"""Published folders of both generations as runs, scored by the published rule."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lookabout.benchmarks.flysearch.interop.importing import import_run
from lookabout.benchmarks.flysearch.verdict import MAX_HEIGHT_M
from lookabout.errors import UsageError
from lookabout.records import flaw
from lookabout.results.load import load_run
from lookabout.results.schema import schemas
from lookabout.results.tables import summary_table
from lookabout.sim.scenario import Scenario, read_scenario
from tests.benchmarks.flysearch.interop.folders import (
    DATA,
    change_params,
    copy,
    imported,
    read_episode,
    read_run,
)


@pytest.fixture(scope="module")
def newer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("import") / "run"
    import_run(DATA / "newer", out)
    return out


def test_the_papers_example_h11(newer: Path) -> None:
    record, steps = read_episode(newer, 0)
    verdict = record.verdict
    assert verdict is not None
    # The paper: end position (6, 3, 8), distance 10.44030650891055, success.
    assert verdict["success"] is True
    assert verdict["distance_m"] == pytest.approx(10.44030650891055, abs=1e-12)
    assert verdict["end_position"] == [6.0, -3.0, 8.0]  # y north
    assert [s.position for s in steps] == [(-9, 23, 48), (-9, -9, 28), (0, -9, 18), (6, -3, 8)]
    assert [s.outcome for s in steps] == ["moved", "moved", "moved", "ended"]
    assert [s.action for s in steps][:1] == [{"kind": "move", "by": [0, -32, -20]}]
    assert record.ending == "claimed"
    assert verdict["moves"] == 3
    assert verdict["height_above_top"] == pytest.approx(8 - 2.6)


def test_who_where_and_how(newer: Path) -> None:
    run, (record, _) = read_run(newer), read_episode(newer, 0)
    assert run.engine == record.engine == {"name": "unreal"}
    assert record.look == "unreal"
    assert (run.agent.name, run.agent.kind) == ("newer", "model")
    assert (run.benchmark, run.set, run.episodes, run.source) == (
        "flysearch",
        "fs1-city",
        5,
        "files",
    )
    assert record.settings == {
        "claim_rule": "anywhere",
        "actions": "coordinates",
        "steps": None,
        "message_order": "altitude-image",
    }
    assert record.labels == {
        "environment": "city",
        "class": "trash",
        "kind": "trash",
        "start_height": "40–50",
    }
    # The box of 6 × 6 × 2.021 m around the object, from the map's centimetres.
    assert record.truth["target_low"] == pytest.approx([-3, -3, -0.006])
    assert record.truth["target_high"] == pytest.approx([3, 3, 2.015])
    assert record.truth["target_top"] == 2.6


def test_a_fire_is_three_metres_high_whatever_its_box(newer: Path) -> None:
    record, _ = read_episode(newer, 1)
    assert record.verdict is not None
    # At 13 m: exactly 10 m over the 3 m; the box, with its smoke, is 40.579 m high.
    assert record.verdict["success"] is True
    assert record.verdict["height_above_top"] == MAX_HEIGHT_M
    assert record.truth["target_high"][2] == pytest.approx(39.994)


def test_refusals_a_collision_and_spent_steps(newer: Path) -> None:
    record, steps = read_episode(newer, 2)
    assert [(s.index, s.turn, s.outcome, s.detail.get("refusal")) for s in steps] == [
        (0, 1, "refused", "altitude"),
        (1, 1, "refused", "area"),
        (2, 1, "refused", "view"),
        (3, 1, "moved", None),
        (4, 2, "collided", None),
        (5, 3, "moved", None),
        (6, 4, "ended", None),
    ]
    assert steps[4].detail["path"] == [[0, 0, 40], [3, 2, 25]]
    assert record.ending == "steps_spent"
    assert record.settings["steps"] == 4
    assert record.verdict is not None
    assert (record.verdict["claimed"], record.verdict["success"]) == (False, False)
    assert record.verdict["moves"] == 3


def test_other_ends(newer: Path) -> None:
    for index, ending, outcome in ((3, "unparsable", "ended"), (4, "refusals_spent", "refused")):
        record, steps = read_episode(newer, index)
        assert record.ending == ending
        assert steps[-1].outcome == outcome
        assert record.verdict is not None
        assert record.verdict["success"] is False


def test_the_report_counts_them(newer: Path) -> None:
    run = load_run(newer)
    assert not run.problems
    assert [a.success for a in run.judged] == [True, True, False, False, False]
    row = dict(
        zip(
            [c.key for c in summary_table([run]).columns], summary_table([run]).rows[0], strict=True
        )
    )
    assert row["look"] == "unreal"
    assert row["judged"] == 5


def test_records_are_sound(newer: Path) -> None:
    run, schema = read_run(newer), schemas()
    jsonschema.validate(json.loads((newer / "run.json").read_text()), schema["run"])
    for index in range(run.episodes):
        record, steps = read_episode(newer, index)
        assert flaw(record, run, index, 1) is None
        folder = newer / "episodes" / f"{index:04d}" / "attempt-1"
        jsonschema.validate(json.loads((folder / "episode.json").read_text()), schema["episode"])
        for line in (folder / "steps.jsonl").read_text().splitlines():
            jsonschema.validate(json.loads(line), schema["step"])
        scenario = read_scenario(newer / "scenarios" / f"{index:04d}.json")
        assert scenario == Scenario.model_validate(record.scenario)
        named = [part["image"] for s in steps for part in s.shown if "image" in part]
        assert sorted(named) == sorted(f"frames/{p.name}" for p in (folder / "frames").iterdir())


def test_frames_are_the_published_pictures(newer: Path) -> None:
    for k in range(4):
        kept = newer / "episodes/0000/attempt-1/frames" / f"{k:03d}.png"
        assert kept.read_bytes() == (DATA / "newer/0" / f"{k}.png").read_bytes()


def test_fs2_shows_the_target_first(tmp_path: Path) -> None:
    import_run(DATA / "fs2", tmp_path / "run")
    record, steps = read_episode(tmp_path / "run")
    assert record.set == "fs2"
    assert [list(part) for part in steps[0].shown] == [
        ["text"],
        ["text"],
        ["image"],
        ["text"],
        ["image"],
    ]
    assert [s.shown[-1]["image"] for s in steps] == [f"frames/{k:03d}.png" for k in (1, 2, 3)]
    assert record.verdict is not None
    assert record.verdict["success"] is True
    sun = record.scenario["world"]["sun"]
    assert (sun["elevation_deg"], sun["azimuth_deg"]) == (60.0, 0.0)


def test_fs2_folders_without_the_targets_picture(tmp_path: Path) -> None:
    folder = copy(tmp_path, "fs2")
    for k in range(3):
        shutil.move(folder / f"{k + 1}.png", folder / f"{k}.png")
    _, out = imported(tmp_path)
    _, steps = read_episode(out)
    frames = out / "episodes/0000/attempt-1"
    assert (frames / steps[0].shown[-1]["image"]).read_bytes() == (
        DATA / "fs2/0/1.png"
    ).read_bytes()
    assert (frames / steps[0].shown[2]["image"]).exists()  # from the conversation


def test_the_older_form(tmp_path: Path) -> None:
    copy(tmp_path, "older", "0_r0", "0_r0 ")
    copy(tmp_path, "older", "1_r0", "1_r0 ")
    report, out = imported(tmp_path, agent="gpt-old")
    assert [(e.folder, e.state) for e in report.entries] == [("0_r0 ", "done"), ("1_r0 ", "done")]
    assert read_run(out).agent.name == "gpt-old"
    first, steps = read_episode(out, 0)
    assert (first.set, first.ending, first.labels["class"]) == ("fs1-forest", "claimed", "trash")
    assert first.settings["message_order"] == "image-altitude"
    assert [s.outcome for s in steps] == ["moved", "ended"]
    assert first.verdict is not None
    assert first.verdict["success"] is True  # 10 − 1.8 = 8.2 m over it
    second, steps = read_episode(out, 1)
    # Two replies of two: no file says so, the first message does.
    assert (second.ending, second.labels["class"]) == ("steps_spent", "campsite")
    assert [s.outcome for s in steps] == ["collided", "ended"]
    assert second.verdict is not None
    assert second.verdict["end_position"] == [-2.0, -20.0, 30.0]


def test_older_replies_without_a_conversation(tmp_path: Path) -> None:
    folder = copy(tmp_path, "older", "0_r0")
    (folder / "conversation.json").unlink()
    report, out = imported(tmp_path)
    record, steps = read_episode(out)
    assert report.entries[0].state == "incomplete"
    assert "no conversation" in report.entries[0].notes[0]
    assert [s.reply for s in steps] == [
        "<Reasoning>looking</Reasoning>\n<Action>(-10, -8, -30)</Action>",
        "FOUND",
    ]
    assert record.verdict is not None
    assert record.verdict["success"] is True


def test_a_person(tmp_path: Path) -> None:
    import_run(DATA / "people", tmp_path / "run")
    run, (record, steps) = read_run(tmp_path / "run"), read_episode(tmp_path / "run")
    assert (run.agent.name, run.agent.kind) == ("human/ann", "human")
    assert record.settings["player"] == "human"
    assert [s.action["kind"] for s in steps] == ["move", "move", "claim"]
    assert [s.outcome for s in steps] == ["moved", "moved", "ended"]
    assert record.verdict is not None
    assert record.verdict["success"] is True


def test_a_person_who_never_claims(tmp_path: Path) -> None:
    folder = copy(tmp_path, "people", "0_r0")
    entries = [["user", "image"], ["assistant", "FOUND: False, COORD_CHANGE: (0, 0, -1)"]] * 10
    (folder / "simple_conversation.json").write_text(json.dumps(entries))
    for k in range(11):  # one more than replies: where the last move ended
        (folder / f"{k}_coords.txt").write_text(f"(0.0, 0.0, {18.0 - k})")
    report, out = imported(tmp_path)
    record, steps = read_episode(out)
    assert report.entries[0].judged
    assert (record.ending, record.settings["claim_rule"]) == ("steps_spent", "strict")
    assert steps[-1].position == (0, 0, 9)
    assert record.verdict is not None
    # Low over the target, and the word FOUND is in every reply; but nothing was claimed.
    assert record.verdict["low_enough"] is True
    assert (record.verdict["claimed"], record.verdict["success"]) == (False, False)


def test_files_in_which_y_points_north(tmp_path: Path) -> None:
    folder = copy(tmp_path)
    for k, (x, y, z) in enumerate([(-9, 23, 48), (-9, -9, 28), (0, -9, 18), (6, -3, 8)]):
        (folder / f"{k}_coords.txt").write_text(str((x, y, z)))
    report, out = imported(tmp_path)
    _, steps = read_episode(out)
    assert steps[0].position == (-9, 23, 48)
    assert [s.outcome for s in steps] == ["moved", "moved", "moved", "ended"]
    assert "y of the positions points north" in report.entries[0].notes[0]


@pytest.mark.parametrize(
    ("last", "success", "claimed"),
    [
        ("<Action>FOUND</Action>", True, True),
        ("I found it here. <Action>(0, 0, -1)</Action>", True, True),
        ("<Action>(0, 0, -1)</Action>", False, False),
    ],
)
def test_a_claim_is_the_word_anywhere_in_the_last_reply(
    tmp_path: Path, last: str, success: bool, claimed: bool
) -> None:
    folder = copy(tmp_path)
    path = folder / "conversation.json"
    entries = json.loads(path.read_text())
    entries[-1][1] = last
    path.write_text(json.dumps(entries))
    _, out = imported(tmp_path)
    verdict = read_episode(out)[0].verdict
    assert verdict is not None
    assert (verdict["success"], verdict["claimed"]) == (success, claimed)


@settings(max_examples=40, deadline=None)
@given(
    x=st.integers(-20, 20),
    y=st.integers(-20, 20),
    z=st.integers(1, 25),
    top=st.integers(0, 1500),
    fire=st.booleans(),
)
def test_verdicts_are_the_published_scorers(
    tmp_path_factory: pytest.TempPathFactory, x: int, y: int, z: int, top: int, fire: bool
) -> None:
    tmp_path = tmp_path_factory.mktemp("scorer")
    folder = copy(tmp_path, "newer", "1")
    (folder / "1_coords.txt").write_text(f"({x}, {y}, {z})")
    (folder / "object_bbox.txt").write_text(f"-9 -9 0 9 9 {top}")
    change_params(folder, {"object_type": f"ObjectType.{'FIRE' if fire else 'CROWD'}"})
    _, out = imported(tmp_path)
    verdict = read_episode(out)[0].verdict
    assert verdict is not None
    # As the published scorer has it, in whole metres.
    low_enough = z - (3 if fire else top // 100) <= 10
    visible = x - z <= 0 <= x + z and y - z <= 0 <= y + z
    assert verdict["success"] is (low_enough and visible)


def test_two_importers_get_the_same(tmp_path: Path) -> None:
    for name in ("a", "b"):
        import_run(DATA / "newer", tmp_path / name)
    one, two = (read_run(tmp_path / name) for name in ("a", "b"))
    assert one.scenarios == two.scenarios
    for index in range(5):
        assert read_episode(tmp_path / "a", index)[1] == read_episode(tmp_path / "b", index)[1]


def test_forest_and_city_make_fs1(tmp_path: Path) -> None:
    copy(tmp_path, "newer", "0", "0")
    copy(tmp_path, "older", "0_r0", "1")
    report, out = imported(tmp_path)
    assert report.set == read_episode(out)[0].set == "fs1"
    copy(tmp_path, "fs2", "0", "2")
    with pytest.raises(UsageError, match="not scored together") as raised:
        import_run(tmp_path / "source", tmp_path / "other")
    assert "fs1-city (1), fs1-forest (1), fs2 (1)" in str(raised.value)
    assert not (tmp_path / "other").exists()


@pytest.mark.parametrize(
    ("infos", "name"),
    [
        (({"model": "gpt-4o"}, {"model": "gpt-4o"}), "gpt-4o"),
        (({"conversation_history": []}, {}), "source"),
        (({"name": "a\x1b[2J"}, [1]), "source"),
    ],
)
def test_agents_names(tmp_path: Path, infos: tuple[object, object], name: str) -> None:
    for k, info in enumerate(infos):
        (copy(tmp_path, "newer", str(k)) / "agent_info.json").write_text(json.dumps(info))
    assert imported(tmp_path)[0].agent == name


def test_several_agents_need_a_word(tmp_path: Path) -> None:
    for k, name in enumerate(("gpt-4o", "claude")):
        (copy(tmp_path, "newer", str(k)) / "agent_info.json").write_text(f'{{"name": "{name}"}}')
    with pytest.raises(UsageError, match="several agents: claude, gpt-4o"):
        imported(tmp_path)
    assert imported(tmp_path, agent="both")[0].agent == "both"
