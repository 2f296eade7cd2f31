"""Text in the outlines of a typeface, as flat surfaces: licence plates, signs.

The typeface is DejaVu Sans Bold, which Matplotlib brings along (Bitstream Vera licence).
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from lookabout.world.assets.solids import Floats, Piece, joined

_FILE = "fonts/ttf/DejaVuSans-Bold.ttf"
_CAPITAL = 1493.0
"""Height of capitals and digits, font units."""
_GAP = 110.0
"""Put between characters beyond the typeface's own spacing: they are read from afar."""
_SPACE = 620.0
_STEPS = 5
"""Straight pieces of a curve."""


def lettering(text: str, height: float, width: float) -> Piece:
    """
    Text in the plane x = 0, read from the front (+x), centred on the origin.

    :param text: of capitals, digits, hyphens and spaces.
    :param height: of the letters, metres.
    :param width: room for the text, metres; characters are condensed where it is needed.
    """
    glyphs, pens, pen = [], [], 0.0
    for character in text:
        if character == " ":
            pen += _SPACE
            continue
        glyph, advance = _glyph(character)
        glyphs.append(glyph)
        pens.append(pen)
        pen += advance + _GAP
    low = pens[0] + glyphs[0].vertices[:, 1].min()
    high = pens[-1] + glyphs[-1].vertices[:, 1].max()
    tall = height / _CAPITAL
    wide = min(tall, width / (high - low))
    line = [glyph.moved(y=at) for glyph, at in zip(glyphs, pens, strict=True)]
    whole = joined(line).moved(y=-(low + high) / 2, z=-_CAPITAL / 2)
    return whole.scaled(1.0, wide, tall)


@cache
def _glyph(character: str) -> tuple[Piece, float]:
    """A character's surface in font units, in the plane x = 0, and its advance."""
    import shapely

    font = _font()
    name = font.getBestCmap()[ord(character)]
    rings = sorted((shapely.Polygon(ring) for ring in _rings(font, name)), key=lambda p: -p.area)
    shape = shapely.Polygon(rings[0].exterior, [ring.exterior for ring in rings[1:]])
    cells = shapely.get_parts(shapely.constrained_delaunay_triangles(shape))
    corners = np.array([cell.exterior.coords[:3] for cell in cells])
    turn = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    corners[turn < 0] = corners[turn < 0][:, ::-1]
    points, index = np.unique(corners.reshape(-1, 2), axis=0, return_inverse=True)
    vertices = np.insert(points, 0, 0.0, axis=1)
    advance, _ = font["hmtx"][name]
    return Piece(vertices, index.reshape(-1, 3).astype(np.int32)), float(advance)


def _rings(font: Any, name: str) -> list[Floats]:
    """A glyph's outlines as closed lines, (N, 2) each."""
    from fontTools.pens.basePen import decomposeQuadraticSegment
    from fontTools.pens.recordingPen import DecomposingRecordingPen

    glyphs = font.getGlyphSet()
    recorded = DecomposingRecordingPen(glyphs)
    glyphs[name].draw(recorded)
    rings: list[list[Floats]] = []
    t = np.linspace(0, 1, _STEPS + 1)[1:, None]
    for step, points in recorded.value:
        if step == "moveTo":
            rings.append([np.array(points, float)])
        elif step == "lineTo":
            rings[-1].append(np.array(points, float))
        elif step == "qCurveTo":
            for bend, end in decomposeQuadraticSegment(points):
                start = rings[-1][-1][-1]
                curve = (1 - t) ** 2 * start + 2 * t * (1 - t) * np.array(bend)
                rings[-1].append(curve + t**2 * np.array(end))
    return [np.vstack(ring) for ring in rings]


@cache
def _font() -> Any:
    import matplotlib
    from fontTools.ttLib import TTFont

    return TTFont(Path(matplotlib.get_data_path()) / _FILE)
