"""Connections that a study accepts: not too many from one address, none that stays silent."""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

MAX_FROM_ADDRESS = 200
"""A class behind one router, or a proxy that serves everybody, stays well below."""
REQUEST_S = 15.0
"""The longest a request may take to arrive, and a new connection to begin one."""


class Connection(H11Protocol):
    """uvicorn's own, which waits for ever for the rest of a request."""

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Refuse one too many from an address: the others keep their room."""
        super().connection_made(transport)
        address = self.client and self.client[0]
        same = sum(
            isinstance(other, Connection) and (other.client and other.client[0]) == address
            for other in self.connections
        )
        if same > MAX_FROM_ADDRESS:
            transport.abort()
        else:
            self._expect(True)

    def data_received(self, data: bytes) -> None:
        """The time runs from a request's first byte to its last."""
        super().data_received(data)
        self._expect(self.conn.their_state in (h11.IDLE, h11.SEND_BODY))

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is left that keeps the connection in memory."""
        self._expect(False)
        super().connection_lost(exc)

    def _expect(self, more: bool) -> None:
        """
        Start the time, unless it is running, or stop it.

        Between requests nothing is expected: there the keep-alive timeout counts.
        """
        if more and self._deadline is None:
            self._deadline = self.loop.call_later(REQUEST_S, self.transport.abort)
        elif not more and self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
