"""JSON Schemas of the record files, so that other programs can check and read them."""

from __future__ import annotations

from typing import Any

from lookabout.records import EpisodeRecord, RecordModel, RunRecord, StepRecord

_FILES: dict[str, tuple[type[RecordModel], str]] = {
    "run": (RunRecord, "A run: run.json"),
    "episode": (EpisodeRecord, "An attempt at an episode: episode.json"),
    "step": (StepRecord, "A reply and what came of it: a line of steps.jsonl"),
}


def schemas() -> dict[str, dict[str, Any]]:
    """
    JSON Schemas (draft 2020-12) by kind of file: ``run``, ``episode``, ``step``.

    Fields that a later version may add are allowed.
    """
    return {
        name: {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            **model.model_json_schema(mode="serialization"),
            "title": title,
        }
        for name, (model, title) in _FILES.items()
    }
