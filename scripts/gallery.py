"""Contact sheets of the worlds and of every target class, to be looked at. ``make gallery``.

Sheets go to ``gallery/``. With names as arguments only those sheets are made.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont
from rich.progress import track

from lookabout.geometry import Camera, Pose
from lookabout.render.client import Renderer
from lookabout.world.registry import WORLDS, Placement, get_world
from lookabout.world.spec import ObjectSpec, SunSpec, WorldSpec

OUT = Path("gallery")
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


def sheets() -> dict[str, tuple[list[View], int]]:
    """Views and columns of every sheet."""
    found = {
        f"city-{kind.replace('/', '-')}": (list(target_views("city", kind, allowed)), 4)
        for kind, allowed in CITY_TARGETS.items()
    }
    found["city"] = (list(city_views()), 6)
    found["city-oblique"] = (list(oblique_views("city")), 3)
    if "forest" in WORLDS.names():
        for kind in FOREST_TARGETS:
            found[f"forest-{kind.replace('/', '-')}"] = (list(target_views("forest", kind, ())), 4)
        found["forest"] = (list(forest_views()), 4)
        found["forest-oblique"] = (list(oblique_views("forest")), 3)
    return found


def render(views: Sequence[View], columns: int, renderer: Renderer, name: str) -> Image.Image:
    """A sheet; worlds that stay the same from view to view are built once."""
    size = CAMERA.width
    rows = -(-len(views) // columns)
    sheet = Image.new("RGB", (columns * size, rows * size))
    draw, font = ImageDraw.Draw(sheet), ImageFont.load_default(14)
    loaded = None
    for index, view in enumerate(track(views, description=name)):
        if view.spec != loaded:
            renderer.load(get_world(view.spec.kind).build(view.spec))
            loaded = view.spec
        picture = renderer.render(CAMERA, view.pose).rgb
        at = (index % columns * size, index // columns * size)
        sheet.paste(Image.fromarray(picture), at)
        draw.text((at[0] + 6, at[1] + 4), view.title, "white", font, stroke_width=2, stroke_fill=0)
    return sheet


def main() -> None:
    wanted = sys.argv[1:]
    OUT.mkdir(exist_ok=True)
    available = sheets()
    with Renderer() as renderer:
        for name in wanted or available:
            views, columns = available[name]
            path = OUT / f"{name}.jpg"
            render(views, columns, renderer, name).save(path, quality=90)
            print(path)


if __name__ == "__main__":
    main()
