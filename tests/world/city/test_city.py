import subprocess
import sys

import numpy as np
import pytest

from lookabout.errors import UsageError
from lookabout.world import assets
from lookabout.world.build.quads import Quads
from lookabout.world.city import WORLD
from lookabout.world.city.houses import raise_house
from lookabout.world.city.plan import plan_of
from lookabout.world.city.sketcher import sketch_of
from lookabout.world.registry import get_world
from lookabout.world.spec import ObjectSpec, WorldSpec

SEED = 1


def spec(**changes):
    values = {"kind": "city", "seed": SEED, "centre": (-860.0, 320.0), "radius": 110.0}
    values["look"] = "builtin"
    return WorldSpec(**{**values, **changes})


@pytest.fixture(scope="module")
def scene():
    return WORLD.build(spec())


def centres(scene, label):
    return np.concatenate(
        [part.transforms[:, :3, 3] for part in scene.static if part.label == label]
    )


def test_the_registry_hands_it_out():
    assert get_world("city") is WORLD


def test_a_block_is_the_same_from_another_centre(scene):
    other = WORLD.build(spec(centre=(-800.0, 400.0), radius=150.0))
    shared = [n for n in scene.meshes if n in other.meshes and n.startswith("city/block/")]
    assert sum(name.endswith("/building") for name in shared) >= 2
    for name in shared:
        assert np.array_equal(scene.meshes[name].vertices, other.meshes[name].vertices)
        assert scene.meshes[name].materials == other.meshes[name].materials
    for label in ("tree", "car", "lamp post", "person"):
        mine, theirs = centres(scene, label), centres(other, label)
        near = np.abs(mine[:, :2] - [-860, 320]).max(axis=1) < 60
        assert near.any()
        for point in mine[near]:
            assert np.abs(theirs - point).max(axis=1).min() < 1e-9


def test_it_is_the_same_again_and_another_seed_is_another_city(scene):
    assert WORLD.build(spec()).fingerprint == scene.fingerprint
    assert WORLD.build(spec(seed=2)).fingerprint != scene.fingerprint


def test_dressing_changes_cars_and_people_only(scene):
    other = WORLD.build(spec(dressing_seed=9))
    assert other.fingerprint != scene.fingerprint
    assert np.array_equal(centres(scene, "tree"), centres(other, "tree"))
    assert np.array_equal(centres(scene, "lamp post"), centres(other, "lamp post"))
    assert {tuple(row) for row in centres(scene, "car")} != {
        tuple(row) for row in centres(other, "car")
    }


def test_people_would_name_what_is_hit(scene):
    labels = {part.label for part in scene.static}
    assert labels >= {"ground", "building", "tree", "car", "lamp post", "person"}
    assert "" not in labels


def test_every_name_resolves(scene):
    for part in scene.static:
        for name in (part.mesh, part.collider or part.mesh):
            assert set(scene.meshes[name].materials) <= set(scene.materials)


def test_everything_is_solid_but_cheap_to_hit(scene):
    assert all(part.solid for part in scene.static)
    by_label = {part.label: part for part in scene.static}
    for label in ("building", "tree", "car"):
        part = next(p for p in scene.static if p.label == label and p.collider)
        simple, full = scene.meshes[part.collider], scene.meshes[part.mesh]
        assert len(simple.triangles) < len(full.triangles) / 3
        low, high = full.vertices.min(0), full.vertices.max(0)
        assert (simple.vertices.min(0) >= low - 0.5).all()
        assert (simple.vertices.max(0) <= high + 0.5).all()
    assert by_label["ground"].collider is None


def test_storeys_and_houses_have_real_heights():
    plan = plan_of(SEED)
    seen = 0
    for block in plan.blocks[::9]:
        sketch = sketch_of(plan, block)
        for mass in sketch.masses:
            if mass.clutter == "shed":
                continue
            assert 3.0 <= mass.storey <= 4.5
            assert 3.0 <= mass.ground_storey <= 4.5
            seen += 1
        for house in sketch.houses:
            if house.windows:
                assert 2.8 < house.eaves < 7.0
                quads = Quads()
                raise_house(house, quads)
                assert quads.mesh().vertices[:, 2].max() < 14
    assert seen > 200


def test_no_two_surfaces_fight_for_one_plane():
    from shapely import STRtree
    from shapely.geometry import Polygon

    plan = plan_of(SEED)
    seen = set()
    for block in plan.blocks:
        if len(seen) > 30 and block.district in ("residential", "rowhouse", "bare"):
            continue
        sketch = sketch_of(plan, block)
        flat = [(Polygon(ring), z, name) for ring, z, name in sketch.surfaces if len(ring) > 2]
        for quads, name in sketch.painted:
            flat += [(Polygon(quad[:, :2]), quad[0, 2], name) for quad in quads[:40]]
        if not flat or block.index[1] % 6:
            continue
        seen.add(block.index)
        shapes = [shape for shape, _, _ in flat]
        tree = STRtree(shapes)
        for k, (shape, z, name) in enumerate(flat):
            for other in tree.query(shape).tolist():
                if other <= k or name == flat[other][2]:
                    continue
                if abs(z - flat[other][1]) < 0.009:
                    shared = shape.intersection(flat[other][0]).area
                    assert shared < 0.3, (block.district, name, flat[other][2], z)
    assert len(seen) > 50


