"""The ground of a built part: heights, the terrain's mesh, the water.

Heights are those of a lattice of 1 m with two triangles a cell, as the terrain's mesh has them
near the centre; so things that stand on :meth:`Ground.height` stand on the mesh.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from lookabout.world.build import Flat
from lookabout.world.build.noise import smoothstep
from lookabout.world.forest.land import PATH_REACH, Land, tree_share
from lookabout.world.scene import Mesh

Floats = NDArray[np.float64]
_STEP = 32.0
"""Borders of the terrain's grids lie on multiples of it, metres."""
_RINGS = ((2.0, 0.0, 0.0), (8.0, 1.5, 500.0), (32.0, 9.0, 3000.0))
"""Beyond the cells of 1 m: cells' width; how far beyond the square that is built cells of this
width reach, as a share of its half-side, and at most, metres: a small piece needs no far hills."""
_FINE_SHARE, _FINE_LEAST = 0.59, 96.0
"""Of the built square's half-side, what has cells of 1 m; and the least of it, metres."""
_RIM = 8.5
"""Metres of ground kept around a square without surroundings: what stands there crowds out."""
_RISE = (1100.0, 3000.0)
"""Metres from the middle between which hills rise at the horizon, far beyond any flight."""
_SHEET = 4.0
"""Width of the cells of water, metres."""
_LEVEL_WITHIN = 2.0
"""An object at most so far from the natural ground gets its ground levelled, metres."""


