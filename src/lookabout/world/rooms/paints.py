"""What rooms and their built-in furniture are made of, by name."""

from __future__ import annotations

from lookabout.world.scene import Material

Colour = tuple[float, float, float]

WALLS: dict[str, Colour] = {
    "white": (0.90, 0.89, 0.87),
    "linen": (0.88, 0.84, 0.77),
    "sand": (0.83, 0.76, 0.65),
    "sage": (0.70, 0.75, 0.67),
    "mist": (0.72, 0.77, 0.80),
    "blush": (0.86, 0.76, 0.72),
    "dove": (0.76, 0.75, 0.73),
    "sky": (0.66, 0.76, 0.84),
    "straw": (0.88, 0.82, 0.64),
    "clay": (0.74, 0.60, 0.51),
}
"""Wall paint, sRGB."""

CLOTHS: dict[str, Colour] = {
    "oat": (0.78, 0.72, 0.62),
    "grey": (0.50, 0.50, 0.50),
    "slate": (0.30, 0.33, 0.38),
    "navy": (0.15, 0.20, 0.34),
    "teal": (0.14, 0.40, 0.42),
    "moss": (0.36, 0.41, 0.24),
    "mustard": (0.80, 0.60, 0.20),
    "rust": (0.66, 0.32, 0.19),
    "wine": (0.45, 0.13, 0.18),
    "rose": (0.82, 0.58, 0.58),
    "white": (0.90, 0.89, 0.86),
    "brown": (0.38, 0.27, 0.20),
    "sky": (0.56, 0.70, 0.82),
}

WOODS: dict[str, Colour] = {
    "oak": (0.66, 0.49, 0.32),
    "birch": (0.80, 0.68, 0.51),
    "walnut": (0.37, 0.24, 0.16),
    "beech": (0.72, 0.53, 0.37),
    "ebony": (0.16, 0.12, 0.10),
}

GLAZES: dict[str, Colour] = {
    "white": (0.88, 0.88, 0.86),
    "cream": (0.88, 0.83, 0.72),
    "blue": (0.16, 0.32, 0.58),
    "red": (0.70, 0.12, 0.10),
    "green": (0.24, 0.44, 0.30),
    "black": (0.06, 0.06, 0.065),
    "grey": (0.45, 0.46, 0.47),
    "terracotta": (0.68, 0.38, 0.26),
    "yellow": (0.90, 0.72, 0.20),
    "pink": (0.86, 0.55, 0.60),
    "orange": (0.88, 0.45, 0.14),
}
"""China, plastic, lacquer."""

