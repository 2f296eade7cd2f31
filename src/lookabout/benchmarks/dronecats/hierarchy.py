"""Commanding through a hierarchy: a commander orders in words, sub-agents fly (§4.4, our own).

A control step takes several replies, all to the same views: the commander's, when it is due,
then one of each drone that has an order to fly. They come one after another, each a record of
its own; the world goes on when the last one is there. The drones' pilots count as asked at
once, so the step costs the commander's latency and the longest of theirs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from lookabout.benchmarks.base import Step
from lookabout.benchmarks.dronecats import orders
from lookabout.benchmarks.dronecats.actions import (
    Action,
    Finished,
    Unreadable,
    read_reply,
    record_of,
    schema,
)
from lookabout.benchmarks.dronecats.clock import latency_of
from lookabout.benchmarks.dronecats.episode import Loop, Pilot
from lookabout.benchmarks.dronecats.log import StepLog
from lookabout.benchmarks.dronecats.prompts import Assignment
from lookabout.exchange import Observation, Reply, Text

COMMANDER = "commander"


@dataclass
class _Round:
    """The replies of one control step so far."""

    waiting: list[str]
    """Who is still to be asked: the commander, drones."""
    latencies: dict[str, float] = field(default_factory=dict)
    commands: dict[str, Action | Unreadable] = field(default_factory=dict)


@dataclass
class HierarchyEpisode(Loop):
    """A commander above a sub-agent for each drone; one agent plays them all, unaware of it."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self._pilots = {name: Pilot.new(self.settings) for name in self.names}
        self._assigned: dict[str, Assignment | None] = dict.fromkeys(self.names)
        self._due = True
        """The commander is to be asked in the next step."""
        self._since = 0
        """Steps since the commander was asked."""
        self._round: _Round | None = None
        self._thinking: bool | None = None

    def observe(self) -> Observation:
        """What the next of them sees and is asked."""
        if self._round is None:
            self.look()
            self._round = _Round([COMMANDER] if self._is_due() else self._flying())
        else:
            self.render_s = 0.0
        who = self._round.waiting[0]
        return self._ask_commander() if who == COMMANDER else self._ask_pilot(who)

    def answer(self, reply: Reply) -> Step:
        """Note the reply; with the last one, the step is flown."""
        asked = self._round
        assert asked is not None, "answers follow observations"
        who = asked.waiting.pop(0)
        asked.latencies[who] = latency_of(reply)
        if who == COMMANDER:
            said = self._take_orders(reply.text)
            asked.waiting = self._flying()
        else:
            said = self._take_command(who, reply.text, asked)
        told: dict[str, Any] = {
            "agents": ({"agent": who, **said},),
            "thinking": self._thinking is True,
        }
        if asked.waiting:
            return self.step(StepLog(commands=(), **told), [], "asked")
        return self._fly(asked, told)

    # -- whose turn it is ------------------------------------------------------------

    def _is_due(self) -> bool:
        return self._due or self._since >= self.settings.orders_every or not self._flying()

    def _flying(self) -> list[str]:
        """Drones that have an order which they have not reported as fulfilled."""
        return [name for name, order in self._assigned.items() if order and not order.finished]

    # -- asking ----------------------------------------------------------------------

    def _ask_commander(self) -> Observation:
        self._thinking = self.may_think(False)
        text = self.prompts.commander(list(self._assigned.values()))
        images = self.images(self.names)
        facts = {
            **self._facts(self.names),
            "role": COMMANDER,
            "assigned": [order and order.order for order in self._assigned.values()],
            "finished": [bool(order and order.finished) for order in self._assigned.values()],
        }
        return self._observation(text, images, facts, orders.schema(len(self.names)))

    def _ask_pilot(self, name: str) -> Observation:
        pilot, order = self._pilots[name], self._assigned[name]
        assert order is not None
        self._thinking = self.may_think(pilot.thinks)
        text = self.prompts.pilot(order.order, list(pilot.done))
        images = self.images([name])
        facts = {**self._facts((name,)), "role": "pilot", "instruction": order.order}
        return self._observation(text, images, facts, schema())

    def _facts(self, names: tuple[str, ...]) -> dict[str, Any]:
        return {
            "drones": names,
            "pictures": [self.views[name].pixels for name in names],
            "instruction": self.task.instruction,
            "point_order": self.settings.order,
            "camera": self.settings.camera,
        }

    def _observation(
        self, text: str, images: tuple[Any, ...], facts: Mapping[str, Any], form: dict[str, Any]
    ) -> Observation:
        return Observation(
            (Text(text), *images),
            facts,
            fresh=True,
            thinking=self._thinking,
            reply_schema=form if self.settings.by_schema else None,
        )

    # -- taking replies --------------------------------------------------------------

    def _take_orders(self, text: str) -> dict[str, Any]:
        self._due, self._since = False, 0
        read = orders.read_orders(text, len(self.names))
        if isinstance(read, Unreadable):
            return record_of(read)
        for name, order in zip(self.names, read, strict=True):
            if order is not None:
                self._assigned[name] = Assignment(order)
        return {"kind": "orders", "orders": list(read)}

    def _take_command(self, name: str, text: str, asked: _Round) -> dict[str, Any]:
        command = read_reply(text, self.settings.order)
        self._pilots[name].note(command)
        asked.commands[name] = command
        order = self._assigned[name]
        assert order is not None
        if isinstance(command, Finished):
            self._assigned[name] = replace(order, finished=True)
            self._due = True
        return {**record_of(command), "order": order.order}

    def _fly(self, asked: _Round, told: Mapping[str, Any]) -> Step:
        self._round = None
        self._since += 1
        pilots = [asked.latencies[name] for name in asked.commands]
        replies = [asked.latencies[COMMANDER]] if COMMANDER in asked.latencies else []
        return self.carry_out(
            asked.commands, [*replies, *([max(pilots)] if pilots else [])], **told
        )
