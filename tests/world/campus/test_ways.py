"""Placements and paths: clear of everything solid, on the ground, long enough."""

import numpy as np
import pytest

from lookabout.world.campus.paths import LEAST, ROOM
from lookabout.world.campus.placements import ROOM as ROOMS
from lookabout.world.registry import get_world

HEIGHTS = (0.3, 0.9, 1.5, 2.1)


def test_every_kind_of_spot_is_offered(campus):
    count = {}
    for spot in campus.placements(1):
        count[spot.kind] = count.get(spot.kind, 0) + 1
    assert min(count[kind] for kind in ("path", "lawn", "plaza", "verge", "bay")) >= 40


def test_spots_and_paths_are_the_same_again(campus):
    from lookabout.world.campus import paths, placements

    spots, ways = campus.placements(1), campus.paths(1)
    placements.placements_of.cache_clear()
    paths.paths_of.cache_clear()
    assert campus.placements(1) == spots
    for one, other in zip(campus.paths(1), ways, strict=True):
        assert one.kind == other.kind
        np.testing.assert_array_equal(one.points, other.points)


@pytest.mark.parametrize("seed", [1, 2])
def test_paths_are_long_fine_and_on_the_ground(campus, seed):
    found = campus.paths(seed)
    for kind in ("path", "lawn"):
        assert sum(path.kind == kind for path in found) >= 20
    for path in found:
        step = np.linalg.norm(np.diff(path.points, axis=0), axis=1)
        assert step.sum() >= LEAST >= 55.0
        assert 0 < step.max() <= 2.0
        ground = [campus.ground_height(seed, x, y) for x, y, _ in path.points[::9]]
        np.testing.assert_allclose(path.points[::9, 2], ground, atol=1e-9)
        assert np.abs(path.points[:, :2]).max() < campus.half_side


def _nothing_near(campus, rays, xyz, room):
    """No static or named thing within ``room`` metres at a mover's heights, but people and cars."""
    turn = np.radians(np.arange(0, 360, 30))
    ways = np.column_stack([np.cos(turn), np.sin(turn), 0 * turn])
    for height in HEIGHTS:
        start = np.repeat(xyz + np.array([0, 0, height]), len(ways), axis=0)
        distance, labels = rays.cast(start, np.tile(ways, (len(xyz), 1)), limit=room)
        hit = [
            (label, tuple(np.round(at, 1)))
            for label, d, at in zip(labels, distance, start, strict=True)
            if d < room and label not in ("person", "car", "ground") and "robot" not in label
            and "cart" not in label and "machine" not in label
        ]  # fmt: skip
        assert not hit, hit[:5]


def test_spots_are_clear_of_solid_things(campus, rays):
    spots = [s for s in campus.placements(1) if max(abs(s.x), abs(s.y)) < 105]
    for kind in ("path", "lawn", "plaza", "verge"):
        found = np.array([(s.x, s.y, s.z) for s in spots if s.kind == kind])[::6]
        _nothing_near(campus, rays, found, ROOMS[kind] - 0.25)


def test_paths_are_clear_of_solid_things(campus, rays):
    points = np.concatenate([path.points for path in campus.paths(1)])
    near = points[np.abs(points[:, :2]).max(axis=1) < 105][::9]
    assert len(near) > 100
    _nothing_near(campus, rays, near, ROOM - 0.25)


def test_spots_have_the_grounds_height():
    campus = get_world("campus")
    for spot in campus.placements(1)[::97]:
        assert spot.z == pytest.approx(campus.ground_height(1, spot.x, spot.y), abs=1e-9)