_FIXED: dict[str, Material] = {
    # The floor's light on it, which is not traced.
    "rooms.ceiling": Material("plain", (0.93, 0.925, 0.91), 0.95, emission=1.0),
    "rooms.trim": Material("plain", (0.90, 0.90, 0.88), 0.5),
    "rooms.outside": Material("plaster", (0.80, 0.77, 0.71), 0.9),
    "rooms.roof": Material("concrete", (0.42, 0.42, 0.42), 0.9),
    "rooms.lawn": Material("grass", (0.24, 0.29, 0.13), 1.0),
    "rooms.hedge": Material("foliage", (0.07, 0.14, 0.05), 0.9),
    "rooms.crown": Material("foliage", (0.11, 0.17, 0.07), 0.9),
    "rooms.bark": Material("bark", (0.26, 0.20, 0.15), 0.95),
    "rooms.front.cream": Material("plaster", (0.80, 0.74, 0.62), 0.9),
    "rooms.front.grey": Material("plaster", (0.60, 0.60, 0.58), 0.9),
    "rooms.front.white": Material("plaster", (0.84, 0.83, 0.80), 0.9),
    "rooms.front.brick": Material("brick", (0.44, 0.29, 0.23), 0.9),
    "rooms.tiles": Material("roof_tiles", (0.34, 0.22, 0.17), 0.9),
    "rooms.dark": Material("plain", (0.10, 0.12, 0.14), 0.2),
    "rooms.door": Material("plain", (0.88, 0.87, 0.84), 0.45),
    "rooms.pane": Material("pane", (0.96, 0.98, 0.97), 0.0),
    "rooms.glass": Material("clear_glass", (0.90, 0.95, 0.94), 0.0),
    "rooms.mirror": Material("mirror", (0.90, 0.91, 0.92), 0.0),
    "rooms.screen": Material("plain", (0.012, 0.012, 0.014), 0.12),
    "rooms.steel": Material("metal", (0.62, 0.62, 0.63), 0.32, 1.0),
    "rooms.chrome": Material("metal", (0.80, 0.80, 0.82), 0.14, 1.0),
    "rooms.brass": Material("metal", (0.72, 0.55, 0.28), 0.28, 1.0),
    "rooms.iron": Material("plain", (0.05, 0.05, 0.052), 0.45),
    "rooms.shade": Material("lampshade", (0.94, 0.90, 0.82), 0.9, emission=2.6),
    "rooms.bulb": Material("lampshade", (1.0, 0.95, 0.86), 0.9, emission=7.0),
    "rooms.leaf": Material("foliage", (0.12, 0.25, 0.07), 0.7),
    "rooms.leaf.dark": Material("foliage", (0.07, 0.17, 0.06), 0.7),
    "rooms.soil": Material("soil", (0.14, 0.10, 0.07), 1.0),
    "rooms.paper": Material("plain", (0.90, 0.89, 0.85), 0.9),
    "rooms.bedding": Material("fabric", (0.90, 0.89, 0.86), 0.95),
    "rooms.bread": Material("plain", (0.66, 0.43, 0.22), 0.8),
    "rooms.wicker": Material("fabric", (0.60, 0.46, 0.29), 0.85),
    "rooms.cork": Material("plain", (0.64, 0.47, 0.31), 0.9),
    "rooms.marble": Material("marble", (0.82, 0.81, 0.79), 0.25),
    "rooms.keys": Material("plain", (0.16, 0.16, 0.17), 0.5),
    "rooms.floor.oak": Material("floorboards", (0.62, 0.46, 0.31), 0.42),
    "rooms.floor.pale": Material("floorboards", (0.74, 0.62, 0.47), 0.45),
    "rooms.floor.dark": Material("floorboards", (0.36, 0.24, 0.16), 0.38),
    "rooms.floor.grey": Material("floorboards", (0.55, 0.51, 0.46), 0.45),
    "rooms.floor.tiles": Material("floor_tiles", (0.78, 0.77, 0.74), 0.25),
    "rooms.floor.slate": Material("floor_tiles", (0.36, 0.37, 0.38), 0.35),
    "rooms.floor.terracotta": Material("floor_tiles", (0.66, 0.43, 0.31), 0.5),
    "rooms.floor.carpet": Material("carpet", (0.62, 0.57, 0.50), 1.0),
    "rooms.floor.bluecarpet": Material("carpet", (0.40, 0.46, 0.52), 1.0),
    "rooms.wall.tiles": Material("wall_tiles", (0.88, 0.89, 0.88), 0.2),
    "rooms.wall.bluetiles": Material("wall_tiles", (0.62, 0.72, 0.76), 0.2),
}


def material(name: str) -> Material:
    """
    The material of a name.

    ``rooms.wall.<paint>``, ``rooms.cloth.<cloth>``, ``rooms.wood.<wood>`` and
    ``rooms.glaze.<glaze>`` take the last part from the tables above; ``rooms.art.<n>`` and
    ``rooms.rug.<cloth>`` are pictures and patterned rugs.

    :raises KeyError: for a name that no table holds.
    """
    if name in _FIXED:
        return _FIXED[name]
    family, _, last = name.rpartition(".")
    if family == "rooms.wall":
        return Material("wall_paint", WALLS[last], 0.85)
    if family == "rooms.cloth":
        return Material("cloth", CLOTHS[last], 0.95)
    if family == "rooms.wood":
        return Material("furniture_wood", WOODS[last], 0.45)
    if family == "rooms.glaze":
        return Material("plain", GLAZES[last], 0.3)
    if family == "rooms.rug":
        return Material("rug", CLOTHS[last], 1.0)
    if family == "rooms.art":
        number = int(last)
        hue = sorted(CLOTHS)[number % len(CLOTHS)]
        return Material("painting", CLOTHS[hue], 0.7, params=(("seed", float(number)),))
    raise KeyError(name)
