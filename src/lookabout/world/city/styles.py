"""Materials of the city, and façade styles by district."""

from __future__ import annotations

import numpy as np

from lookabout.world.city.sketch import Facade, between, pick
from lookabout.world.scene import Material

Color = tuple[float, float, float]


def _m(shader: str, color: Color, roughness: float = 0.8, **params: float) -> Material:
    return Material(shader, color, roughness=roughness, params=tuple(sorted(params.items())))


_WALLS: dict[str, Material] = {
    "brick_red": _m("brick", (0.50, 0.25, 0.19)),
    "brick_brown": _m("brick", (0.40, 0.27, 0.21)),
    "brick_tan": _m("brick", (0.67, 0.56, 0.42)),
    "brick_dark": _m("brick", (0.31, 0.21, 0.19)),
    "brick_orange": _m("brick", (0.60, 0.36, 0.25)),
    "brick_white": _m("brick", (0.76, 0.73, 0.68)),
    "stone_light": _m("plaster", (0.74, 0.70, 0.62)),
    "stone_grey": _m("plaster", (0.56, 0.55, 0.53)),
    "stone_sand": _m("plaster", (0.70, 0.60, 0.47)),
    "plaster_white": _m("plaster", (0.84, 0.83, 0.79)),
    "plaster_cream": _m("plaster", (0.80, 0.74, 0.60)),
    "plaster_grey": _m("plaster", (0.62, 0.63, 0.64)),
    "plaster_blue": _m("plaster", (0.48, 0.55, 0.61)),
    "plaster_rust": _m("plaster", (0.60, 0.38, 0.28)),
    "concrete_wall": _m("concrete", (0.62, 0.60, 0.57)),
    "concrete_fresh": _m("concrete", (0.66, 0.65, 0.62)),
    "concrete_dark": _m("concrete", (0.42, 0.41, 0.40)),
    "panel_white": _m("metal", (0.82, 0.83, 0.83), 0.45),
    "panel_grey": _m("metal", (0.52, 0.54, 0.56), 0.45),
    "panel_dark": _m("metal", (0.16, 0.17, 0.18), 0.4),
    "panel_bronze": _m("metal", (0.30, 0.23, 0.17), 0.4),
    "panel_blue": _m("metal", (0.30, 0.40, 0.52), 0.45),
    "panel_beige": _m("metal", (0.72, 0.67, 0.57), 0.5),
    "siding_white": _m("plaster", (0.86, 0.86, 0.83)),
    "siding_grey": _m("plaster", (0.58, 0.60, 0.61)),
    "siding_yellow": _m("plaster", (0.83, 0.76, 0.54)),
    "siding_sage": _m("plaster", (0.56, 0.61, 0.51)),
}
_ROOFS: dict[str, Material] = {
    "roof_black": _m("roof_tar", (0.13, 0.13, 0.135)),
    "roof_dark": _m("roof_tar", (0.23, 0.225, 0.22)),
    "roof_grey": _m("roof_tar", (0.40, 0.39, 0.38)),
    "roof_light": _m("roof_tar", (0.52, 0.51, 0.49)),
    "roof_white": _m("roof_tar", (0.63, 0.63, 0.61)),
    "roof_tan": _m("roof_tar", (0.52, 0.46, 0.38)),
    "roof_gravel": _m("gravel", (0.55, 0.52, 0.47)),
    "roof_gravel_dark": _m("gravel", (0.36, 0.34, 0.32)),
    "roof_green": _m("grass", (0.32, 0.34, 0.20), dry=0.35),
    "roof_metal": _m("metal", (0.60, 0.62, 0.63), 0.5),
    "roof_sheet": _m("metal", (0.60, 0.61, 0.61), 0.5),
    "roof_blue": _m("metal", (0.36, 0.44, 0.50), 0.55),
    "roof_rust": _m("metal", (0.45, 0.33, 0.27), 0.7),
    "shingle_grey": _m("roof_tiles", (0.34, 0.33, 0.33)),
    "shingle_dark": _m("roof_tiles", (0.20, 0.19, 0.19)),
    "shingle_brown": _m("roof_tiles", (0.33, 0.25, 0.20)),
    "shingle_red": _m("roof_tiles", (0.42, 0.23, 0.18)),
    "shingle_tan": _m("roof_tiles", (0.50, 0.42, 0.33)),
    "shingle_blue": _m("roof_tiles", (0.28, 0.31, 0.36)),
    "seam_dark": _m("plain", (0.31, 0.30, 0.295), 0.8),
    "seam_mid": _m("plain", (0.50, 0.495, 0.485), 0.8),
    "seam_grey": _m("plain", (0.27, 0.27, 0.27), 0.8),
    "seam_rust": _m("plain", (0.36, 0.27, 0.22), 0.8),
    "coping_light": _m("plain", (0.64, 0.63, 0.61)),
    "coping_dark": _m("plain", (0.28, 0.28, 0.28), 0.5),
}
_GROUND: dict[str, Material] = {
    "asphalt": _m("asphalt", (0.25, 0.25, 0.255)),
    "asphalt_road": _m("asphalt", (0.265, 0.265, 0.265), uv=1.0, lane=3.3),
    "asphalt_lot": _m("asphalt", (0.29, 0.285, 0.28)),
    "asphalt_new": _m("asphalt", (0.17, 0.17, 0.175)),
    "patch_dark": _m("asphalt", (0.18, 0.18, 0.185)),
    "patch_light": _m("asphalt", (0.33, 0.325, 0.32)),
    "alley": _m("concrete", (0.47, 0.46, 0.44), joint=4.5),
    "sidewalk": _m("concrete", (0.62, 0.60, 0.57), joint=1.5),
    "kerb": _m("concrete", (0.60, 0.59, 0.57)),
    "gutter": _m("concrete", (0.52, 0.51, 0.50)),
    "paving": _m("concrete", (0.66, 0.63, 0.58), joint=0.9),
    "paving_dark": _m("concrete", (0.42, 0.41, 0.41), joint=1.2),
    "paving_red": _m("brick", (0.50, 0.34, 0.28)),
    "yard": _m("concrete", (0.50, 0.49, 0.47), joint=6.0),
    "works": _m("asphalt", (0.36, 0.35, 0.335)),
    "gravel": _m("gravel", (0.52, 0.49, 0.44)),
    "grass": _m("grass", (0.30, 0.345, 0.19), dry=0.3),
    "grass_lush": _m("grass", (0.245, 0.32, 0.155), dry=0.1, mow=1.2),
    "grass_plain": _m("grass", (0.33, 0.345, 0.20), dry=0.42),
    "grass_dry": _m("grass", (0.42, 0.39, 0.25), dry=0.6),
    "turf": _m("grass", (0.20, 0.33, 0.16), dry=0.06, mow=4.0),
    "deck_road": _m("asphalt", (0.34, 0.335, 0.325)),
    "soil": _m("soil", (0.30, 0.23, 0.17)),
    "clay_soil": _m("soil", (0.44, 0.33, 0.23)),
    "mulch": _m("soil", (0.26, 0.17, 0.12)),
    "sand": _m("soil", (0.74, 0.64, 0.46)),
    "clay": _m("soil", (0.62, 0.38, 0.26)),
    "path": _m("concrete", (0.66, 0.62, 0.54), joint=2.0),
    "track": _m("plain", (0.52, 0.22, 0.17), 0.9),
    "court_green": _m("plain", (0.20, 0.37, 0.28), 0.9),
    "court_blue": _m("plain", (0.18, 0.31, 0.47), 0.9),
    "court_red": _m("plain", (0.52, 0.27, 0.22), 0.9),
    "water": _m("water", (0.23, 0.27, 0.235), 0.05, scale=1.6),
    "pool": _m("water", (0.20, 0.58, 0.68), 0.05),
    "pond": _m("water", (0.20, 0.25, 0.19), 0.05, scale=0.5),
    "bus_lane": _m("marking", (0.37, 0.225, 0.195), wear=0.1),
    "basin": _m("water", (0.30, 0.42, 0.42), 0.05),
    "deck": _m("wood", (0.45, 0.33, 0.23)),
    "mark_white": _m("marking", (0.86, 0.86, 0.84), wear=0.14),
    "mark_yellow": _m("marking", (0.86, 0.65, 0.18), wear=0.14),
    "manhole": _m("metal", (0.20, 0.19, 0.18), 0.6),
    "fence_wood": _m("wood", (0.50, 0.40, 0.30)),
    "fence_metal": _m("metal", (0.35, 0.36, 0.36), 0.5),
    "wall_low": _m("concrete", (0.58, 0.56, 0.53)),
    "hedge": _m("foliage", (0.17, 0.28, 0.10)),
    "far": _m("grass", (0.36, 0.38, 0.27)),
}
_THINGS: dict[str, Material] = {
    "metal_light": _m("metal", (0.70, 0.71, 0.71), 0.4),
    "metal_mid": _m("metal", (0.48, 0.49, 0.50), 0.45),
    "metal_dark": _m("metal", (0.15, 0.15, 0.16), 0.5),
    "metal_rust": _m("metal", (0.42, 0.26, 0.18), 0.8),
    "unit_beige": _m("plain", (0.70, 0.67, 0.60), 0.6),
    "timber": _m("wood", (0.40, 0.29, 0.20)),
    "solar": _m("glass", (0.04, 0.06, 0.13), 0.15),
    "skylight": _m("glass", (0.35, 0.42, 0.46), 0.1),
    "wagon": _m("paint", (0.33, 0.19, 0.14), 0.6),
    "box_red": _m("paint", (0.52, 0.16, 0.13), 0.5),
    "box_blue": _m("paint", (0.14, 0.28, 0.46), 0.5),
    "box_green": _m("paint", (0.20, 0.37, 0.26), 0.5),
    "box_orange": _m("paint", (0.70, 0.37, 0.14), 0.5),
    "box_white": _m("paint", (0.78, 0.78, 0.76), 0.5),
    "box_grey": _m("paint", (0.46, 0.47, 0.48), 0.5),
    "awning_red": _m("fabric", (0.52, 0.13, 0.13)),
    "awning_green": _m("fabric", (0.13, 0.33, 0.22)),
    "awning_blue": _m("fabric", (0.14, 0.22, 0.40)),
    "awning_tan": _m("fabric", (0.68, 0.58, 0.42)),
    "awning_black": _m("fabric", (0.10, 0.10, 0.11)),
    "door_red": _m("paint", (0.45, 0.10, 0.09), 0.5),
    "door_blue": _m("paint", (0.10, 0.17, 0.32), 0.5),
    "door_green": _m("paint", (0.10, 0.22, 0.15), 0.5),
    "door_white": _m("paint", (0.80, 0.80, 0.78), 0.5),
    "hoarding_blue": _m("plain", (0.16, 0.29, 0.45), 0.6),
    "hoarding_white": _m("plain", (0.74, 0.74, 0.71), 0.6),
    "hoarding_green": _m("plain", (0.19, 0.33, 0.22), 0.6),
    "crane_yellow": _m("paint", (0.80, 0.57, 0.10), 0.5),
    "sign_red": _m("plain", (0.55, 0.06, 0.05), 0.45),
    "sign_white": _m("plain", (0.82, 0.82, 0.80), 0.45),
    "sign_blue": _m("plain", (0.07, 0.17, 0.38), 0.45),
    "sign_yellow": _m("plain", (0.80, 0.60, 0.10), 0.45),
    "sign_black": _m("plain", (0.05, 0.05, 0.055), 0.45),
    "sign_green": _m("plain", (0.03, 0.27, 0.17), 0.45),
    "play_red": _m("plain", (0.70, 0.16, 0.13), 0.5),
    "play_blue": _m("plain", (0.13, 0.33, 0.60), 0.5),
    "play_yellow": _m("plain", (0.82, 0.64, 0.13), 0.5),
}
_GLASS: dict[str, Material] = {
    "glass_dark": _m("glass", (0.05, 0.06, 0.07), 0.08),
    "glass_blue": _m("glass", (0.09, 0.17, 0.25), 0.06),
    "glass_green": _m("glass", (0.10, 0.20, 0.18), 0.06),
    "glass_bronze": _m("glass", (0.15, 0.11, 0.08), 0.08),
    "glass_grey": _m("glass", (0.17, 0.19, 0.21), 0.08),
    "glass_window": _m("glass", (0.10, 0.11, 0.12), 0.1),
}
MATERIALS: dict[str, Material] = {**_WALLS, **_ROOFS, **_GROUND, **_THINGS, **_GLASS}
"""All materials of the city by name."""

