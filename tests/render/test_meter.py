import numpy as np
import pytest

from lookabout.render.meter import metered_stops


def grey(level: int) -> np.ndarray:
    return np.full((20, 20, 3), level, np.uint8)


def test_a_bright_picture_is_left_alone() -> None:
    for level in (77, 120, 255):
        assert metered_stops(grey(level)) == 0.0


def test_the_darker_the_more_up_to_three_stops() -> None:
    stops = [metered_stops(grey(level)) for level in (70, 50, 30, 20, 5, 0)]
    assert stops == sorted(stops)
    assert 0 < stops[0] < 0.5
    assert stops[-1] == stops[-2] == 3.0


def test_by_hand() -> None:
    # (30/255)^2.2 = 0.00901; log2(0.07/0.00901) = 2.957; three quarters of it.
    assert metered_stops(grey(30)) == pytest.approx(2.218, abs=0.005)


def test_a_picture_half_in_the_sun_counts_as_lit() -> None:
    half = grey(5)
    half[:, 10:] = 140
    assert metered_stops(half) == 0.0
