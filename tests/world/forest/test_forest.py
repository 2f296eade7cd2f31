import numpy as np
import pytest

from lookabout.errors import UsageError
from lookabout.render import RayWorld
from lookabout.world import assets
from lookabout.world.forest import WORLD
from lookabout.world.forest.land import land_of
from lookabout.world.registry import get_world
from lookabout.world.spec import ObjectSpec, WorldSpec

CENTRE = (-310.0, 140.0)


def spec(**changes):
    values = {"kind": "forest", "seed": 1, "centre": CENTRE, "radius": 80.0}
    values["params"] = {"tree_density": 0.2, "rock_density": 0.1}
    return WorldSpec(**{**values, **changes})


@pytest.fixture(scope="module")
def scene():
    return WORLD.build(spec())


def parts(scene, *prefixes):
    return [p for p in scene.static if p.mesh.startswith(tuple(f"forest/{x}" for x in prefixes))]


def feet(scene, *prefixes):
    return np.concatenate(
        [np.zeros((0, 3)), *(p.transforms[:, :3, 3] for p in parts(scene, *prefixes))]
    )


def grown(scene):
    """Feet of grown trees: young ones of the same meshes are labelled as bushes."""
    found = [p for p in parts(scene, "tree/", "dead/") if p.label == "tree"]
    return np.concatenate([np.zeros((0, 3)), *(p.transforms[:, :3, 3] for p in found)])


def test_the_registry_hands_it_out():
    assert get_world("forest") is WORLD


def test_it_is_the_same_again_and_another_seed_is_another_forest(scene):
    again = WORLD.build(spec())
    for name, mesh in scene.meshes.items():
        assert np.array_equal(mesh.vertices, again.meshes[name].vertices), name
    assert [p.mesh for p in again.static] == [p.mesh for p in scene.static]
    for one, two in zip(scene.static, again.static, strict=True):
        assert np.array_equal(one.transforms, two.transforms), one.mesh
    assert again.fingerprint == scene.fingerprint
    assert WORLD.build(spec(seed=2)).fingerprint != scene.fingerprint


def test_things_are_the_same_from_another_centre(scene):
    other = WORLD.build(spec(centre=(-270.0, 170.0), radius=110.0))
    for kind in ("tree/", "dead/", "rock/", "bush/", "log/", "stump/", "low/"):
        for part in parts(scene, kind):
            near = np.abs(part.transforms[:, :2, 3] - CENTRE).max(axis=1) < 70
            mine = part.transforms[near]
            if len(mine) == 0:
                continue
            same = [p for p in other.static if (p.mesh, p.label) == (part.mesh, part.label)]
            theirs = np.concatenate([p.transforms for p in same])
            gap = np.abs(theirs[None] - mine[:, None]).max(axis=(2, 3)).min(axis=1)
            assert gap.max() < 1e-6, part.mesh


def test_every_name_resolves_and_everything_has_a_label(scene):
    for part in scene.static:
        for name in (part.mesh, part.collider or part.mesh):
            assert set(scene.meshes[name].materials) <= set(scene.materials)
    labels = {part.label for part in scene.static}
    assert labels >= {"tree", "rock", "ground", "log", "bush", "undergrowth"}
    assert "" not in labels


@pytest.mark.parametrize("density", [0.01, 0.1, 0.3])
def test_a_density_of_trees_counts_them(density):
    params = {"tree_density": density, "rock_density": 0}
    count = np.mean(
        [len(grown(WORLD.build(spec(seed=s, radius=240.0, params=params)))) for s in (1, 5, 9)]
    )
    assert count / (480**2 / 10) == pytest.approx(density, rel=0.16)


def test_a_density_of_rocks_counts_them():
    params = {"tree_density": 0, "rock_density": 0.1}
    count = np.mean(
        [
            len(feet(WORLD.build(spec(seed=s, radius=240.0, params=params)), "rock/"))
            for s in (1, 5, 9)
        ]
    )
    assert count / (480**2 / 10) == pytest.approx(0.1, rel=0.2)


