from __future__ import annotations

import string

import numpy as np
import pytest

from lookabout.errors import UsageError
from lookabout.world import assets
from lookabout.world.assets.lettering import lettering
from lookabout.world.assets.plates import plate_places
from lookabout.world.assets.vehicles import CAR_COLOURS, CARS
from lookabout.world.build import Keepout
from lookabout.world.registry import get_world
from lookabout.world.scene import Floats
from lookabout.world.spec import ObjectSpec, WorldSpec

GLYPHS = string.ascii_uppercase + string.digits + "-"
WIDE = 100.0


def _area(points: Floats) -> float:
    a, b, c = np.moveaxis(points, 1, 0)
    return float(np.linalg.norm(np.cross(b - a, c - a), axis=1).sum() / 2)


@pytest.mark.parametrize("character", GLYPHS)
def test_a_character_has_the_area_that_the_typeface_fills(character: str) -> None:
    """Against FreeType, by way of Pillow: another reader and another way to fill."""
    from pathlib import Path

    import matplotlib
    from PIL import Image, ImageDraw, ImageFont

    made = lettering(character, 1.0, WIDE)
    file = Path(matplotlib.get_data_path()) / "fonts/ttf/DejaVuSans-Bold.ttf"
    font = ImageFont.truetype(str(file), 2048, layout_engine=ImageFont.Layout.BASIC)
    picture = Image.new("L", (3000, 3000))
    ImageDraw.Draw(picture).text((300, 300), character, 255, font)
    filled = float(np.asarray(picture, float).sum()) / 255 / 1493**2
    assert _area(made.vertices[made.triangles]) == pytest.approx(filled, rel=0.01)
    a, b, c = np.moveaxis(made.vertices[made.triangles], 1, 0)
    assert (np.cross(b - a, c - a)[:, 0] > 0).all()  # seen from the front


def test_text_reads_from_left_to_right_seen_from_the_front() -> None:
    line = lettering("L-", 0.1, WIDE).vertices
    # From +x, left is towards -y: the upright of the L comes first, and stands tall.
    left = line[line[:, 1] < line[:, 1].min() + 0.01]
    assert np.ptp(left[:, 2]) == pytest.approx(0.1)
    assert np.ptp(line[line[:, 1] > line[:, 1].max() - 0.01][:, 2]) < 0.03


def test_text_is_centred_and_condensed_to_its_room_at_full_height() -> None:
    wide = lettering("HHHH", 0.1, WIDE).vertices
    tight = lettering("HHHH", 0.1, 0.25).vertices
    assert np.ptp(wide[:, 1]) > 0.3
    assert np.ptp(tight[:, 1]) == pytest.approx(0.25)
    for line in (wide, tight):
        assert line[:, 1].min() == pytest.approx(-line[:, 1].max())
        assert np.ptp(line[:, 2]) == pytest.approx(0.1)


def _text(kind: str, text: str, ink: str, seed: int = 0) -> list[Floats]:
    """Triangles (T, 3, 3) of the text on an asset, in its axes, one array a copy."""
    asset = assets.make(kind, seed, text)
    found = []
    for part in asset.parts:
        mesh = asset.meshes[part.mesh]
        if ink not in mesh.materials or mesh.material_index is None:
            continue
        chosen = mesh.triangles[mesh.material_index == mesh.materials.index(ink)]
        for matrix in part.transforms:
            found.append((mesh.vertices @ matrix[:3, :3].T + matrix[:3, 3])[chosen])
    return found


@pytest.mark.parametrize("name", sorted(CARS))
def test_a_car_bears_its_plate_at_nose_and_tail(name: str) -> None:
    kind = f"vehicle/cyan_{name}"
    for number, shape in enumerate(CARS[name][0]):
        seed = next(
            s
            for s in range(200)
            if int(np.random.default_rng(s).integers(len(CARS[name][0]))) == number
        )
        front, back = _text(kind, "HEX 274", "asset.plate.ink", seed)
        length = assets.make(kind, seed, "HEX 274").footprint[0]
        for text, way in ((front, 1), (back, -1)):
            flat = text.reshape(-1, 3)
            assert np.ptp(flat[:, 2]) == pytest.approx(0.1, abs=0.004)
            assert np.ptp(flat[:, 1]) <= 0.5
            assert abs(way * flat[:, 0].mean() - length / 2) < 0.2, shape.name
            assert 0.3 < flat[:, 2].mean() < 1.1, shape.name
        places = np.array(assets.make(kind, seed, "HEX 274").inscriptions)
        assert places.shape == plate_places(shape).shape == (2, 4, 4)
        middles = np.array(
            [t.reshape(-1, 3).min(0) + t.reshape(-1, 3).max(0) for t in (front, back)]
        )
        assert np.abs(places[:, :3, 3] - middles / 2).max() < 0.012


