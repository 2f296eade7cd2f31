"""What makes room for a scenario's objects, and what its places stand on."""

import numpy as np
import pytest
from shapely import MultiPoint

from lookabout.world import assets
from lookabout.world.build.polygon import centroid
from lookabout.world.city import WORLD
from lookabout.world.city.plan import plan_of
from lookabout.world.city.sketcher import gates_of, sketch_of
from lookabout.world.city.spots import KERB_PITCH, street_spots
from lookabout.world.scene import pose_matrix
from lookabout.world.spec import ObjectSpec, WorldSpec

SEED = 1
TALL = {  # class: (kinds of places, kind)
    "helicopter": ("lot", "plaza", "park"),
    "crowd": ("plaza", "park", "lot"),
    "small_aeroplane": ("lot", "park", "lane"),
    "ufo": ("park", "plaza", "lot"),
    "tank": ("lot", "road_edge"),
    "construction": ("road_edge", "lane"),
    "trash": ("lot", "kerb"),
    "vehicle/white_truck": ("kerb", "bay", "lot"),
}
FLAT = 0.2
"""Kerbs and what lies on the ground are no obstacles."""


def outline(asset, matrix):
    """Hull of an asset's solid parts from above."""
    points = []
    for part in asset.parts:
        if part.solid:
            for transform in matrix @ part.transforms:
                points.append(asset.meshes[part.mesh].vertices @ transform[:3, :3].T
                              + transform[:3, 3])  # fmt: skip
    points = np.concatenate(points)
    return MultiPoint(points[:, :2]).convex_hull, points[:, 2].min(), points[:, 2].max()


def touching(scene, shape, low, high):
    """Labels of what stands in a shape between two heights."""
    found = set()
    x0, y0, x1, y1 = shape.bounds
    for part in scene.static:
        mesh = scene.meshes[part.collider or part.mesh]
        for transform in part.transforms:
            reach = np.abs(mesh.vertices[:, :2]).max()
            place = transform[:2, 3]
            if (place + reach < [x0, y0]).any() or (place - reach > [x1, y1]).any():
                continue
            points = mesh.vertices @ transform[:3, :3].T + transform[:3, 3]
            corners = points[mesh.triangles]
            near = (
                (corners[..., 0].max(1) > x0) & (corners[..., 0].min(1) < x1)
                & (corners[..., 1].max(1) > y0) & (corners[..., 1].min(1) < y1)
                & (corners[..., 2].max(1) > low + FLAT) & (corners[..., 2].min(1) < high)
            )  # fmt: skip
            for triangle in corners[near]:
                flat = MultiPoint(triangle[:, :2]).convex_hull
                if flat.intersects(shape):
                    found.add(part.label)
                    break
    return found


@pytest.mark.slow
@pytest.mark.parametrize("kind", TALL)
def test_no_target_intersects_another_solid(kind):
    rng = np.random.default_rng(len(kind))
    spots = [s for s in WORLD.placements(SEED) if s.kind in TALL[kind]]
    spots = [s for s in spots if max(abs(s.x), abs(s.y)) < 1700]
    for k in range(6):
        wanted = TALL[kind][k % len(TALL[kind])]
        chosen = [s for s in spots if s.kind == wanted]
        spot = chosen[int(rng.integers(len(chosen)))]
        place = (spot.x, spot.y, spot.z)
        thing = ObjectSpec(name="t", kind=kind, seed=k, position=place, yaw_deg=spot.yaw_deg)
        scene = WORLD.build(
            WorldSpec(
                kind="city", seed=SEED, centre=place[:2], radius=25, surroundings=False,
                dressing_seed=k, objects=(thing,), look="builtin",
            )
        )  # fmt: skip
        with assets.use_look("builtin"):
            asset = assets.make(kind, k)
        shape, low, high = outline(asset, pose_matrix(place, spot.yaw_deg))
        assert touching(scene, shape, low, high) == set(), (kind, spot)


