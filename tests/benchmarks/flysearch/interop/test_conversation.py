"""conversation.json: turns, pictures, roles, and that nothing crashes."""

import base64
import json
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lookabout.benchmarks.flysearch.interop.conversation import Picture, parse_conversation
from lookabout.benchmarks.flysearch.interop.files import BadFileError
from tests.benchmarks.flysearch.interop.folders import png

NAME = "conversation.json"
IMAGE = {"url": "http://example.org/0.png", "detail": "high"}


def parse(entries: object):  # type: ignore[no-untyped-def]
    return parse_conversation(json.dumps(entries).encode(), NAME)


def test_a_picture_starts_a_turn_and_text_corrects() -> None:
    found = parse(
        [
            ["user", "prompt"],
            ["user", IMAGE],
            ["assistant", "a"],
            ["user", "no"],
            ["assistant", "b"],
            ["user", IMAGE],
            ["assistant", "c"],
        ]
    )
    assert [[e.reply for e in turn] for turn in found.turns] == [["a", "b"], ["c"]]
    assert found.turns[0][0].told == ("prompt", Picture())
    assert found.turns[0][1].told == ("no",)
    assert (found.unanswered, found.strange) == (False, 0)


@pytest.mark.parametrize("role", ["Role.USER", "USER", "user", "Role.System"])
def test_roles_of_both_generations(role: str) -> None:
    found = parse([[role, "image"], ["Role.ASSISTANT", "x"]])
    assert found.turns[0][0].told == (Picture(),)


def test_pictures_inside_are_found_in_every_form() -> None:
    picture = png(400)
    data = base64.b64encode(picture).decode()
    for content in ({"url": f"data:image/png;base64,{data}", "detail": "low"}, data):
        part = parse([["user", content], ["assistant", "x"]]).turns[0][0].told[0]
        assert isinstance(part, Picture)
        assert part.decode() == picture
    assert Picture().decode() is None
    assert Picture("iVBORw0KGgo").decode() is None  # cut off


def test_words_that_only_look_like_base64_are_words() -> None:
    for text in ("/9j/short", "iVBORw0KGgo is how PNGs begin, " * 20):
        assert parse([["user", text], ["assistant", "x"]]).turns[0][0].told == (text,)


def test_addresses_are_never_fetched() -> None:
    for url in ("http://example.org/x.png", "file:///etc/passwd", "/etc/passwd", None, 5):
        part = parse([["user", {"url": url}], ["assistant", "x"]]).turns[0][0].told[0]
        assert part == Picture()


def test_what_is_not_understood_is_counted() -> None:
    found = parse(
        [
            ["user", "image"],
            *(5, ["user"], ["tool", "x"], ["user", [1]], ["assistant", IMAGE]),
            ["assistant", "x"],
            *([3, "y"], ["user", None]),
        ]
    )
    assert found.strange == 7
    assert [[e.reply for e in turn] for turn in found.turns] == [["x"]]


def test_an_unanswered_end() -> None:
    assert parse([["user", "image"], ["assistant", "x"], ["user", "image"]]).unanswered


def test_half_surrogates_can_be_stored() -> None:
    found = parse_conversation(b'[["user", "image"], ["assistant", "\\ud83d"]]', NAME)
    found.turns[0][0].reply.encode("utf-8")


@pytest.mark.parametrize("data", [b"", b"{}", b"[", b"[[" * 60_000, b"\xff", b"NaN", b"[NaN]"])
def test_files_that_are_none(data: bytes) -> None:
    with pytest.raises(BadFileError, match=r"conversation\.json"):
        parse_conversation(data, NAME)


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
)
ROLES = st.sampled_from(["user", "assistant", "Role.USER", "Role.ASSISTANT", "system", "", "."])


@settings(max_examples=40)
@given(st.lists(st.tuples(ROLES, JSON | st.just("image")) | JSON, max_size=12))
def test_whatever_entries_never_crash(entries: list[object]) -> None:
    found = parse(entries)
    replies = sum(
        isinstance(e, tuple | list)
        and len(e) == 2
        and isinstance(e[0], str)
        and e[0].rpartition(".")[2].strip().lower() == "assistant"
        and isinstance(e[1], str)
        for e in entries
    )
    assert sum(map(len, found.turns)) == replies


@given(st.binary(max_size=300))
def test_whatever_bytes_never_crash(data: bytes) -> None:
    with suppress(BadFileError):
        parse_conversation(data, NAME)
