"""``lookabout map``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lookabout.cli.console import print_json, progress
from lookabout.cli.looking import write_picture
from lookabout.cli.options import (
    DeviceOption,
    EngineOption,
    JsonOption,
    QualityOption,
    require_writable,
)
from lookabout.errors import UsageError


def map_command(
    run: Annotated[Path, typer.Argument(metavar="DIR", help="A run folder of spatialscout.")],
    episode: Annotated[int, typer.Option(min=0, help="Its number, from 0.")] = 0,
    out: Annotated[Path, typer.Option(help="File for the picture: .png or .jpg.")] = Path(
        "map.png"
    ),
    engine: EngineOption = "embedded",
    quality: QualityOption = "standard",
    device: DeviceOption = "cpu",
    as_json: JsonOption = False,
) -> None:
    """Draw the map that an episode ended with: from above, and as it would look.

    Three views show the things where the map puts them, beside the scene as it is. What the
    map lacks is left out of them, and hollow in the plan.
    """
    from lookabout.benchmarks.spatialscout import map_picture
    from lookabout.results.files import UnusableError
    from lookabout.results.load import load_run, read_record, read_steps
    from lookabout.sim.registry import make_simulator
    from lookabout.sim.scenario import Scenario, check

    loaded = load_run(run)
    if loaded.record.benchmark != "spatialscout":
        raise UsageError(f"is a run of {loaded.record.benchmark}", where=str(run))
    found = next((e.counted for e in loaded.episodes if e.index == episode), None)
    if found is None or not found.judged:
        numbers = [e.index for e in loaded.episodes if e.counted.judged]
        known = f"{numbers[0]} to {numbers[-1]}" if numbers else "none"
        raise UsageError(f"has no judged episode {episode}; judged: {known}", where=str(run))
    where = str(found.folder / "episode.json")
    try:
        record = read_record(loaded, found)
    except UnusableError as error:
        raise UsageError(str(error), where=where) from None
    steps, _ = read_steps(loaded, found)
    scenario = check(Scenario, record.scenario, where=f"{where}: field scenario")
    try:
        map_ = map_picture.mapped(record, steps)
    except UsageError as error:
        raise UsageError(error.message, where=where) from None
    require_writable(out)
    with progress() as bar:
        bar.add_task("drawing the map", total=None)
        simulator = make_simulator(engine, quality=quality, device=device)
        try:
            pictures = map_picture.views(map_, scenario, simulator)
            simulator.reset(scenario)
            outline = map_picture.walls(map_, simulator)
        finally:
            simulator.close()
        title = f"{record.agent.name}: {scenario.id}"
        drawn = map_picture.draw(map_, title, pictures, outline)
    write_picture(out, [drawn])
    if as_json:
        print_json(
            {
                "picture": str(out),
                "omitted": map_.omitted,
                "errors_m": {name: map_.error(name) for name in map_.estimates},
            }
        )
    else:
        typer.echo(f"{map_picture.summary(map_)}\npicture: {out}")
