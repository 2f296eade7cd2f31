"""What the renderer shows is what the geometry says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import psutil
import pytest
from numpy.typing import NDArray
from PIL import Image

from lookabout.errors import UsageError
from lookabout.geometry import Camera, Pose
from lookabout.render import RayWorld, Renderer
from lookabout.world.scene import (
    Instances,
    Material,
    Mesh,
    Scene,
    SceneObject,
    Sun,
    pose_matrix,
)
from tests.render.scenes import EYE, at, blocks, box, floor

pytestmark = pytest.mark.slow
CAMERA = Camera(64, 48, 80)
DOWN = Pose.nadir((0, 3, 25))
ASLANT = Pose.at((-14, -22, 12), yaw_deg=55, pitch_deg=-28)


@pytest.fixture(scope="module")
def renderer() -> Iterator[Renderer]:
    with Renderer(quality="draft") as running:
        yield running


def grid(camera: Camera) -> NDArray[np.float64]:
    """Every pixel as (u, v), row by row."""
    v, u = np.mgrid[: camera.height, : camera.width]
    return np.stack([u.ravel(), v.ravel()], axis=1).astype(float)


@pytest.mark.parametrize("pose", [DOWN, ASLANT])
def test_depth_and_ids_agree_with_rays_through_pixel_centres(
    renderer: Renderer, pose: Pose
) -> None:
    scene = blocks()
    renderer.load(scene)
    world = RayWorld(scene)
    for name, moved in (("pair", (-3, 9, 2)), ("many", (-7, 10, 0.5))):
        renderer.set_pose(name, pose_matrix(moved, 110 if name == "pair" else 20))
        world.set_pose(name, pose_matrix(moved, 110 if name == "pair" else 20))
    picture = renderer.render(CAMERA, pose, depth=True, ids=True)
    assert picture.depth is not None
    assert picture.ids is not None
    rays = CAMERA.rays(grid(CAMERA))
    distance, labels = world.cast(np.tile(pose.position, (len(rays), 1)), rays @ pose.rotation.T)
    expected = (distance / np.linalg.norm(rays, axis=1)).reshape(picture.depth.shape)
    numbers = {"pair": 1, "many": 2}
    assert renderer.object_ids() == numbers
    ids = np.array([numbers.get(label, 0) for label in labels]).reshape(picture.ids.shape)
    assert set(np.unique(ids)) == {0, 1, 2}
    # A ray along an edge may fall to either side.
    assert (ids != picture.ids).sum() <= 2
    assert (np.isinf(expected) == np.isinf(picture.depth)).all()
    with np.errstate(invalid="ignore"):
        wrong = np.abs(picture.depth - expected) > 1e-3 * expected
    assert wrong.sum() <= 2


@pytest.mark.parametrize("quality", ["draft", "high"])
def test_colours_depth_and_ids_are_of_the_same_pixels(quality: str) -> None:
    """A glowing mark shines where its id is; a tenth of a pixel aside would show at its edges."""
    camera, pose = Camera(96, 80, 70), Pose.at((0.3, -12, 10), yaw_deg=80, pitch_deg=-40)
    mark = Mesh(floor(2.5).vertices, floor(2.5).triangles, ("lamp",))
    scene = Scene(
        {"mark": mark, "floor": floor(40)},
        {
            "lamp": Material("emissive", (1, 1, 1), emission=300.0),
            "grey": Material(color=(0, 0, 0)),
        },
        (Instances("floor", at((0, 0, -1))),),
        (
            SceneObject(
                "mark", "test/mark", (Instances("mark", EYE),), pose_matrix((1.4, 0.5, 0), 20)
            ),
        ),
    )
    rays = camera.rays(grid(camera)) @ pose.rotation.T
    _, labels = RayWorld(scene).cast(np.tile(pose.position, (len(rays), 1)), rays)
    inside = (np.array(labels) == "mark").reshape(80, 96)
    with Renderer(quality=quality) as renderer:
        renderer.load(scene)
        picture = renderer.render(camera, pose, depth=True, ids=True)
        assert (picture.rgb == renderer.render(camera, pose).rgb).all()
    assert picture.ids is not None
    assert picture.depth is not None
    assert ((picture.ids == 1) != inside).sum() <= 2
    assert picture.depth[inside].max() < picture.depth.max()
    shines = picture.rgb.min(axis=2) > 240
    if quality == "draft":
        assert (shines != inside).sum() <= 2
    else:  # smoothed over the edges
        v, u = np.nonzero(inside)
        core = slice(v.min() + 3, v.max() - 3), slice(u.min() + 9, u.max() - 9)
        assert (shines[core] == inside[core]).mean() > 0.97


@pytest.mark.parametrize(
    ("azimuth", "shadow", "sunny"),
    [(90, (24, 12), (24, 36)), (180, (12, 24), (36, 24)), (270, (24, 36), (24, 12))],
)
def test_shadows_fall_away_from_the_sun(
    renderer: Renderer, azimuth: float, shadow: tuple[int, int], sunny: tuple[int, int]
) -> None:
    """Sun in the east: shadow to the west, the picture's left; sun in the south: to its top."""
    scene = Scene(
        {"floor": floor(60), "tower": box(2, 2, 8)},
        {"grey": Material(color=(0.6, 0.6, 0.6))},
        (Instances("floor", EYE), Instances("tower", EYE)),
        sun=Sun(45, azimuth),
    )
    renderer.load(scene)
    rgb = renderer.render(Camera(49, 49, 60), Pose.nadir((0, 0, 20))).rgb.astype(float)
    dark = rgb[shadow[0] - 2 : shadow[0] + 3, shadow[1] - 2 : shadow[1] + 3].mean()
    bright = rgb[sunny[0] - 2 : sunny[0] + 3, sunny[1] - 2 : sunny[1] + 3].mean()
    assert dark < 0.75 * bright


