"""The rows of FlySearch's tables: judged episodes that may be pooled, and what tells them apart."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lookabout.benchmarks.flysearch.sets import SETS
from lookabout.benchmarks.flysearch.settings import Settings
from lookabout.results.load import Attempt, Run
from lookabout.results.pooling import pools

FAMILIES = {"fs1": "FS-1", "anomaly1": "FS-Anomaly-1", "fs2": "FS-2"}
"""Sets as the paper names them, city and forest together."""
ENVIRONMENTS = ("forest", "city")

Part = tuple[str, str]
"""(family, environment)."""

_MOST_PROMPTS = 4
"""Templates named one by one."""
_DEFAULTS = Settings().model_dump(mode="json")
_WORDS = {
    ("actions", '"compass"'): "compass actions",
    ("grid", "false"): "no grid",
    ("named_anomaly", "true"): "named anomaly",
    ("claim_rule", '"anywhere"'): "claims anywhere",
    ("message_order", '"image-altitude"'): "image first",
    ("player", '"human"'): "human rules",
}


@dataclass(frozen=True)
class Line:
    """One row: episodes of one agent under the same conditions."""

    agent: str
    settings: str
    """In what they differ from the set's defaults; '' for the baseline."""
    conditions: str
    """What else tells the row from others of the report: look, engine, run…; '' if nothing."""
    people: Mapping[int, str]
    """Who flew each episode, by the ``id`` of its attempt; empty for agents that are no people."""
    parts: Mapping[Part, tuple[Attempt, ...]]

    @property
    def shared(self) -> int:
        """Episodes beyond the first on the same scenario; only people's are pooled."""
        keys = [attempt.scenario_key for group in self.parts.values() for attempt in group]
        return len(keys) - len(set(keys)) if self.people else 0

    @property
    def name(self) -> str:
        """For figures and notes."""
        extra = "; ".join(filter(None, (self.settings, self.conditions)))
        return f"{self.agent} ({extra})" if extra else self.agent

    def cells(self, group: Iterable[Attempt] | None = None) -> tuple[str, str, str]:
        """
        For the columns agent, settings, conditions.

        :param group: the episodes that a row is about, by default all; the number of people is
            that of those who flew them.
        """
        if not self.people:
            return self.agent, self.settings, self.conditions
        if group is None:
            group = (attempt for own in self.parts.values() for attempt in own)
        return f"{self.agent} ({self._count(group)})", self.settings, self.conditions

    @property
    def people_note(self) -> str:
        """How many people flew each part; '' for agents that are no people."""
        if not self.people:
            return ""
        told = (f"{self._count(self.parts[p])} in {part_title(p)}" for p in parts_of([self]))
        return f"{self.name}: {', '.join(told)}."

    def _count(self, group: Iterable[Attempt]) -> str:
        count = len({self.people[id(attempt)] for attempt in group})
        return f"{count} {'person' if count == 1 else 'people'}"

    def pick(self, family: str, environment: str | None = None) -> tuple[Attempt, ...]:
        """
        Episodes of one environment, or of all; of all only if the family's every environment
        was flown.
        """
        if environment is not None:
            return self.parts.get((family, environment), ())
        groups = [self.parts.get((family, name), ()) for name in environments(family)]
        return tuple(a for group in groups for a in group) if all(groups) else ()


def family_of(set_name: str) -> str:
    """``fs1`` of ``fs1``, ``fs1-city``, ``fs1-forest``."""
    return set_name.partition("-")[0]


def environments(family: str) -> tuple[str, ...]:
    """Those in which a family of sets has scenarios."""
    worlds = {rules.world for rules in SETS.values() if family_of(rules.name) == family}
    return tuple(name for name in ENVIRONMENTS if name in worlds)


def variant(set_name: str, settings: Mapping[str, Any]) -> str:
    """
    In what settings differ from the set's defaults, in words; '' if in nothing.

    Settings that a record lacks are defaults; such that this version does not know are named
    as they are.
    """
    words = []
    family = family_of(set_name)
    own = {_json(r.steps) for r in SETS.values() if family_of(r.name) == family}
    steps = _json(settings.get("steps"))
    if steps not in own | {"null"}:
        words.append(f"{steps} steps")
    for key in sorted(set(settings) - {"steps"}):
        value = _json(settings[key])
        if key in _DEFAULTS and value == _json(_DEFAULTS[key]):
            continue
        if key == "prompts":
            words.append(_prompts(settings[key]))
        else:
            words.append(_WORDS.get((key, value), f"{key} {value}"))
    return ", ".join(words)


def _prompts(texts: Any) -> str:
    """Which texts are the run's own, and a mark that tells them from other such texts."""
    digest = hashlib.sha256(_json(texts).encode()).hexdigest()[:8]
    names = sorted(map(str, texts)) if isinstance(texts, Mapping) else []
    shown = ", ".join(names[:_MOST_PROMPTS])
    if len(names) > _MOST_PROMPTS:
        shown += f" and {len(names) - _MOST_PROMPTS} more"
    return f"own prompts: {shown} ({digest})" if shown else f"own prompts ({digest})"


def make_lines(runs: Sequence[Run]) -> list[Line]:
    """
    Judged episodes of runs, pooled where that is sound; see
    :func:`lookabout.results.pooling.pools`. People are one agent together, as in the paper's
    human baseline.
    """
    lines = []
    for pool in pools(runs, _part):
        parts: dict[Part, list[Attempt]] = {}
        for run, attempt in pool.members:
            parts.setdefault(_part(run, attempt), []).append(attempt)
        conditions = [pool.conditions, f"run {pool.run}" if pool.run else ""]
        people = {id(a): run.record.agent.name for run, a in pool.members} if pool.human else {}
        lines.append(
            Line(
                agent=pool.agent,
                settings=pool.settings,
                conditions=", ".join(filter(None, conditions)),
                people=people,
                parts={part: tuple(found) for part, found in parts.items()},
            )
        )
    return lines


def families(lines: Iterable[Line]) -> list[str]:
    """Families that any line has, in the paper's order, then unknown ones by name."""
    found = {family for line in lines for family, _ in line.parts}
    return [*filter(found.__contains__, FAMILIES), *sorted(found - set(FAMILIES))]


def parts_of(lines: Iterable[Line]) -> list[Part]:
    """Every part that any line has, by family, forest before city, then others by name."""
    lines = list(lines)
    found = {part for line in lines for part in line.parts}
    order = {name: i for i, name in enumerate(ENVIRONMENTS)}
    return sorted(
        found,
        key=lambda part: (families(lines).index(part[0]), order.get(part[1], 9), part[1]),
    )


def part_title(part: Part) -> str:
    """As tables show it, e.g. ``FS-1 forest``."""
    family, environment = part
    return f"{FAMILIES.get(family, family)} {environment}".strip()


def _part(run: Run, attempt: Attempt) -> Part:
    name = run.record.set
    return family_of(name), attempt.labels.get("environment") or name.partition("-")[2]


def _json(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False)
