"""Pictures of a SAPIEN scene."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lookabout.errors import SimulatorError
from lookabout.geometry import Camera, Pose
from lookabout.sim.maniskill_frames import depth_of, extrinsics_of, intrinsics_of, to_sapien

SHADERS: Mapping[str, str] = {"draft": "minimal", "standard": "minimal", "high": "default"}
"""SAPIEN's shader packs by quality. The paper used ``minimal`` (appendix A)."""
_NEAR, _FAR = 0.01, 100.0
"""Metres, as ManiSkill's cameras have it."""
_FORMATS = {
    "Color": "r8g8b8a8unorm",
    "ColorRaw": "r8g8b8a8unorm",
    # ManiSkill takes 16 bits here, which end 32.8 m away.
    "PositionSegmentation": "r32g32b32a32sint",
}
_AGREEMENT = 1e-4


@dataclass(frozen=True, eq=False)
class Picture:
    """What a camera saw."""

    rgb: NDArray[np.uint8]
    """(H, W, 3)"""
    depth: NDArray[np.float32]
    """(H, W), metres along the optical axis; infinity where nothing is."""
    entities: NDArray[np.int64]
    """(H, W), SAPIEN's numbers of entities in the scene; 0 where nothing is."""


class Cameras:
    """The cameras of a scene, one for each kind that was asked for."""

    def __init__(self, scene: Any, shader: str) -> None:
        """
        :param scene: ``sapien.Scene``
        :param shader: a shader pack, one of those in :data:`SHADERS`.
        """
        self._scene = scene
        self._shader = shader
        self._made: dict[Camera, tuple[Any, Any]] = {}

    def picture(self, camera: Camera, pose: Pose) -> Picture:
        """
        Draw the scene as it is now.

        :raises SimulatorError: if SAPIEN's camera is not where and what was asked for.
        """
        import sapien

        entity, lens = self._made.get(camera) or self._make(camera)
        entity.set_pose(sapien.Pose(*to_sapien(pose)))
        self._scene.update_render()
        _agree(lens.get_intrinsic_matrix(), intrinsics_of(camera), "projection")
        _agree(lens.get_extrinsic_matrix()[:3], extrinsics_of(pose), "pose")
        lens.take_picture()
        rgb = np.ascontiguousarray(lens.get_picture("Color")[..., :3])
        if self._shader == "minimal":
            both = lens.get_picture("PositionSegmentation")
            entities = both[..., 3].astype(np.int64)
            # Whole millimetres, rounded toward 0: on average half of one is missing.
            positions = (both[..., :3] + 0.5 * np.sign(both[..., :3])) / 1000.0
        else:
            entities = lens.get_picture("Segmentation")[..., 1].astype(np.int64)
            positions = lens.get_picture("Position")[..., :3]
        return Picture(rgb, depth_of(positions, entities > 0), entities)

    def _make(self, camera: Camera) -> tuple[Any, Any]:
        import sapien

        sapien.render.set_camera_shader_dir(self._shader)
        for name, kind in _FORMATS.items():
            sapien.render.set_picture_format(name, kind)
        lens = sapien.render.RenderCameraComponent(camera.width, camera.height)
        k = intrinsics_of(camera)
        lens.set_perspective_parameters(_NEAR, _FAR, k[0, 0], k[1, 1], k[0, 2], k[1, 2], 0.0)
        entity = sapien.Entity()
        entity.add_component(lens)
        self._scene.add_entity(entity)
        self._made[camera] = entity, lens
        return entity, lens


def _agree(theirs: Any, ours: NDArray[np.float64], what: str) -> None:
    if not np.allclose(theirs, ours, rtol=1e-5, atol=_AGREEMENT):
        raise SimulatorError(f"SAPIEN's camera disagrees on its {what}: {theirs} for {ours}")
