"""The tools and budgets, called as a model would call them."""

from __future__ import annotations

import io
import json
import math
import re
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image as PilImage

from lookabout.benchmarks.spatialscout.baselines import calling
from lookabout.benchmarks.spatialscout.episode import Episode
from lookabout.benchmarks.spatialscout.settings import Settings
from lookabout.benchmarks.spatialscout.tools import (
    ARGUMENTS,
    MOST_CALLS,
    BadCallError,
    read_call,
    schema,
)
from lookabout.exchange import Image, Observation, Reply, Text, ToolCall, ToolResult
from lookabout.geometry import Camera
from tests.benchmarks.spatialscout.flat import BOXES, BoxWorld, start
from tests.worlds import everything_in


def do(episode: Episode, *calls: tuple[str, dict[str, Any]]) -> list[dict[str, Any]]:
    """Call tools in one reply; what they gave."""
    step = episode.answer(calling(*calls))
    return [call["result"] for call in step.detail["calls"]]


def began(settings: Settings | None = None, **pose: float) -> Episode:
    episode = start(settings, **pose)[0]
    episode.observe()
    return episode


def test_the_first_observation() -> None:
    episode, world, truth = start()
    first = episode.observe()
    assert [type(part) for part in first.parts] == [Text, Text, Image]
    assert "5 objects" in first.text
    assert f"within {truth['radius']:.3f} metres" in first.text
    assert "100 replies and 100 pictures" in first.text
    assert "starts level" in first.text
    assert "frame_000" in first.text
    assert [tool.name for tool in first.tools] == list(ARGUMENTS)
    assert world.observations == 1
    (picture,) = first.images
    with PilImage.open(io.BytesIO(picture.data)) as opened:
        assert (opened.format, opened.size) == ("JPEG", (512, 512))


def test_a_pitched_start_and_a_single_picture_are_told() -> None:
    text = start(Settings(images=1), pitch_deg=-15)[0].observe().text
    assert "pitched by -15 degrees" in text
    assert "only the picture shown here" in text


def test_the_inventory_tells_no_places() -> None:
    episode, _, truth = start()
    shown = [episode.observe()]
    episode.answer(calling(*[(name, {}) for name in ARGUMENTS if name != "finish_mapping"]))
    shown.append(episode.observe())
    (told,) = do(episode, ("list_entities", {}))
    assert [entity["identifier"] for entity in told["entities"]] == list(BOXES)
    assert set(told["entities"][0]) == {"identifier", "category", "group"}
    secrets = {
        round(v, 6) for target in truth["targets"] for v in target["centre"] if abs(v) > 0.01
    }
    for observation in shown:
        numbers = {
            round(value, 6) for value in everything_in(observation) if isinstance(value, float)
        }
        told_numbers = numbers | {
            round(n, 6)
            for part in observation.parts
            if isinstance(part, ToolResult)
            for n in everything_in(json.loads(part.text))
            if isinstance(n, float)
        }
        assert not told_numbers & secrets


def test_pose_and_intrinsics_at_the_start() -> None:
    pose, intrinsics = do(began(), ("get_camera_pose", {}), ("get_camera_intrinsics", {}))
    assert pose["position"] == [0, 0, 0]
    assert (pose["forward"], pose["left"], pose["up"]) == ([1, 0, 0], [0, 1, 0], [0, 0, 1])
    assert intrinsics == {
        "width": 512, "height": 512, "fx": 256, "fy": 256, "cx": 255.5, "cy": 255.5,
    }  # fmt: skip


def test_delivered_pixels_have_their_own_calibration() -> None:
    episode = start(Settings(delivered_size=256))[0]
    assert episode.observe().images[0].pixels.shape == (256, 256, 3)
    (told,) = do(episode, ("get_camera_intrinsics", {}))
    assert (told["width"], told["fx"], told["cx"]) == (256, pytest.approx(128), 127.5)


