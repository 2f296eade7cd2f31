"""Cycles inside this process: settings, the scene in it, frames out of it. Only in the child."""

from __future__ import annotations

import os
import secrets
import shutil
import tempfile
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

import bpy
import numpy as np
from mathutils import Matrix
from numpy.typing import NDArray

from lookabout.errors import SimulatorError, UsageError
from lookabout.geometry import Camera, Pose
from lookabout.render import interior, picture, sky
from lookabout.render.build import Built, build
from lookabout.render.meter import metered_stops
from lookabout.world.scene import Scene


@dataclass(frozen=True)
class _Quality:
    samples: int
    denoise: bool
    bounces: int


_QUALITIES = {
    "draft": _Quality(samples=1, denoise=False, bounces=1),
    "standard": _Quality(samples=1, denoise=True, bounces=3),
    "high": _Quality(samples=64, denoise=True, bounces=8),
}
_SEED = 7
_BYTES_A_PIXEL = 64
"""Of all passes together, and some to spare."""
_SKY = 1e9
"""Cycles writes 1e10 where a ray meets nothing."""


class Cycles:
    """One scene at a time; the methods are the requests that the client may send."""

    def __init__(self, *, quality: str, device: str, threads: int) -> None:
        self._quality_name = quality
        self._quality = _QUALITIES[quality]
        self._device = device
        self._threads = threads
        self._built: Built | None = None
        self._unseen: frozenset[str] = frozenset()
        self._file_name = f"lookabout-{secrets.token_hex(8)}"
        self._clear()

    def describe(self) -> dict[str, str]:
        """For the record: what computes the pictures."""
        return {
            "engine": "cycles",
            "version": bpy.app.version_string,
            "device": self._device,
            "quality": self._quality_name,
        }

    def load(self, scene: Scene) -> None:
        """Free the present scene and build another."""
        self._clear()
        self._unseen = frozenset()
        self._built = build(scene)
        sky.set_sun(scene.sun, indoors=bool(scene.lights))
        if scene.lights:
            interior.set_lights(scene.lights, scene.sun, self._quality_name)

    def set_pose(self, name: str, matrix: NDArray[np.float64]) -> None:
        """Move an object."""
        assert self._built is not None
        self._built.objects[name].matrix_world = Matrix(matrix.tolist())

    def render(
        self, camera: Camera, pose: Pose, depth: bool, ids: bool, unseen: Collection[str]
    ) -> tuple[NDArray[np.uint8], NDArray[np.float32] | None, NDArray[np.int32] | None]:
        """
        RGB, depth and ids as :class:`lookabout.render.Rendered` has them.

        Cycles sends each pixel's first sample through its centre and writes depth and index from
        that sample alone, so that they mix nothing and agree with rays.
        """
        self._aim(camera, pose)
        self._hide(unseen)
        if not (depth or ids):
            self._write_as_picture()
            return self._exposed(picture.read_bmp(self._run())), None, None
        self._write_as_passes()
        planes = picture.read_exr(self._run())
        self._write_as_picture()
        rgb = self._exposed(self._develop())
        return rgb, _depth(planes) if depth else None, _ids(planes) if ids else None

    def _hide(self, names: Collection[str]) -> None:
        """Take objects from the camera's sight, and give back those taken before."""
        assert self._built is not None
        for name in sorted(self._unseen.symmetric_difference(names)):
            for part in self._built.objects[name].children:
                part.visible_camera = name not in names
        self._unseen = frozenset(names)

    def _develop(self) -> NDArray[np.uint8]:
        """The last render as a picture, under the present exposure."""
        path = self._path()
        bpy.data.images["Render Result"].save_render(str(path), scene=bpy.context.scene)
        return picture.read_bmp(_take(path))

    def _exposed(self, rgb: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """A dark picture developed anew, as a camera's meter would have exposed it."""
        stops = metered_stops(rgb)
        if stops == 0.0:
            return rgb
        view = bpy.context.scene.view_settings
        daylight = view.exposure
        view.exposure = daylight + stops
        try:
            return self._develop()
        finally:
            view.exposure = daylight

    def _clear(self) -> None:
        bpy.ops.wm.read_factory_settings(use_empty=True)
        scene = bpy.context.scene
        scene.render.engine = "CYCLES"
        scene.render.use_persistent_data = True
        scene.render.dither_intensity = 0.0
        scene.render.resolution_percentage = 100
        scene.render.use_file_extension = False
        if self._threads:
            scene.render.threads_mode = "FIXED"
            scene.render.threads = self._threads
        cycles = scene.cycles
        cycles.seed = _SEED
        cycles.use_adaptive_sampling = False
        cycles.denoiser = "OPENIMAGEDENOISE"
        cycles.denoising_prefilter = "NONE"
        cycles.denoising_quality = "FAST"
        cycles.caustics_reflective = False
        cycles.caustics_refractive = False
        quality = self._quality
        cycles.samples = quality.samples
        cycles.use_denoising = quality.denoise
        cycles.max_bounces = quality.bounces
        # A path through smoke is never left to chance: that would be noise.
        cycles.transparent_max_bounces = cycles.min_transparent_bounces = 64
        # Smoke is marched through in even steps: those by chance are noise.
        cycles.volume_biased = True
        cycles.volume_step_rate, cycles.volume_max_steps = 0.2, 48
        # Always there, for turning them on and off makes Cycles start anew.
        layer = scene.view_layers[0]
        layer.use_pass_z = layer.use_pass_object_index = True
        self._use_device()
        data = bpy.data.cameras.new("camera")
        data.sensor_fit = "HORIZONTAL"
        data.clip_start, data.clip_end = 0.02, 50_000.0
        scene.camera = bpy.data.objects.new("camera", data)
        scene.collection.objects.link(scene.camera)

    def _use_device(self) -> None:
        if self._device == "cpu":
            bpy.context.scene.cycles.device = "CPU"
            return
        preferences = bpy.context.preferences.addons["cycles"].preferences
        kind = self._device.upper()
        try:
            preferences.compute_device_type = kind
            preferences.get_devices_for_type(kind)
            found = [d for d in preferences.devices if d.type == kind]
        except (TypeError, ValueError):
            found = []
        if not found:
            raise UsageError(
                f"Cycles finds no {self._device} device here", hint="Use the device cpu."
            )
        for device in preferences.devices:
            device.use = device.type == kind
        bpy.context.scene.cycles.device = "GPU"

    def _write_as_picture(self) -> None:
        image = bpy.context.scene.render.image_settings
        image.media_type, image.file_format = "IMAGE", "BMP"
        image.color_mode = "RGB"

    def _write_as_passes(self) -> None:
        image = bpy.context.scene.render.image_settings
        image.media_type, image.file_format = "MULTI_LAYER_IMAGE", "OPEN_EXR_MULTILAYER"
        image.exr_codec, image.color_depth = "NONE", "32"
        image.use_exr_interleave = True

    def _aim(self, camera: Camera, pose: Pose) -> None:
        scene = bpy.context.scene
        scene.render.resolution_x, scene.render.resolution_y = camera.width, camera.height
        data = scene.camera.data
        # Blender refuses lenses and sensors under 1 mm.
        half = float(np.tan(np.radians(camera.fov_deg) / 2))
        data.lens, data.sensor_width = 18.0 * max(1.0, 1.0 / half), 36.0 * max(1.0, half)
        matrix = np.eye(4)
        forward, left, up = pose.rotation.T
        matrix[:3, :3] = np.stack([-left, up, -forward], axis=1)
        matrix[:3, 3] = pose.position
        scene.camera.matrix_world = Matrix(matrix.tolist())

    def _run(self) -> bytes:
        """Render, and return the file that Blender wrote."""
        path = self._path()
        bpy.context.scene.render.filepath = str(path)
        if bpy.ops.render.render(write_still=True) != {"FINISHED"}:
            raise SimulatorError("Cycles gave no picture")
        return _take(path)

    def _path(self) -> Path:
        """Where to pass a frame along: in memory, if there is room."""
        render = bpy.context.scene.render
        room = render.resolution_x * render.resolution_y * _BYTES_A_PIXEL
        shared = Path("/dev/shm")
        if shared.is_dir() and os.access(shared, os.W_OK) and shutil.disk_usage(shared).free > room:
            return shared / self._file_name
        return Path(tempfile.gettempdir()) / self._file_name


def _take(path: Path) -> bytes:
    """A file's content; the file is gone then, so that a killed process leaves none behind."""
    try:
        data = path.read_bytes()
        path.unlink()
    except FileNotFoundError:
        raise SimulatorError(f"Blender wrote no picture to {path.parent}") from None
    return data


def _depth(planes: Mapping[str, NDArray[np.float32]]) -> NDArray[np.float32]:
    depth = _plane(planes, (".Depth.Z", ".Depth.V"))
    return np.where(depth > _SKY, np.float32(np.inf), depth)


def _ids(planes: Mapping[str, NDArray[np.float32]]) -> NDArray[np.int32]:
    return np.rint(_plane(planes, (".Object Index.X", ".IndexOB.X"))).astype(np.int32)


def _plane(planes: Mapping[str, NDArray[np.float32]], ends: tuple[str, ...]) -> NDArray[np.float32]:
    for name, plane in planes.items():
        if name.endswith(ends):
            return plane
    raise SimulatorError(f"Cycles gave no pass {ends[0]}, only {', '.join(planes)}")
