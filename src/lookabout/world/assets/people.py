"""People, one by one and as a crowd."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np

from lookabout.world.assets.figure import Look, Pose, figure
from lookabout.world.assets.kind import Kind
from lookabout.world.assets.model import Assembly, Asset, Model, placed, slabs
from lookabout.world.assets.paints import CLOTHES, HAIRS, SKINS
from lookabout.world.assets.solids import Floats, rotation
from lookabout.world.scene import Mesh

LOOKS = 160
"""How many different people there are."""
_VARIANTS = 48
_SHORTEST_WALKER = 1.585
"""Metres: a stride lowers a head by up to 5.2 % of the height, and nobody is under 1.5 m."""
CROWD_LEAST, CROWD_MOST = 36, 60
_CROWDS = 8

STANDING = (
    Pose(),
    Pose(hip=(3, -3), shoulder=(-6, 4), elbow=(20, 10)),
    Pose(shoulder=(28, 28), elbow=(95, 95), lift=(6, 6), fold=52),
    Pose(shoulder=(-12, -12), elbow=(70, 70), lift=(38, 38), fold=70),
    Pose(shoulder=(4, 34), elbow=(14, 92), nod=22),
    Pose(shoulder=(-26, -26), elbow=(34, 34), fold=36, lift=(12, 12)),
)
WALKING = (
    Pose(hip=(26, -20), knee=(6, 22), shoulder=(-24, 24), elbow=(16, 34), lean=5),
    Pose(hip=(-18, 24), knee=(26, 4), shoulder=(22, -22), elbow=(36, 14), lean=4),
    Pose(hip=(16, -12), knee=(24, 8), shoulder=(-16, 16), elbow=(22, 24), lean=4),
    Pose(hip=(-24, 30), knee=(38, 12), shoulder=(28, -26), elbow=(60, 40), lean=8),
)
SITTING = (
    Pose(hip=(86, 92), knee=(2, 10), lean=-12, shoulder=(-42, -38), elbow=(6, 8), lift=(14, 14)),
    Pose(
        hip=(118, 116),
        knee=(112, 110),
        spread=(6, 6),
        lean=22,
        shoulder=(58, 56),
        elbow=(64, 60),
        lift=(4, 4),
        fold=48,
        nod=14,
    ),
    Pose(
        hip=(92, 92),
        knee=(112, 112),
        spread=(58, 58),
        lean=8,
        shoulder=(24, 20),
        elbow=(42, 50),
        lift=(16, 16),
        nod=18,
    ),
    Pose(hip=(84, 116), knee=(4, 108), lean=-6, shoulder=(-38, 34), elbow=(6, 70), lift=(18, 8)),
)
LYING = (
    # pose, then roll about the body's axis: 0 on the back, 180 on the front, 90 on a side
    (Pose(hip=(4, 12), knee=(2, 24), spread=(12, 10), lift=(48, 28), elbow=(10, 20)), 0.0),
    (Pose(hip=(0, 8), knee=(6, 30), spread=(14, 8), lift=(120, 34), shoulder=(4, 2)), 180.0),
    (
        Pose(
            hip=(48, 32),
            knee=(70, 54),
            spread=(2, 2),
            lift=(4, 4),
            shoulder=(58, 40),
            elbow=(60, 40),
        ),
        90.0,
    ),
    (Pose(spread=(22, 20), lift=(82, 76), elbow=(24, 6), hip=(2, 2)), 0.0),
    (Pose(hip=(62, 20), knee=(84, 20), spread=(0, 2), lift=(2, 4), shoulder=(70, 20)), -90.0),
    (Pose(hip=(2, 34), knee=(4, 70), spread=(10, 34), lift=(140, 60), elbow=(50, 60)), 180.0),
)


def kinds() -> list[Kind]:
    """People and crowds."""
    return [
        Kind("person", "a person", _VARIANTS, _person),
        Kind("person/standing", "a person standing", _VARIANTS, _standing),
        Kind("person/walking", "a person walking", _VARIANTS, _walking),
        Kind("person/sitting", "a person sitting on the ground", 24, _sitting),
        Kind("person/lying", "a person lying on the ground", 24, _lying),
        Kind("person/hiker", "a person lying on the ground", 12, _hiker),
        Kind("crowd", "a crowd of people", _CROWDS, _crowd),
    ]


@cache
def look_of(number: int) -> Look:
    """The person with a number below :data:`LOOKS`; no two are alike."""
    rng = np.random.default_rng([20, number])

    def pick(names: list[str], weights: list[float] | None = None) -> str:
        p = None if weights is None else np.array(weights) / np.sum(weights)
        return str(rng.choice(names, p=p))

    female = number % 2 == 1
    height = float(np.clip(rng.normal(1.64 if female else 1.77, 0.065), 1.5, 1.95))
    style = pick(
        ["short", "long", "bun", "bald", "cap", "hat", "hood"],
        [2, 6, 2, 0, 0.8, 1, 0.5] if female else [7, 0.7, 0.2, 1.4, 2, 0.6, 0.8],
    )
    legs = pick(
        ["trousers", "shorts", "skirt", "coat"],
        [5, 1, 3, 1] if female else [7, 2.2, 0, 0.9],
    )
    plain = [name for name in CLOTHES if name not in ("hivis", "safety")]
    bottoms = [
        "navy",
        "denim",
        "denim",
        "black",
        "charcoal",
        "grey",
        "khaki",
        "brown",
        "cream",
        "olive",
    ]
    return Look(
        height=height,
        girth=float(np.clip(rng.normal(1.08, 0.11), 0.9, 1.4)),
        shoulders=0.88 if female else 1.0,
        skin=pick(list(SKINS)),
        hair=pick(list(HAIRS), [5, 4, 4, 2, 1, 2]),
        hair_style=style,
        top=plain[(number * 7 + int(rng.integers(3))) % len(plain)],
        bottom=pick(plain) if legs == "skirt" else pick(bottoms),
        sleeves=pick(["long", "short"]),
        legs=legs,
        accent=pick(plain),
        bag=pick(["", "backpack", "tote"], [6, 2, 2 if female else 0.6]),
        phone=bool(rng.random() < 0.2),
    )


def settled(model: Model) -> Mesh:
    """On the ground, its middle over the origin."""
    mesh = model.mesh()
    low, high = mesh.vertices.min(axis=0), mesh.vertices.max(axis=0)
    shift = np.array([(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, low[2]])
    return Mesh(
        vertices=mesh.vertices - shift,
        triangles=mesh.triangles,
        materials=mesh.materials,
        material_index=mesh.material_index,
        smooth=True,
    )


@cache
def upright(number: int, walking: bool) -> Mesh:
    """A person on their feet, facing +x."""
    poses = WALKING if walking else STANDING
    look = look_of(number)
    if walking:
        look = replace(look, height=max(look.height, _SHORTEST_WALKER))
    return settled(figure(look, poses[number % len(poses)]))


@cache
def upright_collider(number: int, walking: bool) -> Mesh:
    """Three boxes inside a person on their feet: legs, trunk, head."""
    return slabs(upright(number, walking).vertices, (0.01, 0.5, 0.82, 1.0))


def _upright(kind: str, number: int, walking: bool) -> Asset:
    made = Assembly(kind)
    _stand(made, number, walking, np.eye(4))
    return made.finish()


def _stand(made: Assembly, number: int, walking: bool, matrix: Floats) -> None:
    name = f"asset.person.{'walking' if walking else 'standing'}.{number}"
    made.place(
        name,
        upright(number, walking),
        matrix[None],
        label="person",
        collider=(name + ".collider", upright_collider(number, walking)),
    )


def _person(variant: int) -> Asset:
    return _upright("person", variant, walking=variant % 3 == 0)


def _standing(variant: int) -> Asset:
    return _upright("person/standing", variant, walking=False)


def _walking(variant: int) -> Asset:
    return _upright("person/walking", variant, walking=True)


@cache
def seated(number: int, pose: int) -> Mesh:
    """A person on the ground in one of the poses of :data:`SITTING`."""
    look = look_of(number)
    # Skirts and coats are cones that hang from the hips of people on their feet.
    look = replace(look, legs="shorts" if look.legs == "skirt" else "trousers", bag="")
    return settled(figure(look, SITTING[pose]))


def _sitting(variant: int) -> Asset:
    made = Assembly("person/sitting")
    made.place(
        f"asset.person.sitting.{variant}", seated(variant, variant % len(SITTING)), label="person"
    )
    return made.finish()


@cache
def _lying_mesh(number: int, hiker: bool) -> Mesh:
    pose, roll = LYING[number % len(LYING)]
    look = look_of(number + (60 if hiker else 0))
    if hiker:
        rng = np.random.default_rng([21, number])
        bright = ["safety", "red", "royal", "white", "sky", "pink"]
        look = replace(
            look,
            top=bright[number % len(bright)],
            bottom=str(rng.choice(["denim", "charcoal", "black", "navy"])),
            sleeves="long",
            legs="trousers",
        )
    # A pack on the back would lift a body off the ground.
    look = replace(look, bag="", phone=False)
    model = Model()
    matrix = np.eye(4)
    matrix[:3, :3] = rotation(pitch=-90) @ rotation(yaw=roll)
    model.add_model(figure(look, replace(pose, lean=0.0, nod=0.0)), matrix)
    return settled(model)


def _lying(variant: int) -> Asset:
    made = Assembly("person/lying")
    made.place(f"asset.person.lying.{variant}", _lying_mesh(variant, False), label="person")
    return made.finish()


def _hiker(variant: int) -> Asset:
    made = Assembly("person/hiker")
    made.place(f"asset.person.hiker.{variant}", _lying_mesh(variant, True), label="person")
    return made.finish()


@cache
def _reach(number: int) -> float:
    """Radius of the circle around the origin that holds a standing person."""
    flat = upright(number, False).vertices[:, :2]
    return float(np.linalg.norm(flat, axis=1).max())


def _crowd(variant: int) -> Asset:
    """People close together; the variant sets what they do and face."""
    rng = np.random.default_rng([22, variant])
    count = int(rng.integers(CROWD_LEAST, CROWD_MOST + 1))
    numbers = rng.permutation(LOOKS)[:count]
    spots = _CROWD_SPOTS[variant % len(_CROWD_SPOTS)](rng, [_reach(int(n)) for n in numbers])
    made = Assembly("crowd")
    for number, (x, y, yaw) in zip(numbers, spots, strict=True):
        _stand(made, int(number), False, placed(x, y, 0.0, yaw))
    return made.finish()


Spots = list[tuple[float, float, float]]


def _packed(
    rng: np.random.Generator,
    reaches: list[float],
    shape: tuple[float, float],
    hole: float = 0.0,
    gap: float = 0.04,
) -> list[tuple[float, float]]:
    """
    Places near the middle, one for each circle, none overlapping, outside a central hole.

    ``shape`` stretches the crowd along x and y. Each takes, of many random tries, the free
    place nearest to the middle, so that the crowd is dense yet irregular.
    """
    taken = np.zeros((0, 3))
    scale = np.array(shape)
    result = []
    spread = 0.5 * np.sqrt(len(reaches)) + hole
    for reach in reaches:
        tries = rng.normal(0.0, 0.62 * spread, (600, 2)) * scale
        weight = np.linalg.norm(tries / scale, axis=1)
        tries = tries[
            np.argsort(np.where(weight < hole, np.inf, weight + rng.uniform(0, 0.9, 600)))
        ]
        free = np.ones(len(tries), dtype=bool)
        if len(taken):
            apart = np.linalg.norm(tries[:, None] - taken[None, :, :2], axis=2)
            free = (apart >= taken[None, :, 2] + reach + gap).all(axis=1)
        x, y = tries[np.argmax(free)]
        taken = np.vstack([taken, [x, y, reach]])
        result.append((float(x), float(y)))
    return result


def _around(rng: np.random.Generator, reaches: list[float]) -> Spots:
    """Watching something in the middle."""
    return [
        (x, y, float(np.degrees(np.arctan2(-y, -x)) + rng.normal(0, 14)))
        for x, y in _packed(rng, reaches, (1.0, 1.0), hole=1.1)
    ]


def _facing(rng: np.random.Generator, reaches: list[float]) -> Spots:
    """An audience, all looking one way."""
    spots = _packed(rng, reaches, (0.8, 1.25))
    return [(x, y, float(rng.normal(0, 16))) for x, y in spots]


def _mingling(rng: np.random.Generator, reaches: list[float]) -> Spots:
    """Standing about, facing anywhere."""
    spots = _packed(rng, reaches, (1.1, 1.0), gap=0.10)
    return [(x, y, float(rng.uniform(0, 360))) for x, y in spots]


def _marching(rng: np.random.Generator, reaches: list[float]) -> Spots:
    """A column."""
    spots = _packed(rng, reaches, (1.6, 0.62))
    return [(x, y, float(rng.normal(0, 8))) for x, y in spots]


_CROWD_SPOTS = (_around, _facing, _mingling, _marching)
