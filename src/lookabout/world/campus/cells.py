"""The parts of a campus: quads, a square, courts, halls, wings, a car park."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from lookabout.world.campus.greens import garden, grove
from lookabout.world.campus.plan import Entrance, Frame
from lookabout.world.campus.rows import (
    GROWN,
    SHADE,
    Rng,
    Style,
    bar,
    beside,
    boxed_tree,
    low_wall,
    near_line,
    rack,
    ring_of_beds,
    row_of_trees,
    single_trees,
)
from lookabout.world.campus.site import Site

Cell = Callable[[Rng, Site, Frame], None]


def great_quad(rng: Rng, site: Site, frame: Frame) -> None:
    """A lawn crossed by diagonal walks, a statue in its middle, buildings on three sides."""
    A, B, style = frame.half_a, frame.half_b, Style(rng)
    look = str(rng.choice(["brick", "stone", "brick_white"]))
    long = 2 * A - 52
    bar(site, frame, 0, B - 17, long, 18, 3, look, ("portico",), sign=next(site.names))
    deep = 2 * B - 62
    for side in (-1, 1):
        bar(
            site, frame, side * (A - 15), -10, 17, deep, int(rng.integers(2, 4)), look,
            ("canopy" if rng.random() < 0.4 else "plain",), sign=next(site.names),
            front="left" if side > 0 else "right", arcade=rng.random() < 0.5,
        )  # fmt: skip
    a, low, high = A - 33, -B + 14, B - 36
    middle = ((low + high) / 2) + 0.0
    site.area(frame.box(0, middle, 2 * a, high - low), "campus.lawn")
    for points in (
        [(-a, low), (a, low)], [(a, low), (a, high)], [(a, high), (-a, high)],
        [(-a, high), (-a, low)], [(0, high), (0, B - 27)],
        [(-a, low), (-a, -B - 4)], [(a, low), (a, -B - 4)],
        [(-a, middle), (-A + 25, middle)], [(a, middle), (A - 25, middle)],
    ):  # fmt: skip
        site.walk(frame, points, 3.0, "campus.path")
    for points in ([(-a, low), (a, high)], [(-a, high), (a, low)]):
        site.walk(frame, points, 2.4, "campus.path")
    site.area(frame.disc(0, middle, 7.5), "campus.plaza")
    low_wall(site, frame, (-a - 4, low - 6), (a + 4, low - 6), 0.5)
    for side in (-1, 1):
        for off in (-2.6, 2.6):
            site.put(frame, "bollard", side * a + off, low - 8, 0, style.model("bollard", 1.0))
        site.put(frame, "sculpture", side * (a - 9), low + 8, 45, style.model("sculpture", 0.0))
    figure = int(rng.choice([0, 12, 3, 13]))
    site.put(frame, "statue", 0, middle, -90, figure, paved=True)
    ring_of_beds(rng, site, frame, 0, middle, 4.2, 5.4)
    beside(rng, site, frame, style, (-a, low), (a, high), 2.4, skip=11)
    beside(rng, site, frame, style, (-a, high), (a, low), 2.4, skip=11)
    for p, q in (((-a, low), (-a, high)), ((a, high), (a, low))):
        row_of_trees(rng, site, frame, p, q, 4.2, str(rng.choice(SHADE)))
        beside(rng, site, frame, style, p, q, 3.0)
    beside(rng, site, frame, style, (-a, low), (a, low), 3.0)
    for side in (-1, 1):
        x = side * (A - 30)
        site.put(frame, "notice_board", side * 9, B - 31, -90, style.model("notice_board"))
        rack(rng, site, frame, style, side * 19, B - 30.5, -90)
        site.put(frame, "statue", side * (a - 7), middle + side * 12, 180 + 90 * side,
                 style.model("statue", 0.0))  # fmt: skip
        rack(rng, site, frame, style, x, low + 10, 90 + 90 * side)
        site.put(frame, "planter", side * 6.5, B - 28, 0, style.model("planter"), paved=True)
        single_trees(rng, site, frame, side * (a - 12), middle, 8, 14, 3)


def fountain_plaza(rng: Rng, site: Site, frame: Frame) -> None:
    """A paved square with a fountain, planters, kiosks and a clock tower."""
    A, B, style = frame.half_a, frame.half_b, Style(rng)
    bar(
        site,
        frame,
        0,
        B - 19,
        2 * A - 44,
        20,
        4,
        "glass",
        ("canopy", "canopy"),
        sign=next(site.names),
    )
    bar(
        site,
        frame,
        -A + 16,
        -16,
        18,
        2 * B - 74,
        3,
        "concrete",
        ("canopy",),
        sign=next(site.names),
        front="right",
        arcade=True,
    )
    a0, a1, b0, b1 = -A + 33, A - 14, -B + 12, B - 36
    ca, cb = (a0 + a1) / 2, (b0 + b1) / 2
    site.area(frame.box(ca, cb, a1 - a0, b1 - b0), "campus.plaza", frame.yaw)
    for k in range(-2, 3):
        site.area(frame.box(ca + k * 14, cb, 0.7, b1 - b0), "campus.plaza_dark", frame.yaw)
    site.area(frame.disc(ca, cb, 9.5), "campus.plaza_red")
    site.put(frame, "fountain", ca, cb, 0, int(rng.integers(2)), paved=True)
    for k in range(8):
        t = math.radians(45 * k + 22.5)
        x, y = ca + 11.5 * math.cos(t), cb + 11.5 * math.sin(t)
        if k % 2:
            site.put(frame, "bench", x, y, 45 * k + 202.5, style.model("bench"), paved=True)
        else:
            site.put(frame, "planter", x, y, 45 * k, style.model("planter", 0.3), paved=True)
        if k % 4 == 0:
            x, y = ca + 14.5 * math.cos(t), cb + 14.5 * math.sin(t)
            site.put(frame, "bin", x, y, 45 * k, style.model("bin"), paved=True)
    site.put(frame, "clock_tower", a1 - 9, b1 - 8, -90, int(rng.integers(2)), paved=True)
    for k, (x, y) in enumerate(((a0 + 8, b0 + 8), (a0 + 16, b0 + 7.5), (a1 - 8, b0 + 9))):
        site.put(frame, "kiosk", x, y, 90, (style.model("kiosk") + k) % 4, paved=True)
        for j in range(2):
            site.put(frame, "picnic_table", x - 2.5 + 5 * j, y + 6.5, 90 * j,
                     style.model("picnic_table", 0.3), paved=True)  # fmt: skip
    for k in range(5):
        x = a0 + 5 + k * (a1 - a0 - 10) / 4
        for y in (b0 + 2.5, b1 - 2.5):
            site.put(frame, "lamp", x, y, 0, style.model("lamp", 0.9), paved=True)
        if k % 2:
            boxed_tree(site, frame, x, cb + 17, "locust")
            boxed_tree(site, frame, x, cb - 17, "locust")
    for k in range(3):
        y = cb - 8 + 8 * k
        site.put(frame, "flagpole", a1 - 4, y, 180, k % 3, paved=True)
        site.put(frame, "bench", a0 + 3.5, cb - 10 + 9 * k, 0, style.model("bench"), paved=True)
    site.put(frame, "statue", a0 + 9, b1 - 7, -90, style.model("statue", 0.2), paved=True)
    site.put(frame, "statue", a1 - 16, b0 + 6, 90, style.model("statue", 0.2), paved=True)
    site.put(frame, "advertising_column", a0 + 20, b1 - 5, 0, style.model("advertising_column"),
             paved=True)  # fmt: skip
    site.put(frame, "advertising_column", a1 - 4, b0 + 4, 0, style.model("advertising_column"),
             paved=True)  # fmt: skip
    for side in (-1, 1):
        site.put(frame, "notice_board", ca + side * 17, b1 - 3, -90, style.model("notice_board"),
                 paved=True)  # fmt: skip
        site.put(frame, "recycling", ca + side * 24, b1 - 2, -90, style.model("recycling"),
                 paved=True)  # fmt: skip
        rack(rng, site, frame, style, ca + side * 30, b1 - 2.5, -90, paved=True)
    site.put(frame, "signpost", ca, b0 + 3, 0, 0, paved=True)
    site.put(frame, "book_cart", a0 + 5, cb + 14, 0, int(rng.integers(2)), paved=True)
    for p, q in (
        ((a0, b0 - 0.4), (ca - 8, b0 - 0.4)), ((ca + 8, b0 - 0.4), (a1, b0 - 0.4)),
        ((a1 + 0.4, b0), (a1 + 0.4, cb - 7)), ((a1 + 0.4, cb + 7), (a1 + 0.4, b1)),
    ):  # fmt: skip
        low_wall(site, frame, p, q, 0.48)
    site.walk(frame, [(ca, b0 + 1), (ca, -B - 4)], 5.0, "campus.promenade")
    site.walk(frame, [(a1 - 1, cb), (A + 4, cb)], 4.0, "campus.promenade")
    row_of_trees(rng, site, frame, (a0, -B + 6), (a1, -B + 6), 0, "linden")
    row_of_trees(rng, site, frame, (A - 7, b0), (A - 7, b1), 0, "linden")


def court(rng: Rng, site: Site, frame: Frame) -> None:
    """A building around two sides of a court with a winding walk, tables and a pavilion."""
    A, B, style = frame.half_a, frame.half_b, Style(rng)
    look = str(rng.choice(["brick", "brick_white", "render"]))
    w = 17.0
    x0, x1, y0, y1 = -A + 10, A - 18, -B + 12, B - 9
    corners = [(x0, y0), (x0 + w, y0), (x0 + w, y1 - w), (x1, y1 - w), (x1, y1), (x0, y1)]
    wings = [(x0 + w / 2, (y0 + y1) / 2, w, y1 - y0), ((x0 + x1) / 2, y1 - w / 2, x1 - x0, w)]
    entrances = (
        Entrance(2, (x1 - x0 - w) * 0.5, "portico"), Entrance(1, (y1 - w - y0) * 0.55, "plain"),
    )  # fmt: skip
    arcade = (1,) if rng.random() < 0.6 else ()
    site.building(frame, corners, wings, int(rng.integers(2, 4)), look, entrances, arcade=arcade,
                  sign=next(site.names))  # fmt: skip
    c0, c1, d0, d1 = x0 + w + 8, A - 8, -B + 8, y1 - w - 9
    site.area(frame.box((c0 + c1) / 2, (d0 + d1) / 2, c1 - c0, d1 - d0), "campus.lawn")
    t = np.linspace(0, 1, 15)
    wave = 7 * np.sin(2 * np.pi * t) * np.sin(np.pi * t)
    line = [(float(c0 - 2 + (c1 - c0 + 12) * s), float(d1 + 2 + (d0 - d1 - 12) * s + w_))
            for s, w_ in zip(t, wave, strict=True)]  # fmt: skip
    site.walk(frame, line, 2.4, "campus.gravel")
    site.walk(frame, [(c0 - 3, d0 - 12), (c0 - 3, d1 + 4)], 3.0, "campus.path")
    site.walk(frame, [(c0 - 3, d1 + 4), (A + 4, d1 + 4)], 3.0, "campus.path")
    mid = x0 + w + (x1 - x0 - w) / 2
    site.walk(frame, [(mid, d1 + 4), (mid, y1 - w - 3)], 4.0, "campus.path")
    site.walk(frame, [(mid, d1 + 4), (c1 - 2, d0 - 2)], 2.4, "campus.path")
    door = y0 + (y1 - w - y0) * 0.55
    site.walk(frame, [(x0 + w + 2, door), (c0 - 3, door)], 3.0, "campus.path")
    site.put(frame, "pavilion", c1 - 13, d1 - 12, 225, int(rng.integers(2)))
    for k in range(4):
        a, b = c0 + 8 + 6.5 * k, d0 + 8 + (k % 2) * 5
        site.put(frame, "picnic_table", a, b, 90 * (k % 2), style.model("picnic_table", 0.3))
    for k in range(5):
        i = 2 + 2 * k
        (a0, b0), (a1, b1) = line[i], line[i + 1]
        near_line(rng, site, frame, style, (a0, b0), (a1, b1), 2.4, k)
    for k in range(4):
        site.put(frame, "planter", mid + (6 if k % 2 else -6), d1 + 7 + 3 * (k // 2), 0,
                 style.model("planter", 0.4), paved=True)  # fmt: skip
    site.put(frame, "statue", (c0 + c1) / 2 - 3, (d0 + d1) / 2 + 13, -90, style.model("statue", 0))
    site.put(frame, "statue", c1 - 7, d0 + 12, 180, style.model("statue", 0.0))
    rack(rng, site, frame, style, c0 - 1, d1 + 8, 180)
    site.put(frame, "bicycle_shelter", A - 12, d1 + 10, -90, style.model("bicycle_shelter"))
    site.put(frame, "recycling", c0 - 0.3, d0 + 3, 180, style.model("recycling"))
    site.put(frame, "notice_board", mid + 13, d1 + 7, -90, style.model("notice_board"))
    beside(rng, site, frame, style, (c0 - 3, d0), (c0 - 3, d1), 3.0)
    beside(rng, site, frame, style, (mid, d1 + 4), (A - 4, d1 + 4), 3.0)
    single_trees(rng, site, frame, (c0 + c1) / 2, (d0 + d1) / 2, 20, 20, 9)
    row_of_trees(rng, site, frame, (c1 + 3, d0), (c1 + 3, d1), 0, str(rng.choice(SHADE)))
    site.hedges.append((frame.at(x0 + w + 1.4, y0 + 2), frame.at(x0 + w + 1.4, door - 6), 0.9))


def science(rng: Rng, site: Site, frame: Frame) -> None:
    """Three parallel wings with courts between, racks and shelters at their ends."""
    A, B, style = frame.half_a, frame.half_b, Style(rng)
    looks = ["concrete", "glass", "render"]
    for k, middle in enumerate((-A + 19, 0.0, A - 19)):
        look = looks[int(rng.integers(3))]
        bar(
            site, frame, middle, 6, 16, 2 * B - 44, int(rng.integers(3, 5)), look, ("canopy",),
            sign=next(site.names), front="right" if k < 2 else "left", arcade=rng.random() < 0.4,
        )  # fmt: skip
    front = -B + 12
    site.walk(frame, [(-A - 4, front), (A + 4, front)], 4.0, "campus.path_grey")
    site.walk(frame, [(0, front), (0, -B - 4)], 4.0, "campus.path_grey")
    low_wall(site, frame, (-A + 3, front - 9), (A - 3, front - 9), 0.55)
    for k, a in enumerate(((-A + 19) / 2, (A - 19) / 2)):
        half = (A - 19) / 2 - 8
        site.area(frame.box(a, 6, 2 * half - 8, 2 * B - 52), "campus.lawn")
        site.walk(frame, [(a, front), (a, B + 4)], 2.6, "campus.path_grey")
        site.walk(frame, [(a - half + 2, front + 10), (a + half - 2, B - 18)], 2.0,
                  "campus.path_grey")  # fmt: skip
        beside(rng, site, frame, style, (a, front), (a, B - 6), 2.6)
        for j in range(4):
            b = -B + 28 + 16 * j
            site.put(frame, "picnic_table", a + (3.6 if j % 2 else -3.6), b, 90 * j,
                     style.model("picnic_table", 0.3))  # fmt: skip
        for j in range(6):
            species = str(rng.choice(["locust", "linden", "crab"]))
            site.tree(frame, a + (5 if j % 2 else -5), -B + 24 + 13 * j, species, GROWN[species])
        site.put(frame, "sculpture", a - 5 + 10 * k, B - 14, 40, style.model("sculpture", 0.0))
        site.put(frame, "recycling", a - 4, front + 4.5, -90, style.model("recycling", 0.3))
        site.put(frame, "bicycle_shelter", a + 7, front - 6, 90, style.model("bicycle_shelter", 0))
    for k in range(6):
        a = -A + 12 + k * (2 * A - 24) / 5
        rack(rng, site, frame, style, a + 5, front - 4, 90)
        site.put(frame, "lamp", a, front - 2.9, 90, style.model("lamp", 0.9))
        site.put(frame, "bin", a + 2, front - 2.7, 90, style.model("bin"))
    for k in range(5):
        site.put(frame, "bollard", -8 + 4 * k, -B + 1.5, 0, style.model("bollard", 1.0))
    row_of_trees(rng, site, frame, (-A + 4, -B + 4), (A - 4, -B + 4), 0, "locust")
    site.put(frame, "statue", A - 6, front + 6, 180, style.model("statue", 0.0))
    site.put(frame, "advertising_column", -A + 5, front - 5, 0, style.model("advertising_column"))


def halls(rng: Rng, site: Site, frame: Frame) -> None:
    """Halls of residence around a lawn: gables, hedges before the windows, racks by the doors."""
    A, B, style = frame.half_a, frame.half_b, Style(rng)
    look = str(rng.choice(["brick_white", "brick", "render"]))
    for side in (-1, 1):
        for k in (-1, 1):
            bar(
                site, frame, side * (A - 24), k * (B * 0.5), 15, B - 20, 3, look, ("plain",),
                sign=next(site.names), front="left" if side > 0 else "right",
            )  # fmt: skip
            x = side * (A - 33)
            for low, high in ((-B * 0.22, -3.5), (3.5, B * 0.22)):
                site.hedges.append((frame.at(x, k * B * 0.5 + low), frame.at(x, k * B * 0.5 + high),
                                    0.8))  # fmt: skip
            rack(rng, site, frame, style, side * (A - 37), k * B * 0.5 + 5, 90 + 90 * side)
            site.put(frame, "recycling", side * (A - 36), k * B * 0.5 - 6, 90 + 90 * side,
                     style.model("recycling", 0.2))  # fmt: skip
            walk = side * (A - 40)
            site.walk(frame, [(walk, k * B * 0.5), (side * (A - 33), k * B * 0.5)], 2.4,
                      "campus.path")  # fmt: skip
            single_trees(rng, site, frame, side * (A - 8), k * B * 0.5, 3, B * 0.3, 6)
    a = A - 40
    site.area(frame.box(0, 0, 2 * a - 4, 2 * B - 24), "campus.lawn")
    for x in (-a, a):
        site.walk(frame, [(x, -B - 4), (x, B + 4)], 2.8, "campus.path")
        beside(rng, site, frame, style, (x, -B + 4), (x, B - 4), 2.8)
    site.walk(frame, [(-a, -B * 0.6), (a, B * 0.6)], 2.4, "campus.path")
    site.walk(frame, [(-A - 4, 0), (A + 4, 0)], 2.8, "campus.path")
    for k in range(5):
        x, y = (k - 2) * 5.5, B * 0.62 - (k % 2) * 5
        site.put(frame, "picnic_table", x - 4, y, 90 * (k % 2), style.model("picnic_table", 0.3))
    for x, y in ((-a * 0.3, B * 0.28), (a * 0.45, B * 0.2), (-a * 0.5, -B * 0.45)):
        site.put(frame, "sculpture", x, y, 30 + y, style.model("sculpture", 0.0))
    site.put(frame, "statue", a * 0.4, -B * 0.3, 150, style.model("statue", 0.0))
    site.put(frame, "notice_board", a - 3.2, B * 0.15, 180, style.model("notice_board"))
    site.put(frame, "notice_board", -a + 3.2, -B * 0.2, 0, style.model("notice_board"))
    site.put(frame, "bicycle_shelter", 0, -B * 0.75, 90, style.model("bicycle_shelter", 0.0))
    site.put(frame, "planter", a - 3, 3.2, 0, style.model("planter", 0.0))
    site.put(frame, "planter", -a + 3, -3.2, 0, style.model("planter", 0.0))
    single_trees(rng, site, frame, 0, 0, a - 4, B - 10, 16)


def car_park(rng: Rng, site: Site, frame: Frame) -> None:
    """Two double rows of bays between trees, a hall beside it, shelters for bicycles."""
    A, B, style = frame.half_a, frame.half_b, Style(rng)
    look = str(rng.choice(["concrete", "brick", "render"]))
    bar(site, frame, 0, B - 21, 2 * A - 46, 26, 2, look, ("canopy",), sign="GYM")
    low, high = -B + 12, B - 48
    middle = (low + high) / 2
    length = 2 * A - 20
    site.area(frame.box(0, middle, length, high - low), "campus.asphalt")
    site.area(frame.box(A - 6, middle, 26, 6.5), "campus.asphalt")
    rows = [(low + 2.9, 90.0), (middle - 2.65, -90.0), (middle + 2.65, 90.0), (high - 2.9, -90.0)]
    count = int((length - 14) / 2.6)
    for b, yaw in rows:
        for k in range(count):
            a = (k - (count - 1) / 2) * 2.6
            x, y = frame.at(a, b)
            site.bays.append((x, y, (yaw + frame.yaw) % 360.0))
    site.walk(frame, [(-A + 6, low - 5), (A - 6, low - 5)], 3.0, "campus.path")
    site.walk(frame, [(-A - 4, high + 5), (A + 4, high + 5)], 3.0, "campus.path")
    site.walk(frame, [(0, high + 5), (0, B - 36)], 4.0, "campus.path")
    site.walk(frame, [(-A + 6, low - 5), (-A + 6, high + 5)], 2.6, "campus.path")
    site.walk(frame, [(-A + 6, low - 5), (-A + 2, -B - 4)], 2.6, "campus.path")
    beside(rng, site, frame, style, (-A + 8, high + 5), (A - 8, high + 5), 3.0)
    for k in range(2):
        site.put(frame, "bicycle_shelter", -20 + 40 * k, high + 11, -90,
                 style.model("bicycle_shelter", 0.0))  # fmt: skip
        rack(rng, site, frame, style, -11 + 22 * k, high + 10, -90)
        site.put(frame, "recycling", -30 + 60 * k, high + 9, -90, style.model("recycling", 0.0))
        site.put(frame, "planter", -6 + 12 * k, high + 9.5, 0, style.model("planter", 0.0))
    for k in range(7):
        a = -A + 14 + k * (2 * A - 28) / 6
        site.put(frame, "lamp", a, low - 7.5, 90, style.model("lamp", 0.95))
        site.put(frame, "bin" if k % 2 else "bench", a + 3, low - 7.4, 90,
                 style.model("bin" if k % 2 else "bench"))  # fmt: skip
    for p, q in (((-A + 12, low - 2), (A - 12, low - 2)), ((-A + 12, high + 2), (-6, high + 2)),
                 ((6, high + 2), (A - 12, high + 2))):  # fmt: skip
        site.hedges.append((frame.at(*p), frame.at(*q), 1.0))
    row_of_trees(rng, site, frame, (-A + 4, -B + 3), (A - 4, -B + 3), 0, "maple")
    site.put(frame, "statue", -A + 12, B - 40, -90, style.model("statue", 0.0))
    site.put(frame, "statue", A - 12, B - 40, -90, style.model("statue", 0.0))


CELLS: dict[str, Cell] = {
    "great_quad": great_quad, "fountain_plaza": fountain_plaza, "court": court, "grove": grove,
    "garden": garden, "science": science, "halls": halls, "car_park": car_park,
}  # fmt: skip
