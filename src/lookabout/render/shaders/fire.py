"""What glows and what smokes."""

from __future__ import annotations

from lookabout.render.nodes import Graph
from lookabout.render.shaders.look import Look

_LAMP = 30.0
_FLAME = 26.0
"""Radiance where the material gives none; white paper in full sun has some 40."""


def emissive(g: Graph, look: Look) -> None:
    """A lamp: glows on top of what it reflects."""
    g.finish(
        surface=g.principled(
            look.color,
            look.roughness,
            Emission_Color=look.color,
            Emission_Strength=look.emission or _LAMP,
        )
    )


def flame(g: Graph, look: Look) -> None:
    """
    Tongues of fire on any closed shape: brightest seen through the middle, gone at its outline.

    Redder and thinner with height in the object's own axes.
    """
    size = look.get("scale", 0.45)
    generated = g.node("TexCoord").outputs["Generated"]
    _, _, height = g.parts(generated)
    licks = g.noise(g.stretched(g.local, (1.0, 1.0, 0.45)), size, 3)
    facing = g.node("LayerWeight")
    facing.inputs["Blend"].default_value = 0.5
    core = g.sub(1.0, facing.outputs["Facing"])
    body = g.add(g.madd(licks, 1.5, core), g.madd(height, -0.75, 0.15))
    solid = g.smooth(body, 0.25, 0.85)
    heat = g.clamp(g.madd(licks, 0.8, g.madd(height, -0.8, g.mul(core, 0.9))))
    edge = g.tinted(look.color, hue=-0.02, saturation=1.3, value=0.6)
    middle = g.tinted(look.color, hue=0.035, saturation=1.1, value=1.2)
    light = g.node("Emission")
    g.feed(light.inputs["Color"], g.mix(heat, edge, middle))
    g.feed(light.inputs["Strength"], g.mul(g.madd(heat, 1.2, 0.3), look.emission or _FLAME))
    clear = g.node("BsdfTransparent").outputs[0]
    g.finish(surface=g.between(g.mul(solid, 0.85), clear, light.outputs[0]))


def smoke(g: Graph, look: Look) -> None:
    """
    A puff of smoke in a closed, roundish shape around the object's origin.

    A real volume needs many samples to lose its noise. This is the light that a ball of smoke,
    thinning out towards its rim, takes and gives along a line of sight, put on the ball's front:
    exact in what it hides, plausible in how sun and sky light it, and free of noise.
    """
    size = look.get("scale", 2.0)
    billow = g.noise(g.world, size, 4, rough=0.6)
    outward = g.vector("SUBTRACT", g.world, g.location)
    normal = g.vector("NORMALIZE", outward)
    # In the object's own axes a stretched ball is round.
    own, sight = g.object_position, g.to_local(g.incoming)
    facing = g.div(
        g.vector("DOT_PRODUCT", own, sight),
        g.mul(g.vector("LENGTH", own), g.vector("LENGTH", sight)),
    )
    radius = g.div(g.vector("LENGTH", own), g.vector("LENGTH", sight))
    # A chord through a ball whose density falls as 1 - (r / R)^2 meets as much smoke as this power
    # of its slant says; billows eat into the ball's outline.
    slant = g.clamp(g.madd(billow, g.sub(0.8, g.mul(facing, 0.6)), g.sub(facing, 0.1)))
    thickness = g.mul(g.mul(radius, 4.0 / 3.0), g.math("POWER", slant, 3.0))
    lumps = g.math("MAXIMUM", g.madd(billow, 1.2, 1.0), 0.0)
    taken = g.mul(g.mul(thickness, lumps), -2.0 * look.get("density", 0.6))
    hidden = g.mul(g.sub(1.0, g.math("EXPONENT", taken)), g.sub(1.0, g.backfacing))
    towards_sun = g.vector("DOT_PRODUCT", normal, g.daylight.direction)
    lit = g.math("POWER", g.clamp(g.madd(towards_sun, 0.5, g.madd(billow, 0.5, 0.5))), 1.5)
    light = g.vector("ADD", g.daylight.sky, g.scaled(g.daylight.sun, g.mul(lit, 0.7)))
    glow = g.node("Emission")
    g.feed(glow.inputs["Color"], g.vector("MULTIPLY", look.color, light))
    clear = g.node("BsdfTransparent").outputs[0]
    g.finish(surface=g.between(hidden, clear, glow.outputs[0]))
