"""Things of the household that stand on the floor."""

from __future__ import annotations

from collections.abc import Iterator

from lookabout.world.assets.model import Model
from lookabout.world.assets.solids import (
    cylinder,
    disc_wheel,
    lathe,
    limb,
    ring,
    rounded_box,
    tube,
)
from lookabout.world.rooms.forms.parts import form, legs, slab
from lookabout.world.rooms.model import Furnishing


def forms() -> Iterator[Furnishing]:
    """All of them."""
    yield form("step_ladder", "steel", _ladder)
    for wood in ("oak", "walnut"):
        yield form("bench", wood, _bench, wood)
    yield form("umbrella_stand", "iron", _umbrellas)
    yield form("clothes_horse", "white", _clothes_horse)
    yield form("ironing_board", "teal", _ironing_board)
    yield form("vacuum_cleaner", "red", _vacuum, "red")
    yield form("vacuum_cleaner", "blue", _vacuum, "blue")
    for cloth in ("navy", "rust", "moss"):
        yield form("backpack", cloth, _backpack, cloth)
    yield form("whiteboard", "plain", _whiteboard)
    yield form("easel", "beech", _easel)
    yield form("doll_pram", "rose", _pram)
    yield form("fireplace", "stone", _fireplace)
    yield form("dressing_table", "birch", _dressing_table, "birch")
    yield form("dressing_table", "walnut", _dressing_table, "walnut")
    yield form("bucket", "blue", _bucket, "blue")


def _ladder(m: Model) -> None:
    """Its steps look forward."""
    for y in (-0.21, 0.21):
        m.add(tube((0.22, y, 0.0), (-0.02, y * 0.82, 1.25), 0.014), "rooms.steel")
        m.add(tube((-0.30, y, 0.0), (-0.04, y * 0.82, 1.22), 0.012), "rooms.steel")
    for k in range(1, 5):
        t = k / 5
        x, half = 0.22 - 0.24 * t, 0.21 * (1 - 0.18 * t)
        m.add(slab(x - 0.06, x + 0.03, -half, half, 1.25 * t - 0.012, 1.25 * t + 0.012),
              "rooms.iron")  # fmt: skip
    m.add(slab(-0.16, 0.05, -0.17, 0.17, 1.24, 1.265), "rooms.iron")


def _bench(m: Model, wood: str) -> None:
    m.add(rounded_box(0.36, 1.15, 0.04, 0.01, edge=0.006).moved(z=0.42), f"rooms.wood.{wood}")
    legs(m, 0.34, 1.12, 0.42, 0.055, f"rooms.wood.{wood}")
    m.add(slab(-0.02, 0.02, -0.5, 0.5, 0.12, 0.16), f"rooms.wood.{wood}")


def _umbrellas(m: Model) -> None:
    m.add(lathe([(0.11, 0.0), (0.12, 0.45), (0.114, 0.45), (0.105, 0.015), (0.0, 0.015)], 28),
          "rooms.iron")  # fmt: skip
    for x, y, cloth in ((0.04, 0.03, "navy"), (-0.04, -0.02, "wine")):
        m.add(limb([(x * 0.5, y * 0.5, 0.02), (x, y, 0.3), (1.4 * x, 1.4 * y, 0.62)],
                   [0.012, 0.035, 0.022], 12), f"rooms.cloth.{cloth}")  # fmt: skip
        m.add(tube((1.4 * x, 1.4 * y, 0.62), (1.7 * x, 1.7 * y, 0.78), 0.009),
              "rooms.wood.walnut")  # fmt: skip


def _clothes_horse(m: Model) -> None:
    """Two wings over crossed legs, with some washing."""
    for y in (-0.45, 0.45):
        m.add(tube((-0.26, y, 0.0), (0.24, y, 0.86), 0.009), "rooms.glaze.white")
        m.add(tube((0.26, y, 0.0), (-0.24, y, 0.86), 0.009), "rooms.glaze.white")
    for k in range(8):
        x = -0.24 + 0.48 * k / 7
        m.add(tube((x, -0.45, 0.86), (x, 0.45, 0.86), 0.005), "rooms.glaze.white")
    for x, low, wide, cloth in ((-0.17, 0.40, 0.30, "sky"), (0.03, 0.52, 0.36, "white"),
                                (0.17, 0.46, 0.24, "rose")):  # fmt: skip
        m.add(slab(x - 0.008, x + 0.008, -wide, wide * 0.4, low, 0.868), f"rooms.cloth.{cloth}")


