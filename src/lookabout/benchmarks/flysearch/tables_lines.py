"""The rows of FlySearch's tables: judged episodes that may be pooled, and what tells them apart."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lookabout.benchmarks.flysearch.sets import SETS
from lookabout.benchmarks.flysearch.settings import Settings
from lookabout.results.load import Attempt, Run
from lookabout.results.notes import PRIVILEGED, setting_words

FAMILIES = {"fs1": "FS-1", "anomaly1": "FS-Anomaly-1", "fs2": "FS-2"}
"""Sets as the paper names them, city and forest together."""
ENVIRONMENTS = ("forest", "city")
HUMANS = "human"
_AGENTS = "agent's "

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
    Judged episodes of runs, pooled where that is sound, in the order of the runs.

    Pooled are episodes of one agent with one setup of its own, the same settings, engine, look
    and version, and scenarios from the same source, whether they stand in one run or several.
    Runs that repeat a scenario are not: its outcomes are no independent samples. People are
    one agent together, as in the paper's human baseline.
    """
    groups: dict[_Key, list[tuple[Run, Attempt]]] = {}
    for run in runs:
        for key, attempt in _keyed(run):
            groups.setdefault(key, []).append((run, attempt))
    split = [piece for key, members in groups.items() for piece in _pieces(key, members)]
    facts = [dict(key.facts) for key, _, _ in split]
    lines = []
    for (key, only, members), own in zip(split, facts, strict=True):
        peers = [
            other
            for (k, _, _), other in zip(split, facts, strict=True)
            if (k.agent, k.settings) == (key.agent, key.settings)
        ]
        told = [
            _fact(name, value)
            for name, value in own.items()
            if any(
                other.get(name) != value
                for other in (facts if not name.startswith(_AGENTS) else peers)
            )
        ]
        parts: dict[Part, list[Attempt]] = {}
        for run, attempt in members:
            parts.setdefault(_part(run, attempt), []).append(attempt)
        lines.append(
            Line(
                agent=f"{key.agent} {PRIVILEGED}" if key.privileged else key.agent,
                settings=key.settings,
                conditions=", ".join([*told, *([f"run {only}"] if only else [])]),
                people={id(a): run.record.agent.name for run, a in members} if key.human else {},
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


@dataclass(frozen=True)
class _Key:
    agent: str
    human: bool
    privileged: bool
    settings: str
    facts: tuple[tuple[str, str], ...]


def _keyed(run: Run) -> Iterator[tuple[_Key, Attempt]]:
    keys: dict[tuple[Any, ...], _Key] = {}
    agent = run.record.agent
    human = agent.kind == "human"
    source = {"standard": "standard", "files": "from files"}.get(run.record.source)
    for attempt in run.judged:
        # Thousands of attempts share a few objects; look at each once.
        same = (attempt.look, id(attempt.versions), id(attempt.engine), attempt.variant)
        if same not in keys:
            facts = {
                "scenarios": source or f"of seed {run.record.seed}",
                "look": attempt.look,
                "version": attempt.versions.get("lookabout", ""),
                **{f"engine's {name}": value for name, value in sorted(attempt.engine.items())},
                **{f"{_AGENTS}{k}": _json(v) for k, v in sorted(agent.settings.items())},
            }
            keys[same] = _Key(
                agent=HUMANS if human else agent.name,
                human=human,
                privileged=agent.privileged,
                settings=attempt.variant,
                facts=tuple(facts.items()),
            )
        yield keys[same], attempt


def _pieces(
    key: _Key, members: list[tuple[Run, Attempt]]
) -> Iterator[tuple[_Key, str, list[tuple[Run, Attempt]]]]:
    """
    A group whole, or run by run, with the run's name: where runs repeat a scenario, and where
    they have lists of files of their own for one part, of which nobody knows that they are alike.
    """
    by_run: dict[str, list[tuple[Run, Attempt]]] = {}
    for run, attempt in members:
        by_run.setdefault(run.name, []).append((run, attempt))
    scenarios = [{attempt.scenario_key for _, attempt in own} for own in by_run.values()]
    repeated = sum(map(len, scenarios)) > len(set().union(*scenarios))
    lists = [
        {_part(run, attempt) for run, attempt in own if run.record.source == "files"}
        for own in by_run.values()
    ]
    apart = sum(map(len, lists)) > len(set().union(*lists))
    if key.human or not (repeated or apart):
        yield key, "", members
    else:
        for name, own in by_run.items():
            yield key, name, own


def _fact(name: str, value: str) -> str:
    """What differs, in words; agents' settings are kept as JSON, so that 1 and "1" differ."""
    if name.startswith(_AGENTS):
        value = setting_words(json.loads(value))
    return f"{name} {value}".strip()


def _part(run: Run, attempt: Attempt) -> Part:
    name = run.record.set
    return family_of(name), attempt.labels.get("environment") or name.partition("-")[2]


def _json(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False)
