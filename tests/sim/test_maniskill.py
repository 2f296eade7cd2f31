"""ManiSkill as a simulator: what it refuses anywhere; and, where it is installed and can draw,
its real builders on a small data set that is written here, drawn by the real SAPIEN."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lookabout.errors import MissingExtraError, SimulatorError, UsageError
from lookabout.geometry import Box, Camera, Pose
from lookabout.sim import maniskill
from lookabout.sim.maniskill import ManiSkillSimulator
from lookabout.sim.maniskill_scenes import SOURCES, _check_count, _replicacad_category, words
from lookabout.sim.protocol import Hover, MoveBy
from lookabout.sim.registry import make_simulator
from lookabout.sim.scenario import Scenario, VehicleSpec
from lookabout.sim.things import Furnished
from lookabout.world.spec import ObjectSpec, RouteSpec, SunSpec, Waypoint, WorldSpec
from tests.sim import maniskill_assets as assets

LENS = Camera(256, 256, 90.0)
START = Pose.at((-1.0, 0.0, 1.5), pitch_deg=-20.0)


def scenario(
    builder: str = "iTHOR", *, config: int = 0, source: str = "", **world: Any
) -> Scenario:
    """A camera in the room."""
    params = {"builder": builder, "config": config, **({"source": source} if source else {})}
    return Scenario(
        id="room",
        benchmark="spatialscout",
        set="maniskill",
        seed=0,
        world=WorldSpec(**{"kind": "maniskill", "seed": 0, "params": params, **world}),
        vehicles=(VehicleSpec(name="camera", position=(-1.0, 0.0, 1.5), yaw_deg=0.0),),
        task={},
    )


# -- anywhere -----------------------------------------------------------------------------


@pytest.fixture
def idle(monkeypatch: pytest.MonkeyPatch) -> ManiSkillSimulator:
    """A simulator that has loaded nothing, whether or not ManiSkill is installed."""
    monkeypatch.setattr(maniskill, "find_spec", lambda name: object())
    return ManiSkillSimulator()


def test_without_the_package_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(maniskill, "find_spec", lambda name: None)
    with pytest.raises(MissingExtraError, match=r"lookabout\[maniskill\]"):
        make_simulator("maniskill", quality="standard", device="cpu")


def test_a_package_that_cannot_be_imported_is_no_failed_scene(
    idle: ManiSkillSimulator, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where OpenCV, which it imports, lacks a library of the system."""
    monkeypatch.setitem(sys.modules, "mani_skill", None)
    with pytest.raises(MissingExtraError, match=r"(?s)mani_skill cannot be imported.*engines\.md"):
        idle.listed(scenario(config=149).world)


@pytest.mark.parametrize(("option", "value"), [("quality", "ultra"), ("device", "metal")])
def test_unknown_options_are_named(option: str, value: str) -> None:
    options: dict[str, Any] = {option: value}
    with pytest.raises(UsageError, match=f"no render {option} '{value}'; there are"):
        ManiSkillSimulator(**options)


def test_it_flies_no_quadrotors(idle: ManiSkillSimulator) -> None:
    body = VehicleSpec(name="drone", position=(0, 0, 1), flight="quadrotor")
    with pytest.raises(UsageError, match=r"vehicles: .*flies no quadrotor: vehicle 'drone'"):
        idle.reset(scenario().model_copy(update={"vehicles": (body,)}))
    with pytest.raises(UsageError, match="flies none"):
        idle.steer("camera", Hover())
    assert idle.advance(1.5) == ()
    assert idle.time_s == 1.5


def test_nothing_works_before_a_reset(idle: ManiSkillSimulator) -> None:
    assert isinstance(idle, Furnished)
    for act in (
        lambda: idle.observe(LENS, START),
        lambda: idle.things(),
        lambda: idle.truth,
        lambda: idle.fingerprint,
        lambda: idle.raycast(np.zeros((1, 3)), np.ones((1, 3))),
    ):
        with pytest.raises(SimulatorError, match="no world yet"):
            act()


