"""What glows and what smokes."""

from __future__ import annotations

from lookabout.render.nodes import Graph
from lookabout.render.shaders.look import Look

_LAMP = 30.0
_FLAME = 26.0
"""Radiance where the material gives none; white paper in full sun has some 40."""
_DAY = 28.0
"""Radiance of white paper on the ground down to which flames look that bright."""


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
    # The camera opens up when the sun is low; flames it would show white are kept orange.
    day = g.daylight.sky[1] + g.daylight.sun[1] * g.daylight.direction[2]
    strength = (look.emission or _FLAME) * min(day / _DAY, 1.0)
    g.feed(light.inputs["Strength"], g.mul(g.madd(heat, 1.2, 0.3), strength))
    clear = g.node("BsdfTransparent").outputs[0]
    g.finish(surface=g.between(g.mul(solid, 0.85), clear, light.outputs[0]))


def scorch(g: Graph, look: Look) -> None:
    """Burnt ground on a flat disc: charred in the middle, its rim frayed, gone at the outline."""
    across, along, _ = g.parts(g.node("TexCoord").outputs["Generated"])
    middle = g.joined(g.sub(across, 0.5), g.sub(along, 0.5))
    frayed = g.madd(g.noise(g.local, 1.3, 4, rough=0.65), 0.45, g.vector("LENGTH", middle))
    ash = g.smooth(g.noise(g.local, 0.5, 3), 0.05, 0.3)
    color = g.mix(g.mul(ash, 0.5), look.color, (0.16, 0.15, 0.14))
    # Before the outline, whatever the fraying; there or not, for a share of it would be noise.
    rim = g.smooth(g.vector("LENGTH", middle), 0.5, 0.42)
    shown = g.math("GREATER_THAN", g.mul(g.smooth(frayed, 0.40, 0.33), rim), 0.5)
    clear = g.node("BsdfTransparent").outputs[0]
    g.finish(surface=g.between(shown, clear, g.principled(color, 1.0, Specular_IOR_Level=0.0)))


def smoke(g: Graph, look: Look) -> None:
    """
    A column of smoke as a volume, in the object's own axes: rises from the origin, widens, is
    carried towards +x, frays and thins out.

    It takes and gives light without scattering it, so that one sample shows no noise. The light
    that it gives is what sun and sky would make it give, more on the side of the sun and where a
    billow stands out. Its mesh must enclose it.
    """
    size, density = look.get("scale", 2.0), look.get("density", 0.6)
    base, height = look.get("base", 1.0), look.get("height", 20.0)
    x, y, z = g.parts(g.object_position)
    t = g.clamp(g.div(z, height))
    middle = g.mul(g.math("POWER", t, _BEND), look.get("drift", 15.0))
    radius = g.madd(g.math("POWER", t, _SPREAD), _WIDEN * height, base)
    away = g.vector("LENGTH", g.joined(g.sub(x, middle), y))
    inside = g.sub(1.0, g.div(away, radius))
    # Billows grow with the column: the pattern is coarser up there.
    shift = g.scaled((61.0, 47.0, 83.0), g.random)
    here = g.vector("ADD", g.scaled(g.object_position, g.madd(t, -0.5, 1.0)), shift)
    billow = g.noise(here, size, 3, rough=0.62)
    frayed = g.madd(billow, g.madd(t, 1.6, 1.5), g.madd(inside, 1.5, -0.15))
    ends = g.mul(g.smooth(z, 0.0, 0.8 * base), g.smooth(t, 1.0, 0.7))
    thick = g.mul(g.mul(g.smooth(frayed, 0.0, 0.55), ends), g.div(density * base, radius))
    towards = g.vector(
        "DOT_PRODUCT",
        g.vector("NORMALIZE", g.joined(g.sub(x, middle), y, g.mul(radius, 0.5))),
        g.to_local(g.daylight.direction),
    )
    open_to_sun = g.madd(billow, 1.7, g.madd(towards, 0.5, 0.4))
    sun = g.scaled(g.daylight.sun, g.mul(g.clamp(open_to_sun), 0.75))
    sky = g.scaled(g.daylight.sky, g.clamp(g.madd(inside, -0.4, 0.9)))
    giving = g.node("Emission")
    g.feed(giving.inputs["Color"], g.vector("MULTIPLY", look.color, g.vector("ADD", sky, sun)))
    g.feed(giving.inputs["Strength"], thick)
    taking = g.node("VolumeAbsorption")
    taking.inputs["Color"].default_value = (0.0, 0.0, 0.0, 1.0)
    g.feed(taking.inputs["Density"], thick)
    both = g.node("AddShader")
    g.feed(both.inputs[0], taking.outputs[0])
    g.feed(both.inputs[1], giving.outputs[0])
    # What bounces has no need of billows: half the steps are saved.
    bounced = g.node("LightPath").outputs["Is Diffuse Ray"]
    g.finish(volume=g.between(bounced, both.outputs[0], None))


_BEND, _SPREAD, _WIDEN = 1.3, 0.9, 0.12
"""Of a column's axis, of its outline, and its radius over its height at the top."""
