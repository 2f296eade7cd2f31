"""``lookabout import`` and ``lookabout export``."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lookabout.cli.console import print_json, print_table, printable, progress
from lookabout.cli.options import JsonOption
from lookabout.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from lookabout.benchmarks.flysearch.interop.folders import Attempt, Entry
    from lookabout.results.load import Run

_FORMATS = ("flysearch",)
_MOST_ROWS = 40
_FormatArgument = Annotated[
    str, typer.Argument(metavar="FORMAT", help="Whose folders: flysearch, the published system's.")
]


def import_command(
    form: _FormatArgument,
    source: Annotated[
        Path, typer.Argument(metavar="DIR", help="Folder of numbered folders, as published.")
    ],
    out: Annotated[Path, typer.Option(help="New folder for the run, or for scenario files.")],
    agent: Annotated[
        str, typer.Option(help="Who flew, if the files do not say; default: the folder's name.")
    ] = "",
    scenarios: Annotated[
        bool,
        typer.Option(
            "--scenarios",
            help="Make scenarios to fly here, with the published parameters at other places.",
        ),
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Read another system's records as a run that 'lookabout report' scores.

    What was incomplete or left out is listed, and kept in import.json of the run.
    """
    _require_format(form)
    if scenarios:
        if agent:
            raise UsageError("only records have an agent", where="--agent")
        _import_scenarios(source, out, as_json)
        return
    from lookabout.benchmarks.flysearch.interop.importing import import_run
    from lookabout.benchmarks.flysearch.interop.stamp import is_name

    if agent and not is_name(agent):
        raise UsageError("must be printable text of at most 200 characters", where="--agent")
    with progress() as bar:
        task = bar.add_task("importing", total=None)
        report = import_run(
            source, out, agent, lambda n, total: bar.update(task, completed=n, total=total)
        )
    if as_json:
        print_json(asdict(report))
        return
    _print_entries(report.entries)
    judged = sum(entry.judged for entry in report.entries)
    typer.echo(
        printable(
            f"flysearch/{report.set}, agent {report.agent}: {_counts(report.entries)}; "
            f"{judged} can be judged\nrun: {out}"
        )
    )


def export_command(
    form: _FormatArgument,
    source: Annotated[
        Path,
        typer.Argument(
            metavar="PATH", help="A run folder; or a scenario file, or a folder of them."
        ),
    ],
    out: Annotated[Path, typer.Argument(metavar="DIR", help="New folder.")],
    as_json: JsonOption = False,
) -> None:
    """Write a run's episodes, or scenarios, as another system's folders."""
    from lookabout.benchmarks.flysearch.interop.folders import export_run, export_scenarios

    _require_format(form)
    if (source / "run.json").exists():
        from lookabout.results.load import load_run

        run = load_run(source)
        if run.record.benchmark != "flysearch":
            raise UsageError(f"is a run of {run.record.benchmark}", where=str(source))
        with progress() as bar:
            task = bar.add_task("exporting", total=len(run.judged))
            entries = export_run(_judged(run, lambda: bar.advance(task)), out)
    else:
        from lookabout.runs.scenarios import read_checked, scenario_files

        if not source.exists():
            raise UsageError("there is no such file or folder", where=str(source))
        found = [read_checked(file) for file in scenario_files(source)]
        other = next((s.benchmark for s in found if s.benchmark != "flysearch"), None)
        if other:
            raise UsageError(f"holds scenarios of {other}", where=str(source))
        entries = export_scenarios(found, out)
    if as_json:
        print_json({"out": str(out), "entries": [asdict(entry) for entry in entries]})
        return
    _print_entries(entries)
    typer.echo(f"{_counts(entries)}\nfolder: {out}")


def _import_scenarios(source: Path, out: Path, as_json: bool) -> None:
    from lookabout.benchmarks.flysearch.interop.folders import import_scenarios
    from lookabout.sim.registry import make_simulator

    simulator = make_simulator("embedded", quality="draft", device="cpu")
    try:
        with progress() as bar:
            task = bar.add_task("seeking places", total=None)
            entries = import_scenarios(
                source, out, simulator, lambda n, total: bar.update(task, completed=n, total=total)
            )
    finally:
        simulator.close()
    if as_json:
        print_json({"out": str(out), "entries": [asdict(entry) for entry in entries]})
        return
    _print_entries(entries)
    typer.echo(f"{_counts(entries)}; the places are others than the published ones\nfolder: {out}")


def _judged(run: Run, advance: Callable[[], None]) -> Iterator[Attempt]:
    from lookabout.benchmarks.flysearch.interop.folders import Attempt
    from lookabout.results.load import read_record, read_steps

    for attempt in run.judged:
        steps, problems = read_steps(run, attempt)
        yield Attempt(
            read_record(run, attempt),
            steps,
            attempt.folder,
            tuple(f"{problem.where} {problem.what}" for problem in problems),
        )
        advance()


def _require_format(name: str) -> None:
    if name not in _FORMATS:
        raise UsageError(
            f"there is no format {name!r}; known: {', '.join(_FORMATS)}", where="FORMAT"
        )


def _print_entries(entries: Sequence[Entry]) -> None:
    """Those that are not simply done."""
    rows: list[list[Any]] = [
        [entry.folder, entry.state, "; ".join(entry.notes)] for entry in entries if entry.notes
    ]
    if rows:
        print_table("Incomplete or left out", ["folder", "state", "why"], rows[:_MOST_ROWS])
    if len(rows) > _MOST_ROWS:
        typer.echo(f"and {len(rows) - _MOST_ROWS} more; --json lists all")


def _counts(entries: Sequence[Entry]) -> str:
    names = {"done": "whole", "incomplete": "incomplete", "skipped": "left out"}
    return ", ".join(
        f"{sum(entry.state == state for entry in entries)} {name}" for state, name in names.items()
    )
