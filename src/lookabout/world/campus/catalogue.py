"""All kinds of fixtures, and the models of each: what near-duplicates there are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial

import numpy as np

from lookabout.world.assets.model import Asset
from lookabout.world.assets.paints import material as asset_material
from lookabout.world.campus import furniture, statues, structures
from lookabout.world.campus.materials import OWN
from lookabout.world.scene import Instances, Material, Mesh

Features = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Design:
    """One model of a kind."""

    features: Features
    build: Callable[[], Mesh]
    water: Callable[[], Mesh] | None = None
    """What of it can be flown through."""


@dataclass(frozen=True)
class Kind:
    """A kind of fixture."""

    words: str
    designs: tuple[Design, ...]


def _design(build: Callable[..., Mesh], *arguments: object, **features: str) -> Design:
    return Design(tuple(features.items()), partial(build, *arguments))


_WOOD, _BROWN = "asset.wood.raw", "asset.wood.dark"
_BLACK, _GREEN, _RED = "asset.metal.black", "asset.metal.green", "asset.metal.red"
_BLUE, _WHITE, _YELLOW = "asset.metal.blue", "asset.metal.white", "asset.metal.yellow"
_ZINC, _CONCRETE = "asset.metal.galvanised", "asset.stone.concrete"
_BRONZE, _MARBLE = "campus.bronze", "campus.marble"
_BIKES = {name: f"asset.paint.{name}" for name in
          ("red", "black", "blue", "green", "white", "orange", "yellow")}  # fmt: skip


def _benches() -> tuple[Design, ...]:
    slatted, f = furniture.bench_slatted, _design
    return (
        f(slatted, _WOOD, _BLACK, colour="brown", material="wooden", back="with a back"),
        f(slatted, _GREEN, _BLACK, colour="green", material="wooden", back="with a back"),
        f(slatted, _WHITE, _BLACK, colour="white", material="wooden", back="with a back"),
        f(slatted, _RED, _BLACK, colour="red", material="wooden", back="with a back"),
        f(slatted, _BLUE, _ZINC, colour="blue", material="wooden", back="with a back"),
        f(
            furniture.bench_backless,
            _BROWN,
            colour="brown",
            material="wooden",
            back="without a back",
        ),
        f(furniture.bench_stone, _CONCRETE, colour="grey", material="stone", back="without a back"),
        f(
            furniture.bench_curved,
            _GREEN,
            colour="green",
            material="metal",
            back="with a curved back",
        ),
        f(
            furniture.bench_curved,
            _BLACK,
            colour="black",
            material="metal",
            back="with a curved back",
        ),
    )


def _bins() -> tuple[Design, ...]:
    made = []
    for name, paint in (("green", _GREEN), ("red", _RED), ("black", _BLACK), ("blue", _BLUE)):
        made.append(_design(furniture.bin_round, paint, colour=name, body="with a round body"))
    for name, paint in (("grey", "asset.plastic.grey"), ("red", _RED), ("green", _GREEN)):
        made.append(_design(furniture.bin_domed, paint, colour=name, body="with a dome"))
    for name, paint in (("brown", "campus.brown"), ("grey", _ZINC), ("yellow", _YELLOW)):
        made.append(_design(furniture.bin_square, paint, colour=name, body="with a square body"))
    return tuple(made)


def _recycling() -> tuple[Design, ...]:
    grey, dark = "asset.plastic.grey", "asset.metal.dark"
    f = furniture.recycling
    return (
        _design(f, ("blue", "yellow", "green"), grey, False, bins="with three bins", colour="grey"),
        _design(f, ("blue", "red"), dark, False, bins="with two bins", colour="black"),
        _design(
            f, ("blue", "yellow", "green", "red"), grey, True,
            bins="with four bins", colour="grey", roof="under a roof",
        ),
        _design(
            f, ("blue", "yellow", "red"), _GREEN, True,
            bins="with three bins", colour="green", roof="under a roof",
        ),
    )  # fmt: skip


def _statues() -> tuple[Design, ...]:
    grey, granite = _CONCRETE, "campus.granite"
    made = []
    for figure, material in (
        ("horse", "bronze"), ("lion", "stone"), ("owl", "bronze"), ("speaker", "bronze"),
        ("thinker", "bronze"), ("reader", "stone"), ("walker", "stone"), ("bust", "bronze"),
        ("bust", "stone"), ("obelisk", "stone"), ("globe", "bronze"), ("lion", "bronze"),
        ("horse", "stone"), ("speaker", "stone"),
    ):  # fmt: skip
        surface = _BRONZE if material == "bronze" else _MARBLE
        base = granite if material == "bronze" else grey
        words = _FIGURES[figure]
        made.append(_design(statues.statue, figure, surface, base, figure=words, material=material))
    return tuple(made)


_FIGURES = {
    "horse": "horse", "lion": "lion", "owl": "owl", "speaker": "man with a raised arm",
    "thinker": "sitting man bent forward", "reader": "sitting reader", "walker": "walking man",
    "bust": "bust", "obelisk": "obelisk", "globe": "globe",
}  # fmt: skip


def _racks() -> tuple[Design, ...]:
    b = _BIKES
    rows: tuple[tuple[tuple[str, ...], int], ...] = (
        ((), 5), (("red", "black", "blue"), 5), (("black", "green", "black", "red"), 5),
        (("blue",), 4), (("white", "orange", "black", "blue", "red"), 6),
    )  # fmt: skip
    words = (
        "without bicycles",
        "with one bicycle",
        "",
        *(f"with {count} bicycles" for count in ("three", "four", "five")),
    )
    return tuple(
        _design(furniture.rack, tuple(b[name] for name in names), hoops, bicycles=words[len(names)])
        for names, hoops in rows
    )


def _planters() -> tuple[Design, ...]:
    made = []
    for shape, material in (("box", "wooden"), ("bowl", "stone"), ("tub", "rusty steel")):
        for bloom in ("red", "yellow", "pink", "white"):
            paint = "asset.paper.white" if bloom == "white" else f"asset.plant.{bloom}"
            made.append(
                _design(
                    furniture.planter,
                    shape,
                    paint,
                    flowers=f"with {bloom} flowers",
                    material=material,
                )
            )
    return tuple(made)


def _boards() -> tuple[Design, ...]:
    f = furniture.notice_board
    return (
        _design(f, _BROWN, "asset.paper.brown", True, colour="brown", roof="under a roof"),
        _design(f, _BLUE, "asset.paper.brown", False, colour="blue"),
        _design(f, _RED, "asset.paper.brown", False, colour="red"),
        _design(f, _GREEN, "asset.paper.brown", True, colour="green", roof="under a roof"),
    )


def _kiosks() -> tuple[Design, ...]:
    return tuple(
        _design(structures.kiosk, paint, word, colour=name, sells=f"that sells {sells}")
        for name, paint, word, sells in (
            ("red", "asset.gloss.red", "COFFEE", "coffee"),
            ("green", "asset.gloss.green", "JUICE", "juice"),
            ("blue", "asset.gloss.blue", "ICE", "ice cream"),
            ("yellow", "asset.gloss.yellow", "WAFFLES", "waffles"),
        )
    )


def _tables() -> tuple[Design, ...]:
    f = furniture.picnic_table
    return (
        _design(f, _WOOD, "", parasol="without a parasol"),
        *(
            _design(f, _WOOD, f"asset.cloth.{cloth}", parasol=f"with a {name} parasol")
            for name, cloth in (
                ("red", "red"), ("white", "cream"), ("blue", "royal"), ("green", "forest"),
            )
        ),
    )  # fmt: skip


def _sculptures() -> tuple[Design, ...]:
    return tuple(
        _design(structures.sculpture, form, paint, figure=form, colour=name)
        for form, name, paint in (
            ("ring", "red", _RED), ("cube", "blue", _BLUE), ("arch", "yellow", _YELLOW),
            ("sphere", "silver", "campus.steel"), ("spiral", "rusty", "asset.metal.corroded"),
            ("ring", "blue", _BLUE), ("cube", "red", _RED), ("sphere", "rusty",
             "asset.metal.corroded"),
        )
    )  # fmt: skip


def _shelters() -> tuple[Design, ...]:
    b = tuple(_BIKES.values())
    return (
        _design(structures.shelter, _GREEN, "asset.metal.green", b[:4], colour="green"),
        _design(structures.shelter, _ZINC, "asset.metal.galvanised", b[2:5], colour="grey"),
        _design(structures.shelter, _RED, "asset.metal.red", b[1:6], colour="red"),
    )


def _fountain(tiers: int, words: str) -> Design:
    return Design(
        (("bowls", words),),
        partial(structures.fountain, tiers),
        partial(structures.fountain_water, tiers),
    )


KINDS: dict[str, Kind] = {
    "bench": Kind("bench", _benches()),
    "bin": Kind("litter bin", _bins()),
    "recycling": Kind("recycling station", _recycling()),
    "lamp": Kind("lamp", (
        _design(furniture.lamp_globe, _BLACK, 1, colour="black", head="with one globe"),
        _design(furniture.lamp_globe, _GREEN, 2, colour="green", head="with two globes"),
        _design(furniture.lamp_lantern, _BLACK, colour="black", head="with a lantern"),
        _design(furniture.lamp_modern, "asset.metal.dark", colour="grey", head="with a flat head"),
    )),
    "bollard": Kind("bollard light", (
        _design(furniture.bollard_lamp, "asset.metal.dark", colour="grey"),
        _design(furniture.bollard_lamp, "asset.metal.corroded", colour="rusty"),
    )),
    "statue": Kind("statue", _statues()),
    "sculpture": Kind("sculpture", _sculptures()),
    "bicycle_rack": Kind("bicycle rack", _racks()),
    "bicycle": Kind("bicycle", tuple(
        _design(furniture.bicycle, paint, k, colour=name)
        for k, (name, paint) in enumerate(_BIKES.items())
    )),
    "bicycle_shelter": Kind("bicycle shelter", _shelters()),
    "planter": Kind("planter", _planters()),
    "notice_board": Kind("notice board", _boards()),
    "advertising_column": Kind("advertising column", (
        _design(furniture.info_pillar, _GREEN, colour="green"),
        _design(furniture.info_pillar, _BLUE, colour="blue"),
        _design(furniture.info_pillar, "asset.metal.dark", colour="grey"),
    )),
    "picnic_table": Kind("picnic table", _tables()),
    "signpost": Kind("signpost", (
        _design(furniture.signpost, _GREEN, ("LIBRARY", "MUSEUM", "GYM"), colour="green"),
        _design(furniture.signpost, _BLUE, ("CAFE", "PHYSICS", "LAW", "ARTS"), colour="blue"),
    )),
    "kiosk": Kind("kiosk", _kiosks()),
    "book_cart": Kind("book cart", (
        _design(structures.book_cart, _GREEN, colour="green"),
        _design(structures.book_cart, _RED, colour="red"),
    )),
    "pavilion": Kind("pavilion", tuple(
        _design(structures.gazebo, roof, posts, colour=name, roof=words)
        for roof, posts, name, words in (
            ("campus.copper", _WHITE, "white", "with a green roof"),
            ("asset.metal.red", _BROWN, "brown", "with a red roof"),
        )
    )),
    "fountain": Kind("fountain", (_fountain(2, "with two bowls"), _fountain(1, "with one bowl"))),
    "clock_tower": Kind("clock tower", (
        _design(structures.clock_tower, "campus.brick_red", "campus.stone", "campus.slate",
                colour="red", material="brick"),
        _design(structures.clock_tower, "campus.stone_warm", "campus.stone", "campus.copper",
                colour="yellow", material="stone"),
    )),
    "flagpole": Kind("flagpole", tuple(
        _design(structures.flagpole, bands, upright, flag=f"with a {words} flag")
        for bands, upright, words in (
            ((_BLUE, _WHITE, _BLUE), False, "blue and white"),
            ((_RED, _WHITE, _RED), True, "red and white"),
            ((_GREEN, _YELLOW, _GREEN), False, "green and yellow"),
        )
    )),
}  # fmt: skip
"""By the name after ``campus/``; numbers of designs are part of a map, so only append."""


@cache
def fixture_asset(kind: str, model: int) -> Asset:
    """A fixture's meshes and materials. Its origin is where its model has it."""
    design = KINDS[kind].designs[model]
    words = KINDS[kind].words
    meshes, parts = {}, []
    for build, end, solid in ((design.build, "", True), (design.water, "/water", False)):
        if build is not None:
            name = f"campus/{kind}/{model}{end}"
            meshes[name] = build()
            parts.append(Instances(name, np.eye(4)[None], words, solid))
    used = {name for mesh in meshes.values() for name in mesh.materials}
    box = meshes[f"campus/{kind}/{model}"].box
    return Asset(
        kind=f"campus/{kind}",
        meshes=meshes,
        materials={name: _material(name) for name in sorted(used)},
        parts=tuple(parts),
        top=None,
        footprint=(float(box.size[0]), float(box.size[1])),
        look="builtin",
    )


def _material(name: str) -> Material:
    return OWN[name] if name in OWN else asset_material(name)
