"""Registered models, which test runs call."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from gaffe_sdk import api
from gaffe_sdk._async.transport import AsyncTransport
from gaffe_sdk.api import RunType
from gaffe_sdk.attempts import OnProgress, Work, make_attempts
from gaffe_sdk.custom_model import OwnModel
from gaffe_sdk.errors import GaffeError
from gaffe_sdk.interrupt import INTERRUPTS, print_interrupted
from gaffe_sdk.local_check import AnyCheck, LocalCheck, split_checks
from gaffe_sdk.progress import RunProgress
from gaffe_sdk.request_body import list_of
from gaffe_sdk.run_environment import (
    allowed_skipped,
    ci_commit,
    ci_url,
    report_to_command,
    run_tags,
)
from gaffe_sdk.scenario import ScenarioSet, id_of
from gaffe_sdk.served_model import (
    AnyModel,
    CustomEndpointTarget,
    GenerationModel,
    Simulation,
)
from gaffe_sdk.test_run import Progress, TestRun, TestRunType, run_path

# Short at first, so that a run of cheap checks ends without a noticeable wait.
_MIN_POLL_S = 0.02
_MAX_POLL_S = 2.0


class AsyncRegisteredModel:
    """A model with a name and a version. Created by AsyncGaffe.register_model."""

    def __init__(self, http: AsyncTransport, registration: api.Model, model: AnyModel) -> None:
        self.id = registration.id
        self.name = registration.name
        self.version = registration.version
        self._http = http
        self._model = model

    async def run_test(
        self,
        name: str,
        scenario: ScenarioSet | str | None = None,
        *,
        scenario_id: str | None = None,
        test_run_type: TestRunType | RunType = TestRunType.NL_GENERATION,
        checks: Sequence[AnyCheck] = (),
        allow_skipped: Sequence[str] | None = None,
        calculate_metrics: bool = True,
        repeats: int = 1,
        concurrency: int = 8,
        at_k: Sequence[int] | None = None,
        similarity: Literal["exact", "normalized", "similar"] | None = None,
        tags: Sequence[str] | None = None,
        simulation: Simulation | None = None,
        api_keys: Mapping[str, str] | None = None,
        on_progress: OnProgress | None = None,
        project_id: str | None = None,
        wait: bool = True,
    ) -> TestRun:
        """Calls the model on every row of a scenario set and waits until all checks are evaluated.

        - `scenario`: a set, its id or its name.
        - `checks`: names of checks, and functions of yours (LocalCheck), which run in this process
          and whose verdicts are recorded with the run.
        - `allow_skipped`: names of checks that the run may pass without; all others must judge
          rows.
        - `repeats`: attempts per row.
        - `concurrency`: maximum concurrent calls of the model.
        - `at_k`: values of k for the metrics of INFORMATION_RETRIEVAL.
        - `similarity`: when two outputs of INVARIANT are equal: "exact" (identical), "normalized"
          (except for case and punctuation) or "similar" (at least 4/5 equal).
        - `simulation`: the simulated user of MULTI_TURN.
        - `api_keys`: provider keys by provider id, for models and simulated users that the service
          calls.
        - `on_progress`: called after every result, by one thread at a time.
        - `wait`: False returns immediately, see submit_test.

        Raises GaffeError. An exception of the model counts as an error of its row.
        """
        if not wait and isinstance(self._model, OwnModel):
            raise GaffeError(
                "submit_test supports only models that the service calls",
                advice="Use run_test for a model in your process",
            )
        scenario = scenario_id if scenario is None else scenario
        if scenario is None:
            raise GaffeError(
                "The scenario set is missing",
                advice="Pass a set, its id or its name",
                field="scenario",
            )
        if concurrency < 1:
            raise GaffeError(
                f"The number of concurrent calls must be 1 or more, not {concurrency}",
                advice="Omit it for the default of 8",
                field="concurrency",
            )
        await self._http.require_project(project_id)
        requested_checks, local_checks = split_checks(checks)
        body: api.NewTestRun = {
            "name": name,
            "scenarioId": id_of(scenario),
            "modelId": self.id,
            "type": test_run_type,
            "checks": requested_checks,
            "allowSkipped": allowed_skipped(
                requested_checks, list_of(allow_skipped, "allow_skipped")
            ),
            "calculateMetrics": calculate_metrics,
            "repeats": repeats,
            "atK": list_of(at_k, "at_k"),
            "similarity": similarity,
            "tags": run_tags(list_of(tags, "tags")),
            "commit": ci_commit(),
            "ciUrl": ci_url(),
            "simulation": None if simulation is None else simulation.as_request(),
            "apiKeys": api_keys,
        }
        if isinstance(self._model, (GenerationModel, CustomEndpointTarget)):
            # The service makes the calls of this model, so it limits their concurrency.
            body["concurrency"] = concurrency
        run = await self._http.post("/test-runs", body, TestRun)
        return await self._complete(run, local_checks, concurrency, on_progress) if wait else run

    async def submit_test(
        self, name: str, scenario: ScenarioSet | str | None = None, **options: Any
    ) -> TestRun:
        """Starts a run of a model that the service calls, and returns without waiting for its end.

        Takes the options of run_test except on_progress. Read the state with get_test_run. Raises
        GaffeError for a model whose code runs in your process.
        """
        return await self.run_test(name, scenario, **options, on_progress=None, wait=False)

    async def resume_test(
        self,
        run: TestRun | str,
        *,
        checks: Sequence[AnyCheck] = (),
        concurrency: int = 8,
        api_keys: Mapping[str, str] | None = None,
        on_progress: OnProgress | None = None,
    ) -> TestRun:
        """Resumes a run that was cancelled, failed, or was interrupted with its program.

        Makes only the attempts without a result. Pass your local checks and the provider keys
        again: the service does not store either. Raises GaffeError if a local check is missing.
        """
        _, local_checks = split_checks(checks)
        run = await self._http.get(run_path(run), TestRun)
        given_names = {check.name for check in local_checks}
        for check in run.checks:
            if check.local is not None and check.check not in given_names:
                raise GaffeError(
                    f"The run has the local check {check.check}, which is missing",
                    advice="Pass it in checks=[…]",
                    field="checks",
                )
        is_own = isinstance(self._model, OwnModel)
        if run.state in ("cancelled", "failed") or (run.state == "running" and is_own):
            # The service continues running runs of models that it calls without a request.
            body: api.ResumeRequest = {"apiKeys": api_keys or {}}
            run = await self._http.post(run_path(run, "/resume"), body, TestRun)
        return await self._complete(run, local_checks, concurrency, on_progress)

    async def _complete(
        self,
        run: TestRun,
        checks: Sequence[LocalCheck],
        concurrency: int,
        on_progress: OnProgress | None,
    ) -> TestRun:
        try:
            return await self._make(run, checks, concurrency, on_progress)
        except INTERRUPTS:
            # The service would go on calling its models; calls of this program end with it.
            is_cancelled = not isinstance(self._model, OwnModel)
            left = (
                await self._http.post(run_path(run, "/cancel"), {}, TestRun)
                if is_cancelled
                else await self._http.get(run_path(run), TestRun)
            )
            print_interrupted(left, is_cancelled=is_cancelled)
            raise

    async def _make(
        self,
        run: TestRun,
        checks: Sequence[LocalCheck],
        concurrency: int,
        on_progress: OnProgress | None,
    ) -> TestRun:
        shown = RunProgress(run.name, run.progress)
        try:
            if not isinstance(self._model, OwnModel):
                ended_run = await wait_for_end(self._http, run, _both(shown.read, on_progress))
            else:
                if not run.ended and run.state != "evaluating":
                    work = Work(self._model, checks, concurrency, on_progress, shown.add)
                    await make_attempts(self._http.with_long_retries(), run, work)
                ended_run = await wait_for_end(self._http, run)
        finally:
            shown.end()
        report_to_command(ended_run)
        return ended_run

    async def get_test_run(self, run: TestRun | str) -> TestRun:
        """Returns the current state of a run."""
        return await self._http.get(run_path(run), TestRun)


def _both(show: OnProgress, on_progress: OnProgress | None) -> OnProgress:
    def call(progress: Progress) -> None:
        show(progress)
        if on_progress is not None:
            on_progress(progress)

    return call


async def wait_for_end(
    http: AsyncTransport, run: TestRun, on_progress: OnProgress | None = None
) -> TestRun:
    """Polls a run until it has ended and returns it. Calls `on_progress` after each poll."""
    wait_s = _MIN_POLL_S
    retrying_http = http.with_long_retries()
    while True:
        current = await retrying_http.get(run_path(run), TestRun)
        if on_progress is not None:
            on_progress(current.progress)
        if current.ended:
            return current
        await asyncio.sleep(wait_s)
        wait_s = min(wait_s * 1.3, _MAX_POLL_S)
