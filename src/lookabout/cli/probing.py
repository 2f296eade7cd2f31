"""``lookabout probe``."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lookabout.cli.console import print_json, print_table, progress
from lookabout.cli.options import (
    DeviceOption,
    EngineOption,
    JsonOption,
    QualityOption,
    require_folder,
    require_writable,
)
from lookabout.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lookabout.benchmarks.dronecats.reading import Reading

probe_app = typer.Typer(help="Measure what pictures let one see.", no_args_is_help=True)
_COLUMNS = ("kind", "text", "distance_m", "turn_deg", "letters_px", "picture", "read", "exact")


@probe_app.command(
    epilog="Examples:\n\n[bold]lookabout probe inscriptions --out probe[/]\n\n"
    "[bold]lookabout probe inscriptions --kinds plate --distances 4,5,6 --out probe[/]"
)
def inscriptions(
    distances: Annotated[
        str, typer.Option(metavar="M,M…", help="Metres from the camera to the inscription.")
    ] = "4,6,8,10,13,16,20",
    kinds: Annotated[str, typer.Option(metavar="KIND,…", help="plate, sign.")] = "plate,sign",
    out: Annotated[Path, typer.Option(help="Folder for pictures and table.")] = Path("probe"),
    engine: EngineOption = "embedded",
    quality: QualityOption = "standard",
    device: DeviceOption = "cpu",
    as_json: JsonOption = False,
) -> None:
    """DroneCATS' reading test: from how far licence plates and signs can be read.

    Pictures as models get them, of texts that the suite never uses, and a table of what a text
    recogniser makes of them (extra ocr; without it, pictures only).
    """
    from lookabout.benchmarks.dronecats import reading
    from lookabout.sim.registry import make_simulator

    wanted = list(dict.fromkeys(kind for kind in kinds.split(",") if kind))
    far = _numbers(distances)
    try:
        reading.check(wanted, far)
    except UsageError as error:
        raise UsageError(error.message, where=f"--{error.where}") from None
    require_folder(out)
    table = out / "inscriptions.csv"
    require_writable(table)
    read = reading.recogniser()
    found: list[Reading] = []
    with progress() as bar:
        task = bar.add_task("inscriptions", total=reading.count(wanted, far))
        simulator = make_simulator(engine, quality=quality, device=device)
        try:
            for probe in reading.shoot(simulator, wanted, far):
                _write(out / f"{probe.name}.jpg", probe.image.data)
                found.append(reading.Reading(probe, read(probe) if read else None))
                bar.advance(task)
        finally:
            simulator.close()
    rows = [_row(item) for item in found]
    text = io.StringIO()
    writer = csv.DictWriter(text, _COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    _write(table, text.getvalue().encode())
    limits = {kind: reading.limit(found, kind) for kind in wanted} if read else None
    if as_json:
        print_json({"limits_m": limits, "pictures": rows})
        return
    _show(found, wanted, limits)
    typer.echo(f"pictures and table: {out}", err=True)


def _numbers(text: str) -> list[float]:
    try:
        return sorted({float(part) for part in text.split(",") if part.strip()})
    except ValueError:
        problem = f"expected numbers with commas between, such as 4,6,8, got {text!r}"
        raise UsageError(problem, where="--distances") from None


def _write(path: Path, data: bytes) -> None:
    try:
        path.write_bytes(data)
    except OSError as error:
        raise UsageError(f"cannot be written: {error.strerror}", where=str(path)) from None


def _row(item: Reading) -> dict[str, str | float | bool | None]:
    probe = item.probe
    values = (
        probe.kind, probe.text, probe.distance_m, probe.turn_deg, round(probe.letters_px, 2),
        f"{probe.name}.jpg", item.read, item.exact,
    )  # fmt: skip
    return dict(zip(_COLUMNS, values, strict=True))


def _show(
    found: Sequence[Reading], kinds: Sequence[str], limits: dict[str, float | None] | None
) -> None:
    rows = []
    for kind in kinds:
        for distance in dict.fromkeys(item.probe.distance_m for item in found):
            here = [i for i in found if (i.probe.kind, i.probe.distance_m) == (kind, distance)]
            exact = sum(bool(item.exact) for item in here)
            read = f"{exact} of {len(here)}" if limits is not None else f"– of {len(here)}"
            height = f"{here[0].probe.letters_px:.1f}"
            rows.append([kind, f"{distance:g}", height, read])
    columns = ["kind", "distance, m", "letters, px", "read exactly"]
    print_table("Inscriptions", columns, rows)
    if limits is None:
        typer.echo(
            "no text recogniser is installed, so nobody has read the pictures: "
            "pip install 'lookabout[ocr]', or '.[ocr]' in the checkout"
        )
        return
    for kind, farthest in limits.items():
        words = f"most read exactly up to {farthest:g} m" if farthest else "not read at any"
        typer.echo(f"{kind}: {words}")
