"""What moves, and how: the autopilot that sweeps a sphere, quadrotors, their gimbal."""
