from __future__ import annotations

import numpy as np
import pytest

from lookabout.errors import UsageError
from lookabout.world.assets import Asset, describe, kinds, make, make_variant, variants
from lookabout.world.scene import Floats, Scene, SceneObject
from tests.world.assets.helpers import (
    ONE_COLOUR,
    all_variants,
    component_boxes,
    placed_triangles,
)

FS1_CITY = (
    "construction", "crowd", "trash", "fire", "vehicle/police_car",
    "vehicle/beige_sports_car", "vehicle/blue_sports_car", "vehicle/red_sports_car",
    "vehicle/white_sports_car", "vehicle/black_pickup", "vehicle/green_pickup",
    "vehicle/red_pickup", "vehicle/white_pickup", "vehicle/black_truck", "vehicle/white_truck",
)  # fmt: skip
FS1_FOREST = ("campsite", "trash/forest", "person/hiker", "forest_fire", "abandoned_building")
ANOMALIES = (
    "ufo", "small_aeroplane", "airliner", "helicopter", "dinosaur/large", "dinosaur/medium",
    "tank", "giraffe",
)  # fmt: skip
TARGETS = sorted(
    {kind for kind in (*FS1_CITY, *FS1_FOREST, *ANOMALIES) if kind in ONE_COLOUR}
    | {"vehicle/white_truck", "vehicle/white_pickup", "vehicle/white_sports_car"}
)
# Least and most of length, width and height, metres.
SIZES = {
    "vehicle/white_sedan": ((4.2, 5.4), (1.8, 2.3), (1.3, 1.6)),
    "vehicle/white_sports_car": ((3.9, 5.1), (1.8, 2.4), (1.0, 1.5)),
    "vehicle/white_pickup": ((5.0, 6.3), (1.9, 2.4), (1.6, 2.1)),
    "vehicle/white_truck": ((5.5, 9.0), (2.2, 2.9), (2.4, 3.6)),
    "vehicle/white_bus": ((7.0, 15.0), (2.2, 3.1), (2.6, 4.0)),
    "vehicle/police_car": ((4.4, 5.5), (1.8, 2.4), (1.4, 2.1)),
    "person/standing": ((0.2, 0.9), (0.3, 1.2), (1.5, 2.0)),
    "person/walking": ((0.5, 1.4), (0.3, 1.2), (1.5, 2.0)),
    "person/lying": ((0.9, 2.3), (0.4, 2.1), (0.15, 0.75)),
    "crowd": ((3.0, 14.0), (3.0, 14.0), (1.6, 2.0)),
    "trash": ((3.0, 7.0), (2.5, 6.0), (0.9, 3.2)),
    "construction": ((9.0, 16.0), (3.0, 6.5), (1.5, 3.5)),
    "bench": ((0.4, 1.2), (1.2, 3.0), (0.4, 1.1)),
    "hydrant": ((0.2, 0.6), (0.2, 0.6), (0.5, 1.1)),
    "lamp": ((0.3, 5.0), (0.3, 1.0), (3.0, 10.0)),
    "giraffe": ((2.0, 5.0), (0.6, 1.6), (2.5, 5.8)),
    "airliner": ((24.0, 50.0), (20.0, 50.0), (6.0, 15.0)),
    "tank": ((6.0, 11.0), (2.8, 4.0), (2.0, 4.2)),
    "person/hiker": ((1.2, 2.1), (0.4, 1.9), (0.2, 0.65)),
    "fire": ((3.5, 8.0), (3.0, 5.0), (1.0, 2.5)),
    "forest_fire": ((8.0, 18.0), (6.0, 12.0), (3.0, 8.0)),
    "trash/forest": ((3.0, 6.0), (3.0, 6.0), (1.0, 3.2)),
    "campsite": ((6.0, 12.0), (5.0, 11.0), (1.0, 2.6)),
    "abandoned_building": ((7.0, 16.0), (6.0, 12.0), (3.0, 8.0)),
    "ufo": ((6.0, 12.0), (6.0, 12.0), (2.0, 6.0)),
    "small_aeroplane": ((6.0, 10.0), (8.0, 13.0), (2.2, 3.6)),
    "helicopter": ((8.0, 24.0), (2.0, 14.0), (2.2, 6.0)),
    "dinosaur/large": ((7.0, 20.0), (2.0, 4.5), (3.0, 8.0)),
    "dinosaur/medium": ((3.5, 7.5), (1.2, 3.0), (1.5, 4.2)),
}


