"""A scene's look: of what may be used, the same for all scenes of a run."""

import pytest

from lookabout.errors import UsageError
from lookabout.world.assets.look import pack_folder, use_look
from lookabout.world.registry import get_world
from lookabout.world.spec import WorldSpec


@pytest.mark.parametrize("kind", ["city", "forest"])
def test_every_scene_of_a_run_has_the_same_look(kind: str) -> None:
    """The forest uses no model of the pack, and is still of the look that was asked for."""
    world = get_world(kind)
    spot = world.placements(1)[0]
    spec = WorldSpec(kind=kind, seed=1, centre=(spot.x, spot.y), radius=20.0, surroundings=False)
    assert world.build(spec.model_copy(update={"look": "builtin"})).look == "builtin"
    assert world.build(spec).look == ("builtin" if pack_folder() is None else "full")


def test_scenes_of_the_pack_are_refused_where_it_is_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LOOKABOUT_LOOK", "builtin")
    with pytest.raises(UsageError, match="spatialscout/rooms-builtin"), use_look("full"):
        pass
    with use_look("builtin"), use_look("auto"):
        assert pack_folder() is None
