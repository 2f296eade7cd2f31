"""The neighbourhood as a world: the same again, to scale, on the ground, clear where used."""

import numpy as np
import pytest

from lookabout.errors import UsageError
from lookabout.render import RayWorld
from lookabout.world import assets
from lookabout.world.registry import get_world
from lookabout.world.residential import WORLD
from lookabout.world.residential.lots import plots_of
from lookabout.world.residential.ways import HALF_SIDE
from lookabout.world.scene import pose_matrix
from lookabout.world.spec import ObjectSpec, RouteSpec, Waypoint, WorldSpec

SEED = 1
CENTRE = (10.0, -40.0)
SUV = "vehicle/blue_suv"


def spec(**changes):
    values = {"kind": "residential", "seed": SEED, "centre": CENTRE, "radius": 60.0}
    values["look"] = "builtin"
    return WorldSpec(**{**values, **changes})


@pytest.fixture(scope="module")
def scene():
    return WORLD.build(spec(surroundings=False))


@pytest.fixture(scope="module")
def rays(scene):
    return RayWorld(scene)


def near(spots, reach=45.0):
    return [p for p in spots if abs(p.x - CENTRE[0]) < reach and abs(p.y - CENTRE[1]) < reach]


def test_the_registry_hands_it_out():
    assert get_world("residential") is WORLD
    assert WORLD.half_side == HALF_SIDE == 200.0


def test_it_is_the_same_again_and_another_seed_is_another_place(scene):
    assert WORLD.build(spec(surroundings=False)).fingerprint == scene.fingerprint
    assert WORLD.build(spec(surroundings=False, seed=2)).fingerprint != scene.fingerprint
    other = WORLD.build(spec(surroundings=False, dressing_seed=1))
    assert other.fingerprint != scene.fingerprint


def test_every_name_resolves_and_everything_has_a_label(scene):
    for part in scene.static:
        for name in (part.mesh, part.collider or part.mesh):
            assert set(scene.meshes[name].materials) <= set(scene.materials)
    labels = {part.label for part in scene.static}
    assert labels >= {"ground", "house", "tree", "bush", "fence", "mailbox", "lamp post"}
    assert "" not in labels


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"params": {"trees": 2}}, "no settings"),
        ({"centre": (201.0, 0.0)}, "outside"),
        ({"hidden": ("a/b",)}, "hide"),
        ({"objects": (ObjectSpec(name="t/a", kind="no/thing", seed=1, position=(0, 0, 0)),)},
         "no kind"),
    ],
)  # fmt: skip
def test_what_it_does_not_have_is_refused(change, message):
    with pytest.raises(UsageError, match=message):
        WORLD.build(spec(**change))


def test_ground_height_is_that_of_the_built_ground(scene):
    only = [part for part in scene.static if part.mesh == "residential/ground"]
    bare = RayWorld(type(scene)(scene.meshes, scene.materials, tuple(only)))
    rng = np.random.default_rng(4)
    x, y = (c + rng.uniform(-55, 55, 300) for c in CENTRE)
    start = np.column_stack([x, y, np.full(300, 60.0)])
    found, _ = bare.cast(start, np.tile([0.0, 0.0, -1.0], (300, 1)))
    told = [WORLD.ground_height(SEED, *p) for p in zip(x, y, strict=True)]
    assert np.abs(60.0 - found - told).max() < 1e-3


def test_the_ground_falls_and_rises_but_gently():
    lanes = [p.z for p in WORLD.placements(SEED) if p.kind == "lane"]
    assert 2.0 < np.ptp(lanes) < 15.0
    path = WORLD.paths(SEED)
    steep = [
        np.abs(np.diff(p.points[:, 2])) / np.linalg.norm(np.diff(p.points[:, :2], axis=0), axis=1)
        for p in path
    ]
    assert max(s.max() for s in steep) < 0.3  # over a lowered kerb
    assert np.quantile(np.concatenate(steep), 0.95) < 0.06


def test_placements_are_on_the_ground_of_the_map_in_a_fixed_order():
    spots = WORLD.placements(SEED)
    assert spots == WORLD.placements(SEED)
    count = {k: sum(p.kind == k for p in spots) for k in {p.kind for p in spots}}
    assert set(count) == {"drive", "kerb", "lane", "lawn", "sidewalk"}
    assert min(count.values()) > 60
    for p in spots[::40]:
        assert max(abs(p.x), abs(p.y)) < HALF_SIDE
        assert p.z == pytest.approx(WORLD.ground_height(SEED, p.x, p.y), abs=1e-9)


def test_drives_rise_and_fall_from_the_road():
    rises = np.array([pad.z - pad.planes[-1][1] for pad in plots_of(SEED).pads])
    assert rises.min() < -0.3
    assert rises.max() > 0.3
    slopes = [abs(pad.z - pad.planes[-1][1]) / pad.planes[-1][0][3] for pad in plots_of(SEED).pads]
    assert max(slopes) < 0.11


