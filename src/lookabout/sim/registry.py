"""Engines by name. Other packages add theirs through ``lookabout.engines``."""

from __future__ import annotations

from lookabout.registry import Registry
from lookabout.sim.protocol import Simulator

ENGINES = Registry(
    "engine", "lookabout.engines", {"embedded": "lookabout.sim.embedded:EmbeddedSimulator"}
)


def make_simulator(
    name: str, *, quality: str, device: str, threads: int | None = None
) -> Simulator:
    """
    A simulator by the name of its engine.

    :param quality: ``draft``, ``standard`` or ``high``.
    :param device: what it renders on: ``cpu``, ``cuda``…
    :param threads: CPU threads; None for all.
    :raises UsageError: for an unknown engine, quality or device.
    """
    simulator: Simulator = ENGINES.get(name)(quality=quality, device=device, threads=threads)
    return simulator
