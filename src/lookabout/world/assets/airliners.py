"""Airliners standing on the ground."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from lookabout.world.assets.aircraft import (
    DARK,
    GLASS,
    SEAM,
    Wing,
    fin,
    fuselage,
    gear,
    hinges,
    propeller,
)
from lookabout.world.assets.kind import Kind
from lookabout.world.assets.model import Assembly, Asset, Model
from lookabout.world.assets.solids import box, cylinder, rounded_box
from lookabout.world.scene import Mesh

WHITE, GREY, BARE = "asset.metal.white", "asset.metal.wing", "asset.metal.galvanised"
_KINK = 0.36
"""Where on its half span a jet's wing changes its taper."""


@dataclass(frozen=True)
class Type:
    """A type of airliner; metres."""

    length: float
    radius: float
    """Of the body."""
    span: float
    sweep: float
    engines: str
    """``wing2``, ``wing4`` or ``tail``."""
    trim: str
    t_tail: bool = False
    propellers: bool = False
    winglets: bool = False


_TYPES = (
    Type(37.6, 1.97, 34.1, 7.0, "wing2", "asset.metal.blue", winglets=True),
    Type(33.0, 1.45, 24.0, 4.6, "tail", "asset.metal.red", t_tail=True),
    Type(47.0, 2.5, 44.0, 11.0, "wing4", "asset.metal.green"),
    Type(27.0, 1.4, 27.0, 0.4, "wing2", "asset.plastic.orange", t_tail=True, propellers=True),
)


def kinds() -> list[Kind]:
    """Airliners."""
    return [Kind("airliner", "an airliner", len(_TYPES), _airliner)]


def _airliner(variant: int) -> Asset:
    made = Assembly("airliner")
    made.place(f"asset.aircraft.airliner.{variant}", _mesh(variant), label="aeroplane")
    return made.finish()


@cache
def _mesh(variant: int) -> Mesh:
    made, model = _TYPES[variant], Model()
    z = made.radius + (1.9 if made.engines != "tail" else 1.4)
    _body(model, made, z)
    wings = _wings(made, z)
    for wing in wings:
        model.add_both(wing.solid(), GREY)
        model.add_both(wing.panel(0.03, 0.97, 0.0, 0.05), BARE)
    _wing_details(model, made, wings)
    _engines(model, made, wings, z)
    _tail(model, made, z)
    low = wings[0].z
    for x in (0.005, -0.025):
        gear(model, x * made.length, made.radius * 1.5, low, 0.5, 0.7)
    gear(model, made.length * 0.38, 0, z - 0.8 * made.radius, 0.38, 0.5)
    return model.mesh()


def _body(model: Model, made: Type, z: float) -> None:
    """Tube, cockpit, windows, doors, livery at the tail, aerials on the roof."""
    length, radius, half = made.length, made.radius, made.length / 2
    stations = [
        (-half, z + 0.75 * radius, 0.1, 0.14),
        (-half + 0.16 * length, z + 0.28 * radius, 0.55 * radius, 0.7 * radius),
        (-half + 0.32 * length, z, radius, radius),
        (half - 0.17 * length, z, radius, radius),
        (half - 0.07 * length, z - 0.06 * radius, 0.82 * radius, 0.86 * radius),
        (half - 0.02 * length, z - 0.2 * radius, 0.45 * radius, 0.5 * radius),
        (half, z - 0.28 * radius, 0.08, 0.08),
    ]
    model.add(fuselage(stations, 26), WHITE, sharp=50)
    a, b = stations[1], stations[2]
    middle = tuple((p + q) / 2 for p, q in zip(a, b, strict=True))
    livery = [(x, h, w * 1.012, t * 1.012) for x, h, w, t in (stations[0], a, middle)]
    model.add(fuselage(livery, 26), made.trim, sharp=50)
    nose = half - 0.065 * length
    model.add(
        fuselage(
            [
                (nose - 0.3, z + 0.62 * radius, 0.5 * radius, 0.14 * radius),
                (nose + 0.5, z + 0.42 * radius, 0.5 * radius, 0.18 * radius),
                (nose + 0.9, z + 0.2 * radius, 0.35 * radius, 0.1 * radius),
            ],
            14,
        ),
        GLASS,
        sharp=50,
    )
    for x in np.arange(-half + 0.3 * length, half - 0.14 * length, 0.9):
        model.add_both(box(0.32, 0.04, 0.42, x, radius - 0.015, z + 0.18), GLASS)
    for x in (half - 0.135 * length, -half + 0.285 * length):
        model.add_both(box(0.95, 0.03, 1.8, x, radius * 0.985 - 0.01, z - 0.75), SEAM)
        model.add_both(box(0.87, 0.034, 1.72, x, radius * 0.985 - 0.009, z - 0.71), WHITE)
    model.add_both(box(length * 0.55, 0.03, 0.2, 0, radius - 0.02, z - 0.25), made.trim)
    for share in (0.27, 0.05, -0.12):
        blade = box(0.5, 0.05, 0.28, share * length, 0, z + radius - 0.02)
        model.add(blade, GREY)
    model.add(rounded_box(1.9, 0.9, 0.3, 0.14).moved(-0.04 * length, 0, z + radius - 0.1), WHITE)
    for share in (0.3, 0.14, -0.02, -0.16):
        # Where sections of the tube meet.
        x, r = share * length, radius + 0.008
        hoop = [(x - 0.025, z, r, r), (x + 0.025, z, r, r)]
        model.add(fuselage(hoop, 26), "asset.plastic.grey", sharp=50)


