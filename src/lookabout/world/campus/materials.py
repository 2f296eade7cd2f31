"""Surfaces of a campus."""

from __future__ import annotations

from dataclasses import replace

from lookabout.world.scene import Material
from lookabout.world.vegetation.town import materials as tree_materials

Color = tuple[float, float, float]


def _m(shader: str, color: Color, roughness: float = 0.8, **params: float) -> Material:
    return Material(shader, color, roughness=roughness, params=tuple(sorted(params.items())))


def _lighter(made: Material) -> Material:
    """From the ground one sees the shaded side of leaves, which from above look light enough."""
    if made.shader != "foliage":
        return made
    r, g, b = (min(1.0, 1.4 * part) for part in made.color)
    return replace(made, color=(r, g, b))


OWN: dict[str, Material] = {
    # Walls
    "campus.brick_red": _m("brick", (0.43, 0.215, 0.16)),
    "campus.brick_brown": _m("brick", (0.38, 0.25, 0.19)),
    "campus.stone": _m("plaster", (0.72, 0.69, 0.62)),
    "campus.stone_warm": _m("plaster", (0.74, 0.65, 0.50)),
    "campus.stone_block": _m("brick", (0.70, 0.66, 0.57), scale=1.1),
    "campus.plinth": _m("concrete", (0.50, 0.49, 0.47)),
    "campus.concrete": _m("concrete", (0.62, 0.60, 0.57)),
    "campus.concrete_pale": _m("concrete", (0.72, 0.71, 0.68)),
    "campus.render_white": _m("plaster", (0.82, 0.81, 0.77)),
    "campus.panel_grey": _m("metal", (0.50, 0.52, 0.54), 0.45),
    "campus.panel_white": _m("metal", (0.80, 0.81, 0.81), 0.45),
    "campus.timber": _m("wood", (0.52, 0.38, 0.24), scale=0.14),
    "campus.trim_white": _m("plain", (0.82, 0.81, 0.78), 0.5),
    "campus.trim_dark": _m("plain", (0.10, 0.105, 0.11), 0.45),
    "campus.trim_green": _m("plain", (0.10, 0.20, 0.15), 0.45),
    "campus.blind": _m("plain", (0.74, 0.71, 0.64), 0.9),
    "campus.glass": _m("glass", (0.10, 0.11, 0.12), 0.08),
    "campus.glass_blue": _m("glass", (0.09, 0.15, 0.20), 0.06),
    "campus.door_wood": _m("wood", (0.36, 0.22, 0.13), 0.6, scale=0.2),
    "campus.lamp": _m("plain", (0.90, 0.88, 0.80), 0.3),
    "campus.letters": _m("plain", (0.14, 0.13, 0.12), 0.5),
    # Roofs
    "campus.slate": _m("roof_tiles", (0.25, 0.26, 0.28)),
    "campus.tiles": _m("roof_tiles", (0.45, 0.24, 0.17)),
    "campus.copper": _m("metal", (0.36, 0.55, 0.47), 0.6),
    "campus.roof_gravel": _m("gravel", (0.52, 0.50, 0.46)),
    # Ground
    "campus.lawn": _m("grass", (0.255, 0.325, 0.16), dry=0.02, mow=1.2),
    "campus.grass": _m("grass", (0.27, 0.335, 0.17), dry=0.1),
    "campus.path": _m("concrete", (0.64, 0.60, 0.53), joint=1.2, uv=1.0),
    "campus.path_grey": _m("concrete", (0.56, 0.55, 0.53), joint=0.8, uv=1.0),
    "campus.promenade": _m("concrete", (0.60, 0.55, 0.48), joint=0.6, uv=1.0),
    "campus.gravel": _m("gravel", (0.62, 0.55, 0.44)),
    "campus.plaza": _m("concrete", (0.68, 0.65, 0.60), joint=0.9, uv=1.0),
    "campus.plaza_dark": _m("concrete", (0.42, 0.41, 0.40), joint=0.6, uv=1.0),
    "campus.plaza_red": _m("concrete", (0.52, 0.36, 0.30), joint=0.4, uv=1.0),
    "campus.edging": _m("concrete", (0.48, 0.47, 0.45), joint=1.0, uv=1.0),
    "campus.asphalt": _m("asphalt", (0.28, 0.28, 0.285)),
    "campus.marking": _m("marking", (0.84, 0.84, 0.82), wear=0.12),
    "campus.mulch": _m("soil", (0.26, 0.18, 0.13)),
    "campus.far": _m("grass", (0.31, 0.34, 0.21), dry=0.3),
    "campus.wall_low": _m("brick", (0.66, 0.62, 0.54), scale=0.6),
    "campus.coping": _m("concrete", (0.66, 0.64, 0.60)),
    # Things
    "campus.brown": _m("plain", (0.30, 0.19, 0.11), 0.5),
    "campus.bronze": _m("metal", (0.22, 0.17, 0.11), 0.45),
    "campus.marble": _m("marble", (0.78, 0.76, 0.72), 0.5),
    "campus.granite": _m("concrete", (0.40, 0.36, 0.35), 0.5),
    "campus.steel": Material("metal", (0.66, 0.67, 0.68), 0.25, 1.0),
    "asset.water.basin": _m("water", (0.28, 0.38, 0.38), 0.05),
    "asset.water.fall": _m("plain", (0.86, 0.90, 0.92), 0.1),
    # Plants
    "campus.hedge": _m("foliage", (0.20, 0.31, 0.12)),
    "campus.hedge_deep": _m("plain", (0.11, 0.18, 0.065), 0.95),
    "campus.blades": _m("plain", (0.36, 0.45, 0.21), 0.9),
    "campus.blades_deep": _m("plain", (0.28, 0.37, 0.15), 0.9),
    "campus.leaf": _m("foliage", (0.16, 0.27, 0.09)),
    "campus.flower_red": _m("plain", (0.68, 0.06, 0.09), 0.8),
    "campus.flower_yellow": _m("plain", (0.90, 0.70, 0.10), 0.8),
    "campus.flower_white": _m("plain", (0.85, 0.84, 0.80), 0.8),
    "campus.flower_violet": _m("plain", (0.40, 0.20, 0.55), 0.8),
    "campus.far_wood": _m("far_wood", (0.18, 0.24, 0.145), 1.0),
    "campus.hull": Material("plain"),
    **{name: _lighter(made) for name, made in tree_materials().items()},
}
"""All materials of the world's own by name."""
