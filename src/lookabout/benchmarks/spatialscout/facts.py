"""How the report's page tells an episode: scores in percent and centimetres, factors in words.

Single errors stand in a table of their own, see ``telling.py``.
"""

from __future__ import annotations

from collections.abc import Mapping

from lookabout.benchmarks.spatialscout.factors import FAILURE, SUCCESS
from lookabout.benchmarks.spatialscout.scoring import OMISSION_COSTS_M, THRESHOLDS
from lookabout.results.facts import Fact

FACTS: Mapping[str, Fact] = {
    "metric_version": Fact(""),
    "smallest_side_m": Fact(""),
    "iou_sum": Fact(""),
    "coverage": Fact("coverage", " %", 100),
    "mean_iou": Fact("mean IoU", " %", 100),
    **{
        f"hits_{round(100 * threshold)}": Fact(f"IoU > {100 * threshold:g} %", " targets")
        for threshold in THRESHOLDS
    },
    "mean_error_m": Fact("mean error", " cm", 100),
    "median_error_m": Fact("median error", " cm", 100),
    "rms_error_m": Fact("RMS error", " cm", 100),
    **{f"loss_{cost:g}m": Fact(f"loss at λ = {cost:g} m", " m") for cost in OMISSION_COSTS_M},
    "errors_m": Fact(""),
    "images": Fact("pictures"),
    "triangulations_warned": Fact("… with warnings"),
    "supported": Fact("estimates that rest on them"),
    "factors": Fact("factors", words={**SUCCESS, **FAILURE}),
}