def _ironing_board(m: Model) -> None:
    m.add(rounded_box(0.34, 1.2, 0.03, 0.15, edge=0.01).moved(z=0.87), "rooms.cloth.teal")
    for x in (-0.12, 0.12):
        m.add(tube((x, -0.4, 0.0), (x, 0.35, 0.87), 0.011), "rooms.steel")
        m.add(tube((x, 0.4, 0.0), (x, -0.35, 0.87), 0.011), "rooms.steel")
    for y in (-0.4, 0.4):
        m.add(tube((-0.2, y, 0.011), (0.2, y, 0.011), 0.011), "rooms.steel")


def _vacuum(m: Model, glaze: str) -> None:
    m.add(rounded_box(0.38, 0.26, 0.20, 0.09, edge=0.08).moved(z=0.03), f"rooms.glaze.{glaze}")
    for y in (-0.13, 0.13):
        m.add(disc_wheel(0.075, 0.03, 24).moved(-0.09, y, 0.075), "rooms.iron")
    hose = [(0.17, 0, 0.16), (0.30, 0, 0.30), (0.28, 0.12, 0.55), (0.12, 0.2, 0.75)]
    m.add(limb(hose, [0.022] * 4, 12), "rooms.iron")
    m.add(tube((0.12, 0.2, 0.75), (0.30, 0.22, 0.04), 0.014), "rooms.steel")
    m.add(rounded_box(0.09, 0.28, 0.03, 0.02, edge=0.01).moved(0.32, 0.22), "rooms.iron")


def _backpack(m: Model, cloth: str) -> None:
    paint = f"rooms.cloth.{cloth}"
    m.add(rounded_box(0.17, 0.31, 0.44, 0.07, edge=0.07), paint)
    m.add(rounded_box(0.09, 0.25, 0.22, 0.04, edge=0.04).moved(0.10, 0, 0.02), paint)
    m.add(slab(0.144, 0.148, -0.10, 0.10, 0.17, 0.18), "rooms.iron")
    m.add(ring(0.035, 0.008, 16).turned(roll=90).moved(-0.03, 0, 0.455), "rooms.iron")
    for y in (-0.08, 0.08):
        strap = [(-0.08, y, 0.40), (-0.125, y, 0.30), (-0.115, y, 0.12), (-0.08, y, 0.05)]
        m.add(limb(strap, [0.016] * 4, 8), "rooms.iron")


def _whiteboard(m: Model) -> None:
    """On a stand with castors."""
    m.add(slab(-0.012, 0.008, -0.60, 0.60, 0.75, 1.60), "rooms.steel")
    m.add(slab(0.008, 0.011, -0.575, 0.575, 0.775, 1.575), "rooms.glaze.white")
    m.add(slab(0.008, 0.06, -0.35, 0.35, 0.735, 0.75), "rooms.steel")
    for y, glaze in ((-0.1, "red"), (0.0, "blue"), (0.1, "black")):
        m.add(
            tube((0.035, y - 0.05, 0.758), (0.035, y + 0.05, 0.758), 0.008), f"rooms.glaze.{glaze}"
        )
    for y in (-0.55, 0.55):
        m.add(tube((0, y, 0.06), (0, y, 0.76), 0.016), "rooms.steel")
        m.add(slab(-0.25, 0.25, y - 0.02, y + 0.02, 0.05, 0.075), "rooms.steel")
        for x in (-0.22, 0.22):
            m.add(disc_wheel(0.025, 0.02, 14).moved(x, y, 0.025), "rooms.iron")


