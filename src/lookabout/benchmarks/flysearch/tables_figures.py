"""The paper's figures 4, 5 and S5, and its table 2 as bars, as plain data."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lookabout.benchmarks.flysearch import tables_published as paper
from lookabout.benchmarks.flysearch.tables import (
    by_family,
    by_height,
    by_label,
    columns_of,
    located,
    shown_families,
)
from lookabout.benchmarks.flysearch.tables_lines import (
    FAMILIES,
    Line,
    Part,
    environments,
    part_title,
)
from lookabout.results.figures import (
    Band,
    BarFigure,
    Panel,
    Reference,
    Series,
    Span,
    StackFigure,
    StackRow,
    TrendFigure,
    TrendPanel,
    Value,
)
from lookabout.results.formats import label_words
from lookabout.results.notes import PRIVILEGED
from lookabout.results.statistics import Share
from lookabout.results.tables import success

_WHISKERS = "Whiskers: Wilson's 95 % interval."


def success_figure(lines: Sequence[Line], *, published: bool) -> BarFigure | None:
    """One panel a column of the success table; people, and the published, as dashed lines."""
    rows, people = _flyers(lines)
    shown = shown_families(lines, published=published)
    quoted = _published_models(shown) if published else []
    panels = []
    for _, title, family, place in columns_of(shown):
        values: list[Value] = [_share(line, family, place) for line in rows]
        references = [Reference(line.name, _share(line, family, place)) for line in people]
        if published:
            values += [paper.quoted(agent, family, place or "overall") for agent in quoted]
            human = paper.quoted(paper.HUMAN, family, place or "overall")
            references.append(Reference(f"{paper.HUMAN} {paper.MARK}", human))
        if not any(values) and not any(reference.value for reference in references):
            continue
        panels.append(Panel(title, tuple(values), tuple(references)))
    if not panels:
        return None
    names = [line.name for line in rows]
    note = _note(lines)
    if published:
        names += [f"{agent} {paper.MARK}" for agent in quoted]
        note += f" Hollow, with standard errors: {paper.CAUTION}"
    band = Band("", tuple(names), tuple(panels))
    return BarFigure((band,), "Success by set.", note)


def class_figure(lines: Sequence[Line]) -> BarFigure | None:
    """
    Figure 5: a band a part, a panel a class; people as dashed lines, or as bars in a part that
    nobody else flew.
    """
    rows, people = _flyers(lines)
    table: dict[Part, dict[str, dict[int, Share]]] = {}
    for part, value, line, group in by_label(lines, "class"):
        table.setdefault(part, {}).setdefault(value, {})[id(line)] = success(group)
    bands = []
    for part, classes in table.items():
        here = [line for line in rows if part in line.parts]
        dashed = people if here else []
        here = here or people
        panels = tuple(
            Panel(
                label_words(value),
                tuple(shares.get(id(line)) for line in here),
                tuple(Reference(line.name, shares.get(id(line))) for line in dashed),
            )
            for value, shares in classes.items()
        )
        bands.append(Band(part_title(part), tuple(line.name for line in here), panels))
    caption = "Success by class of the target."
    return BarFigure(tuple(bands), caption, _note(lines)) if bands else None


def height_figure(lines: Sequence[Line]) -> TrendFigure | None:
    """Figure S5: a panel a line and family of sets, a curve an environment."""
    shares: dict[tuple[str, str, int, Span], Share] = {}
    without = 0
    for (family, place), value, line, group in by_height(lines):
        span = _span(value)
        if span is None:
            without += len(group)
        else:
            shares[family, place, id(line), span] = success(group)
    panels = []
    several = len({family for family, *_ in shares}) > 1
    for family in dict.fromkeys(family for family, *_ in shares):
        heights = sorted({span for f, _, _, span in shares if f == family})
        for line in lines:
            series = []
            for place in dict.fromkeys([*environments(family), *(p for f, p, *_ in shares)]):
                values = tuple(shares.get((family, place, id(line), h)) for h in heights)
                if any(values):
                    series.append(Series(place, values, dashed=place == "forest"))
            if series:
                title = f"{line.name}, {FAMILIES.get(family, family)}" if several else line.name
                panels.append(TrendPanel(title, tuple(heights), tuple(series)))
    if not panels:
        return None
    caption = "Success by start height, in intervals of 10 m."
    note = _note(lines)
    if without:
        note += f" {without} episodes whose record has no interval of heights are left out."
    return TrendFigure(tuple(panels), caption, "Start height, m", note)


def unclaimed_figure(lines: Sequence[Line]) -> StackFigure | None:
    """Figure 4: of all judged episodes, those that ended at the target."""
    panels: dict[str, list[StackRow]] = {}
    for family, line, group in by_family(lines):
        counts = located(group)
        if counts is not None:
            right, lost = (Share(count, len(group)) for count in counts)
            panels.setdefault(family, []).append(StackRow(line.name, right, lost))
    if not panels:
        return None
    return StackFigure(
        tuple((FAMILIES.get(family, family), tuple(rows)) for family, rows in panels.items()),
        ("located and claimed", "located, not claimed"),
        "Episodes that ended at the target, by whether the agent claimed it.",
        "Share of the judged episodes, %",
        "Numbers: located and claimed + located and not claimed, of judged. "
        + _note(lines).removeprefix(_WHISKERS).strip(),
    )


def _span(interval: str) -> Span | None:
    """Both ends of an interval of heights, metres; None of a label that is none."""
    ends = re.fullmatch(r"([0-9]{1,4})–([0-9]{1,4})", interval)
    if not ends or int(ends[1]) >= int(ends[2]):
        return None
    return float(ends[1]), float(ends[2])


def _note(lines: Sequence[Line]) -> str:
    told = [_WHISKERS]
    if any(PRIVILEGED in line.agent for line in lines):
        told.append(f"{PRIVILEGED} was given the truth.")
    return " ".join([*told, *(line.people_note for line in lines if line.people)])


def _flyers(lines: Sequence[Line]) -> tuple[list[Line], list[Line]]:
    """(those that get bars, those that get dashed lines): people are lines beside others."""
    people = [line for line in lines if line.people]
    others = [line for line in lines if not line.people]
    return (others, people) if others else (people, [])


def _published_models(flown: Sequence[str]) -> list[str]:
    """Those with a published number for a family of sets that was flown."""
    known = {rate.agent for rate in paper.published_rates() if rate.family in flown}
    return [agent for agent in paper.agents("2") if agent in known and agent != paper.HUMAN]


def _share(line: Line, family: str, place: str | None) -> Share | None:
    group = line.pick(family, place)
    return success(group) if group else None
