"""``lookabout study``."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lookabout.cli.console import counted, progress
from lookabout.cli.options import (
    MAX_EPISODES,
    DeviceOption,
    EngineOption,
    QualityOption,
    SeedOption,
)
from lookabout.errors import MissingExtraError, UsageError

if TYPE_CHECKING:
    from lookabout.web.offer import Offer


def study(
    sets: Annotated[
        list[str],
        typer.Argument(metavar="SET...", help="BENCHMARK/SET of each set that people may choose."),
    ],
    out: Annotated[Path, typer.Option(help="The study's folder; an earlier one is continued.")],
    port: Annotated[int, typer.Option(min=0, max=65535, help="0: any that is free.")] = 8080,
    host: Annotated[
        str, typer.Option(help="Address to listen on; 0.0.0.0 for the whole network.")
    ] = "127.0.0.1",
    episodes: Annotated[
        int | None,
        typer.Option(min=1, max=MAX_EPISODES, help="Scenarios of each set; default: all."),
    ] = None,
    seed: SeedOption = None,
    scenarios: Annotated[
        Path | None,
        typer.Option(help="Fly these scenario files: a folder, or one file; for one SET."),
    ] = None,
    workers: Annotated[
        int,
        typer.Option(min=1, max=64, help="Simulators at once; who comes later stands in a queue."),
    ] = 1,
    idle: Annotated[
        float,
        typer.Option(min=0.01, max=1440, help="Minutes after which an idle simulator is freed."),
    ] = 10.0,
    engine: EngineOption = "embedded",
    quality: QualityOption = "standard",
    device: DeviceOption = "cpu",
) -> None:
    """Let people fly episodes in a browser, for a human baseline.

    Everyone has a nickname and gets scenarios of their own; the records are those of any run,
    under OUT/BENCHMARK-SET/NICKNAME, for 'lookabout report'. Ctrl-C stops the study; the same
    command goes on with it.
    """
    try:
        from lookabout.web.server import listen, serve
    except ModuleNotFoundError as error:
        raise MissingExtraError(
            f"needs the package {error.name}, which is not installed",
            where="lookabout study",
            hint="Install the extra: pip install 'lookabout[web]', or '.[web]' in the checkout",
        ) from None
    from lookabout.runs.plan import EngineChoice
    from lookabout.sim.registry import make_simulator
    from lookabout.web.app import make_app
    from lookabout.web.study import Study

    if scenarios is not None and len(sets) > 1:
        raise UsageError("files are for one SET; name only that one", where="--scenarios")
    threads = max(1, (os.cpu_count() or 1) // workers)
    choice = EngineChoice(engine, quality, device, threads)
    make_simulator(engine, quality=quality, device=device).close()  # a wrong name shows now
    listener = listen(host, port)
    try:
        offers = [_offer(path, episodes, seed, scenarios) for path in dict.fromkeys(sets)]
        opened = Study(offers, out, engine=choice, workers=workers, idle_s=60 * idle)
    except BaseException:
        listener.close()
        raise
    for offer in offers:
        typer.echo(f"{offer.path}: {counted(len(offer.scenarios), 'scenario')}")
    try:
        serve(
            make_app(opened),
            listener,
            ready=lambda address: typer.echo(f"The study is at {address} (Ctrl-C stops it)."),
            close=opened.close,
        )
    except KeyboardInterrupt:
        typer.echo("Stopped. The same command goes on with this study.", err=True)
        raise


def _offer(path: str, episodes: int | None, seed: int | None, files: Path | None) -> Offer:
    from lookabout.benchmarks.registry import get_set
    from lookabout.runs import scenarios as sources
    from lookabout.web.offer import Offer

    benchmark, info = get_set(path)
    if benchmark.name != "flysearch":
        raise UsageError("only FlySearch's sets can be flown by people", where=path)
    if files is not None:
        found = sources.read_set(files, benchmark, info)
        if episodes and len(found) < episodes:
            raise UsageError(
                f"holds {counted(len(found), 'scenario')}, fewer than --episodes {episodes}",
                where=str(files),
            )
        return Offer(benchmark, info, found[:episodes], "files", 0)
    if seed is None:
        standard = sources.first_standard(benchmark, info, episodes or info.size)
        return Offer(benchmark, info, standard, "standard", 0)
    with progress() as bar:
        drawn = sources.draw(benchmark, info.name, seed, episodes or info.size, None, bar.track)
    return Offer(benchmark, info, drawn, "seed", seed)
