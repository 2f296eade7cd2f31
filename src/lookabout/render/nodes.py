"""A short hand for shader node trees, and textures that know how small a pixel is.

Procedural detail finer than a pixel is noise in the picture and a moiré in a regular pattern. So
every pattern here takes its size in metres and fades as the pixel's footprint on the surface
grows past it; far away only the mean colour is left.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import log2
from typing import Any

import bpy

Socket = Any
"""A node's output, or a plain number, colour or vector."""
Color = tuple[float, float, float]

_PIXEL = 0.004
"""Width of a pixel at a distance of 1: that of 500 pixels over 90 degrees, at the middle."""

_KEEN = 1 / 1.5


@dataclass(frozen=True)
class Daylight:
    """The light that falls on a scene, for what cannot be lit by tracing it."""

    direction: Color
    """Towards the sun, unit length, world axes."""
    sun: Color
    """Radiance of white paper that faces the sun, by the sun alone."""
    sky: Color
    """Radiance of white paper on the ground, by the sky alone."""


class Graph:
    """One material's nodes."""

    def __init__(self, tree: bpy.types.NodeTree, daylight: Daylight, seed: float = 0.0) -> None:
        """
        :param tree: an empty shader node tree.
        :param daylight: over the scene.
        :param seed: shifts all of the material's patterns.
        """
        self._tree = tree
        self.daylight = daylight
        self._seed = seed

    def node(self, kind: str, **properties: object) -> bpy.types.Node:
        """A new node, ``kind`` without its prefix ``ShaderNode``."""
        node = self._tree.nodes.new("ShaderNode" + kind)
        for name, value in properties.items():
            setattr(node, name, value)
        return node

    def feed(self, inlet: bpy.types.NodeSocket, value: Socket) -> None:
        """Link an input to another node's output, or set it."""
        if isinstance(value, bpy.types.NodeSocket):
            self._tree.links.new(value, inlet)
        elif inlet.type == "RGBA":
            inlet.default_value = (*value, 1.0)
        else:
            inlet.default_value = value

    def finish(self, *, surface: Socket = None, volume: Socket = None) -> None:
        """Make these the material's output."""
        output = self.node("OutputMaterial")
        for name, value in (("Surface", surface), ("Volume", volume)):
            if value is not None:
                self.feed(output.inputs[name], value)

    # Numbers

    def math(self, operation: str, a: Socket, b: Socket = 0.0, c: Socket = 0.0) -> Socket:
        """A node ``Math``."""
        node = self.node("Math", operation=operation)
        for inlet, value in zip(node.inputs, (a, b, c), strict=True):
            self.feed(inlet, value)
        return node.outputs[0]

    def add(self, a: Socket, b: Socket) -> Socket:
        return self.math("ADD", a, b)

    def sub(self, a: Socket, b: Socket) -> Socket:
        return self.math("SUBTRACT", a, b)

    def mul(self, a: Socket, b: Socket) -> Socket:
        return self.math("MULTIPLY", a, b)

    def div(self, a: Socket, b: Socket) -> Socket:
        return self.math("DIVIDE", a, b)

    def madd(self, a: Socket, b: Socket, c: Socket) -> Socket:
        """a * b + c"""
        return self.math("MULTIPLY_ADD", a, b, c)

    def clamp(self, a: Socket) -> Socket:
        """Into [0, 1]."""
        node = self.node("Math", operation="ADD", use_clamp=True)
        self.feed(node.inputs[0], a)
        node.inputs[1].default_value = 0.0
        return node.outputs[0]

    def smooth(self, value: Socket, low: Socket, high: Socket) -> Socket:
        """0 below ``low``, 1 above ``high``, a smooth step between; falling if low > high."""
        node = self.node("MapRange", interpolation_type="SMOOTHSTEP")
        for inlet, number in zip(node.inputs, (value, low, high), strict=False):
            self.feed(inlet, number)
        return node.outputs[0]

    # Vectors and colours

    def vector(self, operation: str, a: Socket, b: Socket = (0.0, 0.0, 0.0)) -> Socket:
        """A node ``Vector Math`` of two vectors; a number for DOT_PRODUCT and LENGTH."""
        node = self.node("VectorMath", operation=operation)
        self.feed(node.inputs[0], a)
        self.feed(node.inputs[1], b)
        return node.outputs[1 if operation in ("DOT_PRODUCT", "LENGTH") else 0]

    def scaled(self, a: Socket, factor: Socket) -> Socket:
        """A vector or colour times a number."""
        node = self.node("VectorMath", operation="SCALE")
        self.feed(node.inputs[0], a)
        self.feed(node.inputs[3], factor)
        return node.outputs[0]

    def stretched(self, a: Socket, factors: Color) -> Socket:
        """A vector with each component times its own number."""
        return self.vector("MULTIPLY", a, factors)

    def parts(self, a: Socket) -> tuple[Socket, Socket, Socket]:
        """x, y and z."""
        node = self.node("SeparateXYZ")
        self.feed(node.inputs[0], a)
        x, y, z = node.outputs
        return x, y, z

    def joined(self, x: Socket, y: Socket, z: Socket = 0.0) -> Socket:
        """A vector of its parts."""
        node = self.node("CombineXYZ")
        for inlet, value in zip(node.inputs, (x, y, z), strict=True):
            self.feed(inlet, value)
        return node.outputs[0]

    def mix(self, factor: Socket, a: Socket, b: Socket) -> Socket:
        """Colour from ``a`` at 0 to ``b`` at 1."""
        node = self.node("Mix", data_type="RGBA")
        self.feed(node.inputs[0], factor)
        self.feed(node.inputs[6], a)
        self.feed(node.inputs[7], b)
        return node.outputs[2]

    def tinted(
        self, color: Socket, *, hue: Socket = 0.0, saturation: Socket = 1.0, value: Socket = 1.0
    ) -> Socket:
        """A colour turned by ``hue`` (-0.5 to 0.5), more or less saturated and bright."""
        node = self.node("HueSaturation")
        for inlet, number in zip(
            node.inputs, (self.add(hue, 0.5), saturation, value, 1.0, color), strict=True
        ):
            self.feed(inlet, number)
        return node.outputs[0]

    # Where a point is

    @cached_property
    def _geometry(self) -> bpy.types.Node:
        return self.node("NewGeometry")

    @cached_property
    def normal(self) -> Socket:
        """Of the triangle, world axes."""
        return self._geometry.outputs["True Normal"]

    @cached_property
    def smooth_normal(self) -> Socket:
        """Interpolated between the vertices where the mesh is smooth, world axes."""
        return self._geometry.outputs["Normal"]

    @cached_property
    def incoming(self) -> Socket:
        """Towards the eye, unit length, world axes."""
        return self._geometry.outputs["Incoming"]

    @cached_property
    def backfacing(self) -> Socket:
        """1 where the surface is seen from behind, else 0."""
        return self._geometry.outputs["Backfacing"]

    @cached_property
    def location(self) -> Socket:
        """The object's origin in the world, metres."""
        return self.node("ObjectInfo").outputs["Location"]

    @cached_property
    def world(self) -> Socket:
        """Position in the world, metres."""
        shift = (self._seed * 13.7, self._seed * 7.3, 0.0)
        position = self._geometry.outputs["Position"]
        return self.vector("ADD", position, shift) if self._seed else position

    @cached_property
    def local(self) -> Socket:
        """Position in the object's own axes, shifted by chance for each copy; metres."""
        shift = self.scaled((61.0, 47.0, 83.0), self.madd(self.random, 1.0, self._seed))
        return self.vector("ADD", self.object_position, shift)

    @cached_property
    def object_position(self) -> Socket:
        """Position in the object's own axes, metres."""
        return self.node("TexCoord").outputs["Object"]

    def to_local(self, direction: Socket) -> Socket:
        """A direction in world axes to the object's own; its length changes with the scale."""
        node = self.node(
            "VectorTransform", vector_type="VECTOR", convert_from="WORLD", convert_to="OBJECT"
        )
        self.feed(node.inputs[0], direction)
        return node.outputs[0]

    @cached_property
    def random(self) -> Socket:
        """A number in [0, 1] for each copy of an object."""
        return self.node("ObjectInfo").outputs["Random"]

    @cached_property
    def uv(self) -> Socket:
        """The mesh's texture coordinates."""
        return self.node("UVMap", uv_map="uv").outputs[0]

    @cached_property
    def wall(self) -> Socket:
        """
        Metres along a face: x level, y up the slope, z out of it.

        On level faces, along the world's axes.
        """
        level = self.vector("CROSS_PRODUCT", (0.0, 0.0, 1.0), self.normal)
        steep = self.vector("LENGTH", level)
        flat = self.math("LESS_THAN", steep, 0.02)
        across = self.vector("NORMALIZE", self.vector("ADD", level, self.joined(flat, 0.0)))
        up = self.vector("CROSS_PRODUCT", self.normal, across)
        axes = (across, up, self.normal)
        return self.joined(*(self.vector("DOT_PRODUCT", self.world, axis) for axis in axes))

    # How fine the picture is there

    @cached_property
    def footprint(self) -> Socket:
        """Width of a pixel on the surface, metres; the longer way where it is seen aslant."""
        distance = self.node("CameraData").outputs["View Distance"]
        facing = self.vector("DOT_PRODUCT", self.normal, self.incoming)
        facing = self.math("MAXIMUM", self.math("ABSOLUTE", facing), 0.2)
        return self.div(self.mul(distance, _PIXEL), facing)

    @cached_property
    def _fineness(self) -> Socket:
        """Halvings from 1 m to the footprint."""
        return self.mul(self.math("LOGARITHM", self.footprint, 2.0), -1.0)

    def resolved(self, size: float) -> Socket:
        """1 where a pattern of ``size`` metres spans four pixels, 0 below one and a half."""
        return self.clamp(self.madd(self._fineness, _KEEN, _KEEN * (log2(size) - 0.5)))

    # Patterns

    def noise(
        self, where: Socket, size: float, octaves: int = 1, rough: float = 0.55,
        flat: bool = False,
    ) -> Socket:  # fmt: skip
        """
        Soft chance around 0, some +-0.5: blobs of ``size`` metres, and finer ones on them.

        Gone where a pixel does not resolve even the blobs.

        :param octaves: halvings of the size; only those that a pixel resolves are computed.
        :param rough: strength of each finer octave over the one before.
        :param flat: the same at any z, for half the cost.
        """
        node = self.node("TexNoise", normalize=False, noise_dimensions="2D" if flat else "3D")
        self.feed(node.inputs["Vector"], where)
        node.inputs["Scale"].default_value = 1.0 / size
        node.inputs["Roughness"].default_value = rough
        node.inputs["Lacunarity"].default_value = 2.0
        detail: Socket = 0.0
        if octaves > 1:
            # An octave comes in between two and four pixels.
            most = self.math("MINIMUM", self.add(self._fineness, log2(size) - 1.0), octaves - 1)
            detail = self.math("MAXIMUM", most, 0.0)
        self.feed(node.inputs["Detail"], detail)
        return self.mul(node.outputs[0], self.resolved(size))

    def cells(
        self, where: Socket, size: float, *, metric: str = "EUCLIDEAN", flat: bool = False
    ) -> bpy.types.Node:
        """Voronoi cells some ``size`` metres wide; outputs Distance (in cells) and Color."""
        node = self.node("TexVoronoi", distance=metric)
        if flat:
            node.voronoi_dimensions = "2D"
        self.feed(node.inputs["Vector"], where)
        node.inputs["Scale"].default_value = 1.0 / size
        return node

    def seams(self, where: Socket, size: float) -> Socket:
        """Distance to the nearest edge between Voronoi cells, metres."""
        node = self.node("TexVoronoi", feature="DISTANCE_TO_EDGE")
        self.feed(node.inputs["Vector"], where)
        node.inputs["Scale"].default_value = 1.0 / size
        return self.mul(node.outputs["Distance"], size)

    def stroke(self, distance: Socket, width: float) -> Socket:
        """How much of a pixel a line of ``width`` metres covers, at a distance from its middle."""
        shown = self.math("MAXIMUM", self.footprint, width)
        inside = self.smooth(distance, self.mul(shown, 0.75), self.mul(shown, 0.25))
        return self.mul(inside, self.div(width, shown))

    def stripes(self, along: Socket, period: float) -> Socket:
        """Distance to the nearest of the lines drawn every ``period`` metres."""
        return self.math("PINGPONG", along, period / 2)

    def step(self, along: Socket, period: float) -> Socket:
        """Number of the band, each ``period`` metres wide."""
        return self.math("FLOOR", self.div(along, period))

    def chance(self, where: Socket) -> Socket:
        """A number in [0, 1], another for each value of a vector."""
        node = self.node("TexWhiteNoise")
        self.feed(node.inputs["Vector"], where)
        return node.outputs["Value"]

    # Surfaces

    def principled(self, color: Socket, roughness: Socket, **inputs: Socket) -> Socket:
        """Blender's common surface; further inputs by name, ``_`` for a blank."""
        node = self.node("BsdfPrincipled")
        self.feed(node.inputs["Base Color"], color)
        self.feed(node.inputs["Roughness"], roughness)
        for name, value in inputs.items():
            self.feed(node.inputs[name.replace("_", " ")], value)
        return node.outputs[0]

    def settled_light(self, surface: Socket, color: Socket, lit: Socket) -> Socket:
        """
        ``surface``, but for rays that come from another matt surface just a glow.

        Such rays only ask how much light comes from there. The glow answers at once, where the
        surface would send out more rays to find nearly the same.

        :param color: of the surface as a whole.
        :param lit: how much of the open daylight reaches it, 0 to 1.
        """
        day = self.daylight
        height = day.direction[2]
        open_light = tuple(sky + sun * height for sky, sun in zip(day.sky, day.sun, strict=True))
        glow = self.node("Emission")
        self.feed(glow.inputs["Color"], self.vector("MULTIPLY", color, open_light))
        self.feed(glow.inputs["Strength"], lit)
        bounced = self.node("LightPath").outputs["Is Diffuse Ray"]
        return self.between(bounced, surface, glow.outputs[0])

    def between(self, factor: Socket, a: Socket, b: Socket) -> Socket:
        """Surface or volume ``a`` at 0, ``b`` at 1; None for nothing at all."""
        node = self.node("MixShader")
        for inlet, value in zip(node.inputs, (factor, a, b), strict=True):
            if value is not None:
                self.feed(inlet, value)
        return node.outputs[0]
