"""The scenarios of a run: drawn from a seed, or read from files."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from lookabout.benchmarks.base import Benchmark, SetInfo
from lookabout.benchmarks.registry import get_benchmark
from lookabout.errors import UsageError
from lookabout.runs.store import RunFolder
from lookabout.sim.protocol import Simulator
from lookabout.sim.registry import make_simulator
from lookabout.sim.scenario import Scenario, read_scenario

Track = Callable[[Iterable[int]], Iterable[int]]
"""Wraps a loop, to show how far it is."""


def draw(
    benchmark: Benchmark,
    set_name: str,
    seed: int,
    count: int,
    folder: RunFolder | None = None,
    track: Track = iter,
    engine: str = "embedded",
    device: str = "cpu",
) -> tuple[Scenario, ...]:
    """
    The first ``count`` scenarios that a seed draws.

    :param folder: of a run that is taken up: scenarios that it holds are not made again.
    :param engine: in whose worlds a set is drawn that has no others; so ``device``.
    """
    world = drawing_world(benchmark, set_name, engine, device)
    made = []
    try:
        for index in track(range(count)):
            kept = folder.scenario(index) if folder else None
            made.append(
                read_checked(kept)
                if kept and kept.exists()
                else benchmark.scenario(set_name, seed, index, world)
            )
    finally:
        world.close()
    return tuple(made)


def drawing_world(
    benchmark: Benchmark, set_name: str, engine: str = "embedded", device: str = "cpu"
) -> Simulator:
    """
    In which a set's scenarios are drawn and checked: the embedded simulator, unless the set's
    worlds are an engine's own.
    """
    if any(info.own_world and info.holds(set_name) for info in benchmark.sets):
        return make_simulator(engine, quality="draft", device=device)
    return make_simulator("embedded", quality="draft", device="cpu")


def first_standard(benchmark: Benchmark, info: SetInfo, count: int) -> tuple[Scenario, ...]:
    """
    The first standard scenarios of a set.

    :raises UsageError: if the set has fewer.
    """
    found = tuple(benchmark.standard(info.name))
    if len(found) < count:
        raise UsageError(
            f"the standard set has {len(found)} scenarios, fewer than {count}",
            where=f"{benchmark.name}/{info.name}",
            hint="--seed N draws as many as are wanted.",
        )
    return found[:count]


def read_set(path: Path, benchmark: Benchmark, info: SetInfo) -> tuple[Scenario, ...]:
    """
    Scenario files, in the order of their names.

    :raises UsageError: naming the file that is broken or belongs to another set.
    """
    found = []
    for file in scenario_files(path):
        scenario = read_checked(file)
        if scenario.benchmark != benchmark.name or not info.holds(scenario.set):
            raise UsageError(
                f"belongs to {scenario.benchmark}/{scenario.set}, "
                f"not to {benchmark.name}/{info.name}",
                where=str(file),
            )
        found.append(scenario)
    return tuple(found)


def read_checked(path: Path) -> Scenario:
    """:raises UsageError: if the file is no scenario, or not one of its benchmark."""
    scenario = read_scenario(path)
    try:
        get_benchmark(scenario.benchmark).check(scenario, where=str(path))
    except UsageError as error:
        raise UsageError(error.message, where=error.where or str(path)) from None
    return scenario


def scenario_files(path: Path) -> list[Path]:
    """A file itself, or the ``*.json`` files of a folder. :raises UsageError: for none."""
    if not path.is_dir():
        return [path]
    files = sorted(file for file in path.iterdir() if file.suffix == ".json")
    if not files:
        raise UsageError("holds no scenario files (*.json)", where=str(path))
    return files
