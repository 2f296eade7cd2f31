"""``lookabout run``."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Literal

import typer

from lookabout.cli.console import counted, print_json, print_summary, printable, progress
from lookabout.cli.options import (
    MAX_EPISODES,
    DeviceOption,
    EngineOption,
    JsonOption,
    QualityOption,
    SeedOption,
    SetArgument,
    agent_choice,
    model_args,
)
from lookabout.cli.settings import Given, settings_of
from lookabout.errors import LookaboutError, ServiceError, UsageError

_LONGEST_REASON = 300
_MOST_WATCHED = 3
"""Running episodes whose replies are shown."""
_GO_ON = "Finished episodes are kept in {}; run the same command again to go on."


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
    seed: SeedOption = None,
    scenarios: Annotated[
        Path | None,
        typer.Option(help="Fly the scenario files of this folder, in order of their names."),
    ] = None,
    workers: Annotated[
        int, typer.Option(min=1, max=256, help="Processes, each with its own simulator.")
    ] = 1,
    temperature: Annotated[float | None, typer.Option(min=0, help="Of the model.")] = None,
    max_tokens: Annotated[int | None, typer.Option(min=1, max=10**9, help="Of one reply.")] = None,
    reasoning_effort: Annotated[str, typer.Option(help="Of the model: low, medium, high…")] = "",
    timeout: Annotated[
        float | None,
        typer.Option(min=1, help="Longest wait for one reply, retries included, seconds."),
    ] = None,
    max_retries: Annotated[
        int | None,
        typer.Option(min=0, help="How often a failed request is repeated for one reply."),
    ] = None,
    model_arg: Annotated[
        list[str] | None,
        typer.Option(
            help="NAME=VALUE for the provider's client in Inspect AI, e.g. responses_api=true; "
            "repeatable."
        ),
    ] = None,
    max_attempts: Annotated[
        int, typer.Option(min=1, help="At an episode, when a service or the simulator fails.")
    ] = 3,
    engine: EngineOption = "embedded",
    quality: QualityOption = "standard",
    device: DeviceOption = "cpu",
    quiet: Annotated[bool, typer.Option("--quiet", help="Print no table at the end.")] = False,
    as_json: JsonOption = False,
    given: Given = MappingProxyType({}),
) -> None:
    """Fly the episodes of a set with one agent, and keep a record of everything.

    Without --seed or --scenarios the set's standard scenarios are flown. Run the same command
    again to go on after an interruption: finished episodes are kept.
    """
    from lookabout.benchmarks.base import defaults_for
    from lookabout.benchmarks.registry import get_set
    from lookabout.runs import scenarios as sources
    from lookabout.runs.plan import EngineChoice, RunPlan
    from lookabout.runs.runner import run as run_plan
    from lookabout.runs.store import RunFolder
    from lookabout.runs.worker import Outcome

    benchmark, info = get_set(set_path)
    choice = agent_choice(
        agent,
        model,
        base_url=base_url or None,
        temperature=temperature,
        max_tokens=max_tokens,
        reasoning_effort=reasoning_effort or None,
        timeout_s=timeout,
        max_retries=max_retries,
        model_args=model_args(model_arg or []) or None,
    )
    if model:
        defaults = defaults_for(benchmark, model)
        choice = replace(choice, options={**defaults.chat_options, **choice.options})
        given = {**defaults.settings, **given}
    choice.info(benchmark)  # a wrong choice shows now, not after the scenarios are made
    settings = settings_of(benchmark, info.name, given).model_dump(mode="json")
    source: Literal["standard", "seed", "files"]
    if scenarios is not None:
        source = "files"
        flown = sources.read_set(scenarios, benchmark, info)[:episodes]
        if episodes and len(flown) < episodes:
            raise UsageError(
                f"holds {counted(len(flown), 'scenario')}, fewer than --episodes {episodes}",
                where=str(scenarios),
            )
    elif seed is None:
        source = "standard"
        flown = sources.first_standard(benchmark, info, episodes or info.size)
    else:
        source = "seed"
        with progress() as bar:
            count = episodes or info.size
            flown = sources.draw(
                benchmark,
                info.name,
                seed,
                count,
                RunFolder(out),
                partial(bar.track, description="drawing scenarios"),
                engine,
                device,
            )
    plan = RunPlan(
        benchmark=benchmark.name,
        set=info.name,
        agent=choice,
        engine=EngineChoice(engine, quality, device, max(1, (os.cpu_count() or 1) // workers)),
        scenarios=flown,
        seed=seed or 0,
        out=out,
        settings=settings,
        source=source,
        workers=workers,
        max_attempts=max_attempts,
    )
    who = agent or model
    counts_success = _leads_with_success(benchmark.name)
    wins = 0
    told: dict[int, str] = {}
    hints: set[str] = set()
    with progress() as bar:
        task = bar.add_task(f"{set_path} · {who}", total=len(plan.scenarios))

        def watch(replies: Mapping[int, int]) -> None:
            won = [counted(wins, "success", "successes")] if counts_success else []
            now = "+".join(str(count) for count in list(replies.values())[:_MOST_WATCHED])
            more = "+…" if len(replies) > _MOST_WATCHED else ""
            bar.update(task, note=" · ".join([*won, f"replies {now or 0}{more}"]))

        def show(outcome: Outcome) -> None:
            nonlocal wins
            if outcome.error:
                again = told.get(outcome.episode) == outcome.error
                told[outcome.episode] = outcome.error
                reason = "the same again" if again else _reason(outcome.error)
                line = f"episode {outcome.episode}: {outcome.ending}: {reason}"
                bar.console.print(line, markup=False, highlight=False)
                return
            if outcome.hint and outcome.hint not in hints:
                hints.add(outcome.hint)
                line = f"episode {outcome.episode}: {outcome.hint}"
                bar.console.print(line, markup=False, highlight=False)
            wins += outcome.success
            bar.advance(task)
            if not bar.console.is_terminal:
                verdict = ", success" if outcome.success else ", no success"
                verdict = verdict if counts_success else ""
                bar.console.print(f"episode {outcome.episode}: {outcome.ending}{verdict}")

        try:
            summary = run_plan(
                plan,
                show,
                kept=lambda n: bar.advance(task, n),
                watch=watch if bar.console.is_terminal else None,
            )
        except KeyboardInterrupt:
            bar.stop()
            typer.echo(f"Interrupted. {_GO_ON.format(out)}", err=True)
            raise
        except ServiceError as error:
            bar.stop()
            raise ServiceError(f"{error}\n{_GO_ON.format(out)}") from error
    if as_json:
        print_json({**vars(summary), "folder": str(summary.folder)})
    elif not quiet:
        print_summary(out)
    if summary.failed:
        raise LookaboutError(
            f"{summary.failed} of {counted(summary.episodes, 'episode')} without a verdict: every "
            "attempt failed. Run the same command again to try them anew."
        )


def _leads_with_success(benchmark: str) -> bool:
    """Whether success is the leading score of a benchmark's runs."""
    from lookabout.benchmarks.registry import find_reporting
    from lookabout.results.reporting import HasScores

    part = find_reporting(benchmark)
    return not isinstance(part, HasScores) or part.scores([]).shown[0] == "success"


def _reason(error: str) -> str:
    """A line of an error: its first, or of a bare traceback its last."""
    lines = error.strip().splitlines()
    reason = printable(lines[-1] if lines[0].startswith("Traceback") else lines[0])
    return reason if len(reason) <= _LONGEST_REASON else reason[:_LONGEST_REASON] + "…"
