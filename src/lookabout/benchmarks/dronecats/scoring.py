"""The score of an episode, as its record and reports hold it: a pure function of the logs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError, model_validator

from lookabout.benchmarks.dronecats.fleet import DroneOutcome, fleet, outcomes
from lookabout.benchmarks.dronecats.log import Log
from lookabout.benchmarks.dronecats.modes import Mode, failure_mode
from lookabout.benchmarks.dronecats.verdict import RADIUS_M, measure
from lookabout.records import RecordModel

VERSION: Literal[1] = 1
"""Of the rules; raised whenever a number would come out otherwise for the same logs."""
Number = Annotated[float, Field(ge=0, le=1e100, allow_inf_nan=False)]
"""Small enough for means and deviations."""
Count = Annotated[int, Field(ge=0)]


class Score(RecordModel):
    """
    Of an episode; of several drones, all pooled. See
    :class:`lookabout.benchmarks.dronecats.verdict.Measures`.
    """

    success: bool
    claimed: bool
    """Declared at least once."""
    oracle_success: bool
    """Came within the radius."""
    mode: Mode | None
    """Why it failed; None for a success."""
    navigation_error_m: Number
    declarations: Count
    qualifying: Count
    minimum_distance_m: Number
    minimum_box_distance_m: Number
    approach_ratio: Annotated[float, Field(ge=0, le=1)]
    declared_ratio: Number | None
    first_acquisition_s: Number | None
    dwell_s: Number
    longest_loss_s: Number
    radius_m: Annotated[float, Field(gt=0, allow_inf_nan=False)]
    """δ"""
    scoring_version: Literal[1] = VERSION

    @model_validator(mode="after")
    def _parts_agree(self) -> Score:
        agree = (
            self.success == (self.qualifying > 0) == (self.mode is None)
            and self.claimed == (self.declarations > 0)
            and self.qualifying <= self.declarations
            and self.oracle_success == (self.minimum_distance_m <= self.radius_m)
            and (self.oracle_success or not self.success)
        )
        if not agree:
            raise ValueError("the parts contradict each other")
        return self


class FleetScore(Score):
    """Of several drones; see :class:`lookabout.benchmarks.dronecats.fleet.Fleet`."""

    drones: Count
    drones_reached: Count
    drones_declared: Count
    drones_converted: Count
    team_steps: Count
    copies: Count
    all_go: Count
    outcomes: dict[str, DroneOutcome]
    """By drone."""

    @model_validator(mode="after")
    def _counts_agree(self) -> FleetScore:
        found = list(self.outcomes.values())
        converted = found.count("converted")
        agree = (
            self.copies <= self.all_go <= self.team_steps
            and self.drones == len(found)
            and self.drones_converted == converted
            and self.drones_declared == converted + found.count("declared elsewhere")
            and self.success == (converted > 0)
        )
        if not agree:
            raise ValueError("the counts contradict each other")
        return self


def verdict(
    log: Log, radius: float = RADIUS_M, drones: Sequence[str] | None = None
) -> dict[str, Any]:
    """
    Judge an episode (paper §4.3, §5.5; §4.4 for several drones): a :class:`Score`, or a
    :class:`FleetScore` of several drones, as plain data.

    :param radius: δ, metres; a distance exactly at it is within.
    :param drones: all of the scenario, in the order of commands; by default those of the log.
    :raises ValueError: when the log has no trace, or is of other drones.
    """
    names = tuple(log.drones if drones is None else drones)
    declarations, trace = log.declarations, log.trace
    strangers = {*log.drones, *(sample.drone for sample in (*declarations, *trace))} - {*names}
    if strangers:
        raise ValueError(f"the log has drones that are not flown: {', '.join(sorted(strangers))}")
    found = measure(declarations, trace, radius)
    score: dict[str, Any] = {
        "success": found.success,
        "claimed": found.declared,
        "oracle_success": found.oracle_success,
        "mode": failure_mode(declarations, trace, log.aims, radius),
        "navigation_error_m": found.navigation_error,
        "declarations": found.declarations,
        "qualifying": found.qualifying,
        "minimum_distance_m": found.minimum_distance,
        "minimum_box_distance_m": found.minimum_box_distance,
        "approach_ratio": found.approach_ratio,
        "declared_ratio": found.declared_ratio,
        "first_acquisition_s": found.first_acquisition,
        "dwell_s": found.dwell,
        "longest_loss_s": found.longest_loss,
        "radius_m": radius,
    }
    if len(names) < 2:
        return Score(**score).model_dump(mode="json")
    counts = fleet(names, declarations, trace, log.commands, radius)
    return FleetScore(
        **score,
        drones=counts.drones,
        drones_reached=counts.reached,
        drones_declared=counts.declared,
        drones_converted=counts.converted,
        team_steps=counts.team_steps,
        copies=counts.copies,
        all_go=counts.all_go,
        outcomes=dict(outcomes(names, declarations, trace, radius)),
    ).model_dump(mode="json")


def read_score(verdict: Mapping[str, Any]) -> Score | None:
    """A recorded verdict; None if its numbers are missing, cannot be, or are of other rules."""
    if "scoring_version" not in verdict:
        return None
    model = FleetScore if "outcomes" in verdict else Score
    try:
        return model.model_validate(verdict, strict=True)
    except (ValidationError, RecursionError):
        return None
