"""Cladding and roofing of houses, by position along the face."""

from __future__ import annotations

from lookabout.render.nodes import Graph, Socket
from lookabout.render.shaders.look import Look, finish_matt


def siding(g: Graph, look: Look) -> None:
    """Lapped boards, level: a line of shade under each, faded, washed by rain."""
    lap = look.get("scale", 0.16)
    u, v, w = g.parts(g.wall)
    row = g.step(v, lap)
    share = g.math("FRACT", g.div(v, lap))
    seen = g.resolved(lap)
    shade = g.mul(g.smooth(share, 0.86, 0.97), seen)  # the next board's edge throws it
    lean = g.mul(g.sub(0.45, share), g.mul(seen, 0.09))
    each = g.chance(g.joined(g.step(u, 3.66), row, g.math("ROUND", w)))
    value = g.mul(_weather(g, u, v, w), g.madd(each, 0.05, 0.975))
    value = g.mul(g.add(value, lean), g.madd(shade, -0.5, 1.0))
    _wall(g, look, value)


def boards(g: Graph, look: Look) -> None:
    """Upright boards with battens over their joints."""
    pitch = look.get("scale", 0.4)
    u, v, w = g.parts(g.wall)
    away = g.stripes(u, pitch)
    seen = g.resolved(pitch / 3)
    batten = g.smooth(away, 0.034, 0.026)
    shade = g.mul(g.smooth(g.math("ABSOLUTE", g.sub(away, 0.042)), 0.016, 0.004), seen)
    value = g.madd(g.mul(batten, seen), 0.06, _weather(g, u, v, w))
    _wall(g, look, g.mul(value, g.madd(shade, -0.42, 1.0)))


def shakes(g: Graph, look: Look) -> None:
    """Split shingles on a wall, each of its own width and shade."""
    course = look.get("scale", 0.17)
    u, v, w = g.parts(g.wall)
    row = g.step(v, course)
    shift = g.mul(g.chance(g.joined(row, 5.0)), 3.0)
    along = g.madd(g.noise(g.joined(u, g.mul(row, 7.1)), 0.3, flat=True), 0.09, g.add(u, shift))
    each = g.chance(g.joined(g.step(along, 0.15), row))
    seen = g.resolved(course)
    gap = g.stroke(g.stripes(along, 0.15), 0.009)
    share = g.math("FRACT", g.div(v, course))
    edge = g.smooth(share, 0.88, 0.98)
    value = g.madd(g.mul(g.sub(each, 0.5), seen), 0.3, _weather(g, u, v, w))
    value = g.mul(value, g.mul(g.madd(gap, -0.6, 1.0), g.madd(g.mul(edge, seen), -0.5, 1.0)))
    _wall(g, look, value)


def shingles(g: Graph, look: Look) -> None:
    """Asphalt shingles: courses of tabs in blended shades, granules, streaks of algae."""
    course = look.get("scale", 0.145)
    u, v, w = g.parts(g.wall)
    row = g.step(v, course)
    along = g.madd(g.chance(g.joined(row, 3.0)), 2.0, u)
    each = g.chance(g.joined(g.step(along, 0.19), row, g.math("ROUND", w)))
    seen = g.resolved(course)
    share = g.math("FRACT", g.div(v, course))
    edge = g.mul(g.smooth(share, 0.84, 0.96), seen)
    joint = g.stroke(g.stripes(along, 0.19), 0.008)
    grit = g.noise(g.world, 0.012)
    clouds = g.noise(g.world, 3.2, 4)
    streak = g.smooth(g.noise(g.joined(u, g.mul(v, 0.08), w), 0.7, 3), 0.12, 0.5)
    value = g.madd(g.mul(g.sub(each, 0.5), seen), 0.42, g.madd(clouds, 0.2, 1.0))
    value = g.madd(grit, 0.35, g.madd(streak, -0.16, value))
    value = g.mul(value, g.mul(g.madd(edge, -0.45, 1.0), g.madd(joint, -0.4, 1.0)))
    hue = g.mul(g.mul(g.sub(each, 0.5), seen), 0.02)
    color = g.tinted(look.color, hue=hue, value=value)
    finish_matt(g, look, g.principled(color, 0.95, Specular_IOR_Level=0.2))


def fieldstone(g: Graph, look: Look) -> None:
    """Ledge stones of many tones in mortar."""
    size = look.get("scale", 0.22)
    u, v, w = g.parts(g.wall)
    where = g.joined(u, g.mul(v, 1.9), g.math("ROUND", w))
    cells = g.cells(where, size)
    tone, warm, _ = g.parts(cells.outputs["Color"])
    gap = g.smooth(g.seams(where, size), 0.018, 0.006)
    seen = g.resolved(size * 0.6)
    rough = g.noise(g.world, 0.07, 3)
    value = g.madd(g.mul(g.sub(tone, 0.5), seen), 0.6, g.madd(rough, 0.4, 1.0))
    tint = g.joined(g.madd(warm, 0.16, 0.94), 1.0, g.madd(warm, -0.16, 1.05))
    stone = g.scaled(g.vector("MULTIPLY", look.color, tint), value)
    color = g.mix(g.mul(gap, g.mul(seen, 0.75)), stone, (0.30, 0.28, 0.25))
    finish_matt(g, look, g.principled(color, 0.9, Specular_IOR_Level=0.25))


def _weather(g: Graph, u: Socket, v: Socket, w: Socket) -> Socket:
    """Brightness of paint that rain runs down."""
    streak = g.smooth(g.noise(g.joined(u, g.mul(v, 0.12), w), 0.6, 3), 0.1, 0.5)
    return g.madd(g.noise(g.world, 2.4, 3), 0.12, g.madd(streak, -0.07, 1.0))


def _wall(g: Graph, look: Look, value: Socket) -> None:
    color = g.scaled(look.color, value)
    finish_matt(g, look, g.principled(color, look.roughness, Specular_IOR_Level=0.3))
