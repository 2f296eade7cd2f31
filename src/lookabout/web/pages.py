"""The pages' content: what a person sees in each state of a search."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from fastapi.responses import HTMLResponse
from jinja2 import Environment, PackageLoader, StrictUndefined

from lookabout.exchange import Observation
from lookabout.web.flight import Flight
from lookabout.web.offer import Offer
from lookabout.web.people import NICKNAME_RULE, Person
from lookabout.web.study import Study
from lookabout.web.task import Form, in_words, instructions, outline, reasons, sections

_STALE = "That page was out of date, so nothing was done. This is where you are now."
_BLANK = Form(dict.fromkeys(("x", "y", "z"), "0"), {})


@dataclass(frozen=True)
class Past:
    """An earlier turn of the search, for the list below the picture."""

    number: int
    """Of the picture's turn."""
    picture: int
    """Index of the picture that the person saw."""
    did: str
    came: str
    """What was said about it in the next turn."""


class Pages:
    """Makes pages; holds nothing but the study."""

    def __init__(self, study: Study) -> None:
        self._study = study

    def start(
        self, token: str, nickname: str, chosen: Offer | None, error: str, status: int
    ) -> HTMLResponse:
        """For somebody who has not joined."""
        offers = list(self._study.offers.values())
        return _page(
            "start",
            status,
            title="Find it from above",
            form_token=token,
            nickname=nickname,
            nickname_rule=NICKNAME_RULE,
            error=error,
            offers=[(o.path, o.title, outline(o.info)) for o in offers],
            chosen=(chosen or offers[0]).path,
            sections=instructions(offers[0].info),
        )

    def state(
        self, person: Person, token: str, typed: Form | None, *, stale: bool, status: int
    ) -> HTMLResponse:
        """Where the person is now."""
        flight = person.flight
        common: dict[str, Any] = {
            "form_token": token,
            "nickname": person.nickname,
            "tally": self._study.tally(person),
            "begun": person.begun,
            "version": self.version(person),
            "notice": _STALE if stale else "",
            "choices": self._choices(person),
        }
        if flight is None:
            return _page("between", status, title="Choose a set", **common)
        common |= {
            "key": flight.key,
            "set_title": self._study.offers[person.set].title,
        }
        phase, shown = flight.phase, flight.shown
        if phase == "over":
            return self._result(flight, shown, common, status)
        if phase == "paused":
            return _page("paused", status, title="Paused", replies=len(flight.replies), **common)
        if phase == "failed":
            common["notice"] = common["notice"] or flight.notice
            return _page("failed", status, title="Something failed", **common)
        waiting = phase in ("queued", "building")
        if waiting or not shown:
            return _page(
                "waiting",
                status,
                title="Please wait",
                queued=phase == "queued",
                place=flight.place,
                replay=(len(shown), len(flight.replies)),
                **common,
            )
        turn, busy = _turn(flight, shown), phase == "flying"
        if busy:
            turn["notices"] = []  # of the turn before
        return _page(
            "turn",
            status,
            busy=busy,
            form=typed or _BLANK,
            restarted=flight.notice,
            **turn,
            **common,
        )

    def version(self, person: Person) -> str:
        """Changes when the page of the person does."""
        return person.flight.version if person.flight else f"none.{person.begun}"

    def thanks(self) -> HTMLResponse:
        """After a report."""
        return _page("message", 200, title="Thank you", message="Your report has been kept.")

    def problem(self, message: str, status: int) -> HTMLResponse:
        """For whatever is refused or goes wrong."""
        return _page("message", status, title="This did not work", message=message)

    def _choices(self, person: Person) -> list[tuple[str, str, str, bool]]:
        """(path, title, outline, whether any are left) of each set; the last chosen first."""
        offers = sorted(self._study.offers.values(), key=lambda offer: offer.path != person.set)
        return [
            (offer.path, offer.title, outline(offer.info), self._study.left(person, offer) > 0)
            for offer in offers
        ]

    def _result(
        self, flight: Flight, shown: list[Observation], common: dict[str, Any], status: int
    ) -> HTMLResponse:
        record = flight.record
        assert record is not None
        verdict = record.verdict or {}
        found = bool(verdict["success"])
        return _page(
            "result",
            status,
            found=found,
            reasons=reasons(verdict),
            mark=_mark(verdict),
            **_turn(flight, shown),
            **common,
        )


def _turn(flight: Flight, shown: list[Observation]) -> dict[str, Any]:
    """What the present turn shows: the last picture, and what was said since."""
    pictured = [observation for observation in shown if observation.images]
    first, last = shown[0], pictured[-1]
    texts = sections(last.text)
    if shown[-1] is not last:  # a refusal comes without a new picture
        texts = [s for s in texts if s.name != "Notice"] + sections(shown[-1].text)
    facts = last.facts
    turn, turns = int(facts["turn"]), int(facts["turns"])
    briefing = [s for s in sections(first.text) if s.name not in ("Altitude", "Notice")]
    target = next((s for s in briefing if s.name == "Target"), None)
    view = sum(len(observation.images) for observation in shown) - 1
    return {
        "title": f"Find {facts['description']}",
        "description": facts["description"],
        "turn": turn,
        "turns": turns,
        "left": turns - turn,
        "altitude": next(s.body for s in texts if s.name == "Altitude"),
        "notices": [s.body for s in texts if s.name == "Notice"],
        "briefing": [s for s in briefing if s.name not in ("Target", "Task")],
        "target": target.body if target else "",
        "portrait": 0 if target else None,
        "view": view,
        "index": len(flight.replies),
        "past": _past(flight.replies, shown),
    }


def _past(replies: list[str], shown: list[Observation]) -> list[Past]:
    """What was done so far, the latest first."""
    past: list[Past] = []
    pictures = 0
    turn = 0
    for index, observation in enumerate(shown):
        pictures += len(observation.images)
        turn = int(observation.facts.get("turn", turn))
        if index >= len(replies):
            break
        after = shown[index + 1] if index + 1 < len(shown) else None
        came = [s.body for s in sections(after.text) if s.name == "Notice"] if after else []
        past.append(
            Past(
                number=turn,
                picture=pictures - 1,
                did=in_words(replies[index]),
                came=" ".join(came),
            )
        )
    return past[::-1]


def _mark(verdict: Mapping[str, Any]) -> tuple[float, float] | None:
    """Where in the last picture the target's centre is, in half-widths from the middle."""
    depth = verdict["end_position"][2] - verdict["target_centre"][2]
    if not verdict["in_view"] or depth <= 0:
        return None
    x, y = verdict["dx"] / depth, -verdict["dy"] / depth
    return (round(x, 4), round(y, 4)) if abs(x) < 1 and abs(y) < 1 else None


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("lookabout.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _page(name: str, status: int, **values: Any) -> HTMLResponse:
    text = _environment().get_template(f"{name}.html.j2").render(**values)
    return HTMLResponse(text, status_code=status)
