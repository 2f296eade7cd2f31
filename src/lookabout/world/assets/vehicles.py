"""Vehicles by colour and type: the targets of FlySearch and the traffic around them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

import numpy as np

from lookabout.world.assets.car_section import on_skin, section, top_at
from lookabout.world.assets.car_shapes import (
    HATCHBACKS,
    PICKUPS,
    SEDANS,
    SPORTS_CARS,
    SUVS,
    VANS,
    CarShape,
)
from lookabout.world.assets.cars import BODY, car_body, car_collider
from lookabout.world.assets.kind import Kind
from lookabout.world.assets.letters import letters
from lookabout.world.assets.model import Assembly, Asset, Model, merged, repainted
from lookabout.world.assets.plates import LONGEST, licence_plate, plate_places
from lookabout.world.assets.solids import Floats, box, rounded_box, sheet
from lookabout.world.assets.trucks import BUSES, TRUCKS, bus, truck
from lookabout.world.scene import Mesh

COLOURS = ("white", "black", "silver", "grey", "blue", "red", "green", "beige", "brown")
CAR_COLOURS = (*COLOURS, "yellow", "orange", "cyan", "purple", "pink")
CARS: dict[str, tuple[tuple[CarShape, ...], str]] = {
    "sedan": (SEDANS, "sedan car"),
    "hatchback": (HATCHBACKS, "hatchback car"),
    "suv": (SUVS, "SUV"),
    "van": (VANS, "van"),
    "sports_car": (SPORTS_CARS, "sports car"),
    "pickup": (PICKUPS, "pickup truck"),
}
_BARE = ".bare"
"""Ends the names of meshes without blank plates."""
_POLICE = (SEDANS[0], SUVS[0], SEDANS[1], SUVS[1])
_TAXIS = (SEDANS[0], SEDANS[4], SUVS[0], VANS[2])


def kinds() -> list[Kind]:
    """Every vehicle kind."""
    found = [
        Kind.inscribed("vehicle/police_car", "a police car", len(_POLICE), _police_car, LONGEST),
        Kind.inscribed("vehicle/taxi", "a taxi", len(_TAXIS), _taxi, LONGEST),
    ]
    for colour in CAR_COLOURS:
        article = "an" if colour == "orange" else "a"
        for name, (shapes, words) in CARS.items():
            kind = f"vehicle/{colour}_{name}"
            build = partial(_car, kind, colour, name)
            named = f"{article} {colour} {words}"
            found.append(Kind.inscribed(kind, named, len(shapes), build, LONGEST))
    for colour in COLOURS:
        kind = f"vehicle/{colour}_truck"
        found.append(Kind(kind, f"a {colour} truck", len(TRUCKS), partial(_truck, kind, colour)))
    for colour in ("white", "blue", "red", "green", "yellow"):
        kind = f"vehicle/{colour}_bus"
        found.append(Kind(kind, f"a {colour} bus", len(BUSES), partial(_bus, kind, colour)))
    return found


@cache
def _painted(shape: CarShape, colour: str, plates: bool) -> Mesh:
    swap = {BODY: f"asset.paint.{colour}"}
    if colour == "black":
        swap["asset.gloss.black"] = "asset.gloss.silver"
    return repainted(car_body(shape, plates), swap)


def _car(kind: str, colour: str, name: str, variant: int, plate: str) -> Asset:
    shape = CARS[name][0][variant]
    made = Assembly(kind)
    label = "car" if name != "pickup" else "pickup truck"
    made.place(
        f"asset.car.{name}.{shape.name}.{colour}{_BARE if plate else ''}",
        _painted(shape, colour, not plate),
        label=label,
        collider=(f"asset.car.{name}.{shape.name}.collider", car_collider(shape)),
    )
    _add_plates(made, plate, plate_places(shape), label)
    return made.finish()


def _add_plates(made: Assembly, text: str, places: Floats, label: str) -> None:
    """Plates with a text, if there is one; nothing meets them but the eye."""
    if text:
        name = f"asset.plate.{text}"
        made.place(name, licence_plate(text), places, label=label, solid=False)
        made.inscriptions += list(places)


def _truck(kind: str, colour: str, variant: int) -> Asset:
    return _large(kind, colour, variant, "truck", truck)


def _bus(kind: str, colour: str, variant: int) -> Asset:
    return _large(kind, colour, variant, "bus", bus)


def _large(
    kind: str, colour: str, variant: int, label: str, build: Callable[[int], tuple[Mesh, Mesh]]
) -> Asset:
    mesh, collider = build(variant)
    made = Assembly(kind)
    made.place(
        f"asset.{label}.{variant}.{colour}",
        repainted(mesh, {BODY: f"asset.paint.{colour}"}),
        label=label,
        collider=(f"asset.{label}.{variant}.collider", collider),
    )
    return made.finish()


def _police_car(variant: int, plate: str) -> Asset:
    shape = _POLICE[variant]
    made = Assembly("vehicle/police_car")
    made.place(
        f"asset.police.{variant}{_BARE if plate else ''}",
        _police_mesh(variant, not plate),
        label="police car",
        collider=(f"asset.police.{variant}.collider", car_collider(shape)),
    )
    _add_plates(made, plate, plate_places(shape, push_bar=True), "police car")
    return made.finish()


@cache
def _police_mesh(variant: int, plates: bool) -> Mesh:
    """A white car with a light bar, a roof number and one of four liveries."""
    shape = _POLICE[variant]
    model = Model()
    _patches(model, shape, variant)
    _light_bar(model, shape)
    roof = (shape.header_s + shape.rear_s) / 2
    _write(model, shape, str(407 + 118 * variant), 0.42, roof + 0.42)
    _write(model, shape, "POLICE", 0.26, shape.cowl_s * 0.55)
    _write(model, shape, "POLICE", 0.20, (shape.back_s + shape.length) / 2 - 0.02)
    bumper = rounded_box(0.12, 0.9, 0.34, 0.05).moved(shape.length / 2 + 0.07, 0, 0.38)
    model.add(bumper, "asset.car.trim")
    return merged(car_body(shape, plates), model.mesh())


def _patches(model: Model, shape: CarShape, variant: int) -> None:
    """The livery: bands over bonnet and boot, and along the sides."""
    L = shape.length
    dark = "asset.police.black" if variant in (0, 3) else "asset.gloss.blue"
    if variant in (0, 3):
        for s0, s1 in ((0.16, 0.42), (shape.cowl_s - 0.24, shape.cowl_s - 0.09)):
            model.add(on_skin(shape, s0, s1, -0.72, 0.72), dark, sharp=60)
        if shape.length - shape.back_s > 0.4:
            model.add(on_skin(shape, L - 0.16, L - 0.06, -0.66, 0.66), dark, sharp=60)
    else:
        for y in (-0.78, 0.50):
            model.add(on_skin(shape, 0.20, shape.cowl_s - 0.1, y, y + 0.28), dark, sharp=60)
            model.add(
                on_skin(
                    shape, shape.header_s + 0.05, shape.rear_s - 0.05, y * 0.72, y * 0.72 + 0.16
                ),
                dark,
                sharp=60,
            )
    cells = np.arange(0.45, L - 0.45, 0.36)
    for k, s in enumerate(cells):
        name = ("asset.gloss.blue", "asset.gloss.yellow")[k % 2] if variant == 1 else dark
        x0, x1 = L / 2 - s - 0.36, L / 2 - s
        row0, row1 = section(shape, s)[2:4], section(shape, s + 0.36)[2:4]
        low, high = row0[:, 2] * [1, 1], row1[:, 2]
        grid = np.array(
            [
                [[x1, row0[0, 1] + 0.006, low[0]], [x1, row0[1, 1] + 0.006, low[1]]],
                [[x0, row1[0, 1] + 0.006, high[0]], [x0, row1[1, 1] + 0.006, high[1]]],
            ]
        )
        model.add_both(sheet(grid[::-1]), name)


def _light_bar(model: Model, shape: CarShape) -> None:
    """Red to the left, blue to the right, on feet across the roof."""
    x = shape.length / 2 - (shape.header_s + 0.28 * (shape.rear_s - shape.header_s))
    z = shape.height + 0.02
    wide = shape.width * shape.roof * 0.92
    model.add(box(0.20, wide * 0.8, 0.06, x, 0, z - 0.06), "asset.car.trim")
    model.add(rounded_box(0.36, wide + 0.06, 0.04, 0.1, edge=0.02).moved(x, 0, z), "asset.car.trim")
    for side, name in ((1, "asset.police.red"), (-1, "asset.police.blue")):
        lamp = rounded_box(0.30, wide * 0.38, 0.10, 0.1, edge=0.04)
        model.add(lamp.moved(x, side * wide * 0.30, z + 0.03), name)
    model.add(rounded_box(0.30, wide * 0.18, 0.09, 0.03).moved(x, 0, z + 0.03), "asset.car.lamp")


def _write(model: Model, shape: CarShape, text: str, height: float, s: float) -> None:
    """Letters on the body's top, centred at station ``s``."""

    def drape(flat: Floats) -> Floats:
        z = [top_at(shape, s - x, np.array([y]))[0] for x, y in flat]
        return np.array(z) + 0.012

    x = shape.length / 2 - s
    model.add(letters(text, height, drape).moved(x=x), "asset.police.letters", sharp=60)


