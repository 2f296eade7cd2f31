from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from lookabout.errors import UsageError
from lookabout.geometry import Camera, Pose, sweep_sphere
from lookabout.render import RayWorld
from lookabout.world.scene import Instances, Material, Mesh, Scene, SceneObject, pose_matrix
from tests.render.scenes import EYE, at, blocks, box, floor

Floats = NDArray[np.float64]


def flatten(scene: Scene, poses: dict[str, Floats]) -> tuple[Floats, list[str]]:
    """All triangles in world axes and their labels, the plain way."""
    corners, labels = [], []

    def add(part: Instances, pose: Floats, label: str) -> None:
        mesh = scene.meshes[part.collider or part.mesh]
        for transform in part.transforms if part.solid else ():
            matrix = pose @ transform
            corners.append((mesh.vertices @ matrix[:3, :3].T + matrix[:3, 3])[mesh.triangles])
            labels.extend([label] * len(mesh.triangles))

    for part in scene.static:
        add(part, np.eye(4), part.label or part.mesh)
    for thing in scene.objects:
        for part in thing.parts:
            add(part, poses.get(thing.name, thing.pose), thing.name)
    return np.concatenate(corners), labels


def nearest(origin: Floats, direction: Floats, corners: Floats) -> tuple[float, int]:
    """First hit of one ray, by solving for it on every triangle."""
    a, b, c = corners[:, 0], corners[:, 1], corners[:, 2]
    system = np.stack([b - a, c - a, np.broadcast_to(-direction, a.shape)], axis=2)
    fit = np.abs(np.linalg.det(system)) > 1e-9
    u, v, t = np.linalg.solve(system[fit], (origin - a[fit])[:, :, None])[:, :, 0].T
    hit = (u >= 0) & (v >= 0) & (u + v <= 1) & (t > 0)
    if not hit.any():
        return np.inf, -1
    best = np.argmin(np.where(hit, t, np.inf))
    return float(t[best]), int(np.flatnonzero(fit)[best])


def test_rays_hit_what_a_plain_search_over_all_triangles_hits() -> None:
    scene = blocks()
    poses = {"pair": pose_matrix((-4, 6, 3), 75)}
    world = RayWorld(scene)
    world.set_pose("pair", poses["pair"])
    corners, labels = flatten(scene, poses)
    rng = np.random.default_rng(3)
    origins = rng.uniform([-15, -15, 1], [15, 15, 20], (300, 3))
    directions = rng.normal(size=(300, 3)) * rng.uniform(0.1, 5, (300, 1))
    distance, found = world.cast(origins, directions)
    # Few and short rays go another way, to the same end.
    singly = [world.cast(origins[k], directions[k], 150.0) for k in range(300)]
    assert [labels[0] for _, labels in singly] == found
    np.testing.assert_allclose([d[0] for d, _ in singly], distance, atol=2e-3)
    for k in range(300):
        unit = directions[k] / np.linalg.norm(directions[k])
        expected, triangle = nearest(origins[k], unit, corners)
        assert distance[k] == pytest.approx(expected, abs=2e-3)
        assert found[k] == ("" if triangle < 0 else labels[triangle])
    assert {"", "ground", "block", "pair", "many"} == set(found)


def test_things_far_apart_are_all_found() -> None:
    places = [(x, y, 0.0) for x in (-900, -70, 0, 65, 1200) for y in (-300, 10, 800)]
    meshes = {"block": box(2, 2, 3), "long": box(1500, 1, 1)}
    scene = Scene(
        meshes,
        {"grey": Material()},
        (Instances("block", at(*places), "block"), Instances("long", at((0, 500, 0)), "wall")),
    )
    world = RayWorld(scene)
    above = np.array(places) + np.array([0.2, 0.1, 40.0])
    down = np.tile([0.0, 0.0, -1.0], (len(above), 1))
    distance, labels = world.cast(above, down)
    assert distance == pytest.approx(37.0, abs=1e-3)
    assert set(labels) == {"block"}
    distance, labels = world.cast([[-700, 0, 0.5]], [[0, 2, 0]])
    assert (distance[0], labels) == (pytest.approx(499.5, abs=1e-3), ["wall"])


