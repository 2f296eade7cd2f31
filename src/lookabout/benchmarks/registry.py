"""Benchmarks by name. Other packages add theirs through ``lookabout.benchmarks``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lookabout.benchmarks.base import Benchmark, SetInfo
from lookabout.errors import UsageError
from lookabout.registry import Registry

if TYPE_CHECKING:
    from lookabout.results.reporting import Reporting

BENCHMARKS = Registry(
    "benchmark",
    "lookabout.benchmarks",
    {
        "dronecats": "lookabout.benchmarks.dronecats:BENCHMARK",
        "flysearch": "lookabout.benchmarks.flysearch:BENCHMARK",
        "spatialscout": "lookabout.benchmarks.spatialscout:BENCHMARK",
    },
)


def get_benchmark(name: str) -> Benchmark:
    """:raises UsageError: if no benchmark has that name."""
    benchmark: Benchmark = BENCHMARKS.get(name)
    if not isinstance(getattr(benchmark, "sets", None), tuple):
        raise UsageError("is no benchmark", where=f"benchmark {name}")
    return benchmark


def get_set(path: str) -> tuple[Benchmark, SetInfo]:
    """
    A benchmark and one of its sets from ``NAME/SET``, e.g. ``flysearch/fs1-city``.

    :raises UsageError: if either is unknown, with what is known.
    """
    name, _, set_name = path.partition("/")
    benchmark = get_benchmark(name)
    for info in benchmark.sets:
        if info.name == set_name:
            return benchmark, info
    known = ", ".join(f"{name}/{info.name}" for info in benchmark.sets)
    raise UsageError(f"there is no set {path!r}; known: {known}")


def find_reporting(name: str) -> Reporting | None:
    """
    What a benchmark adds to reports on its runs; None if nothing, or if it is not known here.

    :param name: as it stands in a record, so only names are looked up: no module is imported
        because a file says so.
    """
    if name not in BENCHMARKS.names():
        return None
    found: Reporting | None = getattr(get_benchmark(name), "reporting", None)
    return found
