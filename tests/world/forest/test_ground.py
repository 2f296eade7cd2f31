import numpy as np
import pytest

from lookabout.render import RayWorld
from lookabout.world.build import Flat
from lookabout.world.forest.ground import Ground, ground_height
from lookabout.world.forest.land import land_of
from lookabout.world.scene import Instances, Material, Scene


@pytest.fixture(scope="module")
def ground():
    return Ground(land_of(1), (-310.0, 140.0), 90.0)


def rays_down(mesh, x, y):
    scene = Scene(
        {"land": mesh},
        {name: Material() for name in mesh.materials},
        (Instances("land", np.eye(4)[None], "ground"),),
    )
    origins = np.column_stack([x, y, np.full(len(x), 200.0)])
    distance, _ = RayWorld(scene).cast(origins, np.tile([0.0, 0.0, -1.0], (len(x), 1)))
    return 200.0 - distance


def test_heights_are_those_of_the_mesh(ground):
    rng = np.random.default_rng(1)
    x, y = rng.uniform(-400, -220, 400), rng.uniform(50, 230, 400)
    hit = rays_down(ground.terrain(0.1), x, y)
    assert np.abs(hit - ground.height(x, y)).max() < 0.02
    alone = [ground_height(land_of(1), *p) for p in zip(x[:40], y[:40], strict=True)]
    assert np.abs(hit[:40] - alone).max() < 0.02


def test_the_land_has_no_gaps_out_to_the_horizon(ground):
    mesh = ground.terrain(0.1)
    rng = np.random.default_rng(2)
    x, y = rng.uniform(-450, 450, (2, 3000))
    x, y = 2 * x - 310, 2 * y + 140
    assert np.isfinite(rays_down(mesh, x, y)).all()
    seam = ground.fine
    x = np.concatenate([-320 + seam + rng.uniform(-0.5, 0.5, 500), x])  # -320: nearest of 32 m
    y = np.concatenate([rng.uniform(60, 220, 500), y])
    hit = rays_down(mesh, x[:500], y[:500])
    assert np.abs(hit - ground.height(x[:500], y[:500])).max() < 0.6


def test_shared_places_have_the_same_height_from_another_centre(ground):
    other = Ground(land_of(1), (-250.0, 200.0), 60.0)
    rng = np.random.default_rng(3)
    x, y = rng.uniform(-500, -100, 300), rng.uniform(0, 300, 300)
    assert np.abs(other.height(x, y) - ground.height(x, y)).max() < 1e-9


def test_without_surroundings_the_land_is_the_same_and_ends_with_the_square(ground):
    piece = Ground(land_of(1), (-300.5, 150.25), 30.0, far=False)
    rng = np.random.default_rng(8)
    x, y = rng.uniform(-330, -271, 300), rng.uniform(121, 180, 300)
    hit = rays_down(piece.terrain(0.1), x, y)
    assert np.abs(hit - ground.height(x, y)).max() < 1e-4
    x, y = rng.uniform(-400, -200, (2, 300)) * [[1], [0]] + [[0], [150]]
    assert np.abs(piece.height(x, y) - ground.height(x, y)).max() < 1e-9
    outer = np.abs(piece.terrain(0.1).vertices[:, :2] - [-300.5, 150.25]).max()
    assert 30.0 < outer < 41.0


def test_it_is_level_under_a_flat_and_unchanged_far_from_it():
    x, y = -300.0, 150.0
    z = ground_height(land_of(1), x, y)
    plain = Ground(land_of(1), (x, y), 60.0)
    level = Ground(land_of(1), (x, y), 60.0, [Flat(x, y, z, 30.0, 9.0, 5.0)])
    rng = np.random.default_rng(4)
    near = rng.uniform(-2.4, 2.4, (2, 100))
    assert np.abs(level.height(x + near[0], y + near[1]) - z).max() < 1e-6
    away = np.array([[25.0, 0.0], [0.0, 25.0], [-20.0, 20.0]]).T
    same = level.height(x + away[0], y + away[1]) - plain.height(x + away[0], y + away[1])
    assert np.abs(same).max() == 0
    hit = rays_down(level.terrain(0.1), x + near[0], y + near[1])
    assert np.abs(hit - z).max() < 1e-4


def test_a_thing_in_the_air_levels_nothing():
    z = ground_height(land_of(1), 0.0, 0.0)
    plain = Ground(land_of(1), (0.0, 0.0), 40.0)
    level = Ground(land_of(1), (0.0, 0.0), 40.0, [Flat(0.0, 0.0, z + 30, 0.0, 9.0, 5.0)])
    x = np.linspace(-20, 20, 30)
    assert np.array_equal(plain.height(x, x), level.height(x, x))


def test_water_lies_in_the_beds_only():
    land = land_of(1)
    x, y = np.random.default_rng(5).uniform(-900, 900, (2, 20_000))
    near = np.argmin(land.stream(x, y))
    ground = Ground(land, (float(x[near]), float(y[near])), 60.0)
    mesh = ground.water()
    assert mesh is not None
    vx, vy, vz = mesh.vertices.T
    assert np.allclose(vz, land.water(vx, vy))
    bed = land.stream(vx, vy) < 0.7
    outside = (land.stream(vx, vy) > 5.0) & (land.stream(vx, vy) < 9.0)
    assert (ground.height(vx[bed], vy[bed]) < vz[bed]).all()
    assert (ground.height(vx[outside], vy[outside]) > vz[outside]).mean() > 0.97


def test_a_level_place_dams_no_stream():
    land = land_of(1)
    x, y = np.random.default_rng(6).uniform(-900, 900, (2, 20_000))
    d = land.stream(x, y)
    spot = np.argmin(np.abs(d - 14.5))
    x, y = float(x[spot]), float(y[spot])
    z = ground_height(land, x, y)
    plain = Ground(land, (x, y), 60.0)
    level = Ground(land, (x, y), 60.0, [Flat(x, y, z, 0.0, 7.0, 7.0)])
    near = np.random.default_rng(7).uniform(-25, 25, (2, 4000))
    gx, gy = np.round(x + near[0]), np.round(y + near[1])
    bed = land.stream(gx, gy) < 3.0
    assert bed.sum() > 20
    assert np.array_equal(level.height(gx[bed], gy[bed]), plain.height(gx[bed], gy[bed]))
