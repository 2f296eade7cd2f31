"""Settings of the benchmarks as options of a command: ``--steps 5``, ``--no-grid``."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lookabout.errors import UsageError

if TYPE_CHECKING:
    from lookabout.benchmarks.base import Benchmark
    from lookabout.world.spec import SpecModel

Given = Mapping[str, Any]
"""Settings by name, as they were given: text, or a bool for a flag."""


def with_settings(command: Callable[..., None], *, listed: bool) -> Callable[..., None]:
    """
    A command that takes every setting of every benchmark, as options.

    :param command: gets them in one argument, ``given``.
    :param listed: False leaves them out, and with them the import of all benchmarks: enough
        for a list of commands.
    """
    options = _options() if listed else {}
    own = inspect.signature(command, eval_str=True).parameters.values()

    @wraps(command)
    def taking(**values: Any) -> None:
        given = {name: values.pop(name) for name in options}
        command(**values, given={k: v for k, v in given.items() if v is not None})

    parameters = [
        *(parameter for parameter in own if parameter.name != "given"),
        *(
            inspect.Parameter(
                name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=annotation
            )
            for name, annotation in options.items()
        ),
    ]
    taking.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    taking.__annotations__ = {p.name: p.annotation for p in parameters}
    return taking


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


def _options() -> dict[str, Any]:
    """Annotation of each setting's parameter; the first benchmark that has it describes it."""
    from lookabout.benchmarks.registry import BENCHMARKS, get_benchmark

    found: dict[str, Any] = {}
    for benchmark in BENCHMARKS.names():
        schema = get_benchmark(benchmark).settings_model.model_json_schema()
        for name, field in schema["properties"].items():
            found.setdefault(name, _annotation(name, field, f"Settings of {benchmark}"))
    return found


def _annotation(name: str, field: Mapping[str, Any], panel: str) -> Any:
    option = _option(name)
    words = " ".join(str(field.get("description", "")).split())
    default = field.get("default")
    if field.get("type") == "boolean":
        names = f"{option}/--no-{option[2:]}"
        shown = option if default else f"--no-{option[2:]}"
        help_text = f"{words} [default: {shown}]"
        return Annotated[bool | None, typer.Option(names, help=help_text, rich_help_panel=panel)]
    values = "|".join(field.get("enum", ()))
    metavar = "DIR" if field.get("type") == "object" else values or "VALUE"
    if isinstance(default, str | int | float):
        words = f"{words} [default: {default}]"
    return Annotated[
        str | None, typer.Option(option, help=words, metavar=metavar, rich_help_panel=panel)
    ]


def _option(name: str) -> str:
    return "--" + name.replace("_", "-")
