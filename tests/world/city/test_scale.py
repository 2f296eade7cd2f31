"""Sizes, and what stands on what, measured on built scenes."""

import numpy as np
import pytest
import trimesh

from lookabout.world.build.polygon import centroid
from lookabout.world.city import WORLD
from lookabout.world.city.plan import plan_of
from lookabout.world.city.shopfronts import DOOR_HEIGHT, DOOR_WIDTH, DOORS
from lookabout.world.spec import WorldSpec

SEED = 1
ROWS = (-860.0, 320.0)
_STANDS = (
    "car", "person", "tree", "bush", "lamp post", "bench", "hydrant", "bin", "planter",
    "road sign", "shop sign", "crane", "site cabin", "steel bars", "pallets", "utility pole",
    "garden table", "playground", "trailer", "railway wagon", "building",
)  # fmt: skip
_CARRIES = ("ground", "building", "low wall", "overpass")


def build(centre, radius):
    return WORLD.build(
        WorldSpec(kind="city", seed=SEED, centre=centre, radius=radius, look="builtin")
    )


@pytest.fixture(scope="module")
def scene():
    return build(ROWS, 80.0)


def surface(scene, *labels):
    """Everything single that carries these labels, as one mesh."""
    meshes = [
        trimesh.Trimesh(scene.meshes[part.mesh].vertices, scene.meshes[part.mesh].triangles,
                        process=False)
        for part in scene.static
        if part.label in labels and len(part.transforms) == 1
    ]  # fmt: skip
    return trimesh.util.concatenate(meshes)


def down(mesh, points):
    """World z of what lies under points (N, 3); NaN under which there is nothing."""
    ways = np.tile([0.0, 0.0, -1.0], (len(points), 1))
    hits, ray, _ = mesh.ray.intersects_location(points, ways, multiple_hits=False)
    found = np.full(len(points), np.nan)
    found[ray] = hits[:, 2]
    return found


def heights(scene, label):
    return np.concatenate(
        [
            np.ptp(scene.meshes[part.mesh].vertices[:, 2]) * part.transforms[:, 2, 2]
            for part in scene.static
            if part.label == label
        ]
    )


def test_people_lamps_and_trees_have_their_heights(scene):
    people = heights(scene, "person")
    assert len(people) > 5
    assert people.min() >= 1.5
    assert np.median(people) > 1.6
    assert people.max() <= 2.0
    lamps = heights(scene, "lamp post")
    assert lamps.min() > 3.0
    assert lamps.max() < 12.0
    trees = heights(scene, "tree")
    assert trees.min() > 2.0
    assert 4.0 < np.median(trees) < 12.0
    assert trees.max() < 20.0
    for label, low, high in (("hydrant", 0.5, 1.1), ("bench", 0.4, 1.1), ("bin", 0.7, 1.4)):
        found = heights(scene, label)
        assert low < found.min(), label
        assert found.max() < high, label


def test_kerbs_and_sidewalks_across_a_street(scene):
    ground = surface(scene, "ground")
    plan = plan_of(SEED)
    seen = 0
    for segment in plan.segments_near(*ROWS, 60.0):
        if segment.length < 60 or segment.road.island or None in segment.blocks:
            continue
        u, middle = np.array(segment.direction), np.mean([segment.start, segment.end], axis=0)
        if np.abs(middle - ROWS).max() > 70:
            continue
        across = np.array([-u[1], u[0]])
        step = np.arange(0.0, 16.0, 0.02)
        line = middle + step[:, None] * across
        z = down(ground, np.column_stack([line, np.full(len(line), 2.0)]))
        kerb = int(np.argmax(z > 0.08))
        assert step[kerb] == pytest.approx(segment.road.half, abs=0.05)
        assert 0.10 <= z[kerb + 3] - z[kerb - 3] <= 0.20
        assert z[:kerb].max() - z[:kerb].min() < 0.07  # the road is flat, its paint thin
        walk = segment.road.walk
        assert 2.0 <= walk <= 5.0
        on_walk = (step > segment.road.half + 0.1) & (step < segment.road.half + walk - 0.1)
        assert np.abs(z[on_walk] - 0.15).max() < 0.14  # drives and verges lie on it
        seen += 1
    assert seen >= 2


def test_doors_let_people_in(scene):
    seen = 0
    for name, mesh in scene.meshes.items():
        if not name.endswith("/building") or mesh.material_index is None:
            continue
        leaves = [k for k, material in enumerate(mesh.materials) if material in DOORS]
        corners = mesh.vertices[mesh.triangles[np.isin(mesh.material_index, leaves)]]
        size = np.ptp(corners, axis=1)
        width, height = np.hypot(size[:, 0], size[:, 1]), size[:, 2]
        door = (np.abs(width - DOOR_WIDTH) < 0.01) & (np.abs(height - DOOR_HEIGHT) < 0.05)
        seen += int(door.sum())
    assert seen > 60
    assert 0.8 <= DOOR_WIDTH <= 1.1
    assert 2.0 <= DOOR_HEIGHT <= 2.4


def district(name):
    """The middle of a block of a district, not at the map's edge."""
    blocks = [b for b in plan_of(SEED).blocks if b.district == name and np.abs(b.cell).max() < 1600]
    return centroid(blocks[len(blocks) // 2].cell)


def worst_gaps(scene):
    """By mesh: how far the highest copy floats over what carries it, and the deepest sinks."""
    whole = surface(scene, *_CARRIES)
    out = {}
    for part in scene.static:
        if part.label not in _STANDS or part.mesh.startswith(("city/block", "city/far")):
            continue
        low = scene.meshes[part.mesh].vertices[:, 2].min()
        feet = part.transforms[:, :3, 3].copy()
        feet[:, 2] += low * part.transforms[:, 2, 2]
        under = down(whole, feet + np.array([0.0, 0.0, 0.4]))
        assert not np.isnan(under).any(), part.mesh
        gap = feet[:, 2] - under
        out[part.label, part.mesh] = (gap.max(), gap.min())
    return out


def test_nothing_floats_or_sinks(scene):
    for name, (float_by, sunk_by) in worst_gaps(scene).items():
        assert float_by < 0.1, (name, float_by)
        assert sunk_by > -0.3, (name, sunk_by)


@pytest.mark.slow
@pytest.mark.parametrize(
    "kind", ["downtown", "midrise", "plaza", "park", "retail", "industry", "residential", "viaduct"]
)
def test_nothing_floats_or_sinks_anywhere(kind):
    for name, (float_by, sunk_by) in worst_gaps(build(district(kind), 45.0)).items():
        assert float_by < 0.1, (name, float_by)
        assert sunk_by > -0.3, (name, sunk_by)
