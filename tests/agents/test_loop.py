from __future__ import annotations

import asyncio
import contextvars
import signal
import threading

import pytest

from lookabout.agents.loop import BackgroundLoop

setting: contextvars.ContextVar[str] = contextvars.ContextVar("setting", default="unset")


async def where() -> tuple[int, int, str]:
    await asyncio.sleep(0)
    return threading.get_ident(), id(asyncio.get_running_loop()), setting.get()


def test_all_calls_run_in_one_loop_of_another_thread() -> None:
    loop = BackgroundLoop("test")
    first, second = loop.run(where()), loop.run(where())
    loop.close()
    assert first == second
    assert first[0] != threading.get_ident()


def test_works_inside_a_running_loop() -> None:
    async def caller() -> str:
        loop = BackgroundLoop("test")
        try:
            return loop.run(where())[2]
        finally:
            loop.close()

    assert asyncio.run(caller()) == "unset"


def test_the_callers_context_stays_outside() -> None:
    token = setting.set("the caller's")
    loop = BackgroundLoop("test")
    try:
        assert loop.run(where())[2] == "unset"
    finally:
        loop.close()
        setting.reset(token)


def test_errors_come_through() -> None:
    async def fail() -> None:
        raise KeyError("here")

    loop = BackgroundLoop("test")
    with pytest.raises(KeyError, match="here"):
        loop.run(fail())
    loop.close()


def test_an_interrupted_wait_cancels_what_it_waited_for() -> None:
    cancelled = threading.Event()

    async def forever() -> None:
        main = threading.main_thread().ident
        assert main is not None
        asyncio.get_running_loop().call_later(
            0.05, lambda: signal.pthread_kill(main, signal.SIGINT)
        )
        try:
            await asyncio.sleep(3600)
        finally:
            cancelled.set()

    loop = BackgroundLoop("test")
    # A shell that starts tests in the background has them ignore SIGINT.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            loop.run(forever())
    finally:
        signal.signal(signal.SIGINT, before)
    loop.close()
    assert cancelled.is_set()


def test_close_cancels_ends_the_thread_and_may_be_repeated() -> None:
    cancelled = threading.Event()

    async def forever() -> None:
        try:
            await asyncio.sleep(3600)
        except asyncio.CancelledError:
            cancelled.set()
            raise

    async def start() -> asyncio.Task[None]:
        task = asyncio.create_task(forever())
        await asyncio.sleep(0)
        return task

    loop = BackgroundLoop("thread to end")
    task = loop.run(start())
    loop.close()
    loop.close()
    assert cancelled.is_set()
    assert task.cancelled()
    assert not [each for each in threading.enumerate() if each.name == "thread to end"]
    with pytest.raises(RuntimeError, match="closed"):
        loop.run(where())