def test_colliders_stand_in_for_meshes_and_smoke_is_flown_through() -> None:
    meshes = {"big": box(4, 4, 4), "small": box(1, 1, 1), "smoke": box(9, 9, 9)}
    scene = Scene(
        meshes,
        {"grey": Material()},
        (
            Instances("big", EYE, "tree", collider="small"),
            Instances("smoke", EYE, "smoke", solid=False),
        ),
    )
    world = RayWorld(scene)
    distance, labels = world.cast([[0, 0, 10]], [[0, 0, -1]])
    assert distance[0] == pytest.approx(9.0, abs=1e-4)
    assert labels == ["tree"]
    assert world.sweep([2, 0, 10], [0, 0, -9], 0.5) == (1.0, None)


def test_a_static_thing_without_a_label_goes_by_its_mesh() -> None:
    world = RayWorld(Scene({"floor": floor(5)}, {"grey": Material()}, (Instances("floor", EYE),)))
    assert world.cast([[0, 0, 1]], [[0, 0, -1]])[1] == ["floor"]


def test_a_ray_needs_a_direction() -> None:
    with pytest.raises(ValueError, match="direction"):
        RayWorld(blocks()).cast([[0, 0, 1]], [[0, 0, 0]])


def test_no_rays_and_no_things() -> None:
    world = RayWorld(blocks())
    distance, labels = world.cast(np.empty((0, 3)), np.empty((0, 3)))
    assert len(distance) == len(labels) == 0
    assert RayWorld(Scene({}, {}, ())).cast([[0, 0, 0]], [[0, 0, 1]])[1] == [""]


def test_names_that_do_not_exist_are_told() -> None:
    world = RayWorld(blocks())
    with pytest.raises(UsageError, match="nobody"):
        world.set_pose("nobody", np.eye(4))
    with pytest.raises(UsageError, match="nothing"):
        RayWorld(Scene({}, {}, (Instances("nothing", EYE),)))


@settings(max_examples=60, deadline=None)
@given(
    start=st.tuples(*[st.floats(-14, 14)] * 2, st.floats(0.6, 14)),
    way=st.tuples(*[st.floats(-25, 25, width=16)] * 3),
)
def test_sweeps_stop_where_a_plain_search_over_all_triangles_stops(
    start: tuple[float, float, float], way: tuple[float, float, float]
) -> None:
    corners, labels = _ALL
    share, label = _WORLD.sweep(start, way, 0.5)
    expected, triangle = sweep_sphere(start, way, 0.5, corners)
    assert share == pytest.approx(min(expected, 1.0), abs=1e-9)
    if triangle < 0:
        assert label is None
    else:
        assert label in (labels[triangle], *_touched(start, way, share, corners, labels))


def _touched(
    start: tuple[float, float, float],
    way: tuple[float, float, float],
    share: float,
    corners: Floats,
    labels: list[str],
) -> set[str]:
    """Labels of all that is touched at that moment: a sphere may meet two things at once."""
    close = set()
    for label in sorted(set(labels)):
        own = corners[[i for i, name in enumerate(labels) if name == label]]
        if abs(sweep_sphere(start, way, 0.5, own)[0] - share) < 1e-6:
            close.add(label)
    return close


_WORLD = RayWorld(blocks())
_ALL = flatten(blocks(), {})


def test_a_sweep_sees_an_object_where_it_has_moved() -> None:
    world = RayWorld(blocks())
    world.set_pose("pair", pose_matrix((30, 30, 0)))
    share, label = world.sweep([30, 30, 13], [0, 0, -20], 0.5)
    assert label == "pair"
    assert share == pytest.approx((13 - 3 - 0.5) / 20)


def test_a_sweep_looks_closely_at_one_huge_mesh() -> None:
    steps = np.linspace(-200, 200, 81)
    x, y = np.meshgrid(steps, steps)
    vertices = np.stack([x, y, 3 * np.sin(x / 20) * np.cos(y / 15)], axis=2).reshape(-1, 3)
    index = np.arange(81 * 81).reshape(81, 81)
    a, b, c, d = (
        i.ravel() for i in (index[:-1, :-1], index[:-1, 1:], index[1:, 1:], index[1:, :-1])
    )
    triangles = np.concatenate([np.stack([a, b, c], 1), np.stack([a, c, d], 1)])
    scene = Scene(
        {"hills": Mesh(vertices, triangles, ("grey",))},
        {"grey": Material()},
        (Instances("hills", pose_matrix((7, 3, 1), 25)[None], "hills"),),
    )
    corners, _ = flatten(scene, {})
    world = RayWorld(scene)
    for start, way in (((0, 0, 9), (60, 35, -24)), ((-80, 20, 6), (150, 0, -6))):
        expected, _ = sweep_sphere(start, way, 0.5, corners)
        assert expected < 1
        assert world.sweep(start, way, 0.5)[0] == pytest.approx(expected, abs=1e-9)


