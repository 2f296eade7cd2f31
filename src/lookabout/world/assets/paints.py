"""What assets are made of: one table, so that a material's name always means the same thing.

Names read ``asset.<group>.<what>``. Body paints, clothes, skin and hair are families with a
colour at the end of the name; pack materials are registered by :mod:`pack` under ``pack.``.
"""

from __future__ import annotations

from lookabout.world.scene import Material

Colour = tuple[float, float, float]

PAINTS: dict[str, Colour] = {
    "white": (0.80, 0.80, 0.785),
    "black": (0.022, 0.022, 0.025),
    "silver": (0.47, 0.485, 0.50),
    "grey": (0.24, 0.25, 0.265),
    "blue": (0.04, 0.16, 0.52),
    "red": (0.60, 0.022, 0.03),
    "green": (0.03, 0.27, 0.10),
    "beige": (0.70, 0.57, 0.36),
    "brown": (0.22, 0.12, 0.07),
    "yellow": (0.95, 0.78, 0.05),
    "orange": (0.85, 0.32, 0.03),
    "cyan": (0.03, 0.62, 0.70),
    "purple": (0.27, 0.06, 0.40),
    "pink": (0.90, 0.36, 0.58),
}
"""Body colours of vehicles, sRGB; far enough apart to be told by name from 100 m."""

COLOUR_NAMES = frozenset(PAINTS)

CLOTHES: dict[str, Colour] = {
    "navy": (0.10, 0.13, 0.24),
    "denim": (0.22, 0.31, 0.45),
    "black": (0.06, 0.06, 0.065),
    "charcoal": (0.20, 0.20, 0.21),
    "grey": (0.48, 0.48, 0.47),
    "white": (0.86, 0.85, 0.82),
    "cream": (0.80, 0.74, 0.60),
    "khaki": (0.56, 0.49, 0.34),
    "brown": (0.34, 0.23, 0.15),
    "olive": (0.30, 0.32, 0.18),
    "forest": (0.10, 0.28, 0.16),
    "teal": (0.08, 0.42, 0.44),
    "sky": (0.46, 0.64, 0.82),
    "royal": (0.12, 0.24, 0.62),
    "purple": (0.34, 0.18, 0.42),
    "pink": (0.86, 0.52, 0.60),
    "red": (0.66, 0.10, 0.10),
    "wine": (0.36, 0.08, 0.12),
    "orange": (0.86, 0.42, 0.12),
    "mustard": (0.78, 0.58, 0.16),
    "hivis": (0.80, 0.92, 0.10),
    "safety": (0.96, 0.36, 0.06),
}

SKINS: dict[str, Colour] = {
    "fair": (0.88, 0.70, 0.60),
    "light": (0.80, 0.60, 0.47),
    "tan": (0.66, 0.46, 0.33),
    "brown": (0.46, 0.30, 0.21),
    "dark": (0.27, 0.17, 0.12),
}

HAIRS: dict[str, Colour] = {
    "black": (0.05, 0.045, 0.04),
    "dark": (0.13, 0.09, 0.06),
    "brown": (0.28, 0.18, 0.11),
    "blond": (0.68, 0.53, 0.31),
    "ginger": (0.48, 0.23, 0.10),
    "grey": (0.55, 0.54, 0.52),
}

CAR_GLASS = Material("glass", (0.035, 0.04, 0.045), 0.05, params=(("scale", 0.0),))
"""One pane, however large."""