@pytest.fixture(scope="module")
def lot():
    """A spot in a car park, and a lorry's box around it."""
    plan = plan_of(SEED)
    block = next(b for b in plan.blocks if b.district == "lot" and sketch_of(plan, b).slabs)
    return block, sketch_of(plan, block)


def build(at, *things):
    return WORLD.build(
        WorldSpec(kind="city", seed=SEED, centre=at, radius=10, surroundings=False,
                  objects=things, look="builtin")
    )  # fmt: skip


def test_a_planted_island_goes_with_its_bed_where_an_object_stands(lot):
    block, sketch = lot
    slab = sketch.slabs[0]
    x, y = centroid(slab.ring)
    name = "city/block/{}.{}.{}/bed".format(*block.index)

    def top(scene):
        mesh = scene.meshes[name]
        inside = np.hypot(*(mesh.vertices[:, :2] - [x, y]).T) < 3.5
        return mesh.vertices[inside, 2]

    before = build((x, y))
    assert top(before).max() == pytest.approx(slab.beds[0][1])
    car = ObjectSpec(name="t", kind="vehicle/red_pickup", seed=1, position=(x, y, slab.low))
    after = build((x, y), car)
    assert len(top(after)) == 0
    assert len(after.meshes[name].vertices) < len(before.meshes[name].vertices)


def test_a_fence_is_opened_for_an_object_and_stays_elsewhere():
    plan = plan_of(SEED)
    block = next(
        b for b in plan.blocks
        if b.district == "industry" and np.abs(b.cell).max() < 1900
        and any(fence[5] == "fence_metal" for fence in sketch_of(plan, b).fences)
    )  # fmt: skip
    (ax, ay), (bx, by) = max(
        ((a, b) for a, b, *_ in sketch_of(plan, block).fences),
        key=lambda e: np.hypot(e[0][0] - e[1][0], e[0][1] - e[1][1]),
    )
    x, y = (ax + bx) / 2, (ay + by) / 2
    length = float(np.hypot(bx - ax, by - ay))
    car = ObjectSpec(name="t", kind="vehicle/red_pickup", seed=1, position=(x, y, 0.2))
    scene = build((x, y), car)
    asset = assets.make("vehicle/red_pickup", 1)
    half = np.array(asset.footprint) / 2
    for part in ("fence", "fence_hull"):
        vertices = scene.meshes["city/block/{}.{}.{}/{}".format(*block.index, part)].vertices
        assert not (np.abs(vertices[:, :2] - [x, y]) < half).all(axis=1).any()
        line = np.array([bx - ax, by - ay]) / length
        on = np.abs((vertices[:, :2] - [ax, ay]) @ [-line[1], line[0]]) < 0.1
        along = (vertices[on, :2] - [ax, ay]) @ line
        assert along.min() < 0.1
        assert along.max() > length - 0.1


def test_gates_are_known_without_the_houses():
    plan = plan_of(SEED)
    seen = 0
    for block in plan.blocks[::11]:
        gates = gates_of(plan, block)
        assert sorted(gates) == sorted(sketch_of(plan, block).gates)
        seen += len(gates)
    assert seen > 200


def test_no_car_is_parked_before_a_drive():
    plan = plan_of(SEED)
    checked = 0
    for segment in plan.segments[::9]:
        kerb = street_spots(plan, segment).kerb
        for block in segment.blocks:
            gates = gates_of(plan, block) if block is not None else []
            for x, y, half in gates:
                away = np.hypot(*(kerb[:, :2] - [x, y]).T)
                assert (away > half + KERB_PITCH / 2).all()
                checked += 1
    assert checked > 200


def test_ground_height_knows_raised_beds_and_islands(lot):
    _, sketch = lot
    for slab in sketch.slabs[:5]:
        x, y = centroid(slab.ring)
        assert WORLD.ground_height(SEED, x, y) == pytest.approx(slab.beds[0][1])
    plan = plan_of(SEED)
    segment = next(s for s in plan.segments if s.road.island and s.length > 80)
    x, y = np.mean([segment.start, segment.end], axis=0)
    assert WORLD.ground_height(SEED, x, y) == pytest.approx(0.15)
