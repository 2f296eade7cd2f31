"""The hand-made folders, and changes to them."""

from __future__ import annotations

import io
import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from PIL import Image

from lookabout.benchmarks.flysearch.interop.importing import Report, import_run
from lookabout.records import EpisodeRecord, RunRecord, StepRecord

DATA = Path(__file__).parent / "data"


def copy(tmp_path: Path, form: str = "newer", episode: str = "0", name: str | None = None) -> Path:
    """One episode of a form, in a folder ``tmp_path/source`` of its own; the episode's folder."""
    target = tmp_path / "source" / (episode if name is None else name)
    shutil.copytree(DATA / form / episode, target)
    return target


def imported(tmp_path: Path, **options: Any) -> tuple[Report, Path]:
    """Import ``tmp_path/source`` to ``tmp_path/run``."""
    out = tmp_path / "run"
    return import_run(tmp_path / "source", out, **options), out


def read_run(out: Path) -> RunRecord:
    return RunRecord.model_validate_json((out / "run.json").read_text())


def read_episode(out: Path, index: int = 0) -> tuple[EpisodeRecord, list[StepRecord]]:
    folder = out / "episodes" / f"{index:04d}" / "attempt-1"
    lines = (folder / "steps.jsonl").read_text().splitlines()
    record = EpisodeRecord.model_validate_json((folder / "episode.json").read_text())
    return record, [StepRecord.model_validate_json(line) for line in lines]


def change_params(folder: Path, changes: Mapping[str, str | None]) -> None:
    """Set values of ``scenario_params.json``; None takes a key away."""
    path = folder / "scenario_params.json"
    values = {**json.loads(path.read_text()), **changes}
    path.write_text(json.dumps({key: text for key, text in values.items() if text is not None}))


def png(side: int = 4) -> bytes:
    buffer = io.BytesIO()
    Image.new("RGB", (side, side), (9, 90, 200)).save(buffer, "PNG")
    return buffer.getvalue()
