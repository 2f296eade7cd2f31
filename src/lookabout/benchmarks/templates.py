"""Texts that agents are shown: templates in a folder, any of which a user may replace."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import islice
from pathlib import Path
from string import Formatter

from lookabout.errors import UsageError

MAX_CHARACTERS = 100_000
_MAX_FILES = 100


@dataclass(frozen=True)
class Template:
    """What a template may and must name in curly brackets."""

    offers: tuple[str, ...] = ()
    """Placeholders that are filled in."""
    needs: tuple[str, ...] = ()
    """Those without which the agent could not know what to do."""


@cache
def packaged(package: str, name: str) -> str:
    """A template as it comes with a benchmark's package."""
    path = files(package) / "templates" / f"{name}.txt"
    return path.read_text(encoding="utf-8").removesuffix("\n")


def read_texts(folder: Path) -> dict[str, str]:
    """
    The ``NAME.txt`` files of a folder, by name.

    :raises UsageError: if there are none or very many, or one is no file or no text.
    """
    if not folder.is_dir():
        raise UsageError("is no folder of templates (NAME.txt)", where=str(folder))
    paths = list(islice(folder.glob("*.txt"), _MAX_FILES + 1))
    if len(paths) > _MAX_FILES:
        raise UsageError(f"holds more than {_MAX_FILES} templates (NAME.txt)", where=str(folder))
    found = {}
    for path in sorted(paths):
        try:
            if not path.is_file():  # opening a pipe would wait for whoever writes to it
                raise UsageError("is no regular file", where=str(path))
            with path.open(encoding="utf-8") as file:
                text = file.read(MAX_CHARACTERS + 1)
        except (OSError, UnicodeDecodeError) as error:
            problem = getattr(error, "strerror", None) or "not UTF-8 text"
            raise UsageError(f"cannot be read: {problem}", where=str(path)) from None
        found[path.stem] = text.removesuffix("\n")
    if not found:
        raise UsageError("holds no templates (NAME.txt)", where=str(folder))
    return found


def check_texts(texts: Mapping[str, str], templates: Mapping[str, Template]) -> dict[str, str]:
    """
    Own texts, if they fit the templates that they replace.

    :raises ValueError: naming the template and what is wrong with it.
    """
    for name, text in texts.items():
        if name not in templates:
            raise ValueError(f"there is no template {name!r}; known: {', '.join(templates)}")
        if len(text) > MAX_CHARACTERS:
            raise ValueError(f"template {name}: longer than {MAX_CHARACTERS} characters")
        template = templates[name]
        offers = ", ".join(f"{{{key}}}" for key in template.offers) or "none"
        try:
            parts = list(Formatter().parse(text))
        except ValueError as error:
            hint = "write {{ and }} for brackets that are meant"
            raise ValueError(f"template {name}: {error}; {hint}") from None
        used = set()
        for _, key, form, conversion in parts:
            if key is None:
                continue
            if key not in template.offers or form or conversion:
                raise ValueError(
                    f"template {name}: {{{key}}} cannot be filled in; placeholders: {offers}"
                )
            used.add(key)
        for key in template.needs:
            if key not in used:
                raise ValueError(f"template {name}: the placeholder {{{key}}} is missing")
    return dict(texts)
