"""Surfaces of rooms: floors, walls, cloth, glass, lamps, pictures."""

from __future__ import annotations

from lookabout.render.nodes import Graph, Socket
from lookabout.render.shaders.look import Look


def wall_paint(g: Graph, look: Look) -> None:
    """Emulsion from a roller: a fine orange peel, hardly uneven."""
    clouds = g.noise(g.world, 1.4, 2)
    value = g.madd(clouds, 0.025, 1.0)
    g.finish(
        surface=g.principled(g.scaled(look.color, value), look.roughness, Specular_IOR_Level=0.2)
    )


def floorboards(g: Graph, look: Look) -> None:
    """Parquet strips along x, staggered, each of its own shade and grain, sealed."""
    width, length = look.get("scale", 0.12), 1.1
    x, y, _ = g.parts(g.world)
    row = g.step(y, width)
    along = g.madd(g.chance(g.joined(row, 5.0)), length, x)
    board = g.chance(g.joined(row, g.step(along, length)))
    grain = g.noise(g.joined(g.mul(x, 0.07), y, g.mul(board, 7.0)), 0.012, 2)
    ring = g.noise(g.joined(g.mul(x, 0.14), y, g.mul(board, 9.0)), 0.06, 2)
    gap = g.math("MAXIMUM", g.stroke(g.stripes(y, width), 0.003),
                 g.stroke(g.stripes(along, length), 0.003))  # fmt: skip
    seen = g.resolved(width)
    value = g.madd(
        grain, 0.28, g.madd(ring, 0.22, g.madd(g.mul(g.sub(board, 0.5), seen), 0.30, 1.0))
    )
    color = g.tinted(
        g.scaled(look.color, g.mul(value, g.madd(gap, -0.55, 1.0))),
        hue=g.madd(board, 0.012, -0.006),
    )
    g.finish(
        surface=g.principled(color, g.madd(grain, 0.15, look.roughness), Specular_IOR_Level=0.35)
    )


def floor_tiles(g: Graph, look: Look) -> None:
    """Square tiles with grout."""
    size = look.get("scale", 0.33)
    x, y, _ = g.parts(g.world)
    each = g.chance(g.joined(g.step(x, size), g.step(y, size)))
    joint = g.math("MINIMUM", g.stripes(x, size), g.stripes(y, size))
    grout = g.stroke(joint, 0.005)
    clouds = g.noise(g.joined(x, y, g.mul(each, 11.0)), 0.18, 3)
    value = g.madd(g.mul(g.sub(each, 0.5), g.resolved(size)), 0.08, g.madd(clouds, 0.10, 1.0))
    color = g.mix(g.mul(grout, 0.75), g.scaled(look.color, value), (0.36, 0.35, 0.33))
    g.finish(surface=g.principled(color, g.madd(grout, 0.5, look.roughness)))


def wall_tiles(g: Graph, look: Look) -> None:
    """Glazed tiles up a wall, in running bond."""
    width, height = 0.20, 0.10
    u, v, _ = g.parts(g.wall)
    row = g.step(v, height)
    along = g.madd(g.math("MODULO", row, 2.0), width / 2, u)
    each = g.chance(g.joined(g.step(along, width), row))
    grout = g.stroke(g.math("MINIMUM", g.stripes(along, width), g.stripes(v, height)), 0.004)
    value = g.madd(g.mul(g.sub(each, 0.5), g.resolved(height)), 0.05, 1.0)
    color = g.mix(g.mul(grout, 0.6), g.scaled(look.color, value), (0.55, 0.54, 0.52))
    g.finish(surface=g.principled(color, g.madd(grout, 0.5, look.roughness)))


def carpet(g: Graph, look: Look) -> None:
    """Cut pile, trodden here and there."""
    tread = g.noise(g.world, 0.6, 3)
    pile = g.noise(g.world, 0.012, 2)
    value = g.madd(tread, 0.16, g.madd(pile, 0.35, 1.0))
    g.finish(
        surface=g.principled(
            g.scaled(look.color, value), 1.0, Specular_IOR_Level=0.05, Sheen_Weight=0.15
        )
    )


