"""How much the study takes from outside: sizes of forms, and how often."""

from __future__ import annotations

import time
from collections import deque
from urllib.parse import parse_qsl

from starlette.requests import ClientDisconnect, Request

MAX_FORM_BYTES = 32_000
_MAX_FIELDS = 16
_MAX_SOURCES = 10_000


class RefusedError(Exception):
    """Raised for a request that is not answered; becomes a page."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.message = message


class Limiter:
    """At most ``limit`` events from a source within ``window_s`` seconds."""

    def __init__(self, limit: int, window_s: float) -> None:
        self._limit = limit
        self._window_s = window_s
        self._events: dict[str, deque[float]] = {}

    def allows(self, source: str) -> bool:
        """Whether there may be one more from the source; if so, it is counted."""
        now = time.monotonic()
        if len(self._events) > _MAX_SOURCES:
            self._events = {
                name: events
                for name, events in self._events.items()
                if events and now - events[-1] < self._window_s
            }
        events = self._events.setdefault(source, deque())
        while events and now - events[0] >= self._window_s:
            events.popleft()
        if len(events) >= self._limit:
            return False
        events.append(now)
        return True


async def read_form(request: Request) -> dict[str, str]:
    """
    The fields of a form that was sent as ``application/x-www-form-urlencoded``.

    :raises RefusedError: if it is of another kind, too large, or no text.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/x-www-form-urlencoded":
        raise RefusedError(415, "This is not a form of this site.")
    body = b""
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) > MAX_FORM_BYTES:
                raise RefusedError(413, "That is more text than a form of this site can hold.")
    except ClientDisconnect:
        raise RefusedError(400, "The form did not arrive whole.") from None
    try:
        pairs = parse_qsl(
            body.decode("ascii"),
            keep_blank_values=True,
            errors="strict",
            max_num_fields=_MAX_FIELDS,
        )
    except ValueError:
        raise RefusedError(400, "The form could not be read.") from None
    return dict(pairs)
