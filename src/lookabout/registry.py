"""Extension points: things by name, builtin, from other packages, or from a module of one's own."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from lookabout.errors import UsageError


class Registry:
    """
    Names of one kind of thing.

    A name is builtin, or an entry point of another package, or ``module:attribute`` for a
    module that can be imported from here or from the working folder.
    """

    def __init__(self, kind: str, group: str, builtin: Mapping[str, str]) -> None:
        """
        :param kind: for messages, e.g. ``world``.
        :param group: of entry points, e.g. ``lookabout.worlds``.
        :param builtin: names to ``module:attribute``; imported when first used.
        """
        self._kind = kind
        self._group = group
        self._builtin = builtin

    def names(self) -> list[str]:
        """All names, in alphabetical order."""
        return sorted({*self._builtin, *(entry.name for entry in entry_points(group=self._group))})

    def get(self, name: str) -> Any:
        """:raises UsageError: if there is nothing of that name, or it cannot be imported."""
        if name in self._builtin:
            return _import(self._builtin[name])
        for entry in entry_points(group=self._group):
            if entry.name == name:
                return self._load(name, entry.value)
        if ":" in name:
            here = str(Path.cwd())
            if here not in sys.path:
                sys.path.append(here)
            return self._load(name, name)
        raise UsageError(f"there is no {self._kind} {name!r}; known: {', '.join(self.names())}")

    def _load(self, name: str, target: str) -> Any:
        try:
            return _import(target)
        except (Exception, SystemExit) as error:  # whatever goes wrong inside another's module
            raise UsageError(
                f"cannot be loaded: {type(error).__name__}: {error}",
                where=f"{self._kind} {name}",
            ) from error


def _import(target: str) -> Any:
    module, _, attribute = target.partition(":")
    return getattr(import_module(module), attribute)
