import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lookabout.world.build.noise import Field, Noise, smoothstep
from lookabout.world.forest.land import HALF_SIDE, land_of, rock_share, tree_share
from lookabout.world.forest.scatter import candidates

metres = st.floats(-5000, 5000, allow_nan=False)


@given(metres, metres, st.sampled_from([3.0, 40.0, 400.0]))
def test_noise_is_smooth_and_bounded(x, y, size):
    noise = Noise(np.random.default_rng(4))
    here, there = noise(np.array([x, x + size * 1e-4]), np.array([y, y]), size)
    assert abs(here) <= 1.0
    assert abs(here - there) < 1e-3


def test_noise_is_the_same_for_points_alone_and_together():
    noise = Noise(np.random.default_rng(1))
    x, y = np.random.default_rng(2).uniform(-900, 900, (2, 50))
    together = noise(x, y, 31.0)
    assert [noise(x[i : i + 1], y[i : i + 1], 31.0)[0] for i in range(50)] == together.tolist()


def test_a_field_spreads_evenly():
    field = Field(np.random.default_rng(5), 60.0, 20.0)
    x, y = np.random.default_rng(6).uniform(-4000, 4000, (2, 40_000))
    shares = np.histogram(field(x, y), bins=10, range=(0, 1))[0] / 40_000
    assert np.abs(shares - 0.1).max() < 0.02


def test_smoothstep_rises_and_falls():
    at = np.array([-1.0, 0.0, 0.5, 1.0, 2.0])
    assert smoothstep(0.0, 1.0, at).tolist() == [0, 0, 0.5, 1, 1]
    assert smoothstep(1.0, 0.0, at).tolist() == [1, 1, 0.5, 0, 0]


@pytest.mark.parametrize("share", [tree_share, rock_share])
def test_shares_mean_one(share):
    values = share(np.linspace(0, 1, 1001))
    assert values.mean() == pytest.approx(1.0)
    assert (values >= 0).all()


def test_the_land_has_hills_that_are_gentle():
    x, y = np.random.default_rng(7).uniform(-HALF_SIDE, HALF_SIDE, (2, 20_000))
    z = land_of(1).height(x, y)
    assert 10 < np.ptp(z) < 60
    rise = np.hypot(
        land_of(1).height(x + 2, y) - land_of(1).height(x - 2, y),
        land_of(1).height(x, y + 2) - land_of(1).height(x, y - 2),
    )
    assert np.quantile(rise / 4, 0.95) < 0.45


def test_streams_lie_under_their_banks_and_fall_one_way():
    land = land_of(1)
    x, y = np.random.default_rng(8).uniform(-HALF_SIDE, HALF_SIDE, (2, 200_000))
    d = land.stream(x, y)
    bed, bank = d < 0.7, (d > 4.5) & (d < 8)
    assert bed.sum() > 50
    assert (land.height(x[bed], y[bed]) < land.water(x[bed], y[bed]) - 0.2).all()
    assert (land.height(x[bank], y[bank]) > land.water(x[bank], y[bank])).mean() > 0.99
    assert np.corrcoef(x[bed], land.water(x[bed], y[bed]))[0, 1] < -0.98


def test_there_are_paths_and_glades():
    x, y = np.random.default_rng(9).uniform(-HALF_SIDE, HALF_SIDE, (2, 50_000))
    land = land_of(3)
    assert 0.004 < (land.path(x, y) < 1.0).mean() < 0.05
    assert 0.1 < (tree_share(land.wood(x, y)) < 0.1).mean() < 0.3


@pytest.mark.parametrize("spacing", [2.6, 17.0, 40.0])
def test_candidates_do_not_depend_on_where_one_looks_from(spacing):
    one = candidates(3, 5, spacing, (10.0, -4.0), 150.0, 2)
    other = candidates(3, 5, spacing, (-70.0, 33.0), 260.0, 2)
    inside = np.abs(other[:, :2] - [10.0, -4.0]).max(axis=1) <= 150.0
    assert {tuple(r) for r in one} == {tuple(r) for r in other[inside]}
    assert len(one) == pytest.approx((300 / spacing) ** 2, rel=0.1)
