"""Options of a SpatialScout run; all of them are recorded."""

from __future__ import annotations

from typing import Annotated

from pydantic import ConfigDict, Field, field_validator

from lookabout.benchmarks.spatialscout.prompts import TEMPLATES
from lookabout.benchmarks.templates import check_texts
from lookabout.world.spec import SpecModel


class Settings(SpecModel):
    """Defaults are the paper's (§3.1, appendix A)."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    calls: Annotated[int, Field(ge=1, le=10_000)] = 100
    """Replies that an agent has (B)."""
    images: Annotated[int, Field(ge=1, le=10_000)] = 100
    """Pictures that it may see, the first included (V)."""
    delivered_size: Annotated[int, Field(ge=16, le=4096)] = 512
    """Side of the pictures as the agent gets them, pixels; rendered are 512 × 512."""
    jpeg_quality: Annotated[int, Field(ge=1, le=95)] = 82
    """Of the pictures as the agent gets them."""
    prompts: dict[str, str] = Field(default_factory=dict)
    """Own texts in place of the package's, by template name."""

    @field_validator("prompts")
    @classmethod
    def _check_prompts(cls, texts: dict[str, str]) -> dict[str, str]:
        return check_texts(texts, TEMPLATES)
