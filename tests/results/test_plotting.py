"""Figures as files: the same bytes, whole names, and bars as long as they should be."""

import io
import re
import warnings
from xml.etree import ElementTree

import numpy as np
import pytest
from matplotlib.container import ErrorbarContainer
from PIL import Image

from lookabout.results import plotting
from lookabout.results.figures import (
    Band,
    BarFigure,
    Figure,
    Panel,
    Reference,
    Series,
    StackFigure,
    StackRow,
    TrendFigure,
    TrendPanel,
)
from lookabout.results.plotting import draw
from lookabout.results.sheet import add_axes, new_canvas, settings, wrapped
from lookabout.results.statistics import Share
from lookabout.results.tables import Quoted

SKY, BLUE = (86, 180, 233), (0, 114, 178)
NAMES = (
    "openai-api/local/Some-Very-Long-Vision-Language-Model-72B-Instruct-AWQ (compass actions)",
    r"$\frac{1}{0}$ & <script>alert(1)</script> \textbf{x} %_^",
    "模型-七 \x1b[31m\u202e",
    "x" * 400,
    "",
    *(f"agent-{i}" for i in range(5)),
)


def bars(names: tuple[str, ...] = NAMES) -> BarFigure:
    values = tuple(Share(i % 8, 8) for i in range(len(names)))
    line = Reference("human (3 people; human rules)", Quoted(60.8, 6.9, 51))
    panels = tuple(Panel(f"FS-Anomaly-1 number {i}", values, (line,)) for i in range(4))
    empty = Panel("nothing known", (None,) * len(names))
    quoted = Panel("quoted", (Quoted(3.5, 0.9),) * len(names))
    return BarFigure(
        (Band("", names, panels), Band("FS-2 city", names, (empty, quoted))),
        "caption",
        "note " * 60,
    )


def stacks(names: tuple[str, ...] = NAMES) -> StackFigure:
    rows = tuple(StackRow(name, Share(3, 10), Share(i % 7, 10)) for i, name in enumerate(names))
    return StackFigure(
        (("FS-1", rows), ("FS-2", rows[:2])), ("claimed", "not claimed"), "caption", "Share, %"
    )


def trends(names: tuple[str, ...] = NAMES) -> TrendFigure:
    heights = ((30.0, 40.0), (40.0, 50.0), (50.0, 60.0))
    lines = (
        Series("forest", (Share(1, 2), None, Share(0, 3)), dashed=True),
        Series("city", (Share(5, 5), Share(0, 0), Share(2, 3))),
    )
    return TrendFigure(tuple(TrendPanel(n, heights, lines) for n in names), "caption", "Height, m")


FIGURES = pytest.mark.parametrize("figure", [bars(), stacks(), trends()], ids=["b", "s", "t"])


def pixels(png: bytes) -> np.ndarray:
    with Image.open(io.BytesIO(png)) as image:
        return np.asarray(image.convert("RGB"))


@FIGURES
def test_whole_and_safe_with_many_odd_names(figure: Figure) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        drawn = draw(figure)
    image = pixels(drawn.png)
    assert image.shape[:2] == (drawn.height, drawn.width)
    # Nothing is cut off: what touches no edge lies whole inside.
    for edge in (image[:3], image[-3:], image[:, :3], image[:, -3:]):
        assert (edge == 255).all()
    root = ElementTree.fromstring(drawn.svg)
    kinds = {element.tag.rpartition("}")[2] for element in root.iter()}
    assert kinds <= {
        "svg", "g", "path", "defs", "use", "clipPath", "rect", "style", "metadata",
        "RDF", "Work", "type", "format", "pattern", "title",
    }  # fmt: skip
    assert not re.search(rb"<script|<dc:date|<dc:creator", drawn.svg)


@pytest.mark.parametrize(
    "figure", [bars(NAMES[:2]), stacks(NAMES[:2]), trends(NAMES[:2])], ids=["b", "s", "t"]
)
def test_the_same_figure_gives_the_same_bytes_whatever_the_users_configuration(
    figure: Figure,
) -> None:
    import matplotlib as mpl

    first = draw(figure)
    with mpl.rc_context({"font.size": 30.0, "svg.hashsalt": "other", "lines.linewidth": 9.0}):
        assert draw(figure) == first
        assert mpl.rcParams["font.size"] == 30.0


