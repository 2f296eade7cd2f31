"""Figures drawn with Matplotlib, as PNG and SVG. The same figure gives the same bytes.

Nothing depends on colour alone: rows and panels tell values apart by place, curves by dashes
and marks. Colours are Okabe and Ito's, which colour-blind readers can tell apart.
"""

from __future__ import annotations

import io
import logging
import re
import textwrap
import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Any

from lookabout.results.figures import (
    BarFigure,
    Figure,
    Panel,
    StackFigure,
    TrendFigure,
    TrendPanel,
    Value,
)
from lookabout.results.formats import NOTHING, plain
from lookabout.results.statistics import Share
from lookabout.results.tables import Quoted

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas

BLUE, ORANGE, SKY = "#0072B2", "#D55E00", "#56B4E9"
INK, SOFT, LINE = "#1b1e22", "#5a6068", "#d9dce0"
_STYLE: Any = {
    "font.family": "DejaVu Sans",
    "font.size": 8.0,
    "axes.titlesize": 8.5,
    "axes.edgecolor": LINE,
    "axes.linewidth": 0.8,
    "axes.labelcolor": INK,
    "text.color": INK,
    "text.parse_math": False,
    "xtick.color": SOFT,
    "ytick.color": INK,
    "hatch.linewidth": 0.7,
    "svg.hashsalt": "lookabout",
    "svg.fonttype": "path",
}
_DASHES = ((0, (4, 2)), (0, (1, 1.2)), (0, (6, 2, 1, 2)))
_PARTS: Any = (
    {"color": BLUE},
    {"facecolor": "white", "edgecolor": ORANGE, "hatch": "//////", "linewidth": 0.8},
)
_MOST_CHARS = 96
"""Of a name."""
_CHAR, _LINE, _GAP = 0.066, 0.14, 0.12
"""Width of a character, height of a line, room between panels; inches."""
_MAX_PIXELS, _DPI = 20_000, 160
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
    with _settings():
        if isinstance(figure, BarFigure):
            canvas = _bars(figure)
        elif isinstance(figure, StackFigure):
            canvas = _stacks(figure)
        else:
            canvas = _trends(figure)
        width, height = canvas.get_size_inches()
        dpi = min(_DPI, _MAX_PIXELS / max(width, height))
        svg, png = io.BytesIO(), io.BytesIO()
        canvas.savefig(svg, format="svg", metadata={"Date": None, "Creator": None})
        canvas.savefig(png, format="png", dpi=dpi, metadata={"Software": None})
    return Drawn(png.getvalue(), svg.getvalue(), round(width * dpi), round(height * dpi))


@contextmanager
def _settings() -> Iterator[None]:
    """Matplotlib's own defaults and ours, whatever the user's configuration says."""
    import matplotlib as mpl

    log = logging.getLogger("matplotlib")
    level = log.level
    with mpl.rc_context(), warnings.catch_warnings():
        # Names may hold characters that the font lacks; a box stands for them.
        warnings.simplefilter("ignore", UserWarning)
        log.setLevel(logging.ERROR)
        mpl.rcdefaults()
        mpl.rcParams.update(_STYLE)
        try:
            yield
        finally:
            log.setLevel(level)


