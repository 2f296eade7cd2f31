"""Where a camera can stand in a flat and see something."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lookabout.geometry import Camera, Pose
from lookabout.world import assets
from lookabout.world.registry import get_world
from lookabout.world.rooms.home import Home, home_of
from lookabout.world.rooms.params import read_params
from lookabout.world.scene import Floats, Scene
from lookabout.world.spec import WorldSpec

Start = tuple[tuple[float, float, float], float, float]
"""Position, yaw and pitch in degrees."""
CLEAR = 0.25
"""Metres around the camera that are free."""
_EYES = (1.25, 1.7)
_CAMERA = Camera(512, 512, 90.0)
_WALL = 0.35
_TRIES = 60
_POINTS = 24


def start_poses(spec: WorldSpec, rng: np.random.Generator, count: int = 8) -> list[Start]:
    """
    Free-standing camera poses that look into the rooms, those that see most things first.

    Each stands at eye height (1.25 to 1.7 m) with nothing within 0.25 m; some look down a
    little. Things are counted as seen if rays reach two points of their surface.

    :raises UsageError: as :meth:`lookabout.world.rooms.world.Rooms.build`.
    """
    scene = get_world("rooms").build(spec)
    with assets.use_look(spec.look):
        home = home_of(spec.seed, read_params(spec.params))
    return find_starts(home, Sight(scene), rng, count)


def find_starts(home: Home, sight: Sight, rng: np.random.Generator, count: int) -> list[Start]:
    """See :func:`start_poses`."""
    rooms = [room for room in home.plan.rooms if room.kind != "hall"]
    weights = np.array([room.area for room in rooms])
    found: list[tuple[float, Start]] = []
    for _ in range(_TRIES):
        room = rooms[int(rng.choice(len(rooms), p=weights / weights.sum()))]
        x = float(rng.uniform(room.x0 + _WALL, room.x1 - _WALL))
        y = float(rng.uniform(room.y0 + _WALL, room.y1 - _WALL))
        z = float(rng.uniform(*_EYES))
        aim = np.array([(room.x0 + room.x1) / 2, (room.y0 + room.y1) / 2]) + rng.normal(0, 0.4, 2)
        yaw = float(np.degrees(np.arctan2(aim[1] - y, aim[0] - x)))
        pitch = 0.0 if rng.random() < 0.4 else float(rng.uniform(-22, -4))
        position = (round(x, 3), round(y, 3), round(z, 3))
        start: Start = (position, round(yaw % 360, 1), round(pitch, 1))
        if np.hypot(*(aim - [x, y])) < 0.5 or sight.gap(position) < CLEAR:
            continue
        found.append((sight.worth(start), start))
    found.sort(key=lambda item: (-item[0], item[1]))
    return [start for _, start in found[:count]]


@dataclass(frozen=True)
class _Target:
    name: str
    carried: bool
    points: Floats


class Sight:
    """Rays in a flat's scene."""

    def __init__(self, scene: Scene) -> None:
        # Imported here: the command line lists worlds without it.
        import trimesh
        from trimesh.ray.ray_pyembree import RayMeshIntersector

        vertices, triangles, offset = [], [], 0
        self._targets = []
        for thing in scene.objects:
            part = thing.parts[0]
            mesh = scene.meshes[part.mesh]
            matrix = thing.pose @ part.transforms[0]
            placed = mesh.vertices @ matrix[:3, :3].T + matrix[:3, 3]
            vertices.append(placed)
            triangles.append(mesh.triangles + offset)
            offset += len(placed)
            picked = placed[np.linspace(0, len(placed) - 1, _POINTS).astype(int)]
            self._targets.append(_Target(thing.name, bool(thing.carrier), picked))
        for part in scene.static:
            if part.solid:
                mesh = scene.meshes[part.mesh]
                for matrix in part.transforms:
                    placed = mesh.vertices @ matrix[:3, :3].T + matrix[:3, 3]
                    vertices.append(placed)
                    triangles.append(mesh.triangles + offset)
                    offset += len(placed)
        whole = trimesh.Trimesh(np.vstack(vertices), np.vstack(triangles), process=False)
        self._rays = RayMeshIntersector(whole, scale_to_box=False)
        turn = np.arange(400) + 0.5
        z = 1 - 2 * turn / 400
        angle = turn * np.pi * (3 - 5**0.5)
        level = np.sqrt(1 - z**2)
        self._sphere = np.column_stack([level * np.cos(angle), level * np.sin(angle), z])

    def _first(self, origins: Floats, ways: Floats) -> Floats:
        """Where rays (N, 3) first meet something; NaN for those that meet nothing."""
        hits, index, _ = self._rays.intersects_location(origins, ways, multiple_hits=False)
        found = np.full(ways.shape, np.nan)
        found[index] = hits
        return found

    def gap(self, position: tuple[float, float, float]) -> float:
        """Metres to the nearest surface, over 400 directions; infinity if there is none."""
        eye = np.array(position)
        hits = self._first(np.broadcast_to(eye, self._sphere.shape).copy(), self._sphere)
        away = np.linalg.norm(hits - eye, axis=1)
        return float(np.nanmin(away)) if np.isfinite(away).any() else float("inf")

    def seen(self, start: Start) -> list[str]:
        """Names of the things of which at least two points are in view."""
        position, yaw, pitch = start
        pose = Pose.at(position, yaw_deg=yaw, pitch_deg=pitch)
        points = np.concatenate([target.points for target in self._targets])
        pixels, depth = _CAMERA.project(pose.to_body(points))
        inside = _CAMERA.sees(pixels) & (depth > 0.1)
        ways = points - pose.position
        hits = self._first(np.broadcast_to(pose.position, ways.shape).copy(), ways)
        close = np.linalg.norm(hits - points, axis=1) < 0.03
        visible = (inside & close).reshape(-1, _POINTS).sum(axis=1)
        return [t.name for t, n in zip(self._targets, visible, strict=True) if n >= 2]

    def worth(self, start: Start) -> float:
        """How much a view shows: its furniture, and some of what lies on it."""
        seen = set(self.seen(start))
        carried = sum(target.carried for target in self._targets if target.name in seen)
        return len(seen) - carried + 0.5 * min(carried, 10)