def test_grey_ground_stays_grey_at_any_hour(renderer: Renderer) -> None:
    scene = Scene({"floor": floor(60)}, {"grey": Material(color=(0.46,) * 3)}, ())
    for elevation in (10, 25, 45, 90):
        renderer.load(replace(scene, static=(Instances("floor", EYE),), sun=Sun(elevation, 200)))
        red, green, blue = renderer.render(Camera(16, 16, 60), DOWN).rgb.mean(axis=(0, 1))
        assert 115 < green < 170
        assert max(red, green, blue) < 1.12 * min(red, green, blue)


def test_the_same_scene_gives_the_same_pixels(renderer: Renderer) -> None:
    renderer.load(blocks())
    first = renderer.render(CAMERA, ASLANT).rgb
    renderer.render(Camera(20, 30, 50), DOWN, depth=True, ids=True)
    again = renderer.render(CAMERA, ASLANT).rgb
    assert (first == again).all()
    with Renderer(quality="draft") as other:
        other.load(blocks())
        assert (first == other.render(CAMERA, ASLANT).rgb).all()


def test_an_object_is_drawn_where_it_was_put(renderer: Renderer) -> None:
    scene = blocks()
    renderer.load(scene)
    here = renderer.render(CAMERA, DOWN, ids=True).ids
    renderer.set_pose("pair", pose_matrix((300, 0, 0)))
    gone = renderer.render(CAMERA, DOWN, ids=True).ids
    renderer.set_pose("pair", scene.object("pair").pose)
    back = renderer.render(CAMERA, DOWN, ids=True).ids
    assert here is not None
    assert gone is not None
    assert (here == 1).any()
    assert not (gone == 1).any()
    assert (here == back).all()
    with pytest.raises(UsageError, match="nobody"):
        renderer.set_pose("nobody", np.eye(4))