class Ground:
    """The land with level places under objects."""

    def __init__(
        self, land: Land, centre: tuple[float, float], radius: float,
        flats: Sequence[Flat] = (), far: bool = True,
    ) -> None:  # fmt: skip
        """
        :param centre: of the square that is built, metres.
        :param radius: its half-side.
        :param flats: places to level; those far above or below the ground are left alone.
        :param far: whether the land goes on to the horizon; else it ends with the square.
        """
        self.land = land
        self._flats = [f for f in flats if abs(f.z - _natural(land, f)) < _LEVEL_WITHIN]
        step = _STEP if far else 1.0
        self._middle = tuple(float(np.round(c / step) * step) for c in centre)
        near = max(_FINE_SHARE * radius, min(_FINE_LEAST, radius)) + step / 2
        if not far:
            near = radius + _RIM
        self.fine = float(np.ceil(near / step) * step)
        """Half-side of the square with cells of 1 m, metres."""
        self._far = far
        self._radius = radius
        side = np.arange(-self.fine, self.fine + 0.5)
        gx, gy = np.meshgrid(side + self._middle[0], side + self._middle[1])
        survey = self._survey(gx.ravel(), gy.ravel())
        self._grid, self._streams, self._paths = (part.reshape(gx.shape) for part in survey)

    def height(self, x: Floats, y: Floats) -> Floats:
        """World z of the ground, (N,), at points (N,)."""
        out = np.empty(len(x))
        inside = self.inside_fine(x, y)
        out[inside] = self._looked_up(x[inside], y[inside])
        if not inside.all():
            out[~inside] = lattice_height(self._vertex, x[~inside], y[~inside])
        return out

    def inside_fine(self, x: Floats, y: Floats) -> NDArray[np.bool_]:
        """Which points (N,) lie where the mesh has cells of 1 m."""
        cx, cy = self._middle
        inside: NDArray[np.bool_] = np.maximum(np.abs(x - cx), np.abs(y - cy)) < self.fine - 0.01
        return inside

    def slope(self, x: Floats, y: Floats, reach: float) -> tuple[Floats, Floats]:
        """Rise of the ground eastward and northward, (N,) each, between points ``reach`` apart."""
        h = reach / 2
        east = self.height(x + h, y) - self.height(x - h, y)
        north = self.height(x, y + h) - self.height(x, y - h)
        return east / reach, north / reach

    def terrain(self, tree_density: float) -> Mesh:
        """
        The land from the centre to the horizon; materials ``ground`` and, far off, ``horizon``.

        Its uv are not places but what covers the ground: u is the distance to a path, metres;
        v is the shade of trees, 0 to 1, and below 0 how wet a stream makes it, to -1.
        """
        vertices, triangles, paths, streams = self._fine_mesh()
        points, corners, count = [vertices], [triangles], len(vertices)
        inner = self.fine
        for cell, _, _ in _RINGS if self._far else ():
            outer = self._ring(cell)
            if outer <= inner:
                continue
            ring, cells = self._ring_mesh(cell, inner, outer)
            corners.append(cells + count)
            points.append(ring)
            count, inner = count + len(ring), outer
        beyond = np.concatenate([np.zeros((0, 3)), *points[1:]])
        x, y, _ = beyond.T
        away = np.maximum(np.abs(x - self._middle[0]), np.abs(y - self._middle[1]))
        beyond[:, 2] += self.land.mountains(x, y) * smoothstep(*_RISE, away)
        far_paths = np.full(len(x), PATH_REACH)
        seen = away < self._radius + 300
        far_paths[seen] = self.land.path(x[seen], y[seen])
        vertices = np.concatenate([vertices, beyond])
        cover = self._cover(
            vertices,
            np.concatenate([paths, far_paths]),
            np.concatenate([streams, self.land.stream(x, y)]),
            tree_density,
        )
        triangles = np.concatenate(corners)
        horizon = np.zeros(len(triangles), dtype=np.int32)
        if self._far:
            horizon[len(triangles) - len(corners[-1]) :] = 1
        return Mesh(
            vertices, triangles, ("ground", "horizon"), horizon,
            uv=cover[triangles].astype(np.float32), smooth=True,
        )  # fmt: skip

    def water(self) -> Mesh | None:
        """Sheets over the beds of streams; None without a stream nearby."""
        reach = self._ring(8.0) if self._far else self.fine
        first = [np.floor((m - reach) / _SHEET) * _SHEET for m in self._middle]
        side = np.arange(0, 2 * reach + 2 * _SHEET, _SHEET)
        gx, gy = np.meshgrid(side + first[0], side + first[1])
        x, y = gx.ravel(), gy.ravel()
        near = (self.land.stream(x, y) < 7.5).reshape(gx.shape)
        wet = near[:-1, :-1] | near[1:, :-1] | near[:-1, 1:] | near[1:, 1:]
        if not wet.any():
            return None
        corners = _triangles(*gx.shape)[np.repeat(wet.ravel(), 2)]
        used, index = np.unique(corners, return_inverse=True)
        x, y = x[used], y[used]
        vertices = np.column_stack([x, y, self.land.water(x, y)])
        return Mesh(vertices, index.reshape(-1, 3).astype(np.int32), ("water",), smooth=True)

    def _ring(self, cell: float) -> float:
        """Half-side of the outer border of the cells of this width."""
        share, most = next((share, most) for width, share, most in _RINGS if width == cell)
        beyond = min(share * self._radius, most)
        return float(np.ceil((self._radius + _STEP / 2 + beyond) / _STEP) * _STEP)

    def _fine_mesh(self) -> tuple[Floats, NDArray[np.int32], Floats, Floats]:
        """Vertices and triangles of the cells of 1 m; each vertex's path and stream distances."""
        side = np.arange(-self.fine, self.fine + 0.5)
        gx, gy = np.meshgrid(side + self._middle[0], side + self._middle[1])
        z = self._grid.copy()
        if self._far:
            self._close_seam(z, 1.0, 2.0 if self._ring(2.0) > self.fine else 8.0)
        vertices = np.column_stack([gx.ravel(), gy.ravel(), z.ravel()])
        return vertices, _triangles(*gx.shape), self._paths.ravel(), self._streams.ravel()

    def _ring_mesh(
        self, cell: float, inner: float, outer: float
    ) -> tuple[Floats, NDArray[np.int32]]:
        """Vertices (V, 3) and triangles (T, 3) of a square ring."""
        side = np.arange(-outer, outer + cell / 2, cell)
        gx, gy = np.meshgrid(side + self._middle[0], side + self._middle[1])
        rows = gx.shape[0]
        near = np.abs(side[:-1] + cell / 2) < inner
        kept = ~(near[:, None] & near[None, :])
        corners = _triangles(rows, rows)[np.repeat(kept.ravel(), 2)]
        used = np.unique(corners)
        z = np.zeros(gx.size)
        z[used] = self._survey(gx.ravel()[used], gy.ravel()[used])[0]
        z = z.reshape(gx.shape)
        wider = [width for width, _, _ in _RINGS if width > cell]
        self._close_seam(z, cell, wider[0] if wider else cell)
        used, index = np.unique(corners, return_inverse=True)
        vertices = np.column_stack([gx.ravel(), gy.ravel(), z.ravel()])[used]
        return vertices, index.reshape(-1, 3).astype(np.int32)

    def _close_seam(self, z: Floats, cell: float, wider: float) -> None:
        """Put the outermost vertices on the straight edges of the next ring's wider cells."""
        every = int(wider / cell)
        at = np.arange(len(z))
        for edge in (z[0], z[-1], z[:, 0], z[:, -1]):
            edge[:] = np.interp(at, at[::every], edge[::every])

    def _cover(self, vertices: Floats, path: Floats, stream: Floats, tree_density: float) -> Floats:
        """What the terrain's uv say of each vertex, (V, 2)."""
        x, y, _ = vertices.T
        shade = np.clip(0.62 * tree_share(self.land.wood(x, y)), 0, 1)
        shade = shade * min(1.0, (tree_density / 0.15) ** 0.5)
        shade = shade * smoothstep(6.0, 11.0, stream) - smoothstep(5.2, 1.8, stream)
        return np.stack([path, shade], axis=1)

    def _vertex(self, x: Floats, y: Floats) -> Floats:
        """Height of the lattice's vertices, (N,)."""
        return self._survey(x, y)[0]

    def _survey(self, x: Floats, y: Floats) -> tuple[Floats, Floats, Floats]:
        """As :meth:`Land.survey`, with the level places."""
        z, stream, path = self.land.survey(x, y)
        for flat in self._flats:
            angle = np.radians(flat.yaw_deg)
            dx, dy = x - flat.x, y - flat.y
            a = np.abs(dx * np.cos(angle) + dy * np.sin(angle)) - flat.length / 2
            b = np.abs(dy * np.cos(angle) - dx * np.sin(angle)) - flat.width / 2
            away = np.hypot(np.maximum(a, 0), np.maximum(b, 0))
            apron = max(4.0, 0.5 * max(flat.length, flat.width))
            share = smoothstep(1.5 + apron, 1.5, away)
            share = share * np.maximum(smoothstep(4.0, 7.0, stream), away < 1.5)  # dam no stream
            z = z + (flat.z - z) * share
        return z, stream, path

    def _looked_up(self, x: Floats, y: Floats) -> Floats:
        px, py = x - self._middle[0] + self.fine, y - self._middle[1] + self.fine
        i, j = np.floor(py).astype(int), np.floor(px).astype(int)
        grid = self._grid
        corners = grid[i, j], grid[i, j + 1], grid[i + 1, j], grid[i + 1, j + 1]
        return _between(px - j, py - i, *corners)


