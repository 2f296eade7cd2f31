"""The loop with one drone and with several, on a field where everything is known."""

from __future__ import annotations

import io
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as with_settings
from hypothesis import strategies as st
from PIL import Image as PilImage

from lookabout.benchmarks.base import play
from lookabout.benchmarks.dronecats import scoring
from lookabout.benchmarks.dronecats.log import StepLog, read_log
from lookabout.benchmarks.dronecats.settings import Settings
from lookabout.exchange import Image, Text
from lookabout.geometry import Box
from lookabout.sim.protocol import Contact, Fly, Hover
from tests.benchmarks.dronecats.field import (
    FINISHED,
    THINK,
    Field,
    go,
    rotate,
    say,
    scenario,
    start,
)
from tests.worlds import Notebook, Reciter, everything_in


def log_of(step: object) -> StepLog:
    return StepLog.model_validate(step.detail)  # type: ignore[attr-defined]


def test_one_user_message_text_then_picture() -> None:
    episode, world = start()
    shown = episode.observe()
    assert [type(part) for part in shown.parts] == [Text, Image]
    assert "go to the cyan SUV" in shown.text
    assert "(none yet: this is the first step)" in shown.text
    assert '{"action": "go", "point": [x, y], "depth": d}' in shown.text
    assert "One action lasts 1 s:" in shown.text
    assert (shown.fresh, shown.thinking, shown.reply_schema, shown.tools) == (True, False, None, ())
    with PilImage.open(io.BytesIO(shown.images[0].data)) as picture:
        assert (picture.format, picture.size) == ("JPEG", (640, 480))
    assert world.observations == 1


def test_the_camera_is_level_whatever_the_body_does() -> None:
    poses = []
    world = Field(
        picture=lambda camera, pose: poses.append(pose) or np.zeros((480, 640, 3), np.uint8)
    )
    episode, _ = start(world=world, yaw_deg=30.0)
    episode.observe()
    np.testing.assert_allclose(poses[0].rotation[:, 2], [0, 0, 1], atol=1e-12)
    np.testing.assert_allclose(
        poses[0].rotation[:2, 0], [math.cos(math.radians(30)), 0.5], atol=1e-12
    )


def test_a_go_flies_one_step_along_its_ray_and_stops() -> None:
    episode, world = start(yaw_deg=90.0)
    say(episode, go(depth=2.0))
    # 500, 500 is the middle: straight ahead, which is north.
    np.testing.assert_allclose(world.at["drone"], [0, 2, 1.5], atol=1e-9)
    assert world.steered[-1] == (1.0, "drone", Hover())
    say(episode, go(depth=20.0))
    np.testing.assert_allclose(world.at["drone"], [0, 5, 1.5], atol=1e-9)  # 3 m/s at most
    say(episode, go(x=1000, depth=math.sqrt(2)))
    # The right edge of 90° is 45° to the right: east of north.
    np.testing.assert_allclose(world.at["drone"], [1, 6, 1.5], atol=1e-9)


def test_positive_yaw_turns_right() -> None:
    episode, world = start(yaw_deg=0.0)
    say(episode, rotate(45))
    assert world.yaw["drone"] == pytest.approx(-45)
    say(episode, rotate(-170))
    assert world.yaw["drone"] == pytest.approx(45)  # 90 a second at most


def test_it_hovers_while_the_model_thinks_then_flies_as_it_saw() -> None:
    episode, world = start()
    _, step = say(episode, go(depth=3.0), latency_s=2.3)
    flown = [each for each in world.steered if isinstance(each[2], Fly)]
    assert [each[0] for each in flown] == [pytest.approx(2.3)]
    assert world.time_s == pytest.approx(3.3)
    assert log_of(step).latency_s == 2.3
    np.testing.assert_allclose(world.at["drone"], [3, 0, 1.5], atol=1e-9)


