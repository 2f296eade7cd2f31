"""A map as a picture: plan view, and views with the things where the map puts them (figure 4)."""

from __future__ import annotations

import io
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from lookabout.benchmarks.spatialscout.episode import CAMERA
from lookabout.benchmarks.spatialscout.frame import TaskFrame
from lookabout.benchmarks.spatialscout.scoring import Score, score
from lookabout.benchmarks.spatialscout.task import references
from lookabout.benchmarks.spatialscout.trace import map_states
from lookabout.benchmarks.spatialscout.verdict import GOOD_ERROR_M, is_of
from lookabout.errors import UsageError
from lookabout.geometry import Box, Pose
from lookabout.records import EpisodeRecord, StepRecord
from lookabout.results.sheet import BLUE, INK, ORANGE, SOFT, add_axes, new_canvas, settings
from lookabout.sim.protocol import Simulator
from lookabout.sim.scenario import Scenario

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Floats = NDArray[np.float64]
Picture = NDArray[np.uint8]
VIEW_YAWS_DEG = (55.0, 0.0, -55.0)
"""From the initial yaw; left, ahead, right."""
_SAME_M = 0.01
_NEAR_M = 0.05
"""So close before a camera nothing can be told any more."""
_WALL_HEIGHTS_M = (1.0, 2.2)
"""Below the lintels of doors, and above most furniture."""
_MOST_NAMES, _APART_M = 14, 0.12
_WALL = "#9aa1a9"


@dataclass(frozen=True, eq=False)
class Mapped:
    """A final map against the truth, world axes, metres."""

    start: Pose
    """Of the camera."""
    boxes: Mapping[str, Box]
    """Of every target, by identifier."""
    estimates: Mapping[str, Floats]
    """(3,): where the map puts the target that the verdict's assignment matches; omitted
    targets have none."""
    score: Score

    @property
    def omitted(self) -> list[str]:
        """Targets without an estimate."""
        return [name for name in self.boxes if name not in self.estimates]

    @property
    def enclosing(self) -> list[str]:
        """Mapped targets that would stand around the camera and hide everything else."""
        at = self.start.position
        return [
            name
            for name, point in self.estimates.items()
            if (np.abs(at - point) < self.boxes[name].size / 2 + _NEAR_M).all()
        ]

    def error(self, name: str) -> float:
        """Distance between a target and its estimate, metres."""
        return float(np.linalg.norm(self.estimates[name] - self.boxes[name].centre))


def mapped(record: EpisodeRecord, steps: Sequence[StepRecord]) -> Mapped:
    """
    What an episode's record tells of its map.

    :raises UsageError: if the record has no truth, or a damaged one, or its steps lead to another
        map than its verdict is about.
    """
    try:
        truth = record.truth
        targets = references(truth)
        start = Pose(np.array(truth["origin"], float), np.array(truth["axes"], float))
        boxes = {
            target["identifier"]: Box(_point(target["world_low"]), _point(target["world_high"]))
            for target in truth["targets"]
        }
        states = map_states(steps)
        final = {k: v for k, v in (states[-1].estimates if states else {}).items() if k in boxes}
        found = score(targets, final, start.rotation)
        frame = TaskFrame(start)
        estimates = {
            name: frame.to_world([final[estimate]])[0] for name, estimate in found.matches.items()
        }
        same = is_of(record.verdict or {}, found)
    except (ArithmeticError, LookupError, TypeError, ValueError) as error:
        raise UsageError(f"the record's truth or map is damaged: {error}") from None
    if not same:
        raise UsageError("the record's steps lead to another map than its verdict is about")
    return Mapped(start, boxes, estimates, found)


def views(map_: Mapped, scenario: Scenario, simulator: Simulator) -> tuple[list[Picture], ...]:
    """
    (the scene, the map): three pictures each, from the start to the left, ahead, to the right.

    In the map's, matched things stand at their estimates, with their shapes and attitudes;
    omitted ones are hidden, and so are those that would stand around the camera.

    :raises UsageError: if the world is not the one that the episode was in.
    :raises SimulatorError: when the engine fails.
    """
    hint = "The version and the asset pack must be those of the run; its episode.json names them."
    try:
        simulator.reset(scenario)
    except UsageError as error:
        raise UsageError(
            f"the episode's world cannot be built: {error.message}", where=error.where, hint=hint
        ) from None
    for name, box in map_.boxes.items():
        now = simulator.truth.box(name) if name in simulator.object_ids() else None
        if now is None or math.dist((*now.low, *now.high), (*box.low, *box.high)) > _SAME_M:
            raise UsageError(
                f"the episode's world is built otherwise here: {name} is not where it was",
                hint=hint,
            )
    scene = [_look(map_, simulator, yaw) for yaw in VIEW_YAWS_DEG]
    left_out = [*map_.omitted, *map_.enclosing]
    simulator.reset(_without(scenario, left_out))
    for name, point in map_.estimates.items():
        if name in left_out:
            continue
        dx, dy, dz = (point - map_.boxes[name].centre).tolist()
        simulator.shift(name, (dx, dy, dz))
    return scene, [_look(map_, simulator, yaw) for yaw in VIEW_YAWS_DEG]


