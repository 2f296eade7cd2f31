"""What the suite accepts (paper §4.1, appendix A.1)."""

from __future__ import annotations

from dataclasses import dataclass

from lookabout.benchmarks.dronecats.task import Map
from lookabout.geometry import Camera

CAMERA = Camera(640, 480, 90.0)
RADIUS_M = 110.0
"""Half-side of what is built of a map in full."""
OCCUPANCY = (0.004, 0.12)
"""Share of the picture that a faced target covers."""
HEIGHT_M = (1.2, 2.2)
"""Of the start over the ground."""
FREE_M = 1.0
"""Around the start, metres."""
PATH_RADIUS_M = 0.5
"""The straight way to the target must be free for a body of this radius..."""
PATH_SHORT_M = 2.0
"""...up to here before its nearest point."""
SEEN = 0.3
"""Share of the target's facing surface that must be in sight where it is visible at all."""
ROUTE_SPARE = 1.1
"""Length of a mover's route over what it can travel in an episode."""
ROUTE_CLEAR_M = 6.0
"""Between the start and a mover's route: who waits there must not come within the radius of
success because the target passes by (paper §4.1)."""


@dataclass(frozen=True)
class MapRules:
    """Of the one-drone cells on a map."""

    distance: tuple[float, float]
    """From the start to the target's centre, metres."""
    off_axes_deg: float
    """Least angle between the bearing and the map's axes."""
    mover_speed: float
    """Metres a second."""
    turns_deg: tuple[tuple[float, ...], ...]
    """By which a searching start may be turned away: the first group with a yaw that shows
    nothing of the target is drawn from."""


ONE_DRONE: dict[Map, MapRules] = {
    "residential": MapRules((16.0, 16.0), 0.0, 0.3, ((90.0, -90.0),)),
    "campus": MapRules((12.0, 48.0), 15.0, 0.15, ((90.0, -90.0), (135.0, -135.0), (180.0,))),
}
DISTANCE_TOLERANCE_M = 0.05

CANDIDATES = 4
NEAREST_M = (5.5, 11.2)
"""Between the two candidates of a scene that stand closest."""
WIDEST_M = (18.0, 32.0)
"""Between the two that stand farthest apart."""
DRONES = 4
GRID_M = 2.0
"""Between neighbours on the grid of two by two."""
GRID_TURN_DEG = 26.565
"""Of the grid against the way it looks: so no drone stands straight before another."""
TARGET_M = (12.0, 32.0)
"""From the middle of the grid to the target."""
CANDIDATE_M = (7.0, 37.0)
"""From there to every candidate."""
CANDIDATE_OCCUPANCY = 0.0003
"""Share of its picture, 92 pixels, that each candidate covers when a drone faces it at the start:
easy to spot, far from legible."""
SEEN_FROM_GRID = 0.15
"""Share of each candidate's facing surface that each drone must see at the start."""
