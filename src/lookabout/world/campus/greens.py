"""The green parts of a campus: a grove and a garden."""

from __future__ import annotations

import numpy as np

from lookabout.world.campus.catalogue import KINDS
from lookabout.world.campus.plan import Frame
from lookabout.world.campus.rows import (
    BLOOMS,
    Rng,
    Style,
    bar,
    beside,
    near_line,
    rack,
    row_of_trees,
    single_trees,
)
from lookabout.world.campus.site import Site


def grove(rng: Rng, site: Site, frame: Frame) -> None:
    """A park: curving walks under large trees, sculptures and a pavilion."""
    A, B, style = frame.half_a, frame.half_b, Style(rng)
    t = np.linspace(0, 1, 19)
    lines = []
    for start, end, bow in (
        ((-A - 4, -B * 0.55), (A + 4, B * 0.45), 15.0),
        ((-A * 0.5, B + 4), (A * 0.55, -B - 4), -14.0),
        ((-A - 4, B * 0.6), (A * 0.1, -B - 4), 9.0),
    ):  # fmt: skip
        p, q = np.array(start), np.array(end)
        n = np.array([-(q - p)[1], (q - p)[0]]) / np.linalg.norm(q - p)
        line = p + t[:, None] * (q - p) + bow * np.sin(2 * np.pi * t)[:, None] * n
        lines.append([(float(a), float(b)) for a, b in line])
        site.walk(frame, lines[-1], 2.6, "campus.gravel")
    for line in lines:
        for k in range(2, 17, 2):
            near_line(rng, site, frame, style, line[k], line[k + 1], 2.6, k // 2)
    site.put(frame, "pavilion", A * 0.5, -B * 0.1, 160, int(rng.integers(2)))
    picks = rng.permutation(len(KINDS["sculpture"].designs))
    for k, (a, b) in enumerate(((-0.6, 0.0), (0.15, 0.62), (0.62, -0.62), (-0.15, -0.35))):
        site.put(frame, "sculpture", A * a, B * b, float(rng.uniform(0, 360)), int(picks[k]))
    for a, b in ((-0.72, -0.78), (0.75, 0.75)):
        site.put(
            frame, "statue", A * a, B * b, float(rng.uniform(0, 360)), style.model("statue", 0)
        )
    for _ in range(3):
        a, b = rng.uniform(-0.7, 0.7) * A, rng.uniform(-0.7, 0.7) * B
        site.put(frame, "picnic_table", float(a), float(b), float(rng.uniform(0, 360)),
                 style.model("picnic_table", 0.3))  # fmt: skip
    single_trees(rng, site, frame, 0, 0, A - 6, B - 6, 46, large=True)


def garden(rng: Rng, site: Site, frame: Frame) -> None:
    """Hedged garden rooms with beds and statues on a cross of walks, before a colonnade."""
    A, B, style = frame.half_a, frame.half_b, Style(rng)
    bar(
        site, frame, 0, B - 18, 2 * A - 40, 18, 2, "stone", ("portico",), sign=next(site.names),
        arcade=True,
    )  # fmt: skip
    a, low, high = A - 14, -B + 10, B - 38
    middle = (low + high) / 2
    site.area(frame.box(0, middle, 2 * a, high - low), "campus.lawn")
    for points in (
        [(-a, low), (a, low)], [(a, low), (a, high)], [(a, high), (-a, high)],
        [(-a, high), (-a, low)], [(0, -B - 4), (0, B - 29)], [(-A - 4, middle), (A + 4, middle)],
    ):  # fmt: skip
        site.walk(frame, points, 3.0, "campus.gravel")
    for x in (-1, 1):
        for y in (-1, 1):
            ca, cb = x * a / 2, middle + y * (high - low) / 4
            half_a, half_b = a / 2 - 4.0, (high - low) / 4 - 4.0
            for u0, v0, u1, v1 in (
                (-1, -1, -0.25, -1), (0.25, -1, 1, -1), (-1, 1, -0.25, 1), (0.25, 1, 1, 1),
                (-1, -1, -1, 1), (1, -1, 1, 1),
            ):  # fmt: skip
                p = frame.at(ca + u0 * half_a, cb + v0 * half_b)
                q = frame.at(ca + u1 * half_a, cb + v1 * half_b)
                site.hedges.append((p, q, 1.05))
            bloom = str(rng.choice(BLOOMS))
            for u in (-0.62, 0.62):
                ring = frame.box(ca + u * half_a, cb, 2.6, 1.1 * half_b)
                site.beds.append((ring, bloom))
            kind = "statue" if rng.random() < 0.6 else "sculpture"
            site.put(frame, kind, ca, cb, -90.0 * y, style.model(kind, 0.0))
            site.put(frame, "bench", ca + 5.5, cb, 180, style.model("bench", 0.7))
            site.put(frame, "bench", ca - 5.5, cb, 0, style.model("bench", 0.7))
            site.tree(frame, ca + half_a - 3.2, cb + half_b - 3.2, "crab", 0.9)
            site.tree(frame, ca - half_a + 3.2, cb - half_b + 3.2, "plum", 0.9)
    site.area(frame.disc(0, middle, 6.5), "campus.plaza")
    site.put(frame, "sculpture", 0, middle, 20, style.model("sculpture", 0.0), paved=True)
    for p, q in (((-a, low), (a, low)), ((a, low), (a, high)), ((-a, high), (-a, low)),
                 ((0, low), (0, high)), ((-a, middle), (a, middle))):  # fmt: skip
        beside(rng, site, frame, style, p, q, 3.0, skip=10)
    for k in range(6):
        site.put(frame, "planter", (k - 2.5) * 11, B - 33, 0, style.model("planter", 0.5))
    site.put(frame, "signpost", 3.5, -B + 2, 0, 1)
    for side in (-1, 1):
        rack(rng, site, frame, style, side * (a - 8), B - 33.5, -90)
        site.put(frame, "notice_board", side * 15, B - 31.5, -90, style.model("notice_board"))
        row_of_trees(rng, site, frame, (side * (a + 6), low), (side * (a + 6), B - 12), 0,
                      "linden")  # fmt: skip
