"""Settings of the benchmarks as options of a command: ``--steps 5``, ``--no-grid``."""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lookabout.errors import UsageError

if TYPE_CHECKING:
    from lookabout.benchmarks.base import Benchmark
    from lookabout.world.spec import SpecModel

_SEVERAL = "Settings of several benchmarks"
_LONGEST_METAVAR = 15
"""Characters of choices that stand beside an option, where the terminal has room for them."""
_CHAT: Mapping[str, Mapping[str, str]] = {
    "temperature": {"default": "temperature"},
    "max_tokens": {"default": "max_tokens"},
    "timeout": {"default": "timeout_s", "one request": "attempt_timeout_s"},
    "max_retries": {"default": "max_retries"},
}
"""Parameters of ``run``, and the options of chat models that they and their notes are about."""
Given = Mapping[str, Any]
"""Settings by name, as they were given: text, or a bool for a flag."""


def with_settings(
    command: Callable[..., None], *, listed: bool, only: str = ""
) -> Callable[..., None]:
    """
    A command that takes every setting of every benchmark, as options.

    :param command: gets them in one argument, ``given``.
    :param listed: False leaves them out, and with them the import of all benchmarks: enough
        for a list of commands.
    :param only: a benchmark; then the help tells of its settings alone.
    """
    options = _options(only) if listed else {}
    own = inspect.signature(command, eval_str=True).parameters.values()

    @wraps(command)
    def taking(**values: Any) -> None:
        given = {name: values.pop(name) for name in options}
        command(**values, given={k: v for k, v in given.items() if v is not None})

    parameters = [
        *(
            _describe_chat(parameter, only) if listed else parameter
            for parameter in own
            if parameter.name != "given"
        ),
        *(
            inspect.Parameter(
                name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=annotation
            )
            for name, annotation in options.items()
        ),
    ]
    taking.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    taking.__annotations__ = {p.name: p.annotation for p in parameters}
    if listed:
        argument = "SCENARIO" if "scenario" in inspect.signature(command).parameters else "SET"
        rest = (
            f"Settings of {only} are listed here; without {argument} those of all benchmarks are."
            if only
            else f"With {argument} before --help the settings of its benchmark alone are listed."
        )
        taking.__doc__ = f"{inspect.cleandoc(command.__doc__ or '')}\n\n{rest}"
    return taking


def benchmark_in(words: Sequence[str]) -> str:
    """The benchmark of the set, or of the scenario file, that a command line names; else ''."""
    from lookabout.benchmarks.registry import BENCHMARKS
    from lookabout.sim.scenario import read_scenario

    known = BENCHMARKS.names()
    for word in words[1:]:
        name = word.partition("/")[0]
        if word.endswith(".json"):
            with suppress(UsageError):
                name = read_scenario(Path(word)).benchmark
        if name in known and ("/" in word or word.endswith(".json")):
            return name
    return ""


def settings_of(benchmark: Benchmark, set_name: str, given: Given) -> SpecModel:
    """
    All settings of a run, defaults included.

    :raises UsageError: naming the option that the benchmark does not have, or cannot take.
    """
    from pydantic import ValidationError

    from lookabout.benchmarks.templates import read_texts

    fields = benchmark.settings_model.model_fields
    values = dict(given)
    for name in values:
        if name not in fields:
            known = ", ".join(_option(field) for field in fields)
            raise UsageError(
                f"is no setting of {benchmark.name}; it has: {known}", where=_option(name)
            )
    if "prompts" in values:
        values["prompts"] = read_texts(Path(values["prompts"]))
    try:
        settings = benchmark.settings_model.model_validate(values)
        benchmark.check_settings(set_name, settings)
    except ValidationError as error:
        problem = error.errors()[0]
        name = str(problem["loc"][0])
        got = "" if name == "prompts" else f", got {problem['input']!r}"
        words = problem["msg"].removeprefix("Value error, ")
        raise UsageError(f"{words}{got}", where=_option(name)) from None
    except UsageError as error:
        raise UsageError(error.message, where=_option(error.where or "")) from None
    return settings


