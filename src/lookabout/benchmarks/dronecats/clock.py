"""How much time a reply costs in the world (paper §5.4: the served rate is part of the result)."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from lookabout.errors import AgentError
from lookabout.exchange import Reply

_LONGEST_S = 1e9
"""Of a reply: what a record can hold."""


@dataclass
class Clock:
    """
    Charges the world for thinking.

    ``measured`` takes the latency that comes with a reply: a scripted agent's is 0, since its
    own computing is the host's affair. ``pinned`` takes a fixed one, so a loaded host changes
    nothing. With ``realtime`` the world's time is that of the wall.
    """

    kind: Literal["measured", "pinned", "realtime"] = "measured"
    pinned_s: float = 0.0
    """Cost of a reply, seconds."""
    wall: Callable[[], float] = time.monotonic
    """Seconds."""
    sleep: Callable[[float], None] = time.sleep
    _zero: float = field(init=False, default=math.nan)
    """On the wall clock, when the world's time was 0."""

    def start(self) -> None:
        """The world begins to move, at its time 0."""
        self._zero = self.wall()

    def charge(self, latencies: list[float], world_s: float) -> float:
        """
        Seconds that pass in the world before an action begins.

        :param latencies: of the replies that it took, one after another, from :func:`latency_of`.
        :param world_s: the world's time at the observation.
        """
        if self.kind == "measured":
            return sum(latencies)
        if self.kind == "pinned":
            return self.pinned_s * len(latencies)
        return max(0.0, self.wall() - self._zero - world_s)

    def wait(self, world_s: float) -> None:
        """Let the wall clock come up to the world's time, where the two are one."""
        ahead = self._zero + world_s - self.wall()
        if self.kind == "realtime" and ahead > 0:
            self.sleep(ahead)


def latency_of(reply: Reply) -> float:
    """
    Seconds that a reply took.

    :raises AgentError: when the agent says something that cannot be.
    """
    latency = reply.latency_s
    if isinstance(latency, bool) or not isinstance(latency, int | float):
        raise AgentError(f"Reply.latency_s must be a number, got {latency!r:.80}")
    if not 0 <= latency <= _LONGEST_S:
        raise AgentError(f"Reply.latency_s is {latency!r}, which cannot be")
    return float(latency)
