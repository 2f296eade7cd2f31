"""A site as a server process: its address, its start, its end."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable

import uvicorn
from fastapi import FastAPI

from lookabout.errors import UsageError
from lookabout.web.connections import Connection

_BACKLOG = 256
_MAX_CONNECTIONS = 500
_GRACE_S = 5
_KEEP_ALIVE_S = 120
"""Longer than the server can be busy with building worlds: a connection that is closed for
idleness at the moment of a request is an error for the one who asks."""


def listen(host: str, port: int) -> socket.socket:
    """
    A socket that is bound.

    :param port: 0 for any that is free.
    :raises UsageError: if the address cannot be had.
    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError) as error:
        raise UsageError(f"no such address {host!r}: {error}", where="--host") from None
    family, kind, protocol, _, address = found[0]
    listener = socket.socket(family, kind, protocol)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(_BACKLOG)
    except OSError as error:
        listener.close()
        raise UsageError(
            f"cannot listen on {host}, port {port}: {os.strerror(error.errno or 0)}",
            where="--port",
            hint="Choose another with --port, or --port 0 for any that is free.",
        ) from None
    return listener


def serve(
    app: FastAPI,
    listener: socket.socket,
    ready: Callable[[str], None],
    close: Callable[[], None],
) -> None:
    """
    Answer until Ctrl-C or SIGTERM.

    :param ready: called with the address once the listener is open.
    :param close: called at the end, whatever ended it.
    :raises KeyboardInterrupt: at the end, after Ctrl-C.
    """
    host, port = listener.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    config = uvicorn.Config(
        app,
        http=Connection,
        ws="none",
        log_level="warning",
        access_log=False,
        server_header=False,
        limit_concurrency=_MAX_CONNECTIONS,
        timeout_keep_alive=_KEEP_ALIVE_S,
        timeout_graceful_shutdown=_GRACE_S,
    )
    try:
        ready(f"http://{shown}:{port}")
        uvicorn.Server(config).run(sockets=[listener])
    finally:
        close()
        listener.close()
