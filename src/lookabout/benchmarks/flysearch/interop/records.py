"""An episode's log as our records.

World frame of these records: metres, the object at the origin, x and y as the agent's moves
count them, z = 0 at the object's place. Ground is taken to be there, as the published scorer
takes it.

The verdict is the published scorer's: the word "found" in the last reply (for people, whose
replies are filled-in forms, what they chose); the object's place, not the middle of its box,
in the view from the last observation; at most 10 m over the top of its box, 3 m for fires.
The scorer takes the box's top as it stands in the file, in the map's heights, while the
drone's height is over the object's place; ``truth.target_top`` therefore does, too, and
``truth.target_high`` is the top over the object's place.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from lookabout.benchmarks.flysearch.benchmark import FlySearch
from lookabout.benchmarks.flysearch.generate import DRONE, TARGET, Task
from lookabout.benchmarks.flysearch.interop.conversation import Picture
from lookabout.benchmarks.flysearch.interop.files import printable_name
from lookabout.benchmarks.flysearch.interop.flight import Flight, action_record
from lookabout.benchmarks.flysearch.interop.log import Log
from lookabout.benchmarks.flysearch.interop.names import IMPORTED
from lookabout.benchmarks.flysearch.interop.stamp import is_name, read_stamp
from lookabout.benchmarks.flysearch.interop.unreal import (
    CENTIMETRES,
    from_centimetres,
    sun_from_light,
    turned,
)
from lookabout.benchmarks.flysearch.parser import Claim, Unparsable, says_found
from lookabout.benchmarks.flysearch.sets import get_rules
from lookabout.records import FAILURE_ENDINGS, AgentInfo, EpisodeRecord, StepRecord
from lookabout.sim.scenario import Scenario, VehicleSpec
from lookabout.world.spec import ObjectSpec, SunSpec, WorldSpec

ENGINE = LOOK = "unreal"
FIRE_TOP_M = 3.0
ENDINGS = {
    "claimed": "found claimed",
    "steps_spent": "glimpses ran out",
    "unparsable": "parsing error",
    "refusals_spent": "validation forgiveness ran out",
    "agent_error": "unknown error during agent action sampling",
    "simulator_error": "environment error",
}
"""Our endings, and the published words for them in ``termination.txt``."""
_OURS = {published: ours for ours, published in ENDINGS.items()}
_NAME_KEYS = ("name", "model", "model_name", "agent")
_MOVES = re.compile(r"at most ([0-9]{1,3}) moves")


@dataclass(frozen=True)
class Frame:
    """A picture that a step names."""

    name: str
    """Path in the attempt's folder."""
    file: str | None
    """In the published folder."""
    picture: Picture
    """As the conversation holds it, in case that there is no such file."""


@dataclass(frozen=True)
class Imported:
    """An episode in our terms. Index and attempt are not known here."""

    scenario: Scenario
    labels: dict[str, str]
    settings: dict[str, Any]
    truth: dict[str, Any]
    engine: dict[str, str]
    look: str
    agent: AgentInfo | None
    """As our own exports say it; None in others."""
    agent_name: str
    """As other folders say it; mostly they do not, and it is ''."""
    player: str
    """Nickname of the person who flew; '' if none did."""
    steps: tuple[StepRecord, ...]
    ending: str | None
    """None where there can be no verdict."""
    error: str | None
    frames: tuple[Frame, ...]
    notes: tuple[str, ...]
    """What is missing, or could not be understood."""

    def record(self, **fields: Any) -> EpisodeRecord:
        """``episode.json``, with its verdict if there can be one."""
        record = EpisodeRecord(
            benchmark=FlySearch.name,
            scenario=self.scenario.model_dump(mode="json"),
            labels=self.labels,
            settings=self.settings,
            truth=self.truth,
            engine=self.engine,
            look=self.look,
            ending=self.ending,
            error=self.error,
            steps=len(self.steps),
            **fields,
        )
        if not record.judged:
            return record
        verdict = FlySearch().verdict(record, self.steps)
        return record.model_copy(update={"verdict": verdict})


def rebuild(log: Log, name: str) -> Imported:
    """
    :param name: for the scenario.
    :raises pydantic.ValidationError: if the parameters make no scenario.
    """
    return _Builder(log).build(name)


