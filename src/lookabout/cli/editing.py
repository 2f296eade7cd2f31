"""``lookabout edit``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from lookabout.cli.options import DeviceOption, EngineOption, QualityOption
from lookabout.errors import MissingExtraError, UsageError


def edit(
    record: Annotated[
        Path | None,
        typer.Argument(metavar="[FILE]", help="A record to go on with; default: a new episode."),
    ] = None,
    world: Annotated[
        Literal["residential", "campus", "blocks"],
        typer.Option("--map", help="Of a new episode."),
    ] = "residential",
    cell: Annotated[
        Literal["approaching", "searching", "tracking", "search-and-track", "commanding"],
        typer.Option(help="Of a new episode."),
    ] = "approaching",
    out: Annotated[Path, typer.Option(help="Folder for the records.")] = Path("episodes"),
    port: Annotated[int, typer.Option(min=0, max=65535, help="0: any that is free.")] = 8090,
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    engine: EngineOption = "embedded",
    quality: QualityOption = "standard",
    device: DeviceOption = "cpu",
) -> None:
    """Lay out episodes of DroneCATS on a map in the browser.

    Shows the start views, distances and which of the suite's rules are broken, and saves the
    records for 'lookabout run dronecats/CELL --scenarios'.
    """
    try:
        from lookabout.web.server import listen, serve
    except ModuleNotFoundError as error:
        raise MissingExtraError(
            f"needs the package {error.name}, which is not installed",
            where="lookabout edit",
            hint="Install the extra: pip install 'lookabout[web]', or '.[web]' in the checkout",
        ) from None
    from lookabout.benchmarks.dronecats.authoring import Draft, draft_of
    from lookabout.sim.registry import make_simulator
    from lookabout.sim.scenario import read_scenario
    from lookabout.web.editor.app import make_editor
    from lookabout.web.editor.desk import Desk

    draft = Draft(map=world, cell=cell) if record is None else draft_of(read_scenario(record))
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"no such folder can be made: {error.strerror}", where="--out") from None
    simulator = make_simulator(engine, quality=quality, device=device)
    desk = Desk(simulator, out, draft, record.stem if record else "")
    try:
        listener = listen(host, port)
        serve(
            make_editor(desk, ["127.0.0.1", "localhost", "[::1]", host]),
            listener,
            ready=lambda address: typer.echo(f"The editor is at {address} (Ctrl-C ends it)."),
            close=simulator.close,
        )
    finally:
        simulator.close()
