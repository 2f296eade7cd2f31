"""Services that answer like those of model providers, scripted by a test.

``ChatServer`` speaks Chat Completions (OpenAI and all that imitate it), ``MessagesServer``
Anthropic's Messages. Both are real HTTP servers on a free port of this machine::

    with ChatServer(["FOUND"]) as server:
        agent = ChatAgent("openai-api/test/any", base_url=server.url, ...)
"""

from __future__ import annotations

import json
import socket
import struct
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

JsonObject = dict[str, Any]


@dataclass(frozen=True)
class Response:
    """What goes over the wire, for answers that are no plain text."""

    body: bytes | JsonObject | list[Any] | str | int | None = b""
    """Bytes are sent as they are, everything else as JSON."""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    content_type: str = "application/json"
    delay_s: float = 0.0
    """Wait before the answer; the server's end cuts it short."""
    drop_after: int | None = None
    """Send so many bytes of the body, then break the connection."""

    def payload(self) -> bytes:
        return self.body if isinstance(self.body, bytes) else json.dumps(self.body).encode()


Answer = str | Response
"""A text is wrapped in a well-formed answer with made-up usage."""
Script = Sequence[Answer] | Callable[[JsonObject], Answer]
"""Answers one after another, or a function of the request's JSON."""


@dataclass(frozen=True)
class Request:
    """A request as it arrived."""

    path: str
    headers: dict[str, str]
    """Names in lower case."""
    json: JsonObject


class ScriptedServer:
    """The part that both protocols share. Safe to use from many threads."""

    prefix = ""
    """What a client's base URL ends with."""

    def __init__(self, script: Script) -> None:
        self._script = script
        self._requests: list[Request] = []
        self._lock = threading.Lock()
        self._ending = threading.Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self._server.block_on_close = False
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True
        )

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *exc_info: object) -> None:
        self._ending.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def url(self) -> str:
        """Base URL for a client."""
        return f"http://127.0.0.1:{self._server.server_address[1]}{self.prefix}"

    @property
    def requests(self) -> list[Request]:
        """All requests so far, in the order in which they arrived."""
        with self._lock:
            return list(self._requests)

    def completion(self, text: str, request: JsonObject) -> Response:
        """A well-formed answer with this text."""
        raise NotImplementedError

    def refusal_of(self, status: int, message: str) -> JsonObject:
        """The body of an error."""
        raise NotImplementedError

    def _answer(self, request: Request) -> Response:
        with self._lock:
            number = len(self._requests)
            self._requests.append(request)
        if callable(self._script):
            answer = self._script(request.json)
        elif number < len(self._script):
            answer = self._script[number]
        else:
            # 418 cannot be retried: a test that asks too often sees why at once.
            body = self.refusal_of(418, f"the script has only {len(self._script)} answers")
            return Response(body, status=418)
        return self.completion(answer, request.json) if isinstance(answer, str) else answer

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            wbufsize = -1  # headers and body in one packet: no wait for delayed acknowledgements

            def do_POST(self) -> None:
                raw = self.rfile.read(int(self.headers["Content-Length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                response = outer._answer(Request(self.path, headers, json.loads(raw)))
                if response.delay_s and outer._ending.wait(response.delay_s):
                    self.close_connection = True
                    return
                try:
                    self._send(response)
                except (BrokenPipeError, ConnectionResetError):
                    self.close_connection = True  # the client did not wait

            def _send(self, response: Response) -> None:
                payload = response.payload()
                self.send_response(response.status)
                self.send_header("Content-Type", response.content_type)
                self.send_header("Content-Length", str(len(payload)))
                for name, value in response.headers.items():
                    self.send_header(name, value)
                self.end_headers()
                if response.drop_after is None:
                    self.wfile.write(payload)
                    self.wfile.flush()
                    return
                self.wfile.write(payload[: response.drop_after])
                self.wfile.flush()
                # Lingering for 0 s makes the kernel send a reset instead of a polite end.
                linger = struct.pack("ii", 1, 0)
                self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
                self.close_connection = True

            def log_message(self, format: str, *args: object) -> None:
                pass

        return Handler


def error(
    status: int,
    message: str = "it failed",
    *,
    code: str | None = None,
    headers: dict[str, str] | None = None,
) -> Response:
    """An error as OpenAI words it; ``code`` is the machine-readable reason."""
    body = {"error": {"message": message, "type": "error", "param": None, "code": code}}
    return Response(body, status=status, headers=headers or {})


def completion(
    text: str | None,
    *,
    finish_reason: str = "stop",
    usage: JsonObject | None = None,
    **message: Any,
) -> JsonObject:
    """The body of a Chat Completions answer; ``message`` adds fields beside its content."""
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1_700_000_000,
        "model": "scripted",
        "choices": [
            {
                "index": 0,
                "finish_reason": finish_reason,
                "message": {"role": "assistant", "content": text, **message},
            }
        ],
        "usage": usage or {"prompt_tokens": 100, "completion_tokens": 7, "total_tokens": 107},
    }


class ChatServer(ScriptedServer):
    """Chat Completions, without streaming."""

    prefix = "/v1"

    def completion(self, text: str, request: JsonObject) -> Response:
        return Response(completion(text))

    def refusal_of(self, status: int, message: str) -> JsonObject:
        body = error(status, message).body
        assert isinstance(body, dict)
        return body


def message(text: str, *, stop_reason: str = "end_turn") -> JsonObject:
    """The body of a Messages answer."""
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "scripted",
        "content": [{"type": "text", "text": text}] if text else [],
        "stop_reason": stop_reason,
        "stop_sequence": None,
        "usage": {
            "input_tokens": 90,
            "cache_read_input_tokens": 8,
            "cache_creation_input_tokens": 2,
            "output_tokens": 7,
        },
    }


def events_of(whole: JsonObject) -> bytes:
    """A Messages answer as the stream of events in which it would arrive."""
    start = {**whole, "content": [], "stop_reason": None}
    events: list[JsonObject] = [{"type": "message_start", "message": start}]
    for index, block in enumerate(whole["content"]):
        empty = {**block, "text": ""}
        delta = {"type": "text_delta", "text": block["text"]}
        events += [
            {"type": "content_block_start", "index": index, "content_block": empty},
            {"type": "content_block_delta", "index": index, "delta": delta},
            {"type": "content_block_stop", "index": index},
        ]
    end = {"stop_reason": whole["stop_reason"], "stop_sequence": None}
    usage = {"output_tokens": whole["usage"]["output_tokens"]}
    events += [
        {"type": "message_delta", "delta": end, "usage": usage},
        {"type": "message_stop"},
    ]
    return "".join(
        f"event: {each['type']}\ndata: {json.dumps(each)}\n\n" for each in events
    ).encode()


class MessagesServer(ScriptedServer):
    """Anthropic's Messages, streamed if the client asks for that."""

    def completion(self, text: str, request: JsonObject) -> Response:
        whole = message(text)
        if request.get("stream"):
            return Response(events_of(whole), content_type="text/event-stream")
        return Response(whole)

    def refusal_of(self, status: int, message: str) -> JsonObject:
        return {"type": "error", "error": {"type": "invalid_request_error", "message": message}}
