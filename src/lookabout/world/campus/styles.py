"""How the buildings of a campus look."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Style:
    """Walls, windows and roof; metres."""

    wall: str
    trim: str
    """Material of sills, bands and cornices."""
    frame: str
    """Of windows and doors."""
    glass: str
    pane: str
    """What divides a window: ``cross``, ``sash``, ``grid``, ``strip``, ``tall``."""
    bay: float
    """From window axis to window axis."""
    window: tuple[float, float]
    """Width as a share of a bay, and height."""
    sill: float
    """From a floor to its windows."""
    ground: float
    """Height of the ground storey."""
    storey: float
    """Height of the others."""
    depth: float
    """How far windows lie behind the wall."""
    roof: str
    """Material; flat if it is gravel."""
    door: str
    """Material of door leaves; glass doors if it is the frame's."""
    column: str
    """Material of columns."""
    round_columns: bool = True
    lintel: bool = False
    """A stone beam over each window."""


STYLES: dict[str, Style] = {
    "brick": Style(
        "campus.brick_red", "campus.stone", "campus.trim_white", "campus.glass", "cross", 3.4,
        (0.42, 2.1), 0.95, 4.2, 3.7, 0.16, "campus.slate", "campus.door_wood", "campus.stone",
        lintel=True,
    ),
    "brick_white": Style(
        "campus.brick_brown", "campus.render_white", "campus.trim_white", "campus.glass", "sash",
        3.0, (0.44, 2.0), 0.9, 4.0, 3.6, 0.14, "campus.tiles", "campus.trim_green",
        "campus.render_white", lintel=True,
    ),
    "stone": Style(
        "campus.stone_block", "campus.stone", "campus.trim_dark", "campus.glass", "tall", 4.0,
        (0.46, 2.9), 0.8, 5.0, 4.4, 0.32, "campus.slate", "campus.door_wood", "campus.stone",
    ),
    "render": Style(
        "campus.render_white", "campus.concrete_pale", "campus.trim_dark", "campus.glass", "grid",
        3.6, (0.62, 1.9), 0.95, 4.0, 3.6, 0.2, "campus.roof_gravel", "campus.timber",
        "campus.concrete_pale", False,
    ),
    "concrete": Style(
        "campus.concrete", "campus.concrete_pale", "campus.trim_dark", "campus.glass", "strip",
        6.0, (0.9, 1.75), 1.05, 4.2, 3.8, 0.38, "campus.roof_gravel", "campus.trim_dark",
        "campus.concrete", False,
    ),
    "glass": Style(
        "campus.panel_grey", "campus.panel_white", "campus.trim_dark", "campus.glass_blue",
        "strip", 3.0, (0.95, 2.9), 0.45, 4.4, 3.9, 0.12, "campus.roof_gravel",
        "campus.trim_dark", "campus.panel_white", True,
    ),
}  # fmt: skip
"""By name."""
