"""SpatialScout as a Gymnasium environment, on the benchmark's own loop."""

from __future__ import annotations

import json
import string
from typing import Any, cast

import numpy as np
from gymnasium import spaces

from lookabout.benchmarks.spatialscout.episode import Episode
from lookabout.benchmarks.spatialscout.task import Task
from lookabout.benchmarks.spatialscout.verdict import judge
from lookabout.errors import UsageError
from lookabout.exchange import Observation, Reply, ToolCall
from lookabout.sim.scenario import Scenario
from lookabout.training.base import BenchmarkEnv, RenderMode

LONGEST_ACTION = 100_000
LONGEST_RESULTS = 10_000_000
MOST_CALLS = 1000
"""In one action; more are not read."""
_EXAMPLE = '[{"name": "capture_image", "arguments": {}}]'


class SpatialScoutEnv(BenchmarkEnv):
    """
    ## Description
    Look around a furnished flat with a free camera and map where its objects are: the
    SpatialScout benchmark (tools, budgets, ends and scores as there). Each episode is another
    flat; by default one to train on, that no published set holds.

    ## Action space
    ``Text``: the tool calls of one reply as JSON, carried out in order:
    ``[{"name": "rotate_camera", "arguments": {"yaw_deg": 30}}, {"name": "capture_image"}]``.
    ``info["tools"]`` of a reset describes the ten tools by JSON Schemas. Any ``str`` is taken.
    An empty text and an empty list are a reply without calls, which ends the episode; a text that
    is no such list is answered by an error and costs a reply, as a call that cannot be read.

    ## Observation space
    ``Dict``:

    | key | space | meaning |
    |---|---|---|
    | ``image`` | Box(0, 255, (S, S, 3), uint8) | the last picture taken, RGB |
    | ``results`` | Text | what the last action's calls gave: a JSON list of objects |
    | ``inventory`` | Text | the targets: a JSON list of identifier, category, group |
    | ``calls_left`` | Discrete | replies left |
    | ``images_left`` | Discrete | pictures left |

    S is ``delivered_size``. ``info["shown"]`` is what the benchmark shows a model in this turn, as
    parts ``{"type": "text", "text": …}``, ``{"type": "tool", "name": …, "text": …}`` and
    ``{"type": "image", "image": array}``: an action may take several pictures, and all of them
    are there.

    ## Reward
    The increase of the mean IoU over all targets of the accepted map, in [-1, 1]; so the rewards
    of an episode add up to the benchmark's score of its final map, and spoiling an entry costs
    what it was worth. Nothing of the truth shows otherwise: an agent that is rewarded while it
    acts could find targets by trial, so rewards are for training and never part of an evaluation.

    ## Start
    At the scene's start pose, with its first picture.

    ## End
    ``terminated``: ``finish_mapping``, an action without calls, or the last reply.
    ``info["ending"]`` says which. The budget is a rule of the task and is observed, so
    ``truncated`` is never set. The observation of the last step has its results and the last
    picture.

    ``info`` holds at every step ``is_success`` (coverage and error as the paper's case studies
    have it; False until the end), ``ending`` (str or None), ``shown``, and ``scenario``, its id.

    ## Arguments
    ``reset(seed=…)`` seeds the list of scenes; without it the list goes on.
    ``reset(options={"scenario": …})`` takes a given one: a ``Scenario``, its JSON as a dict, or the
    path of its file. See ``__init__`` for those of ``gymnasium.make``.

    ## Version
    v0
    """

    def __init__(
        self,
        *,
        set: str = "rooms",
        calls: int = 100,
        images: int = 100,
        delivered_size: int = 512,
        render_mode: RenderMode = None,
        engine: str = "embedded",
        quality: str = "standard",
        device: str = "cpu",
        threads: int | None = None,
    ) -> None:
        """
        :param set: whose kind of scenes: ``rooms`` (asset pack) or ``rooms-builtin``.
        :param calls: replies of an episode.
        :param images: pictures of an episode, the first included.
        :param delivered_size: side of the pictures, pixels.
        :param engine: simulator by name, as in ``lookabout run``; so ``quality`` and ``device``.
        :param threads: CPU threads of the renderer; None: all. With several environments on one
            machine give each its share.
        :raises UsageError: for a name or value that does not exist.
        """
        super().__init__(
            "spatialscout",
            set,
            {"calls": calls, "images": images, "delivered_size": delivered_size},
            render_mode,
            engine=engine,
            quality=quality,
            device=device,
            threads=threads,
        )
        self.action_space = spaces.Text(LONGEST_ACTION, min_length=0, charset=string.printable)
        size = (delivered_size, delivered_size, 3)
        text = spaces.Text(LONGEST_RESULTS, min_length=2, charset=string.printable)
        self.observation_space = cast(
            spaces.Space[dict[str, Any]],
            spaces.Dict(
                {
                    "image": spaces.Box(0, 255, size, np.uint8),
                    "results": text,
                    "inventory": text,
                    "calls_left": spaces.Discrete(calls + 1),
                    "images_left": spaces.Discrete(images + 1),
                }
            ),
        )

    def _begun(self, scenario: Scenario) -> None:
        self._truth = self._benchmark.truth(scenario, self._simulator)
        self._inventory = json.dumps(
            [entity.model_dump() for entity in Task.model_validate(scenario.task).entities]
        )
        self._score = 0.0

    def _started(self, observation: Observation) -> tuple[dict[str, Any], dict[str, Any]]:
        info = self._info(observation, is_success=False, ending=None)
        info["tools"] = [
            {"name": tool.name, "description": tool.description, "parameters": tool.parameters}
            for tool in observation.tools
        ]
        return self._seen(observation), info

    def step(self, action: str) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """
        One reply.

        :raises ResetNeeded: before the first reset and after an episode's end.
        :raises UsageError: for an action that is no text; the episode stays as it was.
        :raises SimulatorError: when the world fails; reset before the next step.
        """
        if not isinstance(action, str):
            raise UsageError(f"expected a str, got {type(action).__name__}", where="action")
        episode = self._taken()
        assert isinstance(episode, Episode)
        step = episode.answer(Reply(action, tool_calls=read_action(action)))
        verdict = judge(self._truth, episode.map)
        earned = verdict["mean_iou"] - self._score
        self._score = verdict["mean_iou"]
        observation = episode.observe()
        if step.ending is None:
            self._episode = episode
        success = step.ending is not None and verdict["success"]
        info = self._info(observation, is_success=success, ending=step.ending)
        return self._seen(observation), earned, step.ending is not None, False, info

    def _drawn(self) -> Scenario:
        """A scene of a list that belongs to no seed which a person would publish."""
        seed = int(self.np_random.integers(2**40, 2**62))
        index = int(self.np_random.integers(80))
        return self._benchmark.scenario(self._set, seed, index, self._simulator)

    def _seen(self, observation: Observation) -> dict[str, Any]:
        return {
            "image": self._last_picture(observation),
            "results": f"[{', '.join(observation.facts['results'])}]",
            "inventory": self._inventory,
            "calls_left": observation.facts["calls_left"],
            "images_left": observation.facts["images_left"],
        }


def read_action(text: str) -> tuple[ToolCall, ...]:
    """
    The calls of an action; none for an empty text or list.

    What is no list of calls becomes one that cannot be carried out, and is answered so.
    """
    if not text.strip():
        return ()
    try:
        listed = json.loads(text)
    except (ValueError, RecursionError):
        listed = None
    if not isinstance(listed, list):
        return (ToolCall("call_0", "", {}, f"the action is no JSON list of calls, as {_EXAMPLE}"),)
    return tuple(_call(index, item) for index, item in enumerate(listed[:MOST_CALLS]))


def _call(index: int, item: Any) -> ToolCall:
    name = item.get("name") if isinstance(item, dict) else None
    arguments = item.get("arguments", {}) if isinstance(item, dict) else None
    if not isinstance(name, str) or not isinstance(arguments, dict):
        named = name if isinstance(name, str) else ""
        problem = f"entry {index} of the action is no call with a name, as in {_EXAMPLE}"
        return ToolCall(f"call_{index}", named, {}, problem)
    return ToolCall(f"call_{index}", name, arguments)