def walls(map_: Mapped, simulator: Simulator) -> Floats:
    """Points (N, 2) where level rays meet walls, for the plan; the scene of the last reset."""
    centre = map_.start.position
    reach = 1.0 + max(np.abs(np.array([b.low, b.high]) - centre).max() for b in map_.boxes.values())
    spots = np.arange(-reach, reach, 1.25)
    turns = np.radians(np.arange(0.0, 360.0, 6.0))
    ways = np.column_stack([np.cos(turns), np.sin(turns), np.zeros(len(turns))])
    origins = np.array(
        [(centre[0] + x, centre[1] + y, z) for x in spots for y in spots for z in _WALL_HEIGHTS_M]
    )
    starts, rays = np.repeat(origins, len(ways), axis=0), np.tile(ways, (len(origins), 1))
    hits = simulator.raycast(starts, rays, 4.0)
    met = np.array([label in ("wall", "door", "window") for label in hits.label])
    ends: Floats = (starts + rays * np.where(met, hits.distance, 0.0)[:, None])[met, :2]
    return np.unique(np.round(ends, 2), axis=0)


def draw(
    map_: Mapped, title: str, pictures: Sequence[Sequence[Picture]], outline: Floats | None
) -> bytes:
    """
    The whole picture, PNG.

    :param pictures: of :func:`views`.
    :param outline: of :func:`walls`.
    """
    side, plan, left, head, gap = 2.75, 5.75, 0.55, 0.6, 0.1
    width, height = left + plan + 0.35 + 3 * (side + gap) + 0.1, head + 2 * (side + 0.3) + 0.15
    with settings():
        canvas = new_canvas(width, height)
        canvas.text(0.15 / width, 1 - 0.12 / height, title, va="top", weight="bold", fontsize=10)
        canvas.text(0.15 / width, 1 - 0.36 / height, summary(map_), va="top", color=SOFT)
        axes = add_axes(canvas, (left, 0.55, plan, height - head - 0.65))
        draw_plan(axes, map_, outline)
        for row, (name, own) in enumerate(zip(("Scene", "Map"), pictures, strict=True)):
            y = height - head - (row + 1) * (side + 0.3) + 0.05
            for k, (yaw, rgb) in enumerate(zip(VIEW_YAWS_DEG, own, strict=True)):
                x = left + plan + 0.35 + k * (side + gap)
                panel = add_axes(canvas, (x, y, side, side))
                panel.imshow(rgb)
                panel.set_axis_off()
                side_word = "left" if yaw > 0 else "right"
                turn = f"{abs(yaw):g}° to the {side_word}" if yaw else "as at the start"
                panel.set_title(f"{name}, {turn}", loc="left", pad=3, fontsize=8)
        file = io.BytesIO()
        canvas.savefig(file, format="png", dpi=150, metadata={"Software": None})
    return file.getvalue()


def summary(map_: Mapped) -> str:
    """The score in a line."""
    found = map_.score
    words = (
        f"{found.submitted} of {found.targets} targets mapped, mean IoU {found.mean_iou_all:.3f}"
    )
    if not found.distances:
        return words
    mean = math.fsum(found.distances) / len(found.distances)
    words += f", mean error {mean:.3f} m"
    if map_.enclosing:
        words += f"; around the camera, so not in the views: {', '.join(map_.enclosing)}"
    return words


