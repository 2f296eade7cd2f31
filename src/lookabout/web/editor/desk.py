"""What the editor works on: one draft, the world that it describes, and where records go."""

from __future__ import annotations

import math
import re
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from lookabout.benchmarks.dronecats import rules
from lookabout.benchmarks.dronecats.authoring import Draft, scenario_of, vehicles_of, world_of
from lookabout.benchmarks.dronecats.checks import problems
from lookabout.benchmarks.dronecats.task import task_of
from lookabout.errors import LookaboutError, UsageError
from lookabout.exchange import Image
from lookabout.geometry import Camera, Pose
from lookabout.runs.folders import write_atomically
from lookabout.sim.protocol import Simulator
from lookabout.sim.scenario import Scenario, VehicleSpec
from lookabout.world.registry import get_world
from lookabout.world.spec import WorldSpec

T = TypeVar("T")
PLAN_PIXELS = 1000
PLAN_HALF_M = 80.0
"""Half-side of what the plan shows, around the draft's centre."""
_PLAN_HEIGHT_M = 600.0
"""High enough that houses and trees hardly lean."""
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,79}")
_CHECKING = "unsaved"


class TakenError(LookaboutError):
    """There is a record of that name, and it was not said that it may be replaced."""


@dataclass
class Desk:
    """One author's draft. Calls from several threads take turns."""

    simulator: Simulator
    out: Path
    """Folder for records."""
    draft: Draft
    name: str = ""
    """Of the record that was last opened or saved."""
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _built: WorldSpec | None = None
    _plan: tuple[WorldSpec, Image] | None = None

    # -- what is there ---------------------------------------------------------------

    def report(self) -> dict[str, Any]:
        """The draft, and what the suite's rules say of it: plain JSON."""
        return self._alone(self._report)

    def replace(self, draft: Draft) -> dict[str, Any]:
        """
        Go on with another draft.

        :raises UsageError: if its world cannot be built; then the draft stays as it was.
        """
        return self._alone(lambda: self._replace(draft))

    def plan(self) -> Image:
        """The map from above, north at the top; without the author's own things."""
        return self._alone(self._drawn_plan)

    def view(self, index: int) -> Image:
        """What drone ``index`` sees at the start. :raises UsageError: if there is none."""
        return self._alone(lambda: self._view(index))

    def save(self, name: str, *, replace: bool, draft: Draft | None = None) -> dict[str, Any]:
        """
        Write the record, whatever the rules say of it; they are checked once more, with the
        drones in the world.

        :param draft: the one that is meant; by default the present one.
        :raises TakenError: if there is one of that name and it is not to be replaced.
        :raises UsageError: if something is missing, or the name is no file's, or the file
            cannot be written.
        """
        return self._alone(lambda: self._save(name, replace, draft))

    # -- alone -----------------------------------------------------------------------

    def _alone(self, work: Callable[[], T]) -> T:
        with self._lock:
            return work()

    def _replace(self, draft: Draft) -> dict[str, Any]:
        before, self.draft = self.draft, draft
        try:
            return self._report()
        except BaseException:
            self.draft = before
            raise

    def _report(self) -> dict[str, Any]:
        draft, world = self.draft, world_of(self.draft)
        self._build(world)
        found: dict[str, Any] = {
            "draft": draft.model_dump(mode="json"),
            "name": self.name,
            "half_m": PLAN_HALF_M,
            "boxes": {item.name: self._box(item.name) for item in world.objects},
            "measures": None,
        }
        try:
            scenario = scenario_of(draft, _CHECKING, self.simulator)
            task = task_of(scenario)
        except UsageError as error:
            return {**found, "problems": [str(error)]}
        found["boxes"][task.target] = self._box(task.target)
        broken = problems(scenario, self.simulator)
        if not draft.instruction:
            broken.insert(0, "there is no instruction")
        measures = task.model_dump(include={"distance_m", "bearing_deg", "occupancy", "visible"})
        return {**found, "measures": measures, "problems": broken}

    def _box(self, name: str) -> list[float]:
        """[west, south, east, north]"""
        box = self.simulator.truth.box(name)
        return [float(value) for value in (*box.low[:2], *box.high[:2])]

    def _build(self, world: WorldSpec) -> None:
        if world == self._built:
            return
        self._built = None  # a failure leaves nothing that is known
        self.simulator.reset(_scene(world))
        self._built = world

    def _drawn_plan(self) -> Image:
        bare = world_of(self.draft).model_copy(update={"objects": (), "routes": ()})
        if self._plan is None or self._plan[0] != bare:
            self._build(bare)
            x, y = bare.centre
            z = get_world(bare.kind).ground_height(bare.seed, x, y)
            fov = math.degrees(2 * math.atan(PLAN_HALF_M / _PLAN_HEIGHT_M))
            camera = Camera(PLAN_PIXELS, PLAN_PIXELS, fov)
            frame = self.simulator.observe(camera, Pose.nadir((x, y, z + _PLAN_HEIGHT_M)))
            self._plan = (bare, Image(frame.rgb, jpeg_quality=85))
        return self._plan[1]

    def _view(self, index: int) -> Image:
        vehicles = vehicles_of(self.draft)
        if not 0 <= index < len(vehicles):
            raise UsageError(f"there is no drone {index + 1}")
        self._build(world_of(self.draft))
        pose = Pose.at(vehicles[index].position, yaw_deg=vehicles[index].yaw_deg)
        return Image(self.simulator.observe(rules.CAMERA, pose).rgb, jpeg_quality=85)

    def _save(self, name: str, replace: bool, draft: Draft | None) -> dict[str, Any]:
        if not _NAME.fullmatch(name):
            raise UsageError(
                f"{name!r:.100} is no name for a record: letters, digits, - and _, at most 80",
                where="name",
            )
        path = self.out / f"{name}.json"
        if path.exists() and not replace:
            raise TakenError(f"{path.name} is there already")
        if draft is not None and draft != self.draft:
            self._replace(draft)
        if not self.draft.instruction:
            raise UsageError("there is no instruction", where="instruction")
        self._build(world_of(self.draft))
        scenario = scenario_of(self.draft, name, self.simulator)
        # With the drones' bodies, which may hide things; so the world is built anew afterwards.
        self._built = None
        self.simulator.reset(scenario)
        broken = problems(scenario, self.simulator)
        try:
            write_atomically(path, scenario.model_dump_json(indent=1) + "\n")
        except OSError as error:
            raise UsageError(f"cannot be written: {error.strerror}", where=str(path)) from None
        self.name = name
        return {"path": str(path), "problems": broken}


def _scene(world: WorldSpec) -> Scenario:
    """The world with nobody in it."""
    x, y = world.centre
    return Scenario(
        id=_CHECKING,
        benchmark="dronecats",
        set="approaching",
        seed=0,
        world=world,
        vehicles=(VehicleSpec(name="eye", position=(x, y, _PLAN_HEIGHT_M)),),
        task={},
    )
