from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lookabout.errors import UsageError
from lookabout.render.rays import RayWorld
from lookabout.world.blocks.forms import DEPTH, FORMS, Form, form_mesh
from lookabout.world.blocks.land import height, lattice
from lookabout.world.blocks.layout import layout
from lookabout.world.registry import get_world
from lookabout.world.scene import Floats, Scene
from lookabout.world.spec import ObjectSpec, WorldSpec

WORLD = get_world("blocks")
DOWN = np.array([0.0, 0.0, -1.0])


def spec(**more: object) -> WorldSpec:
    return WorldSpec.model_validate({"kind": "blocks", "seed": 1, "look": "builtin", **more})


@pytest.fixture(scope="module")
def scene() -> Scene:
    return WORLD.build(spec())


@pytest.fixture(scope="module")
def rays(scene: Scene) -> RayWorld:
    return RayWorld(scene)


def _drop(rays: RayWorld, points: Floats) -> tuple[Floats, list[str]]:
    """World z of what is first met below points 40 m up, and its labels."""
    top = points + np.array([0.0, 0.0, 40.0])
    distance, labels = rays.cast(top, np.tile(DOWN, (len(points), 1)))
    return top[:, 2] - distance, list(labels)


def test_the_same_seed_makes_the_same_scene_and_another_seed_another(scene: Scene) -> None:
    assert WORLD.build(spec()).fingerprint == scene.fingerprint
    assert WORLD.build(spec(seed=2)).fingerprint != scene.fingerprint
    assert WORLD.build(spec(dressing_seed=9)).fingerprint == scene.fingerprint


def test_placements_stand_on_free_ground_all_over_the_map(rays: RayWorld) -> None:
    spots = WORLD.placements(1)
    assert len(spots) > 1000
    assert {spot.kind for spot in spots} == {"ground"}
    points = np.array([[s.x, s.y, s.z] for s in spots])
    assert points[:, :2].min() < -105
    assert points[:, :2].max() > 105
    for way in ([0, 0], [2.2, 0], [-2.2, 0], [0, 2.2], [0, -2.2]):
        z, labels = _drop(rays, points + np.array([*way, 0.0]))
        assert set(labels) == {"ground"}
        if way == [0, 0]:
            assert np.abs(z - points[:, 2]).max() < 1e-3


def test_ground_height_is_that_of_the_built_ground(rays: RayWorld) -> None:
    rng = np.random.default_rng(0)
    points = np.column_stack([rng.uniform(-140, 140, (400, 2)), np.zeros(400)])
    z, labels = _drop(rays, points)
    bare = np.array(labels) == "ground"
    assert bare.sum() > 250
    told = [WORLD.ground_height(1, x, y) for x, y, _ in points[bare]]
    assert np.abs(z[bare] - told).max() < 1e-3


def test_the_ground_is_level_here_and_slopes_gently_there() -> None:
    for seed in range(6):
        grid = lattice(seed)
        slope = np.hypot(*np.gradient(grid))
        assert 1.0 < np.ptp(grid) < 6.0
        assert 0.02 < slope.max() < 0.2
        assert (slope == 0).mean() > 0.2
        assert (slope > 0.01).mean() > 0.15


@given(st.floats(-200, 200), st.floats(-200, 200))
@settings(max_examples=60)
def test_heights_lie_between_those_around(x: float, y: float) -> None:
    grid = lattice(1)
    at = float(height(grid, np.array([x]), np.array([y]))[0])
    assert grid.min() <= at <= grid.max()
    if max(abs(x), abs(y)) > 120:
        assert at == 0.0


def test_paths_are_long_and_follow_free_ground(rays: RayWorld) -> None:
    paths = WORLD.paths(1)  # type: ignore[attr-defined]
    assert len(paths) >= 20
    for path in paths:
        step = np.linalg.norm(np.diff(path.points, axis=0), axis=1)
        assert step.max() <= 2.1
        assert step.sum() >= 110
    points = np.vstack([path.points for path in paths])
    for way in ([0, 0], [1.5, 0], [-1.5, 0], [0, 1.5], [0, -1.5]):
        z, labels = _drop(rays, points + np.array([*way, 0.0]))
        assert set(labels) == {"ground"}
        if way == [0, 0]:
            assert np.abs(z - points[:, 2]).max() < 1e-3


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_a_form_has_its_measures_and_reaches_below_its_ground(form: Form) -> None:
    box = form_mesh(form, "sand").box
    ground_plan = np.array([form.length, form.width])
    assert (box.size[:2] >= ground_plan - 0.01).all()
    assert (box.size[:2] <= ground_plan + 0.01).all()
    assert box.low[2] == pytest.approx(-DEPTH)


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_a_form_is_closed_and_faces_outward(form: Form) -> None:
    import trimesh

    made = form_mesh(form, "sand")
    solid = trimesh.Trimesh(np.round(made.vertices, 6), made.triangles)
    parts = solid.split(only_watertight=False)
    assert all(part.is_watertight for part in parts)
    assert all(part.volume > 0 for part in parts)


