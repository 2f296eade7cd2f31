"""Simulators shared by the people of a study: a few seats, and a queue in front of them."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable

from lookabout.sim.protocol import Simulator


class Seats:
    """At most ``count`` simulators at once, kept warm from one person to the next."""

    def __init__(self, make: Callable[[], Simulator], count: int) -> None:
        """:param make: a new simulator; it starts its renderer when it first renders."""
        self._make = make
        self._free = count
        self._warm: list[Simulator] = []
        self._queue: deque[object] = deque()
        self._changed = threading.Condition()
        self._closed = False

    def take(self, who: object, gone: Callable[[], bool]) -> Simulator | None:
        """
        Wait in the queue for a simulator.

        :param who: stands in the queue, once.
        :param gone: whether the one who waits has left; see :meth:`look_again`.
        :returns: None if so, or when all is over.
        """
        with self._changed:
            self._queue.append(who)
            try:
                self._changed.wait_for(
                    lambda: self._closed or gone() or (self._free > 0 and self._queue[0] is who)
                )
            finally:
                self._queue.remove(who)
                self._changed.notify_all()
            if self._closed or gone():
                return None
            self._free -= 1
            warm = self._warm.pop() if self._warm else None
        try:
            return warm or self._make()
        except BaseException:
            self._leave(None)
            raise

    def give_back(self, simulator: Simulator, *, usable: bool) -> None:
        """:param usable: False after a failure: the next person gets a new one."""
        if not usable:
            simulator.close()
        self._leave(simulator if usable else None)

    def place(self, who: object) -> int:
        """How many stand in the queue before ``who``; 0 for one who is not in it."""
        with self._changed:
            return self._queue.index(who) if who in self._queue else 0

    @property
    def waiting(self) -> int:
        """Length of the queue."""
        with self._changed:
            return len(self._queue)

    def look_again(self) -> None:
        """Somebody in the queue may have left."""
        with self._changed:
            self._changed.notify_all()

    def close(self) -> None:
        """End all simulators: those in use as soon as they are given back."""
        with self._changed:
            self._closed = True
            warm, self._warm = self._warm, []
            self._changed.notify_all()
        for simulator in warm:
            simulator.close()

    def _leave(self, simulator: Simulator | None) -> None:
        with self._changed:
            self._free += 1
            if simulator is not None and not self._closed:
                self._warm.append(simulator)
                simulator = None
            self._changed.notify_all()
        if simulator is not None:
            simulator.close()
