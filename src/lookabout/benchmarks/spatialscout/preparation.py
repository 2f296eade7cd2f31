"""Prepared scenes: inventory, reference, first view and manifest as files of their own (§2.2,
appendix A)."""

from __future__ import annotations

import hashlib
import json
import os
import platform
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

import lookabout
from lookabout.benchmarks.spatialscout.episode import CAMERA
from lookabout.benchmarks.spatialscout.settings import Settings
from lookabout.benchmarks.spatialscout.task import Task, start_pose, truth_of
from lookabout.errors import SimulatorError, UsageError
from lookabout.exchange import Image
from lookabout.geometry import Pose
from lookabout.records import scenario_hash
from lookabout.sim.protocol import Simulator
from lookabout.sim.scenario import Scenario

FORMAT = "lookabout-spatialscout-scene-1"
FILES = ("inventory.json", "reference.json", "first_view.jpg")
MANIFEST = "manifest.json"
_MAX_MANIFEST = 1_000_000
_CHECKED_PIXELS = 12
"""A side, of the grid at which picture and camera are compared."""
_LARGEST_GAP_M = 0.02


@dataclass(frozen=True)
class Prepared:
    """A scene's folder."""

    folder: Path
    reused: bool
    """It was there, and everything agreed."""
    why: str
    """Why an earlier preparation was not reused; '' if there was none or it was."""
    fingerprint: str
    """SHA-256 of the manifest's fingerprints, start and target count."""


def prepare(
    scenario: Scenario, simulator: Simulator, folder: Path, *, quality: str, device: str
) -> Prepared:
    """
    Write a scene's files, or find them as they would be written.

    :param folder: made, or replaced whole; nothing is left of a failure.
    :param quality: that the simulator renders in; so ``device``.
    :raises UsageError: if the folder holds something else, or cannot be written.
    :raises SimulatorError: when the engine fails, or its pictures and cameras disagree.
    """
    task = Task.model_validate(scenario.task)
    start = start_pose(scenario, task)
    simulator.reset(scenario)
    expected = _expected(scenario, simulator, task, start, {"quality": quality, "device": device})
    fingerprint = _digest(_canonical(expected))
    why = _difference(folder, expected, fingerprint)
    if why is None:
        return Prepared(folder, True, "", fingerprint)
    truth = truth_of(task, start, simulator)
    picture, gap = _first_view(simulator, start)
    contents = {
        "inventory.json": _json(
            {
                "entities": [entity.model_dump() for entity in task.entities],
                "radius": truth["radius"],
            }
        ),
        "reference.json": _json(truth),
        "first_view.jpg": picture,
    }
    manifest = {
        "format": FORMAT,
        "scenario": scenario.id,
        **expected,
        "fingerprint": fingerprint,
        "engine": {**simulator.engine},
        "camera_check": {"median_gap_m": gap, "pixels": _CHECKED_PIXELS**2},
        "files": {name: _digest(content) for name, content in contents.items()},
    }
    _write(folder, {**contents, MANIFEST: _json(manifest)})
    return Prepared(folder, False, why, fingerprint)