@pytest.mark.parametrize("kind", [*FS1_CITY, *FS1_FOREST, *ANOMALIES])
def test_every_class_of_flysearch_can_be_made_and_described(kind: str) -> None:
    assert kind in kinds()
    assert describe(kind).split()[0] in ("a", "an", "road")
    assert len(describe(kind)) > 4


@pytest.mark.parametrize(
    "kind", [kind for kind in ONE_COLOUR if not kind.startswith(("campus/", "sign/"))]
)
def test_variants_differ_in_shape(kind: str) -> None:
    shapes = {placed_triangles(asset).tobytes() for asset in all_variants(kind)}
    assert len(shapes) == variants(kind) >= 4


def _from_above(asset: Asset) -> Floats:
    """(N, N): height of the uppermost solid surface on a grid of 15 cm around the origin."""
    import trimesh

    triangles = placed_triangles(asset)
    mesh = trimesh.Trimesh(triangles.reshape(-1, 3), np.arange(3 * len(triangles)).reshape(-1, 3))
    side = np.arange(-9, 9, 0.15) + 0.07
    x, y = np.meshgrid(side, side)
    origins = np.column_stack([x.ravel(), y.ravel(), np.full(x.size, 50.0)])
    down = np.tile([0.0, 0.0, -1.0], (len(origins), 1))
    places, index, _ = mesh.ray.intersects_location(origins, down, multiple_hits=False)
    height = np.zeros(x.size)
    height[index] = places[:, 2]
    return height.reshape(x.shape)


@pytest.mark.parametrize("kind", TARGETS)
def test_four_variants_of_every_target_differ_as_seen_from_above(kind: str) -> None:
    """No two of some four are within 10 cm of each other over 95 % of what either covers."""
    told_apart: list[Floats] = []
    for number in range(variants(kind)):
        if len(told_apart) == 4:
            break
        height = _from_above(make_variant(kind, number))
        covered = [(height > 0.02) | (other > 0.02) for other in told_apart]
        if all(
            (np.abs(height - other) > 0.1)[cover].mean() > 0.05
            for other, cover in zip(told_apart, covered, strict=True)
        ):
            told_apart.append(height)
    assert len(told_apart) >= 4


@pytest.mark.parametrize("kind", ONE_COLOUR)
def test_assets_are_whole(kind: str) -> None:
    for asset in all_variants(kind):
        assert asset.kind == kind
        assert asset.look == "builtin"
        used = set()
        for part in asset.parts:
            assert part.label
            assert part.mesh in asset.meshes
            if part.collider is not None:
                assert part.collider in asset.meshes
        for mesh in asset.meshes.values():
            used |= set(mesh.materials)
            assert mesh.material_index is not None
            assert mesh.material_index.shape == (len(mesh.triangles),)
            assert mesh.material_index.min() >= 0
            assert mesh.material_index.max() < len(mesh.materials)
        assert used <= set(asset.materials)


@pytest.mark.parametrize("kind", ONE_COLOUR)
def test_nothing_lies_below_the_ground_or_floats(kind: str) -> None:
    for number, asset in enumerate(all_variants(kind)):
        low, high = component_boxes(placed_triangles(asset))
        assert low[:, 2].min() > -0.05, number
        held = low[:, 2] < 0.10
        assert held.any(), number
        while True:
            rest = np.flatnonzero(~held)
            base = np.flatnonzero(held)
            if len(rest) == 0:
                break
            touching = (low[rest, None] - 0.10 <= high[None, base]).all(axis=2)
            touching &= (high[rest, None] + 0.10 >= low[None, base]).all(axis=2)
            reached = rest[touching.any(axis=1)]
            assert len(reached), f"variant {number}: floating at {low[rest[0]]}"
            held[reached] = True


