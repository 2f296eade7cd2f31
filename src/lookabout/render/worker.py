"""The renderer's child process: ``python -m lookabout.render.worker``, spoken to by the client."""

from __future__ import annotations

import os
import signal
import sys
import traceback
from typing import TYPE_CHECKING, Any, BinaryIO

from lookabout.errors import LookaboutError
from lookabout.render import channel

if TYPE_CHECKING:
    from lookabout.render.cycles import Cycles

_PR_SET_PDEATHSIG = 1


def main() -> None:
    """Answer the client until it closes the connection or dies."""
    for argument in sys.argv[1:]:
        if argument.startswith("--parent="):
            _die_with(int(argument.removeprefix("--parent=")))
    requests, replies = _take_streams()
    engine: Cycles | None = None
    while True:
        try:
            name, arguments = channel.receive(requests)
        except EOFError:
            break
        try:
            if name == "start":
                settings = arguments[0]
                engine = _import_cycles(settings["threads"])(**settings)
                reply: tuple[bool, Any] = (True, engine.describe())
            else:
                reply = (True, getattr(engine, name)(*arguments))
        except LookaboutError as error:
            reply = (False, error)
        except Exception:
            reply = (False, traceback.format_exc())
        try:
            channel.send(replies, reply)
        except OSError:
            break
    # Blender's own clean-up at exit can take seconds and has nothing to save.
    os._exit(0)


def _import_cycles(threads: int) -> type[Cycles]:
    """
    Blender, with a thread pool of no more than ``threads``; 0 for all CPUs.

    Its pool takes as many threads as it finds CPUs when it is loaded. Held to one thread only
    by Cycles' own setting, a second one of the pool spins for as long as the process lives, and
    takes a whole CPU from the worker beside it.
    """
    held = threads and hasattr(os, "sched_setaffinity")
    cpus = os.sched_getaffinity(0) if held else set()
    if held:
        # Not the same CPUs for every worker: they start together.
        first = os.getpid() % len(cpus)
        os.sched_setaffinity(0, (sorted(cpus) * 2)[first : first + threads])
    try:
        from lookabout.render.cycles import Cycles
    finally:
        if held:
            os.sched_setaffinity(0, cpus)
    return Cycles


def _take_streams() -> tuple[BinaryIO, BinaryIO]:
    """The pipes to the client, out of reach of everything that prints."""
    requests, replies = os.dup(0), os.dup(1)
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(nowhere, 1)
    os.close(nowhere)
    return os.fdopen(requests, "rb"), os.fdopen(replies, "wb")


def _die_with(parent: int) -> None:
    """Ask the kernel to end this process when its parent ends, even in the middle of a frame."""
    if sys.platform != "linux":
        return
    import ctypes

    ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it was gone before we asked
        os._exit(0)


if __name__ == "__main__":
    main()