def test_bars_are_as_long_as_their_rates() -> None:
    panel = Panel("p", (Share(1, 4), Share(2, 4), Share(4, 4)))
    image = pixels(draw(BarFigure((Band("", ("a", "b", "c"), (panel,)),), "")).png)
    found = (np.abs(image.astype(int) - SKY).max(axis=2) < 6).sum(axis=1)
    # In the rows of pixels just inside of a bar, beside the whisker.
    lengths = sorted({int(n) for n in found if n > 20}, reverse=True)
    full = lengths[0]
    assert any(abs(n / full - 0.5) < 0.02 for n in lengths)
    assert any(abs(n / full - 0.25) < 0.02 for n in lengths)


def test_an_unknown_error_has_no_whisker() -> None:
    def whiskers(value: Quoted) -> int:
        with settings():
            canvas = new_canvas(3, 1)
            axes = add_axes(canvas, (0.5, 0.3, 2, 0.5))
            plotting._bar(axes, 0.5, value)
            return len([c for c in axes.containers if isinstance(c, ErrorbarContainer)])

    assert whiskers(Quoted(40.0, 2.0)) == 1
    assert whiskers(Quoted(40.0)) == 0


def test_stacks_are_as_long_as_their_shares() -> None:
    rows = (StackRow("a", Share(5, 10), Share(3, 10)), StackRow("b", Share(10, 10), Share(0, 10)))
    image = pixels(draw(StackFigure((("p", rows),), ("x", "y"), "", "axis")).png)
    blue = (np.abs(image.astype(int) - BLUE).max(axis=2) < 6).sum(axis=1)
    lengths = {int(n) for n in blue}
    full = max(lengths)
    assert any(abs(n / full - 0.5) < 0.02 for n in lengths)


def test_a_huge_figure_has_fewer_pixels_an_inch(monkeypatch: pytest.MonkeyPatch) -> None:
    figure = trends(NAMES[:1])
    whole = draw(figure)
    monkeypatch.setattr(plotting, "_MAX_PIXELS", 300)
    small = draw(figure)
    assert max(small.width, small.height) in (299, 300)
    assert small.svg == whole.svg


HALF = Share(1, 2)


def curves(panel: TrendPanel) -> list[tuple[list[float], list[float]]]:
    """What is joined by a line: (x, y) of each stretch with marks."""
    with settings():
        (axes,) = plotting._trends(TrendFigure((panel,), "", "Height, m")).axes
    assert axes.get_xlim() == (panel.positions[0][0], panel.positions[-1][1])
    marked = [line for line in axes.lines if line.get_marker() == "o"]
    # Marks at 0 and 100 % are not cut in half.
    assert not any(line.get_clip_on() for line in marked)
    return [(list(line.get_xdata()), list(line.get_ydata())) for line in marked]


@pytest.mark.parametrize("nothing", [None, Share(0, 0)])
def test_bins_stand_at_their_places_and_gaps_break_lines(nothing: Share | None) -> None:
    spans = ((30.0, 40.0), (40.0, 50.0), (50.0, 60.0), (60.0, 70.0), (90.0, 100.0))
    values = (HALF, nothing, HALF, Share(0, 3), Share(2, 2))
    assert curves(TrendPanel("p", spans, (Series("city", values),))) == [
        ([35.0], [50.0]),
        ([55.0, 65.0], [50.0, 0.0]),
        ([95.0], [100.0]),
    ]


@pytest.mark.parametrize(
    ("name", "chars", "lines"),
    [
        ("FS-Anomaly-1 overall", 14, ["FS-Anomaly-1", "overall"]),
        (
            "random (own prompts: altitude (0495bbc9))",
            30,
            ["random", "(own prompts: altitude", "(0495bbc9))"],
        ),
        ("Claude 3.5 Sonnet ‡", 30, ["Claude 3.5 Sonnet\u00a0‡"]),
        ("small aeroplane", 8, ["small", "aeroplan", "e"]),
        ("openai-api/local/Some-Model", 12, ["openai-api/", "local/Some-", "Model"]),
    ],
)
def test_names_break_between_words(name: str, chars: int, lines: list[str]) -> None:
    assert wrapped(name, chars).split("\n") == lines


def test_of_an_endless_name_whole_words_are_left_out() -> None:
    words = [f"word{i:02d}" for i in range(40)]
    shown = wrapped(" ".join(words)).replace("\n", " ").split(" ")
    assert "…" in shown
    assert set(shown) - {"…"} < set(words)
    assert shown[0] == words[0]
    assert shown[-1] == words[-1]
    assert len(wrapped("x" * 400)) < 110