def ground_height(land: Land, x: float, y: float) -> float:
    """World z of the natural ground at a point."""
    return float(lattice_height(land.height, np.array([x]), np.array([y]))[0])


def _natural(land: Land, flat: Flat) -> float:
    return ground_height(land, flat.x, flat.y)


def lattice_height(vertex: Callable[[Floats, Floats], Floats], x: Floats, y: Floats) -> Floats:
    """Heights (N,) on the triangles of the lattice of 1 m, from those of its vertices."""
    i, j = np.floor(x), np.floor(y)
    xs, ys = np.concatenate([i, i + 1, i, i + 1]), np.concatenate([j, j, j + 1, j + 1])
    return _between(x - i, y - j, *np.split(vertex(xs, ys), 4))


def _between(u: Floats, v: Floats, a: Floats, b: Floats, c: Floats, d: Floats) -> Floats:
    """Heights in cells halved from a, the low west corner, to d; b is east and c north."""
    lower = a + u * (b - a) + v * (d - b)
    upper = a + v * (c - a) + u * (d - c)
    return np.where(u >= v, lower, upper)


def _triangles(rows: int, columns: int) -> NDArray[np.int32]:
    """(2 cells, 3): two triangles for each cell of a grid, up."""
    i = np.arange(rows - 1, dtype=np.int32)[:, None] * columns
    j = np.arange(columns - 1, dtype=np.int32)[None, :]
    a = i + j
    b, c, d = a + 1, a + columns, a + columns + 1
    corners: NDArray[np.int32] = np.stack([a, b, d, a, d, c], -1).reshape(-1, 3)
    return corners
