"""Samples as rows of JSON lines, for the libraries that train on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from pydantic import Field

from lookabout.benchmarks.flysearch.reward import Point, State
from lookabout.world.spec import SpecModel

Part = dict[Literal["text", "image"], str]
"""{"text": …} or {"image": name of a file in the scenario's folder}."""
PLACEHOLDER = "<image>"
"""Where ms-swift puts the next picture of the row."""


class TurnData(SpecModel):
    """One turn of a conversation."""

    shown: list[Part]
    """In the order in which the loop shows them."""
    reply: str | None
    """None for the last turn, which is the model's to answer."""


class SampleData(SpecModel):
    """One conversation, to be completed by one reply."""

    position: Point
    """Of the drone when it is to reply, world frame, metres."""
    turns: list[TurnData] = Field(min_length=1)


class FlightData(SpecModel):
    """``flight.json``: a scenario's flight, and the samples made from it."""

    format: Literal["lookabout-flight-1"] = "lookabout-flight-1"
    index: int
    scenario: dict[str, Any]
    target_class: str
    look: str
    scene_fingerprint: str
    engine: dict[str, str]
    target_centre: Point
    target_top: float
    ground_z: float
    pictures: dict[str, str]
    """SHA-256 of each file, by its name."""
    samples: list[SampleData]

    def columns(self, number: int) -> dict[str, Any]:
        """What a row says besides the conversation: what the reward needs, and where it is from."""
        sample = self.samples[number]
        state = State(sample.position, self.target_centre, self.target_top, self.ground_z)
        return {
            "position": list(state.position),
            "target_centre": list(state.target_centre),
            "target_top": state.target_top,
            "ground_z": state.ground_z,
            "located": state.located,
            "height_above_target": state.height_above_target,
            "target_class": self.target_class,
            "turn": len(sample.turns),
            "scenario": self.scenario["id"],
            "sample": number,
        }


def swift_row(flight: FlightData, number: int, folder: str) -> dict[str, Any]:
    """
    For ms-swift: ``messages`` with placeholders, ``images`` with their files in order.

    :param folder: of the pictures, as the row is to name it.
    """
    turns = flight.samples[number].turns
    messages = []
    for turn in turns:
        texts = (part.get("text", PLACEHOLDER) for part in _joined(turn.shown))
        messages.append({"role": "user", "content": "".join(texts)})
        if turn.reply is not None:
            messages.append({"role": "assistant", "content": turn.reply})
    return {"messages": messages, "images": _files(turns, folder), **flight.columns(number)}


def trl_row(flight: FlightData, number: int, folder: str) -> dict[str, Any]:
    """For TRL: a conversational ``prompt`` whose image parts take ``images`` in order."""
    turns = flight.samples[number].turns
    prompt = []
    for turn in turns:
        parts = [_content(part) for part in _joined(turn.shown)]
        prompt.append({"role": "user", "content": parts})
        if turn.reply is not None:
            text = {"type": "text", "text": turn.reply}
            prompt.append({"role": "assistant", "content": [text]})
    return {"prompt": prompt, "images": _files(turns, folder), **flight.columns(number)}


def _joined(parts: Sequence[Part]) -> list[Part]:
    """
    Texts that follow on each other as one, with a line break between them: chat templates and
    placeholders would run them together.
    """
    found: list[Part] = []
    for part in parts:
        if "text" in part and found and "text" in found[-1]:
            found[-1] = {"text": f"{found[-1]['text']}\n{part['text']}"}
        else:
            found.append(part)
    return found


def _content(part: Mapping[Any, str]) -> dict[str, str]:
    return {"type": "text", "text": part["text"]} if "text" in part else {"type": "image"}


def _files(turns: Sequence[TurnData], folder: str) -> list[str]:
    return [f"{folder}/{p['image']}" for turn in turns for p in turn.shown if "image" in p]


ROWS = {"swift.jsonl": swift_row, "trl.jsonl": trl_row}
"""The files of a data set, and what a line of each is made by."""
