"""DroneCATS as a Gymnasium environment, on the benchmark's own loop."""

from __future__ import annotations

import json
import string
from collections.abc import Mapping
from typing import Any, Literal, cast

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from lookabout.benchmarks.dronecats.actions import (
    MAX_DEPTH_M,
    SCALE,
    Action,
    Finished,
    Go,
    Rotate,
    Think,
    written,
)
from lookabout.benchmarks.dronecats.log import StepLog
from lookabout.benchmarks.dronecats.rules import DRONES
from lookabout.benchmarks.dronecats.settings import Settings
from lookabout.benchmarks.dronecats.task import EPISODE_S, Task
from lookabout.errors import UsageError
from lookabout.exchange import Observation, Reply
from lookabout.sim.scenario import Scenario
from lookabout.training.base import BenchmarkEnv, RenderMode, check_choices

LONGEST_REPLY = 100_000
KINDS = ("go", "rotate", "think", "finished")
WIDEST_DEG = 90.0


class DroneCatsEnv(BenchmarkEnv):
    """
    ## Description
    Fly drones with a camera that looks ahead to a thing that words name, and declare the arrival:
    the DroneCATS benchmark (flight, clock, verdict as there). Each episode is another one; by
    default one to train on, that no published set holds.

    ## Action space
    ``action="command"`` (default): ``Dict``, or in ``commanding`` a ``Tuple`` of four, one a drone:

    | key | space | meaning |
    |---|---|---|
    | ``kind`` | Discrete(4) | 0 go, 1 rotate, 2 think, 3 finished |
    | ``point`` | Box(0, 1000, (2,), float32) | of ``go``: x and y in the picture |
    | ``depth`` | Box(0, 1000, (1,), float32) | of ``go``: metres along the point's ray |
    | ``yaw`` | Box(-90, 90, (1,), float32) | of ``rotate``: degrees |

    ``action="text"``: ``Text``. The reply of a language model, as in the benchmark; any ``str`` is
    taken.

    ## Observation space
    ``Dict``:

    | key | space | meaning |
    |---|---|---|
    | ``image`` | Box(0, 255, (H, W, 3), uint8) | the view; in ``commanding`` (4, H, W, 3) |
    | ``instruction`` | Text | what to go to |
    | ``time_left`` | Box(0, seconds, (1,), float32) | seconds |

    ``info["shown"]`` is what the benchmark shows a model in this turn, as parts
    ``{"type": "text", "text": …}`` and ``{"type": "image", "image": array}``; each turn stands
    alone.

    ## Reward
    ``reward="success"`` (default): 1 for the first declaration that the verdict counts, else 0.

    ``reward="progress"``: that, and in each step the metres by which the nearest drone has come
    nearer to the target, over its distance at the start.

    ## Start
    At the episode's start poses.

    ## End
    ``terminated``: the first declaration that counts (in the benchmark a flight goes on, but
    nothing after it changes the verdict), or the end of the time. The time is a rule of the task
    and is observed, so ``truncated`` is never set. ``info["ending"]`` says which end it was:
    ``succeeded`` or ``time_spent``.

    ``info`` holds at every step ``is_success``, ``ending`` (str or None), ``shown``, and
    ``scenario``, its id.

    ## Arguments
    ``reset(seed=…)`` seeds the list of episodes; without it the list goes on.
    ``reset(options={"scenario": …})`` flies a given one: a ``Scenario``, its JSON as a dict, or
    the path of its file. See ``__init__`` for those of ``gymnasium.make``.

    ## Version
    v0
    """

    def __init__(
        self,
        *,
        set: str = "approaching",
        action: Literal["command", "text"] = "command",
        reward: Literal["success", "progress"] = "success",
        latency_s: float = 0.0,
        seconds: float = EPISODE_S,
        step_s: float = 1.0,
        width: int = 640,
        height: int = 480,
        render_mode: RenderMode = None,
        engine: str = "embedded",
        quality: str = "standard",
        device: str = "cpu",
        threads: int | None = None,
    ) -> None:
        """
        :param set: one of the five cells.
        :param action: which form actions have.
        :param reward: which reward a step earns.
        :param latency_s: what a reply costs in the world: the clock is pinned.
        :param seconds: length of an episode; so ``step_s`` of a step.
        :param width: of the pictures, pixels; so ``height``.
        :param engine: simulator by name, as in ``lookabout run``; so ``quality`` and ``device``.
        :param threads: CPU threads of the renderer; None: all. With several environments on one
            machine give each its share.
        :raises UsageError: for a name or value that does not exist.
        """
        check_choices(
            action=(action, ("command", "text")), reward=(reward, ("success", "progress"))
        )
        super().__init__(
            "dronecats",
            set,
            {
                "clock": "pinned",
                "latency_s": latency_s,
                "seconds": seconds,
                "step_s": step_s,
                "width": width,
                "height": height,
            },
            render_mode,
            engine=engine,
            quality=quality,
            device=device,
            threads=threads,
        )
        info = next(info for info in self._benchmark.sets if info.name == set)
        if info.parts:
            known = ", ".join(info.parts)
            raise UsageError(f"an environment has one cell; {set} holds {known}", where="set")
        self._form, self._rewards = action, reward
        assert isinstance(self._settings, Settings)
        self._order, self._radius = self._settings.order, self._settings.delta
        self._seconds = seconds
        self._drones = DRONES if set == "commanding" else 1
        if action == "text":
            self.action_space: spaces.Space[Any] = spaces.Text(
                LONGEST_REPLY, min_length=0, charset=string.printable
            )
        elif self._drones > 1:
            self.action_space = spaces.Tuple([_command_space() for _ in range(self._drones)])
        else:
            self.action_space = _command_space()
        size = (height, width, 3)
        if self._drones > 1:
            size = (self._drones, *size)  # type: ignore[assignment]
        self.observation_space = cast(
            spaces.Space[dict[str, Any]],
            spaces.Dict(
                {
                    "image": spaces.Box(0, 255, size, np.uint8),
                    "instruction": spaces.Text(400, charset=string.printable),
                    "time_left": spaces.Box(0.0, seconds, (1,), np.float32),
                }
            ),
        )

    def _drawn(self) -> Scenario:
        seed = int(self.np_random.integers(2**40, 2**62))
        index = int(self.np_random.integers(2**20))
        return self._benchmark.scenario(self._set, seed, index, self._simulator)

    def _begun(self, scenario: Scenario) -> None:
        if len(scenario.vehicles) != self._drones:
            raise UsageError(
                f"has {len(scenario.vehicles)} drones; the environment's spaces are for "
                f"{self._drones}",
                where=f"scenario {scenario.id}",
            )
        self._task = Task.model_validate(scenario.task)
        centre = np.array(self._benchmark.truth(scenario, self._simulator)["target_centre"])
        self._start_m = self._nearest_m = min(
            float(np.linalg.norm(centre - np.array(vehicle.position)))
            for vehicle in scenario.vehicles
        )

    def _started(self, observation: Observation) -> tuple[dict[str, Any], dict[str, Any]]:
        return self._seen(observation), self._info(observation, is_success=False, ending=None)

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """
        One reply.

        :raises ResetNeeded: before the first reset and after an episode's end.
        :raises UsageError: for an action of the wrong form; the episode stays as it was.
        :raises SimulatorError: when the world fails; reset before the next step.
        """
        episode = self._taken()
        try:
            text = self._reply(action)
        except UsageError:
            self._episode = episode
            raise
        step = episode.answer(Reply(text))
        log = StepLog.model_validate(step.detail)
        success = any(item.visible and item.distance_m <= self._radius for item in log.declarations)
        earned = float(success) + (self._progress(log) if self._rewards == "progress" else 0.0)
        ending = "succeeded" if success else step.ending
        observation = episode.observe()
        if ending is None:
            self._episode = episode
        info = self._info(observation, is_success=success, ending=ending)
        return self._seen(observation), earned, ending is not None, False, info

    def _progress(self, log: StepLog) -> float:
        """Share of the start distance by which the nearest drone is nearer than a step ago."""
        last = {item.drone: item.distance_m for item in log.trace}
        if not last:
            return 0.0
        before, self._nearest_m = self._nearest_m, min(last.values())
        return (before - self._nearest_m) / self._start_m

    def _reply(self, action: Any) -> str:
        """The action as the benchmark reads it."""
        if self._form == "text":
            if not isinstance(action, str):
                raise UsageError(f"expected a str, got {type(action).__name__}", where="action")
            return action
        if self._drones == 1:
            return json.dumps(written(_command(action, "action"), self._order))
        if not isinstance(action, tuple | list) or len(action) != self._drones:
            raise UsageError(f"expected {self._drones} commands", where="action")
        commands = [_command(one, f"action[{k}]") for k, one in enumerate(action)]
        return json.dumps([written(command, self._order) for command in commands])

    def _seen(self, observation: Observation) -> dict[str, Any]:
        views = [image.pixels for image in observation.images]
        self._picture = views[0] if len(views) == 1 else np.hstack(views)
        left = max(0.0, self._seconds - self._simulator.time_s)
        return {
            "image": (views[0] if self._drones == 1 else np.stack(views)).copy(),
            "instruction": self._task.instruction,
            "time_left": np.array([left], np.float32),
        }


