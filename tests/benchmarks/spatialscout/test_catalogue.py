"""The set in the paper's scenes: its make-up, its choice of targets, what it says if it can't."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from lookabout.benchmarks.spatialscout import BENCHMARK, catalogue
from lookabout.benchmarks.spatialscout.catalogue import SCENES, entities, select, slots
from lookabout.errors import UsageError
from lookabout.geometry import Box
from lookabout.sim.things import Thing
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


def test_no_source_scene_comes_twice() -> None:
    for builder, (count, configs) in SCENES.items():
        order = np.random.default_rng([5, 0, *builder.encode()]).permutation(configs)
        tried = [config for number in range(count) for config in order[number::count][:10]]
        assert len(set(tried)) == len(tried)


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
