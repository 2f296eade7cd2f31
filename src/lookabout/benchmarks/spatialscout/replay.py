"""The score of every map of an episode, against the replies and pictures it took (appendix B.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from lookabout.benchmarks.spatialscout.scoring import Score, score
from lookabout.benchmarks.spatialscout.task import references
from lookabout.benchmarks.spatialscout.trace import MapState, Point


@dataclass(frozen=True)
class Snapshot:
    """A map on the way, scored."""

    reply: int
    """Model calls used."""
    images: int
    """Pictures used, the first included."""
    score: Score


def replay(truth: Mapping[str, Any], states: Sequence[MapState]) -> list[Snapshot]:
    """
    One snapshot a successful submission, in order; the last is the verdict's map.

    :param truth: as recorded with the episode.
    :param states: see :func:`lookabout.benchmarks.spatialscout.trace.map_states`.
    :raises ValueError: for axes that are none.
    """
    targets = references(truth)
    axes = np.array(truth["axes"], float)
    if axes.shape != (3, 3) or not np.isfinite(axes).all():
        raise ValueError("axes that are none")
    known = {target.identifier for target in targets}
    found: list[Snapshot] = []
    before: Mapping[str, Point] | None = None
    for state in states:
        if state.estimates != before:  # a map that was only looked at is not scored again
            before = state.estimates
            last = score(targets, {k: v for k, v in before.items() if k in known}, axes)
        found.append(Snapshot(state.reply, state.images, last))
    return found
