"""Options of a FlySearch run; all of them are recorded."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Literal

from pydantic import ConfigDict, Field, field_validator

from lookabout.benchmarks.flysearch.prompts import TEMPLATES
from lookabout.benchmarks.flysearch.sets import SetRules
from lookabout.benchmarks.templates import check_texts
from lookabout.world.spec import SpecModel


class Settings(SpecModel):
    """Defaults are the paper's main experiment; the others are its ablations and variants."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    claim_rule: Literal["strict", "anywhere"] = "strict"
    """What counts as a claim. strict: the action is FOUND, or the bare word in capitals where
    there is no action tag. anywhere: the word in any case anywhere in the last reply, as the
    published scorer."""
    message_order: Literal["altitude-image", "image-altitude"] = "altitude-image"
    """Which comes first in a turn; image-altitude as in the paper's FS-1 logs."""
    steps: Annotated[int, Field(ge=1, le=1000)] | None = None
    """Replies that count; the paper's ablation has 5 and 20. Default: the set's own."""
    actions: Literal["coordinates", "compass"] = "coordinates"
    """How moves are written: (x, y, z), or a direction and a distance (paper, table S3)."""
    grid: bool = True
    """Draw the grid of moves over each picture (paper, table S3)."""
    named_anomaly: bool = False
    """Tell what is out of place instead of that something is; anomaly sets only (table 4)."""
    player: Literal["model", "human"] = "model"
    """human: refusals without limit and no view rule, as in the paper's human study."""
    prompts: dict[str, str] = Field(default_factory=dict)
    """Own texts in place of the package's, by template name."""

    @field_validator("prompts")
    @classmethod
    def _check_prompts(cls, texts: dict[str, str]) -> dict[str, str]:
        return check_texts(texts, TEMPLATES)

    def rules(self, of_set: SetRules) -> SetRules:
        """A set's rules as these settings change them."""
        rules = replace(of_set, steps=self.steps or of_set.steps)
        if self.player == "human":
            rules = replace(rules, view_rule=False, max_refusals=None)
        return rules