def touched(rays, x, y, z, yaw, length, width, without=()):
    """Labels of what reaches into a box on the ground, over kerbs and under 1.8 m."""
    half = np.hypot(length, width) / 2
    corners, names = rays.triangles_near(
        np.array([x - half, y - half, z + 0.25]), np.array([x + half, y + half, z + 1.8]),
        without=without,
    )  # fmt: skip
    if len(corners) == 0:
        return set()
    local = (corners - [x, y, z]) @ pose_matrix((0, 0, 0), yaw)[:3, :3]
    size = np.array([length / 2, width / 2])
    inside = (local[..., :2].max(1) > -size).all(1) & (local[..., :2].min(1) < size).all(1)
    inside &= (local[..., 2].max(1) > 0.25) & (local[..., 2].min(1) < 1.8)
    return {str(n) for n in names[inside]} - {"ground"}


def test_a_house_is_met(rays):
    lot, pad = plots_of(SEED).near(CENTRE[0] - 5, CENTRE[1] - 5, CENTRE[0] + 5, CENTRE[1] + 5)[0]
    x, y = lot.point(lot.home.main[0], lot.home.main[1] + 2)
    assert touched(rays, x, y, pad.z, lot.yaw, 2.0, 2.0) >= {"house"}


@pytest.mark.parametrize("kind", ["drive", "kerb", "lane", "lawn", "sidewalk"])
def test_an_object_has_its_place_to_itself(kind):
    spots = near(WORLD.placements(SEED))
    spots = [p for p in spots if p.kind == kind][::5]
    thing = SUV if kind in ("drive", "kerb", "lane") else "person/standing"
    objects = tuple(
        ObjectSpec(name=f"t/{k}", kind=thing, seed=3, position=(p.x, p.y, p.z), yaw_deg=p.yaw_deg)
        for k, p in enumerate(spots)
    )
    assert objects
    built = WORLD.build(spec(surroundings=False, objects=objects))
    rays = RayWorld(built)
    names = [thing.name for thing in objects]
    size = (5.2, 2.1) if thing == SUV else (0.7, 0.7)
    for p in spots:
        assert not touched(rays, p.x, p.y, p.z, p.yaw_deg, *size, without=names), p


def test_the_ground_is_level_under_an_object():
    drive = max(
        (p for p in near(WORLD.placements(SEED)) if p.kind == "drive"),
        key=lambda p: abs(
            WORLD.ground_height(SEED, p.x + 2, p.y) - WORLD.ground_height(SEED, p.x - 2, p.y)
        ),
    )
    thing = ObjectSpec(
        name="t/a", kind=SUV, seed=3, position=(drive.x, drive.y, drive.z), yaw_deg=drive.yaw_deg
    )
    rays = RayWorld(WORLD.build(spec(surroundings=False, objects=(thing,))))
    length, width = assets.make(SUV, 3).footprint
    pose = pose_matrix((drive.x, drive.y, drive.z), drive.yaw_deg)
    wheels = [(a * length * 0.31, b * width * 0.42, 0.0, 1.0) for a in (-1, 1) for b in (-1, 1)]
    at = (np.array(wheels) @ pose.T)[:, :3]
    down, names = rays.cast(
        at + np.array([0, 0, 1.0]), np.tile([0.0, 0, -1], (4, 1)), without=("t/a",)
    )
    assert names == ["ground"] * 4
    assert np.abs(down - 1.0).max() < 0.03


