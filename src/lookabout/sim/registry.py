"""Engines by name. Other packages add theirs through ``lookabout.engines``."""

from __future__ import annotations

from lookabout.errors import LookaboutError, UsageError
from lookabout.registry import Registry
from lookabout.sim.protocol import Simulator

ENGINES = Registry(
    "engine",
    "lookabout.engines",
    {
        "embedded": "lookabout.sim.embedded:EmbeddedSimulator",
        "maniskill": "lookabout.sim.maniskill:ManiSkillSimulator",
    },
)

_MOST_THREADS = 1024
"""Blender's own limit."""


def make_simulator(
    name: str, *, quality: str, device: str, threads: int | None = None
) -> Simulator:
    """
    A simulator by the name of its engine.

    :param quality: ``draft``, ``standard`` or ``high``.
    :param device: what it renders on: ``cpu``, ``cuda``…
    :param threads: CPU threads; None for all.
    :raises UsageError: for an unknown engine, quality or device, or no number of threads.
    """
    whole = isinstance(threads, int) and not isinstance(threads, bool)
    if threads is not None and not (whole and 1 <= threads <= _MOST_THREADS):
        problem = f"expected a whole number from 1 to {_MOST_THREADS}, or None"
        raise UsageError(problem, where="threads")
    make = ENGINES.get(name)
    try:
        simulator: Simulator = make(quality=quality, device=device, threads=threads)
    except LookaboutError:
        raise
    except Exception as error:
        problem = f"cannot be made: {type(error).__name__}: {error}"
        raise UsageError(problem, where=f"engine {name}") from error
    if not callable(getattr(simulator, "observe", None)):
        raise UsageError("is no simulator", where=f"engine {name}")
    return simulator
