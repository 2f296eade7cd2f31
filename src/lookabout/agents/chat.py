"""A chat model as an agent, through Inspect AI's model layer.

Inspect knows the providers; retrying is done here. Its own retrying waits up to half an hour
between attempts, ignores Retry-After, gives up at once on answers that cannot be read, and the
providers' clients retry beneath it unseen. So both are told not to retry: then every request
is made here, each failed one is counted, and the total time is bounded.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from lookabout.agents.faults import MalformedReplyError, diagnose, explanation
from lookabout.agents.generation import options_for
from lookabout.agents.loop import BackgroundLoop
from lookabout.agents.messages import (
    messages_of,
    overflow_notice,
    remembered,
    reply_of,
    tool_infos,
)
from lookabout.agents.redact import masked, scrub, secrets_in
from lookabout.agents.sendable import with_sound_calls
from lookabout.errors import ServiceError, UsageError
from lookabout.exchange import Briefing, Observation, Reply

if TYPE_CHECKING:
    from inspect_ai.model import ChatMessage, Model, ModelOutput
    from inspect_ai.tool import ToolInfo

logger = logging.getLogger(__name__)

MALFORMED_RETRIES = 3
"""How often an answer that makes no sense is asked for again: it rarely mends itself."""
LONGEST_BACKOFF_S = 60.0
"""Seconds; the wait before a retry doubles up to this, unless the service asks for more."""

_LONGEST_INTEGER = 500_000
"""Digits, as a model writes them that repeats itself; reading more would take many seconds."""

# Inspect keeps a semaphore for each model and process; one agent has one request at a time,
# and its loop must not wait for another agent's loop.
_MAX_CONNECTIONS = 4096
# Stand-ins for tests of Inspect itself.
_NO_MODELS = ("none", "mockllm")
# Inspect would find its server, or a lack of it, only at the first request.
_CONSTRUCTION = {"vllm": {"lazy_init": False}}
_NAMING = (
    "Name a model as provider/model: openai/gpt-4o, anthropic/…, google/…, vllm/…, "
    "openai-api/<service>/<model>."
)


class ChatAgent:
    """
    Any chat model that Inspect AI can talk to.

    The whole conversation is sent with every request: for each observation the results of the
    tools that the last reply called, then one user message with the other parts in their order,
    each observation followed by the model's reply; an observation that stands alone is sent
    alone, and starts a new conversation. There is no system message, no cache of replies,
    nothing is written to disk.
    """

    privileged = False

    def __init__(
        self,
        model: str,
        *,
        base_url: str | None = None,
        temperature: float | None = None,
        max_tokens: int | None = None,
        reasoning_effort: str | None = None,
        top_p: float | None = None,
        top_k: int | None = None,
        seed: int | None = None,
        timeout_s: float = 1800.0,
        attempt_timeout_s: float = 300.0,
        max_retries: int = 8,
        backoff_s: float = 2.0,
        model_args: Mapping[str, Any] | None = None,
    ) -> None:
        """
        :param model: ``<provider>/<model>`` as Inspect names it: ``openai/gpt-4o``,
            ``anthropic/…``, ``google/…``, ``vllm/…``, ``openai-api/<service>/<model>``.
        :param base_url: of the service, instead of the provider's own.
        :param temperature: None leaves it to the provider, as for the next five.
        :param max_tokens: of one reply, reasoning included.
        :param reasoning_effort: ``minimal``, ``low``, ``medium``, ``high``…
        :param top_p: samples from the likeliest tokens that together have this probability.
        :param top_k: samples from this many likeliest tokens.
        :param seed: for providers that sample from a seed.
        :param timeout_s: longest time for one reply, retries included, in seconds.
        :param attempt_timeout_s: longest time for one request, in seconds.
        :param max_retries: requests that may fail before a reply is given up.
        :param backoff_s: wait before the first retry, in seconds; it doubles with each.
        :param model_args: for the provider's constructor in Inspect. Tools are strict only where
            ``strict_tools`` says so.
        :raises UsageError: for an unknown provider, a provider whose package or API key is
            missing, arguments it does not take, and numbers out of range.
        """
        provider, _, rest = model.partition("/")
        if not rest or provider in _NO_MODELS:
            raise UsageError(f"{model!r} names no chat model", where="model", hint=_NAMING)
        for option, number in (
            ("timeout_s", timeout_s),
            ("attempt_timeout_s", attempt_timeout_s),
        ):
            if not number > 0:
                raise UsageError(f"must be above 0, not {number}", where=option)
        for option, number in (("max_retries", max_retries), ("backoff_s", backoff_s)):
            if not number >= 0:
                raise UsageError(f"must not be negative, it is {number}", where=option)
        self.name = model
        self._base_url = base_url
        self._timeout_s = timeout_s
        self._attempt_timeout_s = attempt_timeout_s
        self._max_retries = max_retries
        self._backoff_s = backoff_s
        self._model_args = dict(model_args or {})
        self._generation: dict[str, Any] = {
            "temperature": temperature,
            "max_tokens": max_tokens,
            "reasoning_effort": reasoning_effort,
            "top_p": top_p,
            "top_k": top_k,
            "seed": seed,
        }
        self._messages: list[ChatMessage] = []
        # Else a call with a longer integer in it could not even be refused. For the whole process.
        sys.set_int_max_str_digits(max(sys.get_int_max_str_digits(), _LONGEST_INTEGER))
        self._loop = BackgroundLoop(f"lookabout chat {model}")
        try:
            self._model: Model = self._loop.run(self._connect())
        except BaseException:
            self._loop.close()
            raise

    @property
    def settings(self) -> dict[str, Any]:
        """All arguments, for the records of a run; keys and passwords masked."""
        return {
            "model": self.name,
            "base_url": masked(self._base_url),
            **self._generation,
            "timeout_s": self._timeout_s,
            "attempt_timeout_s": self._attempt_timeout_s,
            "max_retries": self._max_retries,
            "backoff_s": self._backoff_s,
            "model_args": masked(self._model_args),
        }

    def begin(self, briefing: Briefing) -> None:
        """Forget the last conversation."""
        self._messages = []

    def reply(self, observation: Observation) -> Reply:
        """
        Send the conversation with this observation at its end.

        What the model itself does is a reply, whatever it is: no text, a refusal, a call of a
        tool that it does not have, a stop at the length limit, a conversation that no longer
        fits (``stop_reason`` ``model_length``). After an error the conversation is as before.

        :raises ServiceError: if the service failed; permanent if it would fail again.
        """
        before = [] if observation.fresh else self._messages
        asked = [*before, *messages_of(observation)]
        tools = tool_infos(observation.tools)
        options = options_for(self.name, observation, self._generation["reasoning_effort"])
        output, latency_s, retries = self._loop.run(self._ask(asked, tools, options))
        output = with_sound_calls(output)
        self._messages = [*asked, remembered(output, tools=bool(tools))]
        return reply_of(output, latency_s=latency_s, retries=retries)

    def close(self) -> None:
        """Close the connections. May be called twice."""
        if not self._loop.closed:
            try:
                self._loop.run(self._model.api.aclose())
            except Exception as error:  # the replies are in, nothing depends on this
                logger.info("%s: closing failed: %s", self.name, scrub(str(error), ()))
            finally:
                self._loop.close()

    async def _connect(self) -> Model:
        from inspect_ai.model import GenerateConfig, get_model

        try:
            config = GenerateConfig(
                **self._generation, max_retries=0, max_connections=_MAX_CONNECTIONS
            )
            model = get_model(
                self.name,
                config=config,
                base_url=self._base_url,
                memoize=False,  # a model belongs to the loop of its agent
                **{**_CONSTRUCTION.get(self.name.partition("/")[0], {}), **self._model_args},
            )
        except Exception as error:  # Inspect raises many kinds; all mean: not usable as asked
            raise UsageError(
                f"this model cannot be used: {scrub(explanation(error), self._secrets())}",
                where=self.name,
                hint=_hint(error),
            ) from None
        if hasattr(model.api, "strict_tools") and "strict_tools" not in self._model_args:
            # Inspect would declare every tool strict to the services that it knows least of, and
            # those that enforce it refuse schemas with optional arguments.
            model.api.strict_tools = False
        client: Any = getattr(model.api, "client", None)
        if isinstance(getattr(client, "max_retries", None), int):
            client.max_retries = 0
            client.timeout = self._attempt_timeout_s  # its own might be shorter
        return model

    async def _ask(
        self, messages: list[ChatMessage], tools: list[ToolInfo], options: Mapping[str, Any]
    ) -> tuple[ModelOutput, float, int]:
        """The model's output, the seconds that it took, and the requests that failed before it."""
        started = time.monotonic()
        deadline = started + self._timeout_s
        failures = malformed = 0
        while True:
            asked = time.monotonic()
            try:
                output = await self._attempt(messages, tools, options, deadline)
                return output, time.monotonic() - asked, failures
            except Exception as error:
                cause = _cause(error)
                api = self._model.api
                fault = diagnose(cause, api.should_retry(cause), self._secrets(api))
            # A model that cannot take even the first message will never take it.
            if fault.kind == "overflow" and len(messages) > 1:
                notice = overflow_notice(self.name, fault.message)
                return notice, time.monotonic() - asked, failures
            failures += 1
            malformed += fault.kind == "malformed"
            wait_s = min(self._backoff_s * 2.0 ** min(failures - 1, 30), LONGEST_BACKOFF_S)
            wait_s = max(wait_s, fault.retry_after_s or 0.0)
            if fault.kind in ("permanent", "overflow"):
                raise ServiceError(f"{self.name}: {fault.message}", permanent=True)
            if (
                failures > self._max_retries
                or malformed > MALFORMED_RETRIES
                or time.monotonic() + wait_s >= deadline
            ):
                raise ServiceError(
                    f"{self.name}: {fault.message} (request {failures} of at most "
                    f"{self._max_retries + 1}, after {time.monotonic() - started:.0f} s)"
                )
            logger.info("%s: %s; again in %.1f s", self.name, fault.message, wait_s)
            await asyncio.sleep(wait_s)

    async def _attempt(
        self,
        messages: list[ChatMessage],
        tools: list[ToolInfo],
        options: Mapping[str, Any],
        deadline: float,
    ) -> ModelOutput:
        from inspect_ai.model import GenerateConfig

        limit_s = min(self._attempt_timeout_s, deadline - time.monotonic())
        try:
            async with asyncio.timeout(limit_s):
                output = await self._model.generate(
                    list(messages), tools=tools, config=GenerateConfig(**options), cache=False
                )
        except TimeoutError:
            raise TimeoutError(f"no answer within {limit_s:.3g} s") from None
        if output.empty:
            raise MalformedReplyError("an answer without any choice")
        return output

    def _secrets(self, api: Any = None) -> list[str]:
        return secrets_in({**self._model_args, "api_key": getattr(api, "api_key", None)})


def _cause(error: Exception) -> Exception:
    """What a provider's client raised: Inspect wraps it if it would have tried again."""
    from tenacity import RetryError

    if isinstance(error, RetryError):
        inner = error.last_attempt.exception()
        if isinstance(inner, Exception):
            return inner
    return error


def _hint(error: Exception) -> str:
    if type(error).__name__ == "PrerequisiteError":
        return "Set the environment variable, or install the package, that the message names."
    if isinstance(error, TypeError):
        return "Look at model_args: the provider does not take all of them."
    if type(error) is ValueError:  # of Inspect itself, about the name
        return _NAMING
    return ""
