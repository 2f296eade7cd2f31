"""The rows of DroneCATS' tables: judged episodes that may be pooled, their verdicts checked."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, get_args

from lookabout.benchmarks.dronecats.families import FAMILIES
from lookabout.benchmarks.dronecats.fleet import DroneOutcome
from lookabout.benchmarks.dronecats.scoring import FleetScore, Score, read_score
from lookabout.benchmarks.dronecats.settings import Settings
from lookabout.benchmarks.dronecats.task import Cell as TaskCell
from lookabout.benchmarks.dronecats.verdict import RADIUS_M
from lookabout.results.load import Attempt, Run
from lookabout.results.notes import setting_words
from lookabout.results.pooling import Pool, pools
from lookabout.results.statistics import Mean, Share
from lookabout.results.tables import SETTINGS, Cell, Column

CELLS: tuple[str, ...] = get_args(TaskCell)
COMMANDING = "commanding"
ONE_DRONE = tuple(cell for cell in CELLS if cell != COMMANDING)
WHO = (
    Column("agent", "Agent"),
    Column(SETTINGS.key, "Clock, changed settings"),
    Column("conditions", "Conditions"),
)
SOURCE = Column("source", "Source")
THIS = "this report"
OUTCOMES: tuple[str, ...] = get_args(DroneOutcome)
"""Of the drones of a fleet, as figure 8 stacks them."""
_WORDS = {
    "step_s": "steps of {} s",
    "speed": "at most {} m/s",
    "vertical_speed": "climbs at most {} m/s",
    "yaw_rate_deg": "turns at most {}°/s",
    "hfov": "field of view {}°",
    "width": "pictures {} wide",
    "height": "pictures {} high",
    "jpeg_quality": "JPEG quality {}",
    "thinking": "thinking: {}",
    "history": "history of {}",
    "seconds": "episodes of {} s",
    "orders_every": "orders every {} steps",
    "delta": "δ = {} m",
}

_ASKED = {"family": "other", "point_order": "auto", "schema_decoding": "auto"}
"""Settings of how a model is asked, and what they are by default."""


@dataclass(frozen=True)
class Outcome:
    """A judged episode whose verdict can be used."""

    attempt: Attempt
    cell: str
    map: str
    score: Score


@dataclass(frozen=True)
class Line:
    """One row: episodes of one agent under the same conditions."""

    agent: str
    settings: str
    """The clock, and in what else they differ from the defaults."""
    conditions: str
    """What else tells the row from others of the report; '' if nothing."""
    run: str
    """The only run, where an agent's runs repeat scenarios; else ''."""
    outcomes: tuple[Outcome, ...]
    broken: int
    """Judged episodes whose verdict cannot be used."""

    @property
    def cells(self) -> tuple[Cell, ...]:
        """For the columns WHO."""
        conditions = [self.conditions, f"run {self.run}" if self.run else ""]
        return self.agent, self.settings, ", ".join(filter(None, conditions))

    @property
    def name(self) -> str:
        """For figures and notes."""
        return f"{self.agent} ({'; '.join(filter(None, map(str, self.cells[1:])))})"

    def pick(self, cell: str, place: str | None = None) -> tuple[Outcome, ...]:
        """Episodes of a cell, on one map or on all."""
        return tuple(o for o in self.outcomes if o.cell == cell and place in (None, o.map))


def make_lines(runs: Sequence[Run], radius: float | None = None) -> list[Line]:
    """
    In the order of the runs; how episodes are pooled tells
    :func:`lookabout.results.pooling.pools`.

    :param radius: with which everything was judged again; None: nothing was.
    """
    lines = []
    for pool in pools(runs, lambda _, attempt: attempt.labels.get("cell")):
        found = [read_outcome(attempt, radius) for _, attempt in pool.members]
        kept = tuple(outcome for outcome in found if outcome is not None)
        lines.append(
            Line(
                agent=pool.agent,
                settings=_with_clock(pool),
                conditions=pool.conditions,
                run=pool.run,
                outcomes=kept,
                broken=len(found) - len(kept),
            )
        )
    return lines


def cells_of(lines: Sequence[Line]) -> list[str]:
    """Cells that any line has, in the paper's order."""
    found = {outcome.cell for line in lines for outcome in line.outcomes}
    return [cell for cell in CELLS if cell in found]


