"""The embedded simulator on a tiny world: motion, rays, truth, time, pictures."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import numpy as np
import psutil
import pytest

from lookabout.errors import SimulatorError, UsageError
from lookabout.geometry import Box, Camera, Pose
from lookabout.sim import embedded
from lookabout.sim.embedded import EmbeddedSimulator
from lookabout.sim.protocol import MoveBy
from lookabout.sim.registry import make_simulator
from tests.sim.tiny import Tiny, scenario


@pytest.fixture
def simulator(monkeypatch: pytest.MonkeyPatch) -> Iterator[EmbeddedSimulator]:
    monkeypatch.setattr(embedded, "get_world", lambda name: Tiny())
    simulator = EmbeddedSimulator(quality="draft")
    yield simulator
    simulator.close()


def test_nothing_works_before_a_reset(simulator: EmbeddedSimulator) -> None:
    with pytest.raises(SimulatorError, match="no world yet"):
        simulator.observe(Camera(8, 8, 90), Pose.nadir((0, 0, 9)))
    with pytest.raises(SimulatorError, match="no world yet"):
        simulator.raycast(np.zeros((1, 3)), np.ones((1, 3)))


def test_reset_places_every_vehicle(simulator: EmbeddedSimulator) -> None:
    poses = simulator.reset(scenario())
    assert set(poses) == {"drone", "second"}
    assert simulator.pose("second").position.tolist() == [-5, 20, 10]
    assert simulator.pose("second").rotation[:, 0].tolist() == [1, 0, 0]
    assert simulator.time_s == 0
    assert simulator.look == "builtin"
    assert len(simulator.fingerprint) == 64


def test_vehicles_move_apart(simulator: EmbeddedSimulator) -> None:
    simulator.reset(scenario())
    motion = simulator.move("drone", MoveBy((-5, 3, -10)))
    assert motion.stopped_by is None
    np.testing.assert_allclose(motion.path, [[5, 0, 20], [0, 3, 10]])
    np.testing.assert_allclose(simulator.pose("drone").position, [0, 3, 10])
    np.testing.assert_allclose(simulator.pose("second").position, [-5, 20, 10])


@pytest.mark.parametrize(
    ("by", "end", "label"),
    [
        ((0, 0, -50), (5, 0, 0.5), "ground"),
        ((-5, 0, -50), None, None),  # sloping, over the box's top: see below
        ((50, 0, -10), (29.0, 0, 15.2), "wall"),
        ((50, 0, 0), None, "wall"),
    ],
)
def test_flights_stop_at_what_is_there(
    simulator: EmbeddedSimulator,
    by: tuple[float, float, float],
    end: tuple[float, float, float] | None,
    label: str | None,
) -> None:
    simulator.reset(scenario())
    motion = simulator.move("drone", MoveBy(by))
    if label:
        assert motion.stopped_by == label
    else:
        assert motion.stopped_by in ("ground", "target")
    if end:
        np.testing.assert_allclose(motion.path[-1], end, atol=0.02)


def test_a_named_thing_is_hit_by_name(simulator: EmbeddedSimulator) -> None:
    simulator.reset(scenario())
    simulator.move("drone", MoveBy((-5, 0, 0)))
    motion = simulator.move("drone", MoveBy((0, 0, -50)))
    assert motion.stopped_by == "target"
    assert motion.path[-1][2] == pytest.approx(2.5, abs=0.01)


def test_rays(simulator: EmbeddedSimulator) -> None:
    simulator.reset(scenario())
    down = np.array([[0.0, 0.0, -1.0]])
    origins = np.array([[0.0, 0, 10], [0, 20, 10], [5, 5, 10], [30, 0, 30], [150, 0, 10]])
    hits = simulator.raycast(origins, np.repeat(down, 5, axis=0))
    np.testing.assert_allclose(hits.distance[:4], [8, 8, 10, 10], atol=1e-5)
    assert hits.distance[4] == np.inf
    assert hits.label == ("target", "other", "ground", "wall", "")


def test_truth(simulator: EmbeddedSimulator) -> None:
    simulator.reset(scenario())
    assert simulator.truth.box("target") == Box((-2, -1, 0), (2, 1, 2))
    other = simulator.truth.box("other")  # turned by 90°
    np.testing.assert_allclose([*other.low, *other.high], [-1, 18, 0, 1, 22, 2], atol=1e-9)
    assert simulator.truth.top("target") == 2
    with pytest.raises(KeyError):
        simulator.truth.box("nobody")


def test_time_carries_movers_in_truth_rays_and_collisions(simulator: EmbeddedSimulator) -> None:
    simulator.reset(scenario(moving=True))
    down = np.array([[0.0, 0.0, -1.0]])
    assert simulator.raycast(np.array([[0.0, 0, 9]]), down).label == ("target",)
    simulator.advance(2.5)
    assert simulator.time_s == 2.5
    np.testing.assert_allclose(simulator.truth.position("target"), [5, 0, 0])
    assert simulator.raycast(np.array([[0.0, 0, 9]]), down).label == ("ground",)
    assert simulator.move("drone", MoveBy((0, 0, -50))).stopped_by == "target"
    simulator.advance(100)
    box = simulator.truth.box("target")  # arrived, turned by 90°
    np.testing.assert_allclose([*box.low, *box.high], [9, -2, 0, 11, 2, 2], atol=1e-9)
    assert simulator.truth.top("target") == pytest.approx(2)
    with pytest.raises(ValueError, match="time goes forward"):
        simulator.advance(-1)


def test_a_second_reset_starts_anew(simulator: EmbeddedSimulator) -> None:
    simulator.reset(scenario(moving=True))
    simulator.advance(3)
    simulator.move("drone", MoveBy((1, 1, 1)))
    simulator.reset(scenario())
    assert simulator.time_s == 0
    assert simulator.pose("drone").position.tolist() == [5, 0, 20]
    assert simulator.truth.position("target").tolist() == [0, 0, 0]


def test_visible_share(simulator: EmbeddedSimulator) -> None:
    simulator.reset(scenario())
    camera = Camera(100, 100, 90)
    assert simulator.visible(camera, Pose.nadir((0, 0, 20)), "target") == pytest.approx(1.0)
    assert simulator.visible(camera, Pose.nadir((60, 0, 20)), "target") == 0.0
    # From behind the wall, at the height of the box.
    assert simulator.visible(camera, Pose.at((50, 0, 1), yaw_deg=180), "target") == 0.0
    assert simulator.visible(camera, Pose.at((20, 0, 1), yaw_deg=180), "target") > 0.9


def test_unknown_kinds_are_the_users_mistake(simulator: EmbeddedSimulator) -> None:
    good = scenario()
    thing = good.world.objects[0].model_copy(update={"kind": "ghost"})
    bad = good.model_copy(update={"world": good.world.model_copy(update={"objects": (thing,)})})
    with pytest.raises(UsageError, match="known: box"):
        simulator.reset(bad)


@pytest.mark.parametrize("wrong", [{"quality": "superb"}, {"device": "abacus"}])
def test_wrong_settings_are_told_at_once(wrong: dict[str, str]) -> None:
    with pytest.raises(UsageError):
        make_simulator("embedded", **{"quality": "draft", "device": "cpu", **wrong})


@pytest.mark.slow
def test_pictures_show_the_world_as_it_is_now(simulator: EmbeddedSimulator) -> None:
    simulator.reset(scenario(moving=True))
    camera, pose = Camera(64, 64, 90), Pose.nadir((0, 0, 16))
    first = simulator.observe(camera, pose, depth=True, ids=True)
    assert first.rgb.shape == (64, 64, 3)
    assert first.depth is not None
    assert first.ids is not None
    assert first.ids[32, 32] == simulator.object_ids()["target"]
    assert first.depth[32, 32] == pytest.approx(14, abs=0.01)
    assert first.depth[5, 5] == pytest.approx(16, abs=0.01)
    red = first.rgb[32, 32].astype(int)
    assert red[0] > 1.5 * red[1]
    simulator.advance(5)
    later = simulator.observe(camera, pose, ids=True)
    assert later.ids is not None
    assert later.time_s == 5
    assert later.ids[32, 32] == 0
    assert later.ids[32, 32 + 20] == simulator.object_ids()["target"]  # 10 m at 2 px/m
    # Objects moved before the first picture are where they belong in it, too.
    simulator.reset(scenario(moving=True))
    simulator.advance(5)
    again = simulator.observe(camera, pose, ids=True)
    assert again.ids is not None
    np.testing.assert_array_equal(again.ids, later.ids)
    np.testing.assert_array_equal(again.rgb, later.rgb)


@pytest.mark.slow
def test_a_killed_renderer_is_replaced(simulator: EmbeddedSimulator) -> None:
    simulator.reset(scenario(moving=True))
    camera, pose = Camera(32, 32, 90), Pose.nadir((0, 0, 16))
    simulator.advance(5)
    before = simulator.observe(camera, pose)
    for child in psutil.Process().children(recursive=True):
        if "lookabout.render.worker" in " ".join(child.cmdline()):
            os.kill(child.pid, signal.SIGKILL)
    with pytest.raises(SimulatorError):
        simulator.observe(camera, pose)
    np.testing.assert_array_equal(simulator.observe(camera, pose).rgb, before.rgb)


def test_a_shifted_object_is_elsewhere_for_truth_and_rays(simulator: EmbeddedSimulator) -> None:
    simulator.reset(scenario())
    before = simulator.truth.box("target")
    simulator.shift("target", (0.0, 12.0, 1.0))
    after = simulator.truth.box("target")
    np.testing.assert_allclose(np.subtract(after.low, before.low), [0, 12, 1], atol=1e-9)
    np.testing.assert_allclose(np.subtract(after.high, before.high), [0, 12, 1], atol=1e-9)
    middle = np.add(after.centre, [0, 0, 20.0]).reshape(1, 3)
    assert simulator.raycast(middle, np.array([[0.0, 0, -1]])).label == ("target",)
    simulator.reset(scenario())
    assert simulator.truth.box("target") == before
    with pytest.raises(SimulatorError, match="no object 'nothing'"):
        simulator.shift("nothing", (0, 0, 0))


@pytest.mark.slow
def test_a_shifted_object_is_seen_elsewhere(simulator: EmbeddedSimulator) -> None:
    """Shifted before the first picture and after it."""
    simulator.reset(scenario())
    centre = simulator.truth.box("target").centre
    above = Pose.nadir((centre[0], centre[1], centre[2] + 15))
    camera, number = Camera(64, 64, 90), simulator.object_ids()["target"]

    def column() -> float:
        ids = simulator.observe(camera, above, ids=True).ids
        assert ids is not None
        return float(np.nonzero(ids == number)[1].mean())

    simulator.shift("target", (4.0, 0.0, 0.0))
    assert column() > 36
    simulator.shift("target", (-8.0, 0.0, 0.0))
    assert column() < 27
