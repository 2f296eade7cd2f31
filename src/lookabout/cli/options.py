"""What the commands take, and how it is checked."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lookabout.errors import UsageError

if TYPE_CHECKING:
    from lookabout.runs.plan import AgentChoice

MAX_EPISODES = 100_000
MAX_SEED = 2**63 - 1

JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for scripts.")]
SeedOption = Annotated[
    int | None,
    typer.Option(
        min=0,
        max=MAX_SEED,
        help="Draws a private list of scenarios; same seed, same list. "
        "Default: the standard scenarios.",
    ),
]
QualityOption = Annotated[str, typer.Option(help="Of the pictures: draft, standard or high.")]
DeviceOption = Annotated[
    str, typer.Option(help="Renders on: cpu, cuda, optix, hip, oneapi or metal.")
]
EngineOption = Annotated[str, typer.Option(help="Simulator; see 'lookabout list'.")]
SetArgument = Annotated[
    str, typer.Argument(metavar="SET", help="BENCHMARK/SET, e.g. flysearch/fs1-city.")
]


def agent_choice(agent: str, model: str, **options: Any) -> AgentChoice:
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
        temperature, url = options.get("temperature"), options.get("base_url")
        if temperature is not None and not math.isfinite(temperature):
            raise UsageError(f"must be a number, got {temperature}", where="--temperature")
        if url is not None and not url.startswith(("http://", "https://")):
            raise UsageError(
                f"must start with http:// or https://, got {url!r}", where="--base-url"
            )
        return AgentChoice(model, {k: v for k, v in options.items() if v is not None})
    given = [
        name.removesuffix("_s").replace("args", "arg")
        for name, value in options.items()
        if value is not None
    ]
    if given:
        names = ", ".join("--" + name.replace("_", "-") for name in given)
        raise UsageError(f"only a --model takes {names}", where="--agent")
    if "/" in agent:
        raise UsageError(f"{agent!r} is a chat model: give it as --model", where="--agent")
    return AgentChoice(agent)


def model_args(items: list[str]) -> dict[str, Any]:
    """NAME=VALUE pairs; values are JSON where they can be read as such, else text."""
    found: dict[str, Any] = {}
    for item in items:
        name, equals, value = item.partition("=")
        if not equals or not name.isidentifier():
            raise UsageError(f"expected NAME=VALUE, got {item!r}", where="--model-arg")
        try:
            found[name] = json.loads(value)
        except ValueError:
            found[name] = value
    return found


def require_folder(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"cannot be made: {error.strerror}", where=str(path)) from None


def require_writable(path: Path) -> None:
    """Before long work whose result goes there."""
    try:
        existed = path.exists()
        with path.open("ab"):
            pass
        if not existed:
            path.unlink()
    except OSError as error:
        raise UsageError(f"cannot be written: {error.strerror}", where=str(path)) from None
