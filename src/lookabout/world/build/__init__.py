"""What every world gathers its scene with."""

from lookabout.world.build.flat import Flat
from lookabout.world.build.keepout import Keepout
from lookabout.world.build.late import LateMesh
from lookabout.world.build.stock import (
    Stock,
    check_centre,
    matrices,
    refuse_hidden,
    refuse_params,
    split,
)

__all__ = [
    "Flat",
    "Keepout",
    "LateMesh",
    "Stock",
    "check_centre",
    "matrices",
    "refuse_hidden",
    "refuse_params",
    "split",
]
