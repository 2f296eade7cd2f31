"""The paper's figures 4, 5 and S5, and its table 2 as bars, as plain data."""

from __future__ import annotations

from collections.abc import Sequence

from lookabout.benchmarks.flysearch import tables_published as paper
from lookabout.benchmarks.flysearch.tables import (
    by_family,
    by_height,
    by_label,
    columns_of,
    located,
)
from lookabout.benchmarks.flysearch.tables_lines import (
    FAMILIES,
    Line,
    Part,
    environments,
    families,
    part_title,
)
from lookabout.results.figures import (
    Band,
    BarFigure,
    Panel,
    Reference,
    Series,
    StackFigure,
    StackRow,
    TrendFigure,
    TrendPanel,
    Value,
)
from lookabout.results.notes import PRIVILEGED
from lookabout.results.statistics import Share
from lookabout.results.tables import natural, success

_WHISKERS = "Whiskers: Wilson's 95 % interval."


def success_figure(lines: Sequence[Line], *, published: bool) -> BarFigure | None:
    """One panel a column of the success table; people, and the published, as dashed lines."""
    rows, people = _flyers(lines)
    quoted = _published_models(families(lines)) if published else []
    panels = []
    for _, title, family, place in columns_of(families(lines)):
        values: list[Value] = [_share(line, family, place) for line in rows]
        if not any(values):
            continue
        references = [Reference(line.name, _share(line, family, place)) for line in people]
        if published:
            values += [paper.quoted(agent, family, place or "overall") for agent in quoted]
            human = paper.quoted(paper.HUMAN, family, place or "overall")
            references.append(Reference(f"{paper.HUMAN} {paper.MARK}", human))
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
    """Figure 5: a band a part, a panel a class; people as dashed lines."""
    rows, people = _flyers(lines)
    table: dict[Part, dict[str, dict[str, Share]]] = {}
    for part, value, line, group in by_label(lines, "class"):
        table.setdefault(part, {}).setdefault(value, {})[line.name] = success(group)
    bands = []
    for part, classes in table.items():
        here = [line for line in rows if part in line.parts]
        if not here:
            continue
        panels = tuple(
            Panel(
                value.replace("_", " "),
                tuple(shares.get(line.name) for line in here),
                tuple(Reference(line.name, shares.get(line.name)) for line in people),
            )
            for value, shares in classes.items()
        )
        bands.append(Band(part_title(part), tuple(line.name for line in here), panels))
    caption = "Success by class of the target."
    return BarFigure(tuple(bands), caption, _note(lines)) if bands else None


def height_figure(lines: Sequence[Line]) -> TrendFigure | None:
    """Figure S5: a panel a line and family of sets, a curve an environment."""
    shares: dict[tuple[str, str, str, str], Share] = {}
    for (family, place), value, line, group in by_height(lines):
        shares[family, place, line.name, value] = success(group)
    panels = []
    several = len({family for family, *_ in shares}) > 1
    for family in families(lines):
        heights = sorted({value for f, _, _, value in shares if f == family}, key=natural)
        for line in lines:
            series = []
            for place in dict.fromkeys([*environments(family), *(p for f, p, *_ in shares)]):
                values = tuple(shares.get((family, place, line.name, h)) for h in heights)
                if any(values):
                    series.append(Series(place, values, dashed=place == "forest"))
            if series:
                title = f"{line.name}, {FAMILIES.get(family, family)}" if several else line.name
                panels.append(TrendPanel(title, tuple(heights), tuple(series)))
    if not panels:
        return None
    caption = "Success by start height, in intervals of 10 m."
    return TrendFigure(tuple(panels), caption, "Start height, m", _note(lines))


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


def _note(lines: Sequence[Line]) -> str:
    privileged = any(PRIVILEGED in line.agent for line in lines)
    return f"{_WHISKERS} {PRIVILEGED} was given the truth." if privileged else _WHISKERS


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
