"""``lookabout list``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer

from lookabout.cli.console import print_json, print_table
from lookabout.cli.options import JsonOption

if TYPE_CHECKING:
    from lookabout.benchmarks.base import Benchmark


def list_command(as_json: JsonOption = False) -> None:
    """List benchmarks, sets, agents, worlds and engines."""
    from lookabout.benchmarks.registry import BENCHMARKS, get_benchmark
    from lookabout.sim.registry import ENGINES
    from lookabout.world.registry import WORLDS, get_world

    benchmarks = [get_benchmark(name) for name in BENCHMARKS.names()]
    agents = known_agents(benchmarks)
    worlds = {name: get_world(name).summary for name in WORLDS.names()}
    if as_json:
        print_json(
            {
                "benchmarks": [
                    {
                        "name": b.name,
                        "summary": b.summary,
                        "sets": [vars(s) for s in b.sets],
                        "settings": b.settings_model.model_json_schema()["properties"],
                    }
                    for b in benchmarks
                ],
                "agents": agents,
                "worlds": worlds,
                "engines": ENGINES.names(),
            }
        )
        return
    print_table(
        "Sets",
        ["set", "scenarios", "task"],
        [[f"{b.name}/{s.name}", str(s.size), s.summary] for b in benchmarks for s in b.sets],
    )
    print_table(
        "Agents (--agent; any chat model with --model PROVIDER/NAME)",
        ["agent", "for", "what it does"],
        [
            [a["name"] + (" †" if a["privileged"] else ""), a["benchmark"], a["summary"]]
            for a in agents
        ],
    )
    typer.echo("† privileged: is given the truth\n")
    print_table("Worlds", ["world", "what"], [[name, text] for name, text in worlds.items()])
    print_table("Engines", ["engine"], [[name] for name in ENGINES.names()])


def known_agents(benchmarks: list[Benchmark]) -> list[dict[str, Any]]:
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
