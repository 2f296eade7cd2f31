"""Wholes in many parts: drawn whole, safe, the same every time, as long as the numbers say."""

from __future__ import annotations

import warnings
from xml.etree import ElementTree

import numpy as np
import pytest

from lookabout.results.figures import BreakdownFigure, BreakdownPanel, BreakdownRow
from lookabout.results.plotting import draw
from lookabout.results.statistics import Share
from tests.results.test_plotting import NAMES, pixels


def row(name: str, *counts: int, mark: Share | None = None) -> BreakdownRow:
    return BreakdownRow(name, tuple(Share(count, sum(counts)) for count in counts), mark)


def figure(*rows: BreakdownRow, parts: int = 4, mark: str = "") -> BreakdownFigure:
    names = tuple(f"part {k}" for k in range(parts))
    return BreakdownFigure(names, (BreakdownPanel("panel", rows),), "caption", "axis", mark)


def test_whole_and_safe_with_many_odd_names() -> None:
    rows = [row(name, 1, 2, 3, 4, 5, 6, 7, 8, mark=Share(i, 9)) for i, name in enumerate(NAMES)]
    rows.append(row("nothing", 0, 0, 0, 0, 0, 0, 0, 0))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        drawn = draw(figure(*rows, parts=8, mark="won $x$"))
    image = pixels(drawn.png)
    assert image.shape[:2] == (drawn.height, drawn.width)
    for edge in (image[:3], image[-3:], image[:, :3], image[:, -3:]):
        assert (edge == 255).all()
    ElementTree.fromstring(drawn.svg)
    assert b"<script" not in drawn.svg


def test_the_same_figure_gives_the_same_bytes() -> None:
    shown = figure(row("a", 1, 2, 3, 4, mark=Share(1, 2)), mark="won")
    assert draw(shown) == draw(shown)


def test_parts_are_as_long_as_they_are() -> None:
    image = pixels(draw(figure(row("a", 3, 0, 1, 0))).png)
    image = image[: len(image) * 2 // 3]  # the legend left out
    first = (np.abs(image.astype(int) - [0, 0x72, 0xB2]).max(axis=2) < 6).sum(axis=1).max()
    third = (np.abs(image.astype(int) - [0x9A, 0xD0, 0xEE]).max(axis=2) < 6).sum(axis=1).max()
    assert first / third == pytest.approx(3, rel=0.05)
