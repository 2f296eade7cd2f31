from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lookabout.world.assets.flesh import Bone, skin, surface_net
from lookabout.world.assets.solids import (
    Piece,
    ball,
    box,
    cylinder,
    disc_wheel,
    hardened,
    joined,
    limb,
    mound,
    plate,
    ring,
    rounded_box,
    sheet,
    tube,
)

lengths = st.floats(0.05, 20)


def volume(piece: Piece) -> float:
    a, b, c = np.moveaxis(piece.vertices[piece.triangles], 1, 0)
    return float(np.einsum("ij,ij->", a, np.cross(b, c)) / 6)


def open_edges(piece: Piece) -> int:
    """Directed edges that no neighbour runs the other way."""
    t = piece.triangles
    edges = np.concatenate([t[:, [0, 1]], t[:, [1, 2]], t[:, [2, 0]]])
    have = {(int(a), int(b)) for a, b in edges}
    return sum((b, a) not in have for a, b in have)


@given(lengths, lengths, lengths)
def test_boxes_enclose_their_volume(length: float, width: float, height: float) -> None:
    piece = box(length, width, height)
    assert volume(piece) == pytest.approx(length * width * height, rel=1e-9)
    assert open_edges(piece) == 0


@given(lengths, lengths, lengths, st.floats(0.01, 30))
def test_rounded_boxes_stay_inside_their_box(
    length: float, width: float, height: float, radius: float
) -> None:
    piece = rounded_box(length, width, height, radius)
    low, high = piece.vertices.min(axis=0), piece.vertices.max(axis=0)
    limit = np.array([length, width, height])
    assert (low >= [-length / 2 - 1e-9, -width / 2 - 1e-9, -1e-9]).all()
    assert (high <= limit * [0.5, 0.5, 1] + 1e-9).all()
    assert 0 < volume(piece) <= limit.prod() * (1 + 1e-9)
    assert open_edges(piece) == 0


def test_round_things_have_round_volumes() -> None:
    assert volume(cylinder(1, 2, 64)) == pytest.approx(2 * np.pi, rel=0.01)
    assert volume(disc_wheel(1, 2, 64)) == pytest.approx(2 * np.pi, rel=0.01)
    assert volume(tube([0, 0, 0], [2, 2, 1], 0.5, sides=64)) == pytest.approx(
        3 * np.pi / 4, rel=0.01
    )
    assert volume(ball(1, 2, 3, 48, 40)) == pytest.approx(8 * np.pi, rel=0.02)
    assert volume(ring(3, 1, 64, 48)) == pytest.approx(6 * np.pi**2, rel=0.01)
    assert volume(plate([[0, 0], [1, 0], [1, 1], [0, 1]], 0.5)) == pytest.approx(0.5)


def test_limbs_and_mounds_are_closed_and_right_side_out() -> None:
    bent = limb([[0, 0, 0], [0, 0, 1], [1, 0, 1], [1, 1, 1]], [0.1, 0.2, 0.2, 0.1])
    heap = mound(3, 2, 1, np.random.default_rng(0))
    for piece in (bent, heap, bent.mirrored(), heap.turned(30, 40, 50)):
        assert open_edges(piece) == 0
        assert volume(piece) > 0.05


def test_a_sheet_over_east_and_north_faces_up() -> None:
    x, y = np.meshgrid(np.arange(3.0), np.arange(4.0))
    piece = sheet(np.stack([x, y, 0 * x], -1))
    a, b, c = np.moveaxis(piece.vertices[piece.triangles], 1, 0)
    assert (np.cross(b - a, c - a)[:, 2] > 0).all()


@given(st.floats(5, 179))
@settings(max_examples=30)
def test_hardening_moves_nothing(angle: float) -> None:
    piece = joined([rounded_box(1, 2, 1, 0.3), ball(0.4, 0.4, 0.4).moved(z=2)])
    hard = hardened(piece, angle)
    np.testing.assert_array_equal(hard.vertices[hard.triangles], piece.vertices[piece.triangles])


def test_hardening_gives_a_box_its_edges_and_a_ball_none() -> None:
    assert len(hardened(box(1, 1, 1), 35).vertices) == 24
    smooth = ball(1, 1, 1, 24, 20)
    assert len(hardened(smooth, 35).vertices) == len(smooth.vertices)


def test_a_surface_net_finds_a_sphere() -> None:
    axis = np.linspace(-1.3, 1.3, 41)
    x, y, z = np.meshgrid(axis, axis, axis, indexing="ij")
    cell = float(axis[1] - axis[0])
    piece = surface_net(np.sqrt(x**2 + y**2 + z**2) - 1, np.full(3, -1.3), cell)
    assert np.abs(np.linalg.norm(piece.vertices, axis=1) - 1).max() < 0.3 * cell
    assert volume(piece) == pytest.approx(4 / 3 * np.pi, rel=0.02)
    assert open_edges(piece) == 0


def test_bones_blend_into_one_closed_skin() -> None:
    bones = [Bone((0, 0, 0), (1, 0, 0), 0.3, 0.2), Bone((0.5, 0, 0), (0.5, 0, 1), 0.2, 0.1)]
    piece = skin(bones, 0.06, 0.05)
    assert open_edges(piece) == 0
    alone = skin(bones[:1], 0.06, 0.05)
    assert volume(piece) > volume(alone) > np.pi * 0.2**2