def test_other_worlds_are_another_engines(idle: ManiSkillSimulator) -> None:
    with pytest.raises(UsageError, match=r"world\.kind: .*not 'rooms'"):
        idle.reset(scenario(kind="rooms"))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("sun", SunSpec(elevation_deg=20.0)),
        ("radius", 10.0),
        ("look", "full"),
        ("dressing_seed", 3),
        ("exclude", ("chair",)),
        ("objects", (ObjectSpec(name="a", kind="b", seed=0, position=(0, 0, 0)),)),
    ],
)
def test_what_it_cannot_do_is_refused(idle: ManiSkillSimulator, field: str, value: Any) -> None:
    with pytest.raises(UsageError, match=f"world.{field}: .* {field} cannot be set"):
        idle.reset(scenario(**{field: value}))


def test_moving_things_are_refused(idle: ManiSkillSimulator) -> None:
    stop = Waypoint(time_s=0.0, position=(0, 0, 0))
    with pytest.raises(UsageError, match="cannot be set"):
        idle.reset(
            scenario(
                objects=(ObjectSpec(name="cart", kind="b", seed=0, position=(0, 0, 0)),),
                routes=(RouteSpec(object="cart", waypoints=(stop,)),),
            )
        )


@pytest.mark.parametrize(
    ("params", "words"),
    [
        ({}, "field builder: Field required"),
        ({"builder": "iTHOR", "config": -1}, "field config: .*greater than or equal to 0"),
        ({"builder": "iTHOR", "config": "7"}, "field config: .*integer"),
        ({"builder": "iTHOR", "config": 0, "split": "train"}, "field split"),
        ({"builder": "iTHOR", "config": 0, "source": "../x"}, "field source"),
        ({"builder": "os:system", "config": 0}, "there is no builder 'os:system'; there are iTHOR"),
    ],
)
def test_wrong_params_are_named(
    idle: ManiSkillSimulator, params: dict[str, Any], words: str
) -> None:
    with pytest.raises(UsageError, match=rf"world\.params.*{words}"):
        idle.reset(scenario(params=params))


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("CoffeeMachine", "coffee machine"),
        ("TVStand", "tv stand"),
        ("CD", "cd"),
        ("chest_of_drawers", "chest of drawers"),
        ("", ""),
    ],
)
def test_categories_in_plain_words(name: str, plain: str) -> None:
    assert words(name) == plain


@pytest.mark.parametrize(
    ("template", "category"),
    [
        ("frl_apartment_chair_01", "chair"),
        ("objects/frl_apartment_small_appliance_02", "small_appliance"),
        ("frl_apartment_tv_object", "tv_object"),
        ("door2", "door"),
        ("kitchen_counter", "kitchen_counter"),
    ],
)
def test_categories_of_replicacad(template: str, category: str) -> None:
    assert _replicacad_category(template) == category


def test_a_scene_that_lacks_things_is_a_failure() -> None:
    config = {
        "object_instances": [{}, {}],
        "articulated_object_instances": [{"template_name": "fridge"}, {"template_name": "door1"}],
    }
    _check_count(SOURCES["ReplicaCAD"], config, 3, "apt_0")  # doors are left out
    _check_count(SOURCES["iTHOR"], config, 2, "FloorPlan1")  # so is all that has joints
    with pytest.raises(SimulatorError, match="2 of the 3 things of apt_0"):
        _check_count(SOURCES["ReplicaCAD"], config, 2, "apt_0")


# -- with ManiSkill -----------------------------------------------------------------------


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """ManiSkill's folder of assets, with the small data set in it."""
    return assets.install(tmp_path_factory)


@pytest.fixture(scope="module")
def kept(data: Path) -> Iterator[ManiSkillSimulator]:
    simulator = ManiSkillSimulator()
    yield simulator
    simulator.close()


@pytest.fixture
def room(kept: ManiSkillSimulator) -> ManiSkillSimulator:
    """The iTHOR room, as it is at the start."""
    kept.reset(scenario())
    return kept


def same(box: Box, low: Sequence[float], high: Sequence[float]) -> None:
    np.testing.assert_allclose([*box.low, *box.high], [*low, *high], atol=2e-6)


