"""What lies on the ground, by position in the world."""

from __future__ import annotations

from lookabout.render.nodes import Graph, Socket
from lookabout.render.shaders.look import Look, finish_matt


def asphalt(g: Graph, look: Look) -> None:
    """Aggregate, bleached and oily patches, drips, mended squares, cracks and their tar."""
    where = _plane(g, look)
    clouds = g.noise(where, 9.0, 4, flat=True)
    stains = g.smooth(g.noise(where, 2.3, 3, flat=True), 0.28, 0.7)
    stones = g.noise(where, 0.15, 4, rough=0.9, flat=True)
    value = g.madd(clouds, 0.28, g.madd(stones, 0.20, g.madd(stains, -0.22, 1.0)))
    value = g.mul(value, _mended(g, where))
    value = g.mul(value, g.madd(_spots(g, where, 1.4, 0.13, 0.16), -0.34, 1.0))
    value = g.mul(value, _cracks(g, where))
    if look.get("lane", 0.0) and look.get("uv", 0.0):
        value = g.mul(value, _wheels(g, where, look.get("lane", 3.0)))
    warmth = g.mul(g.noise(where, 30.0, 2, flat=True), 0.25)
    tint = g.joined(g.madd(warmth, 0.25, 1.0), 1.0, g.madd(warmth, -0.35, 1.0))
    color = g.scaled(g.vector("MULTIPLY", look.color, tint), value)
    finish_matt(g, look, g.principled(color, look.roughness, Specular_IOR_Level=0.25))


def _spots(g: Graph, where: Socket, spacing: float, share: float, radius: float) -> Socket:
    """
    1 inside blots, 0 elsewhere.

    :param share: of the cells, ``spacing`` metres wide, that have one.
    :param radius: of a blot, in cells.
    """
    cells = g.cells(where, spacing, flat=True)
    pick, size, _ = g.parts(cells.outputs["Color"])
    edge = g.madd(size, radius * 0.8, radius * 0.4)
    inside = g.smooth(cells.outputs["Distance"], edge, g.mul(edge, 0.5))
    seen = g.resolved(2 * spacing * radius)
    return g.mul(g.mul(g.math("LESS_THAN", pick, share), inside), seen)


def _mended(g: Graph, where: Socket) -> Socket:
    """Squarish patches laid later, darker or paler, one cell in twenty."""
    cells = g.cells(g.vector("ADD", where, (3.7, 1.9, 0.0)), 5.0, metric="CHEBYCHEV", flat=True)
    pick, shade, _ = g.parts(cells.outputs["Color"])
    laid = g.mul(g.math("LESS_THAN", pick, 0.05), g.smooth(cells.outputs["Distance"], 0.32, 0.30))
    return g.madd(laid, g.madd(shade, 0.30, -0.22), 1.0)


def _cracks(g: Graph, where: Socket) -> Socket:
    """Wandering cracks, some of them run with tar, on the parts that are worn out."""
    bent = g.vector("ADD", where, g.scaled(_noise_vector(g, where, 0.9), 0.7))
    worn = g.smooth(g.noise(where, 11.0, 3, flat=True), 0.06, 0.34)
    fine = g.stroke(_seams(g, bent, 1.3), 0.014)
    tarred = g.stroke(_seams(g, g.vector("ADD", bent, (9.1, 4.3, 0.0)), 8.0), 0.05)
    elsewhere = g.vector("ADD", where, (31.0, 17.0, 0.0))
    sealed = g.smooth(g.noise(elsewhere, 18.0, flat=True), 0.08, 0.2)
    return g.sub(1.0, g.madd(g.mul(fine, worn), 0.42, g.mul(g.mul(tarred, sealed), 0.5)))


def _wheels(g: Graph, where: Socket, lane: float) -> Socket:
    """Two darker bands in each lane, and the drips between them."""
    u, v, _ = g.parts(where)
    inside = g.math("PINGPONG", u, lane)  # the same from lane to lane, mirrored
    left = g.math("ABSOLUTE", g.sub(inside, lane * 0.26))
    right = g.math("ABSOLUTE", g.sub(inside, lane * 0.74))
    band = g.smooth(g.math("MINIMUM", left, right), 0.48, 0.12)
    drip = g.smooth(g.math("ABSOLUTE", g.sub(inside, lane / 2)), 0.4, 0.05)
    along = g.noise(g.joined(u, g.mul(v, 0.08)), 1.0, 2, flat=True)
    return g.sub(1.0, g.mul(g.madd(along, 0.5, 1.0), g.madd(band, 0.13, g.mul(drip, 0.08))))


