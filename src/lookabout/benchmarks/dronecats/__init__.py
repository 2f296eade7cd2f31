"""DroneCATS: command, approach, track and search with drones whose camera looks ahead."""

from lookabout.benchmarks.dronecats.benchmark import DroneCats

BENCHMARK = DroneCats()
"""What the registry hands out under the name ``dronecats``."""
