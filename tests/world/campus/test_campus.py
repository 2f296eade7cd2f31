import numpy as np
import pytest

from lookabout.errors import UsageError
from lookabout.geometry import Camera, Pose
from lookabout.world.campus.catalogue import KINDS
from lookabout.world.campus.planner import plan_of
from lookabout.world.spec import ObjectSpec, RouteSpec, Waypoint, WorldSpec

DOWN = np.array([0.0, 0.0, -1.0])


def spec(**more):
    given = {"kind": "campus", "seed": 1, "radius": 60.0, "look": "builtin", **more}
    return WorldSpec.model_validate(given)


def down(rays, xy, high=60.0):
    """World z and label of what lies under points (N, 2)."""
    origins = np.column_stack([xy, np.full(len(xy), high)])
    distance, labels = rays.cast(origins, np.tile(DOWN, (len(xy), 1)))
    return high - distance, labels


def test_a_seed_is_always_the_same_campus(campus, scene):
    again = campus.build(WorldSpec(kind="campus", seed=1, radius=110.0, look="builtin"))
    assert again.fingerprint == scene.fingerprint


def test_seeds_and_dressings_differ(campus):
    prints = {
        campus.build(spec(**more)).fingerprint
        for more in ({}, {"seed": 2}, {"dressing_seed": 1}, {"surroundings": False})
    }
    assert len(prints) == 4


def test_the_map_does_not_depend_on_the_look(campus):
    full = campus.build(spec(look="auto"))
    plain = campus.build(spec())
    assert [(t.name, t.kind) for t in full.objects] == [(t.name, t.kind) for t in plain.objects]


def test_fixtures_are_many_and_of_all_kinds(campus):
    found = campus.fixtures(1)
    assert len(found) > 500
    assert len({thing.name for thing in found}) == len(found)
    assert {thing.kind for thing in found} <= {f"campus/{kind}" for kind in KINDS}
    assert len({thing.kind for thing in found}) >= 16


def test_most_fixtures_have_near_duplicates(campus):
    count = {}
    for thing in campus.fixtures(1):
        count[thing.words] = count.get(thing.words, 0) + 1
    assert sum(n >= 2 for n in count.values()) >= 12


def test_fixtures_in_the_square_are_objects_with_their_boxes(campus, scene):
    listed = {thing.name: thing for thing in campus.fixtures(1)}
    names = {thing.name for thing in scene.objects}
    inside = {n for n, t in listed.items() if max(abs(t.x), abs(t.y)) <= 110.0}
    assert names == inside
    for thing in scene.objects[::7]:
        fixture, box = listed[thing.name], scene.box(thing.name)
        assert thing.kind == fixture.kind
        assert box.size[2] == pytest.approx(fixture.size[2], abs=1e-6)
        diagonal = np.hypot(*fixture.size[:2])
        assert max(box.size[:2]) <= diagonal + 1e-6
        assert abs(box.low[2] - fixture.z) < 0.1


def test_features_are_words(campus):
    for thing in campus.fixtures(1):
        assert thing.words.split(" ")[0] not in ("", "a", "an", "the")
        for name, value in thing.features:
            assert name.isidentifier()
            assert value


def test_equal_fixtures_share_their_mesh(scene):
    benches = [t for t in scene.objects if t.kind == "campus/bench"]
    assert len({t.parts[0].mesh for t in benches}) <= len(KINDS["bench"].designs) < len(benches)


def test_the_ground_is_where_it_says(campus, rays):
    rng = np.random.default_rng(4)
    xy = rng.uniform(-230, 230, (900, 2))
    z, labels = down(rays, xy)
    on = np.array([label == "ground" for label in labels])
    assert on.sum() > 300
    said = np.array([campus.ground_height(1, x, y) for x, y in xy[on]])
    np.testing.assert_allclose(z[on], said, atol=2e-3)


def test_the_land_has_relief_and_no_cliffs(campus):
    land = plan_of(1).land
    rng = np.random.default_rng(5)
    xy = rng.uniform(-195, 195, (4000, 2))
    z = land.height(xy)
    assert 1.5 < np.ptp(z) < 9.0
    ahead = land.height(xy + np.array([1.0, 0.0]))
    assert np.abs(ahead - z).max() < 0.2


def test_buildings_stand_on_level_ground(campus):
    plan = plan_of(1)
    for building in plan.buildings:
        z = plan.land.height(np.array(building.ring))
        np.testing.assert_allclose(z, building.z, atol=1e-3)


