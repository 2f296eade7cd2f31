"""How the report's page tells an episode: measures by their names, failure modes in words."""

from __future__ import annotations

from collections.abc import Mapping

from lookabout.benchmarks.dronecats.diagnostics import KINDS
from lookabout.benchmarks.dronecats.modes import MODES
from lookabout.results.facts import Fact

FACTS: Mapping[str, Fact] = {
    "scoring_version": Fact(""),
    "claimed": Fact("declared"),
    "oracle_success": Fact("came within δ"),
    "mode": Fact("why it failed", words={str(mode): words for mode, words in MODES.items()}),
    "qualifying": Fact("… that were right"),
    "minimum_distance_m": Fact("least distance to the centre", " m"),
    "minimum_box_distance_m": Fact("least distance to the box", " m"),
    "approach_ratio": Fact("start distance closed", " %", 100),
    "declared_ratio": Fact("declared at", " % of the start distance", 100),
    "first_acquisition_s": Fact("first in sight after", " s"),
    "dwell_s": Fact("within δ and in sight", " s"),
    "longest_loss_s": Fact("longest out of sight", " s"),
    "radius_m": Fact("δ", " m"),
    "drones_reached": Fact("… that came within δ"),
    "drones_declared": Fact("… that declared"),
    "drones_converted": Fact("… that did both"),
    "copies": Fact("copied coordinates"),
    "all_go": Fact("steps on which all went"),
    "path_m": Fact("way flown", " m"),
    "flown_s": Fact("time flown", " s"),
    **{kind: Fact(f"commands: {kind}") for kind in KINDS},
    "unreadable_kinds": Fact("… by kind"),
    "unreadable_steps": Fact("steps with unreadable ones"),
    "thinking_replies": Fact("replies after thinking"),
    "thinking_prose": Fact("… with prose"),
}