@pytest.mark.slow
def test_boxes_of_all_things_are_where_the_files_put_them(room: ManiSkillSimulator) -> None:
    assert room.source() == assets.ITHOR_SCENE
    things = room.things()
    assert len(things) == len(assets.PLACED) == len(room.object_ids())
    found = sorted(np.round(room.truth.box(thing.name).low, 5).tolist() for thing in things)
    wanted = sorted(np.round(item.box.low, 5).tolist() for item in assets.PLACED)
    np.testing.assert_allclose(found, wanted, atol=2e-5)
    for name, item in {
        "dining_table_1": assets.PLACED[0],
        "chair_1": assets.PLACED[1],
        "chair_2": assets.PLACED[2],
        "mug_1": assets.PLACED[3],
        "mug_2": assets.PLACED[4],
        "apple_1": assets.PLACED[5],
    }.items():
        same(room.truth.box(name), item.box.low, item.box.high)


@pytest.mark.slow
@pytest.mark.parametrize("builder", assets.AI2THOR_SCENES)
def test_walls_and_things_fit_together_in_every_data_set(
    kept: ManiSkillSimulator, builder: str
) -> None:
    kept.reset(scenario(builder))
    assert kept.source() == assets.AI2THOR_SCENES[builder].rpartition("/")[2]
    item = assets.PLACED[0]
    same(kept.truth.box("dining_table_1"), item.box.low, item.box.high)
    eye = np.array([[-1.0, 0.5, 1.5]])
    ways = np.array([[1.0, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]])
    hits = kept.raycast(eye.repeat(6, axis=0), ways)
    np.testing.assert_allclose(hits.distance, [4.5, 2.5, 2.5, 3.5, 1.1, 1.5], atol=1e-4)
    assert set(hits.label) == {"background"}


@pytest.mark.slow
def test_how_many_things_are_listed_without_loading_them(room: ManiSkillSimulator) -> None:
    stage = room._stage
    assert room.listed(scenario().world) == len(assets.PLACED)
    assert room.listed(scenario("ReplicaCAD").world) == 3  # the door is left out
    assert room._stage is stage
    with pytest.raises(UsageError, match="iTHOR has 150 scenes"):
        room.listed(scenario(config=150).world)
    with pytest.raises(UsageError, match=r"(?s)apt_3\.scene_instance\.json.*download_asset Repl"):
        room.listed(scenario("ReplicaCAD", config=3).world)


@pytest.mark.slow
def test_boxes_are_those_that_sapien_computes(room: ManiSkillSimulator) -> None:
    stage = room._stage
    assert stage is not None
    for item in stage.loaded.furniture:
        (entity,) = item.entities
        (body,) = maniskill._bodies(entity)
        low, high = body.compute_global_aabb_tight()
        same(room.truth.box(item.thing.name), low.tolist(), high.tolist())


@pytest.mark.slow
def test_things_have_categories_and_models(room: ManiSkillSimulator) -> None:
    by_name = {thing.name: thing for thing in room.things()}
    assert by_name["chair_1"].model == by_name["chair_2"].model == "Chair_1"
    assert by_name["mug_1"].model != by_name["mug_2"].model
    assert by_name["dining_table_1"].category == "dining table"
    assert by_name["thing_1"].category == ""  # its class is "Undefined"


@pytest.mark.slow
@pytest.mark.parametrize("quality", ["standard", "high"])
def test_depth_agrees_with_rays_through_pixel_centres(
    room: ManiSkillSimulator, quality: str
) -> None:
    """
    On the floor, half a pixel would be 2 cm at 3 m: a wrong principal point shows.
    """
    simulator = ManiSkillSimulator(quality=quality) if quality == "high" else room
    simulator.reset(scenario())
    frame = simulator.observe(LENS, START, depth=True, ids=True)
    assert frame.depth is not None
    assert frame.ids is not None
    rows, columns = np.mgrid[8:256:16, 8:256:16]
    pixels = np.column_stack([columns.ravel(), rows.ravel()])
    ways = LENS.rays(pixels) @ START.rotation.T
    hits = simulator.raycast(np.broadcast_to(START.position, ways.shape).copy(), ways)
    along = hits.distance / np.linalg.norm(ways, axis=1)  # forward component is 1
    seen = frame.depth[rows.ravel(), columns.ravel()]
    off = np.abs(seen - along)
    assert np.quantile(off, 0.95) < 0.0015
    numbers = simulator.object_ids()
    wanted = [numbers.get(label, 0) for label in hits.label]
    assert np.mean(frame.ids[rows.ravel(), columns.ravel()] == wanted) > 0.97


