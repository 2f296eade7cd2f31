"""Options of a DroneCATS run; all of them are recorded."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field, ValidationInfo, field_validator

from lookabout.benchmarks.dronecats.actions import HISTORY, PointOrder
from lookabout.benchmarks.dronecats.families import FAMILIES, FamilyName
from lookabout.benchmarks.dronecats.lifting import Limits
from lookabout.benchmarks.dronecats.prompts import TEMPLATES
from lookabout.benchmarks.dronecats.task import EPISODE_S
from lookabout.benchmarks.dronecats.verdict import RADIUS_M
from lookabout.benchmarks.templates import check_texts
from lookabout.geometry import Camera
from lookabout.world.spec import SpecModel

WIDEST = 640
"""Pixels. Wider pictures would be made smaller before a model is shown them (appendix A.5)."""


MOST_STEPS = 5000
"""Of an episode: its record must stay readable."""


class Settings(SpecModel):
    """
    Defaults are the paper's; where it leaves a constant of flight open, ours.
    """

    model_config = ConfigDict(use_attribute_docstrings=True)

    clock: Literal["measured", "pinned", "realtime"] = "measured"
    """How much time a reply costs in the world. measured: as long as the model took. pinned:
    --latency-s, whatever the host does. realtime: the world keeps up with the wall clock,
    rendering included."""
    latency_s: Annotated[
        Annotated[float, Field(ge=0, le=60)] | None, Field(validate_default=True)
    ] = None
    """Seconds that a reply costs with --clock pinned."""
    step_s: Annotated[float, Field(ge=0.1, le=10)] = Limits.step_s
    """Length of a control step, seconds."""
    speed: Annotated[float, Field(gt=0, le=20)] = Limits.speed
    """Fastest flight, metres a second."""
    vertical_speed: Annotated[float, Field(gt=0, le=20)] = Limits.vertical_speed
    """Fastest climb and descent, metres a second."""
    yaw_rate_deg: Annotated[float, Field(gt=0, le=360)] = Limits.yaw_rate_deg
    """Fastest turn, degrees a second."""
    hfov: Annotated[float, Field(ge=10, le=150)] = 90.0
    """Horizontal field of view of the camera, degrees."""
    width: Annotated[int, Field(ge=32, le=WIDEST)] = WIDEST
    """Of the pictures, pixels."""
    height: Annotated[int, Field(ge=32, le=WIDEST)] = 480
    """Of the pictures, pixels."""
    jpeg_quality: Annotated[int, Field(ge=1, le=95)] = 85
    """Of the pictures as the agent gets them."""
    family: FamilyName = "other"
    """Of models, whose order of coordinates and decoding are taken where those are auto; with
    --model it is the model's own."""
    point_order: Literal["auto", "xy", "yx"] = "auto"
    """Whether x or y comes first in image points, in the prompt and in replies; auto: as the
    family was trained."""
    schema_decoding: Literal["auto", "on", "off"] = "auto"
    """Whether the model's service is asked to decode by the action's JSON Schema; auto: for
    families that are served so."""
    thinking: Literal["after-think", "never", "always", "model"] = "after-think"
    """When a model may think at length: only in the call after a think action; never; always;
    model: as its own settings say."""
    history: Annotated[int, Field(ge=0, le=100)] = HISTORY
    """Last actions that the agent is told."""
    seconds: Annotated[float, Field(gt=0, le=3600)] = EPISODE_S
    """Length of an episode on the simulator's clock; at most 5000 control steps."""
    hierarchy: bool = False
    """A commander gives each drone an order in words, and a sub-agent flies each drone;
    commanding only."""
    orders_every: Annotated[int, Field(ge=1, le=1000)] = 10
    """Steps after which the commander is asked again; it also is when a drone reports that it
    has finished."""
    delta: Annotated[float, Field(gt=0, le=100)] = RADIUS_M
    """Distance to the target's centre within which a declaration counts, metres."""
    prompts: dict[str, str] = Field(default_factory=dict)
    """Own texts in place of the package's, by template name."""

    @field_validator("latency_s")
    @classmethod
    def _check_latency(cls, latency_s: float | None, info: ValidationInfo) -> float | None:
        pinned = info.data.get("clock") == "pinned"
        if pinned and latency_s is None:
            raise ValueError("must be given with a pinned clock")
        if latency_s is not None and not pinned:
            raise ValueError("is only for a pinned clock")
        return latency_s

    @field_validator("seconds")
    @classmethod
    def _check_seconds(cls, seconds: float, info: ValidationInfo) -> float:
        step_s = info.data.get("step_s")
        if step_s is not None and seconds > MOST_STEPS * step_s:
            raise ValueError(f"must be at most {MOST_STEPS} steps of {step_s:g} s")
        return seconds

    @field_validator("prompts")
    @classmethod
    def _check_prompts(cls, texts: dict[str, str]) -> dict[str, str]:
        return check_texts(texts, TEMPLATES)

    @property
    def order(self) -> PointOrder:
        """Of the coordinates of image points."""
        return FAMILIES[self.family].point_order if self.point_order == "auto" else self.point_order

    @property
    def by_schema(self) -> bool:
        """Whether decoding by a schema is asked for."""
        if self.schema_decoding == "auto":
            return FAMILIES[self.family].schema_decoding
        return self.schema_decoding == "on"

    @property
    def limits(self) -> Limits:
        """What a step may ask of the flight controller."""
        return Limits(self.step_s, self.speed, self.vertical_speed, self.yaw_rate_deg)

    @property
    def camera(self) -> Camera:
        """Of each drone."""
        return Camera(self.width, self.height, self.hfov)
