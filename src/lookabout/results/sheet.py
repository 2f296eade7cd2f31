"""What figures share: the sheet, axes placed in inches, names, and what stands below.

Colours are Okabe and Ito's, which colour-blind readers can tell apart.
"""

from __future__ import annotations

import logging
import re
import textwrap
import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Any

from lookabout.results.formats import NOTHING, plain

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
_MOST_CHARS = 96
"""Of a name."""
CHAR, LINE_HEIGHT, GAP = 0.066, 0.14, 0.12
"""Width of a character, height of a line, room between panels; inches."""


@contextmanager
def settings() -> Iterator[None]:
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


@dataclass(frozen=True)
class Foot:
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
        return max(1, int(self.width / (0.6 + longest * CHAR)))

    @property
    def _legend(self) -> int:
        return -(-len(self.handles) // self._columns)

    @property
    def height(self) -> float:
        """Inches."""
        return 0.24 + 0.2 * self._legend + 0.14 * len(self._note) + 0.06

    def add(self, canvas: Canvas, left: float) -> None:
        """Draw it; the axis' name starts ``left`` inches from the edge, as the panels do."""
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


def row_axis(axes: Axes, names: Sequence[str] | None, rows: Sequence[float]) -> list[float]:
    """Rows from above, of given heights; where their middles are."""
    edges = [0.0, *accumulate(rows)]
    middles = [(a + b) / 2 for a, b in pairwise(edges)]
    rate_axis(axes.xaxis, axes)
    axes.set_ylim(edges[-1], 0)
    axes.set_yticks(middles, labels=list(names) if names else [""] * len(middles))
    return middles


def rate_axis(axis: Any, axes: Axes) -> None:
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


def new_canvas(width: float, height: float) -> Canvas:
    """An empty sheet, inches; nothing of it is shared with other users of Matplotlib."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure as Canvas

    canvas = Canvas(figsize=(width, height), facecolor="white")
    FigureCanvasAgg(canvas)
    return canvas


def add_axes(canvas: Canvas, box: tuple[float, float, float, float]) -> Axes:
    """Axes in a box (left, bottom, width, height), inches."""
    width, height = canvas.get_size_inches()
    x, y, w, h = box
    return canvas.add_axes((x / width, y / height, w / width, h / height))


def draw_nothing(axes: Axes, middle: float) -> None:
    """Say in a row that nothing is known."""
    axes.text(2, middle, NOTHING, va="center", color=SOFT, fontsize=7)


def room_for(names: Iterable[str]) -> float:
    """Room for names, inches."""
    return 0.25 + CHAR * max((len(line) for name in names for line in name.split("\n")), default=0)


def row_height(name: str) -> float:
    """Room for a wrapped name, inches."""
    return 0.12 + 0.15 * (name.count("\n") + 1)


def wrapped(name: str, chars: int = 30) -> str:
    """
    A name on a few lines, broken between words; a word that is too long for a line at its
    joints, or anywhere if it has none. Of an endless name the middle is left out.
    """
    name = _shortened(plain(name) or "(no name)")
    # What marks a name stays beside it.
    name = re.sub(r" (?=\S$)", "\N{NO-BREAK SPACE}", name)
    main, bracket, rest = name.partition(" (")
    pieces = [main, bracket[1:] + rest] if bracket and len(name) > chars else [name]
    lines = []
    for piece in pieces:
        line = ""
        for word in re.findall(r"[^ ]+ ?| ", piece):
            parts = [word]
            if len(word.rstrip(" ")) > chars:
                parts = re.findall(rf"[^ /_-]{{1,{chars}}}[ /_-]?|[ /_-]", word)
            for part in parts:
                if line and len(line) + len(part.rstrip(" ")) > chars:
                    lines.append(line.rstrip(" "))
                    line = ""
                line += part
        lines.append(line.rstrip(" "))
    return "\n".join(lines)


def _shortened(name: str) -> str:
    """At most about ``_MOST_CHARS`` characters; the middle left out, between words if it can."""
    if len(name) <= _MOST_CHARS:
        return name
    head, tail = name[: _MOST_CHARS // 2], name[-_MOST_CHARS // 2 :]
    return f"{re.sub(r' [^ ]*$', ' ', head)}…{re.sub(r'^[^ ]* ', ' ', tail)}"
