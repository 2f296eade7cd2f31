"""Figures of plain numbers: whole, safe, the same every time, and as the numbers say."""

from __future__ import annotations

import warnings
from xml.etree import ElementTree

import numpy as np
import pytest

from lookabout.results import plotting_numbers
from lookabout.results.figures import (
    Curve,
    CurveFigure,
    CurvePanel,
    Figure,
    MixFigure,
    MixPanel,
    Spot,
    SpotFigure,
)
from lookabout.results.plotting import draw
from lookabout.results.sheet import add_axes, new_canvas, settings
from tests.results.test_plotting import NAMES, pixels


def curves() -> CurveFigure:
    lines = tuple(Curve(n, ((1.0, 2.0), (2.0, 40.0 + i))) for i, n in enumerate(NAMES))
    lines += (Curve("one point", ((1.0, 3.0),)),)
    panels = (CurvePanel("x", "y", lines, top=100.0), CurvePanel("x", "y", lines))
    return CurveFigure((panels, panels), "caption", note="a note")


def mixes() -> MixFigure:
    shares = ((0.25, None), (0.75, None))
    return MixFigure(
        parts=("first", "second"),
        stages=("1", "2"),
        panels=tuple(MixPanel(name, shares) for name in NAMES),
        caption="caption",
        x_axis="stage",
        axis="share",
    )


def spots() -> SpotFigure:
    found = [Spot(n, 10.0**i, 5.0 + i, error=1.0, hollow=i == 1) for i, n in enumerate(NAMES)]
    return SpotFigure(tuple(found), NAMES[:2], "caption", "US$", "IoU", note="$x$ is no formula")


FIGURES = pytest.mark.parametrize("figure", [curves(), mixes(), spots()], ids=["c", "m", "s"])


@FIGURES
def test_whole_and_safe_with_many_odd_names(figure: Figure) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        drawn = draw(figure)
    image = pixels(drawn.png)
    assert image.shape[:2] == (drawn.height, drawn.width)
    for edge in (image[:3], image[-3:], image[:, :3], image[:, -3:]):
        assert (edge == 255).all()
    ElementTree.fromstring(drawn.svg)
    assert b"<script" not in drawn.svg


@FIGURES
def test_the_same_figure_gives_the_same_bytes(figure: Figure) -> None:
    assert draw(figure) == draw(figure)


def test_shares_are_as_high_as_they_are() -> None:
    figure = MixFigure(("a", "b"), ("1",), (MixPanel("p", ((0.25,), (0.75,))),), "", "", "")
    whole = pixels(draw(figure).png)
    image = whole[: len(whole) * 2 // 3]  # the legend left out
    first = (np.abs(image.astype(int) - [0, 0x72, 0xB2]).max(axis=2) < 6).sum(axis=0).max()
    second = (np.abs(image.astype(int) - [0xE6, 0x9F, 0]).max(axis=2) < 6).sum(axis=0).max()
    assert first / second == pytest.approx(1 / 3, rel=0.05)


@pytest.mark.parametrize(("last", "whole"), [(2.0, True), (1.0, True), (1.5, False)])
def test_counts_have_whole_ticks(last: float, whole: bool) -> None:
    panel = CurvePanel("Replies used", "y", (Curve("origin", ((1.0, 0.0), (last, 5.0))),))
    with settings():
        canvas = new_canvas(4, 3)
        axes = add_axes(canvas, (0.5, 0.5, 3, 2))
        plotting_numbers._curve_panel(axes, panel, ["origin"])
        canvas.canvas.draw()
        ticks = list(axes.get_xticks())
    assert len(ticks) >= 2
    assert all(tick == int(tick) for tick in ticks) is whole
