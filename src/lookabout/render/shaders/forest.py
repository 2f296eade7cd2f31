"""The floor of a forest, by position in the world and by what the mesh's uv say of the place."""

from __future__ import annotations

from dataclasses import dataclass

from lookabout.render.nodes import Graph, Socket
from lookabout.render.shaders.look import Look


@dataclass(frozen=True)
class _Chance:
    """Patterns that all kinds of ground share: each is worth its cost only once."""

    broad: Socket
    """Some 7 m."""
    patches: Socket
    """Some 2 m."""
    tufts: Socket
    """A foot."""
    grain: Socket
    """An inch."""
    pick: Socket
    """Another number in [0, 1] for each leaf or stone, a hand wide."""
    tone: Socket
    """Another."""
    seen: Socket
    """1 where leaves and stones can be told apart, 0 where they cannot."""


def forest_floor(g: Graph, look: Look) -> None:
    """
    Grass, litter, moss, trodden earth and a stream's bank, each with ragged rims.

    The colour is the grass's. Of the mesh's uv, u is the distance to the middle of a path in
    metres; v is the shade of trees from 0 to 1, and below 0 how wet the place is, to -1.
    """
    where = g.world
    path, shade, _ = g.parts(g.uv)
    pick, tone, _ = g.parts(g.cells(where, 0.085, flat=True).outputs["Color"])
    chance = _Chance(
        broad=g.noise(where, 7.0, 3, flat=True),
        patches=g.noise(g.vector("ADD", where, (17.0, 5.0, 0.0)), 1.9, 3, flat=True),
        tufts=g.noise(where, 0.32, 3, rough=0.8, flat=True),
        grain=g.noise(where, 0.06, flat=True),
        pick=pick,
        tone=tone,
        seen=g.resolved(0.11),
    )
    ragged = g.madd(chance.patches, 0.6, g.mul(chance.tufts, 0.45))
    wooded = g.smooth(g.add(shade, g.madd(chance.broad, 0.7, ragged)), 0.25, 0.85)
    floor = g.mix(wooded, _grass(g, look, where, chance), _litter(g, chance))
    wet = g.smooth(g.sub(ragged, shade), 0.25, 0.7)
    floor = g.mix(wet, floor, _bank(g, chance))
    trodden = g.smooth(g.madd(ragged, 0.9, path), 1.25, 0.45)
    floor = g.mix(trodden, floor, _earth(g, chance))
    surface = g.node("BsdfDiffuse")
    g.feed(surface.inputs["Color"], floor)
    sunny = g.smooth(shade, 0.9, -0.1)
    lit = g.madd(sunny, 0.65, 0.25)
    g.finish(surface=g.settled_light(surface.outputs[0], look.color, lit))


def _value(
    g: Graph, c: _Chance, broad: float, patches: float, tufts: float, grain: float
) -> Socket:
    """Light and dark around 1, by so much of each pattern."""
    fine = g.madd(c.tufts, tufts, g.madd(c.grain, grain, 1.0))
    return g.math("MAXIMUM", g.madd(c.broad, broad, g.madd(c.patches, patches, fine)), 0.25)


def _speckle(g: Graph, c: _Chance, strength: float) -> Socket:
    """Leaves and tufts a hand wide, each lighter or darker by chance."""
    return g.mul(g.sub(c.pick, 0.5), g.mul(c.seen, strength))


def _grass(g: Graph, look: Look, where: Socket, c: _Chance) -> Socket:
    """Rough meadow: lush and withered, with bare spots of straw."""
    fields = g.noise(where, 24.0, 2, flat=True)
    green = g.tinted(
        look.color,
        hue=g.madd(fields, -0.03, g.mul(c.broad, -0.03)),
        saturation=g.madd(c.broad, -0.25, 0.92),
        value=g.add(_value(g, c, 0.3, 0.35, 0.9, 0.9), _speckle(g, c, 0.5)),
    )
    drought = g.madd(fields, 0.8, g.madd(c.broad, 0.7, g.madd(c.patches, 0.5, g.mul(c.tufts, 0.4))))
    dry = g.add(_value(g, c, 0.0, 0.2, 1.0, 0.9), _speckle(g, c, 0.4))
    straw = g.scaled((0.235, 0.195, 0.105), dry)
    return g.mix(g.mul(g.smooth(drought, 0.0, 0.7), 0.7), green, straw)


