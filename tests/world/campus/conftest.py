import pytest

from lookabout.render.rays import RayWorld
from lookabout.world.registry import get_world
from lookabout.world.spec import WorldSpec


@pytest.fixture(scope="session")
def campus():
    return get_world("campus")


@pytest.fixture(scope="session")
def scene(campus):
    """The middle of map 1, without asset packs."""
    return campus.build(WorldSpec(kind="campus", seed=1, radius=110.0, look="builtin"))


@pytest.fixture(scope="session")
def rays(scene):
    return RayWorld(scene)
