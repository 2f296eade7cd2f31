"""Own texts in place of the package's: read from a folder, checked for what they must name."""

import os
import socket
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lookabout.benchmarks.flysearch.prompts import TEMPLATES
from lookabout.benchmarks.templates import Template, check_texts, read_texts
from lookabout.errors import UsageError

SOME = {"hello": Template(("name", "place"), ("name",)), "bye": Template()}


@pytest.mark.parametrize(
    ("texts", "words"),
    [
        ({"hallo": ""}, ["no template 'hallo'", "hello, bye"]),
        ({"hello": "hi"}, ["hello", "{name} is missing"]),
        ({"hello": "hi {name} {age}"}, ["{age} cannot be filled in", "{name}, {place}"]),
        ({"hello": "hi {name.real}"}, ["{name.real} cannot be filled in"]),
        ({"hello": "hi {name:>1000000}"}, ["{name} cannot be filled in"]),
        ({"hello": "hi {name!r}"}, ["{name} cannot be filled in"]),
        ({"hello": "hi {0} {name}"}, ["{0} cannot"]),
        ({"hello": "hi {name"}, ["hello", "{{ and }}"]),
        ({"bye": "{name}"}, ["placeholders: none"]),
        ({"bye": "x" * 100_001}, ["bye", "100000"]),
    ],
)
def test_texts_that_do_not_fit(texts: dict[str, str], words: list[str]) -> None:
    with pytest.raises(ValueError, match="template") as caught:
        check_texts(texts, SOME)
    for word in words:
        assert word in str(caught.value)


def test_texts_that_fit() -> None:
    texts = {"hello": "{name}, {name} {{of}} {place}", "bye": ""}
    assert check_texts(texts, SOME) == texts


@given(st.text())
def test_any_text_is_taken_and_can_be_filled_or_is_refused(text: str) -> None:
    try:
        check_texts({"hello": text}, SOME)
    except ValueError:
        return
    assert "x" in text.format(name="x", place="y")


def test_a_folder_of_templates(tmp_path: Path) -> None:
    (tmp_path / "hello.txt").write_text("hi\n{name}\n")
    (tmp_path / "notes.md").write_text("not read")
    assert read_texts(tmp_path) == {"hello": "hi\n{name}"}


def test_folders_without_templates(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="holds no templates"):
        read_texts(tmp_path)
    with pytest.raises(UsageError, match="no folder of templates"):
        read_texts(tmp_path / "none")
    (tmp_path / "hello.txt").write_bytes(b"\xff\xfe{name}")
    with pytest.raises(UsageError, match=r"hello\.txt: .*not UTF-8"):
        read_texts(tmp_path)


def test_only_regular_files_are_read(tmp_path: Path) -> None:
    (tmp_path / "else").mkdir()
    (tmp_path / "else" / "hi").write_text("hi")
    (tmp_path / "hello.txt").symlink_to(tmp_path / "else" / "hi")
    assert read_texts(tmp_path) == {"hello": "hi"}
    odd = tmp_path / "odd.txt"
    for make in (
        lambda: os.mkfifo(odd),
        lambda: odd.symlink_to("/dev/zero"),
        lambda: odd.symlink_to(tmp_path / "none"),
        lambda: socket.socket(socket.AF_UNIX).bind(str(odd)),
    ):
        make()
        with pytest.raises(UsageError, match=r"odd\.txt: is no regular file"):
            read_texts(tmp_path)
        odd.unlink()


def test_not_more_files_than_any_benchmark_has(tmp_path: Path) -> None:
    for index in range(100):
        (tmp_path / f"{index}.txt").write_text("hi")
    assert len(read_texts(tmp_path)) == 100
    (tmp_path / "100.txt").write_text("hi")
    with pytest.raises(UsageError, match="more than 100 templates"):
        read_texts(tmp_path)


def test_the_packages_own_texts_fit() -> None:
    folder = Path(__file__).parents[2] / "src/lookabout/benchmarks/flysearch/templates"
    texts = read_texts(folder)
    assert set(texts) == set(TEMPLATES)
    check_texts(texts, TEMPLATES)
