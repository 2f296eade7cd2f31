"""The texts that the agent is shown, from the templates in ``templates/``."""

from __future__ import annotations

from collections.abc import Mapping

from lookabout.benchmarks.spatialscout.tools import ARGUMENTS
from lookabout.benchmarks.templates import Template, packaged

TEMPLATES = {
    "task": Template(
        ("targets", "tilt", "radius", "calls", "images", "advice"), ("radius", "calls", "images")
    ),
    "tilt_level": Template(),
    "tilt_pitched": Template(("pitch",)),
    "advice_many": Template(),
    "advice_one": Template(),
    "frame": Template(("frame_id",), ("frame_id",)),
    "reminder": Template(("left",), ("left",)),
    **{f"tool_{name}": Template() for name in ARGUMENTS},
}
"""Every template, and what may stand in it."""
REMINDERS = (10, 3)
"""Replies left when the agent is reminded of its budget."""


def fill(texts: Mapping[str, str], name: str, **values: str) -> str:
    """
    A template with its placeholders filled in.

    :param texts: own texts in place of the package's, by name.
    """
    text = texts.get(name)
    return (packaged(__package__, name) if text is None else text).format(**values)