def test_no_form_floats_or_touches_another() -> None:
    import shapely
    from shapely import affinity

    for seed in (1, 2):
        table = layout(seed)
        assert len(table) > 200
        shapes = []
        for x, y, yaw, kind, _, _ in table:
            form = FORMS[int(kind)]
            rectangle = shapely.box(-form.length / 2, -form.width / 2,
                                    form.length / 2, form.width / 2)  # fmt: skip
            shapes.append(affinity.translate(affinity.rotate(rectangle, yaw, (0, 0)), x, y))
        tree = shapely.STRtree(shapes)
        pairs = tree.query(shapes, predicate="intersects")
        assert (pairs[0] == pairs[1]).all()
        corners = np.array([shape.exterior.coords[:4] for shape in shapes])
        ground = height(lattice(seed), corners[..., 0].ravel(), corners[..., 1].ravel())
        gap = table[:, 5:6] - ground.reshape(-1, 4)
        assert gap.max() < DEPTH  # its sides go on down to the ground


def _sign(x: float, y: float, z: float, **more: object) -> ObjectSpec:
    return ObjectSpec.model_validate(
        {"name": "sign", "kind": "sign/board", "seed": 0, "position": (x, y, z),
         **({} if "kind" in more else {"inscription": "MEADOW"}), **more}
    )  # fmt: skip


def test_an_object_stands_level_and_nothing_touches_it() -> None:
    # In the middle of a form, on a slope.
    table = layout(1)
    slope = np.hypot(*np.gradient(lattice(1)))
    steep = slope[(table[:, 1] + 120).astype(int), (table[:, 0] + 120).astype(int)]
    x, y, *_, z = table[int(np.argmax(steep))]
    car = {"kind": "vehicle/red_van", "yaw_deg": 30.0, "inscription": "TJB 562"}
    scene = WORLD.build(spec(objects=(_sign(x, y, z, **car),)))
    rays = RayWorld(scene)
    box = scene.box("sign")
    assert box.low[2] == pytest.approx(z, abs=0.02)
    turn = np.linspace(0, 2 * np.pi, 12, endpoint=False)
    around = np.column_stack([x + 3.4 * np.cos(turn), y + 3.4 * np.sin(turn), np.full(12, z)])
    top, labels = _drop(rays, around)
    assert set(labels) <= {"ground", "sign"}
    assert np.abs(top[np.array(labels) == "ground"] - z).max() < 0.15
    low, _ = rays.cast(np.array([[x, y, z + 0.1]]), DOWN[None])
    assert low[0] == pytest.approx(0.1, abs=0.02)


def test_nothing_stands_in_the_way_of_a_mover() -> None:
    start, end = (-100.0, -93.0), (100.0, 91.0)
    ways = [
        {"time_s": t, "position": [x, y, WORLD.ground_height(1, x, y)], "yaw_deg": 42.6}
        for t, (x, y) in ((0.0, start), (100.0, end))
    ]
    route = {"object": "sign", "waypoints": ways}
    car = {"kind": "vehicle/red_van"}
    scene = WORLD.build(spec(objects=(_sign(*start, 0.0, **car),), routes=(route,)))
    share = np.linspace(0, 1, 150)[:, None]
    points = np.insert(np.array(start) + share * (np.array(end) - np.array(start)), 2, 0.0, axis=1)
    assert "ground" in set(_drop(RayWorld(scene), points)[1]) <= {"ground", "sign"}
    assert set(_drop(RayWorld(WORLD.build(spec())), points)[1]) != {"ground"}


def test_an_object_high_above_the_ground_leaves_it_as_it_is() -> None:
    scene = WORLD.build(spec(objects=(_sign(0.0, 0.0, 30.0),)))
    natural = WORLD.build(spec())
    assert np.array_equal(
        scene.meshes["blocks/ground"].vertices, natural.meshes["blocks/ground"].vertices
    )


def test_without_surroundings_there_is_only_what_was_asked_for() -> None:
    small = WORLD.build(spec(radius=30.0, centre=(10.0, 10.0), surroundings=False))
    for part in small.static:
        if part.label != "ground":
            away = np.abs(part.transforms[:, :2, 3] - [10.0, 10.0]).max()
            assert away <= 30.0
    assert small.meshes["blocks/ground"].box.size[0] == pytest.approx(240.0)


def test_pictures_have_no_edge(scene: Scene) -> None:
    assert scene.meshes["blocks/ground"].box.size.max() > 5000


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"params": {"density": 1}}, "have no settings; got density"),
        ({"centre": (121.0, 0.0)}, "the centre .* lies outside"),
        ({"hidden": ("wall",)}, "has no objects of its own"),
    ],
)
def test_what_it_does_not_have_is_refused(wrong: dict[str, object], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        WORLD.build(spec(**wrong))