def test_the_trace_lies_on_whole_half_seconds() -> None:
    episode, world = start()
    times = []
    for latency in (0.0, 0.33, 1.01, 0.2):
        _, step = say(episode, go(), latency_s=latency)
        times += [sample.time_s for sample in log_of(step).trace]
    # 4 steps and 1.54 s of thinking: 5.54 s.
    assert times == [k / 2 for k in range(12)]
    assert world.time_s == pytest.approx(5.54)


def test_what_a_sample_holds() -> None:
    episode, _ = start(yaw_deg=10.0)
    _, step = say(episode, go())
    first = log_of(step).trace[0]
    assert (first.time_s, first.drone, first.position) == (0.0, "drone", (0.0, 0.0, 1.5))
    assert first.yaw_deg == pytest.approx(10.0)
    assert first.distance_m == pytest.approx(math.hypot(20, 0.5))
    assert first.box_distance_m == pytest.approx(18.0)
    assert first.visible


def test_a_declaration_is_measured_at_the_observation_and_ends_nothing() -> None:
    world = Field(drift=(1.0, 0.0, 0.0))
    episode, _ = start(world=world)
    say(episode, go(depth=3))
    _, step = say(episode, FINISHED, latency_s=5.0)
    (said,) = log_of(step).declarations
    assert said.time_s == 1.0
    assert said.distance_m == pytest.approx(math.hypot(18.0, 0.5))  # not after the 5 s
    assert step.ending is None
    assert step.outcome == "held"


def test_a_target_behind_a_wall_or_the_back_is_not_visible() -> None:
    wall = Box((10.0, -50.0, 0.0), (11.0, 50.0, 30.0))
    hidden, _ = start(world=Field(walls=(wall,)))
    assert not log_of(say(hidden, FINISHED)[1]).declarations[0].visible
    turned, _ = start(yaw_deg=180.0)
    assert not log_of(say(turned, FINISHED)[1]).declarations[0].visible


def test_a_target_that_fills_the_picture_is_visible() -> None:
    """None of its corners, nor its centre, is in the picture: rays through it still meet it."""
    world = Field(target=Box((2.0, -40.0, 0.0), (3.0, 40.0, 60.0)))
    episode, _ = start(world=world)
    assert world.visible(episode.drones.camera, world.pose("drone"), "target") == 0
    assert log_of(say(episode, FINISHED)[1]).declarations[0].visible


def test_how_far_a_go_was_off() -> None:
    episode, _ = start(height=1.0)
    _, ahead = say(episode, go(depth=0.1))
    _, aside = say(episode, go(x=1000, depth=0.1))
    _, hold = say(episode, THINK)
    commands = [log_of(step).commands[0] for step in (ahead, aside, hold)]
    assert commands[0].off_deg == pytest.approx(0.0, abs=1e-6)
    assert commands[1].off_deg == pytest.approx(45.0, abs=1e-6)
    assert commands[2].off_deg is None
    assert all(command.visible for command in commands)


def test_contacts_are_logged() -> None:
    world = Field(touches=[Contact(1.4, "drone", "fence")])
    episode, _ = start(world=world)
    first, second = (say(episode, go())[1] for _ in range(2))
    assert (first.outcome, second.outcome) == ("moved", "collided")
    assert log_of(second).contacts[0].label == "fence"


def test_the_last_five_actions_are_told() -> None:
    episode, _ = start()
    for reply in (rotate(1), go(612, 430, 9), "nonsense", rotate(45), THINK, FINISHED, rotate(-90)):
        say(episode, reply)
    told = episode.observe().text
    assert told.endswith(
        "1. GO x=612 y=430 depth=9m\n2. ROTATE angle=45deg\n3. THINK\n4. FINISHED\n"
        "5. ROTATE angle=-90deg  <- most recent"
    )


@pytest.mark.parametrize(("length", "told"), [(1, "1. THINK  <- most recent"), (0, "(not told)")])
def test_the_history_can_be_shorter(length: int, told: str) -> None:
    episode, _ = start(Settings(history=length))
    say(episode, rotate(5))
    say(episode, THINK)
    assert episode.observe().text.endswith(f":\n{told}")


