"""Figures of plain numbers: curves, mixes of a whole, points with their front."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from lookabout.results.figures import CurveFigure, CurvePanel, MixFigure, MixPanel, SpotFigure
from lookabout.results.formats import plain
from lookabout.results.sheet import (
    INK,
    LINE,
    LINE_HEIGHT,
    SOFT,
    Foot,
    add_axes,
    new_canvas,
    rate_axis,
    wrapped,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas

_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000")
_DASHES: Any = ("-", (0, (4, 1.6)), (0, (1, 1.1)), (0, (6, 1.5, 1, 1.5)))
_MARKS = ("o", "s", "^", "D", "v", "P", "X")
_FILLS: Any = (
    {"facecolor": "#0072B2"},
    {"facecolor": "#E69F00"},
    {"facecolor": "#009E73"},
    {"facecolor": "#e3e5e8", "hatch": "////", "edgecolor": "#b4b9bf", "linewidth": 0.0},
)
_PER_ROW = 3
_LEGEND_CHARS = 64
_NOTHING = 1e-6
"""Of a curve's values, which are percent or centimetres."""
_LEAST_WIDTH = 5.3
"""Inches: a legend's name must fit."""


def canvas_of(figure: CurveFigure | MixFigure | SpotFigure) -> Canvas:
    """The figure on a sheet."""
    if isinstance(figure, CurveFigure):
        return _curves(figure)
    if isinstance(figure, MixFigure):
        return _mixes(figure)
    return _spots(figure)


def _style(number: int) -> dict[str, Any]:
    """Of the curve of a name: dashes change with the colour, so that neither is needed alone."""
    return {
        "color": _COLOURS[number % len(_COLOURS)],
        "linestyle": _DASHES[number % len(_DASHES)],
        "linewidth": 1.4,
    }


def _label(name: str) -> str:
    """For a legend: one line, the middle of a long name left out."""
    name = plain(name) or "(no name)"
    if len(name) <= _LEGEND_CHARS:
        return name
    return f"{name[: _LEGEND_CHARS // 2]}…{name[-_LEGEND_CHARS // 2 + 1 :]}"


def _curves(figure: CurveFigure) -> Canvas:
    from matplotlib.lines import Line2D

    across = max(len(row) for row in figure.rows)
    panel_width, panel_height, left, foot, head = 2.75, 1.5, 0.55, 0.42, 0.14
    width = max(across * (panel_width + left) + 0.15, _LEAST_WIDTH)
    order = list(dict.fromkeys(c.name for row in figure.rows for p in row for c in p.curves))
    handles = [
        Line2D([], [], label=_label(name), **_style(number)) for number, name in enumerate(order)
    ]
    end = Foot("", figure.note, handles, width)
    total = len(figure.rows) * (head + panel_height + foot) + end.height
    canvas = new_canvas(width, total)
    y = total
    for row in figure.rows:
        y -= head + panel_height
        for i, panel in enumerate(row):
            x = left + i * (panel_width + left)
            _curve_panel(add_axes(canvas, (x, y, panel_width, panel_height)), panel, order)
        y -= foot
    end.add(canvas, left)
    return canvas


def _curve_panel(axes: Axes, panel: CurvePanel, order: Sequence[str]) -> None:
    from matplotlib.ticker import MaxNLocator

    _plain_axes(axes)
    for curve in panel.curves:
        xs, ys = [x for x, _ in curve.points], [y for _, y in curve.points]
        # A single point is no line, so it is marked.
        mark = "o" if len(xs) == 1 else None
        axes.plot(xs, ys, marker=mark, markersize=3, zorder=3, **_style(order.index(curve.name)))
    highest = max((y for curve in panel.curves for _, y in curve.points), default=0.0)
    # What is 0 but for rounding is drawn on the axis, not blown up.
    top = panel.top * 1.03 if panel.top else None if highest > _NOTHING else 1.0
    axes.set_ylim(0, top)
    axes.set_xlim(left=0)
    if all(x == int(x) for curve in panel.curves for x, _ in curve.points):
        # Counts, of which there are no halves.
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlabel(panel.x_axis, color=SOFT, fontsize=7.5, labelpad=2)
    axes.set_ylabel(panel.y_axis, color=SOFT, fontsize=7.5, labelpad=3)


