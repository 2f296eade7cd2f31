"""Angles in degrees."""

from __future__ import annotations


def half_turn(angle_deg: float) -> float:
    """The same direction in [-180, 180), degrees."""
    return (angle_deg + 180.0) % 360.0 - 180.0
