"""Words that single out one fixture of the campus among its near-duplicates (appendix A.1).

A phrase holds among everything that stands within sight: by what can be seen of the thing
itself, or by a landmark that it stands nearest to.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Protocol, cast

import numpy as np
from numpy.typing import NDArray

from lookabout.world.registry import get_world

IN_SIGHT_M = 70.0
"""Around a thing: what an episode's start can see lies within."""
LANDMARK_M = 12.0
"""A landmark is this near..."""
CLEARLY = 1.6
"""...and everything else of the same description this many times farther from it..."""
CLEARLY_M = 2.0
"""...and at least this much."""
LEAST_FACE_M2, LEAST_WIDTH_M = 1.9, 0.7
"""Of the thing's largest upright face: less would be too small in the picture at 12 m."""
_ORDER = ("size", "colour", "material")
"""Of adjectives before a noun; every other feature stands behind it."""
_VOWELS = "aeiou"

Floats = NDArray[np.float64]


class Fixture(Protocol):
    """A named thing that belongs to a map."""

    name: str
    words: str
    features: tuple[tuple[str, str], ...]
    x: float
    y: float
    z: float
    size: tuple[float, float, float]


class _WithFixtures(Protocol):
    def fixtures(self, seed: int) -> Sequence[Fixture]: ...


@dataclass(frozen=True)
class Phrase:
    """A fixture and what singles it out."""

    name: str
    words: str
    """With its article: ``the bench nearest to the fountain``."""
    position: tuple[float, float, float]
    noun: str
    """What it and its rivals are called."""
    rivals: int
    """Other things of its name in sight."""


@cache
def phrases_of(seed: int) -> tuple[Phrase, ...]:
    """All fixtures of the campus that an episode can be about, in the map's order."""
    return tuple(phrases(fixtures_of(seed)))


def fixtures_of(seed: int) -> Sequence[Fixture]:
    """All named things of the campus with that seed."""
    return cast(_WithFixtures, get_world("campus")).fixtures(seed)


def phrases(fixtures: Sequence[Fixture]) -> Iterator[Phrase]:
    """Of those fixtures that are large enough and that words single out."""
    where = np.array([(thing.x, thing.y) for thing in fixtures]).reshape(-1, 2)
    own = [_own(index, fixtures, where) for index in range(len(fixtures))]
    for index, thing in enumerate(fixtures):
        length, width, height = thing.size
        broad = max(length, width)
        if broad < LEAST_WIDTH_M or broad * height < LEAST_FACE_M2:
            continue
        words = own[index] or _by_landmark(index, fixtures, where, own)
        if words is not None:
            rivals = sum(fixtures[k].words == thing.words for k in _near(index, where))
            yield Phrase(thing.name, words, (thing.x, thing.y, thing.z), thing.words, rivals)


def _own(index: int, fixtures: Sequence[Fixture], where: Floats) -> str | None:
    """The fewest features that no other thing of its name in sight has; None if all are shared."""
    thing = fixtures[index]
    others = [
        set(fixtures[k].features) for k in _near(index, where) if fixtures[k].words == thing.words
    ]
    for count in range(len(thing.features) + 1):
        for chosen in combinations(thing.features, count):
            if not any(set(chosen) <= other for other in others):
                return f"the {_noun(thing.words, chosen)}"
    return None


def _by_landmark(
    index: int, fixtures: Sequence[Fixture], where: Floats, own: Sequence[str | None]
) -> str | None:
    """By the nearest landmark to which it clearly stands nearer than all of its name."""
    thing = fixtures[index]
    near = _near(index, where)
    rivals = [k for k in near if fixtures[k].words == thing.words]
    away = np.linalg.norm(where - where[index], axis=1)
    for k in sorted(near, key=lambda other: (away[other], other)):
        if away[k] > LANDMARK_M:
            break
        if own[k] is None or fixtures[k].words == thing.words:
            continue
        # What another start sees may reach farther than the thing's own neighbourhood.
        second = min((float(np.linalg.norm(where[r] - where[k])) for r in rivals), default=np.inf)
        if second >= max(CLEARLY * away[k], away[k] + CLEARLY_M):
            return f"the {_noun(thing.words, ())} nearest to {own[k]}"
    return None


def _near(index: int, where: Floats) -> list[int]:
    away = np.linalg.norm(where - where[index], axis=1)
    return [int(k) for k in np.flatnonzero(away <= IN_SIGHT_M) if k != index]


def _noun(words: str, features: Sequence[tuple[str, str]]) -> str:
    before = [value for name in _ORDER for key, value in features if key == name]
    behind = [f"of {_a(value)}" for key, value in features if key == "figure"]
    rest = [value for key, value in features if key not in (*_ORDER, "figure")]
    return " ".join([*before, words, *behind, *rest])


def _a(words: str) -> str:
    if words.split(" ")[0] in ("a", "an", "the"):
        return words
    return f"{'an' if words[0].lower() in _VOWELS else 'a'} {words}"
