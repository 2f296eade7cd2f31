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


Span = tuple[float, float]
"""Both ends of an interval, the lower first."""


@dataclass(frozen=True)
class Series:
    """A line through rates, broken where there is no value (None)."""

    name: str
    values: tuple[Share | None, ...]
    dashed: bool = False
    """Drawn dashed, with hollow marks."""


@dataclass(frozen=True)
class TrendPanel:
    """Lines over a quantity in intervals."""

    title: str
    positions: tuple[Span, ...]
    """In ascending order; a line is broken where one is missing in between."""
    series: tuple[Series, ...]


@dataclass(frozen=True)
class TrendFigure:
    """Small panels of lines with Wilson's 95 % intervals."""

    panels: tuple[TrendPanel, ...]
    caption: str
    x_axis: str
    note: str = ""
    axis: str = "Success rate, %"


@dataclass(frozen=True)
class Curve:
    """A line through numbers."""

    name: str
    points: tuple[tuple[float, float], ...]
    """(x, y) in order of x."""


@dataclass(frozen=True)
class CurvePanel:
    """Lines over a quantity."""

    x_axis: str
    y_axis: str
    curves: tuple[Curve, ...]
    top: float | None = None
    """Upper end of the y axis, which starts at 0; None: as the values need."""


@dataclass(frozen=True)
class CurveFigure:
    """Panels of lines in rows; a name has one style throughout."""

    rows: tuple[tuple[CurvePanel, ...], ...]
    """All as long as the first."""
    caption: str
    note: str = ""


@dataclass(frozen=True)
class MixPanel:
    """How a whole is made up, over ordered stages."""

    title: str
    shares: tuple[tuple[float | None, ...], ...]
    """Of each part at each stage, in [0, 1]; None at a stage where there is nothing."""


@dataclass(frozen=True)
class MixFigure:
    """Stacked shares, one panel a subject."""

    parts: tuple[str, ...]
    stages: tuple[str, ...]
    panels: tuple[MixPanel, ...]
    caption: str
    x_axis: str
    axis: str
    note: str = ""


@dataclass(frozen=True)
class Spot:
    """A point with a name."""

    name: str
    x: float
    y: float
    error: float | None = None
    """Standard error of y."""
    hollow: bool = False
    """Quoted, not measured."""


@dataclass(frozen=True)
class SpotFigure:
    """Points over a logarithmic quantity, and the line of those that no other betters."""

    spots: tuple[Spot, ...]
    """x above 0."""
    front: tuple[str, ...]
    """Names of the points on the line, in order of x."""
    caption: str
    x_axis: str
    y_axis: str
    note: str = ""


@dataclass(frozen=True)
class BreakdownRow:
    """A whole and its parts."""

    name: str
    parts: tuple[Share, ...]
    """One for each of the figure's parts, of the same n, n together."""
    mark: Share | None = None
    """A rate of something else, shown on the same axis."""


@dataclass(frozen=True)
class BreakdownPanel:
    """Wholes below each other."""

    title: str
    rows: tuple[BreakdownRow, ...]


@dataclass(frozen=True)
class BreakdownFigure:
    """How wholes are made up of many parts: stacked horizontal bars, panels below each other."""

    parts: tuple[str, ...]
    """Names, in the order of stacking."""
    panels: tuple[BreakdownPanel, ...]
    caption: str
    axis: str
    mark: str = ""
    """What the rows' marks are; '' if they have none."""
    note: str = ""


Figure = (
    BarFigure | StackFigure | TrendFigure | CurveFigure | MixFigure | SpotFigure | BreakdownFigure
)
