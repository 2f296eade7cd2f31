"""Things of people and trees: these may move, so their patterns lie in their own axes."""

from __future__ import annotations

from lookabout.render.nodes import Graph, Socket
from lookabout.render.shaders.look import Look


def plain(g: Graph, look: Look) -> None:
    """A matt or satin surface, a little uneven and a little different from copy to copy."""
    dirt = g.noise(g.local, 0.7, 3)
    value = g.madd(dirt, 0.16, g.madd(g.random, 0.08, 0.96))
    g.finish(surface=_common(g, look, g.scaled(look.color, value), look.roughness))


def paint(g: Graph, look: Look) -> None:
    """Car paint under clear coat, with the dust of the road."""
    dust = g.clamp(g.madd(g.noise(g.local, 0.8, 3), 0.22, 0.07))
    faded = g.scaled(look.color, g.madd(g.random, 0.10, 0.95))
    g.finish(
        surface=g.principled(
            g.mix(g.mul(dust, 0.6), faded, (0.20, 0.185, 0.16)),
            g.madd(dust, 0.3, 0.42),
            Metallic=look.metallic,
            Coat_Weight=g.sub(1.0, g.mul(dust, 0.8)),
            Coat_Roughness=g.madd(dust, 0.25, 0.03),
            Coat_IOR=1.5,
        )
    )


def metal(g: Graph, look: Look) -> None:
    """Bare or galvanised metal, spangled and stained; all metal unless told how much."""
    stain = g.noise(g.stretched(g.local, (1.0, 1.0, 0.35)), 0.4, 4)
    spangle = g.noise(g.local, 0.03)
    color = g.scaled(look.color, g.madd(stain, 0.25, g.madd(spangle, 0.25, 1.0)))
    g.finish(
        surface=g.principled(
            color,
            g.clamp(g.madd(stain, 0.12, max(look.roughness, 0.12))),
            Metallic=look.metallic or 1.0,
        )
    )


def rubber(g: Graph, look: Look) -> None:
    """Black and dusty."""
    dust = g.clamp(g.madd(g.noise(g.local, 0.25, 2), 0.8, 0.1))
    color = g.mix(g.mul(dust, 0.35), look.color, (0.13, 0.12, 0.105))
    g.finish(surface=g.principled(color, look.roughness, Specular_IOR_Level=0.3))


def fabric(g: Graph, look: Look) -> None:
    """Cloth in folds, with its sheen."""
    folds = g.noise(g.stretched(g.local, (1.0, 1.0, 0.4)), 0.22, 3)
    weave = g.noise(g.local, 0.012)
    value = g.madd(folds, 0.5, g.madd(weave, 0.2, g.madd(g.random, 0.16, 0.92)))
    color = g.tinted(look.color, hue=g.madd(g.random, 0.02, -0.01), value=value)
    g.finish(surface=g.principled(color, look.roughness, Sheen_Weight=0.08, Specular_IOR_Level=0.2))


def skin(g: Graph, look: Look) -> None:
    """Skin, each person's a little different."""
    blush = g.noise(g.local, 0.12, 2)
    color = g.tinted(look.color, hue=g.mul(blush, 0.02), value=g.madd(g.random, 0.3, 0.85))
    g.finish(surface=g.principled(color, 0.5, Specular_IOR_Level=0.4))


def hide(g: Graph, look: Look) -> None:
    """A reptile's skin: scales with dark seams, mottled, dusty where it faces up."""
    size = look.get("scale", 0.09)
    mottled = g.noise(g.object_position, 6 * size, 4, rough=0.65)
    grown = g.vector("ADD", g.object_position, g.scaled(g.joined(mottled, mottled), 0.6 * size))
    scale = g.cells(grown, size)
    dome = g.mul(g.sub(0.45, scale.outputs["Distance"]), g.resolved(size))
    tone = g.mul(g.sub(g.parts(scale.outputs["Color"])[0], 0.5), g.resolved(size))
    value = g.madd(dome, 0.7, g.madd(tone, 0.25, g.madd(mottled, 0.6, 1.0)))
    dust = g.mul(g.clamp(g.parts(g.smooth_normal)[2]), g.madd(mottled, 0.3, 0.16))
    color = g.mix(g.clamp(dust), g.scaled(look.color, value), (0.30, 0.26, 0.20))
    g.finish(surface=g.principled(color, look.roughness, Specular_IOR_Level=0.35))


