"""Materials of houses, gardens and streets."""

from __future__ import annotations

from dataclasses import replace

from lookabout.world.scene import Material
from lookabout.world.vegetation import town

Color = tuple[float, float, float]


def _m(shader: str, color: Color, roughness: float = 0.8, **params: float) -> Material:
    return Material(shader, color, roughness=roughness, params=tuple(sorted(params.items())))


_SIDING: dict[str, Color] = {
    "white": (0.83, 0.83, 0.80), "cream": (0.80, 0.75, 0.62), "grey": (0.58, 0.60, 0.61),
    "blue": (0.45, 0.54, 0.62), "sage": (0.52, 0.57, 0.47), "taupe": (0.55, 0.49, 0.42),
    "navy": (0.20, 0.26, 0.34), "yellow": (0.80, 0.72, 0.48), "stone": (0.66, 0.62, 0.55),
    "slate": (0.37, 0.41, 0.43), "clay": (0.53, 0.37, 0.29),
}  # fmt: skip
_WALLS = {
    **{f"siding_{name}": _m("siding", color, 0.65) for name, color in _SIDING.items()},
    "board_white": _m("boards", (0.84, 0.84, 0.81), 0.65),
    "board_grey": _m("boards", (0.50, 0.52, 0.52), 0.65),
    "board_navy": _m("boards", (0.18, 0.22, 0.28), 0.65),
    "shake_brown": _m("shakes", (0.40, 0.30, 0.22)),
    "shake_grey": _m("shakes", (0.50, 0.50, 0.48)),
    "shake_green": _m("shakes", (0.34, 0.40, 0.31)),
    "brick_red": _m("brick", (0.48, 0.25, 0.20)),
    "brick_brown": _m("brick", (0.40, 0.28, 0.22)),
    "brick_tan": _m("brick", (0.63, 0.52, 0.40)),
    "brick_rose": _m("brick", (0.56, 0.38, 0.32)),
    "stone_veneer": _m("fieldstone", (0.55, 0.51, 0.46)),
    "foundation": _m("fieldstone", (0.46, 0.45, 0.43), scale=0.3),
    "concrete": _m("concrete", (0.58, 0.57, 0.54)),
    "trim_white": _m("plain", (0.84, 0.84, 0.82), 0.5),
    "trim_cream": _m("plain", (0.78, 0.74, 0.65), 0.5),
    "trim_dark": _m("plain", (0.10, 0.10, 0.105), 0.45),
    "ceiling": _m("plain", (0.72, 0.75, 0.75), 0.6),
    "pane": _m("glass", (0.09, 0.10, 0.11), 0.08),
    "knob": _m("metal", (0.62, 0.55, 0.40), 0.3),
    "seal": _m("plain", (0.09, 0.09, 0.09), 0.6),
    "lantern": _m("plain", (0.80, 0.76, 0.62), 0.3),
    "unit": _m("plain", (0.62, 0.62, 0.58), 0.5),
    "deck": _m("wood", (0.50, 0.40, 0.31)),
    "door_red": _m("plain", (0.46, 0.09, 0.08), 0.4),
    "door_navy": _m("plain", (0.10, 0.15, 0.26), 0.4),
    "door_black": _m("plain", (0.07, 0.07, 0.075), 0.4),
    "door_wood": _m("wood", (0.36, 0.21, 0.12), 0.5),
    "door_green": _m("plain", (0.13, 0.24, 0.17), 0.4),
    "door_white": _m("plain", (0.82, 0.82, 0.80), 0.4),
    "door_teal": _m("plain", (0.12, 0.36, 0.38), 0.4),
    "garage_tan": _m("plain", (0.66, 0.60, 0.50), 0.5),
    "garage_grey": _m("plain", (0.50, 0.51, 0.51), 0.5),
    "garage_wood": _m("wood", (0.42, 0.28, 0.18), 0.6),
    "shutter_black": _m("plain", (0.08, 0.08, 0.085), 0.5),
    "shutter_navy": _m("plain", (0.12, 0.17, 0.28), 0.5),
    "shutter_green": _m("plain", (0.12, 0.22, 0.16), 0.5),
    "shutter_red": _m("plain", (0.34, 0.11, 0.10), 0.5),
}
_ROOFS = {
    "shingle_charcoal": _m("shingles", (0.19, 0.19, 0.195)),
    "shingle_grey": _m("shingles", (0.34, 0.34, 0.335)),
    "shingle_brown": _m("shingles", (0.31, 0.25, 0.205)),
    "shingle_weathered": _m("shingles", (0.38, 0.34, 0.29)),
    "shingle_slate": _m("shingles", (0.26, 0.29, 0.33)),
    "seam_metal": _m("metal", (0.30, 0.31, 0.32), 0.45),
}
_GROUND = {
    "road": _m("asphalt", (0.275, 0.275, 0.275)),
    "gutter": _m("concrete", (0.52, 0.51, 0.49)),
    "kerb": _m("concrete", (0.60, 0.59, 0.56)),
    "verge": _m("grass", (0.29, 0.34, 0.18), dry=0.14),
    "sidewalk": _m("concrete", (0.62, 0.60, 0.57), joint=1.45, uv=1.0),
    "lawn_0": _m("grass", (0.28, 0.34, 0.175), dry=0.1),
    "lawn_1": _m("grass", (0.245, 0.325, 0.155), dry=0.1, mow=0.6),
    "lawn_2": _m("grass", (0.32, 0.35, 0.195), dry=0.18),
    "drive_concrete": _m("concrete", (0.60, 0.585, 0.55), joint=2.8, uv=1.0),
    "drive_asphalt": _m("asphalt", (0.20, 0.20, 0.205)),
    "walk": _m("concrete", (0.63, 0.61, 0.58), joint=1.2, uv=1.0),
    "mulch": _m("soil", (0.25, 0.17, 0.12)),
    "patio": _m("concrete", (0.58, 0.55, 0.50), joint=0.6, uv=1.0),
    "pavers": _m("brick", (0.50, 0.36, 0.30)),
    "far": _m("grass", (0.30, 0.34, 0.19), dry=0.3),
    "paint_white": _m("marking", (0.84, 0.84, 0.82), wear=0.2),
    "manhole": _m("metal", (0.22, 0.21, 0.20), 0.6),
}
_THINGS = {
    "fence_cedar": _m("wood", (0.50, 0.38, 0.27), scale=2.5),
    "fence_grey": _m("wood", (0.46, 0.43, 0.39), scale=2.5),
    "fence_white": _m("plain", (0.83, 0.83, 0.81), 0.5),
    "chain": _m("metal", (0.55, 0.56, 0.56), 0.45),
    "post": _m("wood", (0.44, 0.34, 0.25)),
    "hedge": _m("foliage", (0.17, 0.26, 0.11)),
    "hedge_deep": _m("foliage", (0.10, 0.155, 0.07)),
    "bin_green": _m("plain", (0.10, 0.24, 0.15), 0.5),
    "bin_blue": _m("plain", (0.09, 0.20, 0.38), 0.5),
    "bin_grey": _m("plain", (0.20, 0.20, 0.205), 0.5),
    "box_black": _m("plain", (0.07, 0.07, 0.075), 0.45),
    "box_white": _m("plain", (0.80, 0.80, 0.78), 0.45),
    "flag_red": _m("plain", (0.62, 0.08, 0.07), 0.5),
    "sign_red": _m("plain", (0.55, 0.06, 0.05), 0.45),
    "sign_green": _m("plain", (0.03, 0.27, 0.17), 0.45),
    "sign_white": _m("plain", (0.82, 0.82, 0.80), 0.45),
    "galvanised": _m("metal", (0.60, 0.61, 0.61), 0.4),
    "parasol": _m("fabric", (0.62, 0.55, 0.42)),
    "orange": _m("plain", (0.78, 0.34, 0.09), 0.6),
    "petal_white": _m("plain", (0.85, 0.84, 0.80)),
    "petal_pink": _m("plain", (0.72, 0.28, 0.42)),
    "petal_yellow": _m("plain", (0.84, 0.66, 0.12)),
    "petal_violet": _m("plain", (0.36, 0.22, 0.55)),
    "stem": _m("foliage", (0.20, 0.33, 0.13)),
    "woods": _m("far_wood", (0.20, 0.26, 0.15), 1.0),
}


def materials() -> dict[str, Material]:
    """All materials of the world by name."""
    own = {**_WALLS, **_ROOFS, **_GROUND, **_THINGS}
    out = {f"residential/{name}": made for name, made in own.items()}
    for name, made in town.materials().items():
        if made.shader != "foliage":
            out[name] = made
            continue
        # Crowns are seen from below and against the sky here, where their lit side is hidden.
        share = _DEEP if name.endswith("_deep") else _LEAF
        red, green, blue = (min(0.9, share * part) for part in made.color)
        out[name] = replace(made, color=(red, green, blue))
    return out


_LEAF, _DEEP = 1.5, 1.2
"""Brightness of leaves against those of trees that are seen from above."""