@pytest.mark.parametrize("kind", ONE_COLOUR)
def test_the_origin_is_under_the_middle(kind: str) -> None:
    for asset in all_variants(kind):
        points = placed_triangles(asset).reshape(-1, 3)
        size = points.max(axis=0) - points.min(axis=0)
        np.testing.assert_allclose(size[:2], asset.footprint, atol=1e-6)
        if kind not in ("lamp", "signal"):
            middle = (points.max(axis=0) + points.min(axis=0)) / 2
            np.testing.assert_allclose(middle[:2], 0, atol=1e-6)


@pytest.mark.parametrize("kind", SIZES)
def test_sizes_are_those_of_the_real_thing(kind: str) -> None:
    for number, asset in enumerate(all_variants(kind)):
        points = placed_triangles(asset).reshape(-1, 3)
        size = points.max(axis=0) - points.min(axis=0)
        for measure, (least, most) in zip(size, SIZES[kind], strict=True):
            assert least <= measure <= most, (number, size)


def test_colliders_stay_inside_what_they_stand_for() -> None:
    for kind in ONE_COLOUR:
        for asset in all_variants(kind):
            for part in asset.parts:
                if part.collider is None:
                    continue
                shown, hit = asset.meshes[part.mesh].vertices, asset.meshes[part.collider].vertices
                assert (hit.min(axis=0) >= shown.min(axis=0) - 0.13).all()
                assert (hit.max(axis=0) <= shown.max(axis=0) + 0.13).all()
                # Enough of the thing is left to be hit and seen; thin aerials need not be.
                assert (np.ptp(hit, axis=0) >= 0.45 * np.ptp(shown, axis=0)).all(), kind


def test_paint_follows_the_name() -> None:
    for colour in ("red", "white", "black", "green"):
        asset = make_variant(f"vehicle/{colour}_pickup", 0)
        assert f"asset.paint.{colour}" in asset.materials
    red, blue = make_variant("vehicle/red_sedan", 1), make_variant("vehicle/blue_sedan", 1)
    body, other = (asset.meshes[asset.parts[0].mesh] for asset in (red, blue))
    assert body.vertices is other.vertices


@pytest.mark.parametrize("kind", ["fire", "forest_fire"])
def test_fires_count_as_three_metres_high_whatever_their_smoke(kind: str) -> None:
    for asset in all_variants(kind):
        assert asset.top == 3.0
        smoke = [part for part in asset.parts if part.label == "smoke"]
        flames = [
            part
            for part in asset.parts
            if any("flame" in name for name in asset.meshes[part.mesh].materials)
        ]
        assert smoke
        assert flames
        assert not any(part.solid for part in (*smoke, *flames))
        hull = asset.meshes[smoke[0].mesh]
        assert hull.materials in (("asset.fire.smoke",), ("asset.fire.haze",))
        assert hull.vertices[:, 2].max() > 10
        # Carried downwind: its top is not over its foot.
        top = hull.vertices[hull.vertices[:, 2] > 10]
        assert top[:, 0].mean() > 3


def test_a_fires_box_is_that_of_what_burns() -> None:
    fire = make_variant("fire", 0)
    thing = SceneObject("target", "fire", fire.parts, np.eye(4), fire.top)
    box = Scene(fire.meshes, fire.materials, (), (thing,)).box("target")
    np.testing.assert_allclose(box.centre[:2], 0, atol=1e-6)
    np.testing.assert_allclose(box.size[:2], fire.footprint, atol=1e-6)
    assert box.top < 3


def test_seeds_pick_variants_and_reach_them_all() -> None:
    made = {id(make("fire", seed)) for seed in range(80)}
    assert len(made) == variants("fire")
    assert make("fire", 7) is make("fire", 7)
    assert make("bench", 2**63 - 1).kind == "bench"


def test_unknown_kinds_are_named_with_the_known_ones() -> None:
    for call in (
        lambda: make("vehicle/pink_zeppelin", 1),
        lambda: describe("vehicle/pink_zeppelin"),
    ):
        with pytest.raises(UsageError, match=r"pink_zeppelin.*known:.*vehicle/red_pickup"):
            call()
    with pytest.raises(UsageError, match="no number 99"):
        make_variant("fire", 99)