def foliage(g: Graph, look: Look) -> None:
    """Leaves that let light through; hue, age and depth of colour differ from plant to plant."""
    clumps = g.noise(g.local, 1.1)
    species = g.chance(g.joined(g.random, 3.0))
    age = g.chance(g.joined(g.random, 7.0))
    # Leaves shade each other: for a crown to have the material's colour they must be paler.
    value = g.madd(clumps, 0.7, g.madd(age, 0.6, 1.6))
    color = g.tinted(
        look.color,
        hue=g.madd(species, 0.045, g.madd(clumps, 0.03, -0.026)),
        saturation=g.madd(age, -0.3, 1.12),
        value=g.math("MAXIMUM", value, 0.3),
    )
    # A card is a spray of leaves: from near, each is seen, and the gaps between them. What feeds
    # only one side of a switch costs nothing on the other.
    spray = g.cells(g.local, 0.05)
    each, _, _ = g.parts(spray.outputs["Color"])
    gap = g.smooth(g.seams(g.local, 0.05), 0.001, 0.008)
    shade = g.mul(g.madd(gap, 0.45, 0.55), g.madd(each, 0.9, 0.6))
    near = _leaf(g, g.tinted(color, hue=g.madd(each, 0.03, -0.015), value=shade))
    # Some are missing, and those at the card's edge end it raggedly.
    there = g.math("LESS_THAN", spray.outputs["Distance"], g.madd(each, 0.5, 0.25))
    near = g.between(there, g.node("BsdfTransparent").outputs[0], near)
    is_near = g.math("LESS_THAN", g.node("CameraData").outputs["View Distance"], _LEAVES_TOLD)
    surface = g.between(is_near, _leaf(g, color), near)
    g.finish(surface=_cut_out(g, look, g.settled_light(surface, look.color, 0.42)))


_LEAVES_TOLD = 9.0
"""Metres from the eye up to which leaves are told from each other."""


def _leaf(g: Graph, color: Socket) -> Socket:
    """Light comes back from a leaf, and through it."""
    # Matt: from above, gloss on leaves is noise, and its rays cost as much as all the others.
    upper, under = g.node("BsdfDiffuse"), g.node("BsdfTranslucent")
    g.feed(upper.inputs["Color"], color)
    g.feed(under.inputs["Color"], g.tinted(color, hue=-0.02, saturation=1.1, value=1.1))
    return g.between(0.42, upper.outputs[0], under.outputs[0])


def bark(g: Graph, look: Look) -> None:
    """Furrowed up the trunk, lichen here and there."""
    furrows = g.noise(g.stretched(g.local, (1.0, 1.0, 0.15)), 0.06, 3)
    lichen = g.smooth(g.noise(g.local, 0.5, 3), 0.12, 0.4)
    color = g.scaled(look.color, g.madd(furrows, 1.0, g.madd(g.random, 0.3, 0.85)))
    g.finish(surface=g.principled(g.mix(g.mul(lichen, 0.25), color, (0.17, 0.19, 0.12)), 0.95))


def wood(g: Graph, look: Look) -> None:
    """Boards along the object's x axis, each of its own shade, with grain."""
    width = look.get("scale", 0.14)
    x, y, z = g.parts(g.local)
    across = g.add(y, z)
    board = g.chance(g.joined(g.step(across, width), g.step(x, 3.1)))
    grain = g.noise(g.joined(g.mul(x, 0.06), y, z), 0.012, 2)
    ring = g.noise(g.joined(g.mul(x, 0.15), y, g.madd(board, 9.0, z)), 0.08, 2)
    gap = g.stroke(g.stripes(across, width), 0.008)
    value = g.madd(grain, 0.45, g.madd(ring, 0.35, g.madd(board, 0.34, 0.83)))
    color = g.scaled(look.color, g.mul(value, g.madd(gap, -0.6, 1.0)))
    g.finish(surface=_common(g, look, color, look.roughness))


def _common(g: Graph, look: Look, color: Socket, roughness: Socket) -> Socket:
    glow = (
        {"Emission_Color": look.color, "Emission_Strength": look.emission} if look.emission else {}
    )
    return _cut_out(g, look, g.principled(color, roughness, Metallic=look.metallic, **glow))


def _cut_out(g: Graph, look: Look, surface: Socket) -> Socket:
    """See-through where the picture is."""
    if look.alpha is None:
        return surface
    opaque = g.math("GREATER_THAN", look.alpha, 0.5)
    return g.between(opaque, g.node("BsdfTransparent").outputs[0], surface)
