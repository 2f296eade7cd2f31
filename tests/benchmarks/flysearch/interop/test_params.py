"""scenario_params.json: what is read, what is refused, and that nothing crashes."""

import json
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lookabout.benchmarks.flysearch.interop.files import BadFileError, parse_number, parse_triple
from lookabout.benchmarks.flysearch.interop.params import Params, parse_params
from tests.benchmarks.flysearch.interop.folders import DATA

CITY = json.loads((DATA / "newer/0/scenario_params.json").read_text())
FOREST = json.loads((DATA / "scenarios/1/scenario_params.json").read_text())
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
)


def params(values: dict[str, object], **changes: object) -> Params:
    return parse_params(json.dumps({**values, **changes}).encode())


def test_a_city_scenario() -> None:
    found = params(CITY)
    assert (found.environment, found.set_name, found.seed) == ("city", "fs1-city", 11)
    assert found.object_coords == (-34125.5, 58220.0, 58.5)
    assert found.object_rot == (0.0, 27.0, 0.0)
    assert found.relative_start == (-9.0, -23.0, 48.0)
    assert found.description == "a large trash pile"
    assert (found.target.target_class, found.is_fire, found.light) == ("trash", False, None)
    assert found.raw == CITY


def test_a_forest_scenario() -> None:
    found = params(FOREST)
    assert (found.environment, found.set_name) == ("forest", "fs1-forest")
    assert (found.live_trees, found.dead_trees, found.rocks) == (0.18, 0.02, 0.05)
    assert found.light == (-35.5, 200.0)


@pytest.mark.parametrize(
    ("values", "changes", "name"),
    [
        (CITY, {"difficulty": "FS2"}, "fs2"),
        (CITY, {"sun_y": "-40", "sun_z": "3"}, "fs2"),  # only FS-2 has a sun in the city
        (CITY, {"object_type": "ObjectType.ANOMALY"}, "anomaly1-city"),
        (FOREST, {"object_type": "ObjectType.ANOMALY"}, "anomaly1-forest"),
        (FOREST, {"object_type": "ObjectType.UFO"}, "anomaly1-forest"),
    ],
)
def test_sets(values: dict[str, object], changes: dict[str, object], name: str) -> None:
    assert params(values, **changes).set_name == name


def test_bare_values_pass_as_strings() -> None:
    found = params(CITY, seed=5, drone_rel_coords=[1, 2, 30], set_object=True)
    assert (found.seed, found.relative_start) == (5, (1.0, 2.0, 30.0))
    assert found.raw["set_object"] == "true"


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"object_type": "ObjectType.BANANA"}, "'ObjectType.BANANA' is unknown"),
        ({"object_type": "x" * 5000}, "absurdly long"),
        ({"seed": "-1"}, "seed '-1' is no whole number"),
        ({"seed": "1.5"}, "seed '1.5' is no whole number"),
        ({"seed": "9" * 19}, "is no whole number from 0 to 9223372036854775807"),
        ({"seed": "٣"}, "is no whole number"),
        ({"drone_rel_coords": "(1, 2)"}, "drone_rel_coords '(1, 2)' is not three numbers"),
        ({"drone_rel_coords": "(1, 2, nan)"}, "drone_rel_coords 'nan' is no number"),
        ({"drone_rel_coords": "(1, 2, 1e9)"}, "drone_rel_coords '1e9' is out of range"),
        ({"object_coords": "(1e400, 2, 3)"}, "object_coords '1e400' is out of range"),
        ({"sun_y": "up", "sun_z": "1"}, "sun_y 'up' is no number"),
    ],
)
def test_wrong_values_are_named(changes: dict[str, object], words: str) -> None:
    with pytest.raises(BadFileError) as raised:
        params(CITY, **changes)
    assert words in str(raised.value)
    assert str(raised.value).startswith("scenario_params.json")


@pytest.mark.parametrize("key", ["object_type", "seed", "drone_rel_coords"])
def test_missing_values_are_named(key: str) -> None:
    values = {k: v for k, v in CITY.items() if k != key}
    with pytest.raises(BadFileError, match=f"has no {key}"):
        params(values)


def test_the_environment_may_follow_from_the_type() -> None:
    values = {k: v for k, v in CITY.items() if k != "regenerate_city"}
    assert params(values).environment == "city"
    with pytest.raises(BadFileError, match="neither regenerate_city nor regenerate_forest"):
        params(values, object_type="ObjectType.TRASH")


@pytest.mark.parametrize(
    "data", [b"", b"[]", b"{", b"\xff\xfe", b"[" * 100_000, b'{"seed": NaN}', b'"x"', b"1" * 9999]
)
def test_files_that_are_none(data: bytes) -> None:
    with pytest.raises(BadFileError, match=r"scenario_params\.json"):
        parse_params(data)


@given(st.binary(max_size=200) | JSON.map(lambda value: json.dumps(value).encode()))
def test_whatever_bytes_never_crash(data: bytes) -> None:
    with pytest.raises(BadFileError):
        parse_params(data)


@settings(max_examples=40)
@given(st.dictionaries(st.sampled_from(sorted({*CITY, *FOREST})), JSON))
def test_whatever_values_never_crash(changes: dict[str, object]) -> None:
    with suppress(BadFileError):
        params(FOREST, **changes)


@given(*[st.floats(-1e4, 1e4)] * 3)
def test_coordinates_are_read_as_written(x: float, y: float, z: float) -> None:
    for text in (f"({x}, {y}, {z})", f"[{x},{y},{z}]\n", f" ({x!r},{y!r} , {z!r}) "):
        assert parse_triple(text, 1e4) == (x, y, z)


def test_numbers_of_newer_numpy() -> None:
    assert parse_triple("(np.float64(1.5), np.int64(-2), 3)", 1e4) == (1.5, -2.0, 3.0)


@given(st.text(alphabet="()[],.-+eE0123456789 \nnaif٣", max_size=60) | st.text(max_size=60))
def test_whatever_coordinates_never_crash(text: str) -> None:
    for parse in (lambda: parse_triple(text, 1e4), lambda: parse_number(text, 1e4)):
        try:
            found = parse()
        except BadFileError:
            continue
        values = found if isinstance(found, tuple) else (found,)
        assert all(abs(value) <= 1e4 for value in values)
