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
_LONGEST_NAME = 200
_MOST_FACTS = 50


def is_name(text: str) -> bool:
    """Whether a text can stand in tables as a name."""
    return text.isprintable() and 0 < len(text.strip()) <= _LONGEST_NAME


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

    @field_validator("agent")
    @classmethod
    def _has_a_name(cls, agent: AgentInfo) -> AgentInfo:
        if not is_name(agent.name):
            raise ValueError("an agent's name must be printable")
        return agent

    @field_validator("engine")
    @classmethod
    def _is_short(cls, engine: dict[str, str]) -> dict[str, str]:
        if len(engine) > _MOST_FACTS or not all(map(is_name, (*engine, *engine.values()))):
            raise ValueError("an engine is a few printable facts")
        return engine

    @field_validator("look")
    @classmethod
    def _is_a_name(cls, look: str) -> str:
        if look and not is_name(look):
            raise ValueError("a look must be printable")
        return look

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
