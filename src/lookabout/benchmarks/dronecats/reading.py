"""The reading test (paper, appendix A.1): from how far inscriptions can be read.

Plates and signs with texts that the suite never uses, shot from fixed distances with the
episodes' camera and compression. A text recogniser, where one is installed, reads what a model
would be shown; so can any model, from the pictures.
"""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lookabout.benchmarks.dronecats.inscriptions import PROBES
from lookabout.benchmarks.dronecats.rules import CAMERA
from lookabout.errors import UsageError
from lookabout.exchange import Image
from lookabout.geometry import Pose
from lookabout.sim.protocol import Simulator
from lookabout.sim.scenario import Scenario, VehicleSpec
from lookabout.world import assets
from lookabout.world.assets import plates, signs
from lookabout.world.blocks.layout import clearings
from lookabout.world.registry import get_world
from lookabout.world.scene import pose_matrix
from lookabout.world.spec import ObjectSpec, SunSpec, WorldSpec

Floats = NDArray[np.float64]
DISTANCES = (4.0, 6.0, 8.0, 10.0, 13.0, 16.0, 20.0)
"""Metres from the camera to the middle of the inscription."""
NEAREST, FARTHEST = 2.0, 22.0
"""Metres; the open place in which the test is made ends there."""
JPEG_QUALITY = 85
TURNS = (-10.0, 0.0, 10.0)
"""Degrees between the inscription's front and the way to the camera."""
_MAP_SEED = 1
_CAMERA_M = 1.5
"""Of the camera over the ground."""
_FACES = 20.0
"""Yaw of the inscription's front, degrees."""
_SUN = SunSpec(elevation_deg=45.0, azimuth_deg=110.0)
"""Shines on the front from 40° aside."""
_STRIP = 64
"""Pixels: height of the strip that the recogniser is given."""


@dataclass(frozen=True)
class Kind:
    """Something that bears inscriptions."""

    object: str
    """Kind of the object in the world."""
    letters_m: float
    width_m: float
    height_m: float
    """Of the surface that bears the text."""
    texts: tuple[str, ...]


KINDS = {
    "plate": Kind(
        "vehicle/cyan_sedan", plates.DIGITS, plates.WIDTH, plates.HEIGHT,
        tuple(text for text in PROBES if any(c.isdigit() for c in text)),
    ),
    "sign": Kind(
        "sign/yellow_board", signs.LETTERS, signs.WIDTH, signs.HEIGHT,
        tuple(text for text in PROBES if text.isalpha()),
    ),
}  # fmt: skip


@dataclass(frozen=True)
class Probe:
    """One picture of an inscription."""

    kind: str
    text: str
    distance_m: float
    turn_deg: float
    image: Image
    strip: tuple[int, int, int, int]
    """Left, top, right, bottom of the surface that bears the text, in the picture, pixels."""

    @property
    def name(self) -> str:
        """For a file."""
        text = self.text.replace(" ", "-").lower()
        return f"{self.kind}-{text}-{self.distance_m:g}m{self.turn_deg:+.0f}"

    @property
    def letters_px(self) -> float:
        """Height of the letters in the picture."""
        return CAMERA.focal * KINDS[self.kind].letters_m / self.distance_m


@dataclass(frozen=True)
class Reading:
    """What was made of a picture."""

    probe: Probe
    read: str | None
    """None where nobody read it."""

    @property
    def exact(self) -> bool | None:
        """Whether it was read without a fault; spaces do not count."""
        if self.read is None:
            return None
        return self.read.replace(" ", "") == self.probe.text.replace(" ", "")


def check(kinds: Sequence[str], distances: Sequence[float]) -> None:
    """:raises UsageError: for a kind that is not tested, or a distance out of range."""
    for kind in kinds:
        if kind not in KINDS:
            raise UsageError(f"expected some of {', '.join(KINDS)}, got {kind!r}", where="kinds")
    if not kinds or not distances:
        raise UsageError("expected at least one", where="distances" if kinds else "kinds")
    for distance in distances:
        if not NEAREST <= distance <= FARTHEST:
            raise UsageError(
                f"expected metres from {NEAREST:g} to {FARTHEST:g}, got {distance:g}",
                where="distances",
            )


def count(kinds: Sequence[str], distances: Sequence[float]) -> int:
    """How many pictures :func:`shoot` makes."""
    return sum(len(KINDS[kind].texts) for kind in kinds) * len(distances) * len(TURNS)


