"""Silent and slow clients, over real sockets."""

from __future__ import annotations

import select
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import httpx
import pytest
import uvicorn

from lookabout.web import connections
from lookabout.web.connections import Connection
from lookabout.web.server import listen
from tests.web.conftest import wait_for

Dial = Callable[..., socket.socket]


async def echo(scope: Any, receive: Any, send: Any) -> None:
    """Answers with the body, once it is whole."""
    body, more = b"", True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        body, more = body + message["body"], message["more_body"]
    headers = [(b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


@pytest.fixture
def server() -> Iterator[uvicorn.Server]:
    listener = listen("127.0.0.1", 0)
    config = uvicorn.Config(echo, http=Connection, lifespan="off", log_level="error")
    config.timeout_keep_alive = 120
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    wait_for(lambda: server.started)
    server.address = listener.getsockname()  # type: ignore[attr-defined]
    yield server
    server.should_exit = True
    thread.join(20)
    listener.close()


@pytest.fixture
def dial(server: Any) -> Iterator[Dial]:
    with ExitStack() as stack:

        def connect(begun: bytes = b"", source: str = "127.0.0.1") -> socket.socket:
            made = socket.create_connection(server.address, 10, (source, 0))
            made.sendall(begun)
            return stack.enter_context(made)

        yield connect


def closed(connection: socket.socket) -> bool:
    """Whether the server has hung up; waits for it."""
    try:
        return connection.recv(1000) == b""
    except ConnectionError:
        return True


def answered(connection: socket.socket, words: bytes) -> bool:
    """Whether an answer of these words comes."""
    answer = b""
    while not answer.endswith(words):
        more = connection.recv(1000)
        if not more:
            return False
        answer += more
    return answer.startswith(b"HTTP/1.1 200")


BODY = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\n"


@pytest.mark.parametrize(
    "begun", [b"", b"G", b"GET / HTTP/1.1\r\nHost: x\r\nX-a: ", BODY, BODY + b"ab"]
)
def test_a_request_that_does_not_come_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch, server: uvicorn.Server, dial: Dial, begun: bytes
) -> None:
    monkeypatch.setattr(connections, "REQUEST_S", 0.2)
    assert closed(dial(begun))
    wait_for(lambda: not server.server_state.connections)


def test_bytes_that_trickle_in_win_no_time(monkeypatch: pytest.MonkeyPatch, dial: Dial) -> None:
    monkeypatch.setattr(connections, "REQUEST_S", 0.5)
    connection = dial(BODY[:4])
    for _ in range(400):
        if select.select([connection], [], [], 0.05)[0]:
            break
        connection.sendall(b"x")
    assert closed(connection)


def test_between_requests_there_is_time(monkeypatch: pytest.MonkeyPatch, dial: Dial) -> None:
    monkeypatch.setattr(connections, "REQUEST_S", 1.0)
    watched, silent = dial(), dial()
    for _ in range(3):
        watched.sendall(BODY[:30])
        watched.sendall(BODY[30:] + b"abc")
        assert answered(watched, b"abc")
    assert closed(silent)  # so the time has passed
    assert closed(dial())
    watched.sendall(BODY + b"end")
    assert answered(watched, b"end")
    # The second request on a connection has its limit, too.
    watched.sendall(BODY)
    assert closed(watched)


def test_an_address_cannot_take_all_connections(
    monkeypatch: pytest.MonkeyPatch, server: Any, dial: Dial
) -> None:
    monkeypatch.setattr(connections, "MAX_FROM_ADDRESS", 3)
    mine = [dial() for _ in range(3)]
    wait_for(lambda: len(server.server_state.connections) == 3)
    assert all(closed(dial()) for _ in range(20))
    other = dial(BODY + b"abc", source="127.0.0.2")
    assert answered(other, b"abc")
    mine[0].sendall(BODY + b"abc")
    assert answered(mine[0], b"abc")
    mine[0].close()
    wait_for(lambda: len(server.server_state.connections) == 3)
    url = "http://{}:{}".format(*server.address)
    assert httpx.post(url, content=b"again").text == "again"
