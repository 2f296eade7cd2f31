"""
Contact sheets of the worlds and of every target class, to be looked at. ``make gallery``.

    python scripts/gallery.py [NAME ...]
    python scripts/gallery.py --docs [NAME ...]

Sheets go to ``gallery/``; with ``--docs`` the small ones that the documentation shows are made
anew, in ``docs/pictures/``. With names only those are made.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont
from rich.progress import track

from lookabout.geometry import Camera, Pose
from lookabout.render.client import Renderer
from lookabout.world import assets
from lookabout.world.registry import WORLDS, Placement, get_world
from lookabout.world.rooms import COUNT as CATALOGUE
from lookabout.world.rooms import catalogue_entry
from lookabout.world.spec import ObjectSpec, SunSpec, WorldSpec

OUT, DOCS = Path("gallery"), Path("docs/pictures")
CAMERA = Camera(400, 400, 90.0)
SUNS = ((45.0, 110.0), (20.0, 250.0), (75.0, 180.0))
"""Elevation and azimuth, degrees."""
HEIGHTS = (8.0, 20.0, 50.0, 100.0)
CITY_TARGETS = {
    "construction": ("road_edge", "lane"),
    "crowd": ("plaza", "park", "lot"),
    "trash": ("kerb", "road_edge", "lot"),
    "fire": ("kerb", "lot", "plaza", "road_edge"),
    "vehicle/police_car": ("bay", "kerb"),
    "vehicle/red_sports_car": ("bay", "kerb"),
    "vehicle/green_pickup": ("bay", "kerb"),
    "vehicle/white_truck": ("bay", "kerb"),
    "ufo": ("plaza", "lot", "park"),
    "small_aeroplane": ("lot", "lane"),
    "helicopter": ("lot", "plaza"),
    "dinosaur/medium": ("lane", "lot"),
    "tank": ("lane", "lot"),
    "giraffe": ("park", "plaza", "lot"),
}
PORTRAITS = (
    "construction", "crowd", "trash", "fire", "vehicle/police_car", "vehicle/red_sports_car",
    "vehicle/green_pickup", "vehicle/white_truck", "campsite", "trash/forest", "person/hiker",
    "forest_fire", "abandoned_building", "ufo", "small_aeroplane", "airliner", "helicopter",
    "dinosaur/large", "dinosaur/medium", "tank", "giraffe",
)  # fmt: skip
"""Every class; of vehicles one colour each, the others have the same shapes."""
FOREST_TARGETS = (
    "campsite",
    "trash/forest",
    "person/hiker",
    "forest_fire",
    "abandoned_building",
    "ufo",
    "small_aeroplane",
    "helicopter",
    "dinosaur/large",
    "airliner",
)


@dataclass(frozen=True)
class View:
    """A picture of a sheet."""

    spec: WorldSpec
    pose: Pose
    title: str
    camera: Camera = CAMERA


def spots(world: str, kinds: Sequence[str] = ()) -> list[Placement]:
    """Placements away from the map's edge."""
    return [
        spot
        for spot in get_world(world).placements(1)
        if (not kinds or spot.kind in kinds) and max(abs(spot.x), abs(spot.y)) < 1500
    ]


def spec_at(world: str, x: float, y: float, **more: object) -> WorldSpec:
    """The world around a point."""
    return WorldSpec.model_validate(
        {"kind": world, "seed": 1, "centre": (x, y), "radius": 250.0, "dressing_seed": 5, **more}
    )


def sun(index: int) -> SunSpec:
    elevation, azimuth = SUNS[index % len(SUNS)]
    return SunSpec(elevation_deg=elevation, azimuth_deg=azimuth)


def target_views(world: str, kind: str, allowed: Sequence[str]) -> Iterator[View]:
    """Three places and suns, four heights each."""
    rng = np.random.default_rng(len(kind))
    places = spots(world, allowed)
    for row in range(3):
        spot = places[int(rng.integers(len(places)))]
        thing = ObjectSpec(
            name="target",
            kind=kind,
            seed=100 + row,
            position=(spot.x, spot.y, spot.z),
            yaw_deg=spot.yaw_deg,
        )
        spec = spec_at(world, spot.x, spot.y, objects=(thing,), sun=sun(row))
        for height in HEIGHTS:
            pose = Pose.nadir((spot.x, spot.y, spot.z + height))
            yield View(spec, pose, f"{kind} {spot.kind} {height:g} m")


