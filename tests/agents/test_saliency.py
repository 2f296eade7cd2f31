from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from lookabout.agents.saliency import most_salient

Picture = NDArray[np.uint8]

GRASS, ASPHALT, ROOF = (96, 104, 70), (88, 88, 90), (150, 105, 85)
RED, BLUE, GREEN = (190, 25, 25), (30, 60, 180), (30, 130, 60)


def ground(seed: int = 0, size: int = 500, noise: float = 8.0) -> NDArray[np.float64]:
    """Grass with two roads, their markings, many roofs with shadows, and trees."""
    rng = np.random.default_rng(seed)
    picture = np.empty((size, size, 3))
    picture[:] = GRASS
    for _ in range(2):
        at = int(rng.integers(0, size - 40))
        picture[:, at : at + 40] = ASPHALT
        picture[:, at + 19 : at + 21] = 225
        at = int(rng.integers(0, size - 40))
        picture[at : at + 40] = ASPHALT
    for _ in range(8):
        top, left = rng.integers(0, size - 60, 2)
        height, width = rng.integers(50, 130, 2)
        picture[top + 6 : top + height + 6, left + 6 : left + width + 6] = 42
        picture[top : top + height, left : left + width] = ROOF
    v, u = np.indices((size, size))
    for _ in range(60):
        row, column, radius = rng.integers(0, size), rng.integers(0, size), rng.integers(6, 18)
        picture[(v - row) ** 2 + (u - column) ** 2 < radius**2] = (50, 72, 38)
    return picture + rng.normal(0, noise, (size, size, 1))


def finished(picture: NDArray[np.float64]) -> Picture:
    return np.clip(picture, 0, 255).astype(np.uint8)


def with_box(
    picture: NDArray[np.float64],
    centre: tuple[int, int],
    size: tuple[int, int],
    colour: tuple[int, int, int],
) -> NDArray[np.float64]:
    (u, v), (width, height) = centre, size
    top, left = v - height // 2, u - width // 2
    picture[top : top + height, left : left + width] = colour
    return picture


def miss(picture: Picture, centre: tuple[float, float]) -> float:
    """Pixels between what was found and where it is."""
    (u, v), _ = most_salient(picture)
    return float(np.hypot(u - centre[0], v - centre[1]))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("colour", [RED, BLUE, GREEN])
@pytest.mark.parametrize(("size", "within"), [((6, 12), 3), ((26, 12), 3), ((46, 110), 15)])
def test_an_oddly_coloured_thing_is_found(
    seed: int, colour: tuple[int, int, int], size: tuple[int, int], within: float
) -> None:
    u, v = (int(x) for x in np.random.default_rng(seed).integers(60, 440, 2))
    picture = finished(with_box(ground(seed), (u, v), size, colour))
    assert miss(picture, (u, v)) < within
    assert most_salient(picture)[1] > 0.5


@pytest.mark.parametrize("seed", range(4))
def test_a_fire_is_found_as_one_thing(seed: int) -> None:
    rng = np.random.default_rng(seed)
    picture, (row, column) = ground(seed), rng.integers(80, 420, 2)
    v, u = np.indices(picture.shape[:2])
    for _ in range(30):
        dv, du = rng.normal(0, 12, 2)
        flame = (v - row - dv) ** 2 + (u - column - du) ** 2 < 25
        picture[flame] = (255, rng.integers(90, 200), 30)
    assert miss(finished(picture), (float(column), float(row))) < 12


@pytest.mark.parametrize("seed", range(4))
def test_a_crowd_is_found(seed: int) -> None:
    rng = np.random.default_rng(seed)
    picture, (row, column) = ground(seed), rng.integers(80, 420, 2)
    v, u = np.indices(picture.shape[:2])
    for _ in range(40):
        dv, du = rng.normal(0, 15, 2)
        picture[(v - row - dv) ** 2 + (u - column - du) ** 2 < 12] = rng.integers(20, 255, 3)
    assert miss(finished(picture), (float(column), float(row))) < 30


def test_a_compact_thing_beats_a_long_one_of_the_same_colour() -> None:
    picture = ground(5)
    picture[:, 100:112] = RED  # a road marking across the whole picture
    picture = with_box(picture, (350, 260), (14, 14), RED)
    assert miss(finished(picture), (350, 260)) < 4


def test_a_compact_thing_beats_a_large_area_of_the_same_colour() -> None:
    picture = ground(6)
    picture[0:300, 0:240] = BLUE  # water
    picture = with_box(picture, (400, 420), (14, 24), BLUE)
    assert miss(finished(picture), (400, 420)) < 4


def test_one_of_many_is_not_odd() -> None:
    picture = ground(7)
    rng = np.random.default_rng(7)
    for u, v in rng.integers(30, 470, (40, 2)):
        picture = with_box(picture, (int(u), int(v)), (8, 16), (200, 200, 205))
    picture = with_box(picture, (222, 333), (8, 16), RED)
    assert miss(finished(picture), (222, 333)) < 4


def test_labels_in_black_and_white_do_not_distract() -> None:
    picture = ground(8)
    for u in range(83, 500, 83):
        for v in range(83, 500, 83):
            shade = (0, 0, 0) if (u + v) % 2 else (255, 255, 255)
            picture = with_box(picture, (u, v), (8, 8), shade)
            picture = with_box(picture, (u + 20, v), (3, 10), shade)
    picture = with_box(picture, (150, 290), (10, 18), BLUE)
    assert miss(finished(picture), (150, 290)) < 4


@pytest.mark.parametrize("shade", [0, 90, 255])
@pytest.mark.parametrize("shape", [(500, 500), (2, 2), (37, 64)])
def test_a_picture_of_one_colour(shade: int, shape: tuple[int, int]) -> None:
    (u, v), score = most_salient(np.full((*shape, 3), shade, np.uint8))
    assert (u, v, score) == ((shape[1] - 1) / 2, (shape[0] - 1) / 2, 0.0)


def test_of_equal_things_the_uppermost() -> None:
    picture = np.full((200, 200, 3), 90.0)
    for centre in ((150, 60), (40, 60), (100, 140)):
        picture = with_box(picture, centre, (10, 10), RED)
    assert miss(finished(picture), (40, 60)) < 3


@settings(max_examples=25, deadline=None)
@given(st.integers(2, 90), st.integers(2, 90), st.integers(0, 2**32 - 1))
def test_any_picture_has_an_answer_inside_it(height: int, width: int, seed: int) -> None:
    picture = np.random.default_rng(seed).integers(0, 256, (height, width, 3), dtype=np.uint8)
    (u, v), score = most_salient(picture)
    assert 0 <= u <= width - 1
    assert 0 <= v <= height - 1
    assert np.isfinite(score)
    assert most_salient(picture.copy()) == ((u, v), score)


def test_texture_alone_stands_out_little() -> None:
    assert most_salient(finished(ground(9)))[1] < 0.5


@pytest.mark.parametrize("shape", [(5, 5), (5, 5, 4), (1, 9, 3)])
def test_other_arrays_are_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"\(H, W, 3\)"):
        most_salient(np.zeros(shape, np.uint8))
