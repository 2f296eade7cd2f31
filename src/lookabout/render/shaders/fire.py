"""What glows and what smokes."""

from __future__ import annotations

from lookabout.render.nodes import Graph
from lookabout.render.shaders.look import Look

_LAMP = 30.0
_FLAME = 45.0
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
    edge = g.tinted(look.color, hue=-0.035, saturation=1.2, value=0.55)
    middle = g.tinted(look.color, hue=0.035, saturation=0.8, value=1.25)
    light = g.node("Emission")
    g.feed(light.inputs["Color"], g.mix(heat, edge, middle))
    g.feed(light.inputs["Strength"], g.mul(g.madd(heat, 1.2, 0.3), look.emission or _FLAME))
    clear = g.node("BsdfTransparent").outputs[0]
    g.finish(surface=g.between(g.mul(solid, 0.85), clear, light.outputs[0]))


def smoke(g: Graph, look: Look) -> None:
    """Billows in a closed shape, thinning out towards its box's rim."""
    size = look.get("scale", 2.0)
    density = look.get("density", 0.6)
    generated = g.node("TexCoord").outputs["Generated"]
    off = g.vector("LENGTH", g.vector("SUBTRACT", generated, (0.5, 0.5, 0.5)))
    soft = g.smooth(off, 0.52, 0.22)
    node = g.node("TexNoise", normalize=False)
    g.feed(node.inputs["Vector"], g.local)
    node.inputs["Scale"].default_value = 1.0 / size
    node.inputs["Detail"].default_value = 3.0
    node.inputs["Roughness"].default_value = 0.6
    billows = g.clamp(g.madd(node.outputs[0], 2.2, 0.35))
    volume = g.node("VolumePrincipled")
    g.feed(volume.inputs["Color"], look.color)
    g.feed(volume.inputs["Density"], g.mul(g.mul(billows, soft), 2.0 * density))
    volume.inputs["Anisotropy"].default_value = 0.2
    g.finish(volume=volume.outputs[0])
