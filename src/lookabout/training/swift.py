"""
FlySearch's reward as a plug-in of ms-swift.

``swift rlhf --rlhf_type grpo --external_plugins PATH --reward_funcs fly_search``, where PATH is
this file: ``python -c "import lookabout.training as t; print(t.__path__[0] + '/swift.py')"``.
ms-swift imports the file by its name, and importing it registers the reward.
"""

from __future__ import annotations

from typing import Any

try:
    from swift.rewards import ORM, orms
except ImportError:  # ms-swift 3
    from swift.plugin import ORM, orms

from lookabout.training.columns import rewards


class FlySearchReward(ORM):  # type: ignore[misc]
    """See :func:`lookabout.benchmarks.flysearch.reward.reward`."""

    def __call__(self, completions: list[str], **columns: Any) -> list[float]:
        return rewards(completions, columns)


orms["fly_search"] = FlySearchReward