def test_think_lifts_thinking_for_the_next_call_only() -> None:
    episode, _ = start()
    replies = [THINK, go(), THINK, "nonsense", FINISHED]
    told = [say(episode, reply) for reply in replies]
    assert [shown.thinking for shown, _ in told] == [False, True, False, True, False]
    assert [log_of(step).thinking for _, step in told] == [False, True, False, True, False]


@pytest.mark.parametrize(
    ("thinking", "asked"),
    [("never", [False, False]), ("always", [True, True]), ("model", [None, None])],
)
def test_thinking_can_be_set(thinking: str, asked: list[bool | None]) -> None:
    episode, _ = start(Settings.model_validate({"thinking": thinking}))
    assert [say(episode, THINK)[0].thinking for _ in range(2)] == asked


def test_points_in_the_other_order() -> None:
    episode, world = start(Settings(point_order="yx"))
    shown, _ = say(episode, '{"action": "go", "point": [500, 1000], "depth": 1.414}')
    assert '"point": [y, x]' in shown.text
    assert world.at["drone"][1] == pytest.approx(-1.0, abs=1e-3)  # to the right


def test_an_unreadable_reply_holds_for_a_step() -> None:
    episode, world = start()
    _, step = say(episode, "I would go ahead.")
    assert world.time_s == 1.0
    assert step.action["problem"] == "no_object"
    assert step.outcome == "held"
    np.testing.assert_allclose(world.at["drone"], [0, 0, 1.5])


def test_the_time_ends_an_episode_and_nothing_else() -> None:
    episode, world = start(Settings(seconds=3.2))
    endings = [say(episode, reply)[1].ending for reply in (FINISHED, go(), "x", FINISHED)]
    assert endings == [None, None, None, "time_spent"]
    assert world.time_s == pytest.approx(3.2)


def test_a_reply_after_the_time_is_up_does_nothing() -> None:
    episode, world = start(Settings(seconds=10.0))
    say(episode, go())
    _, step = say(episode, FINISHED, latency_s=500.0)
    log = log_of(step)
    assert step.ending == "time_spent"
    assert log.declarations == ()
    assert log.trace[-1].time_s == 10.0
    assert world.time_s == pytest.approx(10.0)


def test_an_agent_that_never_makes_sense_still_ends() -> None:
    book = Notebook()
    episode, _ = start(Settings(seconds=30.0))
    assert play(episode, Reciter("?"), book) == "time_spent"
    assert len(book.steps) == 30
    score = scoring.verdict(read_log(book.steps), 5.0)
    assert (score["success"], score["mode"]) == (False, "never_grounded")


def test_a_whole_flight_is_judged_by_its_record() -> None:
    """16 m ahead in six steps, then a claim 4 m before the centre."""
    book = Notebook()
    episode, _ = start(Settings(seconds=12.0), height=1.0)
    agent = Reciter(*[go(depth=3)] * 5, go(depth=1), FINISHED, go(depth=0))
    play(episode, agent, book)
    score = scoring.verdict(read_log(book.steps), 5.0)
    assert score["success"]
    assert score["navigation_error_m"] == pytest.approx(4.0)
    assert score["declared_ratio"] == pytest.approx(0.2)
    assert scoring.verdict(read_log(book.steps), 3.9)["success"] is False


# -- several drones ----------------------------------------------------------------


def team(*commands: str) -> str:
    return f"[{', '.join(commands)}]"


