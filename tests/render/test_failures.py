"""The child may die, hang or be orphaned; the client must not."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import psutil
import pytest

from lookabout.errors import SimulatorError, UsageError
from lookabout.geometry import Camera, Pose
from lookabout.render import Renderer
from tests.render.scenes import blocks

pytestmark = pytest.mark.slow
CAMERA, POSE = Camera(16, 16, 80), Pose.nadir((0, 0, 20))


def child_of(renderer: Renderer) -> int:
    """Process id of the renderer's child, of those that this process has."""
    before = {child.pid for child in psutil.Process().children()}
    renderer.load(blocks())
    (pid,) = {child.pid for child in psutil.Process().children()} - before
    return pid


def test_a_killed_child_is_an_error_once_and_the_next_load_recovers() -> None:
    with Renderer(quality="draft") as renderer:
        pid = child_of(renderer)
        first = renderer.render(CAMERA, POSE).rgb
        os.kill(pid, signal.SIGKILL)
        with pytest.raises(SimulatorError, match="signal 9"):
            renderer.render(CAMERA, POSE)
        with pytest.raises(SimulatorError, match="load"):
            renderer.render(CAMERA, POSE)
        renderer.load(blocks())
        assert (renderer.render(CAMERA, POSE).rgb == first).all()


def test_a_hung_child_is_given_up() -> None:
    with Renderer(quality="draft", timeout_s=20.0) as renderer:
        pid = child_of(renderer)
        renderer._timeout_s = 0.5
        os.kill(pid, signal.SIGSTOP)
        with pytest.raises(SimulatorError, match="did not answer"):
            renderer.render(CAMERA, POSE)
        assert not psutil.pid_exists(pid)


@pytest.mark.skipif(sys.platform != "linux", reason="affinity is Linux's")
def test_a_child_of_one_thread_uses_no_cpu_when_it_has_nothing_to_do() -> None:
    """A thread of the pool that spins takes a CPU from the worker beside it."""
    with Renderer(threads=1) as renderer:
        child = psutil.Process(child_of(renderer))
        renderer.render(CAMERA, POSE)
        before = child.cpu_times()
        time.sleep(1.0)
        after = child.cpu_times()
        assert after.user + after.system - before.user - before.system < 0.1
        assert child.cpu_affinity() == psutil.Process().cpu_affinity()


def test_a_device_that_is_not_there_is_told_each_time() -> None:
    with Renderer(quality="draft", device="metal" if sys.platform == "linux" else "hip") as other:
        for _ in range(2):
            with pytest.raises(UsageError, match="device"):
                other.load(blocks())


def test_close_ends_the_child_and_a_load_may_follow() -> None:
    renderer = Renderer(quality="draft")
    pid = child_of(renderer)
    assert renderer.engine["engine"] == "cycles"
    assert renderer.engine["quality"] == "draft"
    renderer.close()
    renderer.close()
    assert not psutil.pid_exists(pid)
    renderer.load(blocks())
    renderer.close()


_PARENT = """
import sys, time
from lookabout.render import Renderer
from tests.render.scenes import blocks
import psutil
renderer = Renderer(quality="draft")
renderer.load(blocks())
print(psutil.Process().children()[0].pid, flush=True)
time.sleep(600)
"""


def test_the_child_dies_with_its_parent() -> None:
    parent = subprocess.Popen([sys.executable, "-c", _PARENT], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    child = psutil.Process(int(parent.stdout.readline()))
    parent.kill()
    parent.wait()
    parent.stdout.close()
    deadline = time.monotonic() + 30
    while child.is_running() and child.status() != psutil.STATUS_ZOMBIE:
        assert time.monotonic() < deadline
        time.sleep(0.05)