def test_densities_of_nothing_give_none():
    bare = WORLD.build(spec(params={"tree_density": 0, "rock_density": 0}))
    assert len(grown(bare)) == len(feet(bare, "rock/")) == len(feet(bare, "grove/")) == 0


def test_denser_keeps_the_trees_that_were_there(scene):
    sparse = grown(WORLD.build(spec(params={"tree_density": 0.05, "rock_density": 0.1})))
    dense = {tuple(p) for p in np.round(grown(scene), 6).tolist()}
    assert len(sparse) > 30
    assert {tuple(p) for p in np.round(sparse, 6).tolist()} <= dense


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_the_share_of_dead_trees(share):
    params = {"tree_density": 0.2, "dead_share": share}
    scene = WORLD.build(spec(params=params, radius=110.0))
    dead, every = len(feet(scene, "dead/")), len(grown(scene))
    assert dead / every == pytest.approx(share, abs=0.1 if share == 0.5 else 0)


def test_wind_moves_crowns_and_not_feet(scene):
    later = WORLD.build(spec(params={**spec().params, "wind_time_s": 1.7}))
    one, two = parts(scene, "tree/"), parts(later, "tree/")
    assert [p.mesh for p in one] == [p.mesh for p in two]
    for a, b in zip(one, two, strict=True):
        assert np.array_equal(a.transforms[:, :3, 3], b.transforms[:, :3, 3])
        shift = np.abs(a.transforms[:, :2, 2] - b.transforms[:, :2, 2])
        assert 0 < shift.max() < 0.08


def test_nothing_floats_or_is_buried(scene):
    rays = RayWorld(scene_of_ground(scene))
    for kind, deepest in (("tree/", 0.5), ("dead/", 0.5), ("bush/", 0.4), ("stump/", 0.4)):
        for part in parts(scene, kind):
            at = part.transforms[:, :3, 3]
            at = at[np.abs(at[:, :2] - CENTRE).max(axis=1) < 78]
            gap = at[:, 2] - ground_under(rays, at)
            assert gap.max(initial=0) < 0.05
            assert gap.min(initial=0) > -deepest
    for part in parts(scene, "rock/", "log/"):
        vertices = scene.meshes[part.mesh].vertices
        for matrix in part.transforms[:40]:
            placed = vertices @ matrix[:3, :3].T + matrix[:3, 3]
            above = placed[:, 2] - ground_under(rays, placed)
            assert above.min() < 0.02, part.mesh
            assert above.max() > 0.08, part.mesh


def test_logs_touch_the_ground_along_their_length(scene):
    rays = RayWorld(scene_of_ground(scene))
    seen = 0
    for part in parts(scene, "log/"):
        vertices = scene.meshes[part.mesh].vertices
        for matrix in part.transforms:
            placed = vertices @ matrix[:3, :3].T + matrix[:3, 3]
            above = placed[:, 2] - ground_under(rays, placed)
            for low, high in ((-0.5, -0.2), (-0.15, 0.15), (0.2, 0.5)):
                third = (vertices[:, 2] >= low) & (vertices[:, 2] <= high)
                assert above[third].min() < 0.1
            seen += 1
    assert seen > 12


def scene_of_ground(scene):
    from dataclasses import replace

    ground = tuple(p for p in scene.static if p.label == "ground")
    return replace(scene, static=ground, objects=())


def ground_under(rays, points):
    top = np.column_stack([points[:, :2], np.full(len(points), 300.0)])
    return 300.0 - rays.cast(top, np.tile([0.0, 0.0, -1.0], (len(points), 1)))[0]


def test_paths_and_streams_are_free(scene):
    land = land_of(1)
    x, y, _ = grown(scene).T
    assert land.path(x, y).min() > 1.2
    assert land.stream(x, y).min() > 2.5


def test_trees_keep_out_of_rocks(scene):
    rays = RayWorld(scene)
    at = grown(scene)
    down = np.column_stack([at[:, :2], at[:, 2] + 0.9])
    _, label = rays.cast(down, np.tile([0.0, 0.0, -1.0], (len(at), 1)))
    assert "rock" not in label


