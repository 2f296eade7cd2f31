"""Tables of the exploration diagnostics (:mod:`.diagnostics`), which the paper lacks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from lookabout.benchmarks.flysearch.tables import WHO, by_label
from lookabout.benchmarks.flysearch.tables_lines import Line, part_title, parts_of
from lookabout.results.load import Attempt
from lookabout.results.statistics import Mean, Share
from lookabout.results.tables import Cell, Column, Table

_MEASURES = (
    Column("area_seen_percent", "Area seen, %", "average"),
    Column("area_recognisable_percent", "Area seen recognisably, %", "average"),
    Column("revisited_percent", "Revisited, %", "average"),
    Column("distance_flown_m", "Flown, m", "average"),
    Column("closest_approach_m", "Closest approach, m", "average"),
    Column("first_visible_step", "First visible in step", "average"),
    Column("collisions", "Collisions", "average"),
)
_EVER = Column("target_ever_visible", "Target ever visible", "share")
_REPEATED = Column("collisions_repeated", "Collisions repeated", "share")
_COLUMNS = (*_MEASURES[:5], _EVER, *_MEASURES[5:], _REPEATED)
_NOTES = (
    "Means of the judged episodes ± standard error of the mean. Area seen: share of the search "
    "area ever in the frame, on flat ground; recognisably: from so low that the target's smaller "
    "horizontal extent covers 8 pixels (Johnson's criterion).",
    "Revisited: share of the area seen that came into view again after it had been out of view. "
    "Closest approach: to the target's centre. First visible: mean over the episodes in which "
    "any picture showed any part of the target. Collisions repeated: share of the collisions "
    "after which the next reply was a move in the same direction, within 15°.",
)
_FS2_NOTE = "In FS-2 the first view frames the whole search area, so all of it is seen."


def exploration_table(lines: Sequence[Line]) -> Table:
    """How each agent searched each set."""
    rows = [
        (part_title(part), *line.cells(group), len(group), *_cells(group))
        for part in parts_of(lines)
        for line in lines
        if (group := line.parts.get(part, ()))
    ]
    columns = (Column("set", "Set"), *WHO, Column("judged", "Judged", "count"), *_COLUMNS)
    notes = (
        *_NOTES,
        *([_FS2_NOTE] if any(family == "fs2" for family, _ in parts_of(lines)) else []),
        *_unknown(lines),
    )
    return Table("flysearch-exploration", "Exploration", columns, *_known(rows, notes))


def exploration_class_table(lines: Sequence[Line]) -> Table:
    """The same by class of the target."""
    rows = [
        (part_title(part), value, *line.cells(group), len(group), *_cells(group))
        for part, value, line, group in by_label(lines, "class")
    ]
    columns = (
        Column("set", "Set"),
        Column("class", "Class", "label"),
        *WHO,
        Column("judged", "Judged", "count"),
        *_COLUMNS,
    )
    notes = ("As in the table before.",)
    key, title = "flysearch-exploration-by-class", "Exploration by class"
    return Table(key, title, columns, *_known(rows, notes))


def _unknown(lines: Sequence[Line]) -> Iterable[str]:
    """Which records do not tell whether the target was visible."""
    for line in lines:
        group = [attempt for own in line.parts.values() for attempt in own]
        silent = sum(a.diagnostics.get(_EVER.key) is None for a in group)
        if silent:
            yield (
                f"{line.name}: {silent} of {len(group)} records do not tell in which pictures the "
                "target was visible; they are left out of those two columns."
            )


def _known(
    rows: Sequence[tuple[Cell, ...]], notes: tuple[str, ...]
) -> tuple[tuple[tuple[Cell, ...], ...], tuple[str, ...]]:
    """Nothing at all if no row has any measure."""
    known = any(cell is not None for row in rows for cell in row[-len(_COLUMNS) :])
    return (tuple(rows), notes) if known else ((), ())


def _cells(group: Sequence[Attempt]) -> Iterable[Cell]:
    for column in _COLUMNS:
        if column is _EVER:
            known = [a.diagnostics.get(column.key) for a in group]
            says = [value for value in known if isinstance(value, bool)]
            yield Share(sum(says), len(says)) if says else None
        elif column is _REPEATED:
            hits, again = (_numbers(group, key) for key in ("collisions", column.key))
            yield Share(int(sum(again)), int(sum(hits))) if hits else None
        else:
            yield Mean.of(_numbers(group, column.key))


def _numbers(group: Sequence[Attempt], key: str) -> list[float]:
    found = [a.diagnostics.get(key) for a in group]
    return [float(v) for v in found if isinstance(v, int | float) and not isinstance(v, bool)]