def test_several_drones_in_one_turn() -> None:
    episode, world = start(drones=4)
    shown, step = say(episode, team(go(depth=1), rotate(90), THINK, FINISHED), latency_s=0.5)
    assert [type(part) for part in shown.parts] == [Text, Image, Image, Image, Image]
    assert "picture 4 is drone 4's" in shown.text
    assert "JSON array of 4 objects" in shown.text
    assert world.observations == 4
    np.testing.assert_allclose(world.at["drone-1"], [1, 0, 1.5], atol=1e-9)
    assert world.yaw["drone-2"] == pytest.approx(-90)
    log = log_of(step)
    assert [command.drone for command in log.commands] == [f"drone-{k}" for k in range(1, 5)]
    assert [said.drone for said in log.declarations] == ["drone-4"]
    assert [sample.time_s for sample in log.trace] == [k / 2 for k in range(4) for _ in range(4)]
    second = episode.observe()
    assert second.thinking is True
    assert "Drone 3:\n1. THINK  <- most recent" in second.text
    assert step.action["kind"] == "team"


def test_one_bad_command_of_four_stops_one_drone() -> None:
    episode, world = start(drones=4)
    _, step = say(episode, team(go(depth=1), '{"action": "land"}', go(depth=1), go(depth=1)))
    assert [world.at[f"drone-{k}"][0] for k in range(1, 5)] == pytest.approx([1, 0, 1, 1])
    assert log_of(step).commands[1].action["problem"] == "unknown_action"


def test_a_team_reply_of_the_wrong_length_holds_all() -> None:
    episode, world = start(drones=4)
    _, step = say(episode, team(go(), go()))
    assert {c.action["problem"] for c in log_of(step).commands} == {"wrong_count"}
    assert all(world.at[f"drone-{k}"][0] == 0 for k in range(1, 5))


def test_the_schema_of_a_reply() -> None:
    one = start(Settings(schema_decoding="on"))[0].observe().reply_schema
    four = start(Settings(schema_decoding="on"), drones=4)[0].observe().reply_schema
    assert one is not None
    assert four == {"type": "array", "items": one, "minItems": 4, "maxItems": 4}
    assert [form["required"] for form in one["anyOf"]] == [
        ["action", "point", "depth"],
        ["action", "yaw"],
        ["action"],
        ["action"],
    ]


# -- hostility -----------------------------------------------------------------------

PIECES = st.sampled_from(
    [
        *('{"action": "go", "point": [', '{"action":', "go", "rotate", "[", "]", "{", "}", ","),
        *("1e999", "NaN", "-1", "500", '"depth":', '"point": [500, 500]', "null", "\ud800", "```"),
        *('{"action": "go", "point": [0, 1000], "depth": 1000}', FINISHED, THINK, rotate(360)),
    ]
)


@with_settings(max_examples=150, deadline=None)
@given(st.lists(st.one_of(PIECES, st.text(max_size=8)), max_size=12), st.sampled_from([1, 3]))
def test_no_reply_breaks_the_loop(pieces: list[str], drones: int) -> None:
    episode, world = start(drones=drones)
    _, step = say(episode, " ".join(pieces))
    assert world.time_s == 1.0
    log = read_log_line(step)
    assert len(log.commands) == drones
    assert all(np.isfinite(at).all() and np.abs(at).max() <= 10 for at in world.at.values())


def read_log_line(step: object) -> StepLog:
    log = log_of(step)
    assert StepLog.model_validate_json(log.model_dump_json()) == log
    return log


@pytest.mark.parametrize("drones", [1, 4])
def test_observations_hold_no_truth(drones: int) -> None:
    target = Box((17.123, -2.345, 0.0), (22.877, 3.456, 2.0))
    episode, world = start(world=Field(target=target), drones=drones)
    secrets = {
        round(v, 4) for v in (*target.low, *target.high, *target.centre.tolist()) if v not in (0, 2)
    }
    secrets.add(round(float(np.linalg.norm(target.centre - world.at[next(iter(world.at))])), 4))
    for _ in range(3):
        shown, _ = say(episode, go() if drones == 1 else team(*[go()] * 4))
        numbers = {round(v, 4) for v in everything_in(shown) if isinstance(v, float)}
        assert not numbers & secrets
        assert not any(isinstance(each, Field | Box) for each in everything_in(shown))


def test_scenarios_of_the_tests_are_of_the_benchmark() -> None:
    assert scenario(4).set == "commanding"
