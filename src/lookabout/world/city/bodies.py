"""Outlines of buildings inside a rectangle: bars, L, U, courts, towers on a base."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from lookabout.world.build.polygon import Polygon
from lookabout.world.city.plan import LOT_Z
from lookabout.world.city.sketch import Facade, Frame, Mass, Sketch, between, pick
from lookabout.world.city.styles import FLAT_ROOFS


def outline(
    rng: np.random.Generator, frame: Frame, shape: str
) -> tuple[Polygon, tuple[Polygon, ...]]:
    """A ring and its convex pieces; the street is at b = 0."""
    L, D = frame.length, frame.depth
    parts: tuple[Polygon, ...]
    if shape == "L" and min(L, D) > 14:
        w, d = between(rng, 0.4, 0.6) * L, between(rng, 0.45, 0.6) * D
        if rng.random() < 0.5:
            ring = [(0, 0), (L, 0), (L, d), (w, d), (w, D), (0, D)]
            parts = (frame.box(0, 0, L, d), frame.box(0, d, w, D))
        else:
            ring = [(0, 0), (L, 0), (L, D), (L - w, D), (L - w, d), (0, d)]
            parts = (frame.box(0, 0, L, d), frame.box(L - w, d, L, D))
        return frame.ring([(float(a), float(b)) for a, b in ring]), parts
    if shape == "U" and L > 24 and D > 16:
        w, d = between(rng, 0.26, 0.36) * L, between(rng, 0.4, 0.55) * D
        ring = [(0, 0), (L, 0), (L, D), (L - w, D), (L - w, d), (w, d), (w, D), (0, D)]
        parts = (
            frame.box(0, 0, L, d),
            frame.box(0, d, w, D),
            frame.box(L - w, d, L, D),
        )
        return frame.ring([(float(a), float(b)) for a, b in ring]), parts
    if shape == "well" and L > 18 and D > 12:
        # A light well notched into the back or a side, as old flats have.
        a, w, d = between(rng, 0.35, 0.5) * L, between(rng, 0.16, 0.26) * L, 0.5 * D
        ring = [(0, 0), (L, 0), (L, D), (a + w, D), (a + w, D - d), (a, D - d), (a, D), (0, D)]
        parts = (
            frame.box(0, 0, L, D - d),
            frame.box(0, D - d, a, D),
            frame.box(a + w, D - d, L, D),
        )
        return frame.ring([(float(x), float(y)) for x, y in ring]), parts
    whole = frame.box(0, 0, L, D)
    return whole, (whole,)


def street_building(
    rng: np.random.Generator,
    sketch: Sketch,
    frame: Frame,
    facade: Facade,
    storeys: int,
    *,
    clutter: str = "flat",
    shapes: tuple[str, ...] = ("bar", "L", "U", "well"),
) -> None:
    """A building of one body, perhaps with a lower or a higher part."""
    ring, parts = outline(rng, frame, pick(rng, shapes))
    mass = Mass(
        ring,
        parts,
        LOT_Z,
        storeys,
        storey=between(rng, 3.0, 3.7),
        ground_storey=between(rng, 3.6, 4.4) if facade.shop else between(rng, 3.0, 3.5),
        facade=facade,
        roof=pick(rng, FLAT_ROOFS),
        parapet=between(rng, 0.5, 1.2),
        clutter=clutter,
        seed=int(rng.random() * 2**31),
    )
    sketch.add(mass)
    roomy = len(parts) == 1 and min(frame.length, frame.depth) > 14
    if storeys >= 4 and roomy and rng.random() < 0.3:
        # A set-back top floor with terraces.
        d = between(rng, 2.0, 3.5)
        top = frame.sub(d, d, frame.length - d, frame.depth - d)
        rect = top.box(0, 0, top.length, top.depth)
        sketch.masses.append(
            replace(
                mass,
                ring=rect,
                pieces=(rect,),
                base=mass.top,
                storeys=1,
                ground_storey=between(rng, 3.0, 3.6),
                facade=replace(facade, wall="panel_grey", trim="", sill=0.2, balconies=False),
                roof=pick(rng, FLAT_ROOFS),
                parapet=0.4,
            )
        )


def tower(
    rng: np.random.Generator, sketch: Sketch, frame: Frame, facade: Facade, storeys: int
) -> None:
    """A tower: a base that fills the lot, a shaft set back, sometimes a slimmer crown."""
    height = between(rng, 3.4, 4.0)
    ground = between(rng, 4.0, 4.5)
    base_floors = int(between(rng, 1, 6))
    seed = int(rng.random() * 2**31)
    whole = frame.box(0, 0, frame.length, frame.depth)
    podium = replace(facade, balconies=False)
    if rng.random() < 0.4:
        podium = replace(podium, wall=pick(rng, ("stone_light", "stone_grey", "concrete_wall")))
    base = Mass(
        whole, (whole,), LOT_Z, base_floors, height, ground, podium,
        pick(rng, ("roof_gravel", "roof_light", "roof_green", "paving", "roof_grey")), 1.0,
        clutter="terrace", seed=seed,
    )  # fmt: skip
    sketch.add(base)
    L, D = frame.length, frame.depth
    back = [between(rng, 1.5, 7.0) for _ in range(4)]
    a0, a1 = back[0], L - back[1]
    b0, b1 = back[2], D - back[3]
    if a1 - a0 > 48:
        a0 += between(rng, 0, a1 - a0 - 44)
        a1 = min(a1, a0 + between(rng, 34, 44))
    if b1 - b0 > 48:
        b0 += between(rng, 0, b1 - b0 - 44)
        b1 = min(b1, b0 + between(rng, 34, 44))
    if a1 - a0 < 12 or b1 - b0 < 12:
        return
    left = storeys - base_floors
    z = base.top
    shaft = frame.sub(a0, b0, a1, b1)
    crown = rng.random() < 0.45 and left > 14 and min(shaft.length, shaft.depth) > 20
    tiers = [(shaft, int(left * between(rng, 0.55, 0.8)) if crown else left)]
    if crown:
        d, e = between(rng, 2.5, 5.0), between(rng, 2.5, 5.0)
        tiers.append((shaft.sub(d, e, shaft.length - d, shaft.depth - e), left - tiers[0][1]))
    notch = rng.random() < 0.35
    for tier, floors in tiers:
        ring, parts = _chamfered(tier) if notch else (tier.box(0, 0, tier.length, tier.depth), ())
        parts = parts or (ring,)
        body = Mass(
            ring, parts, z, max(1, floors), height, height, replace(facade, shop=False),
            pick(rng, ("roof_grey", "roof_gravel", "roof_light", "roof_dark")), 1.3,
            clutter="tower" if tier is tiers[-1][0] else "terrace", seed=seed + 1,
        )  # fmt: skip
        sketch.masses.append(body)
        z = body.top


def _chamfered(frame: Frame) -> tuple[Polygon, tuple[Polygon, ...]]:
    """A rectangle with cut corners."""
    L, D = frame.length, frame.depth
    c = 0.16 * min(L, D)
    ring = frame.ring(
        [(c, 0), (L - c, 0), (L, c), (L, D - c), (L - c, D), (c, D), (0, D - c), (0, c)]
    )
    return ring, (ring,)
