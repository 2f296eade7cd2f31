"""The score of every map of an episode, against the replies and pictures it took (appendix B.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from lookabout.benchmarks.spatialscout.scoring import Score, score
from lookabout.benchmarks.spatialscout.task import references
from lookabout.benchmarks.spatialscout.trace import map_states
from lookabout.records import StepRecord


@dataclass(frozen=True)
class Snapshot:
    """A map on the way, scored."""

    reply: int
    """Model calls used."""
    images: int
    """Pictures used, the first included."""
    score: Score


def replay(truth: Mapping[str, Any], steps: Sequence[StepRecord]) -> list[Snapshot]:
    """
    One snapshot a successful submission, in order; the last is the verdict's map.

    :param truth: as recorded with the episode.
    """
    targets = references(truth)
    axes = np.array(truth["axes"], float)
    known = {target.identifier for target in targets}
    return [
        Snapshot(
            state.reply,
            state.images,
            score(targets, {k: v for k, v in state.estimates.items() if k in known}, axes),
        )
        for state in map_states(steps)
    ]
