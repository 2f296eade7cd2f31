from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from lookabout.world.spec import INSCRIPTION_LENGTH, ObjectSpec, WorldSpec

THING = {"name": "car", "kind": "vehicle/red_suv", "seed": 1, "position": [0.0, 0.0, 0.0]}


def test_no_inscription_leaves_what_is_written_as_it_was() -> None:
    assert ObjectSpec.model_validate(THING).model_dump(mode="json") == {**THING, "yaw_deg": 0.0}
    world = WorldSpec.model_validate({"kind": "studio", "seed": 0, "objects": [THING]})
    assert "inscription" not in world.model_dump_json()


def test_an_inscription_survives_writing_and_reading() -> None:
    thing = ObjectSpec.model_validate({**THING, "inscription": "HQX 274"})
    assert json.loads(thing.model_dump_json())["inscription"] == "HQX 274"
    assert ObjectSpec.model_validate_json(thing.model_dump_json()) == thing


@pytest.mark.parametrize("text", ["", "A", "0-9", "A B C", "ABCDEFGHIJKL"])
def test_capitals_digits_hyphens_and_single_spaces_are_taken(text: str) -> None:
    assert ObjectSpec.model_validate({**THING, "inscription": text}).inscription == text


@pytest.mark.parametrize(
    "text",
    ["a", "É", "A_B", " A", "A ", "A  B", " ", "A\n", "A\tB", "ABCDEFGHIJKLM", "٣", "\x00"],
)
def test_anything_else_is_refused_in_words(text: str) -> None:
    with pytest.raises(ValidationError, match="at most 12 characters of A-Z, 0-9, hyphen"):
        ObjectSpec.model_validate({**THING, "inscription": text})


@given(st.text(max_size=20))
def test_what_is_taken_is_what_the_schema_says(text: str) -> None:
    import jsonschema

    schema = ObjectSpec.model_json_schema()["properties"]["inscription"]
    try:
        ObjectSpec.model_validate({**THING, "inscription": text})
        taken = True
    except ValidationError:
        taken = False
    said = jsonschema.Draft202012Validator(schema).is_valid(text)
    assert taken == (said and not text.endswith("\n"))
    assert not taken or len(text) <= INSCRIPTION_LENGTH
