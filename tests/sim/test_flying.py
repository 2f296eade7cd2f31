"""Quadrotors in the embedded simulator: commands, time, contacts, bodies; on a tiny world."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from lookabout.errors import UsageError
from lookabout.flight.gimbal import level
from lookabout.geometry import Camera, Pose
from lookabout.sim import embedded
from lookabout.sim.embedded import EmbeddedSimulator
from lookabout.sim.protocol import Contact, Fly, Hover, MoveBy
from lookabout.sim.scenario import Scenario, VehicleSpec
from lookabout.world.spec import RouteSpec, Waypoint
from tests.sim.tiny import Tiny, scenario

RADIUS = 0.3


@pytest.fixture
def simulator(monkeypatch: pytest.MonkeyPatch) -> Iterator[EmbeddedSimulator]:
    monkeypatch.setattr(embedded, "get_world", lambda name: Tiny())
    simulator = EmbeddedSimulator(quality="draft")
    yield simulator
    simulator.close()


def quad(name: str, at: tuple[float, float, float], yaw_deg: float = 0.0) -> VehicleSpec:
    return VehicleSpec(name=name, position=at, yaw_deg=yaw_deg, flight="quadrotor")


def drones(*vehicles: VehicleSpec, routes: tuple[RouteSpec, ...] = ()) -> Scenario:
    """The tiny world: floor at 0, wall at x = 29.5, boxes 4 × 2 × 2 at the origin and (0, 20)."""
    base = scenario()
    world = base.world.model_copy(update={"routes": routes})
    return base.model_copy(update={"vehicles": vehicles, "world": world})


def place(simulator: EmbeddedSimulator, name: str = "a") -> list[float]:
    return [float(x) for x in simulator.pose(name).position]


def driving(
    start: tuple[float, float, float], end: tuple[float, float, float], s: float
) -> RouteSpec:
    return RouteSpec(
        object="target",
        waypoints=(Waypoint(time_s=0, position=start), Waypoint(time_s=s, position=end)),
    )


def test_a_drone_is_not_named_like_a_thing_of_the_map(simulator: EmbeddedSimulator) -> None:
    with pytest.raises(UsageError, match="'target' is a thing of this map"):
        simulator.reset(drones(quad("target", (10, 0, 5))))


def test_it_hovers_until_it_is_steered(simulator: EmbeddedSimulator) -> None:
    simulator.reset(drones(quad("a", (10, 0, 5), 90)))
    assert simulator.advance(10) == ()
    np.testing.assert_allclose(place(simulator), [10, 0, 5], atol=1e-6)
    simulator.steer("a", Fly((0.0, 2.0, 0.0)))
    np.testing.assert_allclose(place(simulator), [10, 0, 5], atol=1e-6)  # no time has passed
    simulator.advance(0.3)
    assert simulator.pose("a").rotation[2, 2] < 0.99  # leans into it
    simulator.advance(2.7)
    x, y, z = place(simulator)
    assert [x, z] == pytest.approx([10, 5], abs=0.2)
    assert 4.5 < y < 6
    assert level(simulator.pose("a")).rotation[:, 0] == pytest.approx([0, 1, 0], abs=0.01)


def test_it_turns_in_place(simulator: EmbeddedSimulator) -> None:
    simulator.reset(drones(quad("a", (10, 0, 5))))
    simulator.steer("a", Hover(45.0))
    simulator.advance(1)
    simulator.steer("a", Hover())
    simulator.advance(2)
    forward = level(simulator.pose("a")).rotation[:, 0]
    assert math.degrees(math.atan2(forward[1], forward[0])) == pytest.approx(45, abs=0.5)
    np.testing.assert_allclose(place(simulator), [10, 0, 5], atol=0.02)


def test_it_stops_at_a_wall_says_so_once_and_flies_off_again(simulator: EmbeddedSimulator) -> None:
    simulator.reset(drones(quad("a", (25, 3, 5))))
    simulator.steer("a", Fly((3.0, 0.0, 0.0)))
    contacts = simulator.advance(4)
    assert [(c.vehicle, c.label) for c in contacts] == [("a", "wall")]
    assert 1.5 < contacts[0].time_s < 2.5
    assert contacts[0].time_s * 200 == pytest.approx(round(contacts[0].time_s * 200))
    assert place(simulator)[0] == pytest.approx(29.5 - RADIUS, abs=0.05)
    assert simulator.advance(2) == ()
    simulator.steer("a", Fly((-3.0, 0.0, 0.0)))
    assert simulator.advance(2) == ()
    assert place(simulator)[0] < 26
    simulator.steer("a", Fly((3.0, 0.0, 0.0)))
    assert [c.label for c in simulator.advance(4)] == ["wall"]  # another touch


def test_it_slides_along_a_wall(simulator: EmbeddedSimulator) -> None:
    simulator.reset(drones(quad("a", (28, -10, 5))))
    simulator.steer("a", Fly((2.0, 2.0, 0.0)))
    simulator.advance(6)
    x, y, _ = place(simulator)
    assert x == pytest.approx(29.5 - RADIUS, abs=0.05)
    assert y > -6


@pytest.mark.parametrize("label", ["ground", "target"])
def test_it_lands_and_takes_off(simulator: EmbeddedSimulator, label: str) -> None:
    x, top = (10.0, 0.0) if label == "ground" else (0.0, 2.0)
    simulator.reset(drones(quad("a", (x, 0, 5))))
    simulator.steer("a", Fly((0.0, 0.0, -2.0)))
    assert [c.label for c in simulator.advance(5)] == [label]
    assert place(simulator)[2] == pytest.approx(top + RADIUS, abs=0.01)
    simulator.steer("a", Fly((0.0, 0.0, 2.0)))
    assert simulator.advance(2) == ()
    assert place(simulator)[2] > top + 2


def test_a_mover_pushes_it_along_and_does_not_swallow_it(simulator: EmbeddedSimulator) -> None:
    route = driving((0, 0, 0), (20, 0, 0), 10)
    simulator.reset(drones(quad("a", (5, 0, 1)), routes=(route,)))
    contacts = simulator.advance(1.35)
    assert contacts == ()
    contacts = simulator.advance(5)
    assert [(c.vehicle, c.label) for c in contacts] == [("a", "target")]
    assert contacts[0].time_s == pytest.approx(1.35, abs=0.06)
    box = simulator.truth.box("target")
    assert box.distance(place(simulator)) >= RADIUS - 0.005
    for _ in range(20):
        simulator.advance(0.2)
        assert simulator.truth.box("target").distance(place(simulator)) >= RADIUS - 0.005


def test_a_mover_cannot_push_it_through_a_wall(simulator: EmbeddedSimulator) -> None:
    route = driving((20, 0, 0), (40, 0, 0), 10)
    simulator.reset(drones(quad("a", (28, 0, 1)), routes=(route,)))
    for _ in range(100):
        simulator.advance(0.1)
        assert place(simulator)[0] < 29.5 - 0.9 * RADIUS
    simulator.steer("a", Fly((-2.0, 0.0, 0.0)))
    simulator.advance(3)
    assert place(simulator)[0] < 26


def test_two_drones_meet_halfway(simulator: EmbeddedSimulator) -> None:
    simulator.reset(drones(quad("a", (8, 10, 5)), quad("b", (14, 10, 5), 180)))
    simulator.steer("a", Fly((2.0, 0.0, 0.0)))
    simulator.steer("b", Fly((-2.0, 0.0, 0.0)))
    contacts = simulator.advance(4)
    first = [c for c in contacts if c.time_s == contacts[0].time_s]
    assert {(c.vehicle, c.label) for c in first} == {("a", "b"), ("b", "a")}
    a, b = place(simulator, "a"), place(simulator, "b")
    assert math.dist(a, b) >= 2 * RADIUS - 0.01
    assert a[0] + b[0] == pytest.approx(22, abs=1e-6)
    simulator.steer("a", Fly((-2.0, 0.0, 0.0)))
    simulator.steer("b", Fly((2.0, 0.0, 0.0)))
    simulator.advance(2)
    assert place(simulator, "a")[0] < 9


def test_bodies_are_objects_which_rays_and_sight_know(simulator: EmbeddedSimulator) -> None:
    simulator.reset(drones(quad("a", (-9, 0, 1)), quad("b", (-5, 0, 1))))
    assert simulator.object_ids() == {"target": 1, "other": 2, "a": 3, "b": 4}
    assert simulator.truth.box("b").size[:2] == pytest.approx([0.45, 0.45], abs=0.1)
    ahead = np.array([[1.0, 0.0, 0.0]])
    assert simulator.raycast(np.array([[-9.0, 0, 1]]), ahead).label == ("b",)
    both = simulator.raycast(np.array([[-9.0, 0, 1], [-5.0, 0, 1]]), np.repeat(ahead, 2, axis=0))
    assert both.label == ("b", "target")
    camera = Camera(640, 480, 90)
    assert simulator.visible(camera, level(simulator.pose("a")), "b") > 0.4
    assert simulator.visible(camera, level(simulator.pose("a")), "a") == 0.0
    whole = simulator.visible(camera, level(simulator.pose("b")), "target")
    assert whole == 1.0  # its own body hides nothing
    simulator.steer("b", Fly((0.0, 2.0, 0.0)))
    simulator.advance(2)
    assert simulator.raycast(np.array([[-9.0, 0, 1]]), ahead).label == ("target",)
    np.testing.assert_allclose(simulator.truth.position("b"), place(simulator, "b"))


def test_what_is_drawn_lies_in_the_sphere_that_flies_and_colours_differ(
    simulator: EmbeddedSimulator,
) -> None:
    simulator.reset(drones(*(quad(f"d{k}", (3.0 * k, 10, 5)) for k in range(4))))
    scene, paints = simulator.scene, set()
    for k in range(4):
        (part,) = scene.object(f"d{k}").parts
        mesh = scene.meshes[part.mesh]
        points = mesh.vertices + part.transforms[0][:3, 3]
        assert np.linalg.norm(points, axis=1).max() <= RADIUS + 1e-3
        assert abs(points[:, 2].min() + points[:, 2].max()) < 1e-9
        paints.add(mesh.materials[0])
    assert len(paints) == 4


def test_what_cannot_be_commanded(simulator: EmbeddedSimulator) -> None:
    free = VehicleSpec(name="free", position=(0, 0, 30))
    simulator.reset(drones(quad("a", (10, 0, 5)), free))
    with pytest.raises(UsageError, match="no quadrotor 'free'"):
        simulator.steer("free", Hover())
    with pytest.raises(UsageError, match="no quadrotor 'nobody'"):
        simulator.steer("nobody", Hover())
    with pytest.raises(UsageError, match="steered, not moved"):
        simulator.move("a", MoveBy((1, 0, 0)))
    for command in (
        Fly((math.nan, 0, 0)),
        Fly((0, math.inf, 0)),
        Fly((0, 0, -101)),
        Hover(math.nan),
    ):
        with pytest.raises(UsageError, match="expected numbers"):
            simulator.steer("a", command)
    for never in (-1.0, math.nan, math.inf):
        with pytest.raises(ValueError, match="time goes forward"):
            simulator.advance(never)


def test_names_are_unique() -> None:
    for other in ("a", "target"):
        with pytest.raises(ValidationError, match="same name"):
            Scenario.model_validate(
                drones(quad("a", (0, 0, 5)), quad(other, (0, 0, 9))).model_dump()
            )


def test_a_shifted_thing_is_met_where_it_is(simulator: EmbeddedSimulator) -> None:
    simulator.reset(drones(quad("a", (10, 0, 1))))
    simulator.advance(1)
    simulator.shift("target", (7.0, 0.0, 0.0))
    simulator.steer("a", Fly((-1.0, 0.0, 0.0)))
    assert [c.label for c in simulator.advance(3)] == ["target"]


commands = st.one_of(
    st.builds(Fly, st.tuples(st.floats(-3, 3), st.floats(-3, 3), st.floats(-2, 2))),
    st.builds(Hover, st.floats(-90, 90)),
)


@settings(max_examples=10, deadline=None)
@given(st.lists(st.tuples(commands, commands), min_size=1, max_size=4), st.data())
def test_a_flight_does_not_depend_on_how_time_is_sliced(
    orders: list[tuple[Fly | Hover, Fly | Hover]], data: st.DataObject
) -> None:
    """Bit for bit, with a mover, walls and another drone in the way, seen at odd times."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(embedded, "get_world", lambda name: Tiny())
        start = drones(
            quad("a", (2.8, 0.5, 1)),
            quad("b", (4, 0, 1.2)),
            routes=(driving((0, 0, 0), (9, 1, 0), 6),),
        )
        flights = []
        for sliced in (False, True):
            simulator = EmbeddedSimulator(quality="draft")
            simulator.reset(start)
            contacts: list[Contact] = []
            for first, second in orders:
                simulator.steer("a", first)
                simulator.steer("b", second)
                rest = 1000
                while sliced and rest > 0:
                    slice_ms = min(rest, data.draw(st.integers(1, 400)))
                    contacts += simulator.advance(slice_ms / 1000)
                    simulator.raycast(np.array([[0.0, 0.0, 9.0]]), np.array([[0.0, 0.0, -1.0]]))
                    rest -= slice_ms
                if not sliced:
                    contacts += simulator.advance(1.0)
            ends = [simulator.pose(name).position.tolist() for name in ("a", "b")]
            turns = [simulator.pose(name).rotation.tolist() for name in ("a", "b")]
            flights.append((simulator.time_s, contacts, ends, turns))
        assert flights[0] == flights[1]


@pytest.mark.slow
def test_a_drone_sees_others_and_not_itself(simulator: EmbeddedSimulator) -> None:
    simulator.reset(drones(quad("a", (10, 0, 5)), quad("b", (11, 0, 5))))
    camera = Camera(64, 48, 60)
    ids = simulator.object_ids()
    for name, other, yaw in (("a", "b", 0.0), ("b", "a", 180.0)):
        pose = Pose.at(simulator.pose(name).position, yaw_deg=yaw)
        seen = simulator.observe(camera, pose, ids=True).ids
        assert seen is not None
        assert (seen == ids[other]).sum() > 30
        assert (seen == ids[name]).sum() == 0
    simulator.steer("b", Fly((0.0, 3.0, 0.0)))
    simulator.advance(2)
    seen = simulator.observe(camera, level(simulator.pose("a")), ids=True).ids
    assert seen is not None
    assert not np.isin(seen, [ids["a"], ids["b"]]).any()
    back = Pose.at((8, 0, 5))
    seen = simulator.observe(camera, back, ids=True).ids  # from outside, it shows again
    assert seen is not None
    assert (seen == ids["a"]).sum() > 10