def draw_plan(axes: Axes, map_: Mapped, outline: Floats | None) -> None:
    """Targets from above, lines to their estimates; x east, y north."""
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch, Rectangle

    if outline is not None and len(outline):
        axes.scatter(outline[:, 0], outline[:, 1], s=3, color=_WALL, linewidths=0, zorder=1)
    wrong = [n for n in map_.estimates if map_.error(n) > GOOD_ERROR_M]
    # Large things first, so that what stands on them is seen.
    for name in sorted(map_.boxes, key=lambda n: -_area(map_.boxes[n])):
        low, high = map_.boxes[name].low, map_.boxes[name].high
        known: dict[str, Any] = {"facecolor": "#cfe3f1", "edgecolor": BLUE, "linewidth": 0.7}
        hollow: dict[str, Any] = {
            "facecolor": "none", "edgecolor": ORANGE, "linewidth": 1.1, "linestyle": (0, (2, 1.2)),
        }  # fmt: skip
        style = known if name in map_.estimates else hollow
        axes.add_patch(
            Rectangle((low[0], low[1]), high[0] - low[0], high[1] - low[1], zorder=2, **style)
        )
    for name, point in map_.estimates.items():
        centre, colour = map_.boxes[name].centre, ORANGE if name in wrong else INK
        axes.plot([centre[0], point[0]], [centre[1], point[1]], color=colour, linewidth=1, zorder=3)
        axes.plot([point[0]], [point[1]], "o", markersize=2.6, color=colour, zorder=4)
    wrong.sort(key=lambda n: -map_.error(n))
    named: list[Floats] = []
    for name in [*wrong, *map_.omitted]:
        at = map_.estimates[name] if name in wrong else np.array(map_.boxes[name].centre)
        # Of things in a heap only one can be named.
        if len(named) == _MOST_NAMES or any(
            abs(at[1] - b[1]) < _APART_M and abs(at[0] - b[0]) < 6 * _APART_M for b in named
        ):
            continue
        named.append(at)
        axes.annotate(
            name, (at[0], at[1]), xytext=(3, 3), textcoords="offset points", fontsize=5.5,
            color=ORANGE, zorder=6,
        )  # fmt: skip
    at, ahead = map_.start.position, map_.start.rotation[:, 0]
    length = float(np.hypot(ahead[0], ahead[1])) or 1.0
    axes.annotate(
        "", (at[0] + 0.55 * ahead[0] / length, at[1] + 0.55 * ahead[1] / length), (at[0], at[1]),
        arrowprops={"arrowstyle": "-|>", "color": INK, "linewidth": 1.3}, zorder=5,
    )  # fmt: skip
    axes.plot([at[0]], [at[1]], "s", markersize=5, color=INK, zorder=5)
    ends = np.array([b.low for b in map_.boxes.values()] + [b.high for b in map_.boxes.values()])
    spots = np.vstack([ends, *map_.estimates.values(), at])[:, :2]
    middle = (spots.min(axis=0) + spots.max(axis=0)) / 2
    half = (spots.max(axis=0) - spots.min(axis=0)).max() / 2 + 0.4
    axes.set_xlim(middle[0] - half, middle[0] + half)
    axes.set_ylim(middle[1] - half, middle[1] + half)
    axes.set_aspect("equal")
    axes.set_xlabel("East, m (world axes)", color=SOFT, labelpad=1)
    axes.set_ylabel("North, m (world axes)", color=SOFT, labelpad=1)
    axes.tick_params(length=2, labelsize=7)
    handles = [
        Patch(facecolor="#cfe3f1", edgecolor=BLUE, label="target"),
        Patch(facecolor="none", edgecolor=ORANGE, linestyle=(0, (2, 1.2)), label="omitted"),
        Line2D([], [], color=INK, marker="o", markersize=2.6, label="estimate"),
        Line2D([], [], color=ORANGE, marker="o", markersize=2.6,
               label=f"over {GOOD_ERROR_M:g} m off"),
        Line2D([], [], color=INK, marker="s", linestyle="", markersize=5, label="start"),
    ]  # fmt: skip
    if outline is not None and len(outline):
        handles.append(
            Line2D([], [], color=_WALL, marker="o", linestyle="", markersize=2, label="wall")
        )
    axes.legend(
        handles=handles, loc="upper center", bbox_to_anchor=(0.5, -0.06), ncols=6, frameon=False,
        fontsize=7, handlelength=1.4, columnspacing=1.0,
    )  # fmt: skip


def _point(values: Sequence[float]) -> tuple[float, float, float]:
    """:raises ValueError: if it is none."""
    x, y, z = map(float, values)
    if not all(map(math.isfinite, (x, y, z))):
        raise ValueError("a corner that is no point")
    return x, y, z


def _area(box: Box) -> float:
    return (box.high[0] - box.low[0]) * (box.high[1] - box.low[1])


def _look(map_: Mapped, simulator: Simulator, yaw_deg: float) -> Picture:
    forward = map_.start.rotation[:, 0]
    yaw = math.degrees(math.atan2(forward[1], forward[0])) + yaw_deg
    pitch = math.degrees(math.asin(max(-1.0, min(1.0, float(forward[2])))))
    pose = Pose.at(map_.start.position, yaw_deg=yaw, pitch_deg=pitch)
    return simulator.observe(CAMERA, pose).rgb


def _without(scenario: Scenario, names: Sequence[str]) -> Scenario:
    """The scenario without some things, whether its world has them or it puts them there."""
    gone, own = set(names), {thing.name for thing in scenario.world.objects}
    update = {
        "objects": tuple(o for o in scenario.world.objects if o.name not in gone),
        "routes": tuple(r for r in scenario.world.routes if r.object not in gone),
        "hidden": (*scenario.world.hidden, *sorted(gone - own)),
    }
    return scenario.model_copy(update={"world": scenario.world.model_copy(update=update)})
