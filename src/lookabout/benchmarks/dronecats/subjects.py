"""What an episode is about: the target and its look-alikes, before anybody has a start."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol, cast

import numpy as np
from numpy.typing import NDArray

from lookabout.benchmarks.dronecats import inscriptions, rules
from lookabout.benchmarks.dronecats.phrases import phrases_of
from lookabout.benchmarks.dronecats.task import EPISODE_S, Map
from lookabout.world.registry import Path, Placement, get_world
from lookabout.world.spec import ObjectSpec, RouteSpec, Waypoint

MAP_SEED = 1
"""One map of each world for all episodes, as in the paper."""
TARGET = "target"
COLOURS = ("red", "blue", "green", "yellow", "orange", "cyan", "purple", "pink", "white", "black")
TYPES = {
    "sedan": "sedan",
    "hatchback": "hatchback",
    "suv": "SUV",
    "van": "van",
    "sports_car": "sports car",
    "pickup": "pickup truck",
}
"""Vehicles of the residential map, and how an instruction names them."""
_PARTLY = {
    "yellow": ("vehicle/taxi",),
    "black": ("vehicle/police_car",),
    "white": ("vehicle/police_car",),
}
"""Vehicles that show a colour without being named by it."""
CAR_SPOTS = ("drive", "kerb")
CAR_PATHS = ("lane",)
CAMPUS_PATHS = ("path",)
MACHINES = {
    "garden_cart": ("garden cart", ("blue", "green", "orange", "red", "white")),
    "sweeper": ("sweeping machine", ("blue", "green", "orange", "white", "yellow")),
    "delivery_robot": ("delivery robot", ("blue", "green", "orange", "red", "yellow")),
}
"""What crawls over the campus: how an instruction names it, and its colours."""
SIGN = "sign/yellow_board"
_NEAR_M = 45.0
"""Within this of one candidate the others are sought."""
_STANDING = ("verge", "lawn")
_RIVAL_M = (6.0, 25.0)
"""From where the target starts."""
_OFF_ROUTE_M = 3.0
_SIGNS_TURN_DEG = 30.0
_STEP_M = 2.0
_SAME_M = 0.01


class _WithPaths(Protocol):
    def paths(self, seed: int) -> Sequence[Path]: ...


@dataclass(frozen=True)
class Subject:
    """What is spawned, and how the target is named."""

    instruction: str
    target: str
    place: tuple[float, float, float]
    """Around which the world is built."""
    objects: tuple[ObjectSpec, ...] = ()
    routes: tuple[RouteSpec, ...] = ()
    exclude: tuple[str, ...] = ()
    candidates: tuple[str, ...] = ()


def draw(rng: np.random.Generator, of: Map, *, moving: bool) -> Subject | None:
    """The subject of an episode with one drone; None if this draw came to nothing."""
    if of == "campus":
        return _machine(rng) if moving else _native(rng)
    kind, words = _car(rng)
    variant = int(rng.integers(2**31))
    if not moving:
        spot = _spot(rng, of, CAR_SPOTS)
        item = _thing(TARGET, kind, variant, spot)
        return Subject(f"go to {words}", TARGET, item.position, (item,), exclude=alike(kind))
    route = _route(rng, of)
    return None if route is None else _moving(f"go to {words}", kind, variant, route)


def _moving(told: str, kind: str, variant: int, route: RouteSpec) -> Subject:
    first = route.waypoints[0]
    item = ObjectSpec(
        name=TARGET, kind=kind, seed=variant, position=first.position, yaw_deg=first.yaw_deg
    )
    return Subject(told, TARGET, item.position, (item,), (route,), exclude=alike(kind))


def _machine(rng: np.random.Generator) -> Subject | None:
    """One that moves, and one of another colour that stands by: nothing but colour tells them."""
    name = str(rng.choice(list(MACHINES)))
    words, colours = MACHINES[name]
    mine, other = (str(colour) for colour in rng.choice(colours, 2, replace=False))
    variant = int(rng.integers(2**31))
    route = _route(rng, "campus")
    if route is None:
        return None
    subject = _moving(f"go to the {mine} {words}", f"campus/{name}_{mine}", variant, route)
    way = np.array([point.position for point in route.waypoints])
    spots = [
        spot
        for spot in _placements("campus", _STANDING)
        if _RIVAL_M[0] <= math.dist((spot.x, spot.y), way[0, :2]) <= _RIVAL_M[1]
        and np.linalg.norm(way[:, :2] - (spot.x, spot.y), axis=1).min() >= _OFF_ROUTE_M
    ]
    if not spots:
        return None
    spot = spots[int(rng.integers(len(spots)))]
    rival = _thing("other-1", f"campus/{name}_{other}", variant, spot)
    return replace(subject, objects=(*subject.objects, rival))


def draw_candidates(rng: np.random.Generator, of: Map) -> Subject | None:
    """The subject of a commanding episode; None if this draw came to nothing."""
    if of == "residential":
        kind, words = _car(rng)
        texts = inscriptions.plates(rng, rules.CANDIDATES)
        spots: tuple[str, ...] = CAR_SPOTS
        told = f"go to {words} with the licence plate {texts[0]}"
    else:
        kind, texts, spots = SIGN, inscriptions.words(rng, rules.CANDIDATES), ("ground",)
        told = f"go to the sign that reads {texts[0]}"
    places = _cluster(rng, _placements(of, spots))
    if places is None:
        return None
    if of == "blocks":  # signs look the same way, more or less, or some would be seen edge-on
        facing = float(rng.uniform(0.0, 360.0))
        yaws = facing + rng.uniform(-_SIGNS_TURN_DEG, _SIGNS_TURN_DEG, rules.CANDIDATES)
        places = [replace(spot, yaw_deg=yaw) for spot, yaw in zip(places, yaws, strict=True)]
    variant = int(rng.integers(2**31))
    # The target is not told by its place in the list.
    order = rng.permutation(rules.CANDIDATES)
    names = tuple(f"candidate-{number + 1}" for number in range(rules.CANDIDATES))
    things = tuple(
        _thing(name, kind, variant, places[k]).model_copy(update={"inscription": texts[order[k]]})
        for k, name in enumerate(names)
    )
    target = names[int(np.flatnonzero(order == 0)[0])]
    middle = np.mean([thing.position for thing in things], axis=0)
    x, y, z = (float(value) for value in np.round(middle, 3))
    return Subject(told, target, (x, y, z), things, exclude=alike(kind), candidates=names)


def _car(rng: np.random.Generator) -> tuple[str, str]:
    """A kind of vehicle, and how an instruction names it."""
    colour, body = str(rng.choice(COLOURS)), str(rng.choice(list(TYPES)))
    return f"vehicle/{colour}_{body}", f"the {colour} {TYPES[body]}"


def alike(kind: str) -> tuple[str, ...]:
    """Kinds that dressing must not have: every vehicle of that colour, so that colour tells."""
    group, _, name = kind.partition("/")
    colour = name.partition("_")[0]
    if group != "vehicle":
        return (kind,)
    found = [f"vehicle/{colour}_{body}" for body in (*TYPES, "truck", "bus")]
    return (*found, *_PARTLY.get(colour, ()))


def _placements(of: Map, kinds: Sequence[str]) -> list[Placement]:
    return [spot for spot in get_world(of).placements(MAP_SEED) if spot.kind in kinds]


def _spot(rng: np.random.Generator, of: Map, kinds: Sequence[str]) -> Placement:
    found = _placements(of, kinds)
    return found[int(rng.integers(len(found)))]


def _thing(name: str, kind: str, variant: int, spot: Placement) -> ObjectSpec:
    x, y, z = (round(float(value), 3) for value in (spot.x, spot.y, spot.z))
    yaw = round(float(spot.yaw_deg), 3)
    return ObjectSpec(name=name, kind=kind, seed=variant, position=(x, y, z), yaw_deg=yaw)


def _native(rng: np.random.Generator) -> Subject:
    """A fixture of the campus that words single out among its neighbours: each sort alike often."""
    found = [phrase for phrase in phrases_of(MAP_SEED) if phrase.rivals]
    noun = str(rng.choice(sorted({phrase.noun for phrase in found})))
    alike = [phrase for phrase in found if phrase.noun == noun]
    chosen = alike[int(rng.integers(len(alike)))]
    return Subject(f"go to {chosen.words}", chosen.name, chosen.position)


def _route(rng: np.random.Generator, of: Map) -> RouteSpec | None:
    """A piece of a path that is longer than the target can travel in an episode."""
    speed = rules.ONE_DRONE[of].mover_speed
    wanted = speed * EPISODE_S * rules.ROUTE_SPARE
    kinds = CAR_PATHS if of == "residential" else CAMPUS_PATHS
    paths = [path for path in _paths(of) if path.kind in kinds]
    path = paths[int(rng.integers(len(paths)))]
    points = np.asarray(path.points, dtype=float)
    along = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1))])
    if along[-1] < wanted:
        return None
    begin = float(rng.uniform(0.0, along[-1] - wanted))
    at = np.append(np.arange(0.0, wanted, _STEP_M), wanted) + begin
    way = np.stack([np.interp(at, along, points[:, axis]) for axis in range(3)], axis=1)
    return _along(way, speed, TARGET)


def timed(
    corners: NDArray[np.float64], speed: float, of: Map, map_seed: int, name: str
) -> RouteSpec:
    """
    A route over the ground, straight from corner to corner.

    :param corners: (N, 2), metres; those on one spot count once.
    :param speed: metres a second.
    :param name: of the object that moves.
    """
    steps = np.linalg.norm(np.diff(corners, axis=0), axis=1)
    kept = np.concatenate([[True], steps > _SAME_M])
    corners = corners[kept]
    along = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(corners, axis=0), axis=1))])
    between = np.arange(0.0, along[-1], _STEP_M)
    # Of points that lie close together the speed could not be told from their rounding.
    off = np.abs(between[:, None] - along[None]).min(axis=1)
    at = np.sort(np.concatenate([between[off > _STEP_M / 4], along]))
    flat = np.stack([np.interp(at, along, corners[:, axis]) for axis in range(2)], axis=1)
    ground = get_world(of).ground_height
    way = [(x, y, ground(map_seed, x, y)) for x, y in flat.tolist()]
    return _along(np.array(way), speed, name)


def _along(way: NDArray[np.float64], speed: float, name: str) -> RouteSpec:
    """A route through points (N, 3); its speed is over the ground's slope."""
    steps = np.linalg.norm(np.diff(way, axis=0), axis=1)
    times = np.concatenate([[0.0], np.cumsum(steps)]) / speed
    ahead = np.array([[1.0, 0.0, 0.0]])
    if len(way) > 1:
        ahead = np.diff(way, axis=0, append=2 * way[-1:] - way[-2:-1])
    # A thing some metres long bridges what lies between: its slope is that from behind to before.
    over = ahead + np.vstack([ahead[:1], ahead[:-1]])
    yaws = np.degrees(np.arctan2(ahead[:, 1], ahead[:, 0]))
    pitches = np.degrees(np.arctan2(over[:, 2], np.hypot(over[:, 0], over[:, 1])))
    return RouteSpec(
        object=name,
        waypoints=tuple(
            Waypoint(
                time_s=round(float(time), 4),
                position=(round(float(x), 4), round(float(y), 4), round(float(z), 4)),
                yaw_deg=round(float(yaw), 2),
                pitch_deg=round(float(pitch), 2),
            )
            for time, (x, y, z), yaw, pitch in zip(times, way, yaws, pitches, strict=True)
        ),
    )


