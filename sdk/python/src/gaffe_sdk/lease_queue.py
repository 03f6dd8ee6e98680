"""Attempts that are leased ahead, so that no call of the model waits for a request."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable

from gaffe_sdk import api

_MAX_COUNT = 1000

Key = tuple[str, int]


class LeaseQueue:
    """Leased attempts that wait for their call, and all that have no reported result.

    `capacity` is the number of attempts that calls can take concurrently; as many again are leased
    ahead. `batch` is the number that one call takes.
    """

    def __init__(self, capacity: int, batch: int) -> None:
        self._capacity = capacity
        self._batch = batch
        self._ready: deque[api.LeasesItem] = deque()
        self._is_drained = False
        self._changed = asyncio.Condition()
        self.held: set[Key] = set()
        """Leased attempts without a reported result, whose leases must be renewed."""

    @property
    def missing(self) -> int:
        """Returns how many attempts to lease; 0 while enough are waiting."""
        if len(self._ready) >= self._capacity:
            return 0
        return min(2 * self._capacity - len(self._ready), _MAX_COUNT)

    async def add(self, attempts: Iterable[api.LeasesItem], *, is_drained: bool) -> None:
        """Adds attempts. `is_drained`: the service has no others at the moment."""
        async with self._changed:
            for attempt in attempts:
                self._ready.append(attempt)
                self.held.add(key_of(attempt))
            self._is_drained = is_drained
            self._changed.notify_all()

    async def take(self) -> list[api.LeasesItem]:
        """Waits for the attempts of one call: a full batch, or the last ones."""
        async with self._changed:
            await self._changed.wait_for(self._is_ready)
            count = min(self._batch, len(self._ready))
            taken = [self._ready.popleft() for _ in range(count)]
            self._changed.notify_all()
            return taken

    async def release(self, keys: Iterable[Key]) -> None:
        """Removes attempts whose results are reported."""
        async with self._changed:
            self.held.difference_update(keys)
            self._changed.notify_all()

    async def wait_for_room(self) -> None:
        """Waits until attempts are to be leased."""
        async with self._changed:
            await self._changed.wait_for(lambda: self.missing > 0)

    async def wait_until_released(self) -> None:
        """Waits until no attempt is held."""
        async with self._changed:
            await self._changed.wait_for(lambda: not self.held)

    async def wait_for_change(self, timeout_s: float) -> None:
        """Waits until a result was reported or a call began, at most `timeout_s`."""
        try:
            await asyncio.wait_for(self._wait_for_notice(), timeout_s)
        except asyncio.TimeoutError:
            return

    async def _wait_for_notice(self) -> None:
        async with self._changed:
            await self._changed.wait()

    def _is_ready(self) -> bool:
        waiting = len(self._ready)
        return waiting >= self._batch or (waiting > 0 and self._is_drained)


def key_of(attempt: api.LeasesItem) -> Key:
    """Returns what identifies an attempt in its run."""
    return attempt.row_id, attempt.repeat
