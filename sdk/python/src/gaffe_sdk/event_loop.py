"""Where models that are `async` run."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable
from functools import lru_cache
from typing import TypeVar

Said = TypeVar("Said")
_opening = threading.Lock()


def wait_for(awaitable: Awaitable[Said]) -> Said:
    """Runs it on the one loop of this process: a model's connections stay usable between rows."""
    with _opening:
        loop = _loop()
    return asyncio.run_coroutine_threadsafe(_as_coroutine(awaitable), loop).result()


@lru_cache(maxsize=1)
def _loop() -> asyncio.AbstractEventLoop:
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="gaffe-models", daemon=True).start()
    return loop


async def _as_coroutine(awaitable: Awaitable[Said]) -> Said:
    return await awaitable
