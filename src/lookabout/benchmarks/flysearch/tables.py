"""The paper's tables for any set of runs: success by set, ablations, classes, start heights,
targets located but not claimed (tables 2, 3, 4, S3, S4; figures 4, 5, S5)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from lookabout.benchmarks.flysearch import tables_published as paper
from lookabout.benchmarks.flysearch.sets import SETS
from lookabout.benchmarks.flysearch.tables_lines import (
    FAMILIES,
    Line,
    Part,
    environments,
    families,
    family_of,
    part_title,
    parts_of,
)
from lookabout.results.load import Attempt
from lookabout.results.statistics import Share
from lookabout.results.tables import (
    SETTINGS,
    Cell,
    Column,
    Table,
    claimed,
    mean,
    natural,
    success,
)

WHO = (Column("agent", "Agent"), SETTINGS, Column("conditions", "Conditions"))
_SOURCE = Column("source", "Source")
_ERROR = "Percent ± standard error √(p(1−p)/n); in brackets Wilson's 95 % interval and n."
_PLACES = {"overall": None, "forest": "forest", "city": "city"}
"""Columns of a family of sets, and what :meth:`Line.pick` gives for them."""


def success_table(lines: Sequence[Line], *, published: bool) -> Table:
    """Tables 2, 3 and S4: one row an agent; overall, forest and city for each family of sets."""
    wanted = columns_of(shown_families(lines, published=published))
    columns = [
        *WHO,
        *([_SOURCE] if published else []),
        Column("judged", "Judged", "count"),
        *(Column(key, title, "score") for key, title, _, _ in wanted),
    ]
    rows: list[tuple[Cell, ...]] = [
        (
            *line.cells(),
            *(["this report"] if published else []),
            sum(map(len, line.parts.values())),
            *(_score(line.pick(family, place)) for _, _, family, place in wanted),
        )
        for line in lines
    ]
    for agent in paper.agents("2") if published else ():
        scores = [paper.quoted(agent, f, place or "overall") for _, _, f, place in wanted]
        if any(scores):
            rows.append((f"{agent} {paper.MARK}", "", "", "published", None, *scores))
    people = [line.people_note for line in lines if line.people and len(line.parts) > 1]
    notes = [_ERROR, *people, *pooling_notes(lines), *([paper.CAUTION] if published else [])]
    return Table("flysearch-success", "Success by set", tuple(columns), tuple(rows), tuple(notes))


def ablation_table(lines: Sequence[Line], *, published: bool) -> Table:
    """
    Tables 4 and S3: setting × environment × agent, for agents of which a family was flown with
    other settings than its defaults. No row if there is none.
    """
    columns = (
        Column("set", "Set"),
        Column("settings", "Setting"),
        Column("agent", "Agent"),
        Column("conditions", "Conditions"),
        *([_SOURCE] if published else []),
        *(Column(key, key.capitalize(), "score") for key in _PLACES),
    )
    rows: list[tuple[Cell, ...]] = []
    notes = [_ERROR]
    for family in shown_families(lines, published=published):
        title = FAMILIES.get(family, family)
        flown = [line for line in lines if any(part[0] == family for part in line.parts)]
        # People always fly by rules of their own.
        varied = {line.agent for line in flown if line.settings and not line.people}
        found: list[tuple[str, tuple[Cell, ...]]] = []
        for line in flown:
            if line.agent in varied:
                own = [a for part, group in line.parts.items() if part[0] == family for a in group]
                scores = (_score(line.pick(family, place)) for place in _PLACES.values())
                source = ["this report"] if published else []
                setting = line.settings or _baseline(family)
                cells = (title, setting, line.cells(own)[0], line.conditions, *source, *scores)
                found.append((line.settings, cells))
        if published:
            found += _published_ablations(family, title)
        rows += [cells for _, cells in sorted(found, key=lambda item: _setting_order(item[0]))]
        notes += pooling_notes(line for line in flown if line.agent in varied)
        notes += _coverage_notes(family, [line for line in flown if line.agent in varied])
    if published:
        notes.append(paper.CAUTION)
    return Table(
        "flysearch-ablations", "Ablations", columns, tuple(rows), tuple(dict.fromkeys(notes))
    )


def class_table(lines: Sequence[Line]) -> Table:
    """Figure 5: success by class of the target."""
    return _label_table("flysearch-by-class", "By class", "class", by_label(lines, "class"))


def kind_table(lines: Sequence[Line]) -> Table:
    """Success by kind of the target, e.g. the colour and type of a vehicle."""
    return _label_table("flysearch-by-kind", "By kind of target", "kind", by_label(lines, "kind"))


def height_table(lines: Sequence[Line]) -> Table:
    """Figure S5: success by start height in intervals of 10 m."""
    groups = by_height(lines)
    return _label_table("flysearch-by-height", "By start height, m", "start_height", groups)


def unclaimed_table(lines: Sequence[Line]) -> Table:
    """Figure 4: targets that were located, and whether the agent claimed so."""
    columns = (
        Column("set", "Set"),
        *WHO,
        Column("judged", "Judged", "count"),
        Column("located", "Located", "share"),
        Column("claimed", "Located and claimed", "share"),
        Column("unclaimed", "Located, not claimed", "share"),
        Column("lost", "Not claimed, of the located", "rate"),
    )
    rows: list[tuple[Cell, ...]] = []
    for family, line, group in by_family(lines):
        counts = located(group)
        if counts is not None:
            right, lost = counts
            n, both = len(group), right + lost
            shares = (Share(both, n), Share(right, n), Share(lost, n), Share(lost, both))
            rows.append((FAMILIES.get(family, family), *line.cells(group), n, *shares))
    note = (
        "Located: at the end the target's centre was in view and the drone at most 10 m above "
        "its highest point, so that a claim would have been right."
    )
    title = "Located, claimed or not"
    return Table("flysearch-unclaimed", title, columns, tuple(rows), (note,) if rows else ())


def located(group: Sequence[Attempt]) -> tuple[int, int] | None:
    """(located and claimed, located and not claimed); None if a verdict does not tell."""
    if not group or any(a.located is None or a.claimed is None for a in group):
        return None
    found = [a for a in group if a.located]
    return sum(bool(a.claimed) for a in found), sum(not a.claimed for a in found)


def columns_of(names: Iterable[str]) -> list[tuple[str, str, str, str | None]]:
    """(key, title, family, environment or None for all) of each family, overall first."""
    found: list[tuple[str, str, str, str | None]] = []
    for family in dict.fromkeys(names):
        title, places = FAMILIES.get(family, family), environments(family)
        if len(places) > 1:
            found.append((f"{family}_overall", f"{title} overall", family, None))
            found += [(f"{family}_{p}", f"{title} {p}", family, p) for p in places]
        else:
            found.append((family, title, family, places[0] if places else ""))
    return found


def by_label(
    lines: Sequence[Line], label: str
) -> Iterable[tuple[Part, str, Line, Sequence[Attempt]]]:
    """Groups by a label of the records, in the order of parts, values, lines."""
    for part in parts_of(lines):
        split: list[tuple[Line, dict[str, list[Attempt]]]] = []
        for line in lines:
            groups: dict[str, list[Attempt]] = {}
            for attempt in line.parts.get(part, ()):
                value = attempt.labels.get(label, "(none)")
                groups.setdefault(value, []).append(attempt)
            split.append((line, groups))
        for value in sorted({value for _, groups in split for value in groups}, key=natural):
            for line, groups in split:
                if value in groups:
                    yield part, value, line, groups[value]


def by_height(lines: Sequence[Line]) -> Iterable[tuple[Part, str, Line, Sequence[Attempt]]]:
    """Groups by intervals of start heights, as the records' labels have them."""
    return by_label(lines, "start_height")


