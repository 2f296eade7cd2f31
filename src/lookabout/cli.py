"""The command ``lookabout``: reads options, calls the rooms, prints. Nothing else.

Heavy imports stay inside the commands, so that ``--help`` answers at once.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from lookabout import __version__
from lookabout.errors import LookaboutError, UsageError

if TYPE_CHECKING:
    from rich.progress import Progress

    from lookabout.benchmarks.base import Benchmark
    from lookabout.runs.plan import AgentChoice
    from lookabout.sim.scenario import Scenario

app = typer.Typer(
    name="lookabout",
    help="Benchmarks for vision-language models that must move to see.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)
scenarios_app = typer.Typer(help="Make, check and show scenarios.", no_args_is_help=True)
app.add_typer(scenarios_app, name="scenarios")

MAX_EPISODES = 100_000
MAX_SEED = 2**63 - 1

JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for scripts.")]
SeedOption = Annotated[
    int, typer.Option(min=0, max=MAX_SEED, help="Draws the scenarios; same seed, same list.")
]
QualityOption = Annotated[str, typer.Option(help="Of the pictures: draft, standard or high.")]
DeviceOption = Annotated[
    str, typer.Option(help="Renders on: cpu, cuda, optix, hip, oneapi or metal.")
]
SetArgument = Annotated[
    str, typer.Argument(metavar="SET", help="BENCHMARK/SET, e.g. flysearch/fs1-city.")
]


def main() -> NoReturn:
    """Entry point: errors of the user as one clear message and exit code 2."""
    try:
        app(standalone_mode=False)
    except UsageError as error:
        _fail(str(error), 2)
    except LookaboutError as error:
        _fail(str(error), 1)
    except (KeyboardInterrupt, typer.Abort):
        _fail("interrupted", 130)
    except Exception as error:
        # Errors of the option parser know how to show themselves.
        show = getattr(error, "show", None)
        if show is None:
            raise
        show()
        sys.exit(getattr(error, "exit_code", 2))
    sys.exit(0)


def _fail(message: str, code: int) -> NoReturn:
    typer.secho("error: ", fg="red", bold=True, err=True, nl=False)
    typer.echo(message, err=True)
    sys.exit(code)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"lookabout {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    pass


@app.command("list", epilog="Example: [bold]lookabout list --json[/]")
def list_command(as_json: JsonOption = False) -> None:
    """List benchmarks, sets, agents, worlds and engines."""
    from lookabout.benchmarks.registry import BENCHMARKS, get_benchmark
    from lookabout.sim.registry import ENGINES
    from lookabout.world.registry import WORLDS, get_world

    benchmarks = [get_benchmark(name) for name in BENCHMARKS.names()]
    agents = _known_agents(benchmarks)
    worlds = {name: get_world(name).summary for name in WORLDS.names()}
    if as_json:
        _print_json(
            {
                "benchmarks": [
                    {
                        "name": b.name,
                        "summary": b.summary,
                        "sets": [vars(s) for s in b.sets],
                        "options": b.settings_model.model_json_schema()["properties"],
                    }
                    for b in benchmarks
                ],
                "agents": agents,
                "worlds": worlds,
                "engines": ENGINES.names(),
            }
        )
        return
    _table(
        "Sets",
        ["set", "scenarios", "task"],
        [[f"{b.name}/{s.name}", str(s.size), s.summary] for b in benchmarks for s in b.sets],
    )
    _table(
        "Agents (--agent; any chat model with --model PROVIDER/NAME)",
        ["agent", "for", "what it does"],
        [
            [a["name"] + (" †" if a["privileged"] else ""), a["benchmark"], a["summary"]]
            for a in agents
        ],
    )
    typer.echo("† privileged: is given the truth\n")
    _table(
        "Options of a run (--option NAME=VALUE)",
        ["benchmark", "option", "values", "default"],
        [
            [b.name, name, _values(field), str(field.get("default", ""))]
            for b in benchmarks
            for name, field in b.settings_model.model_json_schema()["properties"].items()
        ],
    )
    _table("Worlds", ["world", "what"], [[name, text] for name, text in worlds.items()])
    _table("Engines", ["engine"], [[name] for name in ENGINES.names()])


@app.command(
    epilog="Examples:\n\n"
    "[bold]lookabout run flysearch/fs1-city --agent saliency --episodes 5 --out runs/sal[/]\n\n"
    "[bold]lookabout run flysearch/fs1-city --model openai/gpt-4o --workers 2 --out runs/gpt[/]\n\n"
    "[bold]lookabout run flysearch/fs1-city --model openai-api/local/qwen2.5-vl "
    "--base-url http://localhost:8000/v1 --out runs/qwen[/]"
)
def run(
    set_path: SetArgument,
    out: Annotated[Path, typer.Option(help="Run folder; an earlier run in it is continued.")],
    agent: Annotated[str, typer.Option(help="A scripted agent; see 'lookabout list'.")] = "",
    model: Annotated[
        str, typer.Option(help="A chat model as PROVIDER/NAME, through Inspect AI.")
    ] = "",
    base_url: Annotated[str, typer.Option(help="Of the model's service.")] = "",
    episodes: Annotated[
        int | None,
        typer.Option(min=1, max=MAX_EPISODES, help="How many; default: the whole set."),
    ] = None,
    seed: SeedOption = 0,
    scenarios: Annotated[
        Path | None,
        typer.Option(help="Fly the scenario files of this folder, in order of their names."),
    ] = None,
    workers: Annotated[
        int, typer.Option(min=1, max=256, help="Processes, each with its own simulator.")
    ] = 1,
    option: Annotated[
        list[str] | None,
        typer.Option("--option", "-o", help="NAME=VALUE of the benchmark; repeatable."),
    ] = None,
    temperature: Annotated[float | None, typer.Option(min=0, help="Of the model.")] = None,
    max_tokens: Annotated[int | None, typer.Option(min=1, help="Of one reply.")] = None,
    reasoning_effort: Annotated[str, typer.Option(help="Of the model: low, medium, high…")] = "",
    timeout: Annotated[
        float, typer.Option(min=1, help="Longest wait for one reply, retries included, seconds.")
    ] = 1800.0,
    max_retries: Annotated[
        int, typer.Option(min=0, help="Requests that may fail before a reply is given up.")
    ] = 8,
    max_attempts: Annotated[
        int, typer.Option(min=1, help="At an episode, when a service or the simulator fails.")
    ] = 3,
    engine: Annotated[str, typer.Option(help="Simulator; see 'lookabout list'.")] = "embedded",
    quality: QualityOption = "standard",
    device: DeviceOption = "cpu",
    as_json: JsonOption = False,
) -> None:
    """Fly the episodes of a set with one agent, and keep a record of everything.

    Run the same command again to go on after an interruption: finished episodes are kept.
    """
    from lookabout.benchmarks.registry import get_set
    from lookabout.runs.plan import EngineChoice, RunPlan
    from lookabout.runs.runner import run as run_plan
    from lookabout.runs.worker import Outcome

    benchmark, info = get_set(set_path)
    choice = _agent_choice(
        agent,
        model,
        base_url=base_url or None,
        temperature=temperature,
        max_tokens=max_tokens,
        reasoning_effort=reasoning_effort or None,
        timeout_s=timeout,
        max_retries=max_retries,
    )
    plan = RunPlan(
        benchmark=benchmark.name,
        set=info.name,
        agent=choice,
        engine=EngineChoice(engine, quality, device, max(1, (os.cpu_count() or 1) // workers)),
        scenarios=_scenarios(benchmark, info.name, scenarios, seed, episodes, info.size, out),
        seed=seed,
        out=out,
        settings=_settings(benchmark, option or []),
        workers=workers,
        max_attempts=max_attempts,
    )
    who = agent or model
    wins = ended = 0
    with _progress() as bar:
        task = bar.add_task(f"{set_path} · {who}", total=None)

        def show(outcome: Outcome) -> None:
            nonlocal wins, ended
            if outcome.error:
                first = outcome.error.strip().splitlines()[-1]
                bar.console.print(
                    f"episode {outcome.episode}: {outcome.ending}: {first}", markup=False
                )
            else:
                wins, ended = wins + outcome.success, ended + 1
                bar.update(task, description=f"{set_path} · {who} · {wins}/{ended} found")
                bar.advance(task)

        try:
            bar.update(task, total=len(plan.scenarios))
            summary = run_plan(plan, show, kept=lambda n: bar.advance(task, n))
        except KeyboardInterrupt:
            bar.stop()
            typer.echo(
                f"Interrupted. Finished episodes are kept in {out}; "
                "run the same command again to go on.",
                err=True,
            )
            raise
    if as_json:
        _print_json({**vars(summary), "folder": str(summary.folder)})
    else:
        _print_summary([out])
    if summary.failed:
        raise LookaboutError(
            f"{summary.failed} of {summary.episodes} episodes have no verdict: every attempt "
            "failed. Run the same command again to try them anew."
        )


@app.command(
    epilog="Examples:\n\n[bold]lookabout report runs/gpt[/]\n\n"
    "[bold]lookabout report runs/gpt runs/saliency --out comparison[/]"
)
def report(
    runs: Annotated[list[Path], typer.Argument(metavar="DIR...", help="Run folders.")],
    out: Annotated[
        Path | None,
        typer.Option(help="Folder for the report; default: the run folder, if it is one."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Score runs: a table here, and report.html, CSV, Markdown and JSON files."""
    from lookabout.results.report import write_report

    if out is None:
        out = runs[0] if len(runs) == 1 else Path("report")
    with _progress() as bar:
        task = bar.add_task("report", total=None)
        files = write_report(
            runs, out, progress=lambda n, total: bar.update(task, completed=n, total=total)
        )
    if as_json:
        typer.echo(files.summary_json.read_text(encoding="utf-8"))
        return
    _print_summary(runs)
    typer.echo(f"report: {files.page}")