CAMERA = Camera(100, 100, 90)


def seen(static: tuple[Instances, ...], thing: SceneObject, pose: Pose) -> float:
    meshes = {"box": box(2, 2, 2), "plate": box(8, 8, 0.1), "floor": floor(50)}
    scene = Scene(meshes, {"grey": Material()}, static, (thing,))
    return RayWorld(scene).visible_fraction(CAMERA, pose, thing.name)


def cube(*places: tuple[float, float, float], solid: bool = True) -> SceneObject:
    parts = (Instances("box", at(*(places or ((0, 0, 0),))), solid=solid),)
    return SceneObject("cube", "test/cube", parts, np.eye(4))


GROUND = Instances("floor", EYE, "ground")


def test_all_of_a_box_under_the_camera_is_seen() -> None:
    assert seen((GROUND,), cube(), Pose.nadir((0, 0, 20))) == 1.0


def test_half_of_a_box_under_half_a_roof_is_seen() -> None:
    roof = Instances("plate", at((4, 0, 5)), "roof")
    assert seen((GROUND, roof), cube(), Pose.nadir((0, 0, 400))) == pytest.approx(0.5, abs=0.02)


def test_what_is_outside_the_picture_is_not_seen() -> None:
    # The picture's edge is over the roof's middle; the side towards the camera lies inside.
    assert seen((), cube(), Pose.nadir((9, 0, 11))) == pytest.approx(0.75, abs=0.02)
    assert seen((), cube(), Pose.nadir((15, 0, 10))) == 0.0
    assert seen((), cube(), Pose.at((0, 0, 20), pitch_deg=40)) == 0.0


def test_a_box_behind_a_wall_is_not_seen() -> None:
    wall = Instances("plate", (pose_matrix((-3, 0, 0)) @ _upright())[None], "wall")
    assert seen((wall,), cube(), Pose.at((-20, 0, 1))) == 0.0
    assert seen((), cube(), Pose.at((-20, 0, 1))) == 1.0


def _upright() -> Floats:
    matrix = np.eye(4)
    matrix[:3, :3] = [[0, 0, 1], [0, 1, 0], [-1, 0, 0]]
    return matrix


def test_what_an_object_hides_of_itself_counts_as_hidden() -> None:
    """Two boxes in line: each shows a face, the far one's is hidden."""
    share = seen((), cube((0, 0, 0), (5, 0, 0)), Pose.at((-4000, 0, 1)))
    assert share == pytest.approx(0.5, abs=0.02)


def test_a_mirrored_part_faces_outwards_all_the_same() -> None:
    mirror = np.diag([-1.0, 1.0, 1.0, 1.0])
    parts = (Instances("box", mirror[None]),)
    for pose in (np.eye(4), mirror):
        thing = SceneObject("cube", "test/cube", parts, pose)
        assert seen((GROUND,), thing, Pose.nadir((0, 0, 20))) == 1.0


def test_smoke_is_seen_as_its_box_and_hides_nothing() -> None:
    assert seen((GROUND,), cube(solid=False), Pose.nadir((0, 0, 20))) == 1.0
    roof = Instances("plate", at((4, 0, 5)), "roof")
    share = seen((GROUND, roof), cube(solid=False), Pose.nadir((0, 0, 400)))
    assert share == pytest.approx(0.5, abs=0.03)


def test_visibility_follows_a_moved_object() -> None:
    scene = blocks()
    world = RayWorld(scene)
    pose = Pose.nadir((40, 40, 20))
    assert world.visible_fraction(CAMERA, pose, "pair") == 0.0
    world.set_pose("pair", pose_matrix((40, 40, 0), 45))
    assert world.visible_fraction(CAMERA, pose, "pair") > 0.6


def test_a_limit_hides_what_lies_beyond_it() -> None:
    scene = Scene(
        {"floor": floor(20.0)}, {"grey": Material()}, (Instances("floor", EYE, "ground"),)
    )
    down = np.array([[0.0, 0.0, -1.0]] * 2)
    origins = np.array([[0.0, 0.0, 5.0], [1.0, 1.0, 4.0]])
    distance, labels = RayWorld(scene).cast(origins, down, 4.5)
    assert labels == ["", "ground"]
    assert distance[0] == np.inf
    assert distance[1] == pytest.approx(4.0)