def test_trees_are_solid_cheap_and_hide_what_is_behind(scene):
    for part in parts(scene, "tree/", "bush/", "rock/", "log/"):
        simple, full = scene.meshes[part.collider], scene.meshes[part.mesh]
        assert part.solid
        assert len(simple.triangles) < len(full.triangles) / 10
        low, high = full.vertices.min(0), full.vertices.max(0)
        assert (simple.vertices.min(0) >= low - 0.3).all()
        assert (simple.vertices.max(0) <= high + 0.3).all()
    assert not any(part.solid for part in parts(scene, "low/"))
    oaks = next(p for p in parts(scene, "tree/oak") if p.label == "tree")
    tops = oaks.transforms[:, :3, 3] + oaks.transforms[:, :3, 2] * 40
    _, labels = RayWorld(scene).cast(tops, -oaks.transforms[:, :3, 2])
    assert set(labels) == {"tree"}


@pytest.mark.parametrize("kind", ["campsite", "trash/forest", "abandoned_building", "person/lying"])
def test_an_object_stands_free_on_level_ground(kind):
    spots = [s for s in WORLD.placements(1) if s.kind == "wood"]
    spot = spots[len(spots) // 3]
    thing = ObjectSpec(
        name="target", kind=kind, seed=3, position=(spot.x, spot.y, spot.z), yaw_deg=spot.yaw_deg
    )
    params = {"tree_density": 0.3, "rock_density": 0.1}
    scene = WORLD.build(spec(centre=(spot.x, spot.y), radius=40.0, params=params, objects=(thing,)))
    length, width = assets.make(kind, 3).footprint
    solids = [p for p in scene.static if p.label in ("tree", "rock", "log", "bush") and p.solid]
    angle = np.radians(spot.yaw_deg)
    for part in solids:
        vertices = scene.meshes[part.collider or part.mesh].vertices
        placed = np.einsum("kij,vj->kvi", part.transforms[:, :3, :3], vertices)
        d = (placed + part.transforms[:, None, :3, 3]).reshape(-1, 3)[:, :2] - [spot.x, spot.y]
        a = np.abs(d[:, 0] * np.cos(angle) + d[:, 1] * np.sin(angle))
        b = np.abs(d[:, 1] * np.cos(angle) - d[:, 0] * np.sin(angle))
        assert not ((a < length / 2 + 0.3) & (b < width / 2 + 0.3)).any(), part.mesh
    rays = RayWorld(scene_of_ground(scene))
    u, v = np.random.default_rng(1).uniform(-0.5, 0.5, (2, 60)) * [[length], [width]]
    x = spot.x + u * np.cos(angle) - v * np.sin(angle)
    y = spot.y + u * np.sin(angle) + v * np.cos(angle)
    level = ground_under(rays, np.column_stack([x, y, 0 * x]))
    assert np.abs(level - spot.z).max() < 0.02


def test_unknown_objects_and_far_centres_are_refused():
    thing = ObjectSpec(name="target", kind="unicorn", seed=1, position=(0, 0, 0))
    with pytest.raises(UsageError, match="unicorn"):
        WORLD.build(spec(objects=(thing,)))
    with pytest.raises(UsageError) as error:
        WORLD.build(spec(centre=(2500.0, 0.0)))
    assert error.value.where == "world.centre"


def test_there_are_thousands_of_spots_of_every_kind_on_the_ground():
    spots = WORLD.placements(1)
    assert WORLD.placements(1) == spots
    kinds = {spot.kind for spot in spots}
    assert kinds == {"ground", "edge", "path", "wood"}
    for kind in kinds:
        assert sum(spot.kind == kind for spot in spots) > 1000
    for spot in spots[::2000]:
        assert spot.z == pytest.approx(WORLD.ground_height(1, spot.x, spot.y), abs=1e-9)
        assert max(abs(spot.x), abs(spot.y)) <= WORLD.half_side
        assert 0 <= spot.yaw_deg < 360
    x, y = np.array([(s.x, s.y) for s in spots]).T
    assert land_of(1).stream(x, y).min() > 13.9
    assert land_of(1).path(x, y).min() > 2.5
