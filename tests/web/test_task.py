"""Forms as replies, and what people are told."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lookabout.benchmarks.flysearch.benchmark import FlySearch
from lookabout.benchmarks.flysearch.parser import Claim, Move, parse_reply
from lookabout.benchmarks.flysearch.verdict import judge
from lookabout.web.task import (
    CLAIM,
    NO_MOVE,
    SETTINGS,
    Section,
    instructions,
    outline,
    read_move,
    reasons,
    sections,
    title,
)

SETS = {info.name: info for info in FlySearch.sets}


def test_the_forms_replies_are_the_benchmarks() -> None:
    assert isinstance(parse_reply(CLAIM), Claim)
    assert parse_reply(NO_MOVE) == Move((0.0, 0.0, 0.0))
    form = read_move({"x": " 12 ", "y": "\u22125", "z": "-20,5"})
    assert not form.errors
    assert parse_reply(form.reply) == Move((12.0, -5.0, -20.5))


_NO_NUMBERS = """abc NaN inf -Infinity 1e999 1e5 12m 0x10 1,000 1.000.000 --5 ٣ <b> 12345
-10000.1 1_0 1;2 ."""


@pytest.mark.parametrize("text", ["", " ", "9" * 400, *_NO_NUMBERS.split()])
def test_what_is_no_number_is_said_beside_its_field(text: str) -> None:
    form = read_move({"x": "1", "y": text, "z": "2"})
    assert set(form.errors) == {"y"}
    assert form.reply == ""
    assert form.values["x"] == "1"
    assert form.values["z"] == "2"
    assert len(form.values["y"]) <= 40


def test_a_missing_field_is_an_empty_one() -> None:
    assert set(read_move({}).errors) == {"x", "y", "z"}


@pytest.mark.parametrize("zeros", [("0", "0", "0"), ("-0", "0.0", "0.00001")])
def test_a_move_to_nowhere_is_not_sent(zeros: tuple[str, str, str]) -> None:
    form = read_move(dict(zip("xyz", zeros, strict=True)))
    assert set(form.errors) == {"all"}


@given(st.lists(st.floats(-10_000, 10_000), min_size=3, max_size=3))
def test_every_number_arrives(numbers: list[float]) -> None:
    form = read_move({name: f"{n:.4f}" for name, n in zip("xyz", numbers, strict=True)})
    if "all" in form.errors:
        assert all(abs(number) < 1e-4 for number in numbers)
        return
    move = parse_reply(form.reply)
    assert isinstance(move, Move)
    assert all(math.isclose(a, b, abs_tol=6e-5) for a, b in zip(move.by, numbers, strict=True))


@given(st.text(max_size=80), st.text(max_size=80), st.text(max_size=80))
def test_whatever_is_typed_is_a_move_or_an_error(x: str, y: str, z: str) -> None:
    form = read_move({"x": x, "y": y, "z": z})
    assert bool(form.errors) != bool(form.reply)
    if form.reply:
        assert isinstance(parse_reply(form.reply), Move)


def test_the_papers_rules_for_people() -> None:
    assert SETTINGS.player == "human"
    assert SETTINGS.steps is None


def test_sections() -> None:
    text = "<Notice>Stopped\nearly.</Notice>\n<Altitude>You are 4 metres up.</Altitude>"
    assert sections(text) == [
        Section("Notice", "Stopped\nearly."),
        Section("Altitude", "You are 4 metres up."),
    ]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("fs1", "FS-1"),
        ("fs1-city", "FS-1 city"),
        ("anomaly1-forest", "FS-Anomaly-1 forest"),
        ("fs2", "FS-2"),
    ],
)
def test_sets_are_named_as_in_the_paper(name: str, expected: str) -> None:
    assert title(SETS[name]) == expected


def test_the_outline_tells_the_sets_numbers() -> None:
    assert "at most 9 moves" in outline(SETS["fs1"])
    assert "city or forest" in outline(SETS["fs1"])
    assert "at most 19 moves" in outline(SETS["fs2"])
    assert "100 to 125 m" in outline(SETS["fs2"])


@pytest.mark.parametrize("name", SETS)
def test_instructions_hold_no_reply_format_and_no_scenario(name: str) -> None:
    found = instructions(SETS[name])
    assert [section.name for section in found] == ["Task", "Goal", "Picture", "Reply"]
    text = " ".join(section.body for section in found)
    assert "<" not in text
    assert "XML" not in text
    assert "MOVE" in text


def test_reasons_of_a_success() -> None:
    verdict = judge(
        claimed=True,
        position=(3.0, -4.0, 11.5),
        ground_z=0.0,
        target_centre=(0.0, 0.0, 1.0),
        target_top=1.75,
    ).as_record()
    assert verdict["success"]
    assert reasons(verdict) == [
        (True, "You pressed FOUND."),
        (
            True,
            "The target’s centre was in your last picture; it was 3 m left of the middle and "
            "4 m above the middle.",
        ),
        (
            True,
            "You were 9.75 m above the target’s highest point; up to 10 m above it counts.",
        ),
    ]


def test_reasons_never_contradict_the_verdict() -> None:
    verdict = judge(
        claimed=False,
        position=(0.0, 0.0, 11.751),
        ground_z=0.0,
        target_centre=(40.0, 0.2, 1.0),
        target_top=1.75,
    ).as_record()
    said = reasons(verdict)
    assert [met for met, _ in said] == [False, False, False]
    assert "40 m right of the middle." in said[1][1]
    assert said[2][1].startswith("You were 10.01 m above")
    assert "only up to 10 m" in said[2][1]


def test_reasons_below_the_top() -> None:
    verdict = judge(
        claimed=True,
        position=(0.0, 0.0, 2.0),
        ground_z=0.0,
        target_centre=(0.0, 0.0, 2.0),
        target_top=4.5,
    ).as_record()
    said = reasons(verdict)
    assert "right in the middle" in said[1][1]
    assert "2.5 m below the target’s highest point" in said[2][1]