@pytest.mark.slow
def test_a_thing_appears_where_the_camera_projects_it(room: ManiSkillSimulator) -> None:
    """The table's top, seen from straight above, by its edges in the id picture."""
    pose = Pose.at((2.0, 0.05, 2.5), pitch_deg=-90.0)
    frame = room.observe(LENS, pose, ids=True)
    assert frame.ids is not None
    name = "dining_table_1"
    on = {room.object_ids()[n] for n in (name, "mug_1", "mug_2", "apple_1")}
    rows, columns = np.nonzero(np.isin(frame.ids, list(on)))
    low, high = room.truth.box(name).low, room.truth.box(name).high
    corners = [(x, y, high[2]) for x in (low[0], high[0]) for y in (low[1], high[1])]
    pixels = LENS.project(pose.to_body(corners))[0]
    # The outermost pixels whose centres lie inside.
    assert abs(columns.min() - np.ceil(pixels[:, 0].min())) <= 1
    assert abs(columns.max() - np.floor(pixels[:, 0].max())) <= 1
    middle = [(columns.min() + columns.max()) / 2, (rows.min() + rows.max()) / 2]
    np.testing.assert_allclose(middle, pixels.mean(axis=0), atol=0.5)


@pytest.mark.slow
def test_the_picture_shows_the_models_colours(room: ManiSkillSimulator) -> None:
    frame = room.observe(LENS, START, ids=True)
    assert frame.ids is not None
    assert frame.rgb.shape == (256, 256, 3)
    assert frame.rgb.dtype == np.uint8
    chair = frame.rgb[frame.ids == room.object_ids()["chair_1"]].mean(axis=0)
    assert chair[0] > 1.5 * chair[1]
    assert chair[0] > 1.5 * chair[2]


@pytest.mark.slow
def test_what_is_hidden_is_neither_drawn_nor_hit_nor_listed(room: ManiSkillSimulator) -> None:
    towards = np.array([[1.0, -0.5, 0.45]]) - START.position
    before = room.observe(LENS, START, ids=True)
    assert room.raycast(START.position[None], towards).label == ("chair_1",)
    print_of_all = room.fingerprint
    room.reset(scenario(hidden=("chair_1", "thing_1")))
    after = room.observe(LENS, START, ids=True)
    assert before.ids is not None
    assert after.ids is not None
    assert "chair_1" not in {*room.object_ids(), *(thing.name for thing in room.things())}
    assert room.raycast(START.position[None], towards).label != ("chair_1",)
    assert room.visible(LENS, START, "chair_2") > 0.9
    out = np.array([[9.0, 9.0, 9.0]])  # out of doors, to where hidden things are put away
    hits = room.raycast(out, maniskill._AWAY[None, :3, 3] + room.truth.box("chair_2").centre - out)
    assert (hits.distance[0], hits.label[0]) == (np.inf, "")
    with pytest.raises(UsageError, match="no object 'chair_1'"):
        room.visible(LENS, START, "chair_1")
    assert (before.rgb != after.rgb).any()
    numbers = room.object_ids()
    assert (after.ids == numbers["chair_2"]).sum() > 500
    assert room.fingerprint != print_of_all
    with pytest.raises(KeyError):
        room.truth.box("chair_1")
    room.reset(scenario())
    np.testing.assert_array_equal(room.observe(LENS, START).rgb, before.rgb)
    assert room.fingerprint == print_of_all
    with pytest.raises(UsageError, match="no thing 'piano_1' to hide"):
        room.reset(scenario(hidden=("piano_1",)))
    with pytest.raises(SimulatorError, match="no world yet"):
        room.observe(LENS, START)