def _taxi(variant: int, plate: str) -> Asset:
    shape = _TAXIS[variant]
    made = Assembly("vehicle/taxi")
    made.place(
        f"asset.taxi.{variant}{_BARE if plate else ''}",
        _taxi_mesh(variant, not plate),
        label="taxi",
        collider=(f"asset.taxi.{variant}.collider", car_collider(shape)),
    )
    _add_plates(made, plate, plate_places(shape), "taxi")
    return made.finish()


@cache
def _taxi_mesh(variant: int, plates: bool) -> Mesh:
    """A yellow car with a lit sign on the roof and a chequered band along the sides."""
    shape = _TAXIS[variant]
    model = Model()
    x = shape.length / 2 - (shape.header_s + 0.3 * (shape.rear_s - shape.header_s))
    model.add(box(0.28, 0.8, 0.05, x, 0, shape.height - 0.03), "asset.car.trim")
    sign = rounded_box(0.24, 0.72, 0.20, 0.05)
    model.add(sign.moved(x, 0, shape.height + 0.02), "asset.taxi.sign")
    roof = shape.header_s + 0.72 * (shape.rear_s - shape.header_s)
    _write(model, shape, "TAXI", 0.34, roof)
    return merged(repainted(car_body(shape, plates), {BODY: "asset.paint.yellow"}), model.mesh())
