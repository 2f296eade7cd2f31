"""What a scenario may set in a flat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from lookabout.errors import UsageError

KINDS = (
    "living_room", "bedroom", "kitchen", "bathroom", "study", "dining_room", "child_room",
)  # fmt: skip


@dataclass(frozen=True)
class RoomsParams:
    """``world.params`` of a flat, checked."""

    rooms: int = 3
    """1 to 8; five and more have a hall."""
    kind: str = ""
    """Of the only room, if ``rooms`` is 1; any if empty."""
    objects: int = 60
    """Movable things it has, about: what is needed comes first, then small things. 10 to 150."""
    size: float = 1.0
    """Factor on the rooms' sides. 0.75 to 1.3."""


_RANGES = {"rooms": (1, 8), "objects": (10, 150), "size": (0.75, 1.3)}


def read_params(params: Mapping[str, Any]) -> RoomsParams:
    """:raises UsageError: for a name that does not exist or a value out of range."""
    names = [field.name for field in fields(RoomsParams)]
    for name, value in params.items():
        where = f"world.params.{name}"
        if name not in names:
            raise UsageError(f"rooms have no such setting; there are {', '.join(names)}",
                             where=where)  # fmt: skip
        if name == "kind":
            if value not in ("", *KINDS):
                raise UsageError(f"expected one of {', '.join(KINDS)}, got {value!r}", where=where)
            continue
        low, high = _RANGES[name]
        whole = isinstance(value, int) and not isinstance(value, bool)
        if not (whole or (name == "size" and isinstance(value, float))) or not low <= value <= high:
            what = "a number" if name == "size" else "a whole number"
            raise UsageError(f"expected {what} from {low:g} to {high:g}, got {value!r}",
                             where=where)  # fmt: skip
    made = RoomsParams(**params)
    if made.kind and made.rooms != 1:
        raise UsageError("only a single room has a kind", where="world.params.kind")
    return made
