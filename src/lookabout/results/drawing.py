"""Small drawings for the report, as SVG: the path from above, the altitude over time.

Colours come from the page's classes. All text goes through ``markupsafe``.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markupsafe import Markup

Point = tuple[float, float, float]

MAP = 240.0
"""Side of a map, in the units of its drawing."""
_MARGIN = 25.0
LEAST_SPAN_M = 8.0
_LEAST_LAYOUT_M = 2.0
_MAX_POINTS = 1000
_FAR_M = 1e7
LAYOUT_CAPTION = "Targets from above, dashed if omitted, and where the map puts them; ○ start"


@dataclass(frozen=True)
class Flight:
    """Where an episode went; world frame, metres. Parts that a record lacks are None or empty."""

    path: tuple[Point, ...]
    """All positions in order, first and last included."""
    observed: tuple[Point, ...]
    """Where pictures were taken."""
    collisions: tuple[Point, ...]
    target: Point | None
    view_half: float | None = None
    """Half-side of the square on the ground that was in view at the end."""


@dataclass(frozen=True)
class Layout:
    """Things from above, and where somebody puts them; world frame, metres."""

    boxes: tuple[tuple[float, float, float, float, bool], ...]
    """(smallest x, smallest y, greatest x, greatest y, whether it is put anywhere)."""
    links: tuple[tuple[float, float, float, float], ...]
    """(x, y of a thing's middle, x, y of where it is put)."""


def layout_map(layout: Layout, start: Point | None) -> Markup | None:
    """
    Things from above and where they were put, north up, with a scale bar; None without any thing.

    :param start: marked, if it is known.
    """
    from markupsafe import Markup

    boxes = [box for box in layout.boxes if _near(box[:4])][:_MAX_POINTS]
    links = [link for link in layout.links if _near(link)][:_MAX_POINTS]
    if not boxes:
        return None
    starts = usable([start] if start else [])
    ends = [(v[k], v[k + 1], 0.0) for v in (*(b[:4] for b in boxes), *links) for k in (0, 2)]
    frame = Frame([*starts, *ends], _LEAST_LAYOUT_M)
    parts = [scale_bar(frame)]
    for x0, y0, x1, y1, put in boxes:
        (left, bottom), (right, top) = frame.at((x0, y0, 0.0)), frame.at((x1, y1, 0.0))
        parts.append(
            f'<rect class="thing{"" if put else " missing"}" x="{left:.1f}" y="{top:.1f}" '
            f'width="{max(right - left, 0.5):.1f}" height="{max(bottom - top, 0.5):.1f}"/>'
        )
    for x0, y0, x1, y1 in links:
        (a, b), (c, d) = frame.at((x0, y0, 0.0)), frame.at((x1, y1, 0.0))
        parts.append(
            f'<path class="link" d="M{a:.1f} {b:.1f}L{c:.1f} {d:.1f}"/>'
            f'<circle class="put" cx="{c:.1f}" cy="{d:.1f}" r="1.6"/>'
        )
    for point in starts:
        x, y = frame.at(point)
        parts.append(f'<circle class="start" cx="{x:.1f}" cy="{y:.1f}" r="4.5"/>')
    placed = sum(box[4] for box in boxes)
    label = f"The map from above: {placed} of {len(boxes)} things were put somewhere."
    return Markup(
        '<svg class="map" viewBox="0 0 {s:.0f} {s:.0f}" role="img" aria-label="{label}">'
        "{body}</svg>"
    ).format(s=MAP, label=label, body=Markup("").join(map(Markup, parts)))


def flight_map(flight: Flight) -> Markup | None:
    """The path from above, north up, with a scale bar; None if there is no position at all."""
    from markupsafe import Markup

    path = usable(flight.path)
    target = usable([flight.target] if flight.target else [])
    if not path:
        return None
    half = flight.view_half if _view_fits(flight, path) else None
    spots = [*path, *target]
    if half is not None:
        end = path[-1]
        spots += [(end[0] - half, end[1] - half, 0.0), (end[0] + half, end[1] + half, 0.0)]
    frame = Frame(spots, LEAST_SPAN_M)
    parts = [scale_bar(frame)]
    if half is not None:
        x, y = frame.at((path[-1][0] - half, path[-1][1] + half, 0.0))
        side = 2 * half * frame.scale
        parts.append(
            f'<rect class="view" x="{x:.1f}" y="{y:.1f}" width="{side:.1f}" height="{side:.1f}"/>'
        )
    line = " ".join("{:.1f},{:.1f}".format(*frame.at(point)) for point in thin(path))
    parts.append(f'<polyline class="path" points="{line}"/>')
    for point in thin(usable(flight.observed)):
        x, y = frame.at(point)
        parts.append(f'<circle class="stop" cx="{x:.1f}" cy="{y:.1f}" r="2.4"/>')
    for point in thin(usable(flight.collisions)):
        x, y = frame.at(point)
        parts.append(f'<path class="hit" d="M{x - 4:.1f} {y - 4:.1f}l8 8m0 -8l-8 8"/>')
    for point in target:
        x, y = frame.at(point)
        parts.append(
            f'<circle class="target" cx="{x:.1f}" cy="{y:.1f}" r="6"/>'
            f'<path class="target" d="M{x - 10:.1f} {y:.1f}h20M{x:.1f} {y - 10:.1f}v20"/>'
        )
    x, y = frame.at(path[0])
    parts.append(f'<circle class="start" cx="{x:.1f}" cy="{y:.1f}" r="6.5"/>')
    x, y = frame.at(path[-1])
    parts.append(
        f'<rect class="end" x="{x - 4:.1f}" y="{y - 4:.1f}" width="8" height="8" rx="1.5"/>'
    )
    return Markup(
        '<svg class="map" viewBox="0 0 {s:.0f} {s:.0f}" role="img" aria-label="{label}">'
        "{body}</svg>"
    ).format(s=MAP, label=_describe(path, target), body=Markup("").join(map(Markup, parts)))


def flight_caption(flight: Flight) -> str:
    """What the marks of :func:`flight_map` are."""
    path = usable(flight.path)
    marks = ["○ start", "■ end"]
    if flight.target and usable([flight.target]):
        marks.append("⊕ target")
    if usable(flight.collisions):
        marks.append("× collision")
    if path and _view_fits(flight, path):
        marks.append("dashed: the last view")
    return f"Path from above; {', '.join(marks)}"


def altitude_profile(altitudes: Sequence[float]) -> Markup | None:
    """Altitude (metres) at each reply; None with fewer than two values."""
    from markupsafe import Markup

    values = [value for value in altitudes if math.isfinite(value) and abs(value) < _FAR_M]
    if len(values) < 2 or len(values) > _MAX_POINTS:
        return None
    width, height, left, top, bottom = MAP, 96.0, 34.0, 10.0, 20.0
    high = _nice_above(max(*values, 1.0))
    low = min(0.0, *values)
    step = (width - left - 10) / (len(values) - 1)

    def y_of(value: float) -> float:
        return top + (high - value) / (high - low) * (height - top - bottom)

    spots = [(left + i * step, y_of(value)) for i, value in enumerate(values)]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)
    dots = "".join(f'<circle class="stop" cx="{x:.1f}" cy="{y:.1f}" r="2.4"/>' for x, y in spots)
    grid = "".join(
        f'<path class="grid" d="M{left:.0f} {y_of(value):.1f}H{width - 10:.0f}"/>'
        f'<text x="{left - 5:.0f}" y="{y_of(value) + 3.5:.1f}" text-anchor="end">{value:g}</text>'
        for value in (0.0, high / 2, high)
    )
    axis = (
        f'<text x="{left:.0f}" y="{height - 5:.0f}">1</text>'
        f'<text x="{width - 10:.0f}" y="{height - 5:.0f}" text-anchor="end">'
        f"reply {len(values)}</text>"
    )
    body = Markup(f'{grid}{axis}<polyline class="path" points="{line}"/>{dots}')
    label = f"Altitude from {values[0]:.0f} m at the start to {values[-1]:.0f} m at the last reply."
    return Markup(
        '<svg class="profile" viewBox="0 0 {w:.0f} {h:.0f}" role="img" aria-label="{label}">'
        "{body}</svg>"
    ).format(w=width, h=height, label=label, body=body)


