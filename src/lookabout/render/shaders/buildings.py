"""Walls, windows and roofs, by position along the face."""

from __future__ import annotations

from lookabout.render.nodes import Graph, Socket
from lookabout.render.shaders.look import Look, finish_matt


def glass(g: Graph, look: Look) -> None:
    """Dark glossy panes; no two quite in one plane, a blind drawn here and there behind them."""
    pane = look.get("scale", 1.3)
    cell: Socket = (0.0, 0.0, 0.0)
    if pane:
        x, y, z = g.parts(g.object_position)
        cell = g.joined(g.step(x, pane), g.step(y, pane), g.step(z, pane * 1.2))
    node = g.node("TexWhiteNoise")
    g.feed(node.inputs["Vector"], g.vector("ADD", cell, g.joined(g.random, 0.0)))
    lean = g.vector("SUBTRACT", node.outputs["Color"], (0.5, 0.5, 0.5))
    normal = g.vector("NORMALIZE", g.vector("ADD", g.smooth_normal, g.scaled(lean, 0.022)))
    # One closure only: where chance must pick among several, a single sample shows it.
    share = g.node("Fresnel")
    share.inputs["IOR"].default_value = _COATED
    g.feed(share.inputs["Normal"], normal)
    mirror = g.node("BsdfGlossy")
    g.feed(mirror.inputs["Color"], g.scaled((0.93, 0.97, 1.0), share.outputs[0]))
    # Only a perfect mirror needs no chance to know where it looks.
    frosted = look.roughness > _CLEAR
    g.feed(mirror.inputs["Roughness"], look.roughness if frosted else 0.0)
    g.feed(mirror.inputs["Normal"], normal)
    room = g.scaled(look.color, g.madd(node.outputs["Value"], 0.5, 0.75))
    drawn = g.mul(g.smooth(node.outputs["Value"], 0.80, 0.98), 0.22)
    behind = g.node("Emission")
    light = g.vector("MULTIPLY", g.mix(drawn, room, (0.30, 0.29, 0.26)), _inside(g))
    g.feed(behind.inputs["Color"], light)
    both = g.node("AddShader")
    g.feed(both.inputs[0], mirror.outputs[0])
    g.feed(both.inputs[1], behind.outputs[0])
    g.finish(surface=both.outputs[0])


_CLEAR = 0.15
"""Roughness up to which a pane shows clear reflections."""
_COATED = 1.9
"""Index of refraction of a plain surface that mirrors as much as a pane's coated ones."""


def _inside(g: Graph) -> tuple[float, float, float]:
    """Light in the rooms behind a pane: all of the sky's that comes in, little of the sun's."""
    red, green, blue = (a + 0.2 * b for a, b in zip(g.daylight.sky, g.daylight.sun, strict=True))
    return red, green, blue


def brick(g: Graph, look: Look) -> None:
    """Running bond; every brick of its own firing, the mortar pale."""
    length = look.get("scale", 0.24)
    height = length / 3.2
    u, v, w = g.parts(g.wall)
    row = g.step(v, height)
    along = g.madd(g.math("MODULO", row, 2.0), length / 2, u)
    each = g.chance(g.joined(g.step(along, length), row, g.math("ROUND", w)))
    seen = g.resolved(height * 1.3)
    joint = g.math("MINIMUM", g.stripes(along, length), g.stripes(v, height))
    mortar = g.stroke(joint, 0.012)
    weather = g.noise(g.world, 2.5, 4)
    fired = g.madd(g.mul(g.sub(each, 0.5), seen), 0.45, g.madd(weather, 0.25, 1.0))
    hue = g.mul(g.mul(g.sub(each, 0.5), seen), 0.012)
    color = g.tinted(look.color, hue=hue, value=fired)
    finish_matt(
        g,
        look,
        g.principled(
            g.mix(g.mul(mortar, 0.7), color, (0.42, 0.39, 0.34)), 0.9, Specular_IOR_Level=0.2
        ),
    )