def _bars(figure: BarFigure) -> Canvas:
    names = [[_wrapped(name) for name in band.rows] for band in figure.bands]
    rows = [[_row_height(name) for name in own] for own in names]
    widest = max(len(band.panels) for band in figure.bands)
    left = _left(name for own in names for name in own)
    panel = max(0.95, min(2.4, 7.0 / widest))
    titles = [[_wrapped(p.title, int(panel / _CHAR)) for p in band.panels] for band in figure.bands]
    heads = [
        0.1 + _LINE * max(title.count("\n") + 1 for title in own) + (0.26 if band.title else 0)
        for band, own in zip(figure.bands, titles, strict=True)
    ]
    foot, legend = 0.34, _reference_names(figure)
    width = left + widest * (panel + _GAP) + 0.15
    handles = [_dash(i, name) for i, name in enumerate(legend)]
    end = _End(figure.axis, figure.note, handles, width)
    total = 0.08 + sum(map(sum, rows)) + sum(heads) + foot * len(rows) + end.height
    canvas = _canvas(width, total)
    y = total - 0.08
    for k, band in enumerate(figure.bands):
        if band.title:
            canvas.text(0.1 / width, y / total, plain(band.title), va="top", weight="bold")
        y -= heads[k]
        height = sum(rows[k])
        for i, shown in enumerate(band.panels):
            x = left + i * (panel + _GAP)
            axes = _axes(canvas, (x, y - height, panel, height))
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
    middles = _row_axis(axes, names, rows)
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
        _nothing(axes, middle)
        return
    if isinstance(value, Quoted):
        axes.barh(middle, percent, 0.15, facecolor="white", edgecolor=SOFT, linewidth=0.9, zorder=2)
        low = high = value.error or 0.0
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
    names = [_wrapped(name) for name in order]
    rows = [_row_height(name) for name in names]
    left = _left(names)
    panel = max(1.5, min(3.2, 7.0 / len(panels)))
    width = left + len(panels) * (panel + _GAP) + 0.15
    end = _End(figure.axis, figure.note, [_patch(i, n) for i, n in enumerate(figure.parts)], width)
    total = 0.34 + sum(rows) + 0.34 + end.height
    canvas = _canvas(width, total)
    for i, (title, own) in enumerate(panels):
        x = left + i * (panel + _GAP)
        axes = _axes(canvas, (x, total - 0.34 - sum(rows), panel, sum(rows)))
        axes.set_title(plain(title), loc="left", color=INK, pad=4, fontsize=8)
        found = {row.name: row for row in own}
        for name, middle in zip(order, _row_axis(axes, None if i else names, rows), strict=True):
            row = found.get(name)
            if row is None or row.first.percent is None or row.second.percent is None:
                _nothing(axes, middle)
                continue
            first, second = row.first.percent, row.second.percent
            axes.barh(middle, first, 0.17, **_PARTS[0], zorder=2)
            if second:
                axes.barh(middle, second, 0.17, left=first, **_PARTS[1], zorder=2)
            text = f"{row.first.count} + {row.second.count} of {row.first.n}"
            inside = first + second > 60
            axes.text(
                2 if inside else first + second + 2,
                middle,
                text,
                va="center",
                fontsize=6.5,
                color="white" if inside and first > 40 else SOFT,
            )
    end.add(canvas, left)
    return canvas


def _trends(figure: TrendFigure) -> Canvas:
    panels = figure.panels
    across = min(_PER_ROW, len(panels))
    names = [_wrapped(panel.title) for panel in panels]
    lines = [names[k : k + across] for k in range(0, len(names), across)]
    heads = [0.12 + _LINE * max(name.count("\n") + 1 for name in own) for own in lines]
    panel_width, panel_height, left, foot = 1.95, 1.25, 0.55, 0.5
    width = left + max(across * (panel_width + 0.18), 3.2) + 0.1
    series = list(dict.fromkeys((s.name, s.dashed) for panel in panels for s in panel.series))
    handles = [_curve(i, name, dashed) for i, (name, dashed) in enumerate(series)]
    end = _End(figure.x_axis, figure.note, handles, width)
    total = 0.05 + sum(heads) + len(lines) * (panel_height + foot) + end.height
    canvas = _canvas(width, total)
    y = total - 0.05
    for j, own in enumerate(lines):
        y -= heads[j] + panel_height
        for i, name in enumerate(own):
            x = left + i * (panel_width + 0.18)
            axes = _axes(canvas, (x, y, panel_width, panel_height))
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
    _rate_axis(axes.yaxis, axes)
    labels = [plain(position) for position in panel.positions]
    axes.set_xlim(-0.5, len(labels) - 0.5)
    axes.set_xticks(range(len(labels)), labels=labels, rotation=38, ha="right", fontsize=6.5)
    axes.tick_params(axis="x", pad=1)
    for i, series in enumerate(panel.series):
        # Side by side, so that intervals do not hide each other.
        shift = 0.16 * (i - (len(panel.series) - 1) / 2)
        known = [(k + shift, v) for k, v in enumerate(series.values) if v is not None and v.n]
        rates = [v.percent or 0.0 for _, v in known]
        ends = [v.wilson() for _, v in known]
        # Whiskers end exactly at the interval; rounding may put an end past the rate itself.
        down = [max(r - 100 * e.low, 0.0) for r, e in zip(rates, ends, strict=True)]
        up = [max(100 * e.high - r, 0.0) for r, e in zip(rates, ends, strict=True)]
        axes.errorbar(
            [x for x, _ in known],
            rates,
            yerr=[down, up],
            elinewidth=0.8,
            capsize=1.5,
            zorder=3,
            **_curve_style(order.index(series.name), series.dashed),
        )


