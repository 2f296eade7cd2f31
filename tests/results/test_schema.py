import json
from pathlib import Path

import jsonschema
import pytest

from lookabout.results.schema import schemas
from tests.results.folders import Fake, write_run


def test_written_files_fit_their_schemas(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", Fake(episodes=6, frames=4, failures=0.5, cost=None))
    checks = {name: jsonschema.Draft202012Validator(schema) for name, schema in schemas().items()}
    checks["run"].validate(json.loads((run / "run.json").read_text()))
    for path in run.glob("episodes/*/*/episode.json"):
        checks["episode"].validate(json.loads(path.read_text()))
    for path in run.glob("episodes/*/*/steps.jsonl"):
        for line in path.read_text().splitlines():
            checks["step"].validate(json.loads(line))


@pytest.mark.parametrize("name", ["run", "episode", "step"])
def test_schemas_are_schemas_and_refuse(name: str) -> None:
    schema = schemas()[name]
    jsonschema.Draft202012Validator.check_schema(schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({}, schema)
    json.dumps(schema)
