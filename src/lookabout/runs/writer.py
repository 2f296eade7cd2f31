"""The record of one attempt, written as it happens."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType

from lookabout.exchange import Image
from lookabout.records import StepRecord, Usage


def utc_now() -> str:
    """ISO 8601, seconds."""
    return datetime.now(UTC).isoformat(timespec="seconds")


class AttemptWriter:
    """
    Implements :class:`lookabout.benchmarks.base.Recorder` in an attempt's folder.

    A thread of its own encodes and writes, in order, while the agent thinks and the renderer
    works: a step's line is written after its frames, and handed to the operating system at
    once. An error of the thread is raised by the next call.
    """

    def __init__(self, folder: Path) -> None:
        """:param folder: of a new attempt, with ``frames/`` in it."""
        self._folder = folder
        self._lines = (folder / "steps.jsonl").open("x", encoding="utf-8")
        self._thread = ThreadPoolExecutor(1, "attempt writer")
        self._pending: list[Future[None]] = []
        self._frames = 0
        self.steps: list[StepRecord] = []

    def __enter__(self) -> AttemptWriter:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._thread.shutdown()
        self._lines.close()

    def frame(self, image: Image) -> str:
        """Keep a picture as it is delivered; returns its path relative to the attempt's folder."""
        suffix = "png" if image.kind == "png" else "jpg"
        name = f"frames/{self._frames:03d}.{suffix}"
        self._frames += 1
        self._queue(lambda: self._write_frame(name, image))
        return name

    def step(self, step: StepRecord) -> None:
        """Append a line."""
        self.steps.append(step)
        self._queue(lambda: self._write_line(step))

    def flush(self) -> None:
        """Wait until everything is written. :raises OSError: if something could not be."""
        pending, self._pending = self._pending, []
        for job in pending:
            job.result()

    @property
    def usage(self) -> Usage:
        """Summed over the steps; the cost is None unless every reply that used tokens has one."""
        used = [s.usage for s in self.steps]
        costs = [u.cost_usd for u in used if u.cost_usd is not None]
        unknown = any(u.lacks_cost for u in used)
        return Usage(
            input_tokens=sum(s.usage.input_tokens for s in self.steps),
            output_tokens=sum(s.usage.output_tokens for s in self.steps),
            reasoning_tokens=sum(s.usage.reasoning_tokens for s in self.steps),
            cached_tokens=sum(s.usage.cached_tokens for s in self.steps),
            cost_usd=sum(costs) if costs and not unknown else None,
        )

    def _queue(self, job: Callable[[], None]) -> None:
        done = [task for task in self._pending if task.done()]
        for task in done:
            self._pending.remove(task)
            task.result()
        self._pending.append(self._thread.submit(job))

    def _write_frame(self, name: str, image: Image) -> None:
        (self._folder / name).write_bytes(image.data)

    def _write_line(self, step: StepRecord) -> None:
        self._lines.write(step.model_dump_json() + "\n")
        self._lines.flush()
