"""Who takes part: nicknames, secret tokens, and what each has flown."""

from __future__ import annotations

import hashlib
import json
import re
import time
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from lookabout.errors import UsageError
from lookabout.runs.folders import write_atomically
from lookabout.runs.writer import utc_now
from lookabout.web.flight import Flight

NICKNAME_RULE = (
    "1 to 32 letters a–z, digits, hyphens and underscores, beginning with a letter or digit"
)
_NICKNAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,31}")
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")


def is_nickname(text: str) -> bool:
    """Whether a text may be a nickname, and with that the name of a folder."""
    return _NICKNAME.fullmatch(text) is not None


def is_token(text: str) -> bool:
    """Whether a text has the form of a session's token."""
    return _TOKEN.fullmatch(text) is not None


def form_token(token: str) -> str:
    """What the forms of a session carry; only a page that this session was shown knows it."""
    return hashlib.sha256(f"form {token}".encode()).hexdigest()[:32]


def token_hash(token: str) -> str:
    """What is kept of a session's token."""
    return hashlib.sha256(token.encode()).hexdigest()


class _Kept(BaseModel):
    """``people/NICKNAME.json``."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    nickname: str
    token_sha256: str
    joined: str
    set: str = ""
    """Last chosen, as ``benchmark/set``."""


@dataclass
class Given:
    """A scenario that somebody was given."""

    scenario: int
    """Index in the study's list of the set."""
    success: bool | None = None
    """The verdict; None while there is none."""


@dataclass
class Person:
    """Somebody who takes part. Changed only under the study's lock."""

    nickname: str
    token_sha256: str
    joined: str
    set: str = ""
    """Last chosen, as ``benchmark/set``."""
    given: dict[str, list[Given]] = field(default_factory=dict)
    """By set, in order: the index in a list is the episode's in the person's run folder."""
    flight: Flight | None = None
    """The present search, or the last one."""
    begun: int = 0
    """Searches begun since the server started: a page that knows another number is old."""
    seen_s: float = field(default_factory=time.monotonic)
    """Last request, on the monotonic clock."""

    def write(self, folder: Path) -> None:
        """:raises OSError: if the file cannot be written."""
        kept = _Kept(
            nickname=self.nickname,
            token_sha256=self.token_sha256,
            joined=self.joined,
            set=self.set,
        )
        folder.mkdir(exist_ok=True)
        write_atomically(folder / f"{self.nickname}.json", kept.model_dump_json(indent=1))


def new_person(nickname: str, token: str) -> Person:
    """Somebody who has flown nothing yet."""
    return Person(nickname, token_hash(token), utc_now())


def read_people(folder: Path) -> list[Person]:
    """:raises UsageError: naming the file that cannot be used."""
    people = []
    for path in sorted(folder.glob("*.json")) if folder.is_dir() else []:
        try:
            kept = _Kept.model_validate(json.loads(path.read_text(encoding="utf-8")))
        except (OSError, ValueError, ValidationError) as error:
            raise UsageError(f"is no participant's file: {error}", where=str(path)) from None
        if path.name != f"{kept.nickname}.json" or not is_nickname(kept.nickname):
            raise UsageError(f"belongs to {kept.nickname!r}", where=str(path))
        people.append(Person(kept.nickname, kept.token_sha256, kept.joined, kept.set))
    return people