@pytest.mark.slow
def test_pictures_and_fingerprints_repeat(room: ManiSkillSimulator, data: Path) -> None:
    first = room.observe(LENS, START, depth=True)
    other = ManiSkillSimulator()
    other.reset(scenario())
    again = other.observe(LENS, START, depth=True)
    np.testing.assert_array_equal(first.rgb, again.rgb)
    np.testing.assert_array_equal(first.depth, again.depth)
    assert other.fingerprint == room.fingerprint
    # A file that differs shows in the fingerprint, even if its geometry does not.
    other.close()
    model = data / "scene_datasets/ai2thor/ai2thorhab-uncompressed/assets/Chair_1.glb"
    whole = model.read_bytes()
    try:
        model.write_bytes(whole.replace(b"0.7843137", b"0.1843137"))
        assert model.read_bytes() != whole
        other.reset(scenario())
        assert other.fingerprint != room.fingerprint
    finally:
        model.write_bytes(whole)
        other.close()


@pytest.mark.slow
def test_things_can_be_shifted_until_the_next_reset(room: ManiSkillSimulator) -> None:
    before = room.observe(LENS, START, ids=True)
    room.shift("chair_1", (0.0, -1.0, 0.0))
    item = assets.PLACED[1]
    by = np.array([0.0, -1.0, 0.0])
    low, high = np.array(item.box.low) + by, np.array(item.box.high) + by
    same(room.truth.box("chair_1"), low.tolist(), high.tolist())
    frame = room.observe(LENS, START, ids=True)
    assert frame.ids is not None
    number = room.object_ids()["chair_1"]
    columns = np.nonzero(frame.ids == number)[1]
    pixels = LENS.project(START.to_body([(low + high) / 2]))[0][0]
    assert abs(columns.mean() - pixels[0]) < 8
    room.reset(scenario())
    np.testing.assert_array_equal(room.observe(LENS, START, ids=True).ids, before.ids)
    with pytest.raises(SimulatorError, match="no object 'nobody'"):
        room.shift("nobody", (0, 0, 1))


@pytest.mark.slow
def test_flights_stop_at_walls_and_time_passes(room: ManiSkillSimulator) -> None:
    motion = room.move("camera", MoveBy((0.0, 9.0, 0.0)))
    assert motion.stopped_by == "background"
    assert 2.0 < room.pose("camera").position[1] < assets.ROOM[1] / 2
    room.advance(2.5)
    assert room.time_s == 2.5
    room.reset(scenario())
    assert room.time_s == 0.0
    assert room.pose("camera").position.tolist() == [-1.0, 0.0, 1.5]


@pytest.mark.slow
def test_replicacad_with_joints_and_without_doors(kept: ManiSkillSimulator) -> None:
    kept.reset(scenario("ReplicaCAD", source=assets.REPLICACAD_SCENE))
    assert [thing.name for thing in kept.things()] == ["chair_1", "chest_of_drawers_1", "rug_1"]
    # 0.5 × 0.4 m, turned by 90°, around (1.5, 0.5).
    same(kept.truth.box("chair_1"), (1.3, 0.25, 0.0), (1.7, 0.75, 0.9))
    same(kept.truth.box("rug_1"), (1.4, -1.4, 0.0), (2.6, -0.6, 0.02))
    # The body is 0.4 m deep around x = 3; its drawer, 0.1 m deep, 0.25 m before it: turned by
    # 180° that is 2.7 to 2.8 m.
    same(kept.truth.box("chest_of_drawers_1"), (2.7, -0.4, 0.0), (3.2, 0.4, 1.0))
    frame = kept.observe(LENS, START, ids=True)
    assert frame.ids is not None
    number = kept.object_ids()["chest_of_drawers_1"]
    colours = frame.rgb[frame.ids == number].astype(int)
    assert (colours[:, 0] - colours[:, 2] > 40).any()  # the body's wood
    assert (abs(colours[:, 0] - colours[:, 2]) < 40).any()  # the drawer, of the same number
    kept.shift("chest_of_drawers_1", (-1.0, 0.0, 0.0))
    same(kept.truth.box("chest_of_drawers_1"), (1.7, -0.4, 0.0), (2.2, 0.4, 1.0))
    moved = kept.observe(LENS, START, ids=True)
    assert moved.ids is not None
    assert (moved.ids == number).sum() > 1.3 * (frame.ids == number).sum()