def marking(g: Graph, look: Look) -> None:
    """Road paint: dirty, tyre-marked, and worn through to what lies below."""
    where = _plane(g, look)
    wear = look.get("wear", 0.25)
    clouds = g.noise(where, 1.6, 4, flat=True)
    stones = g.noise(where, 0.03, flat=True)
    dirt = g.madd(clouds, 0.35, g.madd(g.noise(where, 0.25, 3, flat=True), 0.2, 0.92))
    paint = g.principled(g.scaled(look.color, dirt), look.roughness, Specular_IOR_Level=0.3)
    if wear <= 0.0:
        g.finish(surface=paint)
        return
    level = 0.62 - 1.24 * wear
    crumbs = g.noise(where, 0.10, 2, flat=True)
    gone = g.add(g.madd(clouds, 0.8, g.mul(stones, 1.2)), g.mul(crumbs, 1.2))
    kept = g.smooth(gone, level + 0.15, level - 0.15)
    # A film as thin as paint casts no shadow into its own holes.
    shadow = g.node("LightPath").outputs["Is Shadow Ray"]
    kept = g.mul(kept, g.sub(1.0, shadow))
    g.finish(surface=g.between(kept, g.node("BsdfTransparent").outputs[0], paint))


def concrete(g: Graph, look: Look) -> None:
    """Slabs of slightly different casts, joints, run-off stains, trodden gum."""
    where = _plane(g, look)
    joint = look.get("joint", 0.0)
    flat = joint > 0.0  # only what is walked on has joints
    clouds = g.noise(where, 4.0, 4, flat=flat)
    fine = g.noise(where, 0.18, 3, rough=0.8, flat=flat)
    stains = g.smooth(g.noise(where, 1.4, 4, flat=flat), 0.2, 0.6)
    value = g.madd(clouds, 0.24, g.madd(fine, 0.12, g.madd(stains, -0.2, 1.02)))
    if joint > 0.0:
        value = g.mul(value, g.madd(_spots(g, where, 0.42, 0.22, 0.11), -0.28, 1.0))
        x, y, _ = g.parts(where)
        slab = g.chance(g.joined(g.step(x, joint), g.step(y, joint)))
        edge = g.math("MINIMUM", g.stripes(x, joint), g.stripes(y, joint))
        grime = g.smooth(edge, min(0.15, joint / 5), 0.0)
        cast = g.madd(slab, 0.16, g.madd(grime, -0.06, 0.92))
        value = g.mul(value, g.mul(cast, g.madd(g.stroke(edge, 0.018), -0.55, 1.0)))
    color = g.mix(g.mul(stains, 0.25), g.scaled(look.color, value), (0.16, 0.14, 0.11))
    finish_matt(g, look, g.principled(color, look.roughness, Specular_IOR_Level=0.25))


def gravel(g: Graph, look: Look) -> None:
    """Stones of many greys."""
    where = g.world
    cells = g.cells(where, 0.055)
    stone, warm, _ = g.parts(cells.outputs["Color"])
    seen = g.resolved(0.09)
    depth = g.mul(g.smooth(cells.outputs["Distance"], 0.3, 0.9), g.mul(seen, 0.3))
    clouds = g.noise(where, 2.6, 4)
    value = g.madd(g.mul(g.sub(stone, 0.5), seen), 0.5, g.sub(g.madd(clouds, 0.3, 1.05), depth))
    tint = g.joined(1.0, 0.985, g.madd(g.mul(warm, seen), -0.12, 1.0))
    color = g.scaled(g.vector("MULTIPLY", look.color, tint), value)
    finish_matt(g, look, g.principled(color, 0.95, Specular_IOR_Level=0.2))


