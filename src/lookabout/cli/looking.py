"""``lookabout look`` and ``lookabout report``."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from types import MappingProxyType
from typing import Annotated

import typer

from lookabout.cli.console import print_results, printable, progress
from lookabout.cli.options import (
    DeviceOption,
    EngineOption,
    JsonOption,
    QualityOption,
    require_writable,
)
from lookabout.cli.settings import Given, settings_of
from lookabout.cli.sources import read_source
from lookabout.errors import UsageError

_MOSAIC_COLUMNS = 2


def write_picture(out: Path, pictures: Sequence[bytes]) -> None:
    """
    Write pictures as they are delivered to an agent, several in rows of two.

    :param out: a JPEG where its name says so, else a PNG.
    :raises UsageError: if it cannot be written.
    """
    from PIL import Image

    opened = [Image.open(BytesIO(data)).convert("RGB") for data in pictures]
    width, height = opened[0].size
    columns = min(len(opened), _MOSAIC_COLUMNS)
    rows = -(-len(opened) // columns)
    sheet = Image.new("RGB", (columns * width, rows * height))
    for number, picture in enumerate(opened):
        sheet.paste(picture, (number % columns * width, number // columns * height))
    jpeg = out.suffix.lower() in (".jpg", ".jpeg")
    try:
        sheet.save(out, format="JPEG" if jpeg else "PNG")
    except OSError as error:
        raise UsageError(f"cannot be written: {error.strerror}", where=str(out)) from None


def look(
    scenario: Annotated[
        Path,
        typer.Argument(
            metavar="SCENARIO",
            help="A scenario file, or a standard scenario as SET/NUMBER, e.g. "
            "spatialscout/rooms/3.",
        ),
    ],
    out: Annotated[
        Path, typer.Option(help="File for the picture: .png or .jpg; several views side by side.")
    ] = Path("view.png"),
    engine: EngineOption = "embedded",
    quality: QualityOption = "standard",
    device: DeviceOption = "cpu",
    given: Given = MappingProxyType({}),
) -> None:
    """Show what the agent would see first: the picture as a file, the text here."""
    from lookabout.benchmarks.registry import get_benchmark
    from lookabout.sim.registry import make_simulator

    found = read_source(scenario)
    benchmark = get_benchmark(found.benchmark)
    settings = settings_of(benchmark, found.set, given)
    require_writable(out)
    with progress() as bar:
        bar.add_task("building the world", total=None)
        simulator = make_simulator(engine, quality=quality, device=device)
        try:
            simulator.reset(found)
            observation = benchmark.episode(found, simulator, settings).observe()
        finally:
            simulator.close()
    # The last picture is the view; what comes before it is the target's, if anything. Several
    # drones have a view each.
    views = observation.images[-len(observation.facts.get("drones", ("one",))) :]
    write_picture(out, [view.data for view in views])
    typer.echo(printable(observation.text))
    typer.echo(f"picture: {out}", err=True)


def report(
    runs: Annotated[list[Path], typer.Argument(metavar="DIR...", help="Run folders.")],
    out: Annotated[
        Path | None,
        typer.Option(
            help="Folder for the report; default: the run's own, or report/ for several runs."
        ),
    ] = None,
    with_published: Annotated[
        bool,
        typer.Option(
            "--with-published",
            help="Put the paper's numbers beside the runs', marked: another engine's.",
        ),
    ] = False,
    prices: Annotated[
        Path | None,
        typer.Option(
            help="CSV of model,input,output[,cached]: US$ per million tokens, for costs that the "
            "provider did not report."
        ),
    ] = None,
    delta: Annotated[
        float | None,
        typer.Option(
            help="Judge DroneCATS' episodes again with this radius of success, metres [5]; the "
            "records stay as they are."
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Score runs: a table here, and a page, tables (CSV, Markdown, LaTeX, JSON) and figures."""
    from lookabout.benchmarks.registry import find_reporting
    from lookabout.results.prices import read_prices
    from lookabout.results.report import write_report
    from lookabout.results.reporting import within

    known = read_prices(prices) if prices is not None else None
    reporting = find_reporting if delta is None else within(find_reporting, delta)
    if out is None:
        out = runs[0] if len(runs) == 1 else Path("report")
    with progress() as bar:
        task = bar.add_task("report", total=None)
        files = write_report(
            runs,
            out,
            progress=lambda n, total: bar.update(task, completed=n, total=total),
            reporting=reporting,
            published=with_published,
            prices=known,
        )
    if as_json:
        typer.echo(files.summary_json.read_text(encoding="utf-8"))
        return
    print_results(files.brief)
    typer.echo(f"report: {files.page}")
