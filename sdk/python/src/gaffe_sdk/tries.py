"""Making the tries of a test run: lease one, call the model, bring the result."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from datetime import datetime, timezone

from gaffe_sdk import api
from gaffe_sdk.answer import Answer
from gaffe_sdk.custom_model import OwnModel
from gaffe_sdk.errors import GaffeError
from gaffe_sdk.local_check import LocalCheck
from gaffe_sdk.outcome import asked_of, batch_size_of, end_session, results_of
from gaffe_sdk.test_run import Progress, TestRun, run_path
from gaffe_sdk.transport import Transport

_LEASE_S = 60
# A model may take longer than a lease lasts: it is renewed long before it runs out.
_RENEW_EVERY_S = 20.0
_POLL_S = 1.0
_FIRST_POLL_S = 0.05

OnProgress = Callable[[Progress], object]


class _Kept(Answer):
    kept: int


class _Renewed(Answer):
    renewed: int


def make_tries(
    http: Transport,
    run: TestRun,
    model: OwnModel,
    *,
    checks: Sequence[LocalCheck],
    concurrency: int,
    on_progress: OnProgress | None,
    told: Callable[[int], None],
) -> None:
    """Makes tries until none is left, several at once.

    Each result is brought as soon as it is there: after a crash of either side only the tries that
    were under way are made again.
    """
    work = _Work(http, run, model, checks, on_progress)
    work.told = told
    # Daemons: who interrupts the program need not wait for the model.
    threads = [threading.Thread(target=work.go_on, daemon=True) for _ in range(concurrency)]
    for thread in (*threads, threading.Thread(target=work.renew, daemon=True)):
        thread.start()
    try:
        for thread in threads:
            while thread.is_alive():
                thread.join(_POLL_S)
    finally:
        work.stop.set()
        for session in work.sessions:
            end_session(model, session)
    if work.failure is not None:
        raise work.failure


class _Work:
    """What the threads of one run share."""

    def __init__(
        self,
        http: Transport,
        run: TestRun,
        model: OwnModel,
        checks: Sequence[LocalCheck],
        on_progress: OnProgress | None,
    ) -> None:
        self.stop = threading.Event()
        self.failure: BaseException | None = None
        self.sessions: set[str] = set()
        self._http = http
        self._run = run
        self._model = model
        self._checks = checks
        self._under_way: set[tuple[str, int]] = set()
        self._on_progress = on_progress
        self._telling = threading.Lock()
        self.told: Callable[[int], None] = lambda _: None

    def go_on(self) -> None:
        try:
            wait_s = _FIRST_POLL_S
            while not self.stop.is_set():
                leases = self._lease()
                if leases.items:
                    self._make(leases.items)
                    wait_s = _FIRST_POLL_S
                elif leases.open == 0:
                    return
                else:
                    # What is open is in other hands, here or elsewhere: their lease may run out,
                    # or the simulated user speak.
                    self.stop.wait(wait_s)
                    wait_s = min(wait_s * 2, _POLL_S)
        except BaseException as thrown:
            self.failure = self.failure or thrown
            self.stop.set()

    def renew(self) -> None:
        """Keeps what is still being made, until told to stop."""
        while not self.stop.wait(_RENEW_EVERY_S):
            items: list[api.LeaseRenewalItem] = [
                {"rowId": row, "repeat": repeat} for row, repeat in list(self._under_way)
            ]
            if not items:
                continue
            try:
                body: api.LeaseRenewal = {"items": items, "seconds": _LEASE_S}
                self._http.post(run_path(self._run, "/leases/renew"), body, _Renewed)
            except GaffeError:
                # It is tried again in time; a try that is made twice keeps its first result.
                continue

    def _lease(self) -> api.Leases:
        body: api.LeaseRequest = {"count": batch_size_of(self._model), "seconds": _LEASE_S}
        return self._http.post(run_path(self._run, "/leases"), body, api.Leases)

    def _make(self, tries: Sequence[api.LeasesItem]) -> None:
        keys = {(each.row_id, each.repeat) for each in tries}
        self._under_way |= keys
        started_at = datetime.now(timezone.utc)
        start = time.perf_counter()
        items = results_of(self._model, tries)
        duration_ms = round((time.perf_counter() - start) * 1000)
        for one, result in zip(tries, items, strict=True):
            result["startedAt"] = started_at.isoformat()
            result["durationMs"] = duration_ms
            if session := result.get("sessionId"):
                self.sessions.add(session)
            if one.step is not None:
                result["step"] = one.step
            if self._checks and "error" not in result:
                result["verdicts"] = self._verdicts(one, result)
        body: api.TryResults = {"items": items}
        self._http.post(run_path(self._run, "/results"), body, _Kept)
        self._under_way -= keys
        with self._telling:
            self.told(len(tries))
            if self._on_progress is not None:
                self._on_progress(self._http.get(run_path(self._run), TestRun).progress)

    def _verdicts(self, one: api.LeasesItem, result: api.TryResult) -> list[api.BroughtVerdict]:
        subject = {
            "model_output": result["modelPrediction"],
            "model_input": result.get("modelInput", asked_of(one)),
            "scenario_input": one.input,
            "scenario_result": one.result,
            "metadata": result.get("modelOutputMetadata"),
        }
        return [check.verdict(subject) for check in self._checks]
