from __future__ import annotations

import numpy as np
import trimesh

from lookabout.world.assets.aircraft import Wing

WING = Wing(2.0, 1.6, 5.0, 1.0, 0.6, 1.2, 0.3)


def test_a_wing_reaches_from_its_root_to_its_tip() -> None:
    points = WING.solid().vertices
    assert points[:, 1].min() == 0.0
    assert points[:, 1].max() == 5.0
    root, tip = points[points[:, 1] == 0.0], points[points[:, 1] == 5.0]
    np.testing.assert_allclose([root[:, 0].min(), root[:, 0].max()], [0.4, 2.0])
    np.testing.assert_allclose([tip[:, 0].min(), tip[:, 0].max()], [0.4, 1.4])
    # The line of its ends of the profile is the chord's: 1.2 m up, 0.3 m more at the tip.
    np.testing.assert_allclose(root[np.argmin(root[:, 0]), 2], 1.2)
    np.testing.assert_allclose(tip[np.argmin(tip[:, 0]), 2], 1.5)


def test_a_panel_lies_on_the_upper_side_and_faces_up() -> None:
    piece, panel = WING.solid(), WING.panel(0.2, 0.8, 0.3, 0.9)
    body = trimesh.Trimesh(piece.vertices, piece.triangles)
    starts = panel.vertices + np.array([0.0, 0.0, 5.0])
    down = np.tile([0.0, 0.0, -1.0], (len(starts), 1))
    places, index, _ = body.ray.intersects_location(starts, down, multiple_hits=False)
    assert len(index) == len(starts)
    gap = panel.vertices[index, 2] - places[:, 2]
    assert gap.min() > 0.0
    assert gap.max() < 0.03
    a, b, c = np.moveaxis(panel.vertices[panel.triangles], 1, 0)
    assert (np.cross(b - a, c - a)[:, 2] > 0).all()
