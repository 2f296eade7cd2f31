"""Boards on a post, with room for a line of text on both sides."""

from __future__ import annotations

from functools import lru_cache, partial

from lookabout.world.assets.kind import Kind
from lookabout.world.assets.lettering import lettering
from lookabout.world.assets.model import Assembly, Asset, Model, placed
from lookabout.world.assets.solids import box, outline, plate, prism, rounded_box
from lookabout.world.scene import Mesh
from lookabout.world.spec import INSCRIPTION_LENGTH

WIDTH, HEIGHT = 1.30, 0.80
"""Of a board, metres."""
LETTERS = 0.136
"""Height of the letters, metres (paper, appendix A)."""
_MIDDLE = 1.5
"""Of the board, metres over the ground."""
_ROOM = 1.16
_FACE = 0.065
"""Of the letters, metres before the post's middle."""
_COLOURS = {
    "sign/board": ("a white sign", "asset.sign.white", "asset.sign.dark"),
    "sign/yellow_board": ("a yellow sign", "asset.sign.yellow", "asset.sign.dark"),
    "sign/blue_board": ("a blue sign", "asset.sign.blue", "asset.sign.white"),
}
"""By kind: words, colour of the board, colour of rim and letters."""


def kinds() -> list[Kind]:
    """One kind a colour; all of one size."""
    return [
        Kind.inscribed(name, words, 1, partial(_sign, name), INSCRIPTION_LENGTH)
        for name, (words, _, _) in _COLOURS.items()
    ]


def _sign(kind: str, variant: int, text: str) -> Asset:
    made = Assembly(kind)
    made.place(f"asset.{kind}.{text}", _mesh(kind, text), label="sign")
    if text:
        front = placed(_FACE, 0.0, _MIDDLE)
        made.inscriptions += [front, placed(yaw=180.0) @ front]
    return made.finish()


@lru_cache(maxsize=64)
def _mesh(kind: str, text: str) -> Mesh:
    """A sign that faces +x and -x alike."""
    _, board, ink = _COLOURS[kind]
    model = Model()
    model.add(rounded_box(0.34, 0.34, 0.05, 0.03, edge=0.012), "asset.stone.concrete")
    post = _MIDDLE + HEIGHT / 2 + 0.06
    model.add(box(0.07, 0.07, post, 0, 0, 0.0), "asset.metal.galvanised")
    model.add(prism(0.09, 0.09, 0.03, 0.7, 0.7).moved(z=post), "asset.metal.black")
    for z in (-0.12, 0.12):
        model.add(box(0.10, 0.13, 0.03, 0, 0, _MIDDLE + z - 0.015), "asset.metal.black")
    for yaw in (0.0, 180.0):
        for inset, depth, name in ((0.0, 0.012, ink), (0.012, 0.0135, board)):
            shape = outline(HEIGHT - 2 * inset, WIDTH - 2 * inset, 0.05 - inset, 4, 0.0)[:, :2]
            panel = plate(shape, depth).turned(pitch=90).moved(_FACE - 0.015, 0.0, _MIDDLE)
            model.add(panel.turned(yaw=yaw), name)
        if text:
            line = lettering(text, LETTERS, _ROOM).moved(_FACE, 0.0, _MIDDLE)
            model.add(line.turned(yaw=yaw), ink)
    return model.mesh()