def test_cars_have_the_length_of_cars(scene):
    lengths = [
        np.ptp(scene.meshes[part.mesh].vertices[:, 0])
        for part in scene.static
        if part.label == "car" and "van" not in part.mesh
    ]
    assert len(lengths) > 10
    # A two-seater for the city and a long estate are the ends of the range.
    assert min(lengths) > 2.4
    assert max(lengths) < 5.6
    assert 4.0 < np.median(lengths) < 5.5


def test_nothing_is_of_an_excluded_kind(scene):
    excluded = ("vehicle/white_suv", "vehicle/black_sedan", "person")
    other = WORLD.build(spec(exclude=excluded))
    banned = {
        part.mesh
        for kind in (*excluded[:2], "person/walking", "person/standing")
        for variant in range(assets.variants(kind))
        for part in assets.make_variant(kind, variant).parts
    }
    assert banned & {part.mesh for part in scene.static}
    assert not banned & {part.mesh for part in other.static}
    assert "car" in {part.label for part in other.static}


def _corners(scene, part):
    """Plan of each copy as four corners, (N, 4, 2)."""
    vertices = scene.meshes[part.mesh].vertices
    low, high = vertices.min(0), vertices.max(0)
    box = np.array([[low[0], low[1]], [high[0], low[1]], [high[0], high[1]], [low[0], high[1]]])
    return (
        np.einsum("kij,cj->kci", part.transforms[:, :2, :2], box) + part.transforms[:, None, :2, 3]
    )


@pytest.mark.slow
def test_objects_touch_nothing_that_can_be_left_out():
    from shapely.geometry import Point, Polygon

    bare = WORLD.build(spec())
    kerb = [s for s in WORLD.placements(SEED) if s.kind in ("kerb", "lane", "road_edge")]
    near = [s for s in kerb if max(abs(s.x + 860), abs(s.y - 320)) < 100][::11]
    things = tuple(
        ObjectSpec(
            name=f"t{k}",
            kind=("vehicle/red_pickup", "vehicle/white_truck", "crowd")[k % 3],
            seed=k,
            position=(s.x, s.y, s.z),
            yaw_deg=s.yaw_deg,
        )
        for k, s in enumerate(near)
    )
    assert len(things) > 8
    scene = WORLD.build(spec(objects=things))
    plans = []
    for thing, made in zip(things, scene.objects, strict=True):
        length, width = assets.make(thing.kind, thing.seed).footprint
        box = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [length / 2, width / 2]
        plans.append(Polygon(box @ made.pose[:2, :2].T + made.pose[:2, 3]))
    middles = [made.pose[:2, 3] for made in scene.objects]
    for part in scene.static:
        if part.label in ("ground", "building", "water", "fence", "hedge"):
            continue
        narrow = part.label in ("tree", "bush", "lamp post", "traffic light")
        for centre, corners in zip(part.transforms[:, :2, 3], _corners(scene, part), strict=True):
            if min(np.hypot(*(centre - mid)) for mid in middles) > 20:
                continue
            shape = Polygon(corners)
            if narrow:  # by the trunk or pole, not by the arm or the crown
                shape = Point(centre).buffer(0.2)
            for plan in plans:
                assert plan.distance(shape) > 0.25, (part.label, centre)
    assert len(centres(scene, "car")) < len(centres(bare, "car"))
    # Other cars stay where they were.
    kept = {tuple(row) for row in centres(scene, "car")}
    assert kept <= {tuple(row) for row in centres(bare, "car")}


def test_objects_have_their_pose_and_top():
    fire = ObjectSpec(name="target", kind="fire", seed=3, position=(-850, 320, 0.17), yaw_deg=30)
    if "fire" not in assets.kinds():
        pytest.skip("no fires yet")
    scene = WORLD.build(spec(objects=(fire,)))
    made = scene.object("target")
    assert made.pose[:3, 3] == pytest.approx([-850, 320, 0.17])
    assert np.degrees(np.arctan2(made.pose[1, 0], made.pose[0, 0])) == pytest.approx(30)
    assert made.top == pytest.approx(3.17)


def test_an_unknown_kind_is_named():
    thing = ObjectSpec(name="x", kind="vehicle/plaid_tank", seed=0, position=(0, 0, 0))
    with pytest.raises(UsageError, match=r"plaid_tank.*vehicle/red_pickup"):
        WORLD.build(spec(objects=(thing,)))


def test_settings_that_the_city_does_not_have_are_refused():
    with pytest.raises(UsageError, match="tree_density"):
        WORLD.build(spec(params={"tree_density": 0.3}))


def test_a_centre_off_the_map_is_refused():
    with pytest.raises(UsageError, match="centre"):
        WORLD.build(spec(centre=(2500.0, 0.0)))


def test_a_large_build_stays_within_its_budget():
    scene = WORLD.build(spec(radius=350.0))
    copies = sum(len(part.transforms) for part in scene.static)
    hulls = {part.collider for part in scene.static}
    drawn = sum(len(m.triangles) for name, m in scene.meshes.items() if name not in hulls)
    assert drawn + copies < 1_200_000
    assert copies > 5000


@pytest.mark.slow
def test_another_process_builds_the_same_scene(scene):
    code = (
        "from lookabout.world.city import WORLD\n"
        "from lookabout.world.spec import WorldSpec\n"
        f"spec = WorldSpec.model_validate_json({spec().model_dump_json()!r})\n"
        "print(WORLD.build(spec).fingerprint)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120
    )
    assert done.stdout.split()[-1] == scene.fingerprint
