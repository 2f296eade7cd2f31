"""``lookabout scenarios``."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from lookabout.cli.console import counted, print_json, printable, progress
from lookabout.cli.options import (
    MAX_EPISODES,
    DeviceOption,
    EngineOption,
    JsonOption,
    QualityOption,
    SeedOption,
    SetArgument,
)
from lookabout.cli.showing import scenarios_show
from lookabout.errors import UsageError

_SCENES = "[0-9]*/manifest.json"
"""Tells a folder of prepared scenes from another's."""

scenarios_app = typer.Typer(help="Make, check and show scenarios.", no_args_is_help=True)


@scenarios_app.command(
    "make",
    epilog="Example: "
    "[bold]lookabout scenarios make flysearch/fs1-city --seed 7 --count 20 --out private[/]",
)
def scenarios_make(
    set_path: SetArgument,
    out: Annotated[Path, typer.Option(help="New or empty folder for NNNN.json files.")],
    seed: SeedOption = None,
    count: Annotated[
        int | None, typer.Option(min=1, max=MAX_EPISODES, help="Default: the set's size.")
    ] = None,
    engine: EngineOption = "embedded",
    device: DeviceOption = "cpu",
    as_json: JsonOption = False,
) -> None:
    """Draw scenarios from a seed, or write out the standard ones.

    The same seed gives the same files, so a private set can be published later by its seed.
    """
    from lookabout.benchmarks.registry import get_set
    from lookabout.folders import new_folder
    from lookabout.runs.scenarios import drawing_world, first_standard

    benchmark, info = get_set(set_path)
    total = count or info.size
    standard = first_standard(benchmark, info, total) if seed is None else ()
    world = drawing_world(benchmark, info.name, engine, device)
    paths = []
    with new_folder(out) as folder, progress() as bar:
        for index in bar.track(range(total), description="making scenarios"):
            if seed is None:
                made = standard[index]
            else:
                made = benchmark.scenario(info.name, seed, index, world)
            name = f"{index:04d}.json"
            (folder / name).write_text(made.model_dump_json(indent=1), encoding="utf-8")
            paths.append(str(out / name))
    if as_json:
        print_json(paths)
    else:
        typer.echo(f"{counted(total, 'scenario')} in {out}")


@scenarios_app.command(
    "prepare",
    epilog="Example: [bold]lookabout scenarios prepare spatialscout/rooms --out prepared[/]",
)
def scenarios_prepare(
    set_path: SetArgument,
    out: Annotated[Path, typer.Option(help="Folder for a folder NNNN of each scene.")],
    count: Annotated[
        int | None, typer.Option(min=1, max=MAX_EPISODES, help="Default: the set's size.")
    ] = None,
    seed: SeedOption = None,
    scenarios: Annotated[
        Path | None, typer.Option(help="Prepare the scenario files of this folder instead.")
    ] = None,
    engine: EngineOption = "embedded",
    quality: QualityOption = "standard",
    device: DeviceOption = "cpu",
    as_json: JsonOption = False,
) -> None:
    """Write what SpatialScout's scenes consist of: inventory, reference, first view, manifest.

    A scene that is prepared already is kept if its fingerprints, start and number of targets
    agree, else made anew. Gives the targets away.
    """
    from lookabout.benchmarks.registry import get_set
    from lookabout.benchmarks.spatialscout.preparation import prepare
    from lookabout.runs import scenarios as sources
    from lookabout.runs.folders import held
    from lookabout.sim.registry import make_simulator

    benchmark, info = get_set(set_path)
    if benchmark.name != "spatialscout":
        raise UsageError(f"only scenes of spatialscout are prepared, not of {benchmark.name}")
    simulator = make_simulator(engine, quality=quality, device=device)
    made = []
    try:
        with progress() as bar:
            total = count or info.size
            if scenarios is not None:
                chosen = sources.read_set(scenarios, benchmark, info)[:count]
            elif seed is None:
                chosen = sources.first_standard(benchmark, info, total)
            else:
                track = partial(bar.track, description="drawing scenarios")
                chosen = sources.draw(
                    benchmark, info.name, seed, total, None, track, engine, device
                )
            with held(out, _SCENES, busy="another process is preparing scenes in this folder"):
                for index, scenario in enumerate(bar.track(chosen, description="preparing")):
                    folder = out / f"{index:04d}"
                    done = prepare(scenario, simulator, folder, quality=quality, device=device)
                    made.append(done)
                    if done.why and not as_json:
                        typer.echo(printable(f"{done.folder}: made anew: {done.why}"))
    finally:
        simulator.close()
    if as_json:
        print_json([{**vars(done), "folder": str(done.folder)} for done in made])
    else:
        kept = sum(done.reused for done in made)
        told = f"{counted(len(made), 'scene')} in {out}: {len(made) - kept} made, {kept} kept"
        more = len({path.parent for path in out.glob(_SCENES)} - {done.folder for done in made})
        if more:  # their manifests may tell of other settings
            told += f"; beside {counted(more, 'scene')} of earlier calls"
        typer.echo(told)


@scenarios_app.command(
    "check", epilog="Example: [bold]lookabout scenarios check private 0003.json[/]"
)
def scenarios_check(
    paths: Annotated[
        list[Path], typer.Argument(metavar="PATH...", help="Scenario files, or folders of them.")
    ],
    engine: EngineOption = "embedded",
    device: DeviceOption = "cpu",
    as_json: JsonOption = False,
) -> None:
    """Check scenario files: their form, and the set's rules in the world that they describe."""
    from lookabout.benchmarks.registry import get_benchmark
    from lookabout.runs.scenarios import read_checked, scenario_files
    from lookabout.sim.registry import make_simulator

    files = [file for path in paths for file in scenario_files(path)]
    results: dict[str, list[str]] = {}
    simulator = make_simulator(engine, quality="draft", device=device)
    try:
        with progress() as bar:
            for file in bar.track(files, description="checking"):
                try:
                    found = read_checked(file)
                    simulator.reset(found)
                except UsageError as error:
                    results[str(file)] = [error.message]
                    continue
                benchmark = get_benchmark(found.benchmark)
                results[str(file)] = benchmark.problems(found, simulator)
    finally:
        simulator.close()
    broken = sum(bool(problems) for problems in results.values())
    if as_json:
        print_json(results)
    else:
        for name, problems in results.items():
            for problem in problems:
                typer.echo(printable(f"{name}: {problem}"))
        typer.echo(f"{len(results) - broken} of {counted(len(results), 'scenario')} in order")
    if broken:
        raise typer.Exit(2)


scenarios_app.command(
    "show",
    epilog="Examples:\n\n[bold]lookabout scenarios show private[/]\n\n"
    "[bold]lookabout scenarios show spatialscout/rooms/3[/]\n\n"
    "[bold]lookabout scenarios show private/0000.json --json[/]",
)(scenarios_show)
