"""Where several vehicles flew, from above, as a small SVG for the report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lookabout.results.drawing import LEAST_SPAN_M, MAP, Frame, Point, scale_bar, thin, usable

if TYPE_CHECKING:
    from markupsafe import Markup

TRACKS_CAPTION = (
    "Paths from above; ○ start, ■ end, ◆ declaration, × contact; + target, in its ring of success; "
    "□ look-alikes"
)
_MOST_TRACKS = 64
_WIDEST_RING_M = 100.0


@dataclass(frozen=True)
class Tracks:
    """Who flew where, and what stood there; world frame, metres."""

    paths: tuple[tuple[str, tuple[Point, ...]], ...]
    """(name, positions in order of time), one a vehicle."""
    declarations: tuple[Point, ...] = ()
    """Where somebody claimed to have arrived."""
    contacts: tuple[Point, ...] = ()
    target: Point | None = None
    """Its middle, at the end where it moves."""
    target_path: tuple[Point, ...] = ()
    """Of a target that moves, until the end."""
    others: tuple[Point, ...] = ()
    """What looks like the target."""
    radius: float = 0.0
    """Within which a declaration is right; 0: none is drawn."""


def track_map(tracks: Tracks) -> Markup | None:
    """North up, with a scale bar; None if there is no position at all."""
    from markupsafe import Markup

    paths = [(name, usable(path)) for name, path in tracks.paths[:_MOST_TRACKS]]
    paths = [(name, path) for name, path in paths if path]
    if not paths:
        return None
    target = usable([tracks.target] if tracks.target else [])
    trail, others = usable(tracks.target_path), usable(tracks.others)[:_MOST_TRACKS]
    claims, contacts = usable(tracks.declarations), usable(tracks.contacts)
    spots = [point for _, path in paths for point in path]
    ring = tracks.radius if 0 < tracks.radius < _WIDEST_RING_M else 0.0
    spots += [(x + side, y + side, z) for x, y, z in target for side in (-ring, ring)]
    frame = Frame([*spots, *target, *trail, *others, *claims, *contacts], LEAST_SPAN_M)
    parts = [scale_bar(frame)]
    for point in others:
        x, y = frame.at(point)
        parts.append(f'<rect class="thing" x="{x - 4:.1f}" y="{y - 4:.1f}" width="8" height="8"/>')
    if len(trail) > 1:
        parts.append(f'<polyline class="link moving" points="{_line(frame, trail)}"/>')
    for point in target:
        x, y = frame.at(point)
        if ring:
            r = ring * frame.scale
            parts.append(f'<circle class="view" cx="{x:.1f}" cy="{y:.1f}" r="{r:.1f}"/>')
        parts.append(f'<path class="target" d="M{x - 7:.1f} {y:.1f}h14M{x:.1f} {y - 7:.1f}v14"/>')
    for number, (_, path) in enumerate(paths):
        points = _line(frame, path)
        parts.append(f'<polyline class="path track-{number % 4}" points="{points}"/>')
    for number, (_, path) in enumerate(paths, 1):
        x, y = frame.at(path[-1])
        parts.append(
            f'<rect class="end" x="{x - 3:.1f}" y="{y - 3:.1f}" width="6" height="6" rx="1"/>'
        )
        x, y = frame.at(path[0])
        parts.append(f'<circle class="start" cx="{x:.1f}" cy="{y:.1f}" r="5.2"/>')
        if len(paths) > 1:
            parts.append(f'<text class="who" x="{x:.1f}" y="{y + 2.8:.1f}">{number}</text>')
    for point in thin(claims):
        x, y = frame.at(point)
        parts.append(f'<path class="claim" d="M{x:.1f} {y - 5:.1f}l5 5l-5 5l-5 -5z"/>')
    for point in thin(contacts):
        x, y = frame.at(point)
        parts.append(f'<path class="hit" d="M{x - 4:.1f} {y - 4:.1f}l8 8m0 -8l-8 8"/>')
    return Markup(
        '<svg class="map" viewBox="0 0 {s:.0f} {s:.0f}" role="img" aria-label="{label}">'
        "{body}</svg>"
    ).format(s=MAP, label=_describe(paths, claims), body=Markup("").join(map(Markup, parts)))


def _line(frame: Frame, points: Sequence[Point]) -> str:
    return " ".join("{:.1f},{:.1f}".format(*frame.at(point)) for point in thin(points))


def _describe(paths: Sequence[tuple[str, Sequence[Point]]], claims: Sequence[Point]) -> str:
    names = ", ".join(f"{number} {name}" for number, (name, _) in enumerate(paths, 1))
    return f"Paths from above: {names}; {len(claims)} declarations."