def _mixes(figure: MixFigure) -> Canvas:
    from matplotlib.patches import Patch

    across = min(_PER_ROW, len(figure.panels))
    panel_width, panel_height, left, foot = 2.3, 1.35, 0.6, 0.32
    names = [wrapped(panel.title, 36) for panel in figure.panels]
    lines = [names[k : k + across] for k in range(0, len(names), across)]
    heads = [0.12 + LINE_HEIGHT * max(n.count("\n") + 1 for n in own) for own in lines]
    width = left + max(across * (panel_width + 0.2), 3.4) + 0.1
    handles = [
        Patch(label=plain(part), **_FILLS[i % len(_FILLS)]) for i, part in enumerate(figure.parts)
    ]
    end = Foot(figure.x_axis, figure.note, handles, width)
    total = 0.05 + sum(heads) + len(lines) * (panel_height + foot) + end.height
    canvas = new_canvas(width, total)
    y = total - 0.05
    for j, own in enumerate(lines):
        y -= heads[j] + panel_height
        for i, name in enumerate(own):
            x = left + i * (panel_width + 0.2)
            axes = add_axes(canvas, (x, y, panel_width, panel_height))
            axes.set_title(name, loc="left", color=INK, pad=4, fontsize=7.5)
            _mix_panel(axes, figure.panels[j * across + i], figure.stages)
            if i:
                axes.set_yticklabels([])
        y -= foot
    middle = (total + end.height) / 2 / total
    canvas.text(
        0.14 / width, middle, figure.axis, rotation=90, va="center", ha="center", color=SOFT
    )
    end.add(canvas, left)
    return canvas


def _mix_panel(axes: Axes, panel: MixPanel, stages: Sequence[str]) -> None:
    rate_axis(axes.yaxis, axes)
    axes.set_ylim(0, 100)
    bottoms = [0.0] * len(stages)
    for i, own in enumerate(panel.shares):
        heights = [100 * (share or 0.0) for share in own]
        axes.bar(
            range(len(stages)), heights, 0.94, bottom=bottoms, zorder=2, **_FILLS[i % len(_FILLS)]
        )
        bottoms = [a + b for a, b in zip(bottoms, heights, strict=True)]
    axes.set_xlim(-0.6, len(stages) - 0.4)
    axes.set_xticks(range(len(stages)), labels=list(map(plain, stages)), fontsize=6.5)
    axes.tick_params(axis="x", pad=2, length=0)


def _spots(figure: SpotFigure) -> Canvas:
    from matplotlib.lines import Line2D

    left, panel_width, panel_height, foot = 0.6, 5.2, 3.0, 0.45
    width = left + panel_width + 0.25
    order = [spot.name for spot in figure.spots]
    handles = [
        Line2D([], [], label=_label(name), linestyle="", **_mark(i, figure.spots[i].hollow))
        for i, name in enumerate(order)
    ]
    end = Foot("", figure.note, handles, width)
    total = 0.15 + panel_height + foot + end.height
    canvas = new_canvas(width, total)
    axes = add_axes(canvas, (left, end.height + foot, panel_width, panel_height))
    _plain_axes(axes)
    axes.set_xscale("log")
    places = {spot.name: (spot.x, spot.y) for spot in figure.spots}
    front = [places[name] for name in figure.front]
    axes.plot(
        [x for x, _ in front], [y for _, y in front], color=SOFT, linewidth=1.1, zorder=2,
        linestyle=(0, (3, 2)),
    )  # fmt: skip
    for i, spot in enumerate(figure.spots):
        if spot.error is not None:
            axes.errorbar(
                spot.x, spot.y, yerr=spot.error, fmt="none", ecolor=SOFT, elinewidth=0.9,
                capsize=2, zorder=3,
            )  # fmt: skip
        axes.plot([spot.x], [spot.y], zorder=4, **_mark(i, spot.hollow))
    xs = [spot.x for spot in figure.spots]
    axes.set_xlim(min(xs) / 2, max(xs) * 2)
    axes.set_ylim(bottom=0)
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:g}")
    axes.xaxis.set_minor_formatter(lambda value, _: "")
    axes.set_xlabel(figure.x_axis, color=SOFT, labelpad=3)
    axes.set_ylabel(figure.y_axis, color=SOFT, labelpad=4)
    end.add(canvas, left)
    return canvas


def _mark(number: int, hollow: bool) -> dict[str, Any]:
    colour = _COLOURS[number % len(_COLOURS)]
    return {
        "marker": _MARKS[number % len(_MARKS)],
        "markersize": 6,
        "color": colour,
        "markerfacecolor": "white" if hollow else colour,
    }


def _plain_axes(axes: Axes) -> None:
    axes.grid(True, color=LINE, linewidth=0.6, zorder=0)
    axes.set_axisbelow(True)
    axes.tick_params(length=0, labelsize=7)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
