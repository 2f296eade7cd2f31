"""Figures as plain data. How they are drawn is :mod:`lookabout.results.plotting`."""

from __future__ import annotations

from dataclasses import dataclass

from lookabout.results.statistics import Share
from lookabout.results.tables import Quoted

Value = Share | Quoted | None


@dataclass(frozen=True)
class Reference:
    """A value to compare bars with, drawn as a dashed line."""

    name: str
    value: Value


@dataclass(frozen=True)
class Panel:
    """One column of bars: a value for each of its band's rows."""

    title: str
    values: tuple[Value, ...]
    references: tuple[Reference, ...] = ()


@dataclass(frozen=True)
class Band:
    """Panels side by side that share their rows."""

    title: str
    rows: tuple[str, ...]
    """Names, e.g. of agents."""
    panels: tuple[Panel, ...]
    """All with as many values as there are rows."""


@dataclass(frozen=True)
class BarFigure:
    """Rates as horizontal bars with Wilson's 95 % intervals, one panel a condition."""

    bands: tuple[Band, ...]
    caption: str
    """For pages, where the figure's own note is not repeated."""
    note: str = ""
    """Drawn into the figure: what must not be lost when it is taken elsewhere."""
    axis: str = "Success rate, %"


@dataclass(frozen=True)
class StackRow:
    """Two parts of n, and their sum, in one bar."""

    name: str
    first: Share
    second: Share
    """Of the same n."""


@dataclass(frozen=True)
class StackFigure:
    """Shares in two parts as stacked bars, one panel a condition."""

    panels: tuple[tuple[str, tuple[StackRow, ...]], ...]
    """(title, rows)."""
    parts: tuple[str, str]
    """What the parts are."""
    caption: str
    axis: str
    note: str = ""


@dataclass(frozen=True)
class Series:
    """A line through rates; None where there is no value."""

    name: str
    values: tuple[Share | None, ...]
    dashed: bool = False
    """Drawn dashed, with hollow marks."""


@dataclass(frozen=True)
class TrendPanel:
    """Lines over ordered conditions."""

    title: str
    positions: tuple[str, ...]
    series: tuple[Series, ...]


@dataclass(frozen=True)
class TrendFigure:
    """Small panels of lines with Wilson's 95 % intervals."""

    panels: tuple[TrendPanel, ...]
    caption: str
    x_axis: str
    note: str = ""
    axis: str = "Success rate, %"


Figure = BarFigure | StackFigure | TrendFigure
