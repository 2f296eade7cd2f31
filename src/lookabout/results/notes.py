"""Footnotes of the summary: what a reader must know before comparing its rows."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from lookabout.results.load import Attempt, Run
from lookabout.results.statistics import Share

PRIVILEGED = "†"
NOT_GIVEN = "not given"
"""What a setting of a benchmark is that has no value."""
_NONE = "(none)"
_MOST_VALUES = 6


def agent_name(run: Run) -> str:
    """The agent as shown in tables, marked if it was given the truth."""
    agent = run.record.agent
    return f"{agent.name} {PRIVILEGED}" if agent.privileged else agent.name


def setting_words(value: Any, *, unset: str = "unset") -> str:
    """A setting's value for people; what is no text, number, yes or no is given as JSON."""
    if value is None:
        return unset
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value in ({}, []):
        return "none"
    return value if isinstance(value, str) else json.dumps(value, sort_keys=True)


@dataclass(frozen=True)
class Note:
    """What stands below a summary that shows what it is about."""

    text: str
    about: tuple[str, ...] = ()
    """Keys or kinds of columns, any of which it needs; none: it always stands."""


def told(notes: Iterable[str | Note], columns: Collection[str]) -> tuple[str, ...]:
    """
    The notes that say something about what is shown.

    :param columns: keys and kinds of the columns that are.
    """
    plain = (Note(note) if isinstance(note, str) else note for note in notes)
    return tuple(
        note.text for note in plain if not note.about or any(key in columns for key in note.about)
    )


def summary_notes(runs: Sequence[Run]) -> tuple[str | Note, ...]:
    """Notes for the summary table, the most general last."""
    notes: list[str | Note] = []
    if any(run.record.agent.privileged for run in runs):
        notes.append(f"{PRIVILEGED} was given the truth; not comparable with other agents.")
    for run in runs:
        notes += _within(run)
    notes += _between(runs)
    parts: dict[tuple[int, int | None], list[str]] = {}
    for run in runs:
        if run.part_of_set:
            parts.setdefault((run.record.episodes, run.set_size), []).append(run.name)
    for (count, size), names in parts.items():
        whose = f" ({', '.join(names)})" if len(names) < len(runs) else ""
        notes.append(
            Note(f"A part of the set: {count} of its {size} scenarios{whose}.", ("planned",))
        )
    attempts = [a for run in runs for a in run.attempts]
    if any(len(e.attempts) > 1 for run in runs for e in run.episodes):
        notes.append("Of several attempts at an episode, the last one judged counts.")
    if any(not a.judged for a in attempts):
        text = (
            "Failed attempts are all attempts that a failure of the agent's program, the "
            "service or the simulator ended, also where a later attempt was judged."
        )
        notes.append(Note(text, ("failed_attempts",)))
    for key, what in (("tokens", "Total tokens"), ("cost_usd", "Total cost")):
        if any(a.usage.input_tokens or a.usage.cost_usd for a in attempts):
            text = f"{what}: of the whole run, failed and repeated attempts included."
            notes.append(Note(text, (key,)))
    error = "± of success: standard error √(p(1−p)/n); interval: Wilson, 95 %."
    notes.append(Note(error, ("rate",)))
    return tuple(notes)


def _within(run: Run) -> list[str]:
    notes = []
    missing = run.record.episodes - len(run.judged)
    if missing:
        parts = f"{len(run.judged)} of {run.record.episodes} episodes judged"
        if run.unresolved:
            parts += f", {run.unresolved} unresolved (every attempt failed)"
        low = Share(sum(a.success for a in run.judged), run.record.episodes)
        high = Share(low.count + missing, run.record.episodes)
        notes.append(
            f"{run.name}: incomplete: {parts}. Over all planned episodes success would lie "
            f"between {low.percent:.1f} % and {high.percent:.1f} %."
        )
    unknown = sum(a.usage.cost_usd is None and a.usage.input_tokens > 0 for a in run.attempts)
    if unknown and any(a.usage.cost_usd is not None for a in run.attempts):
        notes.append(f"{run.name}: {unknown} of {len(run.attempts)} attempts report no cost.")
    if run.prices:
        notes.append(
            f"{run.name}: where no cost was reported it is computed from tokens, at US$ "
            f"{run.prices} per million (input / output)."
        )
    if run.unpriced:
        notes.append(f"{run.name}: no price is given for the model {run.record.agent.name}.")
    for name, values in _facts(run.judged).items():
        if len(values) > 1:
            notes.append(f"{run.name}: mixes episodes with different {name}: {_list(values)}.")
    if run.problems:
        notes.append(f"{run.name}: files or folders that could not be used: {len(run.problems)}.")
    return notes


def _between(runs: Sequence[Run]) -> list[str]:
    """Differences between runs of one benchmark and set, that a comparison would hide."""
    notes = []
    kinds: dict[tuple[str, str], list[Run]] = {}
    for run in runs:
        if run.judged:
            kinds.setdefault((run.record.benchmark, run.record.set), []).append(run)
    for (benchmark, name), same in kinds.items():
        flown = {} if _agree(same) else {run.name: {"scenarios": [_flown(run)]} for run in same}
        facts = {run.name: _facts(run.judged) | flown.get(run.name, {}) for run in same}
        by_fact: dict[str, dict[str, list[str]]] = {}
        for fact in sorted({fact for own in facts.values() for fact in own}):
            for who, own in facts.items():
                value = _list(own.get(fact, [_NONE]))
                by_fact.setdefault(fact, {}).setdefault(value, []).append(who)
        for fact, holders in by_fact.items():
            if len(holders) > 1:
                text = "; ".join(f"{value} ({', '.join(who)})" for value, who in holders.items())
                notes.append(f"{benchmark} {name}: runs differ in {fact}: {text}.")
    return notes


def _agree(runs: Sequence[Run]) -> bool:
    """Whether all runs fly the same scenarios, as far as each goes."""
    lists = sorted((run.record.scenarios for run in runs), key=len)
    return bool(lists[0]) and all(lists[-1][: len(own)] == own for own in lists)


def _flown(run: Run) -> str:
    record = run.record
    if record.source == "standard":
        return "the standard ones"
    if record.source == "files":
        return "own files" + (f" ({record.scenarios[0][:8]}…)" if record.scenarios else "")
    return f"seed {record.seed}"


def _facts(attempts: Sequence[Attempt]) -> dict[str, list[str]]:
    """What must be equal for numbers to be comparable: name → different values."""
    # Thousands of attempts share a few settings; look at each once.
    kinds = {(a.look, id(a.versions), id(a.engine), id(a.settings)): a for a in attempts}
    all_facts = [_facts_of(attempt) for attempt in kinds.values()]
    names = sorted({name for facts in all_facts for name in facts})
    return {name: sorted({f.get(name) or _NONE for f in all_facts}) for name in names}


def _facts_of(attempt: Attempt) -> dict[str, str]:
    values: dict[str, Any] = {
        "look": attempt.look,
        "version": attempt.versions.get("lookabout", ""),
        **{f"engine's {key}": value for key, value in attempt.engine.items()},
    }
    found = {name: setting_words(value) for name, value in values.items()}
    for key, value in attempt.settings.items():
        found[f"setting {key.replace('_', ' ')}"] = setting_words(value, unset=NOT_GIVEN)
    return found


def _list(values: Sequence[str]) -> str:
    """Values as words, none so long that it buries the others."""
    short = [value if len(value) <= 60 else value[:57] + "…" for value in values[:_MOST_VALUES]]
    more = len(values) - len(short)
    return ", ".join(short) + (f" and {more} more" if more else "")
