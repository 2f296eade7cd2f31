"""Damaged, cut off, hostile: reported for each episode, never a crash, never a file elsewhere."""

from __future__ import annotations

import json
import os
import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lookabout.benchmarks.flysearch.interop.files import BadFileError, as_png
from lookabout.benchmarks.flysearch.interop.importing import REPORT, import_run
from lookabout.benchmarks.flysearch.interop.log import folder_key
from lookabout.errors import UsageError
from tests.benchmarks.flysearch.interop.folders import (
    change_params,
    copy,
    imported,
    png,
    read_episode,
)


def bomb(side: int) -> bytes:
    """A PNG of few bytes that says it has ``side`` × ``side`` pixels."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    header = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    pixels = zlib.compress(bytes(1000))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixels)


def _delete(name: str) -> Callable[[Path], None]:
    return lambda folder: (folder / name).unlink()


def _write(name: str, data: bytes) -> Callable[[Path], None]:
    return lambda folder: (folder / name).write_bytes(data) and None


def _link(name: str, target: str) -> Callable[[Path], None]:
    def spoil(folder: Path) -> None:
        (folder / name).unlink(missing_ok=True)
        (folder / name).symlink_to(target)

    return spoil


def _cut_conversation(entries: int) -> Callable[[Path], None]:
    def spoil(folder: Path) -> None:
        path = folder / "conversation.json"
        path.write_text(json.dumps(json.loads(path.read_text())[:entries]))

    return spoil


def _pipe(name: str) -> Callable[[Path], None]:
    def spoil(folder: Path) -> None:
        (folder / name).unlink()
        os.mkfifo(folder / name)

    return spoil


@pytest.mark.parametrize(
    ("spoil", "judged", "words"),
    [
        (_delete("object_bbox.txt"), False, "object_bbox.txt is missing; not judged: the height"),
        (_write("object_bbox.txt", b"1 2 3"), False, "'1 2 3' is not six numbers"),
        (_write("object_bbox.txt", b"error Can not find"), False, "is not six numbers"),
        (_write("object_bbox.txt", b"9 9 9 1 1 1"), False, "is no box"),
        (_write("object_bbox.txt", b"nan 0 0 1 1 1"), False, "'nan' is no number"),
        (_delete("2_coords.txt"), True, "no position for turns 3"),
        (_delete("3_coords.txt"), False, "not judged: the last position is unknown"),
        (_delete("0_coords.txt"), True, "0_coords.txt is missing; the start is the scenario's"),
        (_write("1_coords.txt", b"(1, 2"), True, "1_coords.txt: '(1, 2' is not three numbers"),
        (_write("1_coords.txt", b"\xff\xfe"), True, "1_coords.txt is not UTF-8 text"),
        (_write("1_coords.txt", b"(inf, 0, 5)"), True, "1_coords.txt: 'inf' is no number"),
        (_write("1_coords.txt", b"9" * 200_000), True, "1_coords.txt is too large"),
        (_delete("1.png"), True, None),  # the conversation holds it, too
        (_write("1.png", b"\x89PNG\r\n\x1a\n"), True, "1.png is no readable picture"),
        (_write("1.png", bomb(9000)), True, "1.png is absurdly large (9000 × 9000 pixels)"),
        (_write("1.png", bomb(60_000)), True, "1.png is no readable picture"),
        (_write("1.png", bomb(3000)), True, "1.png is no readable picture"),
        (_write("1.png", b"<svg/>"), True, "1.png is no readable picture"),
        (_write("termination.txt", b"the world ended"), True, "'the world ended' is unknown"),
        (_delete("termination.txt"), True, None),
        (_delete("conversation.json"), True, None),
        (_write("conversation.json", b'[["user", "ima'), True, "conversation.json is damaged"),
        (_delete("agent_info.json"), True, None),
        (_write("agent_info.json", b"{"), True, "agent_info.json is damaged"),
        (_link("1_coords.txt", "/etc/passwd"), True, "1_coords.txt is a link"),
        (_link("1.png", "/etc/passwd"), True, "1.png is a link"),
        (_link("conversation.json", "/dev/zero"), True, "conversation.json is a link"),
        (_pipe("1_coords.txt"), True, "1_coords.txt is no plain file"),
        (_pipe("termination.txt"), True, "termination.txt is no plain file"),
        (_cut_conversation(6), False, "ends without a reply; 3 positions have no reply"),
        (_cut_conversation(7), False, "2 positions have no reply; not judged: the files break off"),
    ],
)
def test_what_is_missing_or_damaged_is_said(
    tmp_path: Path, spoil: Callable[[Path], None], judged: bool, words: str | None
) -> None:
    spoil(copy(tmp_path))
    report, out = imported(tmp_path)
    (entry,) = report.entries
    assert entry.judged is judged
    assert (read_episode(out)[0].verdict is not None) is judged
    if words is None:
        assert entry.state == "done"
    else:
        assert entry.state == "incomplete"
        assert words in "; ".join(entry.notes)
    kept = json.loads((out / REPORT).read_text())
    assert kept["entries"][0]["notes"] == list(entry.notes)


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (_delete("scenario_params.json"), "scenario_params.json is missing"),
        (_write("scenario_params.json", b"{"), "scenario_params.json is damaged"),
        (_write("scenario_params.json", b" " * 2_000_000), "is too large"),
        (_link("scenario_params.json", "/etc/passwd"), "scenario_params.json is a link"),
        (_pipe("scenario_params.json"), "scenario_params.json is no plain file"),
        (lambda f: change_params(f, {"drone_rel_coords": "(0, 0, -5)"}), "makes no scenario"),
        (lambda f: change_params(f, {"drone_rel_coords": "(0, 0, 0)"}), "makes no scenario"),
        (
            lambda f: [p.unlink() for p in f.glob("*conversation.json")] and None,
            "no conversation and no replies",
        ),
    ],
)
def test_what_cannot_be_an_episode_is_left_out(
    tmp_path: Path, spoil: Callable[[Path], None], words: str
) -> None:
    spoil(copy(tmp_path))
    with pytest.raises(UsageError, match="no episode can be imported") as raised:
        imported(tmp_path)
    assert words in str(raised.value)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["source"]  # nothing half written
    copy(tmp_path, "newer", "1")
    report, out = imported(tmp_path)
    assert [(e.folder, e.state, e.episode) for e in report.entries] == [
        ("1", "done", 0),
        ("0", "skipped", None),
    ]
    assert words in report.entries[1].notes[0]
    assert len(list((out / "episodes").iterdir())) == 1


def test_failures_of_agent_and_world_are_no_verdict(tmp_path: Path) -> None:
    for k, words in (
        ("0", "unknown error during agent action sampling"),
        ("1", "environment error"),
    ):
        (copy(tmp_path, "newer", k) / "termination.txt").write_text(words)
    _, out = imported(tmp_path)
    endings = [(r.ending, r.error, r.verdict) for r in (read_episode(out, k)[0] for k in (0, 1))]
    assert endings == [
        ("agent_error", "unknown error during agent action sampling", None),
        ("simulator_error", "environment error", None),
    ]


def test_odd_names(tmp_path: Path) -> None:
    source = tmp_path / "source"
    for name in ("10", "9_r1 ", "9_r0 ", "9"):
        copy(tmp_path, "newer", "0", name)
    (source / "notes.txt").write_text("x")
    (source / ".hidden").mkdir()
    (source / "7").write_text("no folder")
    (source / "8").symlink_to("/etc")
    (source / "..evil").mkdir()
    os.mkdir(os.fsencode(source) + b"/\xff\xfe")  # noqa: PTH102
    report, out = imported(tmp_path)
    done = [(e.folder, e.episode) for e in report.entries if e.state == "done"]
    assert done == [("9", 0), ("9_r0 ", 1), ("9_r1 ", 2), ("10", 3)]
    skipped = {e.folder: e.notes[0] for e in report.entries if e.state == "skipped"}
    assert skipped == {
        "notes.txt": "is not named like an episode",
        ".hidden": "is not named like an episode",
        "..evil": "is not named like an episode",
        "\\xff\\xfe": "is not named like an episode",
        "7": "is no folder",
        "8": "is a link",
    }
    assert [p.name for p in sorted((out / "episodes").iterdir())] == [
        "0000",
        "0001",
        "0002",
        "0003",
    ]


@given(st.integers(0, 999_999), st.integers(0, 9999), st.sampled_from(["", " "]))
def test_folders_are_named_by_scenario_and_repeat(number: int, repeat: int, end: str) -> None:
    assert folder_key(f"{number}{end}") == (number, 0)
    assert folder_key(f"{number}_r{repeat}{end}") == (number, repeat)


@given(st.text(max_size=12))
def test_nothing_else_is_a_folder_of_an_episode(name: str) -> None:
    if not set(name) <= set("0123456789_r "):
        assert folder_key(name) is None


@pytest.mark.parametrize(
    "name", ["", " ", "_r0", "1_r", "r0", "1  ", " 1", "1_r0_r0", "1\n", "٣", "1234567", "-1"]
)
def test_names_that_come_close(name: str) -> None:
    assert folder_key(name) is None


def test_texts_that_a_terminal_would_obey_stay_in_the_files(tmp_path: Path) -> None:
    folder = copy(tmp_path)
    (folder / "user.txt").write_text("ann\x1b[2J")
    (folder / "termination.txt").write_bytes(b"\x1b]0;x\x07")
    report, _ = imported(tmp_path)
    assert report.agent == "source"
    assert "\x1b" not in "".join(report.entries[0].notes)


@pytest.mark.parametrize("taken", ["file", "folder", "link"])
def test_nothing_is_overwritten(tmp_path: Path, taken: str) -> None:
    copy(tmp_path)
    out = tmp_path / "run"
    if taken == "file":
        out.write_text("mine")
    elif taken == "folder":
        out.mkdir()
        (out / "mine").write_text("mine")
    else:
        (tmp_path / "elsewhere").mkdir()
        out.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(UsageError, match="exists already"):
        imported(tmp_path)
    assert not any((tmp_path / "elsewhere").glob("*"))


def test_an_empty_folder_may_be_filled(tmp_path: Path) -> None:
    copy(tmp_path)
    (tmp_path / "run").mkdir()
    imported(tmp_path)
    assert (tmp_path / "run" / "run.json").exists()


def test_folders_that_hold_nothing(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="is no folder"):
        import_run(tmp_path / "no", tmp_path / "out")
    (tmp_path / "x").mkdir()
    with pytest.raises(UsageError, match="holds no numbered folders"):
        import_run(tmp_path, tmp_path / "out")


FILES = st.sampled_from(
    [
        *("0_coords.txt", "2_coords.txt", "object_bbox.txt", "termination.txt", "0.png"),
        *("conversation.json", "simple_conversation.json", "agent_info.json"),
        *("scenario_params.json", "user.txt"),
    ]
)


@settings(max_examples=30, deadline=None)
@given(st.dictionaries(FILES, st.binary(max_size=60) | st.none(), max_size=4), st.integers(0, 400))
def test_whatever_lies_in_a_folder_never_crashes(
    tmp_path_factory: pytest.TempPathFactory, changes: dict[str, bytes | None], cut: int
) -> None:
    tmp_path = tmp_path_factory.mktemp("fuzz")
    folder = copy(tmp_path, "newer", "2")
    for name, data in changes.items():
        if data is None:
            (folder / name).unlink(missing_ok=True)
        else:  # new content, or the old one cut off
            old = (folder / name).read_bytes() if (folder / name).exists() else b""
            (folder / name).write_bytes(data if len(data) % 2 else old[:cut])
    before = sorted(p.name for p in tmp_path.iterdir())
    try:
        _, out = imported(tmp_path)
    except UsageError:
        assert sorted(p.name for p in tmp_path.iterdir()) == before
    else:
        record, steps = read_episode(out)
        assert record.steps == len(steps)


@given(st.binary(max_size=200))
def test_whatever_pictures_never_crash(data: bytes) -> None:
    for candidate in (data, png()[: len(data)], png() + data):
        try:
            as_png(candidate, "x")
        except BadFileError:
            continue


@pytest.mark.parametrize(
    "stamp",
    [
        5,
        {},
        {"agent": {"name": "x\x1b[2J", "kind": "model"}},
        {"agent": {"name": "x" * 300, "kind": "model"}},
        {"agent": {"name": "x", "kind": "king"}},
        {"agent": {"name": "x", "kind": "model"}, "engine": {"name": "\x07"}},
        {"agent": {"name": "x", "kind": "model"}, "engine": {str(k): "a" for k in range(60)}},
        {"agent": {"name": "x", "kind": "model"}, "look": "\x07"},
        {"agent": {"name": "x", "kind": "model"}, "settings": {"steps": "many"}},
        {"agent": {"name": "x", "kind": "model"}, "settings": {"tempo": 3}},
        {"agent": {"name": "x", "kind": "model"}, "centre_height": "high"},
    ],
)
def test_words_of_our_own_that_are_none(tmp_path: Path, stamp: object) -> None:
    (copy(tmp_path) / "agent_info.json").write_text(json.dumps({"lookabout": stamp}))
    report, out = imported(tmp_path)
    assert report.agent == "source"
    assert read_episode(out)[0].engine == {"name": "unreal"}
