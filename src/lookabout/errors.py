"""Every error a user or a run can meet, under one base.

A user's mistake is a :class:`UsageError` that says what, where and how to mend; the
command line prints it and exits with code 2. Failures of the outside world during an
episode are the other classes; a run counts each kind apart. Anything else is a bug.
"""

from __future__ import annotations


class LookaboutError(Exception):
    """Base of all errors raised on purpose by this package."""


class UsageError(LookaboutError):
    """Raised when something given by the user is wrong: an option, a file, a name."""

    def __init__(self, message: str, *, where: str = "", hint: str = "") -> None:
        """
        :param message: what is wrong and what was expected.
        :param where: file, field or option, e.g. ``scenario.json: vehicles.drone.position``.
        :param hint: how to mend it, when that is not plain from the message.
        """
        super().__init__(message)
        self.message = message
        self.where = where
        self.hint = hint

    def __reduce__(self) -> tuple[object, ...]:
        return (_usage_error, (type(self), self.message, self.where, self.hint))

    def __str__(self) -> str:
        text = f"{self.where}: {self.message}" if self.where else self.message
        return f"{text}\n{self.hint}" if self.hint else text


class SimulatorError(LookaboutError):
    """Raised when a simulator or its renderer fails: a dead process, a lost connection."""


class AgentError(LookaboutError):
    """Raised when an agent's own program fails while it answers."""


class ServiceError(LookaboutError):
    """Raised when the service behind an agent fails: no connection, overload, a broken reply."""

    def __init__(self, message: str, *, permanent: bool = False) -> None:
        """
        :param permanent: trying again cannot help (wrong key, unknown model); stops the run.
        """
        super().__init__(message)
        self.permanent = permanent

    def __reduce__(self) -> tuple[object, ...]:
        return (_service_error, (str(self), self.permanent))


def _usage_error(kind: type[UsageError], message: str, where: str, hint: str) -> UsageError:
    return kind(message, where=where, hint=hint)


def _service_error(message: str, permanent: bool) -> ServiceError:
    return ServiceError(message, permanent=permanent)


class AbandonedError(LookaboutError):
    """Raised when the one who flies has gone away: the attempt stays unfinished."""


class MissingExtraError(UsageError):
    """Raised when an optional library is needed and not installed."""
