"""All kinds by name, and the one way to make them."""

from __future__ import annotations

from functools import cache

import numpy as np

from lookabout.errors import UsageError
from lookabout.world.assets import construction, fire, people, street, trash, vehicles
from lookabout.world.assets.kind import Kind
from lookabout.world.assets.model import Asset

_SOURCES = (vehicles, people, fire, trash, construction, street)


@cache
def _table() -> dict[str, Kind]:
    return {kind.name: kind for source in _SOURCES for kind in source.kinds()}


def _find(kind: str) -> Kind:
    try:
        return _table()[kind]
    except KeyError:
        raise UsageError(
            f"there is no kind of thing {kind!r}; known: {', '.join(kinds())}", where="kind"
        ) from None


def kinds() -> list[str]:
    """Names of all kinds, sorted."""
    return sorted(_table())


def variants(kind: str) -> int:
    """How many variants a kind has. :raises UsageError: for an unknown kind."""
    return _find(kind).variants


def describe(kind: str) -> str:
    """How a prompt names a kind, with its article. :raises UsageError: for an unknown kind."""
    return _find(kind).words


def make(kind: str, seed: int) -> Asset:
    """
    The variant of a kind that a seed picks; always the same one.

    Results are cached and shared: treat them as read-only.

    :raises UsageError: for an unknown kind, naming the known ones.
    """
    count = _find(kind).variants
    return make_variant(kind, int(np.random.default_rng(seed).integers(count)))


@cache
def make_variant(kind: str, variant: int) -> Asset:
    """
    One variant of a kind by its number.

    :raises UsageError: for an unknown kind or a number outside [0, variants(kind)).
    """
    found = _find(kind)
    if not 0 <= variant < found.variants:
        raise UsageError(
            f"{kind} has {found.variants} variants, from 0; there is no number {variant}",
            where="variant",
        )
    return found.build(variant)