@pytest.mark.parametrize("kind", ["vehicle/cyan_suv", "vehicle/police_car", "vehicle/taxi"])
def test_nothing_of_a_car_stands_before_its_plates(kind: str) -> None:
    import trimesh

    for seed in range(12):
        asset = assets.make(kind, seed, "8")
        body = asset.meshes[asset.parts[0].mesh]
        shift = asset.parts[0].transforms[0]
        mesh = trimesh.Trimesh(
            body.vertices @ shift[:3, :3].T + shift[:3, 3], body.triangles, process=False
        )
        for text, way in zip(_text(kind, "8", "asset.plate.ink", seed), (1.0, -1.0), strict=True):
            middle = text.reshape(-1, 3).mean(axis=0)
            spread = [[0, y, z] for y in (-0.25, 0.0, 0.25) for z in (-0.07, 0.0, 0.07)]
            rays = np.array(spread) + middle
            ways = np.tile([way, 0.0, 0.0], (len(rays), 1))
            assert not mesh.ray.intersects_any(rays, ways).any(), (kind, seed)


def test_without_an_inscription_a_car_is_as_it_was() -> None:
    plain = assets.make("vehicle/red_suv", 3)
    assert plain is assets.make("vehicle/red_suv", 3, "")
    assert not any("plate" in part.mesh for part in plain.parts)
    bare = assets.make("vehicle/red_suv", 3, "AB 1")
    assert not any("asset.car.plate" in bare.meshes[part.mesh].materials for part in bare.parts)


def test_a_sign_bears_its_text_on_both_sides_with_letters_of_its_size() -> None:
    (both,) = _text("sign/board", "HE", "asset.sign.dark")
    away = both[np.abs(both[:, :, 0]).min(axis=1) > 0.0645].reshape(-1, 3)  # before the rims
    for way in (1, -1):
        side = away[way * away[:, 0] > 0]
        assert np.ptp(side[:, 2]) == pytest.approx(0.136)
        assert side[:, 2].mean() == pytest.approx(1.5, abs=0.05)
    front, back = assets.make("sign/board", 0, "HE").inscriptions
    assert front[:3, 3] == pytest.approx([0.065, 0.0, 1.5])
    assert back[:3, 3] == pytest.approx([-0.065, 0.0, 1.5])
    assert back[:3, 0] == pytest.approx([-1.0, 0.0, 0.0])
    assert assets.make("sign/board", 0).inscriptions == ()


def test_signs_of_a_colour_differ_in_their_text_alone() -> None:
    one, two = (assets.make("sign/board", 0, text) for text in ("FALCON", "BRIDGE-12"))
    assert one.footprint == two.footprint
    assert one.footprint[1] == pytest.approx(1.30)


def test_the_longest_inscriptions_fit() -> None:
    assets.make("sign/board", 0, "W" * 12)
    assets.make("vehicle/red_suv", 0, "W" * 7)


@pytest.mark.parametrize(
    ("kind", "text", "message"),
    [
        ("bench", "A", "bears no inscription"),
        ("vehicle/white_truck", "A", "a white truck bears no inscription"),
        ("vehicle/red_suv", "ABCD 123", "a red SUV there is room for 7 characters"),
        ("vehicle/no_such", "A", "there is no kind of thing"),
    ],
)
def test_what_has_no_room_for_a_text_says_so(kind: str, text: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        assets.make(kind, 0, text)


def test_a_scene_has_the_inscription_and_rays_do_not_meet_the_plate() -> None:
    things = tuple(
        ObjectSpec(
            name=name, kind="vehicle/pink_sedan", seed=4, position=(x, 0.0, 0.0), inscription=text
        )
        for name, x, text in (("a", 0.0, "AB 12"), ("b", 20.0, "AB 13"), ("c", 40.0, ""))
    )
    spec = WorldSpec(kind="studio", seed=0, objects=things, look="builtin")
    scene = get_world("studio").build(spec)
    names = [{part.mesh for part in thing.parts} for thing in scene.objects]
    assert "asset.plate.AB 12" in names[0] - names[1]
    assert all(not part.solid for part in scene.objects[0].parts if "plate" in part.mesh)
    other = things[0].model_copy(update={"inscription": "AB 14"})
    changed = get_world("studio").build(spec.model_copy(update={"objects": (other, *things[1:])}))
    assert changed.fingerprint != scene.fingerprint


def test_room_is_kept_for_what_stands_there_with_the_inscription() -> None:
    thing = ObjectSpec(
        name="a", kind="vehicle/red_van", seed=1, position=(0.0, 0.0, 0.0), inscription="AB 12"
    )
    length, _ = assets.make("vehicle/red_van", 1, "AB 12").footprint
    keepout = Keepout.around([thing])
    points = np.array([[length / 2 + 0.25, 0.0], [length / 2 + 0.35, 0.0]])
    assert keepout.clear_of_circles(points, 0.0).tolist() == [False, True]


def test_cars_come_in_colours_that_can_be_named() -> None:
    wanted = {"red", "blue", "green", "white", "black", "yellow", "orange", "cyan", "purple",
              "pink", "brown"}  # fmt: skip
    assert wanted <= set(CAR_COLOURS)
    known = assets.kinds()
    for colour in wanted:
        assert all(f"vehicle/{colour}_{name}" in known for name in CARS)
    assert assets.describe("vehicle/orange_suv") == "an orange SUV"
