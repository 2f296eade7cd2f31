from __future__ import annotations

import numpy as np
import pytest

from lookabout.errors import UsageError
from lookabout.geometry import Camera, Pose
from lookabout.render.rays import RayWorld
from lookabout.world.registry import get_world
from lookabout.world.rooms import COUNT, catalogue_entry, start_poses
from lookabout.world.rooms.starts import CLEAR, Sight
from lookabout.world.spec import WorldSpec

SPEC = WorldSpec(
    kind="rooms", seed=12, look="builtin", params={"rooms": 2, "objects": 45}, surroundings=False
)
CAMERA = Camera(64, 64, 90.0)


def test_starts_repeat_and_stand_free() -> None:
    first, second = (start_poses(SPEC, np.random.default_rng(3), 4) for _ in range(2))
    assert first == second
    rays = RayWorld(get_world("rooms").build(SPEC))
    ways = np.random.default_rng(1).normal(size=(300, 3))
    for position, _, pitch in first:
        assert 1.2 <= position[2] <= 1.7
        assert -30 <= pitch <= 0
        away, _ = rays.cast(np.tile(position, (300, 1)), ways)
        assert away.min() > CLEAR - 0.01


def test_what_counts_as_seen_is_seen_by_other_rays_too() -> None:
    scene = get_world("rooms").build(SPEC)
    sight, rays = Sight(scene), RayWorld(scene)
    start = start_poses(SPEC, np.random.default_rng(3), 1)[0]
    seen = sight.seen(start)
    assert len(seen) >= 8
    position, yaw, pitch = start
    pose = Pose.at(position, yaw_deg=yaw, pitch_deg=pitch)
    v, u = np.mgrid[: CAMERA.height, : CAMERA.width]
    ways = CAMERA.rays(np.stack([u.ravel(), v.ravel()], 1)) @ pose.rotation.T
    _, labels = rays.cast(np.tile(position, (len(ways), 1)), ways)
    pixels = {name: labels.count(name) for name in {thing.name for thing in scene.objects}}
    # All that fills more than a few pixels is on the list.
    assert {name for name, count in pixels.items() if count > 40} <= set(seen)


@pytest.mark.parametrize("look", ["full", "builtin"])
def test_the_catalogue_has_the_papers_numbers(look: str) -> None:
    entries = [catalogue_entry(index, look) for index in range(COUNT)]
    targets = [count for _, _, count in entries]
    assert (len(targets), targets.count(35), targets.count(40)) == (80, 12, 68)
    assert sum(targets) == 3140
    assert {spec.params["rooms"] for spec, _, _ in entries} == set(range(1, 9))
    for spec, (position, _, _), _ in entries:
        assert spec.hidden == ()
        assert max(abs(position[0]), abs(position[1])) < 15
        assert 1.2 <= position[2] <= 1.7


@pytest.mark.parametrize("index", [-1, 80])
def test_there_are_eighty_flats(index: int) -> None:
    with pytest.raises(UsageError, match="80"):
        catalogue_entry(index, "builtin")
