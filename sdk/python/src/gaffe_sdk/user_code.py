"""Calls of the user's functions: `async` ones in the caller's event loop, others on threads."""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import inspect
import queue
import threading
from collections.abc import Callable
from functools import partial
from typing import Any

Outcome = tuple[Any, BaseException | None]


class UserCode:
    """Calls functions of the user, at most `max_threads` of the blocking ones concurrently.

    The threads are daemons, so that the end of the program does not wait for the user's code; the
    threads of concurrent.futures are joined at exit.
    """

    def __init__(self, max_threads: int) -> None:
        self._max_threads = max_threads
        self._thread_count = 0
        self._idle_count = 0
        self._jobs: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()

    async def call(self, function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        """Returns the function's result, awaited in the running loop if it is awaitable."""
        if inspect.iscoroutinefunction(function):
            return await function(*args, **kwargs)
        output = await self._on_thread(partial(function, *args, **kwargs))
        return await output if inspect.isawaitable(output) else output

    def close(self) -> None:
        """Ends the threads that are idle; the others end after their call."""
        for _ in range(self._thread_count):
            self._jobs.put(None)

    async def _on_thread(self, function: Callable[[], Any]) -> Any:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Outcome] = loop.create_future()
        context = contextvars.copy_context()

        def job() -> None:
            outcome = _outcome_of(partial(context.run, function))
            # The loop is closed if the caller did not wait for the end of the run.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(self._settle, future, outcome)

        if self._idle_count == 0 and self._thread_count < self._max_threads:
            self._thread_count += 1
            threading.Thread(target=self._work, name="gaffe-model", daemon=True).start()
        else:
            self._idle_count = max(0, self._idle_count - 1)
        self._jobs.put(job)
        output, error = await future
        if error is not None:
            raise error
        return output

    def _settle(self, future: asyncio.Future[Outcome], outcome: Outcome) -> None:
        self._idle_count += 1
        if not future.done():
            future.set_result(outcome)

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            job()


def _outcome_of(function: Callable[[], Any]) -> Outcome:
    try:
        return function(), None
    except BaseException as error:
        return None, error
