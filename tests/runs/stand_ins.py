"""Engines and agents for tests of runs; worker processes import them by name."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import sys
import time
from pathlib import Path
from typing import Any

from lookabout.agents.registry import AgentSpec
from lookabout.errors import ServiceError
from lookabout.exchange import Briefing, Observation, Reply, Usage
from tests.benchmarks.spatialscout.flat import BoxWorld
from tests.worlds import FOUND, FlatWorld, move

SWITCHES = "LOOKABOUT_TEST_SWITCHES"
"""Environment variable: a folder in which a test leaves files that make something fail once."""


def switched(name: str) -> bool:
    """True once for each time that the test has left a file of that name."""
    try:
        (Path(os.environ[SWITCHES]) / name).unlink()
    except (KeyError, OSError):
        return False
    return True


def flat(**_: Any) -> FlatWorld:
    """A flat world; ``die`` kills the process at the second picture, ``break`` raises there."""
    return _Flat()


class _Flat(FlatWorld):
    def observe(self, *args: Any, **kwargs: Any) -> Any:
        if self.pose("drone").position[2] < 40.0:
            if switched("die"):
                os.kill(os.getpid(), signal.SIGKILL)
            if switched("break"):
                raise RuntimeError("no picture today")
        return super().observe(*args, **kwargs)


def boxes(**_: Any) -> BoxWorld:
    """A scene of SpatialScout."""
    return BoxWorld()


class _Scripted:
    privileged = False

    def __init__(self, name: str) -> None:
        self.name = name

    def begin(self, briefing: Briefing) -> None:
        self.seed = briefing.seed
        self.turn = 0

    def reply(self, observation: Observation) -> Reply:
        self.turn += 1
        if self.turn == 1:
            # Half of the seeds fly away from the target, so that some episodes fail.
            side = -1 if self.seed % 2 else 1
            return Reply(move(side * 5, -side * -4, -32), latency_s=0.0)
        return Reply(FOUND)

    def close(self) -> None:
        pass


class _Slow(_Scripted):
    def reply(self, observation: Observation) -> Reply:
        time.sleep(0.4)
        return super().reply(observation)


class _Crashing(_Scripted):
    def reply(self, observation: Observation) -> Reply:
        if switched("crash"):
            raise ZeroDivisionError("a bug in the agent")
        return super().reply(observation)


class _Buggy(_Scripted):
    """Has a bug, and meets it in a library."""

    def reply(self, observation: Observation) -> Reply:
        return Reply(str(json.loads("{no json")))


class _Writing(_Scripted):
    """Writes calls of tools in place of making them."""

    def reply(self, observation: Observation) -> Reply:
        return Reply('[{"name": "capture_image"}]')


class _Serviced(_Scripted):
    def reply(self, observation: Observation) -> Reply:
        if switched("busy"):
            raise ServiceError("429: too busy")
        if switched("refused"):
            raise ServiceError("401: wrong key", permanent=True)
        return super().reply(observation)


class _Mean(_Scripted):
    """Does what an agent must not, at its first reply, as switched."""

    def begin(self, briefing: Briefing) -> None:
        super().begin(briefing)
        if switched("begin"):
            raise ValueError("not today")

    def reply(self, observation: Observation) -> Reply:
        if switched("sys.exit"):
            sys.exit(0)
        if switched("os._exit"):
            os._exit(0)
        if switched("interrupt"):
            raise KeyboardInterrupt
        if switched("surrogate"):
            raise ValueError("bad \ud800 here")
        if switched("long"):
            raise ValueError("x" * 3_000_000)
        if switched("none"):
            return None  # type: ignore[return-value]
        if switched("usage"):
            return Reply("", usage=Usage(-5, 1))
        if switched("reasoning"):
            return Reply("", reasoning=None)  # type: ignore[arg-type]
        return super().reply(observation)

    def close(self) -> None:
        if multiprocessing.parent_process() and switched("close"):
            raise ValueError("cannot close")


def _spec(name: str, cls: type[_Scripted]) -> AgentSpec:
    return AgentSpec(name, "scripted", False, "for tests", lambda: cls(name))


STEADY = _spec("steady", _Scripted)
SLOW = _spec("slow", _Slow)
CRASHING = _spec("crashing", _Crashing)
BUGGY = _spec("buggy", _Buggy)
WRITING = _spec("writing", _Writing)
SERVICED = _spec("serviced", _Serviced)
MEAN = _spec("mean", _Mean)


def _unmade() -> Any:
    sys.exit(0)


UNMADE = AgentSpec("unmade", "scripted", False, "for tests", _unmade)
NAMELESS = AgentSpec("nameless", "scripted", False, "for tests", lambda: _Scripted("\x1b[2J"))
LIAR = AgentSpec("liar", "scripted", True, "for tests", lambda: _Scripted("liar"))
