"""What the pages need to know of FlySearch: its texts without a scenario, forms as replies."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass

from lookabout.benchmarks.base import SetInfo
from lookabout.benchmarks.flysearch.prompts import Prompts, metres
from lookabout.benchmarks.flysearch.sets import SETS
from lookabout.benchmarks.flysearch.settings import Settings

SETTINGS = Settings(player="human")
"""The paper's: no limit on refusals, no view rule, all else as for models (table S2)."""
FIELDS = ("x", "y", "z")
MAX_METRES = 10_000.0
"""No field takes more; the whole world is 4 km wide."""
CLAIM = "<Action>FOUND</Action>"
NO_MOVE = "<Action>(0, 0, 0)</Action>"
"""Ends a search whose moves are spent, without a claim."""
_SECTION = re.compile(r"<([A-Z][a-z]+)>\s*(.*?)\s*</\1>", re.DOTALL)
_SIGNS = str.maketrans("\u2212\u2013\u2012\uff0d", "----")
# A comma before three digits may stand for thousands: it is asked about, not guessed.
_NUMBER = re.compile(r"[-+]?(?:\d+(?:\.\d*)?|\.\d+|\d+,\d{1,2})", re.ASCII)


@dataclass(frozen=True)
class Section:
    """A tagged part of a text that agents are shown."""

    name: str
    body: str

    @property
    def lines(self) -> list[str]:
        """The body, line by line."""
        return self.body.splitlines()


def sections(text: str) -> list[Section]:
    """The tagged parts of a text, in order."""
    return [Section(name, body) for name, body in _SECTION.findall(text)]


def title(info: SetInfo) -> str:
    """A set's name as the paper writes it: ``FS-1 city``, ``FS-Anomaly-1``, ``FS-2``."""
    stem, _, place = info.name.partition("-")
    stem = re.sub(r"fs(\d)", r"FS-\1", stem)
    stem = re.sub(r"anomaly(\d)", r"FS-Anomaly-\1", stem)
    return f"{stem} {place}".strip()


def outline(info: SetInfo) -> str:
    """A set in one sentence, before a scenario is known."""
    rules = [SETTINGS.rules(SETS[name]) for name in info.parts or (info.name,)]
    first = rules[0]
    places = " or ".join(rule.world for rule in rules)
    low, high = first.heights
    return (
        f"Find one thing in the {places}: at most {first.steps - 1} moves, "
        f"from {low} to {high} m above the ground at the start."
    )


def instructions(info: SetInfo) -> list[Section]:
    """
    The prompt's sections that hold for every scenario of a set.

    What differs (the target, the limits) is told with each search.
    """
    rules = SETTINGS.rules(SETS[(info.parts or (info.name,))[0]])
    text = Prompts(rules, SETTINGS, rules.heights[0]).start("what the next page describes")
    return [section for section in sections(text) if section.name != "Limits"]


@dataclass(frozen=True)
class Form:
    """What somebody typed in for a move."""

    values: Mapping[str, str]
    """As typed."""
    errors: Mapping[str, str]
    """By field, or by ``all``."""
    reply: str = ""
    """In the benchmark's words; empty if there are errors."""


def read_move(typed: Mapping[str, str]) -> Form:
    """A move from its three fields; whatever is wrong is said beside the field."""
    values = {name: typed.get(name, "").strip()[:40] for name in FIELDS}
    errors: dict[str, str] = {}
    written: list[str] = []
    for name, text in values.items():
        text = text.translate(_SIGNS).replace(" ", "")
        if not text:
            errors[name] = "Fill in a number of metres; 0 for none."
        elif not _NUMBER.fullmatch(text):
            errors[name] = "This is not a number: write metres such as 12, -5 or 2.5."
        else:
            number = float(text.replace(",", "."))
            if not math.isfinite(number) or abs(number) > MAX_METRES:
                errors[name] = f"At most {MAX_METRES:g} metres."
            written.append(_plain(number))
    if not errors and set(written) == {"0"}:
        errors["all"] = "All three are 0: that would spend a move without flying anywhere."
    if errors:
        return Form(values, errors)
    return Form(values, {}, f"<Action>({', '.join(written)})</Action>")


def _plain(number: float) -> str:
    """Without an exponent; to a tenth of a millimetre."""
    text = f"{number:.4f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def in_words(reply: str) -> str:
    """What a reply of the form did, for the list of earlier turns."""
    if reply == CLAIM:
        return "FOUND"
    return reply.removeprefix("<Action>(").removesuffix(")</Action>")


def reasons(verdict: Mapping[str, object]) -> list[tuple[bool, str]]:
    """Why a search counts as found or not: (whether met, condition in words)."""
    above, dx, dy = (_number(verdict, key) for key in ("height_above_top", "dx", "dy"))
    in_view, low = bool(verdict["in_view"]), bool(verdict["low_enough"])
    claimed = bool(verdict["claimed"])
    where = f"it was {_aside(dx, dy)}"
    return [
        (claimed, "You pressed FOUND." if claimed else "You did not press FOUND."),
        (
            in_view,
            f"The target’s centre was in your last picture; {where}."
            if in_view
            else f"The target’s centre was not in your last picture; {where}.",
        ),
        (
            low,
            f"You were {_height(above, low)} the target’s highest point; "
            f"{'up to' if low else 'only up to'} 10 m above it counts.",
        ),
    ]


def _aside(dx: float, dy: float) -> str:
    """A displacement as the picture shows it, in whole metres."""
    parts = []
    for value, more, less in (
        (dx, "right of the middle", "left of the middle"),
        (dy, "above the middle", "below the middle"),
    ):
        if round(abs(value)) > 0:
            parts.append(f"{round(abs(value))} m {more if value > 0 else less}")
    return " and ".join(parts) or "right in the middle"


def _height(above: float, low: bool) -> str:
    # Rounded away from the limit, so that the words never contradict the verdict.
    size = abs(above) if low else math.ceil(above * 100 - 1e-6) / 100
    return f"{metres(size)} m {'above' if above >= 0 else 'below'}"


def _number(verdict: Mapping[str, object], key: str) -> float:
    value = verdict[key]
    assert isinstance(value, int | float)
    return float(value)
