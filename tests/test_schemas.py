"""The published JSON Schemas are the code's. Write them anew: python -m tests.test_schemas"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from lookabout.results.schema import schemas
from lookabout.sim.scenario import Scenario
from tests.worlds import flysearch_scenario

FOLDER = Path(__file__).parents[1] / "docs" / "schemas"


def published() -> dict[str, dict[str, Any]]:
    """All schemas by the name of their file."""
    return {**schemas(), "scenario": Scenario.model_json_schema()}


@pytest.mark.parametrize("name", ["run", "episode", "step", "scenario"])
def test_the_published_schemas_are_current(name: str) -> None:
    assert json.loads((FOLDER / f"{name}.json").read_text()) == published()[name]


def test_a_scenario_satisfies_its_schema() -> None:
    schema = published()["scenario"]
    data = json.loads(flysearch_scenario().model_dump_json())
    jsonschema.validate(data, schema)
    del data["world"]["seed"]
    with pytest.raises(jsonschema.ValidationError, match="seed"):
        jsonschema.validate(data, schema)


if __name__ == "__main__":
    for name, schema in published().items():
        (FOLDER / f"{name}.json").write_text(json.dumps(schema, indent=1) + "\n")
