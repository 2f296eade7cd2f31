"""An episode on the report's page: places in the task frame, submissions whole, the map object by
object."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from lookabout.benchmarks.spatialscout.frame import TaskFrame
from lookabout.benchmarks.spatialscout.map_picture import mapped
from lookabout.errors import UsageError
from lookabout.geometry import Pose
from lookabout.records import EpisodeRecord, StepRecord
from lookabout.results.facts import named, short, value_words
from lookabout.results.formats import NOTHING
from lookabout.results.load import Attempt
from lookabout.results.tables import Cell, Column, Table
from lookabout.results.telling import CallWords, StepWords, Telling, call_words

_NOTE = (
    "Places are in metres in the task frame, as the agent is told them: x is where the camera "
    "looked at the start, y to its left, z up. The map from above has north up."
)
_NO_FRAME = (
    "The record does not tell the task frame: where replies were made is in the world's axes, what "
    "they submit in the task frame; metres."
)
_MOST_LISTED, _MOST_TOLD = 500, 20_000
"""Estimates, observations or refusals of a call, and characters of them."""


def headline(attempt: Attempt) -> str:
    """Scene, leading scores, size."""
    verdict = attempt.verdict
    words = [short(attempt.scenario_id, 80)]
    for name, key in (("IoU", "mean_iou"), ("coverage", "coverage")):
        value = verdict.get(key)
        if value is not None and _is_number(value):
            words.append(f"{name} {100 * value:.1f} %")
    words += [
        f"{attempt.labels[key]} {key if attempt.labels[key] != '1' else key[:-1]}"
        for key in ("targets", "rooms")
        if key in attempt.labels
    ]
    return " · ".join(filter(None, words)) or "episode"


def tell(record: EpisodeRecord, steps: Sequence[StepRecord]) -> Telling:
    """See :class:`lookabout.results.telling.TellsEpisodes`."""
    frame = _frame(record.truth)
    told = []
    pictures = 0
    for step in steps:
        count = sum("image" in part for part in step.shown)
        names = tuple(f"frame_{pictures + k:03d}" for k in range(count))
        pictures += count
        place = frame.to_task(step.position)[0].tolist() if frame else step.position
        where = "task frame" if frame else "world"
        listed = step.detail.get("calls")
        calls = map(_call, listed if isinstance(listed, list) else ())
        told.append(
            StepWords(f"{where} {_point(place)}", names, tuple(call for call in calls if call))
        )
    note = _NOTE if frame else _NO_FRAME
    return Telling(tuple(told), note, _outcome(record, steps) if record.judged else None)


def _outcome(record: EpisodeRecord, steps: Sequence[StepRecord]) -> Table | None:
    """Targets with what they are matched to, the worst first; None if the record does not tell."""
    try:
        found = mapped(record, steps)
    except UsageError:
        return None
    matches, ious = found.score.matches, found.score.ious
    categories = {t["identifier"]: str(t.get("category", "")) for t in record.truth["targets"]}
    rows: list[tuple[Cell, ...]] = [
        (
            _object(name, categories[name]),
            "its own" if matches[name] == name else matches[name],
            100 * found.error(name),
            100 * ious[name],
        )
        for name in sorted(matches, key=lambda name: (-found.error(name), name))
    ]
    omitted = [_object(name, categories[name]) for name in found.omitted]
    title = f"{len(rows)} targets mapped, {len(omitted)} omitted"
    columns = (
        Column("target", "Target"),
        Column("estimate", "Estimate matched to it"),
        Column("error_cm", "Error, cm", "mean"),
        Column("iou", "IoU, %", "mean"),
    )
    notes = (f"Omitted: {', '.join(omitted)}.",) if omitted else ()
    return Table("spatialscout-map", title, columns, tuple(rows), notes)


def _object(name: str, category: str) -> str:
    """An identifier, with the category where it does not say it itself."""
    known = name.rstrip("0123456789_").replace("_", " ") == category.replace("_", " ")
    return name if known or not category else f"{name} ({category})"


def _call(item: Any) -> CallWords | None:
    if not isinstance(item, Mapping):
        return None
    arguments, result = item.get("arguments"), item.get("result")
    given = arguments if isinstance(arguments, Mapping) else {}
    got = result if isinstance(result, Mapping) else {}
    words: dict[str, str] = {}
    name = item.get("name")
    if name == "submit_positions" and _listed(given, "positions"):
        words["arguments"] = _join(
            f"{_text(each.get('identifier'))} {_place(each)}"
            for each in _listed(given, "positions")
        )
        refused = _listed(got, "rejected")
        if refused:
            words["error"] = "refused: " + _join(
                f"{_text(each.get('identifier'))}: {_text(each.get('reason'))}" for each in refused
            )
    elif name == "triangulate_observations" and _listed(given, "observations"):
        words["arguments"] = _join(
            f"{_text(each.get('frame_id'))} ({_number(each.get('u'))}, {_number(each.get('v'))})"
            for each in _listed(given, "observations")
        )
        words["result"] = _triangulated(got)
    elif name == "set_camera_position" and {"x", "y", "z"} <= set(given):
        words["arguments"] = _place(given)
    elif given:
        words["arguments"] = short(", ".join(map(_argument, given.items())), _MOST_TOLD)
    return call_words(item, words)


def _triangulated(result: Mapping[str, Any]) -> str:
    point, miss = result.get("point"), result.get("rms_ray_distance_m")
    if not isinstance(point, list) or len(point) != 3 or not all(map(_is_number, point)):
        return ""
    words = [_point(point)]
    if _is_number(miss):
        words.append(f"rays miss it by {100 * float(miss):.1f} cm")  # type: ignore[arg-type]
    warnings = result.get("warnings")
    if isinstance(warnings, list):
        words += [f"warning: {_text(each)}" for each in warnings[:_MOST_LISTED]]
    return short(", ".join(words), _MOST_TOLD)


def _frame(truth: Mapping[str, Any]) -> TaskFrame | None:
    try:
        origin, axes = np.array(truth["origin"], float), np.array(truth["axes"], float)
    except (LookupError, TypeError, ValueError):
        return None
    if origin.shape != (3,) or axes.shape != (3, 3):
        return None
    if not (np.isfinite(origin).all() and np.isfinite(axes).all()):
        return None
    return TaskFrame(Pose(origin, axes))


def _argument(pair: tuple[Any, Any]) -> str:
    name, unit = named(str(pair[0]))
    return f"{name} {value_words(pair[1], unit=unit)}"


def _listed(data: Mapping[str, Any], key: str) -> list[Mapping[str, Any]]:
    found = data.get(key)
    return [each for each in found if isinstance(each, Mapping)] if isinstance(found, list) else []


def _join(words: Any) -> str:
    told = list(words)
    more = len(told) - _MOST_LISTED
    text = "; ".join(told[:_MOST_LISTED]) + (f"; … {more} more" if more > 0 else "")
    return short(text, _MOST_TOLD)


def _text(value: Any) -> str:
    return short(str(value), 200) if value is not None else NOTHING


def _place(given: Mapping[str, Any]) -> str:
    return f"({', '.join(_number(given.get(axis), 2) for axis in 'xyz')})"


def _point(values: Sequence[float]) -> str:
    return f"({', '.join(_number(value, 2) for value in values)})"


def _number(value: Any, digits: int = 1) -> str:
    if not _is_number(value):
        return _text(value)
    return f"{round(value, digits) + 0.0:.{digits}f}".replace("-", "−")


def _is_number(value: Any) -> bool:
    if not isinstance(value, int | float) or isinstance(value, bool):
        return False
    try:
        return math.isfinite(value)
    except OverflowError:  # a whole number beyond any float
        return False
