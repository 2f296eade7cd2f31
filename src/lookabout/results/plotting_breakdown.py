"""Figures of wholes in many parts: stacked bars, told apart by colour and by hatching."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from lookabout.results.figures import BreakdownFigure, BreakdownRow
from lookabout.results.formats import plain
from lookabout.results.sheet import (
    INK,
    SOFT,
    Foot,
    add_axes,
    draw_nothing,
    new_canvas,
    room_for,
    row_axis,
    row_height,
    wrapped,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas

    from lookabout.results.statistics import Share

_FILLS: Any = (
    {"facecolor": "#0072B2"},
    {"facecolor": "#E69F00", "hatch": "////", "edgecolor": "#8a5f00"},
    {"facecolor": "#9ad0ee"},
    {"facecolor": "#ffffff", "hatch": "....", "edgecolor": "#7b828a"},
    {"facecolor": "#009E73", "hatch": "\\\\\\\\", "edgecolor": "#005c43"},
    {"facecolor": "#CC79A7"},
    {"facecolor": "#3c4147"},
)
_BAR, _PANEL, _COUNT = 0.19, 4.2, 0.55
"""Height of a bar, width of a panel, room for a count; inches."""


def canvas_of(figure: BreakdownFigure) -> Canvas:
    """The figure on a sheet."""
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    names = [[wrapped(row.name) for row in panel.rows] for panel in figure.panels]
    rows = [[row_height(name) for name in own] for own in names]
    left = room_for(name for own in names for name in own)
    width = left + _PANEL + _COUNT + 0.1
    handles: list[Any] = [
        Patch(label=plain(part), linewidth=0.5, **_FILLS[i % len(_FILLS)])
        for i, part in enumerate(figure.parts)
    ]
    if figure.mark:
        handles.append(Line2D([], [], linestyle="", label=plain(figure.mark), **_DIAMOND))
    end = Foot(figure.axis, figure.note, handles, width)
    head, foot = 0.3, 0.3
    total = 0.05 + sum(map(sum, rows)) + len(rows) * (head + foot) + end.height
    canvas = new_canvas(width, total)
    y = total - 0.05
    for panel, own, heights in zip(figure.panels, names, rows, strict=True):
        y -= head + sum(heights)
        axes = add_axes(canvas, (left, y, _PANEL, sum(heights)))
        axes.set_title(plain(panel.title), loc="left", color=INK, pad=4, fontsize=8)
        middles = row_axis(axes, own, heights)
        for row, middle in zip(panel.rows, middles, strict=True):
            _bar(axes, row, middle)
        y -= foot
    end.add(canvas, left)
    return canvas


_DIAMOND: Any = {
    "marker": "D",
    "markersize": 6,
    "color": INK,
    "markeredgecolor": "white",
    "markeredgewidth": 1.2,
}


def _bar(axes: Axes, row: BreakdownRow, middle: float) -> None:
    count = row.parts[0].n if row.parts else 0
    if count:
        _parts(axes, row.parts, middle)
        axes.text(101.5, middle, f"n = {count}", va="center", fontsize=7, color=SOFT)
    else:
        draw_nothing(axes, middle)
    if row.mark is not None and row.mark.percent is not None:
        axes.plot([row.mark.percent], [middle], clip_on=False, zorder=5, **_DIAMOND)


def _parts(axes: Axes, parts: Sequence[Share], middle: float) -> None:
    done = 0.0
    for i, part in enumerate(parts):
        percent = part.percent or 0.0
        if percent:
            style = {"edgecolor": "white"} | _FILLS[i % len(_FILLS)]
            axes.barh(middle, percent, _BAR, left=done, linewidth=0.5, zorder=2, **style)
        done += percent