def test_moves_follow_the_horizon_whatever_the_pitch() -> None:
    """Looking north and 40° down: forward is north, right is east, up is up."""
    episode = began(yaw_deg=90.0, pitch_deg=-40.0)
    before = episode.start.position
    do(episode, ("move_camera", {"forward": 0.5, "right": 0.3, "up": -0.2}))
    np.testing.assert_allclose(episode._position - before, [0.3, 0.5, -0.2], atol=1e-12)


def test_the_longest_move_is_a_metre() -> None:
    episode = began()
    moved, refused = do(
        episode, ("move_camera", {"right": 0.6, "up": 0.8}), ("move_camera", {"forward": 1.001})
    )
    assert moved["position"] == pytest.approx([0, -0.6, 0.8])
    assert "1.001 m long" in refused["error"]
    np.testing.assert_allclose(episode._position, [0, -0.6, 2.3])


def test_absolute_positions_are_in_the_task_frame() -> None:
    """A pitched start tilts the frame: 2 m ahead is 1 m up and √3 m north."""
    episode = began(yaw_deg=90.0, pitch_deg=30.0)
    (told,) = do(episode, ("set_camera_position", {"x": 2, "y": 0, "z": 0}))
    assert told["position"] == pytest.approx([2, 0, 0])
    np.testing.assert_allclose(episode._position, [0, math.sqrt(3), 2.5], atol=1e-9)


@pytest.mark.parametrize(
    ("to", "allowed"),
    [((15, 0, 0), True), ((15.001, 0, 0), False), ((0, 0, 13.5), True), ((0, 0, 13.51), False)],
)
def test_the_permitted_volume(to: tuple[float, float, float], allowed: bool) -> None:
    """Every world coordinate within ±15 m; the camera starts 1.5 m high."""
    episode = began()
    (told,) = do(episode, ("set_camera_position", dict(zip("xyz", to, strict=True))))
    assert ("error" not in told) is allowed
    if not allowed:
        np.testing.assert_allclose(episode._position, [0, 0, 1.5])


@given(
    st.floats(-180, 180), st.floats(-85, 85), st.floats(-180, 180), st.floats(-90, 90),
    st.integers(0, 2), st.sampled_from([-15.0, 15.0]),
)  # fmt: skip
def test_what_lies_on_a_limit_is_taken(
    yaw: float, pitch: float, bearing: float, rise: float, axis: int, wall: float
) -> None:
    """However the task frame is turned: a position, a move, an estimate; a micrometre more is
    refused."""
    episode = began(yaw_deg=yaw, pitch_deg=pitch)
    start_pose = episode.start
    b, r = math.radians(bearing), math.radians(rise)
    way = np.array([math.cos(r) * math.cos(b), math.cos(r) * math.sin(b), math.sin(r)])
    for more, taken in ((0.0, True), (1e-6, False)):
        move = dict(zip(("forward", "right", "up"), (way * (1 + more)).tolist(), strict=True))
        far = (way * (episode.radius + 0.5 + more)).tolist()
        to = np.array([3.0, -4.0, 1.0])
        to[axis] = wall + math.copysign(more, wall)
        place = start_pose.to_body(to.reshape(1, 3))[0].tolist()
        moved, put, told = do(
            episode,
            ("move_camera", move),
            ("set_camera_position", dict(zip("xyz", place, strict=True))),
            ("submit_positions", {"positions": [at("mug_1", *far)]}),
        )
        assert ("error" not in moved) is taken
        assert ("error" not in put) is taken
        assert ("rejected" not in told) is taken
        do(episode, ("set_camera_position", {"x": 0, "y": 0, "z": 0}))