def by_family(lines: Sequence[Line]) -> Iterable[tuple[str, Line, Sequence[Attempt]]]:
    """All episodes of a family, whatever was flown of it."""
    for family in families(lines):
        for line in lines:
            group = [a for part, own in line.parts.items() if part[0] == family for a in own]
            if group:
                yield family, line, group


def pooling_notes(lines: Iterable[Line]) -> list[str]:
    """
    Where an overall rate leans to one environment because more of it was flown, and where
    several people flew a scenario.
    """
    notes = []
    for line in lines:
        if line.shared:
            notes.append(
                f"{line.name}: {line.shared} episodes repeat a scenario that somebody else flew; "
                "errors and intervals are those over scenarios."
            )
        for family in families([line]):
            counts = {p: len(line.pick(family, p)) for p in environments(family)}
            if len(counts) > 1 and all(counts.values()) and len(set(counts.values())) > 1:
                words = ", ".join(f"{count} {place}" for place, count in counts.items())
                notes.append(
                    f"{line.name}: {FAMILIES.get(family, family)} overall weighs every episode "
                    f"the same, and the numbers of episodes differ: {words}."
                )
    return notes


def _coverage_notes(family: str, lines: Sequence[Line]) -> list[str]:
    """Where the rows of an agent, which are there to be compared, are about other scenarios."""
    notes = []
    for agent in dict.fromkeys(line.agent for line in lines):
        rows = [line for line in lines if line.agent == agent]
        for place in environments(family):
            flown = [{a.scenario_key for a in row.pick(family, place)} for row in rows]
            flown = [keys for keys in flown if keys]
            if any(keys != flown[0] for keys in flown):
                title, shared = part_title((family, place)), len(set.intersection(*flown))
                notes.append(
                    f"{agent}: the rows of {title} cover different scenarios; all of them "
                    f"{'share ' + str(shared) if shared else 'share none'}. Paired comparisons "
                    "are over shared scenarios only."
                )
    return notes


