"""``study.json``: what a study is made of, so that it only goes on with the same."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from lookabout.errors import UsageError
from lookabout.runs.folders import write_atomically
from lookabout.runs.plan import EngineChoice, versions
from lookabout.runs.writer import utc_now
from lookabout.web.offer import Offer
from lookabout.web.task import SETTINGS


def take_up(path: Path, offers: Iterable[Offer], engine: EngineChoice) -> str:
    """
    Write the file, or check that it is this study's and add the sets that are new.

    :returns: the study's id, which names its cookie.
    :raises UsageError: if the file is another study's, damaged, or cannot be written.
    """
    now: dict[str, Any] = {
        "settings": SETTINGS.model_dump(mode="json"),
        "engine": engine.as_record(),
        "versions": {"lookabout": versions()["lookabout"]},
    }
    sets: dict[str, Any] = {
        offer.path: {
            "source": offer.source,
            "seed": offer.seed,
            "scenarios": list(offer.hashes),
        }
        for offer in offers
    }
    earlier: dict[str, Any] = {}
    if path.exists():
        try:
            earlier = json.loads(path.read_text(encoding="utf-8"))
            identity, known = str(earlier["id"]), dict(earlier["sets"])
        except (OSError, ValueError, KeyError, TypeError):
            raise UsageError("is no study's file", where=str(path)) from None
        for name, value in now.items():
            _require_same(path, name, earlier.get(name), value)
        for name, value in sets.items():
            if name in known:
                _require_same(path, f"scenarios of {name}", known[name], value)
        sets = {**known, **sets}
    else:
        identity = secrets.token_hex(4)
    whole = {
        "format": "lookabout-study-1",
        "id": identity,
        "started": earlier.get("started", utc_now()),
        **now,
        "sets": sets,
    }
    try:
        write_atomically(path, json.dumps(whole, indent=1))
    except OSError as error:
        raise UsageError(f"cannot be written: {error.strerror}", where=str(path)) from None
    return identity


def _require_same(path: Path, name: str, before: object, now: object) -> None:
    if json.dumps(before, sort_keys=True) != json.dumps(now, sort_keys=True):
        raise UsageError(
            f"this folder holds a study with other {name} than asked for now",
            where=str(path),
            hint="Use the same options to go on with it, or another --out for a new study.",
        )
