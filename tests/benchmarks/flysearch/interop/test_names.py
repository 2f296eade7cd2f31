"""Every target of our sets has a published name, and every published name a target."""

import pytest

from lookabout.benchmarks.flysearch.interop.names import (
    environments_of,
    find_target,
    is_fire,
    published_type,
)
from lookabout.benchmarks.flysearch.sets import FS1_CITY, FS1_FOREST, SETS, SetRules

CITY = [
    *("POLICE_CAR", "BEIGE_SPORT_CAR", "BLUE_SPORT_CAR", "RED_SPORT_CAR", "WHITE_SPORT_CAR"),
    *("BLACK_PICKUP_TRUCK", "GREEN_PICKUP_TRUCK", "RED_PICKUP_TRUCK", "WHITE_PICKUP_TRUCK"),
    *("BLACK_TRUCK", "WHITE_TRUCK"),
    *("ROAD_CONSTRUCTION_SITE", "FIRE", "CROWD", "LARGE_TRASH_PILE"),
]
FOREST = ["FOREST_FIRE", "CAMPSITE", "TRASH_PILE", "BUILDING", "PERSON"]


@pytest.mark.parametrize(
    ("environment", "names", "rules"), [("city", CITY, FS1_CITY), ("forest", FOREST, FS1_FOREST)]
)
def test_names_and_kinds_match_one_to_one(
    environment: str, names: list[str], rules: SetRules
) -> None:
    kinds = {kind: item.name for item in rules.classes for kind, _ in item.kinds}
    found = {}
    for name in names:
        target = find_target(environment, f"ObjectType.{name}")
        assert target is not None
        assert not target.anomaly
        assert published_type(environment, target.kind) == f"ObjectType.{name}"
        found[target.kind] = target.target_class
    assert found == kinds


def test_anomalies_are_of_one_type() -> None:
    for name in ("anomaly1-city", "anomaly1-forest"):
        environment = SETS[name].world
        for item in SETS[name].classes:
            assert published_type(environment, item.kinds[0][0]) == "ObjectType.ANOMALY"
        target = find_target(environment, "ObjectType.ANOMALY")
        assert target is not None
        assert target.anomaly


def test_older_and_odd_names() -> None:
    camping = find_target("forest", "ObjectType.CAMPING")
    assert camping is not None
    assert camping.target_class == "campsite"
    trash = [find_target(environment, "TRASH") for environment in ("city", "forest")]
    assert [t and t.kind for t in trash] == ["trash", "trash/forest"]
    assert find_target("city", "ObjectType.HAMBURGER") is None
    assert find_target("forest", "ObjectType.POLICE_CAR") is None
    assert environments_of("ObjectType.CROWD") == ("city",)
    assert environments_of("TRASH") == ("city", "forest")


def test_fires() -> None:
    assert [is_fire(f"ObjectType.{n}") for n in ("FIRE", "FOREST_FIRE", "FIRE_CAR", "CROWD")] == [
        True,
        True,
        True,
        False,
    ]
