"""The point that several rays pass nearest to, and how far it can be trusted (appendix B.1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lookabout.geometry import Camera, Pose

Floats = NDArray[np.float64]
SMALLEST_ANGLE_DEG = 5.0
SMALLEST_BASELINE_M = 0.05
LARGEST_RESIDUAL_M = 0.03
LARGEST_RESIDUAL_SHARE = 0.02
"""Of the mean range; the greater of the two limits counts."""
LARGEST_REPROJECTION_PX = 2.0
SINGULAR = 1e-9
"""Least eigenvalue of the normal matrix over its greatest at which rays count as parallel."""


class ParallelRaysError(ValueError):
    """The rays do not meet in a point."""


@dataclass(frozen=True)
class View:
    """A pixel in a frame. Poses and points in the task frame, metres."""

    pose: Pose
    camera: Camera
    """Whose pixels are the delivered picture's."""
    pixel: tuple[float, float]
    """(u, v)"""


@dataclass(frozen=True)
class Estimate:
    """What :func:`triangulate` found."""

    point: tuple[float, float, float]
    rms_ray_distance_m: float
    """Root mean square distance of the point from the rays."""
    reprojection_errors_px: tuple[float | None, ...]
    """Per view; None where the point lies behind the camera."""
    largest_angle_deg: float
    """Between two of the rays, as lines: 0 to 90."""
    warnings: tuple[str, ...]


def triangulate(views: Sequence[View], radius: float) -> Estimate:
    """
    argmin Σ ‖A_k (p − o_k)‖² with A_k = I − d_k d_kᵀ (equation 3).

    :param views: two at least.
    :param radius: of the target region; points beyond it by 0.5 m could not be submitted.
    :raises ParallelRaysError: when the normal matrix is singular.
    """
    if len(views) < 2:
        raise ValueError("triangulation needs two views")
    origins = np.stack([view.pose.position for view in views])
    rays = np.stack([view.pose.rotation @ view.camera.rays([view.pixel])[0] for view in views])
    rays /= np.linalg.norm(rays, axis=1, keepdims=True)
    across = np.eye(3) - rays[:, :, None] * rays[:, None, :]
    normal = across.sum(axis=0)
    spectrum = np.linalg.eigvalsh(normal)
    if spectrum[0] <= SINGULAR * spectrum[-1]:
        raise ParallelRaysError("the rays are parallel: no point can be told from them")
    point = np.linalg.solve(normal, np.einsum("kij,kj->i", across, origins))
    misses = np.linalg.norm(np.einsum("kij,kj->ki", across, point - origins), axis=1)
    ahead = np.einsum("ki,ki->k", point - origins, rays)
    residual = float(np.sqrt(np.mean(misses**2)))
    errors = tuple(_reprojection(view, point) for view in views)
    angle = _largest_angle(rays)
    warnings = _warnings(views, point, origins, ahead, residual, errors, angle, radius)
    x, y, z = point.tolist()
    return Estimate((x, y, z), residual, errors, angle, warnings)


def _reprojection(view: View, point: Floats) -> float | None:
    pixel = view.camera.project(view.pose.to_body(point))[0][0]
    if not np.isfinite(pixel).all():
        return None
    return float(np.hypot(*(pixel - np.asarray(view.pixel))))


def _largest_angle(rays: Floats) -> float:
    """Of any two, as lines; by sines and cosines, since either alone is blunt at one end."""
    first, second = np.triu_indices(len(rays), 1)
    sines = np.linalg.norm(np.cross(rays[first], rays[second]), axis=1)
    cosines = np.abs(np.einsum("ki,ki->k", rays[first], rays[second]))
    return float(np.degrees(np.arctan2(sines, cosines)).max())


def _warnings(
    views: Sequence[View],
    point: Floats,
    origins: Floats,
    ahead: Floats,
    residual: float,
    errors: Sequence[float | None],
    angle: float,
    radius: float,
) -> tuple[str, ...]:
    baseline = float(np.linalg.norm(origins[:, None] - origins[None], axis=2).max())
    span = float(np.linalg.norm(point - origins, axis=1).mean())
    known = [error for error in errors if error is not None]
    outside = [k for k, v in enumerate(views) if not v.camera.sees([v.pixel])[0]]
    found = []
    if angle < SMALLEST_ANGLE_DEG:
        found.append(
            f"the rays are nearly parallel (largest angle {angle:.1f}°): the distance is uncertain"
        )
    if baseline < SMALLEST_BASELINE_M:
        found.append(f"the views are only {baseline:.3f} m apart")
    for k in np.flatnonzero(ahead <= 0):
        found.append(f"the point lies behind the camera of observation {k + 1}")
    if residual > max(LARGEST_RESIDUAL_M, LARGEST_RESIDUAL_SHARE * span):
        found.append(
            f"the rays miss one another by {residual:.3f} m: perhaps not all pixels show "
            "the same point"
        )
    if known and max(known) > LARGEST_REPROJECTION_PX:
        found.append(f"the point reprojects up to {max(known):.1f} pixels off")
    for k in outside:
        found.append(f"the pixel of observation {k + 1} lies outside its picture")
    if np.linalg.norm(point) > radius + 0.5:
        found.append("the point lies outside the target region")
    return tuple(found)