def test_nothing_floats_or_sinks(campus, scene):
    land = plan_of(1).land
    for thing in scene.objects:
        box = scene.box(thing.name)
        x, y, z = thing.pose[:3, 3]
        low = land.height(np.array([[x, y]]))[0]
        assert abs(z - low) < 1e-6, thing.name
        assert -0.1 < box.low[2] - low < 0.1, thing.name
        corners = [(a, b) for a in (box.low[0], box.high[0]) for b in (box.low[1], box.high[1])]
        if abs(thing.pose[0, 1]) in (0.0, 1.0):  # its box lies along its own axes
            assert np.abs(land.height(np.array(corners)) - low).max() < 0.1, thing.name


def test_an_object_is_placed_as_given_and_kept_clear(campus):
    bench = next(t for t in campus.fixtures(1) if t.kind == "campus/bench")
    at = (bench.x, bench.y, bench.z)
    robot = ObjectSpec(name="target", kind="campus/delivery_robot_red", seed=1, position=at)
    before = campus.build(spec(centre=at[:2]))
    built = campus.build(spec(centre=at[:2], objects=(robot,)))
    assert any(t.name == bench.name for t in before.objects)
    assert not any(t.name == bench.name for t in built.objects)
    np.testing.assert_allclose(built.object("target").pose[:3, 3], at)


def test_a_route_is_kept_clear(campus):
    bench = next(t for t in campus.fixtures(1) if t.kind == "campus/bench")
    start, end = (bench.x - 6, bench.y, bench.z), (bench.x + 6, bench.y, bench.z)
    robot = ObjectSpec(name="target", kind="campus/delivery_robot_red", seed=1, position=start)
    points = (Waypoint(time_s=0, position=start), Waypoint(time_s=80, position=end))
    route = RouteSpec(object="target", waypoints=points)
    built = campus.build(spec(centre=start[:2], objects=(robot,), routes=(route,)))
    assert not any(t.name == bench.name for t in built.objects)


def test_hidden_fixtures_are_left_out(campus):
    name = next(t.name for t in campus.fixtures(1) if max(abs(t.x), abs(t.y)) < 50)
    kept = {t.name for t in campus.build(spec()).objects}
    left = {t.name for t in campus.build(spec(hidden=(name,))).objects}
    assert kept - left == {name}


@pytest.mark.parametrize("kind", ["person", "vehicle", "campus"])
def test_excluded_kinds_are_no_dressing(campus, kind):
    label = {"person": "person", "vehicle": "car", "campus": "delivery robot"}[kind]
    busy = campus.build(spec(radius=200.0))
    calm = campus.build(spec(radius=200.0, exclude=(kind,)))
    assert label in {part.label for part in busy.static}
    assert label not in {part.label for part in calm.static}
    assert len(calm.objects) == len(busy.objects)


def test_without_surroundings_only_the_square_is_there(campus):
    alone = campus.build(spec(surroundings=False))
    for part in alone.static:
        if part.label in ("tree", "person", "bench", "lamp"):
            assert np.abs(part.transforms[:, :2, 3]).max() <= 60.0


@pytest.mark.parametrize(
    ("more", "where"),
    [
        ({"centre": (260.0, 0.0)}, "world.centre"),
        ({"params": {"trees": 3}}, "world.params"),
        ({"hidden": ("bench-999",)}, "world.hidden"),
    ],
)
def test_a_wrong_spec_is_refused(campus, more, where):
    with pytest.raises(UsageError) as refusal:
        campus.build(spec(**more))
    assert refusal.value.where == where


def test_an_object_may_not_take_a_fixtures_name(campus):
    thing = ObjectSpec(name="bench-001", kind="bench", seed=0, position=(0, 0, 0))
    with pytest.raises(UsageError, match="bench-001"):
        campus.build(spec(objects=(thing,)))
    campus.build(spec(objects=(thing.model_copy(update={"name": "target"}),)))


def test_a_fixture_is_seen_by_its_name(campus, rays):
    statue = next(
        t for t in campus.fixtures(1)
        if t.kind == "campus/statue" and max(abs(t.x), abs(t.y)) < 90
    )  # fmt: skip
    seen = []
    for turn in np.radians(np.arange(0, 360, 30)):
        at = np.array([statue.x - 9 * np.cos(turn), statue.y - 9 * np.sin(turn), statue.z + 1.6])
        pose = Pose.at(tuple(at), yaw_deg=float(np.degrees(turn)))
        seen.append(rays.visible_fraction(Camera(640, 480, 90.0), pose, statue.name))
    assert max(seen) > 0.5


def test_two_maps_have_other_fixtures(campus):
    one, other = campus.fixtures(1), campus.fixtures(2)
    assert [(t.x, t.y) for t in one] != [(t.x, t.y) for t in other]
