"""People, parked cars and machines of one scene: everything that follows ``dressing_seed``."""

from __future__ import annotations

from lookabout.world.build import Keepout, Stock
from lookabout.world.campus.plan import Plan
from lookabout.world.campus.raising import Part
from lookabout.world.spec import WorldSpec


def dress(plan: Plan, spec: WorldSpec, part: Part, keepout: Keepout, stock: Stock) -> None:
    """Put people and cars where nothing is in their way."""