def test_every_shader_builds_and_shows(renderer: Renderer) -> None:
    names = sorted(_SHADERS)
    side = 6
    assert len(names) <= side * side
    places = [(4.0 * (k % side - 2.5), 4.0 * (k // side - 2.5), 0.0) for k in range(len(names))]
    meshes = {"floor": floor(60, "ground")} | {n: box(3, 3, 1.5, n) for n in names}
    materials = {n: Material(n, (0.6, 0.4, 0.3), params=_SHADERS[n]) for n in names}
    materials["ground"] = Material(color=(0.46, 0.46, 0.46))
    things = [Instances(n, at(p), n) for n, p in zip(names, places, strict=True)]
    renderer.load(Scene(meshes, materials, (Instances("floor", EYE), *things)))
    camera = Camera(100, 100, 60)
    rgb = renderer.render(camera, Pose.nadir((0, 0, 23))).rgb
    bare = rgb[2:6, 2:6].mean()
    for name, place in zip(names, places, strict=True):
        (uv,), _ = camera.project(Pose.nadir((0, 0, 23)).to_body([(place[0], place[1], 1.5)]))
        u, v = np.rint(uv).astype(int)
        patch = rgb[v - 3 : v + 4, u - 3 : u + 4].astype(float)
        assert 1 < patch.mean() < 255, name
        # Blender paints what it cannot find in magenta.
        red, green, blue = patch.mean(axis=(0, 1))
        assert not (red > 2 * green and blue > 2 * green), name
        assert abs(patch.mean() - bare) > 1 or patch.std() > 1, name


_SHADERS: dict[str, tuple[tuple[str, float], ...]] = {
    "plain": (("seed", 3.0),),
    "paint": (),
    "glass": (("scale", 0.8),),
    "metal": (),
    "asphalt": (("uv", 1.0), ("lane", 3.0)),
    "concrete": (("joint", 1.0),),
    "gravel": (),
    "grass": (("mow", 0.7), ("dry", 0.4)),
    "soil": (),
    "brick": (("scale", 0.3),),
    "plaster": (),
    "foliage": (),
    "bark": (),
    "water": (("scale", 0.5),),
    "marking": (("wear", 0.4),),
    "fabric": (),
    "skin": (),
    "rubber": (),
    "emissive": (),
    "flame": (("scale", 0.5),),
    "smoke": (("density", 2.0), ("scale", 1.0), ("height", 3.0), ("drift", 1.0), ("base", 1.0)),
    "scorch": (),
    "hide": (("scale", 0.2),),
    "roof_tar": (("joint", 0.0),),
    "roof_tiles": (),
    "wood": (),
}


def test_a_picture_lies_on_a_mesh_by_its_uv(renderer: Renderer, tmp_path: Path) -> None:
    """Left half red, right half blue, on a square whose u runs east."""
    pixels = np.zeros((4, 4, 3), np.uint8)
    pixels[:, :2, 0] = pixels[:, 2:, 2] = 230
    Image.fromarray(pixels).save(tmp_path / "two.png")
    plain = floor(8, "two")
    uv = (plain.vertices[plain.triangles][:, :, :2] / 16 + 0.5).astype(np.float32)
    scene = Scene(
        {"floor": Mesh(plain.vertices, plain.triangles, ("two",), uv=uv)},
        {"two": Material(texture=str(tmp_path / "two.png"))},
        (Instances("floor", EYE),),
    )
    renderer.load(scene)
    rgb = renderer.render(Camera(32, 32, 60), Pose.nadir((0, 0, 10))).rgb.astype(float)
    west, east = rgb[:, 3:13].mean(axis=(0, 1)), rgb[:, 19:29].mean(axis=(0, 1))
    assert west[0] > 2 * west[2]
    assert east[2] > 2 * east[0]


@pytest.mark.parametrize(
    ("material", "text"),
    [
        (Material("velvet"), "velvet"),
        (Material("grass", params=(("lenght", 1.0),)), "lenght"),
        (Material(texture="/nowhere/at/all.png"), "all.png"),
    ],
)
def test_what_a_material_asks_for_must_exist(
    renderer: Renderer, material: Material, text: str
) -> None:
    scene = blocks()
    with pytest.raises(UsageError, match=text):
        renderer.load(replace(scene, materials={**scene.materials, "grey": material}))
    renderer.load(scene)
    assert renderer.render(CAMERA, DOWN).rgb.any()


def test_what_a_scene_names_must_exist(renderer: Renderer) -> None:
    scene = blocks()
    with pytest.raises(UsageError, match="grey"):
        renderer.load(replace(scene, materials={"red": scene.materials["red"]}))
    with pytest.raises(UsageError, match="tower"):
        renderer.load(replace(scene, static=(Instances("tower", EYE),)))


def test_reloading_does_not_leak() -> None:
    """Against its level after the first few, memory must not grow by a scene's worth a load."""
    with Renderer(quality="draft") as renderer:
        me = psutil.Process()
        before = {child.pid for child in me.children()}
        renderer.load(_heavy(0))
        (child,) = (c for c in me.children() if c.pid not in before)
        levels = []
        for k in range(9):
            renderer.load(_heavy(k))
            renderer.render(Camera(16, 16, 60), DOWN)
            levels.append(child.memory_info().rss / 1e6)
        assert levels[-1] - levels[3] < 40, levels


def _heavy(seed: int) -> Scene:
    """Some 20 MB of triangles and many instances."""
    rng = np.random.default_rng(seed)
    vertices = rng.uniform(-20, 20, (150_000, 3))
    mesh = Mesh(vertices, np.arange(150_000).reshape(-1, 3), ("grey",))
    copies = at(*rng.uniform(-50, 50, (2000, 3)).tolist())
    return Scene(
        {"cloud": mesh, "block": box(1, 1, 1)},
        {"grey": Material()},
        (Instances("cloud", EYE), Instances("block", copies)),
        (SceneObject("one", "test/one", (Instances("block", EYE),), np.eye(4)),),
    )


@pytest.mark.parametrize("fov_deg", [2.0, 175.0])
def test_very_narrow_and_wide_lenses(renderer: Renderer, fov_deg: float) -> None:
    renderer.load(blocks())
    camera = Camera(24, 16, fov_deg)
    depth = renderer.render(camera, ASLANT, depth=True).depth
    rays = camera.rays(grid(camera))
    distance, _ = RayWorld(blocks()).cast(
        np.tile(ASLANT.position, (len(rays), 1)), rays @ ASLANT.rotation.T
    )
    assert depth is not None
    expected = (distance / np.linalg.norm(rays, axis=1)).reshape(depth.shape)
    with np.errstate(invalid="ignore"):
        agrees = np.isclose(depth, expected, rtol=2e-3)
    assert agrees.mean() > 0.97


def test_empty_and_degenerate_things_do_no_harm(renderer: Renderer) -> None:
    nothing = Mesh(np.empty((0, 3)), np.empty((0, 3), np.int32), ("grey",))
    flat = Mesh(
        np.array([[0, 0, 0], [1, 0, 0], [2, 0, 0.0], [0, 1, 0]]),
        np.array([[0, 0, 1], [0, 1, 2], [0, 1, 3], [0, 1, 3], [3, 1, 0]]),
        ("grey",),
        smooth=True,
    )
    scene = Scene(
        {"floor": floor(60), "nothing": nothing, "flat": flat},
        {"grey": Material(), "unused": Material("glass")},
        (
            Instances("floor", EYE),
            Instances("nothing", EYE),
            Instances("floor", np.empty((0, 4, 4))),
            Instances("flat", at((0, 0, 1))),
        ),
        (SceneObject("ghost", "test/ghost", (Instances("nothing", EYE),), np.eye(4)),),
    )
    renderer.load(scene)
    assert renderer.render(CAMERA, DOWN).rgb.any()
    world = RayWorld(scene)
    assert world.cast([[0.1, 0.1, 5]], [[0, 0, -1]])[1] == ["flat"]
    assert world.visible_fraction(CAMERA, DOWN, "ghost") == 0.0