def cloth(g: Graph, look: Look) -> None:
    """Upholstery and linen: a weave, soft creases, one colour all over."""
    weave = g.noise(g.object_position, 0.008)
    creases = g.noise(g.object_position, 0.16, 3)
    value = g.madd(creases, 0.16, g.madd(weave, 0.22, 1.0))
    g.finish(
        surface=g.principled(
            g.scaled(look.color, value), look.roughness, Sheen_Weight=0.12, Specular_IOR_Level=0.15
        )
    )


def furniture_wood(g: Graph, look: Look) -> None:
    """Veneer: grain along the longest sides of a piece, satin lacquer."""
    x, y, z = g.parts(g.object_position)
    grain = g.noise(g.joined(g.mul(x, 0.6), g.mul(y, 0.08), g.mul(z, 0.6)), 0.010, 2)
    ring = g.noise(g.joined(g.mul(x, 0.8), g.mul(y, 0.12), g.mul(z, 0.8)), 0.07, 2)
    value = g.madd(grain, 0.26, g.madd(ring, 0.26, 1.0))
    color = g.tinted(g.scaled(look.color, value), hue=g.mul(ring, 0.012))
    g.finish(surface=g.principled(color, look.roughness, Specular_IOR_Level=0.35))


def marble(g: Graph, look: Look) -> None:
    """A polished worktop, finely speckled."""
    speck = g.noise(g.world, 0.012, 2)
    vein = g.noise(g.world, 0.3, 4)
    value = g.madd(speck, 0.22, g.madd(vein, 0.14, 1.0))
    g.finish(surface=g.principled(g.scaled(look.color, value), look.roughness))


def rug(g: Graph, look: Look) -> None:
    """Woven: a border, bands and lozenges in shades of its colour."""
    x, y, _ = g.parts(g.object_position)
    a = g.math("PINGPONG", g.add(x, g.mul(y, 0.8)), 0.11)
    b = g.math("PINGPONG", g.sub(x, g.mul(y, 0.8)), 0.11)
    lozenge = g.smooth(g.math("MINIMUM", a, b), 0.020, 0.032)
    band = g.smooth(g.stripes(y, 0.44), 0.055, 0.045)
    pile = g.noise(g.object_position, 0.008)
    pale = g.mix(0.62, look.color, (0.78, 0.73, 0.64))
    dark = g.scaled(look.color, 0.55)
    color = g.mix(g.mul(band, 0.8), g.mix(lozenge, pale, look.color), dark)
    g.finish(
        surface=g.principled(g.scaled(color, g.madd(pile, 0.4, 1.0)), 1.0, Specular_IOR_Level=0.05)
    )


def painting(g: Graph, look: Look) -> None:
    """A picture of one of three kinds, another for each ``seed``: fields, hills, rings."""
    _, y, z = g.parts(g.object_position)
    seed = look.get("seed", 0.0)
    at = g.joined(g.add(y, seed * 3.7), g.add(z, seed * 1.9), seed)
    color = (_fields, _hills, _rings)[int(seed) % 3](g, look, at, y, z)
    brush = g.noise(g.joined(g.mul(y, 0.3), z, seed), 0.012, 2)
    g.finish(surface=g.principled(g.scaled(color, g.madd(brush, 0.25, 1.0)), look.roughness))