AWNINGS = tuple(name for name in _THINGS if name.startswith("awning"))
BRICKS = tuple(name for name in _WALLS if name.startswith("brick"))
SIDINGS = (*(n for n in _WALLS if n.startswith("siding")), "plaster_cream", "plaster_blue",
           "brick_red", "brick_tan", "brick_brown", "plaster_white")  # fmt: skip
SHINGLES = (
    "shingle_grey", "shingle_grey", "shingle_dark", "shingle_dark", "shingle_brown",
    "shingle_brown", "shingle_tan", "shingle_red", "shingle_blue",
)  # fmt: skip
FLAT_ROOFS = (
    "roof_grey", "roof_light", "roof_gravel", "roof_gravel", "roof_dark", "roof_white",
    "roof_black", "roof_tan", "roof_gravel_dark",
)  # fmt: skip


def tower_facade(rng: np.random.Generator) -> Facade:
    """Curtain walls, ribbed stone, banded offices, concrete flats."""
    kind = float(rng.random())
    if kind < 0.34:
        return Facade(
            wall=pick(rng, ("panel_dark", "panel_grey", "panel_bronze", "panel_white")),
            glass=pick(rng, ("glass_blue", "glass_green", "glass_grey", "glass_dark")),
            bay=between(rng, 1.5, 2.4),
            pier=between(rng, 0.1, 0.2),
            sill=between(rng, 0.15, 0.7),
            head=0.25,
            depth=between(rng, 0.1, 0.25),
            shop=True,
        )
    if kind < 0.6:
        return Facade(
            wall=pick(rng, ("stone_light", "stone_grey", "stone_sand", "concrete_wall")),
            glass=pick(rng, ("glass_dark", "glass_bronze", "glass_window")),
            bay=between(rng, 2.2, 3.4),
            pier=between(rng, 0.7, 1.2),
            sill=between(rng, 0.8, 1.0),
            head=between(rng, 0.4, 0.7),
            depth=between(rng, 0.25, 0.5),
            shop=True,
            trim=pick(rng, ("", "panel_dark", "panel_bronze", "")),
        )
    if kind < 0.8:
        return Facade(
            wall=pick(rng, ("stone_light", "concrete_wall", "panel_white", "panel_beige")),
            glass=pick(rng, ("glass_dark", "glass_blue", "glass_grey")),
            bay=between(rng, 4.5, 7.0),
            pier=between(rng, 0.15, 0.5),
            sill=between(rng, 0.9, 1.2),
            head=between(rng, 0.5, 0.8),
            depth=between(rng, 0.2, 0.35),
            shop=True,
        )
    return Facade(
        wall=pick(rng, ("plaster_white", "concrete_wall", "brick_tan", "brick_red", "panel_grey")),
        glass=pick(rng, ("glass_window", "glass_grey", "glass_dark")),
        bay=between(rng, 3.2, 4.2),
        pier=between(rng, 1.1, 1.7),
        sill=between(rng, 0.4, 0.9),
        head=0.5,
        depth=0.2,
        shop=True,
        balconies=True,
    )


