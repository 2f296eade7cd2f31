"""What a failed request means: whether trying again can help, and what to tell the user."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Literal

from lookabout.agents.redact import scrub
from lookabout.errors import LookaboutError

# Failures that pass although their status says that the request itself is at fault.
_PASSING_4XX = frozenset({408, 409, 425, 429})
# Rate limits that no waiting lifts: the account has no money left.
_SPENT = ("insufficient_quota", "billing_hard_limit_reached", "credit balance is too low")
# How servers say that a conversation no longer fits. Inspect knows some of them, of some servers.
_OVERFLOW = re.compile(
    r"context[ _](length|window|size)|maximum (model|input|prompt|sequence) length|max_model_len"
    r"|(prompt|input) is too long|input token count"
)
_OVERFLOW_STATUS = (400, 413, 422)


class MalformedReplyError(LookaboutError):
    """Raised when an answer arrived but is not the answer of a chat model."""


@dataclass(frozen=True)
class Fault:
    """Why one request failed."""

    kind: Literal["permanent", "passing", "malformed", "overflow"]
    """``permanent``: the same request can only fail again. ``passing``: overload, a dropped
    connection, no answer in time. ``malformed``: an answer that makes no sense. ``overflow``:
    the conversation is too long for the model."""
    message: str
    """For the user; one line without secrets."""
    retry_after_s: float | None = None
    """The wait that the service asked for, in seconds."""


def diagnose(error: Exception, decision: object, secrets: Iterable[str]) -> Fault:
    """
    Judge a failed request.

    :param error: what the model layer raised.
    :param decision: what the provider's own classification says of it: a truth value
        ("worth another try") that may carry ``retry_after`` in seconds.
    :param secrets: strings that must not be shown.
    """
    status = _status(error)
    message = scrub(_message(error), secrets)
    named = f"HTTP {status}: {message}" if status else message
    reason = f"{getattr(error, 'code', '')} {getattr(error, 'body', '')} {message}"
    if any(word in reason for word in _SPENT):
        return Fault("permanent", named)
    if decision:
        return Fault("passing", named, getattr(decision, "retry_after", None))
    if isinstance(error, MalformedReplyError):
        return Fault("malformed", message)
    if status in _OVERFLOW_STATUS and _OVERFLOW.search(message.lower()):
        return Fault("overflow", named)
    if status is not None:
        if 400 <= status < 500 and status not in _PASSING_4XX:
            return Fault("permanent", named)
        if status >= 400:
            return Fault("passing", named)
        return Fault("malformed", named)
    if any(_is_connection_trouble(each) for each in _chain(error)):
        return Fault("passing", message)
    if type(error).__name__ == "PrerequisiteError":
        return Fault("permanent", scrub(explanation(error), secrets))
    # Whatever else a client library raises, it raises over an answer that it cannot read.
    return Fault("malformed", f"an answer that cannot be read ({message})")


def explanation(error: Exception) -> str:
    """What Inspect says about a model that it cannot use, without its markup for terminals."""
    from pydantic import ValidationError

    if isinstance(error, ValidationError):
        return "; ".join(
            f"{'.'.join(map(str, each['loc']))}: {each['msg']}" for each in error.errors()
        )
    words = getattr(error, "message", None)
    text = re.sub(r"\[/?[a-z_ ]+\]", "", words if isinstance(words, str) else str(error))
    return re.sub(r"^ERROR:\s*", "", text).strip() or type(error).__name__


def _chain(error: BaseException) -> Iterator[BaseException]:
    seen: BaseException | None = error
    for _ in range(8):
        if seen is None:
            return
        yield seen
        seen = seen.__cause__


def _status(error: Exception) -> int | None:
    for each in _chain(error):
        response = getattr(each, "response", None)
        if isinstance(response, dict):  # Amazon's client
            response = response.get("ResponseMetadata", {})
            status = response.get("HTTPStatusCode")
        else:
            status = getattr(response, "status_code", None)
        for value in (getattr(each, "status_code", None), status, getattr(each, "code", None)):
            if isinstance(value, int) and 100 <= value < 600:
                return value
    return None


def _message(error: Exception) -> str:
    """The provider's own words where there are some, else what the client library says."""
    for each in _chain(error):
        words = _words_in(getattr(each, "body", None))
        if words:
            return words
    told = (getattr(error, name, None) for name in ("provider_message", "message"))
    words = next((each for each in told if isinstance(each, str) and each), str(error))
    words = words or type(error).__name__
    bare = re.fullmatch(r"Error code: (\d{3})", words)
    return _phrase(int(bare[1])) if bare else words


def _phrase(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return "no explanation"


def _words_in(body: Any) -> str:
    if not isinstance(body, dict):
        return ""
    inner = body.get("error", body)
    words = inner.get("message") if isinstance(inner, dict) else inner
    return words if isinstance(words, str) else ""


def _is_connection_trouble(error: BaseException) -> bool:
    if isinstance(error, OSError):  # TimeoutError and ConnectionError are OSErrors
        return True
    # By name: each provider's client has an HTTP library of its own, seldom all installed.
    return any(
        base.__name__ in ("TransportError", "APIConnectionError", "ClientError")
        for base in type(error).__mro__
    )
