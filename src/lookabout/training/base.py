"""What the Gymnasium environments share: one simulator, a benchmark's own loop, scenarios."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

import numpy as np
from gymnasium import Env
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from lookabout.benchmarks.base import Episode
from lookabout.benchmarks.registry import get_benchmark
from lookabout.errors import UsageError
from lookabout.exchange import Image, Observation, ToolResult
from lookabout.sim.registry import make_simulator
from lookabout.sim.scenario import Scenario, check, read_scenario
from lookabout.world.spec import SpecModel

RenderMode = Literal["rgb_array"] | None


def check_choices(**choices: tuple[Any, tuple[str, ...]]) -> None:
    """
    :param choices: by option: what was given, and what is known.
    :raises UsageError: for the first that is not known.
    """
    for name, (value, known) in choices.items():
        if value not in known:
            raise UsageError(f"there is no {name} {value!r}; known: {known}", where=name)


class BenchmarkEnv(Env[dict[str, Any], Any]):
    """An episode of a benchmark after another."""

    metadata = {"render_modes": ["rgb_array"], "render_fps": 1}  # noqa: RUF012, as the base has it

    def __init__(
        self,
        benchmark: str,
        set_name: str,
        settings: Mapping[str, Any],
        render_mode: RenderMode,
        *,
        engine: str,
        quality: str,
        device: str,
        threads: int | None,
    ) -> None:
        """
        :param settings: of the benchmark.
        :raises UsageError: for a name or value that does not exist.
        """
        if render_mode not in (None, "rgb_array"):
            raise UsageError(f"there is no render_mode {render_mode!r}; known: rgb_array")
        self.render_mode = render_mode
        self._benchmark = get_benchmark(benchmark)
        if set_name not in [info.name for info in self._benchmark.sets]:
            known = ", ".join(info.name for info in self._benchmark.sets)
            raise UsageError(f"there is no set {set_name!r}; known: {known}", where="set")
        self._set = set_name
        self._settings: SpecModel = check(
            self._benchmark.settings_model, settings, where="settings of the environment"
        )
        self._benchmark.check_settings(set_name, self._settings)
        self._simulator = make_simulator(engine, quality=quality, device=device, threads=threads)
        self._episode: Episode | None = None
        self._scenario: Scenario | None = None
        self._picture: NDArray[np.uint8] | None = None

    # -- what each environment has of its own -----------------------------------------

    def _drawn(self) -> Scenario:
        """A scenario to train on: of a list that belongs to no seed which a person publishes."""
        raise NotImplementedError

    def _begun(self, scenario: Scenario) -> None:
        """Take what the episode needs from a simulator that has been reset."""
        raise NotImplementedError

    def _started(self, observation: Observation) -> tuple[dict[str, Any], dict[str, Any]]:
        """The first observation and its info."""
        raise NotImplementedError

    # -- life --------------------------------------------------------------------------

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """
        Start another episode.

        :raises UsageError: for an option that does not exist, or a scenario that is none.
        :raises SimulatorError: when the world fails; the next reset starts it anew.
        """
        super().reset(seed=seed)
        options = options or {}
        for name in options:
            if name != "scenario":
                raise UsageError(f"there is no option {name!r}; known: scenario", where="options")
        self._episode = None
        scenario = self._given(options["scenario"]) if "scenario" in options else self._drawn()
        self._simulator.reset(scenario)
        self._scenario = scenario
        self._begun(scenario)
        episode = self._benchmark.episode(scenario, self._simulator, self._settings)
        observation = episode.observe()
        self._episode = episode
        return self._started(observation)

    def render(self) -> Any:
        """The last picture if ``render_mode`` is ``rgb_array``."""
        return None if self.render_mode is None else self._picture

    def close(self) -> None:
        """End the renderer's process."""
        self._episode = None
        self._simulator.close()

    def _taken(self) -> Episode:
        """The episode, which is over unless it is put back: a failure leaves none."""
        if self._episode is None:
            raise ResetNeeded("there is no episode: call reset first")
        episode, self._episode = self._episode, None
        return episode

    def _given(self, scenario: Any) -> Scenario:
        where = 'options["scenario"]'
        if isinstance(scenario, str | Path):
            where = str(scenario)
            found = read_scenario(Path(scenario))
        elif isinstance(scenario, Scenario):
            found = scenario
        else:
            found = check(Scenario, scenario, where=where)
        if (found.benchmark, found.set) != (self._benchmark.name, self._set):
            raise UsageError(
                f"belongs to {found.benchmark}/{found.set}, not to "
                f"{self._benchmark.name}/{self._set}",
                where=where,
            )
        self._benchmark.check(found, where=where)
        return found

    def _last_picture(self, observation: Observation) -> NDArray[np.uint8]:
        """Of this observation, or of one before; a copy."""
        if observation.images:
            self._picture = observation.images[-1].pixels
        assert self._picture is not None, "an episode begins with a picture"
        return self._picture.copy()

    def _info(self, observation: Observation, **more: Any) -> dict[str, Any]:
        assert self._scenario is not None
        shown = [_part(part) for part in observation.parts]
        return {**more, "shown": shown, "scenario": self._scenario.id}


def _part(part: Any) -> dict[str, Any]:
    if isinstance(part, Image):
        return {"type": "image", "image": part.pixels}
    if isinstance(part, ToolResult):
        return {"type": "tool", "name": part.call.name, "text": part.text}
    return {"type": "text", "text": part.text}
