"""FlySearch: find a described thing with a drone that looks straight down."""

from lookabout.benchmarks.flysearch.benchmark import FlySearch

BENCHMARK = FlySearch()