def read_outcome(attempt: Attempt, radius: float | None = None) -> Outcome | None:
    """
    None if its verdict cannot be used, or is not of the cell.

    :param radius: that δ must have; by default the one that the episode's settings say.
    """
    cell, place = attempt.labels.get("cell", ""), attempt.labels.get("map", "")
    found = read_score(attempt.verdict)
    if found is None or cell not in CELLS:
        return None
    if found.radius_m != (radius or attempt.settings.get("delta", RADIUS_M)):
        return None
    if isinstance(found, FleetScore) is not (cell == COMMANDING):
        return None
    return Outcome(attempt, cell, place, found)


def rate(outcomes: Sequence[Outcome], holds: Callable[[Score], bool]) -> Share:
    """Of the episodes for whose score something holds; errors are over scenarios."""
    return Share.of((o.attempt.scenario_key, holds(o.score)) for o in outcomes)


def percent(found: Share) -> Mean | None:
    """A share as percent ± standard error, for narrow columns."""
    if found.percent is None or found.standard_error is None:
        return None
    return Mean(found.percent, 100 * found.standard_error, found.n)


def line_notes(lines: Sequence[Line], radius: float | None = None) -> list[str]:
    """What every table says: another δ, what was left out, and that runs stand alone."""
    notes = []
    if radius is not None:
        notes.append(f"Judged again from the records' logs with δ = {radius:g} m.")
    notes += [
        f"{line.name}: left out: {line.broken} judged episodes whose verdicts lack numbers, "
        "contradict themselves, or are of other rules."
        for line in lines
        if line.broken
    ]
    if any(line.run for line in lines):
        notes.append("Runs that repeat scenarios have a row each: they are no independent samples.")
    return notes


def variant(settings: Mapping[str, Any], radius: float | None = None) -> str:
    """
    In what settings differ from the defaults, in words; '' if in nothing.

    Settings that a record lacks are defaults; such that this version does not know are named
    as they are.

    :param radius: with which everything was judged again, whatever the settings say.
    """
    defaults = Settings().model_dump(mode="json")
    settings = dict(settings) | ({} if radius is None else {"delta": radius})
    words = []
    for key in sorted(settings):
        value = settings[key]
        if key in defaults and value == defaults[key]:
            continue
        if key == "clock":
            words.append(clock_words(settings))
        elif key == "prompts":
            words.append(f"own prompts {_digest(value)}")
        elif key not in _ASKED and not (key == "latency_s" and settings.get("clock") == "pinned"):
            words.append(_words(key, value))
    return ", ".join([*words, *_asked(settings)])


def _asked(settings: Mapping[str, Any]) -> list[str]:
    """How a model is asked, as far as it is not as most are: in effect, since the family of a
    model stands for it."""
    family, order, schema = (settings.get(k, d) for k, d in _ASKED.items())
    known = next((own for name, own in FAMILIES.items() if name == family), None)
    if known is None:
        return [f"family {setting_words(family)}"]
    if order == "auto":
        order = known.point_order
    if schema == "auto":
        schema = "on" if known.schema_decoding else "off"
    told = "[y, x]" if order == "yx" else setting_words(order)
    words = [] if order == "xy" else [f"points as {told}"]
    return words if schema == "off" else [*words, "schema decoding"]


def clock_words(settings: Mapping[str, Any]) -> str:
    """How time passes while an agent answers, e.g. ``pinned clock, 0.5 s``."""
    clock = f"{settings.get('clock', 'measured')} clock"
    latency = settings.get("latency_s")
    return clock if latency is None else f"{clock}, {latency} s"


def _with_clock(pool: Pool) -> str:
    """Of the row's label the clock is a part even where it is the default."""
    clock = clock_words(pool.members[0][1].settings)
    if pool.settings.startswith(clock):
        return pool.settings
    return ", ".join(filter(None, (clock, pool.settings)))


def _words(key: str, value: Any) -> str:
    if value is True:
        return key.replace("_", " ")
    told = f"{value:g}" if isinstance(value, float) else setting_words(value)
    return _WORDS.get(key, f"{key.replace('_', ' ')} {{}}").replace("{}", told)


def _digest(value: Any) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:8]
