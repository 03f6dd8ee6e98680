"""Making the tries of a test run: lease one, call the model, bring the result."""

from __future__ import annotations

import inspect
import threading
import time
from collections.abc import Callable, Sequence
from datetime import datetime, timezone
from typing import Any

from gaffe_sdk.answer import Answer
from gaffe_sdk.custom_model import CustomModel, CustomMultiturnTarget, ModelInvocation
from gaffe_sdk.errors import GaffeError
from gaffe_sdk.event_loop import wait_for
from gaffe_sdk.json_text import given, json_of
from gaffe_sdk.local_check import LocalCheck
from gaffe_sdk.test_run import Progress, TestRun, run_path
from gaffe_sdk.transport import Transport

_LEASE_S = 300
# A model may take longer than a lease lasts: it is renewed long before it runs out.
_RENEW_EVERY_S = 100.0
_POLL_S = 1.0
_FIRST_POLL_S = 0.05
_LONGEST_ERROR = 10_000

OwnModel = CustomModel | CustomMultiturnTarget
OnProgress = Callable[[Progress], object]


class _Try(Answer):
    row_id: str
    repeat: int
    input: Any
    result: Any = None
    step: int | None = None
    """Of a conversation."""
    messages: list[dict[str, Any]] | None = None
    session_id: str | None = None


class _Leases(Answer):
    items: list[_Try]
    open: int


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
    told: Callable[[], None],
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
        self._http = http
        self._run = run
        self._model = model
        self._checks = checks
        self._under_way: set[tuple[str, int]] = set()
        self._on_progress = on_progress
        self._telling = threading.Lock()
        self.told: Callable[[], None] = lambda: None

    def go_on(self) -> None:
        try:
            wait_s = _FIRST_POLL_S
            while not self.stop.is_set():
                leases = self._lease()
                if leases.items:
                    self._make(leases.items[0])
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
            items = [{"rowId": row, "repeat": repeat} for row, repeat in list(self._under_way)]
            if not items:
                continue
            try:
                body = {"items": items, "seconds": _LEASE_S}
                self._http.post(run_path(self._run, "/leases/renew"), body, _Renewed)
            except GaffeError:
                # It is tried again in time; a try that is made twice keeps its first result.
                continue

    def _lease(self) -> _Leases:
        return self._http.post(
            run_path(self._run, "/leases"), {"count": 1, "seconds": _LEASE_S}, _Leases
        )

    def _make(self, next_try: _Try) -> None:
        key = (next_try.row_id, next_try.repeat)
        self._under_way.add(key)
        started_at = datetime.now(timezone.utc)
        start = time.perf_counter()
        outcome = outcome_of(self._model, next_try)
        duration_ms = round((time.perf_counter() - start) * 1000)
        result = {
            "rowId": next_try.row_id,
            "repeat": next_try.repeat,
            **given(step=next_try.step),
            **outcome,
            "startedAt": started_at.isoformat(),
            "durationMs": duration_ms,
            **self._verdicts(next_try, outcome),
        }
        self._http.post(run_path(self._run, "/results"), {"items": [result]}, _Kept)
        self._under_way.discard(key)
        with self._telling:
            self.told()
        if self._on_progress is not None:
            with self._telling:
                self._on_progress(self._http.get(run_path(self._run), TestRun).progress)


    def _verdicts(self, one: _Try, outcome: dict[str, Any]) -> dict[str, Any]:
        if "error" in outcome or one.step is not None or not self._checks:
            return {}
        subject = {
            "model_output": outcome["modelPrediction"],
            "model_input": outcome.get("modelInput", one.input),
            "scenario_input": one.input,
            "scenario_result": one.result,
            "metadata": outcome.get("modelOutputMetadata"),
        }
        return {"verdicts": [check.verdict(subject) for check in self._checks]}


def outcome_of(model: OwnModel, one: _Try) -> dict[str, Any]:
    """What the model makes of an input, or why nothing came of it."""
    try:
        session = one.session_id
        said: Any
        if isinstance(model, CustomModel):
            if one.messages is not None:
                return {"error": "a conversation needs a CustomMultiturnTarget"}
            said = model.invoke(one.input)
        else:
            session = session or model.start_session(one.input)
            said = model.invoke(one.messages or [], one.input, session)
        if inspect.isawaitable(said):
            said = wait_for(said)
        if isinstance(said, str) and not isinstance(model, CustomModel):
            said = ModelInvocation(said)
        if not isinstance(said, ModelInvocation) or said.model_prediction is None:
            return {"error": _no_prediction(said)}
        outcome = given(
            modelPrediction=said.model_prediction,
            modelInput=said.model_input,
            modelOutputMetadata=said.model_output_metadata,
            sessionId=session,
        )
        json_of(outcome)
        return outcome
    except Exception as thrown:
        return {"error": f"{type(thrown).__name__}: {thrown}"[:_LONGEST_ERROR]}


def _no_prediction(said: object) -> str:
    kind = "one without" if isinstance(said, ModelInvocation) else type(said).__name__
    return f"invoke must return ModelInvocation(model_prediction=…), it returned {kind}"
