"""FlySearch as a Gymnasium environment, on the benchmark's own loop."""

from __future__ import annotations

import string
from typing import Any, Literal, cast

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from lookabout.benchmarks.flysearch.episode import CAMERA
from lookabout.benchmarks.flysearch.generate import DRONE, Task
from lookabout.benchmarks.flysearch.practice import practice_scenario
from lookabout.benchmarks.flysearch.reward import State
from lookabout.benchmarks.flysearch.reward import reward as reply_reward
from lookabout.benchmarks.flysearch.sets import get_rules
from lookabout.benchmarks.flysearch.settings import Settings
from lookabout.benchmarks.flysearch.verdict import judge
from lookabout.errors import UsageError
from lookabout.exchange import Observation, Reply
from lookabout.sim.scenario import Scenario
from lookabout.training.base import BenchmarkEnv, RenderMode, check_choices

LONGEST_REPLY = 100_000
_REPLY_CHARACTERS = string.printable
_RANGE_M = 1000.0

Action = NDArray[np.floating[Any]] | str


class FlySearchEnv(BenchmarkEnv):
    """
    ## Description
    Find a described thing with a drone whose camera looks straight down: the FlySearch benchmark
    (sets, loop, refusals and success as there). Each episode is another scenario; by default one
    to train on, that no published set holds, on a map that none uses.

    ## Action space
    ``action="move"`` (default): ``Box(4)``, float32. The first three are the move in metres east,
    north and up, from minus to plus the set's altitude cap; a fourth above 0, of [-1, 1], claims
    that the target is found, and the move is not looked at.

    ``action="text"``: ``Text``. The reply of a language model, reasoning and action tag, as in the
    benchmark. Any ``str`` is taken, of other characters than the space's too.

    ## Observation space
    ``Dict``:

    | key | space | meaning |
    |---|---|---|
    | ``image`` | Box(0, 255, (500, 500, 3), uint8) | the last view, RGB; top is north |
    | ``altitude`` | Box(-1000, 1000, (1,), float32) | over the ground, metres |
    | ``offset`` | Box(-1000, 1000, (3,), float32) | from the start, metres east, north, up |
    | ``replies_left`` | Discrete | that still count; at 1 only a claim does anything |
    | ``refused`` | Discrete(4) | why the last move was not made: see below; 0 if it was |
    | ``collided`` | Discrete(2) | the last move was stopped by something |

    A move is refused that leads (1) over the altitude cap, (2) out of the search area, (3) out of
    the last view. The grid of moves is drawn over the image unless ``grid=False``.

    What to find is words, in ``info``: ``description``, and ``shown``, what the benchmark shows a
    model in this turn, as parts ``{"type": "text", "text": …}`` and ``{"type": "image",
    "image": array}``. A policy for language models sends the parts of all turns, with its replies
    between them.

    ## Reward
    ``reward="success"`` (default): 1 for a claim that succeeds, else 0. This is what the benchmark
    measures.

    ``reward="progress"``: the paper's reward of a single reply, in [0, 2]. It is made to compare
    replies to one observation (a discount of 0, as in GRPO on single steps). Summed over an
    episode it prefers many small steps to one long one, since each earns the share of the distance
    that was left.

    ## Start
    At the scenario's start: 30 to 100 m high in FS-1, with the target in view.

    ## End
    ``terminated``: a claim; a reply that cannot be read; five refused moves in a row; the last
    reply that counts. The budget of replies is a rule of the task and is observed, so an episode
    whose budget is spent has really ended and nothing may be bootstrapped from it. ``truncated``
    is never set. The observation of the last step is that of the step before: nothing new is
    looked at. ``info["ending"]`` says which end it was.

    ``info`` holds at every step ``is_success`` (bool), ``ending`` (str or None), ``outcome``
    (``moved``, ``collided``, ``refused``, ``ended``; ``started`` at a reset), ``description``,
    ``shown``, and ``scenario``, its id. Nothing of it tells where the target is.

    ## Arguments
    ``reset(seed=…)`` seeds the list of scenarios; without it the list goes on.
    ``reset(options={"scenario": …})`` flies a given one: a ``Scenario``, its JSON as a dict, or
    the path of its file. See ``__init__`` for those of ``gymnasium.make``.

    ## Version
    v0
    """

    def __init__(
        self,
        *,
        set: str = "fs1-forest",
        action: Literal["move", "text"] = "move",
        reward: Literal["success", "progress"] = "success",
        grid: bool = True,
        message_order: Literal["altitude-image", "image-altitude"] = "altitude-image",
        steps: int | None = None,
        render_mode: RenderMode = None,
        engine: str = "embedded",
        quality: str = "standard",
        device: str = "cpu",
        threads: int | None = None,
    ) -> None:
        """
        :param set: whose rules and kind of scenarios; ``fs1-city``, ``fs1-forest``, …
        :param action: which form actions have.
        :param reward: which reward a step earns.
        :param grid: draw the grid of moves over the picture.
        :param message_order: of texts and picture in ``info["shown"]``.
        :param steps: replies that count; None: the set's.
        :param engine: simulator by name, as in ``lookabout run``; so ``quality`` and ``device``.
        :param threads: CPU threads of the renderer; None: all. With several environments on one
            machine give each its share.
        :raises UsageError: for a name or value that does not exist.
        """
        check_choices(action=(action, ("move", "text")), reward=(reward, ("success", "progress")))
        super().__init__(
            "flysearch",
            set,
            {"grid": grid, "message_order": message_order, "steps": steps},
            render_mode,
            engine=engine,
            quality=quality,
            device=device,
            threads=threads,
        )
        self._form, self._rewards = action, reward
        assert isinstance(self._settings, Settings)
        rules = self._settings.rules(get_rules(set))
        self._steps = rules.steps
        cap = rules.altitude_cap
        if action == "text":
            self.action_space: spaces.Space[Any] = spaces.Text(
                LONGEST_REPLY, min_length=0, charset=_REPLY_CHARACTERS
            )
        else:
            high = np.array([cap, cap, cap, 1.0], np.float32)
            self.action_space = spaces.Box(-high, high)
        size = (CAMERA.height, CAMERA.width, 3)
        self.observation_space = cast(
            spaces.Space[dict[str, Any]],
            spaces.Dict(
                {
                    "image": spaces.Box(0, 255, size, np.uint8),
                    "altitude": spaces.Box(-_RANGE_M, _RANGE_M, (1,), np.float32),
                    "offset": spaces.Box(-_RANGE_M, _RANGE_M, (3,), np.float32),
                    "replies_left": spaces.Discrete(self._steps + 1),
                    "refused": spaces.Discrete(len(_REFUSALS)),
                    "collided": spaces.Discrete(2),
                }
            ),
        )

    def _drawn(self) -> Scenario:
        return practice_scenario(self._set, self.np_random, "practice", self._simulator)

    def _begun(self, scenario: Scenario) -> None:
        self._task = Task.model_validate(scenario.task)
        self._truth = self._benchmark.truth(scenario, self._simulator)
        self._start = self._position()
        self._turn, self._collided = 1, False

    def _started(self, observation: Observation) -> tuple[dict[str, Any], dict[str, Any]]:
        return self._seen(observation), self._told(observation, "started", None, False)

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
        state = self._state()
        step = episode.answer(Reply(text))
        success = self._succeeded(step.action["kind"] == "claim", state)
        progress = self._rewards == "progress"
        earned = reply_reward(text, state).total if progress else float(success)
        if step.ending is not None:
            self._turn = self._steps + 1
            observation = Observation(())
        else:
            self._turn += step.outcome != "refused"
            self._collided = step.outcome == "collided"
            observation = episode.observe()
            self._episode = episode
        seen = self._seen(observation)
        info = self._told(observation, step.outcome, step.ending, success)
        return seen, earned, step.ending is not None, False, info

    def _reply(self, action: Any) -> str:
        """The action as the benchmark reads it."""
        if self._form == "text":
            if not isinstance(action, str):
                raise UsageError(f"expected a str, got {type(action).__name__}", where="action")
            return action
        try:
            given = np.asarray(action)
        except (TypeError, ValueError, OverflowError, RuntimeError) as error:
            problem = f"expected four finite numbers, got {type(action).__name__}: {error!s:.80}"
            raise UsageError(problem, where="action") from None
        if given.dtype.kind not in "iuf" or given.shape != (4,):
            raise UsageError(
                f"expected four finite numbers, got {type(action).__name__} "
                f"(type {given.dtype}, shape {given.shape})",
                where="action",
            )
        with np.errstate(over="ignore"):  # of wider floats; told below
            values = given.astype(float)
        if not np.isfinite(values).all():
            raise UsageError(f"expected four finite numbers, got {values}", where="action")
        x, y, z, claim = values.tolist()
        return f"<Action>{'FOUND' if claim > 0 else f'({x:.6f}, {y:.6f}, {z:.6f})'}</Action>"

    def _position(self) -> tuple[float, float, float]:
        x, y, z = self._simulator.pose(DRONE).position.tolist()
        return x, y, z

    def _state(self) -> State:
        return State(
            self._position(),
            tuple(self._truth["target_centre"]),
            self._truth["target_top"],
            self._task.ground_z,
        )

    def _succeeded(self, claimed: bool, state: State) -> bool:
        return judge(
            claimed=claimed,
            position=state.position,
            ground_z=state.ground_z,
            target_centre=state.target_centre,
            target_top=state.target_top,
        ).success

    def _seen(self, observation: Observation) -> dict[str, Any]:
        at = self._position()
        return {
            "image": self._last_picture(observation),
            "altitude": np.array([at[2] - self._task.ground_z], np.float32),
            "offset": np.array([a - b for a, b in zip(at, self._start, strict=True)], np.float32),
            "replies_left": self._steps + 1 - self._turn,
            "refused": _REFUSALS.index(str(observation.facts.get("refusal", ""))),
            "collided": int(self._collided),
        }

    def _told(
        self, observation: Observation, outcome: str, ending: str | None, success: bool
    ) -> dict[str, Any]:
        return self._info(
            observation,
            is_success=success,
            ending=ending,
            outcome=outcome,
            description=self._task.description,
        )


_REFUSALS = ("", "altitude", "area", "view")
