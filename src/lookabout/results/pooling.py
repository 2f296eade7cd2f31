"""Which judged episodes may be pooled in one row of a table, and what tells rows apart."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from lookabout.results.load import Attempt, Run
from lookabout.results.notes import PRIVILEGED, setting_words

_HUMANS = "human"
_AGENTS = "agent's "

Member = tuple[Run, Attempt]


@dataclass(frozen=True)
class Pool:
    """Episodes of one agent under the same conditions."""

    agent: str
    """Marked if it was given the truth."""
    human: bool
    settings: str
    """In what they differ from the set's defaults; '' for the defaults."""
    conditions: str
    """What else tells the pool from others of the report: look, engine…; '' if nothing."""
    run: str
    """The name of the only run, where runs are kept apart; else ''."""
    members: tuple[Member, ...]


def pools(runs: Sequence[Run], part: Callable[[Run, Attempt], Hashable]) -> list[Pool]:
    """
    Judged episodes of runs, pooled where that is sound, in the order of the runs.

    Pooled are episodes of one agent with one setup of its own, the same settings, engine, look
    and version, and scenarios from the same source, whether they stand in one run or several.
    Runs that repeat a scenario are not: its outcomes are no independent samples. People are
    one agent together.

    :param part: of the benchmark, to which an episode belongs: of lists of files for one part
        nobody knows that they are alike.
    """
    groups: dict[_Key, list[Member]] = {}
    for run in runs:
        for key, attempt in _keyed(run):
            groups.setdefault(key, []).append((run, attempt))
    split = [piece for key, members in groups.items() for piece in _pieces(key, members, part)]
    facts = [dict(key.facts) for key, _, _ in split]
    found = []
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
        found.append(
            Pool(
                agent=f"{key.agent} {PRIVILEGED}" if key.privileged else key.agent,
                human=key.human,
                settings=key.settings,
                conditions=", ".join(told),
                run=only,
                members=tuple(members),
            )
        )
    return found


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
                agent=_HUMANS if human else agent.name,
                human=human,
                privileged=agent.privileged,
                settings=attempt.variant,
                facts=tuple(facts.items()),
            )
        yield keys[same], attempt


def _pieces(
    key: _Key, members: list[Member], part: Callable[[Run, Attempt], Hashable]
) -> Iterator[tuple[_Key, str, list[Member]]]:
    """
    A group whole, or run by run, with the run's name: where runs repeat a scenario, and where
    they have lists of files of their own for one part, of which nobody knows that they are alike.
    """
    by_run: dict[str, list[Member]] = {}
    for run, attempt in members:
        by_run.setdefault(run.name, []).append((run, attempt))
    scenarios = [{attempt.scenario_key for _, attempt in own} for own in by_run.values()]
    repeated = sum(map(len, scenarios)) > len(set().union(*scenarios))
    lists = [
        {part(run, attempt) for run, attempt in own if run.record.source == "files"}
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


def _json(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False)