def _paths(of: Map) -> Sequence[Path]:
    return cast(_WithPaths, get_world(of)).paths(MAP_SEED)


def _cluster(rng: np.random.Generator, spots: Sequence[Placement]) -> list[Placement] | None:
    """Four spots, spaced as the suite asks; None if this draw came to nothing."""
    where = np.array([(spot.x, spot.y) for spot in spots])
    chosen = [int(rng.integers(len(spots)))]
    near = np.flatnonzero(np.linalg.norm(where - where[chosen[0]], axis=1) <= _NEAR_M)
    for index in rng.permutation(near).tolist():
        apart = np.linalg.norm(where[chosen] - where[index], axis=1)
        if apart.min() >= rules.NEAREST_M[0] and apart.max() <= rules.WIDEST_M[1]:
            chosen.append(index)
        if len(chosen) == rules.CANDIDATES:
            break
    nearest, widest = spacing(where[chosen])
    fits = (
        len(chosen) == rules.CANDIDATES
        and nearest <= rules.NEAREST_M[1]
        and widest >= rules.WIDEST_M[0]
    )
    return [spots[index] for index in chosen] if fits else None


def spacing(points: NDArray[np.float64]) -> tuple[float, float]:
    """Least and greatest distance between any two of (N, 2) or (N, 3) points."""
    apart = np.linalg.norm(points[:, None] - points[None], axis=2)
    pairs = apart[np.triu_indices(len(points), 1)]
    return (float(pairs.min()), float(pairs.max())) if len(pairs) else (0.0, 0.0)
