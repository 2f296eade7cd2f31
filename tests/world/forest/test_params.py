import pytest
from hypothesis import given
from hypothesis import strategies as st

from lookabout.errors import UsageError
from lookabout.world.forest import WORLD
from lookabout.world.forest.params import ForestParams, read_params
from lookabout.world.spec import WorldSpec


def test_defaults():
    assert read_params({}) == ForestParams(0.1, 0.1, 0.03, 0.0)


@given(st.floats(0, 0.3), st.floats(0, 1), st.floats(0, 0.1), st.floats(0, 1e6))
def test_all_values_in_range_are_taken(trees, dead, rocks, time):
    given_ = {
        "tree_density": trees, "dead_share": dead, "rock_density": rocks, "wind_time_s": time,
    }  # fmt: skip
    assert read_params(given_) == ForestParams(trees, dead, rocks, time)


def test_whole_numbers_will_do():
    assert read_params({"dead_share": 1}).dead_share == 1.0


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("tree_density", 0.31), ("tree_density", -0.01), ("tree_density", "0.1"),
        ("tree_density", True), ("tree_density", None), ("dead_share", 1.01),
        ("rock_density", 0.2), ("rock_density", float("nan")), ("wind_time_s", -1),
        ("wind_time_s", float("inf")),
    ],
)  # fmt: skip
def test_others_are_refused_by_name(name, value):
    with pytest.raises(UsageError) as error:
        read_params({name: value})
    assert error.value.where == f"world.params.{name}"
    assert "from 0 to" in error.value.message


def test_unknown_names_are_refused_with_the_known_ones():
    with pytest.raises(UsageError) as error:
        WORLD.build(WorldSpec(kind="forest", seed=1, params={"tree_densty": 0.1}))
    assert error.value.where == "world.params.tree_densty"
    assert "tree_density" in error.value.message
