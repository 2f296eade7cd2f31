from __future__ import annotations

import numpy as np
import pytest

from lookabout.errors import UsageError
from lookabout.world.registry import get_world
from lookabout.world.rooms import select
from lookabout.world.rooms.items import FIXTURES
from lookabout.world.spec import WorldSpec


def flat(seed: int = 5, rooms: int = 2, **more: object) -> WorldSpec:
    params = {"rooms": rooms, "objects": 45}
    return WorldSpec.model_validate(
        {"kind": "rooms", "seed": seed, "look": "builtin", "params": params, **more}
    )


def test_the_same_seed_is_the_same_flat() -> None:
    first, second = (get_world("rooms").build(flat()) for _ in range(2))
    assert first.fingerprint == second.fingerprint
    assert first.fingerprint != get_world("rooms").build(flat(seed=6)).fingerprint


def test_things_are_named_by_category_and_numbered() -> None:
    scene = get_world("rooms").build(flat())
    names = [thing.name for thing in scene.objects]
    assert len(set(names)) == len(names) >= 40
    for thing in scene.objects:
        category, _, number = thing.name.rpartition("_")
        assert thing.kind == f"rooms/{category}"
        assert int(number) >= 1


def test_hidden_things_are_gone_and_the_rest_stays() -> None:
    whole = get_world("rooms").build(flat())
    gone = (whole.objects[0].name, whole.objects[-1].name)
    part = get_world("rooms").build(flat(hidden=gone))
    assert [t.name for t in part.objects] == [t.name for t in whole.objects if t.name not in gone]
    for thing in part.objects:
        assert np.array_equal(thing.pose, whole.object(thing.name).pose)


def test_nothing_unknown_can_be_hidden() -> None:
    with pytest.raises(UsageError, match="ghost_1"):
        get_world("rooms").build(flat(hidden=("ghost_1",)))


@pytest.mark.parametrize("world", ["city", "forest", "studio"])
def test_other_worlds_hide_nothing(world: str) -> None:
    spec = WorldSpec.model_validate({"kind": world, "seed": 1, "radius": 20, "hidden": ["a_1"]})
    with pytest.raises(UsageError, match="hide"):
        get_world(world).build(spec)


@pytest.mark.parametrize(
    "params",
    [
        {"rooms": 0},
        {"rooms": 9},
        {"rooms": 2.0},
        {"rooms": True},
        {"objects": 5},
        {"size": "1"},
        {"kind": "garage", "rooms": 1},
        {"kind": "study", "rooms": 2},
        {"colour": 1},
    ],
)
def test_settings_are_checked(params: dict[str, object]) -> None:
    with pytest.raises(UsageError, match=r"world\.params"):
        get_world("rooms").build(flat().model_copy(update={"params": params}))


def test_what_belongs_to_the_flat_is_no_thing() -> None:
    """Curtains, lamps, pictures, rugs and radiators can be neither asked for nor hidden."""
    scene = get_world("rooms").build(flat())
    kinds = {thing.kind.removeprefix("rooms/") for thing in scene.objects}
    labels = {part.label for part in scene.static}
    assert not kinds & FIXTURES
    assert {"ceiling_lamp", "picture", "radiator"} <= labels
    everything = tuple(thing.name for thing in scene.objects)
    bare = get_world("rooms").build(flat(hidden=everything))
    assert [part.label for part in bare.static] == [part.label for part in scene.static]
    with pytest.raises(UsageError, match="curtain_1"):
        get_world("rooms").build(flat(hidden=("curtain_1",)))


def test_selection_is_by_distance_and_takes_what_carries_along() -> None:
    scene = get_world("rooms").build(flat())
    eye = np.array([0.3, -0.2, 1.5])
    away = {t.name: np.linalg.norm(scene.box(t.name).centre - eye) for t in scene.objects}
    on = {t.name: t.carrier for t in scene.objects}
    assert any(on.values())
    for count in (5, 12, 30):
        chosen = select(scene, eye, count)
        assert len(set(chosen)) == count
        for name in chosen:
            assert not on[name] or on[name] in chosen[: chosen.index(name)]
        carriers = set(on.values())
        free = [name for name in chosen if name not in carriers]
        assert free == sorted(free, key=lambda name: (round(away[name], 4), name))
        left = min(away[n] for n in away if n not in chosen and n not in carriers)
        assert max(away[name] for name in free) <= left + 1e-4
