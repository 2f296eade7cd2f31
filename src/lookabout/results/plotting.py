"""Figures drawn with Matplotlib, as PNG and SVG. The same figure gives the same bytes.

Nothing depends on colour alone: rows and panels tell values apart by place, curves by dashes
and marks.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lookabout.results import plotting_breakdown, plotting_numbers
from lookabout.results.figures import (
    BarFigure,
    BreakdownFigure,
    Figure,
    Panel,
    Span,
    StackFigure,
    TrendFigure,
    TrendPanel,
    Value,
)
from lookabout.results.formats import plain
from lookabout.results.sheet import (
    BLUE,
    CHAR,
    GAP,
    INK,
    LINE_HEIGHT,
    ORANGE,
    SKY,
    SOFT,
    Foot,
    add_axes,
    draw_nothing,
    new_canvas,
    rate_axis,
    room_for,
    row_axis,
    row_height,
    settings,
    wrapped,
)
from lookabout.results.statistics import Share
from lookabout.results.tables import Quoted

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas

_DASHES = ((0, (4, 2)), (0, (1, 1.2)), (0, (6, 2, 1, 2)))
_PARTS: Any = (
    {"color": BLUE},
    {"facecolor": "white", "edgecolor": ORANGE, "hatch": "//////", "linewidth": 0.8},
)
_MAX_PIXELS, _DPI = 20_000, 160
_MOST_TICKS = 12
_PER_ROW = 4
"""Trend panels side by side."""


@dataclass(frozen=True)
class Drawn:
    """A figure as files."""

    png: bytes
    svg: bytes
    width: int
    """Of the PNG, pixels."""
    height: int


def draw(figure: Figure) -> Drawn:
    """Draw a figure; text is taken as it is, never as mathematics or markup."""
    with settings():
        if isinstance(figure, BarFigure):
            canvas = _bars(figure)
        elif isinstance(figure, StackFigure):
            canvas = _stacks(figure)
        elif isinstance(figure, TrendFigure):
            canvas = _trends(figure)
        elif isinstance(figure, BreakdownFigure):
            canvas = plotting_breakdown.canvas_of(figure)
        else:
            canvas = plotting_numbers.canvas_of(figure)
        width, height = canvas.get_size_inches()
        dpi = min(_DPI, _MAX_PIXELS / max(width, height))
        svg, png = io.BytesIO(), io.BytesIO()
        canvas.savefig(svg, format="svg", metadata={"Date": None, "Creator": None})
        canvas.savefig(png, format="png", dpi=dpi, metadata={"Software": None})
    made = png.getvalue()
    # Both stand at the head of every PNG file.
    size = (int.from_bytes(made[at : at + 4], "big") for at in (16, 20))
    return Drawn(made, svg.getvalue(), *size)


def _bars(figure: BarFigure) -> Canvas:
    names = [[wrapped(name) for name in band.rows] for band in figure.bands]
    rows = [[row_height(name) for name in own] for own in names]
    widest = max(len(band.panels) for band in figure.bands)
    left = room_for(name for own in names for name in own)
    panel = max(0.95, min(2.4, 7.0 / widest))
    titles = [[wrapped(p.title, int(panel / CHAR)) for p in band.panels] for band in figure.bands]
    heads = [
        0.1
        + LINE_HEIGHT * max(title.count("\n") + 1 for title in own)
        + (0.26 if band.title else 0)
        for band, own in zip(figure.bands, titles, strict=True)
    ]
    foot, legend = 0.34, _reference_names(figure)
    width = left + widest * (panel + GAP) + 0.15
    handles = [_dash(i, name) for i, name in enumerate(legend)]
    end = Foot(figure.axis, figure.note, handles, width)
    total = 0.08 + sum(map(sum, rows)) + sum(heads) + foot * len(rows) + end.height
    canvas = new_canvas(width, total)
    y = total - 0.08
    for k, band in enumerate(figure.bands):
        if band.title:
            canvas.text(0.1 / width, y / total, plain(band.title), va="top", weight="bold")
        y -= heads[k]
        height = sum(rows[k])
        for i, shown in enumerate(band.panels):
            x = left + i * (panel + GAP)
            axes = add_axes(canvas, (x, y - height, panel, height))
            axes.set_title(titles[k][i], loc="left", color=INK, pad=4, fontsize=8)
            _bar_panel(axes, shown, names[k] if i == 0 else None, rows[k], legend)
        y -= height + foot
    end.add(canvas, left)
    return canvas


def _bar_panel(
    axes: Axes,
    panel: Panel,
    names: Sequence[str] | None,
    rows: Sequence[float],
    legend: Sequence[str],
) -> None:
    middles = row_axis(axes, names, rows)
    for middle, value in zip(middles, panel.values, strict=True):
        _bar(axes, middle, value)
    for reference in panel.references:
        percent = _percent(reference.value)
        if percent is not None:
            style = _DASHES[legend.index(reference.name) % len(_DASHES)]
            axes.axvline(percent, color=INK, linewidth=1.1, linestyle=style, zorder=4)


def _bar(axes: Axes, middle: float, value: Value) -> None:
    percent = _percent(value)
    if percent is None:
        draw_nothing(axes, middle)
        return
    if isinstance(value, Quoted):
        axes.barh(middle, percent, 0.15, facecolor="white", edgecolor=SOFT, linewidth=0.9, zorder=2)
        if value.error is None:
            return  # not known, which no whisker of length 0 would say
        low = high = value.error
    else:
        assert isinstance(value, Share)
        axes.barh(middle, percent, 0.17, color=SKY, edgecolor=BLUE, linewidth=0.7, zorder=2)
        interval = value.wilson()
        low, high = percent - 100 * interval.low, 100 * interval.high - percent
    axes.errorbar(
        percent,
        middle,
        xerr=[[max(low, 0.0)], [max(high, 0.0)]],
        fmt="none",
        ecolor=SOFT if isinstance(value, Quoted) else INK,
        elinewidth=1.0,
        capsize=1.8,
        zorder=3,
    )


def _stacks(figure: StackFigure) -> Canvas:
    panels = figure.panels
    order = list(dict.fromkeys(row.name for _, rows in panels for row in rows))
    names = [wrapped(name) for name in order]
    rows = [row_height(name) for name in names]
    left = room_for(names)
    panel = max(1.5, min(3.2, 7.0 / len(panels)))
    width = left + len(panels) * (panel + GAP) + 0.15
    end = Foot(figure.axis, figure.note, [_patch(i, n) for i, n in enumerate(figure.parts)], width)
    total = 0.34 + sum(rows) + 0.34 + end.height
    canvas = new_canvas(width, total)
    for i, (title, own) in enumerate(panels):
        x = left + i * (panel + GAP)
        axes = add_axes(canvas, (x, total - 0.34 - sum(rows), panel, sum(rows)))
        axes.set_title(plain(title), loc="left", color=INK, pad=4, fontsize=8)
        found = {row.name: row for row in own}
        for name, middle in zip(order, row_axis(axes, None if i else names, rows), strict=True):
            row = found.get(name)
            if row is None or row.first.percent is None or row.second.percent is None:
                draw_nothing(axes, middle)
                continue
            first, second = row.first.percent, row.second.percent
            axes.barh(middle, first, 0.17, **_PARTS[0], zorder=2)
            if second:
                axes.barh(middle, second, 0.17, left=first, **_PARTS[1], zorder=2)
            text = f"{row.first.count} + {row.second.count} of {row.first.n}"
            # Beside the bar, on it where there is no room beside it.
            axes.text(
                first + second + 2 if first + second < 60 else 2,
                middle,
                text,
                va="center",
                fontsize=6.5,
                color=INK,
                bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.8},
                zorder=4,
            )
    end.add(canvas, left)
    return canvas


def _trends(figure: TrendFigure) -> Canvas:
    panels = figure.panels
    across = min(_PER_ROW, len(panels))
    names = [wrapped(panel.title) for panel in panels]
    lines = [names[k : k + across] for k in range(0, len(names), across)]
    heads = [0.12 + LINE_HEIGHT * max(name.count("\n") + 1 for name in own) for own in lines]
    panel_width, panel_height, left, foot = 1.95, 1.25, 0.55, 0.5
    width = left + max(across * (panel_width + 0.18), 3.2) + 0.1
    series = list(dict.fromkeys((s.name, s.dashed) for panel in panels for s in panel.series))
    handles = [_curve(i, name, dashed) for i, (name, dashed) in enumerate(series)]
    end = Foot(figure.x_axis, figure.note, handles, width)
    total = 0.05 + sum(heads) + len(lines) * (panel_height + foot) + end.height
    canvas = new_canvas(width, total)
    y = total - 0.05
    for j, own in enumerate(lines):
        y -= heads[j] + panel_height
        for i, name in enumerate(own):
            x = left + i * (panel_width + 0.18)
            axes = add_axes(canvas, (x, y, panel_width, panel_height))
            axes.set_title(name, loc="left", color=INK, pad=4, fontsize=7.5)
            _trend_panel(axes, panels[j * across + i], [name for name, _ in series])
            if i:
                axes.set_yticklabels([])
        y -= foot
    middle = (total + end.height) / 2 / total
    canvas.text(
        0.14 / width, middle, figure.axis, rotation=90, va="center", ha="center", color=SOFT
    )
    end.add(canvas, left)
    return canvas


def _trend_panel(axes: Axes, panel: TrendPanel, order: Sequence[str]) -> None:
    rate_axis(axes.yaxis, axes)
    spans = panel.positions
    low, high = spans[0][0], max(end for _, end in spans)
    axes.set_xlim(low, high)
    edges = sorted({end for span in spans for end in span})
    if len(edges) <= _MOST_TICKS:
        axes.set_xticks(edges, labels=[f"{edge:g}" for edge in edges])
        # Inwards, so that the numbers of neighbours do not run into each other.
        axes.get_xticklabels()[0].set_horizontalalignment("left")
        axes.get_xticklabels()[-1].set_horizontalalignment("right")
    axes.tick_params(axis="x", pad=2, length=2, labelsize=6.5)
    for i, series in enumerate(panel.series):
        # Side by side, so that intervals do not hide each other.
        shift = 0.16 * (i - (len(panel.series) - 1) / 2)
        style = _curve_style(order.index(series.name), series.dashed)
        for stretch in _stretches(spans, series.values):
            xs = [(a + b) / 2 + shift * (b - a) for (a, b), _ in stretch]
            rates = [v.percent or 0.0 for _, v in stretch]
            ends = [v.wilson() for _, v in stretch]
            # Whiskers end exactly at the interval; rounding may put an end past the rate itself.
            down = [max(r - 100 * e.low, 0.0) for r, e in zip(rates, ends, strict=True)]
            up = [max(100 * e.high - r, 0.0) for r, e in zip(rates, ends, strict=True)]
            drawn = axes.errorbar(
                xs, rates, yerr=[down, up], elinewidth=0.8, capsize=1.5, zorder=3, **style
            )
            # Marks at 0 and 100 % are whole.
            for artist in drawn.get_children():
                artist.set_clip_on(False)


def _stretches(
    spans: Sequence[Span], values: Sequence[Share | None]
) -> list[list[tuple[Span, Share]]]:
    """What a line may join: values in intervals that follow on each other."""
    found: list[list[tuple[Span, Share]]] = []
    for span, value in zip(spans, values, strict=True):
        if value is None or not value.n:
            continue
        if not found or found[-1][-1][0][1] != span[0]:
            found.append([])
        found[-1].append((span, value))
    return found


def _dash(number: int, name: str) -> Any:
    from matplotlib.lines import Line2D

    style = _DASHES[number % len(_DASHES)]
    return Line2D([], [], color=INK, linewidth=1.1, linestyle=style, label=plain(name))


def _patch(number: int, name: str) -> Any:
    from matplotlib.patches import Patch

    return Patch(**_PARTS[number], label=plain(name))


def _curve(number: int, name: str, dashed: bool) -> Any:
    from matplotlib.lines import Line2D

    return Line2D([], [], **_curve_style(number, dashed), label=plain(name))


def _curve_style(number: int, dashed: bool) -> dict[str, Any]:
    colour = ORANGE if dashed else BLUE if number < 2 else INK
    return {
        "color": colour,
        "marker": "s" if dashed else "o",
        "markersize": 3.4,
        "markerfacecolor": "white" if dashed else colour,
        "linestyle": (0, (3, 1.6)) if dashed else "-",
        "linewidth": 1.2,
    }


def _reference_names(figure: BarFigure) -> list[str]:
    return list(
        dict.fromkeys(
            reference.name
            for band in figure.bands
            for panel in band.panels
            for reference in panel.references
            if _percent(reference.value) is not None
        )
    )


def _percent(value: Value) -> float | None:
    return value.percent if value is not None else None