_FIXED: dict[str, Material] = {
    "asset.collider": Material("plain", (0.5, 0.5, 0.5)),
    # Vehicles
    "asset.car.glass": CAR_GLASS,
    "asset.car.trim": Material("plain", (0.06, 0.06, 0.062), 0.55),
    "asset.car.under": Material("plain", (0.02, 0.02, 0.02), 0.9),
    "asset.car.seam": Material("plain", (0.015, 0.015, 0.015), 0.8),
    "asset.car.tyre": Material("rubber", (0.045, 0.045, 0.047), 0.85),
    "asset.car.rim": Material("metal", (0.62, 0.63, 0.65), 0.3, 1.0),
    "asset.car.steel": Material("metal", (0.30, 0.30, 0.31), 0.45, 1.0),
    "asset.car.chrome": Material("metal", (0.80, 0.80, 0.82), 0.12, 1.0),
    "asset.car.lamp": Material("plain", (0.86, 0.88, 0.90), 0.12),
    "asset.car.tail": Material("plain", (0.45, 0.01, 0.012), 0.18),
    "asset.car.amber": Material("plain", (0.90, 0.40, 0.02), 0.2),
    "asset.car.plate": Material("plain", (0.88, 0.88, 0.84), 0.5),
    "asset.plate.face": Material("plain", (0.90, 0.90, 0.87), 0.45),
    "asset.plate.ink": Material("plain", (0.02, 0.025, 0.05), 0.5),
    "asset.plate.rim": Material("plain", (0.62, 0.63, 0.64), 0.45),
    "asset.sign.white": Material("plain", (0.90, 0.90, 0.88), 0.45),
    "asset.sign.yellow": Material("plain", (0.95, 0.74, 0.04), 0.45),
    "asset.sign.blue": Material("plain", (0.03, 0.13, 0.42), 0.45),
    "asset.sign.dark": Material("plain", (0.018, 0.018, 0.02), 0.5),
    "asset.car.bedliner": Material("plain", (0.075, 0.075, 0.078), 0.9),
    "asset.car.seat": Material("fabric", (0.16, 0.12, 0.10), 0.8),
    "asset.car.seat_light": Material("fabric", (0.60, 0.47, 0.34), 0.7),
    "asset.car.canvas": Material("fabric", (0.10, 0.10, 0.105), 0.9),
    "asset.car.box": Material("plain", (0.86, 0.86, 0.84), 0.45),
    "asset.police.blue": Material("emissive", (0.02, 0.10, 0.95), 0.3, 0.0, 12.0),
    "asset.police.red": Material("emissive", (0.95, 0.02, 0.03), 0.3, 0.0, 12.0),
    "asset.police.black": Material("paint", (0.02, 0.02, 0.024), 0.25),
    "asset.police.letters": Material("plain", (0.03, 0.05, 0.16), 0.5),
    "asset.taxi.sign": Material("plain", (0.95, 0.93, 0.80), 0.3),
    "asset.taxi.check": Material("plain", (0.02, 0.02, 0.02), 0.4),
    # Common stuff
    "asset.wood.raw": Material("wood", (0.55, 0.40, 0.25), 0.8),
    "asset.wood.old": Material("wood", (0.36, 0.31, 0.26), 0.9),
    "asset.wood.dark": Material("wood", (0.26, 0.16, 0.09), 0.7),
    "asset.wood.ply": Material("wood", (0.68, 0.52, 0.34), 0.75),
    "asset.metal.galvanised": Material("metal", (0.56, 0.58, 0.59), 0.45, 1.0),
    "asset.metal.wing": Material("plain", (0.66, 0.67, 0.68), 0.38),
    "asset.metal.dark": Material("metal", (0.13, 0.135, 0.14), 0.5, 0.6),
    "asset.metal.rust": Material("metal", (0.34, 0.16, 0.08), 0.85, 0.2),
    "asset.metal.corroded": Material("metal", (0.24, 0.14, 0.10), 0.9, 0.2),
    "asset.metal.green": Material("plain", (0.05, 0.16, 0.10), 0.45),
    "asset.metal.black": Material("plain", (0.035, 0.037, 0.04), 0.45),
    "asset.metal.blue": Material("plain", (0.04, 0.13, 0.34), 0.4),
    "asset.metal.red": Material("plain", (0.58, 0.03, 0.03), 0.4),
    "asset.metal.yellow": Material("plain", (0.88, 0.60, 0.03), 0.4),
    "asset.metal.white": Material("plain", (0.85, 0.85, 0.83), 0.4),
    "asset.plastic.black": Material("plain", (0.03, 0.03, 0.032), 0.38),
    "asset.plastic.white": Material("plain", (0.84, 0.84, 0.82), 0.4),
    "asset.plastic.blue": Material("plain", (0.05, 0.17, 0.45), 0.45),
    "asset.plastic.green": Material("plain", (0.05, 0.24, 0.12), 0.45),
    "asset.plastic.grey": Material("plain", (0.36, 0.37, 0.38), 0.5),
    "asset.plastic.orange": Material("plain", (0.95, 0.27, 0.02), 0.45),
    "asset.plastic.clear": Material("plain", (0.70, 0.78, 0.78), 0.25),
    "asset.reflective.white": Material("plain", (0.93, 0.93, 0.92), 0.3),
    "asset.reflective.red": Material("plain", (0.80, 0.03, 0.03), 0.35),
    "asset.reflective.orange": Material("plain", (0.98, 0.36, 0.02), 0.4),
    "asset.reflective.yellow": Material("plain", (0.97, 0.76, 0.03), 0.4),
    "asset.paper.brown": Material("plain", (0.58, 0.42, 0.26), 0.9),
    "asset.paper.white": Material("plain", (0.82, 0.81, 0.77), 0.9),
    "asset.cloth.mattress": Material("fabric", (0.72, 0.70, 0.64), 0.9),
    "asset.cloth.sofa": Material("fabric", (0.36, 0.22, 0.16), 0.9),
    "asset.cloth.tarp": Material("fabric", (0.05, 0.22, 0.52), 0.5),
    "asset.cloth.net": Material("fabric", (0.10, 0.38, 0.20), 0.8),
    "asset.stone.concrete": Material("concrete", (0.56, 0.55, 0.53), 0.9),
    "asset.stone.grey": Material("concrete", (0.42, 0.42, 0.41), 0.9),
    "asset.stone.brick": Material("plain", (0.50, 0.21, 0.14), 0.9),
    "asset.earth.soil": Material("soil", (0.30, 0.21, 0.14), 1.0),
    "asset.earth.wet": Material("soil", (0.15, 0.105, 0.07), 0.9),
    "asset.earth.sand": Material("soil", (0.70, 0.60, 0.43), 1.0),
    "asset.earth.gravel": Material("gravel", (0.52, 0.51, 0.49), 1.0),
    "asset.earth.asphalt": Material("asphalt", (0.10, 0.10, 0.10), 0.9),
    "asset.earth.fresh": Material("plain", (0.045, 0.044, 0.043), 0.85),
    "asset.earth.pit": Material("soil", (0.06, 0.045, 0.032), 1.0),
    "asset.lamp.arrow": Material("emissive", (1.0, 0.62, 0.06), 0.3, 0.0, 25.0),
    "asset.lamp.glass": Material("plain", (0.92, 0.91, 0.86), 0.2),
    "asset.lamp.red": Material("emissive", (0.95, 0.05, 0.03), 0.3, 0.0, 20.0),
    "asset.lamp.amber": Material("plain", (0.35, 0.18, 0.02), 0.3),
    "asset.lamp.green": Material("plain", (0.02, 0.24, 0.10), 0.3),
    "asset.glass.clear": Material("glass", (0.30, 0.38, 0.40), 0.05),
    "asset.plant.leaf": Material("foliage", (0.13, 0.27, 0.07), 0.8),
    "asset.plant.dark": Material("foliage", (0.08, 0.18, 0.06), 0.8),
    "asset.plant.red": Material("plain", (0.70, 0.08, 0.12), 0.8),
    "asset.plant.yellow": Material("plain", (0.90, 0.72, 0.12), 0.8),
    "asset.plant.pink": Material("plain", (0.85, 0.40, 0.58), 0.8),
    # Forest
    "asset.tent.orange": Material("fabric", (0.85, 0.36, 0.06), 0.6),
    "asset.tent.blue": Material("fabric", (0.10, 0.28, 0.58), 0.6),
    "asset.tent.green": Material("fabric", (0.22, 0.36, 0.16), 0.6),
    "asset.tent.red": Material("fabric", (0.66, 0.10, 0.08), 0.6),
    "asset.tent.sand": Material("fabric", (0.70, 0.62, 0.46), 0.7),
    "asset.tent.grey": Material("fabric", (0.45, 0.46, 0.46), 0.7),
    "asset.tent.inner": Material("fabric", (0.10, 0.10, 0.11), 0.9),
    "asset.ruin.plaster": Material("plaster", (0.62, 0.58, 0.50), 0.95),
    "asset.ruin.brick": Material("brick", (0.43, 0.27, 0.21), 0.95),
    "asset.ruin.stone": Material("concrete", (0.46, 0.45, 0.42), 0.95),
    "asset.ruin.tiles": Material("roof_tiles", (0.38, 0.20, 0.14), 0.95),
    "asset.ruin.tar": Material("roof_tar", (0.17, 0.17, 0.165), 0.95),
    "asset.ruin.floor": Material("concrete", (0.34, 0.33, 0.30), 0.95),
    "asset.ruin.dark": Material("plain", (0.02, 0.02, 0.02), 0.95),
    "asset.ruin.moss": Material("grass", (0.17, 0.19, 0.09), 1.0),
    "asset.tree.charred": Material("bark", (0.035, 0.032, 0.03), 1.0),
    "asset.tree.bark": Material("bark", (0.26, 0.20, 0.15), 0.95),
    # Strangers
    "asset.hide.tawny": Material("fabric", (0.56, 0.33, 0.15), 0.8),
    "asset.hide.brown": Material("fabric", (0.30, 0.16, 0.07), 0.8),
    "asset.hide.sand": Material("fabric", (0.80, 0.68, 0.47), 0.8),
    "asset.hide.bone": Material("plain", (0.82, 0.76, 0.62), 0.5),
    "asset.hide.green": Material("hide", (0.33, 0.37, 0.20), 0.7),
    "asset.hide.moss": Material("hide", (0.15, 0.19, 0.10), 0.7),
    "asset.hide.umber": Material("hide", (0.42, 0.28, 0.15), 0.7),
    "asset.hide.bark": Material("hide", (0.22, 0.13, 0.07), 0.7),
    "asset.hide.rust": Material("hide", (0.52, 0.27, 0.14), 0.7),
    "asset.hide.grey": Material("hide", (0.43, 0.43, 0.39), 0.7),
    "asset.hide.slate": Material("hide", (0.25, 0.26, 0.26), 0.7),
    "asset.hide.pale": Material("hide", (0.66, 0.58, 0.42), 0.7),
    "asset.hide.plate": Material("hide", (0.60, 0.36, 0.20), 0.6),
    "asset.army.olive": Material("plain", (0.24, 0.26, 0.15), 0.85),
    "asset.army.dark": Material("plain", (0.13, 0.16, 0.10), 0.85),
    "asset.army.sand": Material("plain", (0.58, 0.48, 0.32), 0.85),
    "asset.army.brown": Material("plain", (0.33, 0.24, 0.15), 0.85),
    "asset.ufo.skin": Material("plain", (0.52, 0.55, 0.58), 0.4, 0.3),
    "asset.ufo.dark": Material("plain", (0.045, 0.05, 0.06), 0.45),
    "asset.ufo.dome": Material("metal", (0.16, 0.42, 0.40), 0.15, 1.0),
    "asset.ufo.core": Material("emissive", (0.25, 0.85, 1.0), 0.3, 0.0, 14.0),
    "asset.ufo.light": Material("emissive", (0.45, 1.0, 0.65), 0.3, 0.0, 25.0),
    "asset.person.shoe": Material("plain", (0.07, 0.06, 0.055), 0.6),
    "asset.person.sole": Material("plain", (0.78, 0.77, 0.74), 0.6),
    "asset.person.phone": Material("plain", (0.02, 0.02, 0.025), 0.2),
    # Fire
    "asset.fire.char": Material("plain", (0.018, 0.016, 0.015), 0.95),
    "asset.fire.ash": Material("plain", (0.30, 0.29, 0.28), 1.0),
    "asset.fire.burnt_ground": Material("scorch", (0.028, 0.026, 0.024), 1.0),
    "asset.fire.scorch": Material("plain", (0.03, 0.028, 0.026), 1.0),
    "asset.fire.burnt": Material("metal", (0.20, 0.12, 0.08), 0.95, 0.1),
    "asset.fire.glow": Material("emissive", (1.0, 0.24, 0.02), 0.9, 0.0, 22.0),
    "asset.fire.flame": Material("flame", (1.0, 0.34, 0.03), params=(("scale", 0.5),)),
    "asset.fire.core": Material("flame", (1.0, 0.50, 0.08), params=(("scale", 0.35),)),
    "asset.fire.haze": Material(
        "smoke",
        (0.50, 0.49, 0.48),
        params=(("base", 2.2), ("density", 0.9), ("drift", 26.0), ("height", 30.0), ("scale", 4.0)),
    ),
    "asset.fire.smoke": Material(
        "smoke",
        (0.13, 0.126, 0.122),
        params=(("base", 1.2), ("density", 2.4), ("drift", 18.0), ("height", 26.0), ("scale", 2.4)),
    ),
}

_pack: dict[str, Material] = {}


def register_pack_material(name: str, made: Material) -> None:
    """Make a pack's material known under its global name."""
    _pack[name] = made


def material(name: str) -> Material:
    """The material of a global name. :raises KeyError: for a name that no table holds."""
    if name in _FIXED:
        return _FIXED[name]
    if name in _pack:
        return _pack[name]
    family, _, colour = name.rpartition(".")
    if family == "asset.paint":
        return Material("paint", PAINTS[colour], 0.25)
    if family == "asset.gloss":
        return Material("plain", PAINTS[colour], 0.4)
    if family == "asset.cloth":
        return Material("fabric", CLOTHES[colour], 0.9)
    if family == "asset.skin":
        return Material("skin", SKINS[colour], 0.55)
    if family == "asset.hair":
        return Material("fabric", HAIRS[colour], 0.6)
    raise KeyError(name)