class _Builder:
    def __init__(self, log: Log) -> None:
        self._log = log
        self._notes = list(log.notes)
        self._stamp = read_stamp(log.info)
        self._flight = Flight(log, self._stamp.settings.get("actions") if self._stamp else None)
        if not self._flight.flipped:
            self._notes.append("y of the positions points north, as the moves show")

    def build(self, name: str) -> Imported:
        log, stamp = self._log, self._stamp
        frames = self._frames()
        truth = self._truth()
        ending, error = self._ending(judgeable="target_top" in truth)
        scenario = self._scenario(name)
        names = (log.info.get(key) for key in _NAME_KEYS)
        return Imported(
            scenario=scenario,
            labels={**FlySearch().labels(scenario), "environment": log.params.environment},
            settings=self._settings(),
            truth=truth,
            engine=stamp.engine if stamp else {"name": ENGINE},
            look=stamp.look if stamp else LOOK,
            agent=stamp.agent if stamp else None,
            agent_name=next((n for n in names if isinstance(n, str) and is_name(n)), ""),
            player=log.player,
            steps=self._steps(ending, frames),
            ending=ending,
            error=error,
            frames=frames,
            notes=tuple(self._notes),
        )

    def _truth(self) -> dict[str, Any]:
        """What is known of the object; without ``target_top`` there can be no verdict."""
        log = self._log
        truth: dict[str, Any] = {
            "target_centre": [0.0, 0.0, self._stamp.centre_height if self._stamp else 0.0],
            "start": list(self._flight.places[0]),
            "source": printable_name(log.folder.name),
        }
        if log.box is not None:
            truth["target_top"] = log.box[5] / CENTIMETRES
            place = log.params.object_coords
            if place is not None:
                least, most = (
                    from_centimetres((x - place[0], y - place[1], z - place[2]))
                    for x, y, z in (log.box[:3], log.box[3:])
                )
                truth["target_low"] = [least[0], most[1], least[2]]
                truth["target_high"] = [most[0], least[1], most[2]]
        if log.params.is_fire:
            truth["target_top"] = FIRE_TOP_M
        return truth

    def _ending(self, *, judgeable: bool) -> tuple[str | None, str | None]:
        """Ours, and the words for a failure."""
        log = self._log
        said = _OURS.get(log.termination.lower())
        if log.termination and said is None:
            self._notes.append(f"termination {log.termination!r} is unknown")
        if said in FAILURE_ENDINGS:
            return said, log.termination
        ending = said or self._derived_ending()
        problem = None
        if log.truncated:
            problem = "the files break off"
        elif ending is None:
            problem = "the files end in the middle of the episode"
        elif len(log.turns) - 1 not in log.positions:
            problem = "the last position is unknown"
        elif not judgeable:
            problem = "the height of the object is unknown"
        if problem is None:
            return ending, None
        self._notes.append(f"not judged: {problem}")
        return None, None

    def _derived_ending(self) -> str | None:
        """From the last reply, where the files do not say."""
        turns = self._log.turns
        action = self._flight.actions[-1][-1]
        if isinstance(action, Claim):
            return "claimed"
        if isinstance(action, Unparsable):
            return "claimed" if says_found(turns[-1][-1].reply) else "unparsable"
        rules = get_rules(self._log.params.set_name)
        if len(turns) >= (self._told_steps() or rules.steps):
            return "steps_spent"
        if rules.max_refusals is not None and len(turns[-1]) >= rules.max_refusals:
            return "refusals_spent"
        return None

    def _told_steps(self) -> int | None:
        """As the first message tells it."""
        texts = (part for part in self._log.turns[0][0].told if isinstance(part, str))
        found = next((match for text in texts if (match := _MOVES.search(text))), None)
        return int(found[1]) + 1 if found else None

    def _settings(self) -> dict[str, Any]:
        """What is known of them; nothing is said of the others."""
        if self._stamp:
            return dict(self._stamp.settings)
        # A form has the word FOUND in it, whatever the person chose.
        rule = "strict" if self._flight.by_form else "anywhere"
        known: dict[str, Any] = {"claim_rule": rule, "actions": self._flight.form}
        steps = self._told_steps()
        if steps is not None:
            own = get_rules(self._log.params.set_name).steps
            known["steps"] = None if steps == own else steps
        order = _message_order(self._log)
        if order:
            known["message_order"] = order
        if self._log.player:
            known["player"] = "human"
        return known

    def _frames(self) -> tuple[Frame, ...]:
        """In the order of the conversation."""
        told = [exchange.told for turn in self._log.turns for exchange in turn]
        pictures = [part for parts in told for part in parts if isinstance(part, Picture)]
        first = sum(isinstance(part, Picture) for part in told[0])
        files = self._log.pictures
        # Some folders hold the views only, not what the target looks like.
        shift = 1 if first == 2 and len(files) == len(pictures) - 1 else 0
        return tuple(
            Frame(
                f"frames/{number:03d}.png",
                f"{number - shift}.png" if number - shift in files else None,
                picture,
            )
            for number, picture in enumerate(pictures)
        )

    def _scenario(self, name: str) -> Scenario:
        params = self._log.params
        start = self._flight.places[0]
        return Scenario(
            id=name,
            benchmark=FlySearch.name,
            set=params.set_name,
            seed=params.seed,
            world=WorldSpec(
                kind=f"{IMPORTED}/{params.environment}",
                seed=params.seed,
                sun=self._sun(),
                objects=(
                    ObjectSpec(
                        name=TARGET,
                        kind=params.target.kind,
                        seed=params.seed,
                        position=(0.0, 0.0, 0.0),
                        yaw_deg=turned(params.object_rot[1]) if params.object_rot else 0.0,
                    ),
                ),
                params={"published": dict(params.raw)},
            ),
            vehicles=(VehicleSpec(name=DRONE, position=start),),
            task=Task(
                target_class=params.target.target_class,
                description=params.description or params.target.target_class,
                ground_z=0.0,
                start_height=params.relative_start[2],
                start_offset=(start[0], start[1]),
            ).model_dump(mode="json"),
        )

    def _sun(self) -> SunSpec:
        """As the parameters say it, else the set's own, which is fixed in the city."""
        light = self._log.params.light
        if light is not None:
            elevation, azimuth = sun_from_light(*light)
            if 0 < elevation <= 90:
                return SunSpec(elevation_deg=elevation, azimuth_deg=azimuth)
            self._notes.append(f"sun_y {light[0]:g} is no sun over the horizon")
        return SunSpec()

    def _steps(self, ending: str | None, frames: tuple[Frame, ...]) -> tuple[StepRecord, ...]:
        """One a reply; those of turns without a position are left out."""
        steps: list[StepRecord] = []
        pictures = iter(frames)
        index = -1
        for turn, exchanges in enumerate(self._log.turns):
            for exchange, action, correction in zip(
                exchanges, self._flight.actions[turn], (*exchanges[1:], None), strict=True
            ):
                index += 1
                shown = [
                    {"text": part} if isinstance(part, str) else {"image": next(pictures).name}
                    for part in exchange.told
                ]
                place = self._flight.places.get(turn)
                if place is None:
                    continue
                outcome, detail = self._flight.outcome(turn, correction, ending)
                if outcome == "unknown" and "path" in detail:
                    self._notes.append(f"turn {turn + 1}: where it went does not fit the reply")
                steps.append(
                    StepRecord(
                        index=index,
                        turn=turn + 1,
                        time_s=0.0,
                        position=place,
                        shown=shown,
                        reply=exchange.reply,
                        action=action_record(action),
                        outcome=outcome,
                        detail={"altitude": place[2], **detail},
                    )
                )
        return tuple(steps)


def _message_order(log: Log) -> str | None:
    """Which stands first in a turn, where one shows it."""
    for turn in log.turns:
        told = turn[0].told
        views = [i for i, part in enumerate(told) if isinstance(part, Picture)]
        if not views:
            continue
        before, after = told[max(0, views[-1] - 1)], told[-1]
        if isinstance(after, str) and "altitude" in after.lower():
            return "image-altitude"
        if isinstance(before, str) and "altitude" in before.lower():
            return "altitude-image"
    return None