def shoot(
    simulator: Simulator, kinds: Sequence[str], distances: Sequence[float]
) -> Iterator[Probe]:
    """
    Pictures of every text of the kinds from every distance, under three angles.

    :raises UsageError: as :func:`check`.
    """
    check(kinds, distances)
    for kind in kinds:
        for text in KINDS[kind].texts:
            place = _set_up(simulator, KINDS[kind].object, text)
            for distance in distances:
                for turn in TURNS:
                    yield _shot(simulator, kind, text, place, distance, turn)


def _set_up(simulator: Simulator, kind: str, text: str) -> Floats:
    """Build a scene with one inscription, and say where that is: (4, 4)."""
    x, y = (float(v) for v in clearings(_MAP_SEED)[0])
    ground = get_world("blocks").ground_height(_MAP_SEED, x, y)
    own = assets.make(kind, 0, text).inscriptions[-1]  # of a car, the one at its tail
    yaw = _FACES - math.degrees(math.atan2(own[1, 0], own[0, 0]))
    thing = ObjectSpec(
        name="inscribed", kind=kind, seed=0, position=(x, y, ground), yaw_deg=yaw, inscription=text
    )
    world = WorldSpec(
        kind="blocks", seed=_MAP_SEED, centre=(x, y), radius=110.0, sun=_SUN, objects=(thing,)
    )
    drone = VehicleSpec(name="drone", position=(x, y, ground + 30.0))
    simulator.reset(
        Scenario(
            id="reading-test", benchmark="dronecats", set="commanding", seed=0, world=world,
            vehicles=(drone,), task={},
        )
    )  # fmt: skip
    return np.asarray(pose_matrix(thing.position, yaw) @ own, float)


def _shot(
    simulator: Simulator, kind: str, text: str, place: Floats, distance: float, turn: float
) -> Probe:
    middle, ground = place[:3, 3], simulator.truth.position("inscribed")[2]
    rise = ground + _CAMERA_M - middle[2]
    way = np.radians(_FACES + turn)
    level = math.sqrt(distance**2 - rise**2)
    position = middle + np.array([level * math.cos(way), level * math.sin(way), rise])
    pose = Pose.at(position, yaw_deg=_FACES + turn + 180.0)
    frame = simulator.observe(CAMERA, pose)
    half = np.array([KINDS[kind].width_m, KINDS[kind].height_m]) / 2
    flat = np.array([[-1, -1], [-1, 1], [1, -1], [1, 1]]) * half
    corners = np.column_stack([np.zeros(4), flat]) @ place[:3, :3].T + middle
    pixels, _ = CAMERA.project(pose.to_body(corners))
    low, high = pixels.min(axis=0) - 1, pixels.max(axis=0) + 2
    strip = (int(low[0]), int(low[1]), math.ceil(high[0]), math.ceil(high[1]))
    return Probe(kind, text, distance, turn, Image(frame.rgb, JPEG_QUALITY), strip)


def recogniser() -> Callable[[Probe], str] | None:
    """
    Reads pictures as they are delivered, with RapidOCR; None where it is not installed.

    It is told where the inscription is, as a model sees for itself, and reads that part,
    enlarged.
    """
    if find_spec("rapidocr") is None or find_spec("onnxruntime") is None:
        return None
    import logging

    from PIL import Image as PilImage
    from rapidocr import RapidOCR

    engine = RapidOCR(params={"Global.log_level": "critical"})
    logging.getLogger("RapidOCR").setLevel(logging.CRITICAL)

    def read(probe: Probe) -> str:
        picture = PilImage.open(io.BytesIO(probe.image.data)).convert("RGB").crop(probe.strip)
        width = max(1, round(picture.width * _STRIP / picture.height))
        enlarged = picture.resize((width, _STRIP), PilImage.Resampling.BICUBIC)
        blue_first = np.asarray(enlarged)[:, :, ::-1]
        found: Any = engine(blue_first, use_det=False, use_cls=False, use_rec=True)
        return " ".join(found.txts or ()).upper()

    return read


def limit(readings: Sequence[Reading], kind: str) -> float | None:
    """
    The largest distance up to which, at each that was tested, most pictures were read exactly.

    :returns: metres; None if not even at the nearest.
    """
    reached = None
    for distance in sorted({r.probe.distance_m for r in readings if r.probe.kind == kind}):
        here = [r.exact for r in readings if (r.probe.kind, r.probe.distance_m) == (kind, distance)]
        if 2 * sum(bool(exact) for exact in here) <= len(here):
            break
        reached = distance
    return reached