@pytest.mark.slow
def test_what_is_missing_says_how_to_get_it(kept: ManiSkillSimulator, data: Path) -> None:
    with pytest.raises(UsageError, match=r"(?s)apt_3\.scene_instance\.json.*download_asset Repl"):
        kept.reset(scenario("ReplicaCAD", config=3))
    model = data / "scene_datasets/replica_cad_dataset/objects/chair_01.glb"
    whole = model.read_bytes()
    model.unlink()
    try:
        with pytest.raises(UsageError, match=r"(?s)ReplicaCAD is not installed.*chair_01"):
            kept.reset(scenario("ReplicaCAD"))
        model.write_bytes(whole[:100])
        with pytest.raises(SimulatorError):
            kept.reset(scenario("ReplicaCAD"))
    finally:
        model.write_bytes(whole)
    folder = data / "scene_datasets/ai2thor"
    aside = folder.with_name("aside")
    kept.reset(scenario("ReplicaCAD"))
    folder.rename(aside)
    try:
        with pytest.raises(UsageError, match=r"(?s)AI2THOR is not installed.*MS_ASSET_DIR"):
            kept.reset(scenario())
    finally:
        aside.rename(folder)
    kept.reset(scenario())


@pytest.mark.slow
def test_a_gpu_that_is_not_there_is_no_silent_fallback(data: Path) -> None:
    import sapien

    try:
        sapien.Device("cuda")
    except RuntimeError:
        simulator = ManiSkillSimulator(device="cuda")
        for act in (lambda: simulator.reset(scenario()), lambda: simulator.engine):
            with pytest.raises(UsageError, match="--device: SAPIEN finds no device 'cuda'"):
                act()
    else:
        simulator = ManiSkillSimulator(device="cuda")
        simulator.reset(scenario())
        frame = simulator.observe(LENS, START, depth=True, ids=True)
        assert frame.ids is not None
        assert (frame.ids == simulator.object_ids()["chair_1"]).sum() > 500
        simulator.close()


@pytest.mark.slow
def test_without_a_driver_that_draws_nothing_starts(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import sapien

    def fail(device: object) -> None:
        raise RuntimeError("vk::createInstanceUnique: ErrorIncompatibleDriver")

    monkeypatch.setattr(sapien.render, "RenderSystem", fail)
    maniskill._require.cache_clear()
    simulator = ManiSkillSimulator()
    for act in (lambda: simulator.reset(scenario()), lambda: simulator.engine):
        with pytest.raises(UsageError, match=r"(?s)cannot draw on 'cpu' here: vk::.*lavapipe"):
            act()


@pytest.mark.slow
def test_scenes_that_do_not_exist(kept: ManiSkillSimulator) -> None:
    with pytest.raises(UsageError, match="ReplicaCAD has 6 scenes, from 0; got 6"):
        kept.reset(scenario("ReplicaCAD", config=6))
    with pytest.raises(UsageError, match="is FloorPlan7_physics here"):
        kept.reset(scenario(source="FloorPlan1_physics"))
    kept.reset(scenario())
    with pytest.raises(UsageError, match="is FloorPlan7_physics here"):
        kept.reset(scenario(source="FloorPlan1_physics"))


@pytest.mark.slow
def test_a_scene_is_loaded_once_for_all_that_is_hidden_in_it(room: ManiSkillSimulator) -> None:
    stage = room._stage
    room.reset(scenario(source=assets.ITHOR_SCENE, hidden=("chair_1",)))
    assert room._stage is stage
    room.reset(scenario("RoboTHOR"))
    assert room._stage is not stage


@pytest.mark.slow
def test_the_record_names_versions_and_shader(kept: ManiSkillSimulator) -> None:
    engine = kept.engine
    assert engine["engine"] == "maniskill"
    assert engine["shader"] == "minimal"
    assert engine["version"].startswith("3.")
    assert engine["sapien"].startswith("3.")
