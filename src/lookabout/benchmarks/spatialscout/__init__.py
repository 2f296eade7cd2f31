"""SpatialScout: map the objects of a room by looking at them from several places."""

from lookabout.benchmarks.spatialscout.benchmark import SpatialScout

BENCHMARK = SpatialScout()
"""What the registry hands out under the name ``spatialscout``."""
