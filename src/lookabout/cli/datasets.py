"""``lookabout datasets``."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Annotated, Literal

import typer

from lookabout.cli.console import counted, print_json, printable, progress
from lookabout.cli.options import MAX_SEED, DeviceOption, EngineOption, JsonOption, QualityOption

datasets_app = typer.Typer(help="Make training data.", no_args_is_help=True)
MAX_SCENARIOS = 100_000


@datasets_app.callback()
def _datasets() -> None:
    pass


@datasets_app.command(
    "flysearch-grpo",
    epilog="Examples:\n\n"
    "[bold]lookabout datasets flysearch-grpo --scenarios 20 --out grpo[/]\n\n"
    "[bold]lookabout datasets flysearch-grpo --seed 7 --workers 8 --jpeg-quality 95 "
    "--out grpo-full[/]",
)
def flysearch_grpo(
    out: Annotated[Path, typer.Option(help="Folder; an earlier call in it is continued.")],
    scenarios: Annotated[
        int, typer.Option(min=1, max=MAX_SCENARIOS, help="Ten samples each.")
    ] = 6750,
    seed: Annotated[int, typer.Option(min=0, max=MAX_SEED, help="Same seed, same data set.")] = 0,
    workers: Annotated[
        int, typer.Option(min=1, max=256, help="Processes, each with its own simulator.")
    ] = 1,
    jpeg_quality: Annotated[
        int | None,
        typer.Option(min=1, max=95, help="Keep pictures as JPEG; default: PNG, without loss."),
    ] = None,
    message_order: Annotated[
        Literal["altitude-image", "image-altitude"],
        typer.Option(help="Which comes first in a turn."),
    ] = "altitude-image",
    grid: Annotated[
        bool, typer.Option("--grid/--no-grid", help="Draw the grid of moves over each picture.")
    ] = True,
    prompts: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Own texts in place of the package's.")
    ] = None,
    engine: EngineOption = "embedded",
    quality: QualityOption = "standard",
    device: DeviceOption = "cpu",
    as_json: JsonOption = False,
) -> None:
    """Flights over the forest as conversations to be completed by one reply, for GRPO.

    Made as in the FlySearch paper, on ground that no set uses. Run the same command again to go
    on after an interruption, or with more --scenarios to make the set larger.
    """
    from lookabout.benchmarks.flysearch.settings import Settings
    from lookabout.benchmarks.registry import get_benchmark
    from lookabout.cli.settings import settings_of
    from lookabout.datasets.grpo import SET, Filmed, GrpoPlan, make
    from lookabout.runs.plan import EngineChoice

    given = {"message_order": message_order, "grid": grid, "prompts": prompts}
    chosen = {name: value for name, value in given.items() if value is not None}
    settings = settings_of(get_benchmark("flysearch"), SET, chosen)
    assert isinstance(settings, Settings)
    plan = GrpoPlan(
        out=out,
        scenarios=scenarios,
        seed=seed,
        settings=settings,
        jpeg_quality=jpeg_quality,
        engine=EngineChoice(engine, quality, device, max(1, (os.cpu_count() or 1) // workers)),
        workers=workers,
    )
    with progress() as bar:
        task = bar.add_task("scenarios", total=scenarios)

        def begin(kept: int) -> None:
            bar.advance(task, kept)
            needed = (scenarios - kept) * plan.bytes_per_scenario
            free = shutil.disk_usage(out).free
            words = (
                f"{counted(scenarios - kept, 'scenario')} to make: about {_size(needed)} of disk"
            )
            if needed > free:
                words += f", and only {_size(free)} are free"
            typer.echo(words, err=True)

        def show(filmed: Filmed) -> None:
            if filmed.error:
                line = f"scenario {filmed.index}: {printable(filmed.error.splitlines()[-1])}"
                bar.console.print(line, markup=False, highlight=False)
                return
            bar.advance(task)
            if not bar.console.is_terminal:
                bar.console.print(f"scenario {filmed.index} is done", highlight=False)

        try:
            record = make(plan, show, begin)
        except KeyboardInterrupt:
            bar.stop()
            typer.echo(
                f"Interrupted. Finished scenarios are kept in {out}; "
                "run the same command again to go on.",
                err=True,
            )
            raise
    if as_json:
        print_json({"folder": str(out), **record.model_dump(mode="json")})
        return
    typer.echo(
        f"{counted(record.samples, 'sample')} with {counted(record.pictures, 'picture')} from "
        f"{counted(record.scenarios, 'scenario')} in {out}: "
        "swift.jsonl for ms-swift, trl.jsonl for TRL"
    )


def _size(count: int) -> str:
    return f"{count / 1e9:.1f} GB" if count >= 1e9 else f"{count / 1e6:.0f} MB"