def _options(only: str) -> dict[str, Any]:
    """Annotation of each setting's parameter; the help hides those that ``only`` has not."""
    found: dict[str, dict[str, Mapping[str, Any]]] = {}
    for benchmark in _benchmarks():
        schema = benchmark.settings_model.model_json_schema()
        for name, field in schema["properties"].items():
            found.setdefault(name, {})[benchmark.name] = field
    told = {name: {only: own[only]} if only in own else own for name, own in found.items()}
    # Those of one benchmark before those of several.
    ordered = sorted(told, key=lambda name: len(told[name]) > 1)
    return {
        name: _annotation(name, told[name], hidden=bool(only) and only not in told[name])
        for name in ordered
    }


def _benchmarks() -> list[Benchmark]:
    from lookabout.benchmarks.registry import BENCHMARKS, get_benchmark

    return [get_benchmark(name) for name in BENCHMARKS.names()]


def _annotation(name: str, fields: Mapping[str, Mapping[str, Any]], *, hidden: bool) -> Any:
    """
    :param fields: what the setting is, by benchmark; of several the first one's type counts,
        since all values are text until a benchmark reads them.
    """
    option = _option(name)
    field = next(iter(fields.values()))
    words = {b: " ".join(str(own.get("description", "")).split()) for b, own in fields.items()}
    alike = len(set(words.values())) == 1
    text = words[next(iter(words))] if alike else " ".join(f"{b}: {w}" for b, w in words.items())
    panel = f"Settings of {next(iter(fields))}" if len(fields) == 1 else _SEVERAL
    shown = {b: _shown(option, own) for b, own in fields.items()}
    choices = field.get("enum", ())
    if len("|".join(choices)) > _LONGEST_METAVAR:
        text = f"{text} One of: {', '.join(choices)}."
    if len(fields) == 1:
        notes = [f"default: {default}" for default in shown.values() if default]
    else:
        notes = [f"{b}: {default}" if default else b for b, default in shown.items()]
    help_text = _help(text, notes)
    if field.get("type") == "boolean":
        names = f"{option}/--no-{option[2:]}"
        told = typer.Option(names, help=help_text, rich_help_panel=panel, hidden=hidden)
        return Annotated[bool | None, told]
    metavar = _metavar(field, choices)
    told = typer.Option(
        option, help=help_text, metavar=metavar, rich_help_panel=panel, hidden=hidden
    )
    return Annotated[str | None, told]


def _metavar(field: Mapping[str, Any], choices: Sequence[str]) -> str:
    if choices:
        joined = "|".join(choices)
        return joined if len(joined) <= _LONGEST_METAVAR else "WORD"
    kinds = {str(own.get("type")) for own in field.get("anyOf", [field])}
    named = {"object": "DIR", "integer": "INTEGER", "number": "NUMBER"}
    return next((word for kind, word in named.items() if kind in kinds), "TEXT")


def _shown(option: str, field: Mapping[str, Any]) -> str:
    """A default, as it would be given; '' if there is none."""
    default = field.get("default")
    if isinstance(default, bool):
        return option if default else f"--no-{option[2:]}"
    if isinstance(default, float):
        return f"{default:g}"
    return str(default) if isinstance(default, str | int) else ""


def _describe_chat(parameter: inspect.Parameter, only: str) -> inspect.Parameter:
    """
    A parameter of chat models with its default, and what benchmarks take instead of it.

    :param only: of which alone it is told; '': of all.
    """
    if parameter.name not in _CHAT:
        return parameter
    from lookabout.agents.chat import ChatAgent

    usual = inspect.signature(ChatAgent).parameters
    notes = []
    for words, option in _CHAT[parameter.name].items():
        default = usual[option].default
        others = ", ".join(
            f"{benchmark.name} {benchmark.chat_options[option]:g}"
            for benchmark in _benchmarks()
            if option in benchmark.chat_options and only in ("", benchmark.name)
        )
        told = "the provider's" if default is None else f"{default:g}"
        notes.append(f"{words}: {told}" + (f" ({others})" if others else ""))
    kind, info = parameter.annotation.__origin__, copy.copy(parameter.annotation.__metadata__[0])
    info.help = _help(info.help, notes)
    return parameter.replace(annotation=Annotated[kind, info])


def _help(text: str, notes: Sequence[str]) -> str:
    """Plain text and notes in brackets, neither of which Rich is to take for its markup."""
    from rich.markup import escape

    bracket = f"[{'; '.join(notes)}]"
    return f"{escape(text)} [dim]{escape(bracket)}[/dim]" if notes else escape(text)


def _option(name: str) -> str:
    return "--" + name.replace("_", "-")
