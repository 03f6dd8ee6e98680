"""Execution of a test run's attempts: lease attempts, call the model, report the results."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timezone
from typing import Any

from gaffe_sdk import api
from gaffe_sdk._async.transport import AsyncTransport
from gaffe_sdk.answer import Answer
from gaffe_sdk.custom_model import OwnModel
from gaffe_sdk.encoded_result import as_request, batch_size, encoded
from gaffe_sdk.errors import GaffeError
from gaffe_sdk.invocation import batch_size_of, default_input_of, end_session, invoke_model
from gaffe_sdk.lease_queue import Key, LeaseQueue, key_of
from gaffe_sdk.local_check import LocalCheck, verdict_of
from gaffe_sdk.test_run import Progress, TestRun, run_path
from gaffe_sdk.user_code import UserCode

_LEASE_S = 60
# A model may take longer than its lease, so the lease is renewed well before it expires.
_RENEW_EVERY_S = 20.0
_MAX_POLL_S = 1.0
_MIN_POLL_S = 0.05
_MAX_STOP_S = 1.0

OnProgress = Callable[[Progress], object]


class RenewalResponse(Answer):
    """The number of leases that were renewed."""

    renewed: int


@dataclass(frozen=True)
class Work:
    """What a program contributes to a run: its model, its checks and how results are announced."""

    model: OwnModel
    checks: Sequence[LocalCheck]
    concurrency: int
    on_progress: OnProgress | None
    on_results: Callable[[int], None]
    """Takes the number of new results."""


async def make_attempts(http: AsyncTransport, run: TestRun, work: Work) -> None:
    """Makes attempts, `concurrency` of them at the same time, until none is left.

    Calls `async` code in the running event loop, other code on threads. Leases are requested ahead.
    A result is sent as soon as the request with the results before it has ended, so after a crash
    of either side only the attempts in progress are repeated. Raises the first exception.
    """
    await _Attempts(http, run, work).make_all()


@dataclass
class _Attempts:
    """State that the concurrent parts of one run share."""

    http: AsyncTransport
    run: TestRun
    work: Work
    results: list[tuple[Key, bytes]] = field(default_factory=list)
    session_ids: set[str] = field(default_factory=set)
    is_stopping: bool = False

    def __post_init__(self) -> None:
        batch = batch_size_of(self.work.model)
        self.leases = LeaseQueue(self.work.concurrency * batch, batch)
        self.code = UserCode(self.work.concurrency)
        self.has_results = asyncio.Event()

    async def make_all(self) -> None:
        parts = [self._lease(), self._report(), self._renew()]
        calls = [self._call() for _ in range(self.work.concurrency)]
        ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        tasks = [asyncio.create_task(_ending(ended, part)) for part in (*parts, *calls)]
        try:
            await ended
        finally:
            self.is_stopping = True
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks, timeout=_MAX_STOP_S)
            for session_id in self.session_ids:
                await end_session(self.code, self.work.model, session_id)
            self.code.close()

    async def _lease(self) -> None:
        """Leases attempts ahead of their calls; returns when the run has none without a result."""
        wait_s = _MIN_POLL_S
        while True:
            await self.leases.wait_for_room()
            count = self.leases.missing
            body: api.LeaseRequest = {"count": count, "seconds": _LEASE_S}
            response = await self.http.post(run_path(self.run, "/leases"), body, api.Leases)
            is_drained = len(response.items) < count
            await self.leases.add(response.items, is_drained=is_drained)
            if response.open == 0:
                return
            if response.items:
                wait_s = _MIN_POLL_S
            if not is_drained:
                continue
            # A conversation has further turns, which the simulated user writes.
            if self.run.simulation is None and response.open == len(self.leases.held):
                await self.leases.wait_until_released()
                return
            # Others hold the open attempts, and their leases may expire.
            await self.leases.wait_for_change(wait_s)
            wait_s = min(wait_s * 2, _MAX_POLL_S)

    async def _call(self) -> None:
        while True:
            attempts = await self.leases.take()
            started_at = datetime.now(timezone.utc).isoformat()
            start = time.perf_counter()
            results = await self._own_errors(invoke_model(self.code, self.work.model, attempts))
            duration_ms = round((time.perf_counter() - start) * 1000)
            for attempt, result in zip(attempts, results, strict=True):
                result["startedAt"] = started_at
                result["durationMs"] = duration_ms
                if session_id := result.get("sessionId"):
                    self.session_ids.add(session_id)
                if attempt.step is not None:
                    result["step"] = attempt.step
                if self.work.checks and "error" not in result:
                    result["verdicts"] = await self._verdicts(attempt, result)
                self.results.append((key_of(attempt), encoded(attempt, result)))
            self.has_results.set()

    async def _own_errors(
        self, invocation: Coroutine[Any, Any, list[api.TryResult]]
    ) -> list[api.TryResult]:
        """Awaits the user's code, whose exits must not end the event loop."""
        try:
            return await invocation
        except asyncio.CancelledError:
            if self.is_stopping:
                raise
            raise GaffeError("The model cancelled the task that called it") from None
        except (KeyboardInterrupt, SystemExit) as error:
            raise GaffeError(f"The model ended the program: {error!r}") from error

    async def _report(self) -> None:
        path = run_path(self.run, "/results")
        while True:
            await self.has_results.wait()
            count = batch_size([result for _, result in self.results])
            batch, self.results = self.results[:count], self.results[count:]
            if not self.results:
                self.has_results.clear()
            await self.http.post(path, as_request([result for _, result in batch]), Answer)
            self.work.on_results(len(batch))
            if self.work.on_progress is not None:
                current = await self.http.get(run_path(self.run), TestRun)
                self.work.on_progress(current.progress)
            await self.leases.release(key for key, _ in batch)

    async def _renew(self) -> None:
        while True:
            await asyncio.sleep(_RENEW_EVERY_S)
            items: list[api.LeaseRenewalItem] = [
                {"rowId": row_id, "repeat": repeat} for row_id, repeat in self.leases.held
            ]
            if not items:
                continue
            body: api.LeaseRenewal = {"items": items, "seconds": _LEASE_S}
            # The next interval repeats the renewal. If a lease expires and the attempt is made
            # twice, its first result counts.
            with contextlib.suppress(GaffeError):
                await self.http.post(run_path(self.run, "/leases/renew"), body, RenewalResponse)

    async def _verdicts(
        self, attempt: api.LeasesItem, result: api.TryResult
    ) -> list[api.BroughtVerdict]:
        subject = {
            "model_output": result.get("modelPrediction"),
            "model_input": result.get("modelInput", default_input_of(attempt)),
            "scenario_input": attempt.input,
            "scenario_result": attempt.result,
            "metadata": result.get("modelOutputMetadata"),
        }
        return [await verdict_of(self.code, check, subject) for check in self.work.checks]


async def _ending(ended: asyncio.Future[None], part: Coroutine[Any, Any, None]) -> None:
    """Ends the run when a part returns, which means that nothing is left to do, or raises."""
    try:
        await part
    except Exception as error:
        if not ended.done():
            ended.set_exception(error)
    else:
        if not ended.done():
            ended.set_result(None)