def street_facade(rng: np.random.Generator) -> Facade:
    """Older and newer buildings of three to eight storeys."""
    kind = float(rng.random())
    if kind < 0.6:
        return Facade(
            wall=pick(rng, BRICKS),
            glass="glass_window",
            bay=between(rng, 2.4, 3.3),
            pier=between(rng, 1.0, 1.7),
            sill=between(rng, 0.8, 1.0),
            head=between(rng, 0.5, 0.8),
            depth=0.2,
            shop=bool(rng.random() < 0.6),
            trim=pick(rng, ("", "", "stone_light", "")),
        )
    if kind < 0.8:
        return Facade(
            wall=pick(
                rng,
                (
                    "plaster_white",
                    "plaster_grey",
                    "plaster_rust",
                    "stone_sand",
                    "plaster_cream",
                    "plaster_blue",
                ),
            ),
            glass=pick(rng, ("glass_window", "glass_dark")),
            bay=between(rng, 3.0, 4.0),
            pier=between(rng, 0.9, 1.6),
            sill=between(rng, 0.5, 0.9),
            head=0.5,
            depth=0.18,
            shop=bool(rng.random() < 0.5),
            balconies=bool(rng.random() < 0.4),
        )
    return Facade(
        wall=pick(rng, ("concrete_wall", "panel_grey", "stone_grey", "concrete_dark")),
        glass=pick(rng, ("glass_dark", "glass_blue", "glass_grey")),
        bay=between(rng, 4.0, 6.0),
        pier=between(rng, 0.3, 0.7),
        sill=between(rng, 0.8, 1.1),
        head=0.6,
        depth=0.25,
        shop=True,
    )


