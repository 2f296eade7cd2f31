"""What earlier attempts at an episode hold of a person's moves."""

from __future__ import annotations

from pydantic import ValidationError

from lookabout.records import StepRecord
from lookabout.runs.store import RunFolder
from lookabout.web.flight import Memory


def remember(folder: RunFolder, episode: int) -> Memory:
    """
    The moves of the attempt that got farthest, of those in the world of the last one.

    A cut-off last line is what a killed server leaves: it and what follows do not count.
    """
    best = Memory()
    for number, record in reversed(folder.attempts(episode).items()):
        if record is None:
            continue
        found = Memory(fingerprint=record.scene_fingerprint)
        for step in _steps(folder, episode, number):
            found.replies.append(step.reply)
            found.told.append("\n".join(part["text"] for part in step.shown if "text" in part))
        same = found.fingerprint == best.fingerprint or not best.fingerprint
        if same and len(found.replies) > len(best.replies):
            best = found
    return best


def _steps(folder: RunFolder, episode: int, attempt: int) -> list[StepRecord]:
    path = folder.episode(episode) / f"attempt-{attempt}" / "steps.jsonl"
    try:
        lines = path.read_bytes().splitlines()
    except OSError:
        return []
    steps: list[StepRecord] = []
    for index, line in enumerate(lines):
        try:
            step = StepRecord.model_validate_json(line)
        except ValidationError:
            break
        if step.index != index:
            break
        steps.append(step)
    return steps