@app.command(epilog="Example: [bold]lookabout look scenarios/0000.json --out view.png[/]")
def look(
    scenario: Annotated[Path, typer.Argument(metavar="SCENARIO", help="A scenario file.")],
    out: Annotated[Path, typer.Option(help="PNG file for the picture.")] = Path("view.png"),
    option: Annotated[
        list[str] | None,
        typer.Option("--option", "-o", help="NAME=VALUE of the benchmark; repeatable."),
    ] = None,
    engine: Annotated[str, typer.Option(help="Simulator; see 'lookabout list'.")] = "embedded",
    quality: QualityOption = "standard",
    device: DeviceOption = "cpu",
) -> None:
    """Show what the agent would see first: the picture as a file, the text here."""
    from lookabout.benchmarks.registry import get_benchmark
    from lookabout.sim.registry import make_simulator

    found = _read_scenario(scenario)
    benchmark = get_benchmark(found.benchmark)
    settings = benchmark.settings_model.model_validate(_settings(benchmark, option or []))
    _require_writable(out)
    with _progress() as bar:
        bar.add_task("building the world", total=None)
        simulator = make_simulator(engine, quality=quality, device=device)
        try:
            simulator.reset(found)
            observation = benchmark.first_look(found, simulator, settings)
        finally:
            simulator.close()
    try:
        out.write_bytes(observation.images[-1].png)
    except OSError as error:
        raise UsageError(f"cannot be written: {error.strerror}", where=str(out)) from None
    typer.echo(observation.text)
    typer.echo(f"picture: {out}", err=True)


