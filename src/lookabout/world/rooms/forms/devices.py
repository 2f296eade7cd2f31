"""Machines that stand on furniture."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from lookabout.world.assets.model import Model
from lookabout.world.assets.solids import (
    ball,
    cylinder,
    lathe,
    limb,
    ring,
    rounded_box,
    tube,
)
from lookabout.world.rooms.forms.parts import form, slab, solid
from lookabout.world.rooms.model import Furnishing


def forms() -> Iterator[Furnishing]:
    """All of them."""
    yield form("laptop", "grey", _laptop)
    yield form("monitor", "black", _monitor)
    yield form("keyboard", "black", _keyboard)
    yield form(
        "computer_mouse",
        "black",
        solid,
        rounded_box(0.105, 0.062, 0.034, 0.028, edge=0.02),
        "rooms.iron",
    )
    yield form("television", "large", _tv, 1.10, 0.63)
    yield form("television", "small", _tv, 0.82, 0.48)
    yield form("loudspeaker", "black", _speaker)
    yield form(
        "remote_control",
        "black",
        solid,
        rounded_box(0.17, 0.045, 0.018, 0.012, edge=0.006),
        "rooms.iron",
    )
    yield form("printer", "white", _printer)
    yield form("alarm_clock", "white", _alarm, "white")
    yield form("alarm_clock", "red", _alarm, "red")
    yield form("radio", "walnut", _radio)
    yield form("telephone", "black", _phone)

    yield form("table_fan", "white", _fan)
    yield form("blender", "steel", _blender)
    yield form("mixer", "red", _mixer, "red")
    yield form("mixer", "cream", _mixer, "cream")
    yield form("iron", "blue", _iron)
    yield form("sewing_machine", "white", _sewing_machine)
    yield form("headphones", "black", _headphones)
    yield form("desk_globe", "blue", _globe)
    yield form("lantern", "iron", _lantern)


def _laptop(m: Model) -> None:
    m.add(rounded_box(0.23, 0.33, 0.016, 0.012, edge=0.004), "rooms.steel")
    m.add(slab(-0.09, 0.02, -0.14, 0.14, 0.016, 0.0175), "rooms.keys")
    lid = slab(-0.004, 0.004, -0.165, 0.165, 0.0, 0.225).turned(pitch=-14).moved(-0.115, 0, 0.012)
    m.add(lid, "rooms.steel")
    face = slab(0.0042, 0.0052, -0.155, 0.155, 0.012, 0.215).turned(pitch=-14)
    m.add(face.moved(-0.115, 0, 0.012), "rooms.screen")


def _monitor(m: Model) -> None:
    m.add(rounded_box(0.18, 0.24, 0.012, 0.03, edge=0.004), "rooms.iron")
    m.add(slab(-0.05, -0.025, -0.03, 0.03, 0.01, 0.26), "rooms.iron")
    m.add(slab(-0.025, 0.015, -0.285, 0.285, 0.12, 0.46), "rooms.iron")
    m.add(slab(0.015, 0.017, -0.275, 0.275, 0.13, 0.45), "rooms.screen")


def _keyboard(m: Model) -> None:
    m.add(rounded_box(0.14, 0.43, 0.02, 0.01, edge=0.004), "rooms.iron")
    for row in range(4):
        x = 0.045 - 0.03 * row
        m.add(slab(x - 0.012, x + 0.012, -0.205, 0.205, 0.02, 0.025), "rooms.keys")


def _tv(m: Model, width: float, height: float) -> None:
    m.add(rounded_box(0.22, width * 0.45, 0.014, 0.04, edge=0.004), "rooms.iron")
    m.add(slab(-0.04, -0.01, -0.06, 0.06, 0.01, 0.12), "rooms.iron")
    m.add(slab(-0.03, 0.015, -width / 2, width / 2, 0.07, 0.07 + height), "rooms.iron")
    m.add(
        slab(0.015, 0.018, -width / 2 + 0.012, width / 2 - 0.012, 0.085, 0.058 + height),
        "rooms.screen",
    )


def _speaker(m: Model) -> None:
    m.add(slab(-0.13, 0.12, -0.10, 0.10, 0.0, 0.36), "rooms.wood.walnut")
    m.add(slab(0.12, 0.13, -0.092, 0.092, 0.01, 0.35), "rooms.iron")
    for z, radius in ((0.13, 0.07), (0.27, 0.035)):
        m.add(cylinder(radius, 0.006, 24).turned(pitch=90).moved(0.13, 0, z), "rooms.keys")


def _printer(m: Model) -> None:
    m.add(rounded_box(0.34, 0.44, 0.16, 0.02, edge=0.015), "rooms.glaze.white")
    m.add(slab(0.165, 0.20, -0.16, 0.16, 0.035, 0.045), "rooms.iron")
    m.add(slab(-0.02, 0.10, -0.18, 0.18, 0.158, 0.162), "rooms.iron")


def _alarm(m: Model, glaze: str) -> None:
    m.add(
        cylinder(0.055, 0.045, 28).turned(pitch=90).moved(-0.02, 0, 0.062), f"rooms.glaze.{glaze}"
    )
    m.add(cylinder(0.048, 0.003, 28).turned(pitch=90).moved(0.024, 0, 0.062), "rooms.paper")
    for y, z0, z1 in ((0.0, 0.062, 0.098), (0.022, 0.062, 0.075)):
        m.add(tube((0.0275, 0, z0), (0.0275, y, z1), 0.002), "rooms.iron")
    for y in (-0.03, 0.03):
        m.add(tube((0, y, 0.0), (0, y * 0.8, 0.025), 0.006), "rooms.brass")
        m.add(ball(0.018, 0.018, 0.012, 12, 5).moved(0, y, 0.12), "rooms.brass")


def _radio(m: Model) -> None:
    m.add(rounded_box(0.09, 0.26, 0.15, 0.02, edge=0.012), "rooms.wood.walnut")
    m.add(slab(0.044, 0.049, -0.11, 0.03, 0.02, 0.13), "rooms.wicker")
    m.add(cylinder(0.028, 0.012, 20).turned(pitch=90).moved(0.044, 0.08, 0.08), "rooms.brass")


def _phone(m: Model) -> None:
    m.add(rounded_box(0.18, 0.15, 0.05, 0.02, edge=0.015), "rooms.iron")
    m.add(
        limb(
            [(0.0, -0.09, 0.07), (0, -0.05, 0.085), (0, 0.05, 0.085), (0, 0.09, 0.07)],
            [0.022, 0.014, 0.014, 0.022],
            10,
        ),
        "rooms.iron",
    )
    m.add(slab(-0.01, 0.01, -0.06, 0.06, 0.045, 0.075), "rooms.iron")


def _fan(m: Model) -> None:
    m.add(cylinder(0.10, 0.025, 28), "rooms.glaze.white")
    m.add(cylinder(0.014, 0.20, 12).moved(-0.02, 0, 0.02), "rooms.glaze.white")
    m.add(cylinder(0.045, 0.10, 20).turned(pitch=90).moved(-0.07, 0, 0.25), "rooms.glaze.white")
    for k in range(4):
        blade = ball(0.004, 0.038, 0.06, 12, 7).turned(yaw=24).moved(0, 0, 0.07)
        m.add(blade.turned(roll=90.0 * k).moved(0.055, 0, 0.25), "rooms.glaze.blue")
    for x, radius in ((0.03, 0.10), (0.05, 0.145), (0.075, 0.145), (0.095, 0.10)):
        m.add(ring(radius, 0.003, 36, 6).turned(pitch=90).moved(x, 0, 0.25), "rooms.steel")
    for k in range(12):
        y, z = np.cos(np.pi * k / 6), np.sin(np.pi * k / 6)
        for inner, outer in (((0.0, 0.03), (0.145, 0.055)), ((0.0, 0.10), (0.145, 0.075))):
            a = (inner[1], inner[0] * y, 0.25 + inner[0] * z)
            b = (outer[1], outer[0] * y, 0.25 + outer[0] * z)
            m.add(tube(a, b, 0.0015, sides=5), "rooms.steel")


def _blender(m: Model) -> None:
    m.add(lathe([(0.08, 0.0), (0.085, 0.02), (0.06, 0.13), (0.0, 0.13)], 28), "rooms.steel")
    m.add(
        lathe([(0.045, 0.13), (0.065, 0.33), (0.062, 0.33), (0.041, 0.14), (0.0, 0.14)], 28),
        "rooms.glass",
    )
    m.add(cylinder(0.064, 0.03, 28).moved(z=0.33), "rooms.iron")
    m.add(cylinder(0.018, 0.008, 16).turned(pitch=90).moved(0.07, 0, 0.06), "rooms.iron")


def _mixer(m: Model, glaze: str) -> None:
    """A stand mixer over its bowl."""
    paint = f"rooms.glaze.{glaze}"
    m.add(rounded_box(0.34, 0.20, 0.035, 0.08, edge=0.012), paint)
    m.add(rounded_box(0.10, 0.11, 0.22, 0.04, edge=0.02).moved(-0.11, 0, 0.03), paint)
    m.add(rounded_box(0.32, 0.12, 0.11, 0.055, edge=0.045).moved(0.0, 0, 0.235), paint)
    m.add(
        lathe([(0.05, 0.0), (0.09, 0.06), (0.10, 0.13), (0.096, 0.13), (0.05, 0.01), (0.0, 0.01)],
              32).moved(0.07, 0, 0.036), "rooms.steel",
    )  # fmt: skip
    m.add(cylinder(0.012, 0.12, 12).moved(0.08, 0, 0.12), "rooms.steel")


def _iron(m: Model) -> None:
    m.add(rounded_box(0.25, 0.11, 0.012, 0.05, edge=0.003), "rooms.steel")
    m.add(rounded_box(0.23, 0.10, 0.06, 0.045, edge=0.03).moved(z=0.012), "rooms.glaze.blue")
    m.add(
        limb(
            [(-0.09, 0, 0.06), (-0.08, 0, 0.12), (0.04, 0, 0.125), (0.08, 0, 0.06)], [0.014] * 4, 10
        ),
        "rooms.iron",
    )


def _sewing_machine(m: Model) -> None:
    white = "rooms.glaze.white"
    m.add(rounded_box(0.17, 0.40, 0.06, 0.02, edge=0.01), white)
    m.add(rounded_box(0.11, 0.10, 0.25, 0.03, edge=0.015).moved(0, -0.14, 0.05), white)
    m.add(rounded_box(0.10, 0.38, 0.09, 0.03, edge=0.025).moved(0, 0, 0.22), white)
    m.add(rounded_box(0.08, 0.07, 0.10, 0.02, edge=0.01).moved(0, 0.15, 0.13), white)
    m.add(tube((0.01, 0.15, 0.06), (0.01, 0.15, 0.14), 0.004), "rooms.steel")
    m.add(cylinder(0.05, 0.02, 24).turned(roll=90).moved(0, -0.19, 0.25), "rooms.iron")


def _headphones(m: Model) -> None:
    """Lying on their side."""
    turn = np.linspace(0, np.pi, 9)
    band = np.column_stack([0.085 * np.sin(turn), 0.085 * np.cos(turn), np.full(9, 0.035)])
    m.add(limb(band, [0.009] * 9, 10), "rooms.iron")
    for y in (-0.085, 0.085):
        m.add(cylinder(0.036, 0.03, 24).moved(z=-0.015).turned(roll=90).moved(-0.015, y, 0.036),
              "rooms.keys")  # fmt: skip


def _globe(m: Model) -> None:
    m.add(cylinder(0.08, 0.015, 28), "rooms.wood.walnut")
    m.add(cylinder(0.010, 0.06, 12).moved(z=0.015), "rooms.brass")
    m.add(ring(0.125, 0.004, 40, 6).turned(roll=90).moved(z=0.19), "rooms.brass")
    m.add(ball(0.115, 0.115, 0.115, 32, 17).moved(z=0.19), "rooms.glaze.blue")
    for k in range(7):
        turn, height = 0.9 * k, 0.045 * ((k * 3) % 5 - 2)
        out = (0.115**2 - height**2) ** 0.5
        patch = ball(0.006, 0.035, 0.028, 12, 7).turned(yaw=np.degrees(turn))
        m.add(patch.moved(out * np.cos(turn), out * np.sin(turn), 0.19 + height),
              "rooms.glaze.green")  # fmt: skip


def _lantern(m: Model) -> None:
    m.add(rounded_box(0.15, 0.15, 0.015, 0.01, edge=0.004), "rooms.iron")
    for x in (-0.065, 0.065):
        for y in (-0.065, 0.065):
            m.add(tube((x, y, 0.015), (x, y, 0.22), 0.006), "rooms.iron")
    m.add(lathe([(0.10, 0.22), (0.035, 0.27), (0.03, 0.285), (0.0, 0.285)], 4).turned(yaw=45),
          "rooms.iron")  # fmt: skip
    m.add(ring(0.03, 0.004, 20, 6).turned(roll=90).moved(z=0.31), "rooms.iron")
    m.add(cylinder(0.03, 0.10, 20).moved(z=0.015), "rooms.glaze.cream")
