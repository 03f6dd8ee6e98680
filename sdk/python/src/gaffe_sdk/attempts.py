"""Execution of a test run's attempts: lease attempts, call the model, report the results."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timezone

from gaffe_sdk import api
from gaffe_sdk.answer import Answer
from gaffe_sdk.custom_model import OwnModel
from gaffe_sdk.errors import GaffeError
from gaffe_sdk.invocation import batch_size_of, default_input_of, end_session, invoke_model
from gaffe_sdk.local_check import LocalCheck
from gaffe_sdk.test_run import Progress, TestRun, run_path
from gaffe_sdk.transport import Transport

_LEASE_S = 60
# A model may take longer than its lease, so the lease is renewed well before it expires.
_RENEW_EVERY_S = 20.0
_MAX_POLL_S = 1.0
_MIN_POLL_S = 0.05

OnProgress = Callable[[Progress], object]


class _RenewalResponse(Answer):
    renewed: int


def make_attempts(
    http: Transport,
    run: TestRun,
    model: OwnModel,
    *,
    checks: Sequence[LocalCheck],
    concurrency: int,
    on_progress: OnProgress | None,
    on_results: Callable[[int], None],
) -> None:
    """Makes attempts on `concurrency` threads until none is left.

    Each result is reported immediately, so after a crash of either side only the attempts in
    progress are repeated. Calls `on_results` with the number of new results. Raises the first
    exception of any thread.
    """
    worker = _Worker(http, run, model, checks, on_progress, on_results)
    # Daemon threads, so that interrupting the program does not wait for the model.
    threads = [threading.Thread(target=worker.make_all, daemon=True) for _ in range(concurrency)]
    for thread in (*threads, threading.Thread(target=worker.renew_leases, daemon=True)):
        thread.start()
    try:
        for thread in threads:
            while thread.is_alive():
                thread.join(_MAX_POLL_S)
    finally:
        worker.stop.set()
        for session_id in worker.session_ids:
            end_session(model, session_id)
    if worker.failure is not None:
        raise worker.failure


@dataclass
class _Worker:
    """State that the threads of one run share."""

    http: Transport
    run: TestRun
    model: OwnModel
    checks: Sequence[LocalCheck]
    on_progress: OnProgress | None
    on_results: Callable[[int], None]
    stop: threading.Event = field(default_factory=threading.Event)
    failure: BaseException | None = None
    session_ids: set[str] = field(default_factory=set)
    in_progress: set[tuple[str, int]] = field(default_factory=set)
    progress_lock: threading.Lock = field(default_factory=threading.Lock)

    def make_all(self) -> None:
        """Makes attempts until none is left; stops all threads on the first exception."""
        try:
            wait_s = _MIN_POLL_S
            while not self.stop.is_set():
                leases = self._lease()
                if leases.items:
                    self._make(leases.items)
                    wait_s = _MIN_POLL_S
                elif leases.open == 0:
                    return
                else:
                    # Others hold the open attempts: their leases may expire, or the simulated
                    # user may write.
                    self.stop.wait(wait_s)
                    wait_s = min(wait_s * 2, _MAX_POLL_S)
        except BaseException as error:
            self.failure = self.failure or error
            self.stop.set()

    def renew_leases(self) -> None:
        """Renews the leases of the attempts in progress until `stop` is set."""
        while not self.stop.wait(_RENEW_EVERY_S):
            items: list[api.LeaseRenewalItem] = [
                {"rowId": row_id, "repeat": repeat} for row_id, repeat in list(self.in_progress)
            ]
            if not items:
                continue
            try:
                body: api.LeaseRenewal = {"items": items, "seconds": _LEASE_S}
                self.http.post(run_path(self.run, "/leases/renew"), body, _RenewalResponse)
            except GaffeError:
                # The next interval repeats the renewal. If a lease expires and the attempt is made
                # twice, its first result counts.
                continue

    def _lease(self) -> api.Leases:
        body: api.LeaseRequest = {"count": batch_size_of(self.model), "seconds": _LEASE_S}
        return self.http.post(run_path(self.run, "/leases"), body, api.Leases)

    def _make(self, attempts: Sequence[api.LeasesItem]) -> None:
        keys = {(attempt.row_id, attempt.repeat) for attempt in attempts}
        self.in_progress |= keys
        started_at = datetime.now(timezone.utc)
        start = time.perf_counter()
        results = invoke_model(self.model, attempts)
        duration_ms = round((time.perf_counter() - start) * 1000)
        for attempt, result in zip(attempts, results, strict=True):
            result["startedAt"] = started_at.isoformat()
            result["durationMs"] = duration_ms
            if session_id := result.get("sessionId"):
                self.session_ids.add(session_id)
            if attempt.step is not None:
                result["step"] = attempt.step
            if self.checks and "error" not in result:
                result["verdicts"] = self._verdicts(attempt, result)
        body: api.TryResults = {"items": results}
        self.http.post(run_path(self.run, "/results"), body, Answer)
        self.in_progress -= keys
        with self.progress_lock:
            self.on_results(len(attempts))
            if self.on_progress is not None:
                self.on_progress(self.http.get(run_path(self.run), TestRun).progress)

    def _verdicts(self, attempt: api.LeasesItem, result: api.TryResult) -> list[api.BroughtVerdict]:
        subject = {
            "model_output": result["modelPrediction"],
            "model_input": result.get("modelInput", default_input_of(attempt)),
            "scenario_input": attempt.input,
            "scenario_result": attempt.result,
            "metadata": result.get("modelOutputMetadata"),
        }
        return [check.verdict(subject) for check in self.checks]