def walkup_facade(rng: np.random.Generator) -> Facade:
    """Brick houses in rows."""
    return Facade(
        wall=pick(rng, (*BRICKS, "stone_light", "stone_sand")),
        glass="glass_window",
        bay=between(rng, 1.9, 2.7),
        pier=between(rng, 0.9, 1.3),
        sill=0.8,
        head=0.6,
        depth=0.18,
        trim=pick(rng, ("", "", "stone_light")),
    )


def shop_facade(rng: np.random.Generator) -> Facade:
    """Low shops: glass fronts under a wide band."""
    return Facade(
        wall=pick(
            rng,
            (
                "plaster_cream",
                "plaster_white",
                "brick_tan",
                "brick_red",
                "stone_sand",
                "concrete_wall",
                "plaster_rust",
            ),
        ),
        glass="glass_dark",
        bay=between(rng, 3.5, 6.0),
        pier=between(rng, 0.4, 1.2),
        sill=0.3,
        head=1.6,
        depth=0.3,
        shop=True,
    )


def shed_facade(rng: np.random.Generator) -> Facade:
    """Works and stores: few windows under the eaves."""
    return Facade(
        wall=pick(
            rng,
            (
                "panel_beige",
                "panel_white",
                "panel_grey",
                "panel_blue",
                "concrete_wall",
                "brick_brown",
                "brick_dark",
            ),
        ),
        glass="glass_grey",
        bay=between(rng, 5.0, 8.0),
        pier=between(rng, 2.5, 4.5),
        sill=between(rng, 2.4, 3.0),
        head=0.9,
        depth=0.15,
    )
