"""An asyncio loop of its own, for synchronous code."""

from __future__ import annotations

import asyncio
import contextvars
import threading
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class BackgroundLoop:
    """
    An asyncio loop that runs in a thread of its own until closed.

    Connections belong to the loop that opened them, so a client that is to keep its
    connections between synchronous calls needs one loop for its whole life. The thread makes
    it work from anywhere: a plain script, a worker thread, inside another running loop.
    """

    def __init__(self, name: str) -> None:
        """:param name: of the thread, for debuggers."""
        self._loop = asyncio.new_event_loop()
        # A daemon: a program that forgets to close an agent must still end.
        self._thread = threading.Thread(target=self._loop.run_forever, name=name, daemon=True)
        self._thread.start()

    @property
    def closed(self) -> bool:
        """True after :meth:`close`."""
        return self._loop.is_closed()

    def run(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """
        Run a coroutine to its end and give its result, or raise what it raised.

        It starts in an empty context: nothing that the caller's code has set (an evaluation
        in progress, its limits) reaches it. If the wait is interrupted, it is cancelled.
        """
        if self.closed:
            coroutine.close()
            raise RuntimeError("the loop is closed")
        future = contextvars.Context().run(asyncio.run_coroutine_threadsafe, coroutine, self._loop)
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise

    def close(self) -> None:
        """Cancel what still runs and end the thread. May be called twice."""
        if self.closed:
            return
        self.run(_cancel_others())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


async def _cancel_others() -> None:
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    await asyncio.get_running_loop().shutdown_asyncgens()
    await asyncio.get_running_loop().shutdown_default_executor()
