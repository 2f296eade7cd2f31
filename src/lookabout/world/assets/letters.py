"""Block letters as flat strips: roof numbers, liveries, signs."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from lookabout.world.assets.solids import Floats, Piece, joined, sheet

# Five rows of three cells, top to bottom.
_GLYPHS = {
    "A": "010101111101101",
    "B": "110101110101110",
    "C": "011100100100011",
    "D": "110101101101110",
    "E": "111100110100111",
    "F": "111100110100100",
    "G": "011100101101011",
    "H": "101101111101101",
    "I": "111010010010111",
    "J": "001001001101010",
    "K": "101101110101101",
    "L": "100100100100111",
    "M": "101111111101101",
    "N": "110101101101101",
    "O": "111101101101111",
    "P": "111101111100100",
    "Q": "010101101111011",
    "R": "110101110101101",
    "S": "011100010001110",
    "T": "111010010010010",
    "U": "101101101101111",
    "V": "101101101101010",
    "W": "101101111111101",
    "X": "101101010101101",
    "Y": "101101010010010",
    "Z": "111001010100111",
    " ": "000000000000000",
    "0": "111101101101111",
    "1": "010110010010111",
    "2": "111001111100111",
    "3": "111001011001111",
    "4": "101101111001001",
    "5": "111100111001111",
    "6": "111100111101111",
    "7": "111001001010010",
    "8": "111101111101111",
    "9": "111101111001111",
}


def letters(text: str, height: float, drape: Callable[[Floats], Floats]) -> Piece:
    """
    A line of text lying on a surface, read from behind (top towards +x, running to -y).

    :param height: of a letter, along x, metres; the text is centred on the origin.
    :param drape: gives the surface's z for points (N, 2) of the text's own x and y.
    :raises KeyError: for a character that has no glyph.
    """
    cell = height / 5
    advance = 4 * cell
    start = (len(text) * advance - cell) / 2
    strips = []
    for k, character in enumerate(text):
        glyph = _GLYPHS[character]
        for row in range(5):
            line = glyph[3 * row : 3 * row + 3]
            column = 0
            while column < 3:
                if line[column] == "0":
                    column += 1
                    continue
                end = column
                while end < 3 and line[end] == "1":
                    end += 1
                left = start - k * advance - column * cell
                right = start - k * advance - end * cell
                bottom, top = (1.5 - row) * cell, (2.5 - row) * cell
                flat = np.array([[bottom, left], [bottom, right], [top, left], [top, right]])
                z = drape(flat)
                points = np.column_stack([flat, z]).reshape(2, 2, 3)
                strips.append(sheet(points[::1]))
                column = end
    return joined(strips)