def grass(g: Graph, look: Look) -> None:
    """Lawn: lush and withered at several scales, tufts, moss, the mower's stripes."""
    where = g.world
    fields = g.noise(where, 24.0, 3, flat=True)
    patches = g.noise(g.vector("ADD", where, (17.0, 5.0, 0.0)), 3.2, 4, flat=True)
    tufts = g.noise(where, 0.28, 3)
    blades = g.noise(where, 0.05)
    value = g.madd(patches, 0.28, g.madd(tufts, 0.4, g.madd(blades, 0.7, 1.0)))
    mow = look.get("mow", 0.0)
    if mow > 0.0:
        along = g.vector("DOT_PRODUCT", where, (0.8, 0.6, 0.0))
        bent = g.madd(g.noise(where, 6.0, flat=True), 0.25, along)
        lean = g.smooth(g.stripes(bent, 2 * mow), mow * 0.45, mow * 0.55)
        value = g.mul(value, g.madd(lean, 0.16, 0.92))
    green = g.tinted(
        look.color,
        hue=g.madd(fields, -0.02, g.mul(patches, -0.02)),
        saturation=g.madd(fields, -0.15, 0.92),
        value=g.math("MAXIMUM", value, 0.1),
    )
    share = look.get("dry", 0.22)
    drought = g.madd(fields, 0.7, g.madd(patches, 0.9, g.mul(tufts, 0.35)))
    withered = g.smooth(drought, 0.75 - 1.1 * share, 1.05 - 1.1 * share)
    straw = g.scaled((0.27, 0.215, 0.10), g.madd(tufts, 0.5, g.madd(blades, 0.5, 0.9)))
    # Clover, daisies and fallen leaves; more of them where the lawn is poor.
    litter = g.mul(_spots(g, where, 0.34, 0.16, 0.2), g.smooth(patches, -0.3, 0.3))
    ground = g.mix(g.mul(withered, 0.75), green, straw)
    color = g.mix(
        g.mul(litter, 0.55), ground, g.mix(blades, (0.30, 0.23, 0.10), (0.11, 0.14, 0.05))
    )
    finish_matt(g, look, g.principled(color, 1.0, Specular_IOR_Level=0.1))


def soil(g: Graph, look: Look) -> None:
    """Clods and crumbs, damp in places, pebbles."""
    where = g.world
    damp = g.add(g.noise(where, 4.5, 4, rough=0.6), g.noise(where, 16.0, 2))
    clods = g.noise(where, 0.35, 4, rough=0.65)
    cells = g.cells(where, 0.12)
    pick, pale, _ = g.parts(cells.outputs["Color"])
    pebble = g.mul(
        g.mul(g.math("LESS_THAN", pick, 0.10), g.smooth(cells.outputs["Distance"], 0.35, 0.25)),
        g.resolved(0.10),
    )
    earth = g.scaled(look.color, g.madd(clods, 0.5, g.madd(damp, -0.35, 1.0)))
    stone = g.scaled(look.color, g.madd(pale, 1.2, 1.0))
    finish_matt(g, look, g.principled(g.mix(pebble, earth, stone), 1.0, Specular_IOR_Level=0.15))


def water(g: Graph, look: Look) -> None:
    """Still water under a light wind."""
    size = look.get("scale", 0.8)
    where = g.world
    waves = g.add(
        g.noise(g.stretched(where, (1.0, 0.6, 1.0)), size, 3),
        g.mul(g.noise(where, size * 5.0), 1.5),
    )
    bump = g.node("Bump")
    bump.inputs["Strength"].default_value = 0.25
    g.feed(bump.inputs["Distance"], 0.06 * size)
    g.feed(bump.inputs["Height"], waves)
    depth = g.noise(where, 14.0, 2)
    g.finish(
        surface=g.principled(
            g.scaled(look.color, g.madd(depth, 0.3, 1.0)),
            0.06,
            IOR=1.33,
            Normal=bump.outputs[0],
        )
    )


def _plane(g: Graph, look: Look) -> Socket:
    """Where the patterns of a paved surface lie: the world, or the mesh's uv in metres."""
    if look.get("uv", 0.0):
        return g.vector("ADD", g.uv, (look.get("seed", 0.0) * 13.7, 0.0, 0.0))
    return g.world


def _seams(g: Graph, where: Socket, size: float) -> Socket:
    """As :meth:`Graph.seams` in the plane, at a third of the cost."""
    node = g.node("TexVoronoi", feature="DISTANCE_TO_EDGE", voronoi_dimensions="2D")
    g.feed(node.inputs["Vector"], where)
    node.inputs["Scale"].default_value = 1.0 / size
    return g.mul(node.outputs["Distance"], size)


def _noise_vector(g: Graph, where: Socket, size: float) -> Socket:
    """Chance in each component, around 0."""
    node = g.node("TexNoise", normalize=True, noise_dimensions="2D")
    g.feed(node.inputs["Vector"], where)
    node.inputs["Scale"].default_value = 1.0 / size
    node.inputs["Detail"].default_value = 1.0
    return g.vector("SUBTRACT", node.outputs["Color"], (0.5, 0.5, 0.5))