class Frame:
    """Fits world points into a map's square: equal scale, x right, y up."""

    def __init__(self, points: Sequence[Point], least_span_m: float) -> None:
        xs, ys = [p[0] for p in points], [p[1] for p in points]
        span = max(max(xs) - min(xs), max(ys) - min(ys), least_span_m)
        self.scale = (MAP - 2 * _MARGIN) / span
        """Pixels a metre."""
        self._middle = ((max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2)

    def at(self, point: Point) -> tuple[float, float]:
        """Its place on the map."""
        return (
            MAP / 2 + (point[0] - self._middle[0]) * self.scale,
            MAP / 2 - (point[1] - self._middle[1]) * self.scale,
        )


def scale_bar(frame: Frame) -> str:
    """A scale bar and an arrow to the north, as SVG."""
    metres = _nice_below(60 / frame.scale)
    length = metres * frame.scale
    return (
        f'<path class="scale" d="M8 {MAP - 6:.0f}v-4m0 2h{length:.1f}m0 -2v4"/>'
        f'<text x="{14 + length:.1f}" y="{MAP - 5:.0f}">{metres:g} m</text>'
        f'<path class="north" d="M{MAP - 12:.0f} 24v-14m-3.5 5l3.5 -5l3.5 5"/>'
        f'<text x="{MAP - 12:.0f}" y="35" text-anchor="middle">N</text>'
    )


def _near(values: Sequence[float]) -> bool:
    return all(math.isfinite(v) and abs(v) < _FAR_M for v in values)


def usable(points: Sequence[Point]) -> list[Point]:
    """Those that can be drawn: finite, and not absurdly far."""
    return [p for p in points if all(math.isfinite(v) and abs(v) < _FAR_M for v in p)]


def thin(points: Sequence[Point]) -> Sequence[Point]:
    """Not more than a drawing can bear, the last one included."""
    step = -(-len(points) // _MAX_POINTS) or 1
    return [*points[::step], *points[-1:]] if step > 1 else points


def _view_fits(flight: Flight, path: Sequence[Point]) -> bool:
    """Whether the last view is of the flight's own order of size, so that it hides no path."""
    half = flight.view_half
    if half is None or not math.isfinite(half) or half <= 0:
        return False
    xs, ys = [p[0] for p in path], [p[1] for p in path]
    return half < 2 * max(max(xs) - min(xs), max(ys) - min(ys), 50.0)


def _describe(path: Sequence[Point], target: Sequence[Point]) -> str:
    start, end = path[0], path[-1]
    text = f"Path from above: {math.dist(start[:2], end[:2]):.0f} m between start and end"
    if target:
        text += f"; the end is {math.dist(target[0][:2], end[:2]):.0f} m from the target"
    return text + ", measured on the ground."


def _nice_below(value: float) -> float:
    """The largest of 1, 2, 5 × 10ⁿ that is not larger."""
    power = 10.0 ** math.floor(math.log10(value))
    return max(m * power for m in (1, 2, 5) if m * power <= value * (1 + 1e-9))


def _nice_above(value: float) -> float:
    """The smallest of 1, 2, 4, 6, 8, 10 × 10ⁿ that is not smaller."""
    power = 10.0 ** math.floor(math.log10(value))
    return next(m * power for m in (1, 2, 4, 6, 8, 10, 20) if m * power >= value * (1 - 1e-9))