def test_turns() -> None:
    episode = began()
    left, up, refused = do(
        episode,
        ("rotate_camera", {"yaw_deg": 90}),
        ("rotate_camera", {"pitch_deg": 100}),
        ("rotate_camera", {"yaw_deg": 180.5}),
    )
    assert left["forward"] == pytest.approx([0, 1, 0], abs=1e-6)
    assert up["pitch_deg"] == 85
    assert "limited" in up["note"]
    assert "yaw_deg must be within" in refused["error"]
    (down,) = do(episode, ("rotate_camera", {"pitch_deg": -180, "yaw_deg": -180}))
    assert down["pitch_deg"] == -85
    assert episode.yaw_deg == pytest.approx(-90)


def test_pictures_come_after_the_results_and_are_counted() -> None:
    episode = began(Settings(images=3))
    first, second, third = do(episode, *[("capture_image", {})] * 3)
    assert (first["frame_id"], first["images_left"]) == ("frame_001", 1)
    assert (second["frame_id"], second["images_left"]) == ("frame_002", 0)
    assert "used up" in third["error"]
    shown = episode.observe()
    kinds = [type(part) for part in shown.parts]
    assert kinds == [ToolResult] * 3 + [Text, Image] * 2
    assert "frame_001" in shown.text
    # The cap leaves the other tools in use.
    assert "map" in do(episode, ("submit_positions", {"positions": []}))[0]


def at(name: str, x: float, y: float, z: float) -> dict[str, Any]:
    return {"identifier": name, "x": x, "y": y, "z": z}


def test_submissions() -> None:
    episode = began()
    radius = episode.radius
    (told,) = do(
        episode,
        (
            "submit_positions",
            {
                "positions": [
                    at("chair_1", 1, 0, 0),
                    at("sofa_9", 0, 0, 0),
                    at("chair_2", math.nan, 0, 0),
                    at("table_1", radius + 0.5, 0, 0),
                    at("mug_1", radius + 0.501, 0, 0),
                ]
            },
        ),
    )
    assert told["map"] == {"chair_1": [1, 0, 0], "table_1": [radius + 0.5, 0, 0]}
    assert {r["identifier"]: r["reason"].split(",")[0] for r in told["rejected"]} == {
        "sofa_9": "unknown identifier",
        "chair_2": "not a finite point",
        "mug_1": f"{radius + 0.501:.3f} m from the origin",
    }
    (changed,) = do(episode, ("submit_positions", {"positions": [at("chair_1", 2, 0, 0)]}))
    assert changed["map"]["chair_1"] == [2, 0, 0]
    assert do(episode, ("submit_positions", {"positions": []}))[0] == changed


def test_triangulation_in_delivered_pixels() -> None:
    episode = began(Settings(delivered_size=128))
    point = np.array([1.75, 0.75, 0.45])
    camera = Camera(128, 128, 90.0)
    seen = [{"frame_id": "frame_000"}]
    do(episode, ("move_camera", {"right": 0.9}), ("capture_image", {}))
    seen.append({"frame_id": "frame_001"})
    for entry in seen:
        pose = episode.frames[entry["frame_id"]].pose
        u, v = camera.project(pose.to_body(point - [0, 0, 1.5]))[0][0].tolist()
        entry |= {"u": u, "v": v}
    (told,) = do(episode, ("triangulate_observations", {"observations": seen}))
    assert told["point"] == pytest.approx([1.75, 0.75, -1.05])
    assert told["warnings"] == ()
    twice = [seen[0], seen[0]]
    unknown = [seen[0], {**seen[1], "frame_id": "frame_7"}]
    for bad, words in (
        (twice, "parallel"),
        (unknown, "no frame 'frame_7'"),
        (seen[:1], "at least 2"),
    ):
        (refused,) = do(episode, ("triangulate_observations", {"observations": bad}))
        assert words in refused["error"]


