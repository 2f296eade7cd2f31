"""Worker processes that end with the process that started them, and leave Ctrl-C to it."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker

from pebble import ProcessPool

_PARENT_CHECK_S = 0.5
_ENDED_BY_JOB = 70


@contextmanager
def process_pool(workers: int, start: Callable[[], None]) -> Iterator[ProcessPool]:
    """
    Fresh worker processes, ended on the way out, whatever happens.

    The workers are started with SIGINT blocked, so that Ctrl-C cannot hit one before it is
    ready to ignore it.

    :param start: called once in each new process; it calls :func:`settle` first.
    """
    pool = ProcessPool(
        max_workers=workers,
        initializer=start,
        context=multiprocessing.get_context("spawn"),
    )
    resource_tracker.ensure_running()  # its start unblocks SIGINT
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        _ = pool.active  # starts the pool's threads, which hand the mask on to the workers
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    try:
        yield pool
    except BaseException:
        pool.stop()  # type: ignore[no-untyped-call]
        raise
    else:
        pool.close()  # type: ignore[no-untyped-call]
    finally:
        pool.join()


def settle() -> None:
    """Make the present process a good worker."""
    # The pool takes a process that ends with 0 for one that was told to, and would wait for
    # its result for ever.
    end = os._exit
    os._exit = lambda code: end(code or _ENDED_BY_JOB)  # type: ignore[assignment]
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent to handle
    threading.Thread(target=_end_with_parent, args=(os.getppid(),), daemon=True).start()


def _end_with_parent(parent: int) -> None:
    """A killed parent cannot end its workers, and they must not go on writing."""
    while os.getppid() == parent:
        time.sleep(_PARENT_CHECK_S)
    os._exit(1)