def _command_space() -> spaces.Dict:
    return spaces.Dict(
        {
            "kind": spaces.Discrete(len(KINDS)),
            "point": spaces.Box(0.0, SCALE, (2,), np.float32),
            "depth": spaces.Box(0.0, MAX_DEPTH_M, (1,), np.float32),
            "yaw": spaces.Box(-WIDEST_DEG, WIDEST_DEG, (1,), np.float32),
        }
    )


def _command(action: Any, where: str) -> Action:
    """
    An action of the space as one of the benchmark.

    :raises UsageError: for anything else.
    """
    if not isinstance(action, Mapping):
        raise UsageError(f"expected a dict, got {type(action).__name__}", where=where)
    kind = _numbers(action, "kind", (), where)
    if kind not in range(len(KINDS)):
        raise UsageError(
            f"expected a whole number from 0 to {len(KINDS) - 1}", where=f"{where}.kind"
        )
    match KINDS[int(kind)]:
        case "go":
            x, y = _numbers(action, "point", (2,), where).clip(0.0, SCALE).tolist()
            [depth] = _numbers(action, "depth", (1,), where).clip(0.0, MAX_DEPTH_M).tolist()
            return Go(x, y, depth)
        case "rotate":
            [yaw] = _numbers(action, "yaw", (1,), where).clip(-WIDEST_DEG, WIDEST_DEG).tolist()
            return Rotate(yaw)
        case "think":
            return Think()
    return Finished()


def _numbers(
    action: Mapping[str, Any], key: str, shape: tuple[int, ...], where: str
) -> NDArray[np.float64]:
    try:
        found = np.asarray(action[key])
    except (KeyError, TypeError, ValueError, OverflowError, RuntimeError):
        raise UsageError("is missing or no number", where=f"{where}.{key}") from None
    if found.dtype.kind not in "iuf" or found.shape != shape or not np.isfinite(found).all():
        raise UsageError(f"expected finite numbers of shape {shape}", where=f"{where}.{key}")
    values: NDArray[np.float64] = found.astype(float)
    return values
