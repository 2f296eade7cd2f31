"""The renderer's child process: ``python -m lookabout.render.worker``, spoken to by the client."""

from __future__ import annotations

import os
import signal
import sys
import traceback
from typing import Any, BinaryIO

from lookabout.errors import LookaboutError
from lookabout.render import channel

_PR_SET_PDEATHSIG = 1


def main() -> None:
    """Answer the client until it closes the connection or dies."""
    for argument in sys.argv[1:]:
        if argument.startswith("--parent="):
            _die_with(int(argument.removeprefix("--parent=")))
    requests, replies = _take_streams()

    from lookabout.render.cycles import Cycles

    engine: Cycles | None = None
    while True:
        try:
            name, arguments = channel.receive(requests)
        except EOFError:
            break
        try:
            if name == "start":
                engine = Cycles(**arguments[0])
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
