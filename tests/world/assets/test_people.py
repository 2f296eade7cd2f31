from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from shapely import MultiPoint

from lookabout.world.assets import make_variant, variants
from lookabout.world.assets.construction import worker
from lookabout.world.assets.people import LOOKS, look_of, upright
from lookabout.world.assets.solids import Floats


def test_no_two_people_look_alike() -> None:
    looks = {look_of(number) for number in range(LOOKS)}
    assert len(looks) == LOOKS
    assert {look.skin for look in looks} == {"fair", "light", "tan", "brown", "dark"}
    assert len({look.top for look in looks}) > 12


def test_a_crowd_is_more_than_thirty_different_people_who_do_not_overlap() -> None:
    for number in range(variants("crowd")):
        crowd = make_variant("crowd", number)
        assert 31 <= len(crowd.parts) <= 60
        assert len({part.mesh for part in crowd.parts}) == len(crowd.parts)
        places = np.array([part.transforms[0, :2, 3] for part in crowd.parts])
        gaps = np.linalg.norm(places[:, None] - places[None], axis=2)
        np.fill_diagonal(gaps, np.inf)
        assert gaps.min() > 0.35
        # Close together: everybody has somebody within reach.
        assert gaps.min(axis=1).max() < 2.5
        assert np.median(gaps.min(axis=1)) < 1.2
        hulls = []
        for part in crowd.parts:
            matrix = part.transforms[0]
            flat = crowd.meshes[part.mesh].vertices @ matrix[:2, :3].T + matrix[:2, 3]
            hulls.append(MultiPoint(flat).convex_hull)
        near = np.argwhere(np.triu(gaps < 1.5))
        assert not any(hulls[a].intersects(hulls[b]) for a, b in near)


def _measures(kind: str, part: int = 0) -> Iterator[Floats]:
    """Length, width and height of a part of every variant, metres."""
    for number in range(variants(kind)):
        asset = make_variant(kind, number)
        yield np.ptp(asset.meshes[asset.parts[part].mesh].vertices, axis=0)


@pytest.mark.parametrize("kind", ["person", "person/standing", "person/walking"])
def test_everybody_on_their_feet_measures_1_5_to_2_metres(kind: str) -> None:
    heights = [size[2] for size in _measures(kind)]
    assert len(heights) >= 48
    assert min(heights) >= 1.5
    assert max(heights) <= 2.0


def test_so_does_everybody_of_a_crowd_and_of_a_building_site() -> None:
    for number in range(variants("crowd")):
        crowd = make_variant("crowd", number)
        heights = [np.ptp(crowd.meshes[part.mesh].vertices[:, 2]) for part in crowd.parts]
        assert min(heights) >= 1.5
        assert max(heights) <= 2.0
    for mesh in [worker(number) for number in range(12)] + [upright(n, True) for n in range(LOOKS)]:
        assert 1.5 <= np.ptp(mesh.vertices[:, 2]) <= 2.0


@pytest.mark.parametrize("kind", ["person/lying", "person/hiker"])
def test_who_lies_stretched_out_is_as_long_as_a_person(kind: str) -> None:
    """Curled up a person is shorter, with an arm over the head longer."""
    lengths = [size[:2].max() for size in _measures(kind)]
    assert min(lengths) >= 1.0
    assert 1.5 <= np.median(lengths) <= 2.0
    assert max(lengths) <= 2.3


def test_the_lying_lie_and_the_standing_stand() -> None:
    for kind, least, most in (("person/lying", 0.1, 0.75), ("person/standing", 1.4, 2.0)):
        for number in range(variants(kind)):
            asset = make_variant(kind, number)
            high = asset.meshes[asset.parts[0].mesh].vertices[:, 2].max()
            assert least < high < most
