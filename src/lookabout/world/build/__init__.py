"""What every world gathers its scene with."""

from lookabout.world.build.keepout import Keepout
from lookabout.world.build.late import LateMesh
from lookabout.world.build.stock import Stock, check_centre, matrices, refuse_hidden, split

__all__ = ["Keepout", "LateMesh", "Stock", "check_centre", "matrices", "refuse_hidden", "split"]
