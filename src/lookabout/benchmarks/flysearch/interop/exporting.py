"""Our records as published folders of episodes, in the newer form.

The published scorer takes an object to be at the origin, on ground at height 0, and its box's
top from ``object_bbox.txt``. So that it comes to our verdict, positions are written relative
to the middle of the target's box at ground level, and the box with its top as our verdict
counts it, on a map whose ground is at height 0 there.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lookabout.benchmarks.flysearch.generate import Task
from lookabout.benchmarks.flysearch.interop.files import (
    MAX_PICTURE,
    BadFileError,
    as_jpeg,
    as_png,
    parse_triple,
    read,
)
from lookabout.benchmarks.flysearch.interop.names import is_fire
from lookabout.benchmarks.flysearch.interop.params import FILE, MAX_CM, write_params
from lookabout.benchmarks.flysearch.interop.records import ENDINGS
from lookabout.benchmarks.flysearch.interop.scenarios import (
    is_imported,
    published_params,
    written,
)
from lookabout.benchmarks.flysearch.interop.stamp import KEY, Stamp
from lookabout.benchmarks.flysearch.interop.unreal import (
    CENTIMETRES,
    Point,
    mirrored,
    to_centimetres,
)
from lookabout.records import EpisodeRecord, StepRecord
from lookabout.sim.scenario import Scenario

_WORD = "image"
"""In place of pictures, in ``simple_conversation.json``."""
_HUMAN = "human/"
"""Before a person's nickname, in an agent's name."""


@dataclass(frozen=True)
class Origin:
    """What positions are written relative to."""

    place: Point
    """In our world; its height is the ground's."""
    object_coords: Point
    """Of the same place on the written map, centimetres."""

    def relative(self, point: Sequence[float]) -> Point:
        """A position as files hold it: metres, Y down the picture."""
        x, y, z = (a - b for a, b in zip(point, self.place, strict=True))
        return mirrored((x, y, z))


def export_episode(
    record: EpisodeRecord, steps: Sequence[StepRecord], attempt: Path, folder: Path
) -> list[str]:
    """
    Write a judged episode.

    :param attempt: its folder, for the pictures.
    :param folder: new, empty.
    :returns: notes on what is missing.
    :raises BadFileError: if the record does not hold what the files need.
    """
    if record.ending not in ENDINGS or not record.judged:
        raise BadFileError("has no verdict")
    if not steps:
        raise BadFileError("has no steps")
    try:
        scenario = Scenario.model_validate(record.scenario)
        task = Task.model_validate(scenario.task)
        origin = _origin(record, scenario, task)
        params = published_params(scenario)
        start = origin.relative(steps[0].position)
        params["drone_rel_coords"] = str(tuple(round(value) for value in start))
        if not is_imported(scenario):
            params["object_coords"] = written(origin.object_coords)
        box = _box(record, origin, fire=is_fire(params["object_type"]))
        stamp = Stamp(
            agent=record.agent,
            engine=record.engine,
            look=record.look,
            settings=record.settings,
            centre_height=record.truth["target_centre"][2] - task.ground_z,
        )
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise BadFileError(f"its record is not FlySearch's: {error!r:.200}") from None
    notes, conversation, simple = _conversation(steps, attempt, folder)
    places = {step.turn - 1: step.position for step in reversed(steps)}
    for turn, place in places.items():
        (folder / f"{turn}_coords.txt").write_text(written(origin.relative(place)))
    for name, text in (
        (FILE, write_params(params)),
        ("conversation.json", json.dumps(conversation)),
        ("simple_conversation.json", json.dumps(simple, indent=4)),
        ("agent_info.json", json.dumps({KEY: stamp.model_dump(mode="json")}, indent=4)),
        ("object_bbox.txt", " ".join(map(repr, box))),
        ("termination.txt", ENDINGS[record.ending]),
    ):
        (folder / name).write_text(text, encoding="utf-8")
    nickname = record.agent.name.removeprefix(_HUMAN) if record.agent.kind == "human" else ""
    if nickname:
        (folder / "user.txt").write_text(nickname, encoding="utf-8")
    return notes


def _origin(record: EpisodeRecord, scenario: Scenario, task: Task) -> Origin:
    x, y, _ = record.truth["target_centre"]
    place = (float(x), float(y), task.ground_z)
    if not is_imported(scenario):
        return Origin(place, to_centimetres((place[0], place[1], 0.0)))
    # It has a map of its own, and keeps it.
    coords = scenario.world.params["published"].get("object_coords", "(0, 0, 0)")
    return Origin(place, parse_triple(coords, MAX_CM))


def _box(record: EpisodeRecord, origin: Origin, *, fire: bool) -> tuple[float, ...]:
    """Least X, Y, Z, greatest X, Y, Z, centimetres on the written map.

    :param fire: the scorer counts no fire's top from its box.
    """
    truth = record.truth
    low = truth.get("target_low", truth["target_centre"])
    high = truth.get("target_high", truth["target_centre"])
    x0, y0, z0 = origin.object_coords
    least = origin.relative((low[0], high[1], low[2]))
    most = origin.relative((high[0], low[1], high[2]))
    top = (truth["target_top"] - origin.place[2]) * CENTIMETRES
    if fire:
        top = z0 + most[2] * CENTIMETRES
    return (
        x0 + least[0] * CENTIMETRES,
        y0 + least[1] * CENTIMETRES,
        min(z0 + least[2] * CENTIMETRES, top),
        x0 + most[0] * CENTIMETRES,
        y0 + most[1] * CENTIMETRES,
        top,
    )


def _conversation(
    steps: Sequence[StepRecord], attempt: Path, folder: Path
) -> tuple[list[str], list[Any], list[Any]]:
    """Notes, and the conversation with pictures and without; writes ``K.png``."""
    notes: list[str] = []
    full: list[Any] = []
    pictures = 0
    for step in steps:
        for part in step.shown:
            if "text" in part:
                full.append(["user", part["text"]])
                continue
            url = ""
            try:
                data = read(attempt, part["image"], MAX_PICTURE)
                if data is None:
                    raise BadFileError(f"{part['image']} is missing")
                png = as_png(data, part["image"])
                (folder / f"{pictures}.png").write_bytes(png)
                url = f"data:image/jpeg;base64,{base64.b64encode(as_jpeg(png)).decode()}"
            except BadFileError as error:
                notes.append(str(error))
            full.append(["user", {"url": url, "detail": "high"}])
            pictures += 1
        full.append(["assistant", step.reply])
    simple = [[role, _WORD if isinstance(text, dict) else text] for role, text in full]
    return notes, full, simple
