"""The texts that the agent is shown, from the templates in ``templates/`` (appendix A.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lookabout.benchmarks.dronecats.actions import Action, PointOrder, history
from lookabout.benchmarks.templates import Template, packaged

TEMPLATES = {
    "pilot": Template(("instruction", "actions", "history"), ("instruction", "history")),
    "team": Template(
        ("instruction", "actions", "drones", "views", "histories"), ("instruction", "drones")
    ),
    "actions": Template(("point", "step"), ("point",)),
    "commander": Template(
        ("instruction", "drones", "views", "reports"), ("instruction", "reports")
    ),
    "report_start": Template(),
    "report_flying": Template(("order",)),
    "report_finished": Template(("order",)),
}
"""Every template, and what may stand in it."""


@dataclass(frozen=True)
class Assignment:
    """A drone under a commander."""

    order: str
    finished: bool = False
    """Its sub-agent has reported so."""


@dataclass(frozen=True)
class Prompts:
    """The texts of one episode."""

    instruction: str
    point_order: PointOrder
    told: int
    """Last actions that are told back."""
    step_s: float
    """Length of a control step."""
    texts: Mapping[str, str]
    """Own texts in place of the package's, by name."""

    def pilot(self, instruction: str, done: Sequence[Action]) -> str:
        """For whoever flies one drone; the instruction is a commander's order where it has one."""
        return self._fill(
            "pilot", instruction=instruction, actions=self._actions(), history=self._history(done)
        )

    def team(self, done: Sequence[Sequence[Action]]) -> str:
        """For whoever flies several drones at once."""
        histories = [f"Drone {k}:\n{self._history(each)}" for k, each in enumerate(done, 1)]
        return self._fill(
            "team",
            instruction=self.instruction,
            actions=self._actions(),
            drones=str(len(done)),
            views=_views(len(done)),
            histories="\n\n".join(histories),
        )

    def commander(self, drones: Sequence[Assignment | None]) -> str:
        """For whoever gives orders; None for a drone that has had none."""
        reports = [f"Drone {k}: {self._report(each)}" for k, each in enumerate(drones, 1)]
        return self._fill(
            "commander",
            instruction=self.instruction,
            drones=str(len(drones)),
            views=_views(len(drones)),
            reports="\n".join(reports),
        )

    def _report(self, drone: Assignment | None) -> str:
        if drone is None:
            return self._fill("report_start")
        return self._fill(
            "report_finished" if drone.finished else "report_flying", order=drone.order
        )

    def _actions(self) -> str:
        point = "[x, y]" if self.point_order == "xy" else "[y, x]"
        return self._fill("actions", point=point, step=f"{self.step_s:g} s")

    def _history(self, done: Sequence[Action]) -> str:
        return history(done, self.told)

    def _fill(self, name: str, **values: str) -> str:
        text = self.texts.get(name)
        return (packaged(__package__, name) if text is None else text).format(**values)


def _views(count: int) -> str:
    """Which picture is whose."""
    return ", ".join(f"picture {k} is drone {k}'s" for k in range(1, count + 1))