@scenarios_app.command(
    "make",
    epilog="Example: "
    "[bold]lookabout scenarios make flysearch/fs1-city --seed 7 --count 20 --out private[/]",
)
def scenarios_make(
    set_path: SetArgument,
    out: Annotated[Path, typer.Option(help="New or empty folder for NNNN.json files.")],
    seed: SeedOption = 0,
    count: Annotated[
        int | None, typer.Option(min=1, max=MAX_EPISODES, help="Default: the set's size.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Draw scenarios from a seed; the same seed gives the same files."""
    from lookabout.benchmarks.registry import get_set
    from lookabout.runs.store import write_atomically

    benchmark, info = get_set(set_path)
    _require_folder(out)
    if any(out.iterdir()):
        raise UsageError("the folder is not empty", where=str(out))
    total = count or info.size
    paths = []
    with _progress() as bar:
        for index in bar.track(range(total), description="making scenarios"):
            made = benchmark.scenario(info.name, seed, index)
            path = out / f"{index:04d}.json"
            write_atomically(path, made.model_dump_json(indent=1))
            paths.append(str(path))
    if as_json:
        _print_json(paths)
    else:
        typer.echo(f"{total} scenarios in {out}")


@scenarios_app.command(
    "check", epilog="Example: [bold]lookabout scenarios check private 0003.json[/]"
)
def scenarios_check(
    paths: Annotated[
        list[Path], typer.Argument(metavar="PATH...", help="Scenario files, or folders of them.")
    ],
    as_json: JsonOption = False,
) -> None:
    """Check scenario files: their form, and the set's rules in the world that they describe."""
    from lookabout.benchmarks.registry import get_benchmark
    from lookabout.sim.registry import make_simulator

    files = [file for path in paths for file in _scenario_files(path)]
    results: dict[str, list[str]] = {}
    simulator = make_simulator("embedded", quality="draft", device="cpu")
    try:
        with _progress() as bar:
            for file in bar.track(files, description="checking"):
                try:
                    found = _read_scenario(file)
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
        _print_json(results)
    else:
        for name, problems in results.items():
            for problem in problems:
                typer.echo(f"{name}: {problem}")
        typer.echo(f"{len(results) - broken} of {len(results)} scenarios are in order")
    if broken:
        raise typer.Exit(2)


@scenarios_app.command("show", epilog="Example: [bold]lookabout scenarios show 0000.json[/]")
def scenarios_show(
    path: Annotated[Path, typer.Argument(metavar="SCENARIO", help="A scenario file.")],
    as_json: JsonOption = False,
) -> None:
    """Show what a scenario asks for. Gives the target away."""
    from lookabout.benchmarks.registry import get_benchmark

    found = _read_scenario(path)
    if as_json:
        typer.echo(found.model_dump_json(indent=1))
        return
    rows = [["set", f"{found.benchmark}/{found.set}"], ["id", found.id], ["seed", str(found.seed)]]
    rows += [list(item) for item in get_benchmark(found.benchmark).labels(found).items()]
    rows += [[f"task: {key}", str(value)] for key, value in found.task.items()]
    rows += [[v.name, "starts at ({:g}, {:g}, {:g})".format(*v.position)] for v in found.vehicles]
    rows += [
        [item.name, "{} at ({:g}, {:g}, {:g})".format(item.kind, *item.position)]
        for item in found.world.objects
    ]
    sun = found.world.sun
    rows.append(["sun", f"{sun.elevation_deg:g}° high, {sun.azimuth_deg:g}° clockwise from north"])
    _table(str(path), ["", ""], rows)


# -- reading what the user gave ---------------------------------------------------------


def _agent_choice(agent: str, model: str, **options: Any) -> AgentChoice:
    from lookabout.runs.plan import AgentChoice

    if bool(agent) == bool(model):
        raise UsageError(
            "give either --agent NAME or --model PROVIDER/NAME",
            hint="'lookabout list' shows the scripted agents.",
        )
    if model:
        if "/" not in model:
            raise UsageError(
                f"expected PROVIDER/NAME such as openai/gpt-4o, got {model!r}", where="--model"
            )
        return AgentChoice(model, options)
    if "/" in agent:
        raise UsageError(f"{agent!r} is a chat model: give it as --model", where="--agent")
    return AgentChoice(agent)


def _settings(benchmark: Benchmark, options: list[str]) -> dict[str, Any]:
    """All settings of a run from NAME=VALUE options, defaults included."""
    from pydantic import ValidationError

    from lookabout.sim.scenario import describe

    given: dict[str, str] = {}
    for item in options:
        name, equals, value = item.partition("=")
        if not equals:
            raise UsageError(f"expected NAME=VALUE, got {item!r}", where="--option")
        given[name] = value
    try:
        return benchmark.settings_model.model_validate(given).model_dump(mode="json")
    except ValidationError as error:
        known = ", ".join(benchmark.settings_model.model_fields)
        raise UsageError(
            describe(error), where="--option", hint=f"Options of {benchmark.name}: {known}"
        ) from None


def _scenarios(
    benchmark: Benchmark,
    set_name: str,
    folder: Path | None,
    seed: int,
    episodes: int | None,
    size: int,
    out: Path,
) -> tuple[Scenario, ...]:
    """From a folder, from the run that is taken up, or made from the seed."""
    if folder is not None:
        files = _scenario_files(folder)
        found = [_read_scenario(path) for path in files[:episodes]]
        for path, scenario in zip(files, found, strict=False):
            if (scenario.benchmark, scenario.set) != (benchmark.name, set_name):
                raise UsageError(
                    f"belongs to {scenario.benchmark}/{scenario.set}, "
                    f"not to {benchmark.name}/{set_name}",
                    where=str(path),
                )
        return tuple(found)
    made = []
    with _progress() as bar:
        for index in bar.track(range(episodes or size), description="scenarios"):
            kept = out / "scenarios" / f"{index:04d}.json"
            made.append(
                _read_scenario(kept) if kept.exists() else benchmark.scenario(set_name, seed, index)
            )
    return tuple(made)


def _read_scenario(path: Path) -> Scenario:
    from lookabout.benchmarks.registry import get_benchmark
    from lookabout.sim.scenario import read_scenario

    scenario = read_scenario(path)
    get_benchmark(scenario.benchmark).check(scenario, where=str(path))
    return scenario


def _scenario_files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    files = sorted(file for file in path.iterdir() if file.suffix == ".json")
    if not files:
        raise UsageError("holds no scenario files (*.json)", where=str(path))
    return files


def _require_folder(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"cannot be made: {error.strerror}", where=str(path)) from None


def _require_writable(path: Path) -> None:
    """Before long work whose result goes there."""
    try:
        existed = path.exists()
        with path.open("ab"):
            pass
        if not existed:
            path.unlink()
    except OSError as error:
        raise UsageError(f"cannot be written: {error.strerror}", where=str(path)) from None


# -- printing ---------------------------------------------------------------------------


def _known_agents(benchmarks: list[Benchmark]) -> list[dict[str, Any]]:
    from lookabout.agents.registry import agent_names, get_agent

    known = [("any", get_agent(name, {})) for name in agent_names({})]
    known += [(b.name, spec) for b in benchmarks for spec in b.baselines.values()]
    return [
        {
            "name": spec.name,
            "benchmark": owner,
            "kind": spec.kind,
            "privileged": spec.privileged,
            "summary": spec.summary,
        }
        for owner, spec in known
    ]


def _values(field: dict[str, Any]) -> str:
    return " | ".join(field["enum"]) if "enum" in field else str(field.get("type", ""))


def _print_json(data: Any) -> None:
    typer.echo(json.dumps(data, indent=1))


def _table(title: str, columns: list[str], rows: list[list[str]]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(title=title, title_justify="left", show_header=any(columns))
    for column in columns:
        table.add_column(column, overflow="fold")
    for row in rows:
        table.add_row(*(_plain(cell) for cell in row))
    Console().print(table)


def _plain(text: str) -> str:
    from rich.markup import escape

    return escape(text)


@contextmanager
def _progress() -> Iterator[Progress]:
    """A bar with the time left, on the error stream so that output stays clean."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        SpinnerColumn,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        yield bar


def _print_summary(runs: list[Path]) -> None:
    from rich.console import Console

    from lookabout.results.formats import to_rich
    from lookabout.results.load import load_run
    from lookabout.results.tables import summary_table

    Console().print(to_rich(summary_table([load_run(path) for path in runs])))


if __name__ == "__main__":
    main()
