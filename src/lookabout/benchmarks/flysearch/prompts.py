"""The texts that the agent is shown, from the templates in ``templates/``."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from lookabout.benchmarks.flysearch.sets import SetRules
from lookabout.benchmarks.templates import Template, packaged

if TYPE_CHECKING:
    from lookabout.benchmarks.flysearch.settings import Settings

_NUMBERS = {3: "Three", 4: "Four", 5: "Five"}
_LIMITS = ("altitude", "altitude_cap", "half_side")
TEMPLATES = {
    "start": Template(
        (
            *("target", "visibility", "grid", "reply", "limits"),
            *("moves", "altitude_cap", "area", "view", "refusals"),
        ),
        ("target",),
    ),
    "limits": Template(("moves", "altitude_cap", "area", "view", "refusals")),
    "reply": Template(),
    "reply_compass": Template(),
    "reply_human": Template(),
    "visible": Template(),
    "maybe_hidden": Template(),
    "grid": Template(),
    "area": Template(("half_side", "side")),
    "view_rule": Template(),
    "view_free": Template(),
    "refusals": Template(("number",)),
    "target_picture": Template(),
    "altitude": Template(("altitude",), ("altitude",)),
    "collision": Template(),
    "refused_altitude": Template(_LIMITS),
    "refused_area": Template(_LIMITS),
    "refused_view": Template(_LIMITS),
}
"""Every template, and what may stand in it."""


class Prompts:
    """The texts of one episode."""

    def __init__(self, rules: SetRules, settings: Settings, start_height: float) -> None:
        """:param rules: as the settings leave them."""
        self._rules = rules
        self._settings = settings
        self._half_side = rules.half_side(start_height)

    def start(self, description: str) -> str:
        """The task, the reply format and the limits."""
        rules, half = self._rules, self._half_side
        number = rules.max_refusals
        limits = {
            "moves": str(rules.steps - 1),
            "altitude_cap": metres(rules.altitude_cap),
            "area": self._fill("area", half_side=metres(half), side=metres(2 * half)),
            "view": self._fill("view_rule" if rules.view_rule else "view_free"),
            "refusals": ""
            if number is None
            else self._fill("refusals", number=_NUMBERS.get(number, str(number))),
        }
        return self._fill(
            "start",
            target=description,
            visibility=self._fill("visible" if rules.line_of_sight else "maybe_hidden"),
            grid=self._fill("grid") if self._settings.grid else "",
            reply=self._fill(self._reply()),
            limits=self._fill("limits", **limits),
            **limits,
        )

    def _reply(self) -> str:
        if self._settings.player == "human":
            return "reply_human"
        return "reply_compass" if self._settings.actions == "compass" else "reply"

    def target_picture(self) -> str:
        """Shown before the picture of the target."""
        return self._fill("target_picture")

    def altitude(self, altitude: float) -> str:
        """Shown with every picture."""
        return self._fill("altitude", altitude=metres(altitude))

    def collision(self) -> str:
        """Shown in the turn after a move that was cut short."""
        return self._fill("collision")

    def refusal(self, reason: str, altitude: float) -> str:
        """
        Shown in place of a new picture.

        :param reason: as from :func:`lookabout.benchmarks.flysearch.rules.refusal`.
        :param altitude: of the drone, metres.
        """
        return self._fill(
            f"refused_{reason}",
            altitude=metres(altitude),
            altitude_cap=metres(self._rules.altitude_cap),
            half_side=metres(self._half_side),
        )

    def _fill(self, name: str, **values: str) -> str:
        text = self._settings.prompts.get(name)
        return (packaged(__package__, name) if text is None else text).format(**values)


def metres(value: float) -> str:
    """
    At most two decimals: 48, 10.4, 10.43.

    Rounded down, so that a limit that is told is never beyond the true one.
    """
    text = f"{math.floor(value * 100 + 1e-6) / 100:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
