"""Tracers: many at once."""

from __future__ import annotations

import numpy as np

from lookabout.render.embree import Tracer

TRIANGLE = np.array([[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]])


def test_there_may_be_thousands_of_tracers_at_once() -> None:
    down = np.array([[0.2, 0.2, 2.0]]), np.array([[0.0, 0.0, -1.0]]), np.array([np.inf])
    tracers = [
        Tracer(np.zeros(3), np.array([1.0, 1.0, 0.0]), lambda: TRIANGLE) for _ in range(2500)
    ]
    for tracer in tracers:
        distance, triangle = tracer.cast(*down)
        assert (distance[0], triangle[0]) == (2.0, 0)
