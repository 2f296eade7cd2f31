"""The loop: a reply, its tool calls in order, what they give (paper §3.1, appendix A)."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from lookabout.benchmarks.base import Step
from lookabout.benchmarks.spatialscout import tools
from lookabout.benchmarks.spatialscout.frame import TaskFrame, delivered
from lookabout.benchmarks.spatialscout.prompts import REMINDERS, fill
from lookabout.benchmarks.spatialscout.settings import Settings
from lookabout.benchmarks.spatialscout.task import Task
from lookabout.benchmarks.spatialscout.tools import BadCallError
from lookabout.benchmarks.spatialscout.triangulation import (
    ParallelRaysError,
    View,
    triangulate,
)
from lookabout.exchange import Image, Observation, Reply, Text, ToolCall, ToolResult
from lookabout.geometry import Camera, Pose, half_turn
from lookabout.sim.protocol import Simulator

CAMERA = Camera(512, 512, 90.0)
WORLD_LIMIT_M = 15.0
"""Of each world coordinate of the camera."""
PITCH_LIMIT_DEG = 85.0
SUBMISSION_MARGIN_M = 0.5
"""Beyond the radius, where estimates are still taken."""
_ROUNDING_M = 1e-9
"""By which a length may exceed its limit: what lies on one in numbers that were turned from one
frame to the other may lie beyond it by their last digits."""


@dataclass(frozen=True)
class Frame:
    """A picture that the agent has seen."""

    pose: Pose
    """Task frame."""


@dataclass
class Episode:
    """One episode in progress. The simulator has been reset with its scenario."""

    task: Task
    settings: Settings
    simulator: Simulator
    start: Pose
    """Of the camera, world frame."""
    yaw_deg: float
    """Of the camera now, world frame; so is the next."""
    pitch_deg: float
    radius: float
    """Of the target region; told to the agent."""
    render_s: float = 0.0
    replies: int = 0
    map: dict[str, tuple[float, float, float]] = field(default_factory=dict)
    """Accepted estimates by identifier, task frame."""
    frames: dict[str, Frame] = field(default_factory=dict)
    _parts: list[Text | Image | ToolResult] = field(default_factory=list)
    """Of the next observation."""

    def __post_init__(self) -> None:
        self._frame = TaskFrame(self.start)
        self._position = self.start.position
        size = self.settings.delivered_size
        self._camera = delivered(CAMERA, size, size)
        self._tools = tools.tools(self.settings.prompts)
        self._known = {entity.identifier for entity in self.task.entities}

    def observe(self) -> Observation:
        """What the last reply's calls gave; at first the task and a picture."""
        left = self.settings.calls - self.replies
        if self.replies == 0:
            self.render_s = 0.0
            self._parts = [Text(self._briefing()), *self._capture()[1]]
        if left in REMINDERS and self.replies:
            self._parts.append(Text(fill(self.settings.prompts, "reminder", left=str(left))))
        parts, self._parts = tuple(self._parts), []
        facts = {
            "calls_left": left,
            "images_left": self.settings.images - len(self.frames),
            "radius": self.radius,
            "results": [part.text for part in parts if isinstance(part, ToolResult)],
        }
        return Observation(parts, facts, self._tools)

    def answer(self, reply: Reply) -> Step:
        """Carry out the calls of a reply, in order."""
        position, now_s = self._position.tolist(), self.simulator.time_s
        self.replies += 1
        self.render_s = 0.0
        began = time.perf_counter()
        calls, pictures, frozen = [], [], False
        for number, call in enumerate(reply.tool_calls, 1):
            done: dict[str, Any]
            if frozen:
                done = {"error": "skipped: the map is frozen"}
            elif number > tools.MOST_CALLS:
                done = {"error": f"skipped: more than {tools.MOST_CALLS} calls in one reply"}
            else:
                try:
                    done, seen = self._carry_out(call)
                    pictures += seen
                    frozen = call.name == "finish_mapping"
                except BadCallError as error:
                    done = {"error": str(error)}
            self._parts.append(ToolResult(call, json.dumps(done)))
            problem = {"problem": call.problem} if call.problem else {}
            arguments = _finite(call.arguments)
            calls.append({"name": call.name, "arguments": arguments, **problem, "result": done})
        self._parts += pictures
        ending = self._ending(reply, frozen)
        return Step(
            turn=self.replies,
            time_s=now_s,
            position=(position[0], position[1], position[2]),
            action={"kind": "tools", "calls": [call["name"] for call in calls]},
            outcome="ended" if ending else "acted",
            detail={
                "calls": calls,
                "images": len(self.frames),
                "submitted": len(self.map),
                **({"tools": [asdict(tool) for tool in self._tools]} if self.replies == 1 else {}),
            },
            simulator_s=time.perf_counter() - began - self.render_s,
            ending=ending,
        )

    def _ending(self, reply: Reply, frozen: bool) -> str | None:
        if frozen:
            return "finished"
        if not reply.tool_calls:
            return "no_tool_calls"
        return "calls_spent" if self.replies == self.settings.calls else None

    def _briefing(self) -> str:
        texts, pitch = self.settings.prompts, self.task.pitch_deg
        return fill(
            texts,
            "task",
            targets=str(len(self.task.entities)),
            tilt=fill(texts, "tilt_pitched", pitch=f"{pitch:g}")
            if pitch
            else fill(texts, "tilt_level"),
            radius=f"{self.radius:.3f}",
            calls=str(self.settings.calls),
            images=str(self.settings.images),
            advice=fill(texts, "advice_one" if self.settings.images == 1 else "advice_many"),
        )

    # -- tools -----------------------------------------------------------------------

    def _carry_out(self, call: ToolCall) -> tuple[dict[str, Any], list[Text | Image]]:
        """
        A call's result, and the pictures to be shown after all results.

        :raises BadCallError: with what is wrong, for the agent.
        """
        arguments = tools.read_call(call)
        if call.name == "capture_image":
            return self._capture()
        act: Callable[[Any], dict[str, Any]] = getattr(self, f"_do_{call.name}")
        return act(arguments), []

    def _do_list_entities(self, _: tools.Nothing) -> dict[str, Any]:
        return {"entities": [entity.model_dump() for entity in self.task.entities]}

    def _do_get_camera_pose(self, _: tools.Nothing) -> dict[str, Any]:
        return {**_told(self._frame.pose(self._pose())), "pitch_deg": round(self.pitch_deg, 6)}

    def _do_get_camera_intrinsics(self, _: tools.Nothing) -> dict[str, Any]:
        return self._intrinsics()

    def _do_set_camera_position(self, to: tools.SetPosition) -> dict[str, Any]:
        self._place(self._frame.to_world([to.x, to.y, to.z])[0])
        return self._do_get_camera_pose(tools.Nothing())

    def _do_move_camera(self, by: tools.Move) -> dict[str, Any]:
        step = np.array([by.forward, -by.right, by.up])  # body axes of a level camera
        length = float(np.linalg.norm(step))
        if length > tools.LONGEST_MOVE_M + _ROUNDING_M:
            raise BadCallError(
                f"the move is {length:.3f} m long, more than {tools.LONGEST_MOVE_M:g} m"
            )
        level = Pose.at(self._position, yaw_deg=self.yaw_deg)
        self._place(level.to_world(step.reshape(1, 3))[0])
        return self._do_get_camera_pose(tools.Nothing())

    def _do_rotate_camera(self, by: tools.Rotate) -> dict[str, Any]:
        for name, turn in (("yaw_deg", by.yaw_deg), ("pitch_deg", by.pitch_deg)):
            if abs(turn) > tools.LARGEST_TURN_DEG:
                raise BadCallError(f"{name} must be within ±{tools.LARGEST_TURN_DEG:g} degrees")
        self.yaw_deg = half_turn(self.yaw_deg + by.yaw_deg)
        pitch = self.pitch_deg + by.pitch_deg
        self.pitch_deg = min(max(pitch, -PITCH_LIMIT_DEG), PITCH_LIMIT_DEG)
        told = self._do_get_camera_pose(tools.Nothing())
        if pitch != self.pitch_deg:
            told["note"] = f"the pitch is limited to ±{PITCH_LIMIT_DEG:g} degrees"
        return told

    def _do_triangulate_observations(self, given: tools.Triangulate) -> dict[str, Any]:
        views = []
        for number, seen in enumerate(given.observations, 1):
            frame = self.frames.get(seen.frame_id)
            if frame is None:
                raise BadCallError(
                    f"observation {number}: there is no frame {seen.frame_id!r}; "
                    f"frames: frame_000 to {list(self.frames)[-1]}"
                )
            views.append(View(frame.pose, self._camera, (seen.u, seen.v)))
        try:
            estimate = triangulate(views, self.radius)
        except ParallelRaysError as error:
            raise BadCallError(str(error)) from None
        return asdict(estimate)

    def _do_submit_positions(self, given: tools.Submit) -> dict[str, Any]:
        rejected = []
        for entry in given.positions:
            point = (entry.x, entry.y, entry.z)
            reason = self._objection(entry.identifier, point)
            if reason is None:
                self.map[entry.identifier] = point
            else:
                rejected.append({"identifier": entry.identifier, "reason": reason})
        told: dict[str, Any] = {"map": {name: list(p) for name, p in self.map.items()}}
        if rejected:
            told["rejected"] = rejected
        return told

    def _do_finish_mapping(self, _: tools.Nothing) -> dict[str, Any]:
        return {"submitted": len(self.map), "missing": len(self._known) - len(self.map)}

    def _objection(self, identifier: str, point: tuple[float, float, float]) -> str | None:
        if identifier not in self._known:
            return "unknown identifier"
        if not np.isfinite(point).all():
            return "not a finite point"
        distance = float(np.linalg.norm(point))
        if distance > self.radius + SUBMISSION_MARGIN_M + _ROUNDING_M:
            return (
                f"{distance:.3f} m from the origin, beyond the target region of "
                f"{self.radius:.3f} + {SUBMISSION_MARGIN_M:g} m"
            )
        return None

    # -- the camera ------------------------------------------------------------------

    def _pose(self) -> Pose:
        return Pose.at(self._position, yaw_deg=self.yaw_deg, pitch_deg=self.pitch_deg)

    def _place(self, world: np.ndarray[Any, np.dtype[np.float64]]) -> None:
        if np.abs(world).max() > WORLD_LIMIT_M + _ROUNDING_M:
            raise BadCallError("the position lies outside the permitted volume; nothing moved")
        self._position = world

    def _intrinsics(self) -> dict[str, Any]:
        cx, cy = self._camera.principal_point
        camera = self._camera
        return {
            "width": camera.width,
            "height": camera.height,
            "fx": camera.focal,
            "fy": camera.focal,
            "cx": cx,
            "cy": cy,
        }

    def _capture(self) -> tuple[dict[str, Any], list[Text | Image]]:
        if len(self.frames) >= self.settings.images:
            raise BadCallError(
                f"all {self.settings.images} pictures are used up; the other tools still work"
            )
        pose = self._pose()
        began = time.perf_counter()
        rgb = self.simulator.observe(CAMERA, pose).rgb
        self.render_s += time.perf_counter() - began
        name = f"frame_{len(self.frames):03d}"
        self.frames[name] = Frame(self._frame.pose(pose))
        told = {
            "frame_id": name,
            **_told(self.frames[name].pose),
            "intrinsics": self._intrinsics(),
            "images_left": self.settings.images - len(self.frames),
        }
        size = self.settings.delivered_size
        picture = Image(_resized(rgb, size), self.settings.jpeg_quality)
        return told, [Text(fill(self.settings.prompts, "frame", frame_id=name)), picture]


def _told(pose: Pose) -> dict[str, Any]:
    """A pose in the task frame, as agents are told it."""
    return {
        "position": _rounded(pose.position),
        "forward": _rounded(pose.rotation[:, 0]),
        "left": _rounded(pose.rotation[:, 1]),
        "up": _rounded(pose.rotation[:, 2]),
    }


def _rounded(values: np.ndarray[Any, np.dtype[np.float64]]) -> list[float]:
    return [round(value, 6) + 0.0 for value in values.tolist()]


def _resized(
    rgb: np.ndarray[Any, np.dtype[np.uint8]], size: int
) -> np.ndarray[Any, np.dtype[np.uint8]]:
    if rgb.shape[:2] == (size, size):
        return rgb
    from PIL import Image as PilImage

    picture = PilImage.fromarray(rgb).resize((size, size), PilImage.Resampling.LANCZOS)
    return np.asarray(picture)


def _finite(arguments: Any) -> Any:
    """Arguments as strict JSON can hold them: NaN and infinities become text."""
    return json.loads(json.dumps(arguments), parse_constant=str)
