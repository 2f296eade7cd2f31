"""The texts that the agent is shown, from the templates in ``templates/``."""

from __future__ import annotations

import math
from functools import cache
from importlib.resources import files

from lookabout.benchmarks.flysearch.rules import Place
from lookabout.benchmarks.flysearch.sets import SetRules

_NUMBERS = {3: "Three", 4: "Four", 5: "Five"}


def start_prompt(rules: SetRules, description: str, start_height: float) -> str:
    """The task, the reply format and the limits."""
    half = rules.half_side(start_height)
    return _template("start").format(
        target=description,
        grid=_template("grid"),
        moves=rules.steps - 1,
        altitude_cap=metres(rules.altitude_cap),
        refusals=_NUMBERS.get(rules.max_refusals, str(rules.max_refusals)),
        area=_template("area").format(half_side=metres(half), side=metres(2 * half)),
        view=_template("view_rule" if rules.view_rule else "view_free"),
    )


def target_picture_text() -> str:
    """Shown before the picture of the target."""
    return _template("target_picture")


def altitude_text(altitude: float) -> str:
    """Shown with every picture."""
    return _template("altitude").format(altitude=metres(altitude))


def collision_text() -> str:
    """Shown in the turn after a move that was cut short."""
    return _template("collision")


def refusal_text(reason: str, rules: SetRules, start: Place, now: Place) -> str:
    """Shown in place of a new picture; ``reason`` as from :func:`rules.refusal`."""
    return _template(f"refused_{reason}").format(
        altitude=metres(now.altitude),
        altitude_cap=metres(rules.altitude_cap),
        half_side=metres(rules.half_side(start.altitude)),
    )


def metres(value: float) -> str:
    """
    At most two decimals: 48, 10.4, 10.43.

    Rounded down, so that a limit that is told is never beyond the true one.
    """
    text = f"{math.floor(value * 100 + 1e-6) / 100:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


@cache
def _template(name: str) -> str:
    path = files("lookabout.benchmarks.flysearch") / "templates" / f"{name}.txt"
    return path.read_text(encoding="utf-8").removesuffix("\n")