def _label_table(
    key: str,
    title: str,
    label: str,
    groups: Iterable[tuple[Part, str, Line, Sequence[Attempt]]],
) -> Table:
    columns = (
        Column("set", "Set"),
        Column(label, label.replace("_", " ").capitalize(), "label"),
        *WHO,
        Column("judged", "Judged", "count"),
        Column("success", "Success", "rate"),
        Column("claimed", "Claimed", "share"),
        Column("replies", "Replies", "mean"),
    )
    rows = []
    for part, value, line, group in groups:
        effort = mean(a.replies for a in group)
        cells = (part_title(part), value, *line.cells(group), len(group))
        rows.append((*cells, success(group), claimed(group), effort))
    return Table(key, title, columns, tuple(rows))


def shown_families(lines: Sequence[Line], *, published: bool) -> list[str]:
    """Families that were flown; of nothing flown all that are published."""
    return families(lines) or (list(FAMILIES) if published else [])


def _score(group: Sequence[Attempt]) -> Share | None:
    return success(group) if group else None


def _published_ablations(family: str, title: str) -> list[tuple[str, tuple[Cell, ...]]]:
    rates = [r for r in paper.published_rates() if r.table in ("4", "S3") and r.family == family]
    found: list[tuple[str, tuple[Cell, ...]]] = []
    for settings, agent in dict.fromkeys((rate.settings, rate.agent) for rate in rates):
        scores = [paper.quoted(agent, family, place, settings) for place in _PLACES]
        who = (title, settings or _baseline(family), f"{agent} {paper.MARK}", "", "published")
        found.append((settings, (*who, *scores)))
    return found


def _baseline(family: str) -> str:
    steps = {rules.steps for rules in SETS.values() if family_of(rules.name) == family}
    return f"baseline ({steps.pop()} steps)" if steps else "baseline"


def _setting_order(settings: str) -> tuple[int, object]:
    """The baseline first, then numbers of steps by size, then the others by name."""
    steps = re.fullmatch(r"([0-9]{1,9}) steps", settings)
    if not settings:
        return 0, natural("")
    return (1, natural(settings)) if steps else (2, natural(settings))
