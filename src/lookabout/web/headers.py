"""What every answer of this package's sites tells browsers: nothing from elsewhere, no frames."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from fastapi import Request, Response

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; "
        "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


async def with_headers(
    request: Request, answer: Callable[[Request], Awaitable[Response]]
) -> Response:
    """A middleware."""
    response = await answer(request)
    for name, value in HEADERS.items():
        response.headers[name] = value
    static = request.url.path.startswith("/static/")
    response.headers.setdefault("Cache-Control", "no-cache" if static else "no-store")
    return response
