"""What a benchmark may say itself of an opened episode on the report's page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from lookabout.results.facts import MOST_WORDS, short, value_words
from lookabout.results.tables import Table

if TYPE_CHECKING:
    from lookabout.records import EpisodeRecord, StepRecord
    from lookabout.results.load import Attempt


@dataclass(frozen=True)
class CallWords:
    """A call of a tool in words."""

    name: str
    arguments: str = ""
    result: str = ""
    """Where it says more than the arguments."""
    error: str = ""
    """Why it was not carried out, or not wholly; '' if it was."""


@dataclass(frozen=True)
class StepWords:
    """A reply in words."""

    place: str
    """Where it was made, and in which frame."""
    shots: tuple[str, ...]
    """Names of the pictures that it answered, in order."""
    calls: tuple[CallWords, ...]
    altitude: str = ""
    """'' where it says nothing."""


@dataclass(frozen=True)
class Telling:
    """An episode in words. It takes the place of positions, altitudes and calls as recorded."""

    steps: tuple[StepWords, ...]
    """One a step."""
    note: str = ""
    """What must be known to read them: in which frame places are, say."""
    table: Table | None = None
    """The outcome, part by part."""


@runtime_checkable
class TellsEpisodes(Protocol):
    """A :class:`lookabout.results.reporting.Reporting` that tells its episodes itself."""

    def headline(self, attempt: Attempt) -> str:
        """An attempt in a few words, for the list of episodes: which scenario, leading scores."""
        ...

    def tell(self, record: EpisodeRecord, steps: Sequence[StepRecord]) -> Telling:
        """Of any attempt; the record may be damaged or hostile."""
        ...


def call_words(item: Any, words: Mapping[str, str] | None = None) -> CallWords | None:
    """
    A recorded call; None if it is none (see docs/records.md).

    :param words: ``arguments``, ``result``, ``error``, where they are told otherwise.
    """
    if not isinstance(item, Mapping) or not isinstance(item.get("name"), str):
        return None
    result, problem = item.get("result"), item.get("problem")
    error = result.get("error") if isinstance(result, Mapping) else None
    arguments = item.get("arguments")
    told = {
        "arguments": value_words(arguments) if arguments else "",
        "error": short(str(error or problem or ""), MOST_WORDS),
        **(words or {}),
    }
    return CallWords(name=short(item["name"], MOST_WORDS), **told)
