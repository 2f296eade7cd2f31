"""``lookabout scenarios show``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lookabout.cli.console import counted, print_json, print_table, printable, progress
from lookabout.cli.options import EngineOption, JsonOption
from lookabout.cli.sources import names_a_set, read_source, standard_source

if TYPE_CHECKING:
    from lookabout.benchmarks.base import Benchmark, Description
    from lookabout.sim.protocol import Simulator
    from lookabout.sim.scenario import Scenario

_MOST_HIDDEN = 5


def scenarios_show(
    path: Annotated[
        Path,
        typer.Argument(
            metavar="PATH|SET[/NUMBER]",
            help="A scenario file, a folder of them, a set, or a standard scenario of one, "
            "e.g. spatialscout/rooms/3.",
        ),
    ],
    engine: EngineOption = "embedded",
    as_json: JsonOption = False,
) -> None:
    """Show what a scenario asks for, or list those of a folder or a set, a line each.

    Gives the targets away. --json prints the scenario itself, or a list of what the lines say.
    """
    from lookabout.benchmarks.registry import get_benchmark
    from lookabout.runs.scenarios import read_checked, scenario_files

    if path.is_dir():
        files = {file.name: read_checked(file) for file in scenario_files(path)}
        _list(path, files, "file", as_json=as_json)
        return
    if names_a_set(path):
        _, number, scenarios = standard_source(path)
        if number is None:
            found = {str(index): scenario for index, scenario in enumerate(scenarios)}
            _list(path, found, "scenario", as_json=as_json)
            return
    scenario = read_source(path)
    if as_json:
        typer.echo(scenario.model_dump_json(indent=1))
        return
    benchmark = get_benchmark(scenario.benchmark)
    description = _description(benchmark, scenario, engine)
    print_table(str(path), ["", ""], list(_facts(benchmark, scenario, description)))
    if description is not None:
        _print_targets(description)


def _list(folder: Path, found: dict[str, Scenario], kind: str, *, as_json: bool) -> None:
    """:param kind: what the names are that lead to them in ``folder``: of files, or numbers."""
    from lookabout.benchmarks.registry import get_benchmark

    labels = {name: get_benchmark(s.benchmark).labels(s) for name, s in found.items()}
    if as_json:
        print_json(
            [
                {
                    kind: str(folder / name),
                    "id": scenario.id,
                    "benchmark": scenario.benchmark,
                    "set": scenario.set,
                    "seed": scenario.seed,
                    "labels": labels[name],
                }
                for name, scenario in found.items()
            ]
        )
        return
    keys = list(dict.fromkeys(key for own in labels.values() for key in own))
    several = len({scenario.benchmark for scenario in found.values()}) > 1
    print_table(
        str(folder),
        [kind, "id", "set", *(key.replace("_", " ") for key in keys)],
        [
            [
                name,
                scenario.id,
                f"{scenario.benchmark}/{scenario.set}" if several else scenario.set,
                *(labels[name].get(key, "") for key in keys),
            ]
            for name, scenario in found.items()
        ],
        light=True,
    )
    typer.echo(counted(len(found), "scenario"))


def _description(benchmark: Benchmark, scenario: Scenario, engine: str) -> Description | None:
    """What the benchmark tells of it; None if it tells nothing."""
    from lookabout.benchmarks.base import DescribesScenarios
    from lookabout.sim.registry import ENGINES, make_simulator

    if not isinstance(benchmark, DescribesScenarios):
        return None
    ENGINES.get(engine)  # what is no engine is refused, whether it is needed or not
    made: list[Simulator] = []

    def world() -> Simulator:
        made.append(make_simulator(engine, quality="draft", device="cpu"))
        made[-1].reset(scenario)
        return made[-1]

    with progress() as bar:
        bar.add_task("reading", total=None)
        try:
            return benchmark.describe(scenario, world)
        finally:
            for simulator in made:
                simulator.close()


def _facts(
    benchmark: Benchmark, scenario: Scenario, description: Description | None
) -> Iterator[tuple[str, str]]:
    yield "Set", f"{scenario.benchmark}/{scenario.set}"
    yield "Id", scenario.id
    yield "Seed", str(scenario.seed)
    if description is None:
        for name, value in scenario.task.items():
            yield f"Task: {_words(name)}", _value(value)
    else:
        yield from description.facts
    yield "Labels", _value(benchmark.labels(scenario))
    for vehicle in scenario.vehicles:
        place = ", ".join(f"{v:g}" for v in vehicle.position)
        kind = "" if vehicle.flight == "free" else f", a {vehicle.flight}"
        yield (
            f"Start of {vehicle.name}",
            f"({place}), facing {vehicle.yaw_deg:g}° counter-clockwise from east{kind}",
        )
    world = scenario.world
    yield "World", f"{world.kind}, seed {world.seed}, look {world.look}"
    if world.params:
        yield "World's settings", _value(world.params)
    x, y = world.centre
    yield "Built", f"{2 * world.radius:g} × {2 * world.radius:g} m around ({x:g}, {y:g})"
    if world.exclude:
        yield "Not among distractors", _list_of(world.exclude)
    if world.hidden:
        yield "Left out", f"{counted(len(world.hidden), 'object')}: {_list_of(world.hidden)}"
    sun = world.sun
    yield "Sun", f"{sun.elevation_deg:.1f}° high, {sun.azimuth_deg:.1f}° clockwise from north"
    if description is None:
        for item in world.objects:
            place = ", ".join(f"{v:g}" for v in item.position)
            yield item.name, f"{item.kind} at ({place})"


def _print_targets(description: Description) -> None:
    from lookabout.results.formats import for_people

    text = for_people(description.targets)
    right = [number for number, numeric in enumerate(text.numeric) if numeric]
    print_table(description.targets.title, text.titles, text.rows, right=right, light=True)
    for note in description.targets.notes:
        typer.echo(printable(note))


def _words(name: str) -> str:
    return name.replace("_", " ")


def _list_of(names: Sequence[str]) -> str:
    more = len(names) - _MOST_HIDDEN
    return ", ".join(names[:_MOST_HIDDEN]) + (f" and {more} more" if more > 0 else "")


def _value(value: Any) -> str:
    """Plain data in words."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, dict):
        return ", ".join(f"{_words(str(name))}: {_value(own)}" for name, own in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(map(_value, value)) or "none"
    return str(value)
