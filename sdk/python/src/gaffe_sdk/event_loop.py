"""The event loop of `Gaffe`, whose callers have none."""

from __future__ import annotations

import asyncio
import concurrent.futures
import threading
from collections.abc import Coroutine
from functools import lru_cache
from typing import Any, TypeVar

Result = TypeVar("Result")

_start_lock = threading.Lock()
_POLL_S = 1.0
_MAX_CANCEL_S = 2.0


def run_blocking(work: Coroutine[Any, Any, Result]) -> Result:
    """Runs a coroutine on the event loop of this package and returns its result.

    One shared loop lets a model reuse its connections between rows and runs. An interrupt cancels
    the coroutine.
    """
    with _start_lock:
        loop = _loop()
    ended = threading.Event()
    future = asyncio.run_coroutine_threadsafe(_signaled(work, ended), loop)
    try:
        while True:
            try:
                # With a timeout, because a wait without end cannot be interrupted on Windows.
                return future.result(_POLL_S)
            except concurrent.futures.TimeoutError:
                if future.done():
                    raise
    except BaseException:
        if future.cancel():
            ended.wait(_MAX_CANCEL_S)
        raise


def is_package_loop() -> bool:
    """Returns whether the running event loop is that of this package, not one of the caller."""
    return asyncio.get_running_loop() is _loop()


async def _signaled(work: Coroutine[Any, Any, Result], ended: threading.Event) -> Result:
    try:
        return await work
    finally:
        ended.set()


@lru_cache(maxsize=1)
def _loop() -> asyncio.AbstractEventLoop:
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="gaffe-models", daemon=True).start()
    return loop