def test_paths_are_many_long_and_follow_the_ground():
    paths = WORLD.paths(SEED)
    assert len(paths) >= 20
    for path in paths:
        step = np.linalg.norm(np.diff(path.points[:, :2], axis=0), axis=1)
        assert path.kind == "lane"
        assert step.sum() > 110.0
        assert step.min() > 0.05
        assert step.max() <= 2.0
        assert np.abs(path.points[:, :2]).max() < HALF_SIDE
        way = np.diff(path.points[:, :2], axis=0) / step[:, None]
        bend = np.degrees(np.arccos(np.clip((way[1:] * way[:-1]).sum(1), -1, 1)))
        assert bend.max() < 32.0
    for path in paths[::9]:
        x, y, z = path.points[len(path.points) // 2]
        assert z == pytest.approx(WORLD.ground_height(SEED, x, y), abs=1e-9)
    assert sum(p.points[0, 2] != p.points[1, 2] for p in paths) > 20


def test_some_paths_lead_out_of_a_drive():
    drives = np.array([(p.x, p.y) for p in WORLD.placements(SEED) if p.kind == "drive"])
    starts = np.array([p.points[0, :2] for p in WORLD.paths(SEED)])
    away = np.linalg.norm(starts[:, None] - drives[None], axis=2).min(1)
    assert (away < 1.6).sum() >= 20


def test_a_mover_meets_nothing():
    inside = [
        p for p in WORLD.paths(SEED)
        if (np.abs(p.points[:, :2] - CENTRE) < 105).all()
    ]  # fmt: skip
    drives = np.array([(p.x, p.y) for p in WORLD.placements(SEED) if p.kind == "drive"])
    from_drive = [p for p in inside if np.hypot(*(drives - p.points[0, :2]).T).min() < 1.6]
    along = [p for p in inside if np.hypot(*(drives - p.points[0, :2]).T).min() > 5]
    chosen = [from_drive[0], along[0]]
    for path in chosen:
        points = path.points[::2]
        yaw = np.degrees(np.unwrap(np.arctan2(*np.diff(points[:, :2], axis=0).T[::-1])))
        yaw = np.append(yaw, yaw[-1])
        route = RouteSpec(
            object="t/m",
            waypoints=tuple(
                Waypoint(time_s=float(10 * k), position=tuple(map(float, p)), yaw_deg=float(t))
                for k, (p, t) in enumerate(zip(points, yaw, strict=True))
            ),
        )
        thing = ObjectSpec(
            name="t/m", kind=SUV, seed=3, position=tuple(map(float, points[0])),
            yaw_deg=float(yaw[0]),
        )  # fmt: skip
        middle = tuple(map(float, points[:, :2].min(0) / 2 + points[:, :2].max(0) / 2))
        built = WORLD.build(
            spec(centre=middle, radius=75.0, surroundings=False, objects=(thing,), routes=(route,))
        )
        rays = RayWorld(built)
        for (px, py, pz), turn in zip(points, yaw, strict=True):
            met = touched(rays, px, py, pz, turn, 4.6, 2.1, without=("t/m",))
            assert not met, (met, px, py)


def test_an_excluded_kind_is_nowhere_and_others_stay(scene):
    kinds = sorted({p.mesh for p in scene.static if p.label == "car"})
    bare = WORLD.build(spec(surroundings=False, exclude=("vehicle",)))
    assert not [p for p in bare.static if p.label == "car"]
    assert kinds


def test_scale(scene):
    for lot, pad in plots_of(SEED).near(CENTRE[0] - 40, CENTRE[1] - 40, CENTRE[0] + 40, CENTRE[1]):
        home = lot.home
        assert 7.9 < home.main[2] - home.main[0] < 14.0
        assert 2.7 < home.drive[2] - home.drive[0] < 6.0
        assert home.main[1] > 6.5  # a car fits before the garage
        assert home.drive[3] > 6.2
        mesh = scene.meshes[f"residential/house/{lot.index}"]
        high = mesh.box.size[2]
        assert 4.0 < high < 5.6 + 2.75 * home.storeys + 3.0
        assert abs(pad.z) < 12


def test_nothing_floats_or_sinks(scene):
    """Feet of things of the world's own, against the ground under their origin."""
    checked = 0
    for part in scene.static:
        if not part.mesh.startswith(("residential/thing/", "residential/tree/")):
            continue
        for place in part.transforms[::7, :3, 3]:
            ground = WORLD.ground_height(SEED, *place[:2])
            assert abs(place[2] - ground) < 0.1, part.mesh
            checked += 1
    assert checked > 100


def test_cars_stand_on_their_wheels(scene):
    cars = [p for p in scene.static if p.label == "car" and p.mesh.startswith("asset.")]
    assert cars
    for part in cars:
        low = scene.meshes[part.mesh].box.low
        for pose in part.transforms:
            foot = pose[:3, 3] + pose[:3, 2] * low[2]
            assert abs(foot[2] - WORLD.ground_height(SEED, *foot[:2])) < 0.12


def test_four_cars_can_stand_apart_and_be_seen():
    """Placements for look-alikes: 5.5 to 11.2 m to the nearest, 18 to 32 m at the widest."""
    spots = np.array(
        [(p.x, p.y) for p in WORLD.placements(SEED) if p.kind in ("drive", "kerb", "lane")]
    )
    rng = np.random.default_rng(0)
    found = 0
    for _ in range(60):
        first = spots[rng.integers(len(spots))]
        close = spots[np.linalg.norm(spots - first, axis=1) < 30]
        for _ in range(40):
            four = close[rng.choice(len(close), 4, replace=False)] if len(close) > 3 else close
            away = np.linalg.norm(four[:, None] - four[None], axis=2)
            np.fill_diagonal(away, np.inf)
            nearest = away.min()
            widest = away[np.isfinite(away)].max() if len(four) > 1 else 0
            if 5.5 <= nearest <= 11.2 and 18 <= widest <= 32:
                found += 1
                break
    assert found > 40