@cache
def code_fingerprint() -> str:
    """SHA-256 of the package's files, names included; caches of bytecode left out."""
    root = Path(lookabout.__file__).parent
    digest = hashlib.sha256()
    for path in sorted(root.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".pyc":
            digest.update(f"{path.relative_to(root).as_posix()}\0".encode())
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def _expected(
    scenario: Scenario, simulator: Simulator, task: Task, start: Pose, render: Mapping[str, str]
) -> dict[str, Any]:
    """What must agree for a preparation to be reused."""
    return {
        "seed": scenario.seed,
        "render": {"width": CAMERA.width, "height": CAMERA.height, "fov_deg": CAMERA.fov_deg,
                   **render},
        "encoding": {"format": "JPEG", "quality": Settings().jpeg_quality},
        "versions": {
            "lookabout": lookabout.__version__,
            "python": platform.python_version(),
            **{name: version(name) for name in ("bpy", "numpy", "pillow")},
        },
        "fingerprints": {
            "configuration": scenario_hash(scenario.model_dump(mode="json")),
            "code": code_fingerprint(),
            "scene": simulator.fingerprint,
        },
        "look": simulator.look,
        "start": {
            "position": start.position.tolist(),
            "yaw_deg": scenario.vehicles[0].yaw_deg,
            "pitch_deg": task.pitch_deg,
        },
        "targets": len(task.entities),
    }  # fmt: skip


def _difference(folder: Path, expected: Mapping[str, Any], fingerprint: str) -> str | None:
    """
    Why what lies in a folder cannot be reused, '' if nothing does; None if it can.

    :raises UsageError: if something else lies there, which is not ours to replace.
    """
    try:
        if not folder.exists() or not any(folder.iterdir()):
            return ""
        path = folder / MANIFEST
        if not path.is_file() or path.stat().st_size > _MAX_MANIFEST:
            raise UsageError("holds other things than a prepared scene", where=str(folder))
        others = {entry.name for entry in folder.iterdir()} - {*FILES, MANIFEST}
        if others:
            raise UsageError(
                f"holds other things beside a prepared scene: {', '.join(sorted(others)[:5])}",
                where=str(folder),
            )
        found = json.loads(path.read_bytes())
        if not isinstance(found, dict) or found.get("format") != FORMAT:
            return "its manifest is of another format"
        wanted = json.loads(_canonical(expected))
        for key, value in wanted.items():
            if found.get(key) != value:
                return f"{key} differs{_which(found.get(key), value)}"
        if found.get("fingerprint") != fingerprint:
            return "fingerprint differs"
        listed = found.get("files")
        for name in FILES:
            known = listed.get(name) if isinstance(listed, dict) else None
            if not (folder / name).is_file() or _digest((folder / name).read_bytes()) != known:
                return f"{name} is not as it was written"
    except (ValueError, RecursionError):
        return "its manifest is damaged"
    except OSError as error:
        raise UsageError(f"cannot be read: {error.strerror}", where=str(folder)) from None
    return None


def _which(found: Any, wanted: Any) -> str:
    if not isinstance(found, dict) or not isinstance(wanted, dict):
        return ""
    names = [name for name, value in wanted.items() if found.get(name) != value]
    return f" in {', '.join(names)}" if names else ""


def _first_view(simulator: Simulator, start: Pose) -> tuple[bytes, float]:
    """
    The first view as delivered, and the median distance between where the rendered depth and
    where rays through the same pixels meet the scene.

    :raises SimulatorError: if that is no rounding: pose, axes or projection are not one camera's.
    """
    frame = simulator.observe(CAMERA, start, depth=True)
    if frame.depth is None:
        raise SimulatorError("the engine gives no depth, so its camera cannot be checked")
    grid = np.linspace(20, CAMERA.width - 21, _CHECKED_PIXELS).round()
    pixels = np.stack(np.meshgrid(grid, grid), axis=-1).reshape(-1, 2)
    rays = CAMERA.rays(pixels)
    ways = rays @ start.rotation.T
    ways /= np.linalg.norm(ways, axis=1, keepdims=True)
    origins = np.broadcast_to(start.position, ways.shape).copy()
    hits = simulator.raycast(origins, ways)
    columns, rows = pixels.astype(int).T
    # Depth is along the optical axis, distance along the ray.
    seen = frame.depth[rows, columns] / (ways @ start.rotation[:, 0])
    both = np.isfinite(seen) & np.isfinite(hits.distance)
    if not both.any():
        raise SimulatorError("the first view shows nothing, so its camera cannot be checked")
    gap = float(np.median(np.abs(seen[both] - hits.distance[both])))
    if gap > _LARGEST_GAP_M:
        raise SimulatorError(
            f"the picture's depth and rays through its pixels are {gap:.3f} m apart: "
            "the renderer's camera is not the one whose pose and intrinsics agents are told"
        )
    return Image(frame.rgb, Settings().jpeg_quality).data, gap


def _write(folder: Path, contents: Mapping[str, bytes]) -> None:
    """All of the files or none."""
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        beside = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
        try:
            for name, content in contents.items():
                with (beside / name).open("wb") as file:
                    file.write(content)
                    file.flush()
                    os.fsync(file.fileno())
            beside.chmod(0o755)
            shutil.rmtree(folder, ignore_errors=True)
            beside.replace(folder)
        finally:
            shutil.rmtree(beside, ignore_errors=True)
    except OSError as error:
        raise UsageError(f"cannot be written: {error.strerror}", where=str(folder)) from None


def _json(data: Any) -> bytes:
    return (json.dumps(data, indent=1, allow_nan=False) + "\n").encode()


def _canonical(data: Any) -> bytes:
    return json.dumps(data, sort_keys=True, allow_nan=False).encode()


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