def _easel(m: Model) -> None:
    """A child's, with a sheet on it."""
    for y in (-0.25, 0.25):
        m.add(tube((0.20, y, 0.0), (-0.02, y, 1.05), 0.014), "rooms.wood.beech")
        m.add(tube((-0.24, y, 0.0), (-0.03, y, 1.0), 0.012), "rooms.wood.beech")
    board = slab(-0.008, 0.008, -0.27, 0.27, 0.0, 0.55).turned(pitch=-12)
    m.add(board.moved(0.115, 0, 0.46), "rooms.wood.birch")
    sheet = slab(0.008, 0.011, -0.22, 0.22, 0.05, 0.50).turned(pitch=-12)
    m.add(sheet.moved(0.115, 0, 0.46), "rooms.art.5")
    m.add(slab(0.10, 0.17, -0.26, 0.26, 0.43, 0.455), "rooms.wood.beech")


def _pram(m: Model) -> None:
    m.add(rounded_box(0.42, 0.26, 0.16, 0.08, edge=0.03).moved(z=0.22), "rooms.cloth.rose")
    m.add(rounded_box(0.18, 0.27, 0.16, 0.08, edge=0.07).moved(-0.11, 0, 0.36), "rooms.cloth.wine")
    m.add(rounded_box(0.20, 0.20, 0.04, 0.03, edge=0.02).moved(0.08, 0, 0.37), "rooms.bedding")
    for x in (-0.16, 0.16):
        m.add(tube((x, -0.15, 0.07), (x, 0.15, 0.07), 0.008), "rooms.steel")
        for y in (-0.15, 0.15):
            m.add(disc_wheel(0.07, 0.018, 22).moved(x, y, 0.07), "rooms.iron")
            m.add(tube((x, y * 0.85, 0.07), (x * 0.5, y * 0.75, 0.24), 0.008), "rooms.steel")
    for y in (-0.12, 0.12):
        m.add(tube((0.16, y, 0.28), (0.36, y, 0.56), 0.008), "rooms.steel")
    m.add(tube((0.36, -0.12, 0.56), (0.36, 0.12, 0.56), 0.012), "rooms.iron")


def _fireplace(m: Model) -> None:
    """A mantelpiece around a dark opening with logs."""
    m.add(slab(-0.16, 0.16, -0.62, -0.40, 0.0, 1.0), "rooms.marble")
    m.add(slab(-0.16, 0.16, 0.40, 0.62, 0.0, 1.0), "rooms.marble")
    m.add(slab(-0.16, 0.16, -0.40, 0.40, 0.78, 1.0), "rooms.marble")
    m.add(slab(-0.18, 0.20, -0.70, 0.70, 1.0, 1.05), "rooms.marble")
    m.add(slab(-0.16, -0.12, -0.40, 0.40, 0.0, 0.78), "rooms.iron")
    m.add(slab(-0.12, 0.16, -0.40, 0.40, 0.0, 0.03), "rooms.iron")
    for x, y, turn in ((0.0, 0.0, 0.0), (0.06, 0.03, 12.0), (0.02, -0.02, -18.0)):
        log = cylinder(0.045, 0.46, 12).moved(z=-0.23).turned(roll=90).turned(yaw=turn)
        m.add(log.moved(x, y, 0.075 + (0.075 if turn < 0 else 0.0)), "rooms.bark")


def _dressing_table(m: Model, wood: str) -> None:
    paint = f"rooms.wood.{wood}"
    m.add(slab(-0.21, 0.21, -0.45, 0.45, 0.60, 0.75), paint)
    legs(m, 0.42, 0.90, 0.60, 0.045, paint)
    for y in (-0.28, 0.28):
        m.add(slab(0.21, 0.216, y - 0.14, y + 0.14, 0.625, 0.725), paint)
        m.add(cylinder(0.012, 0.02, 12).turned(pitch=90).moved(0.215, y, 0.675), "rooms.brass")
    m.add(slab(-0.21, -0.18, -0.32, 0.32, 0.75, 1.35), paint)
    m.add(slab(-0.18, -0.177, -0.28, 0.28, 0.79, 1.31), "rooms.mirror")


def _bucket(m: Model, glaze: str) -> None:
    m.add(lathe([(0.10, 0.0), (0.145, 0.27), (0.152, 0.275), (0.139, 0.27), (0.095, 0.012),
                 (0.0, 0.012)], 32), f"rooms.glaze.{glaze}")  # fmt: skip
    m.add(ring(0.146, 0.004, 32).moved(z=0.235), "rooms.steel")
