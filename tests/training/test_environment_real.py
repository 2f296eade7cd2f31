"""The environment over a real forest, with its renderer."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import psutil
import pytest

import lookabout.training.gym  # noqa: F401, registers the environment

pytestmark = pytest.mark.slow
DRAFT: dict[str, Any] = {"quality": "draft", "threads": 1}


def renderers() -> list[psutil.Process]:
    """Below this process."""
    found = []
    for child in psutil.Process().children(recursive=True):
        try:
            if "lookabout.render.worker" in child.cmdline():
                found.append(child)
        except psutil.Error:
            continue
    return found


def wait_for(condition: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + 20
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.1)
    return condition()


def test_two_forests_side_by_side_leave_no_renderer() -> None:
    both = gymnasium.make_vec(
        "lookabout/FlySearch-v0", num_envs=2, vectorization_mode="async", **DRAFT
    )
    try:
        seen, _ = both.reset(seed=11)
        first, second = seen["image"]
        assert first.std() > 5  # a picture of something
        assert second.std() > 5
        assert (first != second).any()
        down = np.array([[0, 0, -10, -1]] * 2, np.float32)
        before = seen["altitude"].copy()
        seen, *_ = both.step(down)
        assert (seen["altitude"] - before).ravel().tolist() == pytest.approx([-10, -10], abs=1e-3)
        assert (seen["image"][0] != first).any()
        held = renderers()
        assert len(held) == 2
    finally:
        both.close()
    assert wait_for(lambda: not any(process.is_running() for process in held))
    # The same seed again, alone: the same picture.
    alone = gymnasium.make("lookabout/FlySearch-v0", **DRAFT)
    try:
        assert (alone.reset(seed=11)[0]["image"] == first).all()
    finally:
        alone.close()
    assert wait_for(lambda: not renderers())
