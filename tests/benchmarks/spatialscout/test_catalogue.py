"""The set in the paper's scenes: its make-up, its choice of targets, what it says if it can't."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np
import pytest

from lookabout.benchmarks.spatialscout import BENCHMARK, catalogue
from lookabout.benchmarks.spatialscout.catalogue import SCENES, entities, select, slots
from lookabout.errors import LookaboutError, UsageError
from lookabout.geometry import Box
from lookabout.sim.things import Thing
from lookabout.world.spec import WorldSpec
from tests.benchmarks.spatialscout.flat import BoxWorld


def test_the_eighty_scenes_by_their_builders() -> None:
    assert catalogue.SIZE == 80
    assert Counter(builder for builder, _ in slots()) == {
        "iTHOR": 32,
        "RoboTHOR": 12,
        "ArchitecTHOR": 10,
        "ReplicaCAD": 6,
        "ProcTHOR": 20,
    }
    assert len(set(slots())) == 80


def test_a_few_of_the_first_scenes_are_of_every_kind() -> None:
    assert {builder for builder, _ in slots()[:12]} == set(SCENES)


class Shelf:
    """An engine's scenes as far as they are dealt: how many things each lists."""

    def __init__(self, sizes: Callable[[str, int], int]) -> None:
        self._sizes = sizes

    def source(self) -> str:
        raise NotImplementedError

    def things(self) -> Sequence[Thing]:
        raise NotImplementedError

    def listed(self, world: WorldSpec) -> int:
        return self._sizes(world.params["builder"], world.params["config"])


def dealt(seed: int, shelf: Shelf) -> dict[tuple[str, int], list[int]]:
    """The scenes of each of the 80 places, where 35 are wanted by every fourth."""
    counts = {(builder, number): 40 - 5 * (number % 4 == 0) for builder, number in slots()}
    return {
        (builder, number): catalogue._dealt(seed, 0, builder, number, count, shelf)
        for (builder, number), count in counts.items()
    }


def test_no_source_scene_comes_twice() -> None:
    hands = dealt(5, Shelf(lambda builder, config: 50))
    for builder, (_, configs) in SCENES.items():
        tried = [config for slot, hand in hands.items() if slot[0] == builder for config in hand]
        assert len(set(tried)) == len(tried) >= min(configs, 75)
    assert dealt(5, Shelf(lambda builder, config: 50)) == hands
    assert dealt(6, Shelf(lambda builder, config: 50)) != hands


def test_small_scenes_are_left_out_before_the_others_are_dealt() -> None:
    """Of iTHOR's 150, the 40 that are large enough do for its 32 places."""
    sizes = np.random.default_rng(1).permutation([34] * 110 + [37] * 10 + [60] * 30)
    shelf = Shelf(lambda builder, config: int(sizes[config]) if builder == "iTHOR" else 40)
    hands = {slot: hand for slot, hand in dealt(2, shelf).items() if slot[0] == "iTHOR"}
    assert {len(hand) for hand in hands.values()} == {1, 2}
    assert sorted(config for hand in hands.values() for config in hand) == sorted(
        np.nonzero(sizes > 34)[0].tolist()
    )


def test_scenes_with_things_for_all_targets_come_first() -> None:
    shelf = Shelf(lambda builder, config: 36 if config % 2 else 45)
    for (_, number), hand in dealt(2, shelf).items():
        odd = [config % 2 for config in hand]
        if number % 4:  # 40 are wanted
            assert odd == sorted(odd)
    hand = dealt(2, shelf)["RoboTHOR", 0]
    order = np.random.default_rng([2, 0, *b"RoboTHOR"]).permutation(75)
    assert hand == order[::12].tolist()  # as dealt, where 36 are enough


def test_places_without_a_scene_say_so() -> None:
    builder = slots()[0][0]
    with pytest.raises(LookaboutError, match=f"no scene of {builder}.*has 35 targets"):
        catalogue.scenario(0, 0, Shelf(lambda builder, config: 34))  # type: ignore[arg-type]


def _thing(name: str, category: str = "cup", model: str = "cup_1") -> Thing:
    return Thing(name, category, model)


def _at(x: float) -> Box:
    return Box((x - 0.1, -0.1, 0.9), (x + 0.1, 0.1, 1.1))


def test_known_categories_come_first_then_the_nearest_then_the_name() -> None:
    things = [
        _thing("far", "bowl"),
        _thing("odd", ""),
        _thing("twin_b"),
        _thing("twin_a"),
        _thing("near"),
    ]
    boxes = {"far": _at(3), "odd": _at(0.2), "twin_b": _at(2), "twin_a": _at(-2), "near": _at(1)}
    ranked = [thing.name for thing in select(things, boxes, (0, 0, 1), 5)]
    assert ranked == ["near", "twin_a", "twin_b", "far", "odd"]
    assert [thing.name for thing in select(things, boxes, (0, 0, 1), 2)] == ["near", "twin_a"]


def test_things_of_one_category_are_one_group() -> None:
    listed = entities(
        [
            _thing("cup_3", "cup", "tall"),
            _thing("cup_1", "cup", "flat"),
            _thing("thing_1", "", "odd"),
            _thing("bowl_1", "bowl", "tall"),
        ]
    )
    assert [(e.identifier, e.category, e.group) for e in listed] == [
        ("bowl_1", "bowl", "bowl"),
        ("cup_1", "cup", "cup"),
        ("cup_3", "cup", "cup"),
        ("thing_1", "object", "object"),
    ]


def test_another_engine_is_told_from_one_that_has_the_scenes() -> None:
    with pytest.raises(UsageError, match="--engine maniskill"):
        BENCHMARK.scenario("maniskill", 0, 0, BoxWorld())


def test_it_has_no_standard_scenes_and_says_why() -> None:
    with pytest.raises(UsageError, match=r"(?s)no standard scenarios.*--seed 0"):
        BENCHMARK.standard("maniskill")