def portrait_views(kinds: Sequence[str], most: int) -> Iterator[View]:
    """Up to ``most`` variants of each kind from above, on neutral ground."""
    seeds = [
        (kind, seed) for kind in kinds for seed in _seeds(kind, min(most, assets.variants(kind)))
    ]
    things = tuple(
        ObjectSpec(
            name=f"{n}", kind=kind, seed=seed, position=(100.0 * (n % 12), 100.0 * (n // 12), 0)
        )
        for n, (kind, seed) in enumerate(seeds)
    )
    spec = WorldSpec(
        kind="studio",
        seed=0,
        radius=500.0,
        objects=things,
        sun=SunSpec(elevation_deg=55.0, azimuth_deg=135.0),
    )
    scene = get_world("studio").build(spec)
    for thing in things:
        box = scene.box(thing.name)
        height = box.top + 1.2 * float(max(box.size[:2])) / 2 / np.tan(np.radians(30))
        pose = Pose.nadir((box.centre[0], box.centre[1], height))
        yield View(spec, pose, thing.kind, Camera(CAMERA.width, CAMERA.height, 60.0))


def _seeds(kind: str, count: int) -> list[int]:
    """The lowest seeds that pick ``count`` different variants."""
    found: dict[int, int] = {}
    seed = 0
    while len(found) < count:
        found.setdefault(id(assets.make(kind, seed)), seed)
        seed += 1
    return list(found.values())


def city_views() -> Iterator[View]:
    """24 random views at 30 to 125 m, and 12 at 8 m."""
    rng = np.random.default_rng(1)
    places = spots("city")
    for index in range(36):
        spot = places[int(rng.integers(len(places)))]
        height = 8.0 if index >= 24 else float(rng.uniform(30, 125))
        pose = Pose.nadir((spot.x, spot.y, spot.z + height))
        yield View(spec_at("city", spot.x, spot.y, sun=sun(0)), pose, f"{height:.0f} m")


def forest_views() -> Iterator[View]:
    """24 views over densities and suns."""
    rng = np.random.default_rng(2)
    places = spots("forest")
    heights = (15.0, 30.0, 60.0, 100.0)
    for density in (0.0, 0.03, 0.1, 0.17, 0.23, 0.3):
        for index, height in enumerate(heights):
            spot = places[int(rng.integers(len(places)))]
            params = {"tree_density": density, "rock_density": 0.02 * index}
            spec = spec_at("forest", spot.x, spot.y, sun=sun(index), params=params)
            pose = Pose.nadir((spot.x, spot.y, spot.z + height))
            yield View(spec, pose, f"trees {density:g} {height:g} m")


def oblique_views(world: str) -> Iterator[View]:
    """From the street, from a roof's height, from afar."""
    rng = np.random.default_rng(3)
    places = spots(world, ("sidewalk", "plaza", "road_edge") if world == "city" else ())
    for index, (height, pitch) in enumerate([(1.7, 0.0), (15.0, -20.0), (60.0, -35.0)] * 4):
        spot = places[int(rng.integers(len(places)))]
        yaw = float(rng.uniform(0, 360))
        pose = Pose.at((spot.x, spot.y, spot.z + height), yaw_deg=yaw, pitch_deg=pitch)
        view = spec_at(world, spot.x, spot.y, sun=sun(index), radius=350.0)
        yield View(view, pose, f"{height:g} m, pitch {pitch:g}°")


def street_views(world: str, kinds: Sequence[str] = ()) -> Iterator[View]:
    """Twelve from 1.6 m, as small drones see it, and four from 15 to 30 m."""
    rng = np.random.default_rng(4)
    places = spots(world, kinds)
    low = [(1.6, 0.0)] * 12
    for index, (height, pitch) in enumerate(
        [*low, *((h, -25.0) for h in (15.0, 20.0, 25.0, 30.0))]
    ):
        spot = places[int(rng.integers(len(places)))]
        yaw = float(rng.uniform(0, 360))
        pose = Pose.at((spot.x, spot.y, spot.z + height), yaw_deg=yaw, pitch_deg=pitch)
        spec = spec_at(world, spot.x, spot.y, sun=sun(index), radius=110.0)
        yield View(spec, pose, f"{height:g} m")


def rooms_views() -> Iterator[View]:
    """The first view of each flat of the catalogue, nothing hidden."""
    for index in range(CATALOGUE):
        spec, (position, yaw, pitch), _ = catalogue_entry(index)
        kind = spec.params.get("kind", f"{spec.params['rooms']} rooms")
        yield View(spec, Pose.at(position, yaw_deg=yaw, pitch_deg=pitch), f"{index} {kind}")


def sheets() -> dict[str, tuple[list[View], int]]:
    """Views and columns of every sheet."""
    found = {
        f"city-{kind.replace('/', '-')}": (list(target_views("city", kind, allowed)), 4)
        for kind, allowed in CITY_TARGETS.items()
    }
    found["portraits"] = (list(portrait_views(PORTRAITS, 8)), 8)
    found["city"] = (list(city_views()), 6)
    found["city-oblique"] = (list(oblique_views("city")), 3)
    if "forest" in WORLDS.names():
        for kind in FOREST_TARGETS:
            found[f"forest-{kind.replace('/', '-')}"] = (list(target_views("forest", kind, ())), 4)
        found["forest"] = (list(forest_views()), 4)
        found["forest-oblique"] = (list(oblique_views("forest")), 3)
    found["blocks"] = (list(street_views("blocks")), 4)
    found["campus"] = (list(street_views("campus")), 4)
    found["residential"] = (list(street_views("residential", _OUT_OF_CARS)), 4)
    found["rooms"] = (list(rooms_views()), 8)
    return found


def docs_sheets() -> dict[str, tuple[list[View], int]]:
    """Views and columns of the sheets that the documentation shows."""

    def from_near(world: str, kinds: Mapping[str, Sequence[str]]) -> list[View]:
        views = {kind: list(target_views(world, kind, allowed)) for kind, allowed in kinds.items()}
        # The first place and sun: people from 8 m, all else from 20 m.
        return [shown[0 if kind.startswith("person") else 1] for kind, shown in views.items()]

    city = {kind: CITY_TARGETS[kind] for kind in _SHOWN_IN_CITY}
    return {
        "blocks": (list(street_views("blocks"))[4::2], 3),
        "campus": (list(street_views("campus"))[4::2], 3),
        "residential": (list(street_views("residential", _OUT_OF_CARS))[4::2], 3),
        "targets": (list(portrait_views(PORTRAITS, 2)), 7),
        "targets-city": (from_near("city", city), 4),
        "targets-forest": (from_near("forest", dict.fromkeys(FOREST_TARGETS[:8], ())), 4),
    }


_OUT_OF_CARS = ("sidewalk", "lane")
_SHOWN_IN_CITY = (
    "construction", "crowd", "trash", "fire", "vehicle/police_car", "ufo", "tank", "helicopter",
)  # fmt: skip


def render(
    views: Sequence[View], columns: int, renderer: Renderer, name: str, size: int = CAMERA.width
) -> Image.Image:
    """A sheet of cells ``size`` wide; worlds that stay the same between views are built once."""
    rows = -(-len(views) // columns)
    sheet = Image.new("RGB", (columns * size, rows * size))
    draw, font = ImageDraw.Draw(sheet), ImageFont.load_default(14 * size / CAMERA.width + 2)
    loaded = None
    for index, view in enumerate(track(views, description=name)):
        if view.spec != loaded:
            renderer.load(get_world(view.spec.kind).build(view.spec))
            loaded = view.spec
        picture = Image.fromarray(renderer.render(view.camera, view.pose).rgb)
        at = (index % columns * size, index // columns * size)
        sheet.paste(picture.resize((size, size), Image.Resampling.LANCZOS), at)
        draw.text((at[0] + 5, at[1] + 3), view.title, "white", font, stroke_width=2, stroke_fill=0)
    return sheet


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=_Raw)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--docs", action="store_true", help="the documentation's sheets")
    wanted = parser.parse_args()
    if wanted.docs:
        # What the repository shows is its own: models of the pack want their makers named.
        os.environ["LOOKABOUT_LOOK"] = "builtin"
    folder = DOCS if wanted.docs else OUT
    size, quality = (200, 82) if wanted.docs else (CAMERA.width, 90)
    available = docs_sheets() if wanted.docs else sheets()
    unknown = [name for name in wanted.names if name not in available]
    if unknown:
        parser.error(f"no sheet {', '.join(unknown)}; there are {', '.join(available)}")
    folder.mkdir(exist_ok=True)
    with Renderer() as renderer:
        for name in wanted.names or available:
            views, columns = available[name]
            path = folder / f"{name}.jpg"
            sheet = render(views, columns, renderer, name, size)
            sheet.save(path, quality=quality, optimize=True)
            print(path)


_Raw = argparse.RawDescriptionHelpFormatter

if __name__ == "__main__":
    main()