def test_finishing_freezes_the_map() -> None:
    episode = began()
    step = episode.answer(
        calling(
            ("submit_positions", {"positions": [at("chair_1", 1, 0, 0)]}),
            ("finish_mapping", {}),
            ("submit_positions", {"positions": [at("chair_1", 2, 0, 0)]}),
            ("capture_image", {}),
        )
    )
    assert step.ending == "finished"
    assert episode.map == {"chair_1": (1, 0, 0)}
    assert [call["result"] for call in step.detail["calls"]][1] == {"submitted": 1, "missing": 4}
    assert all("skipped" in call["result"]["error"] for call in step.detail["calls"][2:])
    assert step.detail["images"] == 1


def test_a_refused_finish_ends_nothing() -> None:
    step = began().answer(calling(("finish_mapping", {"now": True})))
    assert step.ending is None


def test_a_reply_without_calls_ends_it() -> None:
    assert began().answer(Reply("done")).ending == "no_tool_calls"


def test_replies_are_counted_and_reminded_of() -> None:
    episode = start(Settings(calls=12))[0]
    reminders = {}
    for reply in range(12):
        observation = episode.observe()
        if "<Reminder>" in observation.text:
            reminders[reply] = observation.text
        step = episode.answer(calling(("get_camera_pose", {})))
        assert step.turn == reply + 1
    assert step.ending == "calls_spent"
    # With 10 and with 3 replies left: before the third and before the tenth.
    assert list(reminders) == [2, 9]
    assert "10 replies left" in reminders[2]
    assert "3 replies left" in reminders[9]


def test_the_last_reply_still_counts() -> None:
    episode = began(Settings(calls=1))
    step = episode.answer(calling(("submit_positions", {"positions": [at("chair_1", 1, 0, 0)]})))
    assert step.ending == "calls_spent"
    assert episode.map == {"chair_1": (1, 0, 0)}


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (ToolCall("1", "fly", {}), "no tool 'fly'"),
        (
            ToolCall("1", "get_camera_pose", {"x": 1}),
            "x: there is no such argument; known: none",
        ),
        (
            ToolCall("1", "move_camera", {"right_m": 1}),
            "right_m: there is no such argument; known: forward, right, up",
        ),
        (
            ToolCall("1", "submit_positions", {"positions": [{**at("a", 0, 0, 0), "w": 1}]}),
            "positions.0.w: there is no such argument; known: identifier, x, y, z",
        ),
        (ToolCall("1", "set_camera_position", {"x": 1, "y": 2}), "z: is missing"),
        (ToolCall("1", "set_camera_position", {"x": "1", "y": 2, "z": 3}), "x: expected a number"),
        (ToolCall("1", "set_camera_position", {"x": True, "y": 2, "z": 3}), "x: expected a number"),
        (
            ToolCall("1", "set_camera_position", {"x": math.inf, "y": 2, "z": 3}),
            "x: expected a finite number",
        ),
        (
            ToolCall("1", "set_camera_position", {"x": -1e7, "y": 2, "z": 3}),
            "x: expected a number within ±1e+06",
        ),
        (ToolCall("1", "move_camera", {"forward": None}), "forward: expected a number"),
        (ToolCall("1", "move_camera", {"forward": 10**400}), "forward: expected a number"),
        (ToolCall("1", "rotate_camera", {}, problem="no JSON"), "no JSON object"),
        (ToolCall("1", "submit_positions", {"positions": "all"}), "positions: expected a list"),
        (
            ToolCall("1", "submit_positions", {"positions": [{"identifier": "a"}]}),
            "positions.0.x: is missing",
        ),
        (
            ToolCall("1", "submit_positions", {"positions": [at("a", 0, 0, 0)] * 1001}),
            "positions: expected at most 1000 entries, got 1001",
        ),
        (
            ToolCall("1", "submit_positions", {"positions": [5]}),
            "positions.0: expected an object with identifier, x, y, z",
        ),
        (
            ToolCall("1", "submit_positions", {"positions": [at("a" * 201, 0, 0, 0)]}),
            "positions.0.identifier: expected at most 200 characters",
        ),
        (
            ToolCall("1", "move_camera", {f"a{k}": 1 for k in range(20)}),
            "a4: there is no such argument; known: forward, right, up; and 15 more",
        ),
    ],
)
def test_calls_that_cannot_be_carried_out(call: ToolCall, words: str) -> None:
    with pytest.raises(BadCallError, match=re.escape(words)):
        read_call(call)
    episode = began()
    step = episode.answer(Reply("", tool_calls=(call,)))
    assert step.ending is None
    assert words in step.detail["calls"][0]["result"]["error"]
    result = episode.observe().parts[0]
    assert isinstance(result, ToolResult)
    assert result.call is call