def _fields(g: Graph, look: Look, at: Socket, y: Socket, z: Socket) -> Socket:
    """Large plain shapes on a pale ground."""
    bent = g.vector("ADD", at, g.scaled((0.6, 0.4, 0.0), g.mul(g.noise(at, 0.5, 1), 0.25)))
    pick, other, tone = g.parts(g.cells(bent, 0.30).outputs["Color"])
    color = g.mix(g.smooth(pick, 0.40, 0.42), (0.74, 0.71, 0.64), look.color)
    second = g.tinted(look.color, hue=0.08, saturation=0.6, value=1.6)
    color = g.mix(g.smooth(other, 0.66, 0.68), color, second)
    return g.mix(g.smooth(tone, 0.80, 0.82), color, g.tinted(look.color, hue=0.45, saturation=0.7))


def _hills(g: Graph, look: Look, at: Socket, y: Socket, z: Socket) -> Socket:
    """Ranges one behind the other under a pale sky."""
    color = g.mix(g.smooth(z, 0.20, 0.60), (0.80, 0.70, 0.56), (0.52, 0.64, 0.70))
    for k, (height, shade) in enumerate(((0.34, 0.75), (0.25, 0.48), (0.15, 0.26))):
        ridge = g.noise(g.joined(y, 7.0 * k + look.get("seed", 0.0)), 0.22, 3)
        below = g.smooth(g.sub(z, g.madd(ridge, 0.16, height)), 0.003, -0.003)
        far = g.mix(0.25 + 0.25 * (2 - k), look.color, (0.52, 0.62, 0.66))
        color = g.mix(below, color, g.scaled(far, shade))
    return color


def _rings(g: Graph, look: Look, at: Socket, y: Socket, z: Socket) -> Socket:
    """Arcs around a point below the middle."""
    away = g.vector("LENGTH", g.joined(g.mul(y, 1.0), g.sub(z, 0.12)))
    band = g.chance(g.joined(g.step(away, 0.055), look.get("seed", 0.0)))
    warm = g.mix(g.smooth(band, 0.3, 0.32), (0.78, 0.74, 0.66), look.color)
    return g.mix(g.smooth(band, 0.7, 0.72), warm, g.tinted(look.color, hue=0.1, value=0.55))


def pane(g: Graph, look: Look) -> None:
    """A clean window: all light goes through."""
    clear = g.node("BsdfTransparent")
    g.feed(clear.inputs["Color"], look.color)
    g.finish(surface=clear.outputs[0])


def clear_glass(g: Graph, look: Look) -> None:
    """
    Thin glass: see-through, darker and brighter at its rims.

    What it would mirror is a mere gleam: chance between two ways would be seen as noise.
    """
    share = g.node("LayerWeight")
    share.inputs["Blend"].default_value = 0.4
    rim = g.math("POWER", share.outputs["Facing"], 2.0)
    clear, gleam = g.node("BsdfTransparent"), g.node("Emission")
    g.feed(clear.inputs["Color"], g.mix(rim, g.scaled(look.color, 0.93), (0.40, 0.44, 0.44)))
    g.feed(gleam.inputs["Color"], (0.90, 0.95, 1.0))
    g.feed(gleam.inputs["Strength"], g.madd(rim, 0.55, 0.03))
    both = g.node("AddShader")
    g.feed(both.inputs[0], clear.outputs[0])
    g.feed(both.inputs[1], gleam.outputs[0])
    g.finish(surface=both.outputs[0])


def mirror(g: Graph, look: Look) -> None:
    """Silvered glass."""
    surface = g.node("BsdfGlossy")
    g.feed(surface.inputs["Color"], look.color)
    surface.inputs["Roughness"].default_value = 0.0
    g.finish(surface=surface.outputs[0])


def lampshade(g: Graph, look: Look) -> None:
    """Lit from within; what it gives its surroundings comes from the scene's lights."""
    glow = g.node("Emission")
    g.feed(glow.inputs["Color"], look.color)
    glow.inputs["Strength"].default_value = look.emission
    matt = g.principled(look.color, look.roughness)
    both = g.node("AddShader")
    g.feed(both.inputs[0], glow.outputs[0])
    g.feed(both.inputs[1], matt)
    g.finish(surface=both.outputs[0])
