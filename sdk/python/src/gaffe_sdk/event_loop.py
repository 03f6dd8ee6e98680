"""The event loop that runs `async` models and checks."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable
from functools import lru_cache
from typing import TypeVar

Result = TypeVar("Result")
_start_lock = threading.Lock()


def wait_for(awaitable: Awaitable[Result]) -> Result:
    """Runs an awaitable on the shared event loop of this process and returns its result.

    One shared loop lets a model reuse its connections between rows. Raises what the awaitable
    raises.
    """
    with _start_lock:
        loop = _loop()
    return asyncio.run_coroutine_threadsafe(_as_coroutine(awaitable), loop).result()


@lru_cache(maxsize=1)
def _loop() -> asyncio.AbstractEventLoop:
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="gaffe-models", daemon=True).start()
    return loop


async def _as_coroutine(awaitable: Awaitable[Result]) -> Result:
    return await awaitable
