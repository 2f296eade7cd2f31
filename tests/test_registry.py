from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from lookabout import registry
from lookabout.errors import UsageError
from lookabout.registry import Registry

FRUIT = Registry("fruit", "tests.fruit", {"path": "pathlib:Path", "lost": "pathlib:Lost"})


def test_builtin_names_are_imported_when_used() -> None:
    assert FRUIT.names() == ["lost", "path"]
    assert FRUIT.get("path") is Path
    with pytest.raises(AttributeError):  # a bug of ours, not a mistake of the user
        FRUIT.get("lost")


def test_unknown_names_are_answered_with_the_known_ones() -> None:
    with pytest.raises(UsageError, match="there is no fruit 'kiwi'; known: lost, path"):
        FRUIT.get("kiwi")


def test_other_packages_add_names(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = EntryPoint("pear", "pathlib:PurePath", "tests.fruit")
    monkeypatch.setattr(registry, "entry_points", lambda group: [entry])
    assert FRUIT.names() == ["lost", "path", "pear"]
    assert FRUIT.get("pear").__name__ == "PurePath"


def test_a_module_in_the_working_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "basket_for_test.py").write_text("PLUM = 5\n")
    (tmp_path / "broken_for_test.py").write_text("1 / 0\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    assert FRUIT.get("basket_for_test:PLUM") == 5
    with pytest.raises(UsageError, match="fruit broken_for_test:X: cannot be loaded: ZeroDiv"):
        FRUIT.get("broken_for_test:X")
    with pytest.raises(UsageError, match="ModuleNotFoundError"):
        FRUIT.get("nowhere_for_test:X")
