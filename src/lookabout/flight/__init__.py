"""What moves, and how: the autopilot that sweeps a sphere along a segment."""