def _wings(made: Type, z: float) -> list[Wing]:
    """Left wing from the root outwards."""
    half, root = made.span / 2, 0.12 * made.length
    if made.propellers:
        chord = 0.12 * made.length
        high = z + 0.75 * made.radius
        return [Wing(root, chord, half, 0.5 * chord, made.sweep, high, 0.05 * half, 0.11)]
    chord, low, up = 0.17 * made.length, z - 0.6 * made.radius, 0.05 * half
    kink, tip = 0.6 * chord, 0.26 * chord
    return [
        Wing(
            root + 0.25 * chord, 1.25 * chord, _KINK * half, kink,
            _KINK * made.sweep + 0.25 * chord, low, _KINK * up, 0.11,
        ),
        Wing(
            root - _KINK * made.sweep, kink, half, tip,
            (1 - _KINK) * made.sweep, low + _KINK * up, (1 - _KINK) * up, 0.11, _KINK * half,
        ),
    ]  # fmt: skip


def _wing_details(model: Model, made: Type, wings: list[Wing]) -> None:
    """Gaps of flaps and ailerons, spoilers, lamps, winglets, the fairing under the body."""
    for wing in wings:
        hinges(model, wing)
        for inner in np.linspace(0.2, 0.74, 4):
            panel = wing.panel(inner, inner + 0.15, 0.60, 0.70)
            model.add_both(panel, "asset.plastic.grey")
    tip = wings[-1]
    end = tip.z + tip.dihedral
    lamp = rounded_box(0.3, 0.14, 0.12, 0.05)
    for side, name in ((1, "asset.metal.red"), (-1, "asset.metal.green")):
        model.add(lamp.moved(tip.root_x - tip.sweep - 0.3, side * (tip.span - 0.1), end), name)
    if made.winglets:
        edge = tip.root_x - tip.sweep
        upright = fin(edge, tip.tip_chord, 2.2, 0.4 * tip.tip_chord, 1.1, end)
        model.add_both(upright.moved(y=tip.span - 0.06), made.trim)
    if not made.propellers:
        root = wings[0]
        x, r = root.root_x, made.radius
        fairing = [
            (x - 1.35 * root.chord, root.z + 0.1, 0.3 * r, 0.2 * r),
            (x - 0.9 * root.chord, root.z, 1.12 * r, 0.62 * r),
            (x - 0.2 * root.chord, root.z, 1.12 * r, 0.62 * r),
            (x + 0.15 * root.chord, root.z + 0.1, 0.3 * r, 0.2 * r),
        ]
        model.add(fuselage(fairing, 22), WHITE, sharp=50)


def _engines(model: Model, made: Type, wings: list[Wing], z: float) -> None:
    half, radius = made.length / 2, made.radius
    if made.engines == "tail":
        x = -half + 0.30 * made.length
        size = (0.11 * made.length, 0.42 * radius)
        _jet(model, x, radius * 1.5, z + 0.35 * radius, *size, made.trim)
        pylon = box(1.4, radius, 0.2, x - 0.04 * made.length, radius, z + 0.3 * radius)
        model.add_both(pylon, WHITE)
        return
    for share in (0.17,) if made.engines == "wing2" else (0.15, 0.29):
        y = share * made.span
        x = 0.12 * made.length - made.sweep * share * 2 + 1.0
        high = wings[0].z + 0.05 * y
        if made.propellers:
            pod = fuselage(
                [(-2.4, high, 0.15, 0.2), (0.0, high, 0.55, 0.6), (1.2, high, 0.45, 0.5)], 14
            )
            model.add_both(pod.moved(x, y, 0), WHITE, sharp=50)
            for side in (-1, 1):
                propeller(model, x + 1.2, high, 1.9, side * y)
            continue
        below = high - 0.35 * radius - 0.45
        _jet(model, x, y, below, 0.09 * made.length, 0.5 * radius, made.trim)
        model.add_both(rounded_box(3.4, 0.24, 0.8, 0.1).moved(x - 1.6, y, high - 0.62), WHITE)


def _jet(
    model: Model, x: float, y: float, z: float, length: float, radius: float, trim: str
) -> None:
    """A nacelle with a bare lip, a fan in front and a cone behind, on both sides."""
    shell = [
        (x - length * 0.9, z, 0.5 * radius, 0.5 * radius),
        (x - length * 0.4, z, 0.95 * radius, 0.95 * radius),
        (x, z, radius, radius),
        (x + 0.25 * length, z, 0.86 * radius, 0.86 * radius),
    ]
    model.add_both(fuselage(shell, 18).moved(y=y), trim, sharp=50)
    lip = [
        (x + 0.2 * length, z, 0.9 * radius, 0.9 * radius),
        (x + 0.26 * length, z, 0.88 * radius, 0.88 * radius),
    ]
    model.add_both(fuselage(lip, 18).moved(y=y), BARE, sharp=50)
    cone = [
        (x - 1.15 * length, z, 0.06 * radius, 0.06 * radius),
        (x - 0.85 * length, z, 0.36 * radius, 0.36 * radius),
    ]
    model.add_both(fuselage(cone, 14).moved(y=y), DARK, sharp=50)
    fan = cylinder(0.74 * radius, 0.03, 16).turned(pitch=90).moved(x + 0.262 * length, y, z)
    model.add_both(fan, DARK)


def _tail(model: Model, made: Type, z: float) -> None:
    length, radius = made.length, made.radius
    root, high = -length / 2 + 0.17 * length, 0.155 * length
    foot = z + 0.5 * radius
    model.add(fin(root, 0.15 * length, high, 0.06 * length, 0.11 * length, foot), made.trim)
    flat = Wing(
        root - (0.10 * length if made.t_tail else 0.03 * length),
        0.10 * length,
        0.19 * made.span,
        0.045 * length,
        0.075 * length,
        foot + high * 0.97 if made.t_tail else z + 0.45 * radius,
        0.2,
    )
    model.add_both(flat.solid(), GREY)
    hinges(model, flat, 0.5)