def plaster(g: Graph, look: Look) -> None:
    """Rendered wall: patched, weathered, streaked by rain."""
    u, v, w = g.parts(g.wall)
    streak = g.smooth(g.noise(g.joined(u, g.mul(v, 0.10), w), 0.45, 3), 0.08, 0.5)
    clouds = g.noise(g.world, 3.0, 4)
    fine = g.noise(g.world, 0.04)
    _, _, upward = g.parts(g.normal)
    streak = g.mul(streak, g.sub(1.0, g.math("ABSOLUTE", upward)))
    value = g.madd(clouds, 0.18, g.madd(fine, 0.12, g.madd(streak, -0.2, 1.03)))
    finish_matt(
        g, look, g.principled(g.scaled(look.color, value), look.roughness, Specular_IOR_Level=0.25)
    )


def roof_tar(g: Graph, look: Look) -> None:
    """Flat roof: sheets and their laps, dried puddles, mended places, grit."""
    seam = look.get("joint", 1.0)
    x, y, z = g.parts(g.world)
    clouds = g.noise(g.world, 5.0, 4, flat=True)
    puddle_at = g.noise(g.vector("ADD", g.world, (5.0, 2.0, 0.0)), 3.0, 3, flat=True)
    rim = g.smooth(g.math("ABSOLUTE", g.sub(puddle_at, 0.30)), 0.10, 0.0)
    damp = g.smooth(puddle_at, 0.24, 0.42)
    grit = g.noise(g.world, 0.03, flat=True)
    value = g.madd(clouds, 0.42, g.madd(grit, 0.5, g.madd(rim, 0.10, g.madd(damp, -0.14, 1.0))))
    if seam > 0.0:
        sheet = g.chance(g.joined(g.step(x, seam), g.step(y, 8.0), g.step(z, 3.0)))
        lap = g.math("MINIMUM", g.stripes(x, seam), g.stripes(y, 8.0))
        value = g.mul(value, g.madd(sheet, 0.22, g.madd(g.stroke(lap, 0.05), -0.30, 0.90)))
    cells = g.cells(g.world, 3.4, metric="CHEBYCHEV", flat=True)
    pick, shade, _ = g.parts(cells.outputs["Color"])
    laid = g.mul(g.math("LESS_THAN", pick, 0.06), g.smooth(cells.outputs["Distance"], 0.30, 0.28))
    value = g.mul(value, g.madd(laid, g.madd(shade, 0.6, -0.35), 1.0))
    finish_matt(
        g, look, g.principled(g.scaled(look.color, value), look.roughness, Specular_IOR_Level=0.25)
    )


def roof_tiles(g: Graph, look: Look) -> None:
    """Courses of curved tiles down the slope, some replaced, moss in the shade."""
    size = look.get("scale", 0.30)
    width = size * 0.8
    u, v, w = g.parts(g.wall)
    course = g.step(v, size)
    along = g.madd(g.math("MODULO", course, 2.0), width / 2, u)
    each = g.chance(g.joined(g.step(along, width), course, g.math("ROUND", w)))
    seen = g.resolved(size * 0.8)
    # Each tile is a shallow arch, and casts a shadow on the course below.
    arch = g.sub(g.div(g.stripes(along, width), width / 2), 0.5)
    lap = g.stroke(g.math("PINGPONG", v, size / 2), size * 0.16)
    moss = g.smooth(g.noise(g.world, 1.8, 4), 0.12, 0.55)
    value = g.madd(g.mul(g.sub(each, 0.5), seen), 0.26, g.madd(g.noise(g.world, 4.0, 3), 0.22, 1.0))
    value = g.mul(value, g.mul(g.madd(g.mul(arch, seen), 0.45, 1.0), g.madd(lap, -0.5, 1.05)))
    hue = g.mul(g.mul(g.sub(each, 0.5), seen), 0.01)
    color = g.tinted(look.color, hue=hue, value=value)
    color = g.mix(g.mul(moss, 0.45), color, (0.075, 0.075, 0.035))
    finish_matt(g, look, g.principled(color, look.roughness, Specular_IOR_Level=0.25))