@dataclass(frozen=True)
class _End:
    """What stands below the panels: the axis' name, a legend, a note."""

    axis: str
    note: str
    handles: Sequence[Any]
    width: float
    """Of the figure, inches."""

    @property
    def _note(self) -> list[str]:
        return textwrap.wrap(plain(self.note), int(self.width / 0.062))

    @property
    def _columns(self) -> int:
        longest = max((len(handle.get_label()) for handle in self.handles), default=1)
        return max(1, int(self.width / (0.6 + longest * _CHAR)))

    @property
    def _legend(self) -> int:
        return -(-len(self.handles) // self._columns)

    @property
    def height(self) -> float:
        return 0.24 + 0.2 * self._legend + 0.14 * len(self._note) + 0.06

    def add(self, canvas: Canvas, left: float) -> None:
        total, width = canvas.get_figheight(), self.width
        canvas.text(left / width, self.height / total, self.axis, va="top", color=SOFT)
        if self.handles:
            canvas.legend(
                handles=self.handles,
                loc="upper left",
                bbox_to_anchor=(0.1 / width, (self.height - 0.2) / total),
                ncols=self._columns,
                frameon=False,
                fontsize=7.5,
                borderpad=0,
                borderaxespad=0,
                labelspacing=0.35,
            )
        for k, line in enumerate(reversed(self._note)):
            y = (0.08 + 0.14 * k) / total
            canvas.text(0.1 / width, y, line, color=SOFT, fontsize=7, va="bottom")


def _row_axis(axes: Axes, names: Sequence[str] | None, rows: Sequence[float]) -> list[float]:
    """Rows from above, of given heights; where their middles are."""
    edges = [0.0, *accumulate(rows)]
    middles = [(a + b) / 2 for a, b in pairwise(edges)]
    _rate_axis(axes.xaxis, axes)
    axes.set_ylim(edges[-1], 0)
    axes.set_yticks(middles, labels=list(names) if names else [""] * len(middles))
    return middles


def _rate_axis(axis: Any, axes: Axes) -> None:
    """0 to 100 %, with light lines; without frame."""
    limit = axes.set_xlim if axis is axes.xaxis else axes.set_ylim
    limit(0, 100 if axis is axes.xaxis else 103)
    axis.set_ticks([0, 25, 50, 75, 100], labels=["0", "", "50", "", "100"], fontsize=7)
    if axis is axes.xaxis:
        # Inwards, so that the numbers of neighbours do not run into each other.
        first, *_, last = axis.get_ticklabels()
        first.set_horizontalalignment("left")
        last.set_horizontalalignment("right")
    axis.grid(True, color=LINE, linewidth=0.6, zorder=0)
    axes.set_axisbelow(True)
    axes.tick_params(length=0)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)


def _canvas(width: float, height: float) -> Canvas:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure as Canvas

    canvas = Canvas(figsize=(width, height), facecolor="white")
    FigureCanvasAgg(canvas)
    return canvas


def _axes(canvas: Canvas, box: tuple[float, float, float, float]) -> Axes:
    """Axes in a box (left, bottom, width, height), inches."""
    width, height = canvas.get_size_inches()
    x, y, w, h = box
    return canvas.add_axes((x / width, y / height, w / width, h / height))


def _nothing(axes: Axes, middle: float) -> None:
    axes.text(2, middle, NOTHING, va="center", color=SOFT, fontsize=7)


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


def _left(names: Iterable[str]) -> float:
    """Room for names, inches."""
    return 0.25 + _CHAR * max((len(line) for name in names for line in name.split("\n")), default=0)


def _row_height(name: str) -> float:
    return 0.12 + 0.15 * (name.count("\n") + 1)


def _wrapped(name: str, chars: int = 30) -> str:
    """
    A name on a few lines, broken where names have joints; of an endless one the middle is left
    out.
    """
    name = plain(name) or "(no name)"
    if len(name) > _MOST_CHARS:
        name = f"{name[: _MOST_CHARS // 2]}…{name[-_MOST_CHARS // 2 :]}"
    # What marks a name stays beside it.
    name = re.sub(r" (?=\S$)", "\N{NO-BREAK SPACE}", name)
    main, bracket, rest = name.partition(" (")
    pieces = [main, bracket[1:] + rest] if bracket and len(name) > chars else [name]
    lines = []
    for piece in pieces:
        line = ""
        for joint in re.findall(rf"[^ /_-]{{1,{chars}}}[ /_-]?|[ /_-]", piece):
            if line and len(line) + len(joint.rstrip()) > chars:
                lines.append(line.rstrip())
                line = ""
            line += joint
        lines.append(line.rstrip())
    return "\n".join(lines)