anything = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=12,
)


@given(
    st.sampled_from([*ARGUMENTS, "nonsense"]),
    st.dictionaries(
        st.sampled_from(["x", "y", "z", "forward", "yaw_deg", "observations", "positions", "q"]),
        anything,
        max_size=4,
    ),
)
def test_no_call_ever_breaks_the_episode(name: str, arguments: dict[str, Any]) -> None:
    episode = began()
    step = episode.answer(Reply("", tool_calls=(ToolCall("1", name, arguments),)))
    json.dumps(step.detail, allow_nan=False)
    if step.ending is None:
        episode.observe()


def test_schemas_are_plain() -> None:
    """Without references and titles, every object closed: services differ in what they take."""
    for name in ARGUMENTS:
        found = schema(name)
        text = json.dumps(found)
        assert "$ref" not in text
        assert '"title"' not in text
        assert found["type"] == "object"
        assert found["additionalProperties"] is False
    inner = schema("submit_positions")["properties"]["positions"]["items"]
    assert set(inner["properties"]) == {"identifier", "x", "y", "z"}
    assert schema("move_camera")["required"] == []


def test_own_descriptions_of_tools() -> None:
    episode = start(Settings(prompts={"tool_capture_image": "Click."}))[0]
    tools: Observation = episode.observe()
    assert {t.name: t.description for t in tools.tools}["capture_image"] == "Click."


def test_the_tools_are_recorded_once() -> None:
    """With the first reply, as they were offered: own descriptions, whole schemas."""
    episode = began(Settings(prompts={"tool_capture_image": "Click."}))
    first = episode.answer(calling(("get_camera_pose", {})))
    told = {tool["name"]: tool for tool in first.detail["tools"]}
    assert list(told) == list(ARGUMENTS)
    assert told["capture_image"]["description"] == "Click."
    assert all(told[name]["parameters"] == schema(name) for name in ARGUMENTS)
    json.dumps(first.detail, allow_nan=False)
    assert "tools" not in episode.answer(calling(("get_camera_pose", {}))).detail


def test_a_picture_that_fails_is_the_simulators_failure() -> None:
    episode = start(world=BoxWorld(fail_at=1))[0]
    episode.observe()
    with pytest.raises(RuntimeError, match="no picture"):
        episode.answer(calling(("capture_image", {})))


def test_of_very_many_calls_the_last_are_skipped() -> None:
    """Each gets its result; pictures within the bound are taken."""
    episode = began()
    calls = [("get_camera_pose", {})] * (MOST_CALLS - 1) + [("capture_image", {})] * 3
    step = episode.answer(calling(*calls))
    results = [call["result"] for call in step.detail["calls"]]
    assert [("error" in result) for result in results] == [False] * MOST_CALLS + [True] * 2
    assert "more than 500 calls" in results[-1]["error"]
    assert step.detail["images"] == 2
    shown = [part for part in episode.observe().parts if isinstance(part, ToolResult)]
    assert len(shown) == len(calls)


def test_what_was_wrong_with_arguments_is_recorded() -> None:
    call = ToolCall("1", "move_camera", {}, problem="forward=1 is no JSON")
    step = began().answer(Reply("", tool_calls=(call,)))
    assert step.detail["calls"][0]["problem"] == "forward=1 is no JSON"
