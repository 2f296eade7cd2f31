"""Models of the asset pack that furnish rooms: which, under what category, and how dressed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np

from lookabout.world.assets import pack
from lookabout.world.assets import packed as packs
from lookabout.world.assets.paints import CAR_GLASS
from lookabout.world.assets.paints import material as paint
from lookabout.world.assets.solids import Piece, hardened
from lookabout.world.rooms.model import Furnishing
from lookabout.world.scene import Material, Mesh

_ZERO, _BY, _LEGAZ, _SCOPIA = "BlendSwap-CC-0", "BlendSwap-CC-BY", "KatorLegaz", "Scopia"
_TABLE: dict[str, dict[str, str]] = {
    "dining_chair": {
        _ZERO: "antiqueChair chair chair2 chairWithCushion osakaChair plasticChair thonet",
        _BY: "chair3 chair4 chairWithCushion ella_chair_f kitchenChair plaidChair",
        _LEGAZ: "dining-chair",
        _SCOPIA: "chair chair3 chair4 plastic_chair white_kitchen_chair",
    },
    "dining_table": {
        _ZERO: "oakTable",
        _BY: "table",
        _SCOPIA: "black_table round-table table-with-leaning-feet table4 white_kitchen_table "
        "wooden_table_office glass_table_office",
        _LEGAZ: "glass-dining-table",
    },
    "armchair": {
        _ZERO: "armchair2 modernArmchair winchesterArmchair",
        _BY: "armchair1 fotel",
        _LEGAZ: "mid-century-chair",
        _SCOPIA: "armchair armchair2 armchair3 modern_armchair",
    },
    "sofa": {
        _ZERO: "couch sofa2 winchesterSofa",
        _BY: "couch3 sofa2 sofa3",
        _LEGAZ: "futon-couch mid-century-sofa",
        _SCOPIA: "burlap_sofa clear_sofa leather_sofa simple_sofa sofa_white_beige",
    },
    "coffee_table": {
        _BY: "coffeeTable",
        _SCOPIA: "coffee-table2 living_room_table saloon_table table_wood_and_iron",
    },
    "office_chair": {_ZERO: "armchair", _SCOPIA: "office_chair"},
    "pouf": {_SCOPIA: "puff"},
    "child_chair": {_BY: "childChair", _SCOPIA: "children_chair"},
    "child_table": {_SCOPIA: "children_table"},
    "desk": {
        _ZERO: "lbDesk",
        _BY: "biurko3 officeTable simpleDesk",
        _SCOPIA: "kids_desk_table kids_wooden_desk wooden_office_alder_table "
        "wooden_office_pear_table_rect",
    },
    "bookcase": {
        _ZERO: "shelves verticalShelves",
        _BY: "bookcase",
        _LEGAZ: "full-bookcase utility-shelving",
    },
    "tv_stand": {_BY: "tvStand"},
    "sideboard": {_BY: "dresserWithDrawers"},
    "chest_of_drawers": {_BY: "dresserWithDrawers"},
    "bedside_table": {_ZERO: "bedsideTable2", _BY: "bedsideTable"},
    "wardrobe": {
        _ZERO: "wardrobeWithSlidingDoors",
        _BY: "wardrobe wardrobe2",
        _SCOPIA: "wardrobe1",
    },
    "toy_shelf": {_ZERO: "cupboard"},
    "bed": {_SCOPIA: "bed1"},
    "single_bed": {_BY: "juniorBed", _SCOPIA: "captains-bed"},
    "piano": {_BY: "piano"},
    "piano_bench": {_ZERO: "pianoBench"},
    "rocking_horse": {_ZERO: "caballito"},
    "doll_house": {_SCOPIA: "doll-house"},
    "doll": {_SCOPIA: "doll"},
    "teddy_bear": {_ZERO: "teddyBear"},
    "toy_car": {_BY: "carrito-de-madera"},
    "toy_figure": {_ZERO: "woodToy"},
    "puzzle_cube": {_BY: "rubix2"},
    "xylophone": {_BY: "xylophone"},
    "ball": {_ZERO: "basketball", _BY: "ballonFoot"},
    "kitchen_cabinet": {
        _ZERO: "drawersCabinet lowerCabinet",
        _BY: "kitchenDrawersCabinet kitchenSmallLowerCabinet",
    },
    "sink": {_ZERO: "sinkCabinet", _BY: "kitchenSink"},
    "wall_cabinet": {_ZERO: "upperCabinet", _BY: "kitchenSmallUpperCabinet"},
    "stove": {_LEGAZ: "propane-stove"},
    "range_hood": {_ZERO: "rangeHood", _SCOPIA: "kitchenHood"},
    "fridge": {_ZERO: "largeFridge refrigerator"},
    "microwave": {_SCOPIA: "small-oven"},
    "toaster": {_SCOPIA: "toaster"},
    "kettle": {_BY: "boiler"},
    "coffee_machine": {_ZERO: "coffeeBrewer"},
    "rice_cooker": {_SCOPIA: "cooker"},
    "sandwich_maker": {_SCOPIA: "sandwichMaker"},
    "kitchen_scale": {_BY: "kitchenScale", _SCOPIA: "electronicScale"},
    "knife_block": {_SCOPIA: "kitchenKnifeStandSet"},
    "paper_towels": {_SCOPIA: "paperTowelHolder"},
    "spice_rack": {_SCOPIA: "spiceTower"},
    "bread_box": {_BY: "breadBox"},
    "bread": {_ZERO: "bread"},
    "chopping_board": {_BY: "choppingBoard"},
    "cooking_pot": {_BY: "largePan", _SCOPIA: "pottery"},
    "utensil_pot": {_BY: "utensilsPot"},
    "milk_carton": {_ZERO: "tetrapak"},
    "bottle": {_ZERO: "yogurtBottle", _BY: "beer_bottle"},
    "wine_bottle": {_LEGAZ: "red-wine-bottle-01", _SCOPIA: "wine_bottle"},
    "teapot": {_SCOPIA: "old_jar"},
    "mug": {_LEGAZ: "coffee-mug"},
    "coffee_cup": {_ZERO: "caffe_final"},
    "wine_glass": {_BY: "glass cocktailGlass"},
    "drinking_glass": {_LEGAZ: "12-oz-glass highball-glass"},
    "plate": {_LEGAZ: "bread-plate"},
    "bowl": {_SCOPIA: "bowl"},
    "fruit_bowl": {_SCOPIA: "apples bowlWithFruits"},
    "salad_bowl": {_SCOPIA: "bowlWithSalad"},
    "cake": {_SCOPIA: "birthday_cake"},
    "tray": {_SCOPIA: "tray"},
    "waste_bin": {_LEGAZ: "bullet-trash-can", _ZERO: "dustbin"},
    "washing_machine": {_SCOPIA: "clothes_washing_machine"},
    "toilet": {_ZERO: "toiletsUnit", _BY: "modernToilet"},
    "washbasin": {_ZERO: "modernVanity", _BY: "washbasin_jay_hardy"},
    "towel": {_ZERO: "towel3", _SCOPIA: "com_bath3"},
    "laundry_basket": {_SCOPIA: "clothes-basket"},
    "bath_mat": {_LEGAZ: "bathmat"},
    "soap_dispenser": {_SCOPIA: "com_bath2_soap"},
    "shampoo_bottle": {_SCOPIA: "com_bath2_jabon_pijo medicoscopia_bottle2"},
    "cosmetics_jar": {_ZERO: "cosmeticsPot"},
    "hairbrush": {_SCOPIA: "com_bath2_cepillo"},
    "folded_towel": {_SCOPIA: "com_bath3_toalla"},
    "laptop": {_BY: "laptop"},
    "computer": {_SCOPIA: "apple_pc", _LEGAZ: "apple-imac-1998"},
    "printer": {_SCOPIA: "inkjet_and_scanner_printer"},
    "telephone": {_SCOPIA: "phone", _BY: "wirelessOfficePhone3"},
    "letter_tray": {_SCOPIA: "bandeja"},
    "calendar": {_ZERO: "kalender"},
    "pen_holder": {_SCOPIA: "penbox"},
    "stapler": {_LEGAZ: "stapler"},
    "filing_cabinet": {_LEGAZ: "filing-cabinet"},
    "tablet": {_SCOPIA: "tablet"},
    "camera": {_SCOPIA: "reflex_camera basic_camera"},
    "newspaper": {_LEGAZ: "newspaper"},
    "open_book": {_BY: "book"},
    "television": {_ZERO: "led_tv"},
    "loudspeaker": {_ZERO: "speaker2 speaker3"},
    "game_console": {_SCOPIA: "playstation4"},
    "game_controller": {_SCOPIA: "ps4-joystick"},
    "dvd_player": {_SCOPIA: "dvd"},
    "amplifier": {_SCOPIA: "stereo_amplifier"},
    "remote_control": {_SCOPIA: "tv-remote-control"},
    "stereo": {_SCOPIA: "mini_stereo"},
    "music_player": {_BY: "mp3Station"},
    "photo_frame": {_SCOPIA: "frame1 frame2"},
    "vase": {_SCOPIA: "vase1 vase2 vase3 jar"},
    "candle": {_SCOPIA: "candle"},
    "statue": {_ZERO: "deer"},
    "potted_plant": {
        _ZERO: "augalas cactus littlePlant plant",
        _BY: "succulentPlant yuccaPlant decorativePlant",
        _SCOPIA: "bonsai-tree maceta",
    },
    "table_lamp": {
        _ZERO: "desklamp",
        _BY: "lamp",
        _LEGAZ: "pedestal-vase-lamp",
        _SCOPIA: "little_lamp1 little_lamp3 table_lamp",
    },
    "desk_lamp": {_SCOPIA: "desk_lamp1 desk_lamp2"},
    "floor_lamp": {_SCOPIA: "living_lamp"},
    "pendant_lamp": {_BY: "hangingLight", _ZERO: "lamp2"},
    "handbag": {_ZERO: "handbag"},
    "briefcase": {_ZERO: "briefcase"},
    "suitcase": {_BY: "suitcase"},
    "hat": {_SCOPIA: "chapeau"},
    "cap": {_SCOPIA: "casquette"},
    "helmet": {_SCOPIA: "casque"},
    "shoes": {_SCOPIA: "sneakers woman_shoes mocassin", _ZERO: "bootie"},
    "slippers": {_ZERO: "slippers"},
    "folded_clothes": {_SCOPIA: "folded_clothes"},
    "cardboard_box": {_SCOPIA: "cardboard-box"},
    "gift": {_BY: "gift"},
    "shopping_basket": {_SCOPIA: "shopping-basket"},
    "coat_rack": {_SCOPIA: "wall-hanger"},
    "coffee_press": {_BY: "coffeePress"},
    "deep_fryer": {_SCOPIA: "deepFryerWithFrenchFries"},
    "roast_chicken": {_SCOPIA: "roasted-chicken"},
    "hamburger": {_BY: "hamburger"},
    "electric_guitar": {_ZERO: "electricGuitar"},
    "fireplace": {_SCOPIA: "fireplace1"},
    "bench": {_LEGAZ: "bench"},
    "headphones": {_ZERO: "headphones"},
    "table_fan": {_ZERO: "tableFan"},
    "cuckoo_clock": {_ZERO: "cuckooClock"},
    "lantern": {_ZERO: "JapaneseLantern", _BY: "campingLamp"},
    "video_projector": {_SCOPIA: "video-projector"},
    "backpack": {_BY: "backpack"},
    "step_ladder": {_SCOPIA: "step-ladder-wood"},
    "fire_extinguisher": {_ZERO: "fireExtinguisher"},
    "recycling_bin": {_LEGAZ: "recycling-bin"},
    "dressing_table": {_SCOPIA: "dressing-table"},
    "clothes_rack": {_SCOPIA: "clothes-rack"},
    "exercise_bike": {_SCOPIA: "indoor-bike"},
    "crib": {_SCOPIA: "crib"},
    "changing_table": {_SCOPIA: "changing-table"},
    "toy_train": {_BY: "toyTrain"},
    "toy_plane": {_ZERO: "cartoon_biplane"},
    "potty": {_ZERO: "potty"},
    "whiteboard": {_ZERO: "whiteBoard"},
    "water_cooler": {_SCOPIA: "water_cooler"},
    "bidet": {_ZERO: "bidet"},
    "clothes_horse": {_SCOPIA: "clothes-horse"},
    "medicine_box": {_SCOPIA: "medicoscopia_box"},
    "perfume_bottle": {_ZERO: "flacon"},
    "high_chair": {_SCOPIA: "baby_high_chair"},
    "chest_freezer": {_SCOPIA: "chest-freezer"},
    "broom": {_SCOPIA: "broom"},
    "punching_bag": {_SCOPIA: "punching-ball"},
    "firewood": {_SCOPIA: "wood_logs"},
    "aquarium": {_SCOPIA: "aquarium"},
}
_SIZES = {
    f"{_LEGAZ}/propane-stove": (1.0, 1.0, 1.55),
    f"{_SCOPIA}/apples": (0.9, 0.9, 0.9),
    f"{_SCOPIA}/bowl": (0.6, 0.6, 0.6),
    f"{_BY}/largePan": (0.8, 0.8, 0.7),
    f"{_BY}/suitcase": (0.7, 0.7, 0.7),
    f"{_SCOPIA}/pottery": (1.9, 1.9, 1.7),
    f"{_SCOPIA}/coffee-table2": (1.0, 1.0, 0.9),
    f"{_BY}/kitchenSmallUpperCabinet": (1.0, 1.44, 0.92),
    f"{_SCOPIA}/shopping-basket": (0.75, 0.75, 0.75),
}
"""Factors along x, y and z on what the catalogue says, where that is not life-size."""
_STYLES = {
    **dict.fromkeys(
        (f"{_ZERO}/{name}" for name in ("drawersCabinet", "lowerCabinet", "sinkCabinet",
                                         "upperCabinet")), "modern"
    ),
    **dict.fromkeys(
        (f"{_BY}/{name}" for name in ("kitchenDrawersCabinet", "kitchenSmallLowerCabinet",
                                      "kitchenSink", "kitchenSmallUpperCabinet")), "country"
    ),
}  # fmt: skip
COMPLETE = frozenset(
    ("picture", "mirror", "book", "magazine", "cushion", "pillow", "blanket", "curtain", "rug",
     "ceiling_lamp", "storage_box", "toy_block", "toothbrush_mug", "wall_shelf", "bathtub",
     "console_table", "side_table", "shoe_cabinet", "dishwasher", "monitor", "keyboard",
     "computer_mouse", "alarm_clock", "radio", "basket", "toilet_brush", "toilet_paper",
     "storage_jar", "frying_pan", "apple", "lemon",
     # Of these there are too few in the pack, or they go well with its own:
     "mug", "plate", "bowl", "vase", "sideboard", "tv_stand", "chest_of_drawers", "bedside_table",
     "bookcase", "bed", "single_bed", "floor_lamp", "pendant_lamp", "television", "towel",
     "bath_mat", "wall_clock", "toy_car", "office_chair", "teapot", "child_chair", "toaster",
     "kettle", "washbasin", "toy_shelf", "fridge", "desk", "bench", "backpack",
     "step_ladder", "table_fan", "lantern", "fireplace", "dressing_table", "clothes_horse",
     "toy_train")
)  # fmt: skip
"""Categories in which the built-in models are used beside those of the pack."""


def models(place: Path) -> Iterator[Furnishing]:
    """All of them, by category."""
    known = pack.catalogue(place)
    for category, libraries in _TABLE.items():
        for library, names in libraries.items():
            for name in names.split():
                key = f"{library}/{name}"
                yield Furnishing(
                    category,
                    f"pack/{category}/{key}",
                    lambda k=key: _mesh(k, place),  # type: ignore[misc]
                    _STYLES.get(key, ""),
                    _size(key, known),
                )


def _size(key: str, known: Mapping[str, pack.CatalogueEntry]) -> tuple[float, float, float] | None:
    if key not in known:
        return None
    width, depth, height = known[key].size
    x, y, z = _SIZES.get(key, (1.0, 1.0, 1.0))
    return depth * x, width * y, height * z


def credits(place: Path) -> list[packs.Credit]:
    """Their makers and licences."""
    known = pack.catalogue(place)
    keys = sorted(
        f"{library}/{name}"
        for libraries in _TABLE.values()
        for library, names in libraries.items()
        for name in names.split()
    )
    return [packs.credit(key, known[key]) for key in dict.fromkeys(keys) if key in known]


_CLEAR = Material("clear_glass", (0.90, 0.95, 0.94), 0.0)
_SMOKED = Material("plain", (0.045, 0.055, 0.06), 0.10)
_MIRROR = Material("mirror", (0.90, 0.91, 0.92), 0.0)
_SEE_THROUGH = ("glass", "cocktailGlass", "12-oz-glass", "highball-glass", "aquarium")
"""Models whose glass is clear; that of the others is dark, as of ovens and screens."""


def material(name: str) -> Material:
    """A pack model's material as it looks indoors. :raises KeyError: for an unknown name."""
    given = paint(name)
    _, _, rest = name.partition("/")
    if "mirror" in rest.rpartition(".")[2].lower():
        return _MIRROR
    if given == CAR_GLASS:
        return _CLEAR if rest.partition(".")[0] in _SEE_THROUGH else _SMOKED
    return given


@cache
def _mesh(key: str, place: Path) -> Mesh:
    """A model's surface with soft edges kept soft, at life size, standing on z = 0."""
    found = packs.packed_mesh(packs.Packed(key, "furniture"), place)
    points, back = np.unique(np.round(found.vertices, 5), axis=0, return_inverse=True)
    piece = hardened(Piece(points, back.reshape(-1)[found.triangles].astype(np.int32)), 38.0)
    vertices = piece.vertices * np.array(_SIZES.get(key, (1.0, 1.0, 1.0)))
    vertices = vertices - np.array([0.0, 0.0, vertices[:, 2].min()])
    return replace(found, vertices=vertices, triangles=piece.triangles, smooth=True)
