"""What our own exports add to ``agent_info.json``, so that nothing of a run is lost.

The published system keeps there whatever an agent wants to keep; a reader that does not know
the key ``lookabout`` passes over it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from lookabout.benchmarks.flysearch.settings import Settings
from lookabout.records import AgentInfo

KEY = "lookabout"


class Stamp(BaseModel):
    """Who flew, where, under which settings."""

    model_config = ConfigDict(extra="ignore", frozen=True, allow_inf_nan=False)

    agent: AgentInfo
    engine: dict[str, str] = Field(default_factory=dict)
    look: str = ""
    settings: dict[str, Any] = Field(default_factory=dict)
    """Those that are known."""
    centre_height: float = 0.0
    """Of the middle of the target's box over the ground, metres."""

    @field_validator("settings")
    @classmethod
    def _are_flysearchs(cls, settings: dict[str, Any]) -> dict[str, Any]:
        known = Settings.model_validate(settings).model_dump(mode="json")
        return {key: known[key] for key in settings}


def read_stamp(info: Mapping[str, Any]) -> Stamp | None:
    """The stamp in the content of ``agent_info.json``; None if there is no valid one."""
    if KEY not in info:
        return None
    try:
        return Stamp.model_validate(info[KEY])
    except ValidationError:
        return None