def _litter(g: Graph, c: _Chance) -> Socket:
    """Last year's leaves and needles, with cushions of moss."""
    value = g.add(_speckle(g, c, 0.9), _value(g, c, 0.0, 0.35, 0.6, 0.4))
    brown = g.mix(g.mul(c.tone, c.seen), (0.118, 0.088, 0.055), (0.150, 0.098, 0.054))
    brown = g.scaled(brown, g.math("MAXIMUM", value, 0.25))
    cushion = g.madd(c.broad, 0.8, g.madd(c.patches, 0.7, g.mul(c.tufts, 0.5)))
    moss = g.scaled((0.082, 0.096, 0.032), _value(g, c, 0.0, 0.0, 0.7, 0.5))
    return g.mix(g.mul(g.smooth(cushion, -0.22, 0.4), 0.8), brown, moss)


def _earth(g: Graph, c: _Chance) -> Socket:
    """Trodden soil with pebbles."""
    stone = g.mul(g.math("LESS_THAN", c.pick, 0.13), c.seen)
    soil = g.scaled((0.215, 0.163, 0.108), _value(g, c, 0.25, 0.3, 0.35, 0.3))
    return g.mix(stone, soil, g.scaled((0.29, 0.26, 0.22), g.madd(c.tone, 0.5, 0.75)))


def _bank(g: Graph, c: _Chance) -> Socket:
    """Gravel and mud."""
    tint = g.mix(g.mul(c.tone, c.seen), (0.118, 0.102, 0.075), (0.150, 0.140, 0.115))
    return g.scaled(tint, g.add(_speckle(g, c, 0.7), _value(g, c, 0.0, 0.0, 0.5, 0.2)))


def rock(g: Graph, look: Look) -> None:
    """Weathered stone with lichen; ``moss`` on what faces up, in cushions with soft rims."""
    where = g.world
    blotches, grain = g.noise(where, 1.5, 3), g.noise(where, 0.11, 3, rough=0.7)
    stone = g.scaled(look.color, g.madd(blotches, 0.4, g.madd(grain, 0.5, 1.0)))
    spots = g.noise(g.vector("ADD", where, (31.0, 7.0, 3.0)), 0.4, 3)
    stone = g.mix(g.mul(g.smooth(spots, 0.12, 0.28), 0.5), stone, (0.235, 0.240, 0.180))
    _, _, up = g.parts(g.smooth_normal)
    cushions = g.madd(spots, -0.9, g.madd(blotches, 0.7, g.mul(grain, 0.5)))
    edge = 1.25 - 0.9 * look.get("moss", 0.0)
    covered = g.smooth(g.madd(up, 0.9, cushions), edge - 0.12, edge + 0.18)
    moss = g.scaled((0.066, 0.078, 0.026), g.madd(grain, 1.2, g.madd(blotches, 0.5, 1.0)))
    g.finish(surface=g.principled(g.mix(covered, stone, moss), 0.95, Specular_IOR_Level=0.2))


def far_wood(g: Graph, look: Look) -> None:
    """Woods seen from so far that crowns are grain and stands are patches."""
    stands, crowns = g.noise(g.world, 170.0, 3, flat=True), g.noise(g.world, 14.0, 2, flat=True)
    color = g.tinted(
        look.color,
        hue=g.mul(stands, -0.05),
        value=g.madd(stands, 0.7, g.madd(crowns, 1.1, 1.0)),
    )
    g.finish(surface=g.settled_light(g.principled(color, 1.0), look.color, 0.8))
