"""What a commander replies: an order in words for each drone."""

from __future__ import annotations

import json
from typing import Any

from lookabout.benchmarks.base import storable
from lookabout.benchmarks.dronecats.actions import MAX_CHARACTERS, Unreadable

LONGEST_ORDER = 1000
"""Characters; the rest is left out."""
_MOST_ATTEMPTS = 2000


def read_orders(text: str, count: int) -> tuple[str | None, ...] | Unreadable:
    """
    The orders of a reply: one JSON array with an entry for each drone.

    :returns: None for a drone that gets no new order: the entry is null, empty or no text.
    """
    arrays = _arrays(text[:MAX_CHARACTERS])
    if not arrays:
        return Unreadable("no_object", "no JSON array of orders")
    if len(arrays) > 1:
        return Unreadable("several_objects", f"{len(arrays)} JSON arrays of orders, expected one")
    if len(arrays[0]) != count:
        return Unreadable("wrong_count", f"{len(arrays[0])} orders for {count} drones")
    return tuple(_order(entry) for entry in arrays[0])


def schema(count: int) -> dict[str, Any]:
    """JSON Schema of a commander's reply."""
    order = {"type": ["string", "null"]}
    return {"type": "array", "items": order, "minItems": count, "maxItems": count}


def _order(entry: Any) -> str | None:
    if not isinstance(entry, str):
        return None
    return storable(" ".join(entry.split())[:LONGEST_ORDER]) or None


def _arrays(text: str) -> list[list[Any]]:
    """The outermost JSON arrays of strings and nulls in a text, prose between them left out."""
    decoder = json.JSONDecoder()
    found: list[list[Any]] = []
    at = 0
    for _ in range(_MOST_ATTEMPTS):
        at = text.find("[", at)
        if at < 0:
            break
        try:
            value, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            at += 1
            continue
        if all(entry is None or isinstance(entry, str) for entry in value):
            found.append(value)
            at = end
        else:
            at += 1
    return found
