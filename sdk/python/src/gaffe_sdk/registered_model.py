"""A model that test runs can call."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from gaffe_sdk import api
from gaffe_sdk.asked import list_of
from gaffe_sdk.built_from import build_page, commit_built
from gaffe_sdk.custom_model import OwnModel
from gaffe_sdk.errors import GaffeError
from gaffe_sdk.json_text import without_none
from gaffe_sdk.local_check import AnyCheck, LocalCheck, split_checks
from gaffe_sdk.report import progress_for_command, report_to_command, run_tags
from gaffe_sdk.scenario import ScenarioSet, id_of
from gaffe_sdk.served_model import CustomEndpointTarget, GenerationModel, Simulation
from gaffe_sdk.test_run import TestRun, TestRunType, run_path
from gaffe_sdk.transport import Transport
from gaffe_sdk.tries import OnProgress, make_tries

AnyModel = OwnModel | GenerationModel | CustomEndpointTarget
"""Code of yours, or what the service calls by itself."""


class RegisteredModel:
    """A model under a name and a version. Made by Gaffe.register_model."""

    def __init__(self, http: Transport, registration: api.Model, model: AnyModel) -> None:
        self.id = registration.id
        self.name = registration.name
        self.version = registration.version
        self._http = http
        self._model = model

    def run_test(
        self,
        name: str,
        scenario: ScenarioSet | str | None = None,
        *,
        scenario_id: str | None = None,
        test_run_type: TestRunType | str = TestRunType.NL_GENERATION,
        checks: Sequence[AnyCheck] = (),
        calculate_metrics: bool = True,
        repeats: int = 1,
        concurrency: int = 8,
        at_k: Sequence[int] | None = None,
        likeness: Literal["exact", "normalized", "similar"] | None = None,
        tags: Sequence[str] | None = None,
        simulation: Simulation | None = None,
        api_keys: Mapping[str, str] | None = None,
        on_progress: OnProgress | None = None,
        project_id: str | None = None,
    ) -> TestRun:
        """Tries every row of a scenario set and returns when all is judged.

        `scenario` is a set, its id or its name; `checks` are names of checks, and functions of
        yours (LocalCheck), which run here and whose verdicts are recorded with the run. `repeats`
        tells how often each row is tried, `concurrency` how many tries are under way at once,
        `at_k` at which places a ranking is measured, `likeness` when answers of INVARIANT are one
        (to the letter, but for case and punctuation, to 4/5), `simulation` how a user is played in
        MULTI_TURN, `api_keys` the keys of providers by their ids, for models and simulated users
        that the service calls. `on_progress` is told after every result, by one thread at a time.
        Raises GaffeError; what the model raises counts as an error of its row.
        """
        _, own_checks = split_checks(checks)
        started = self._started(
            name,
            scenario if scenario is not None else scenario_id,
            test_run_type=test_run_type,
            checks=checks,
            calculate_metrics=calculate_metrics,
            repeats=repeats,
            concurrency=concurrency,
            at_k=at_k,
            likeness=likeness,
            tags=tags,
            simulation=simulation,
            api_keys=api_keys,
            project_id=project_id,
        )
        return self._tried(started, own_checks, concurrency, on_progress)

    def submit_test(
        self, name: str, scenario: ScenarioSet | str | None = None, **options: Any
    ) -> TestRun:
        """Starts a run of a model that the service calls, and does not wait for its end.

        The options are those of run_test, but for on_progress; see get_test_run.
        """
        if isinstance(self._model, OwnModel):
            raise GaffeError(
                "submit_test is for models that the service calls",
                advice="Code of yours runs by run_test",
            )
        return self._started(name, scenario, **options)

    def _started(
        self,
        name: str,
        scenario: ScenarioSet | str | None,
        *,
        test_run_type: TestRunType | str = TestRunType.NL_GENERATION,
        checks: Sequence[AnyCheck] = (),
        calculate_metrics: bool = True,
        repeats: int = 1,
        concurrency: int = 8,
        at_k: Sequence[int] | None = None,
        likeness: Literal["exact", "normalized", "similar"] | None = None,
        tags: Sequence[str] | None = None,
        simulation: Simulation | None = None,
        api_keys: Mapping[str, str] | None = None,
        project_id: str | None = None,
    ) -> TestRun:
        if scenario is None:
            raise GaffeError("a test run needs a set, its id or its name", field="scenario")
        if concurrency < 1:
            raise GaffeError(
                f"it is how many rows are under way at once: 1 or more, not {concurrency}",
                advice="Leave it out for 8",
                field="concurrency",
            )
        self._http.must_be(project_id)
        asked_checks, _ = split_checks(checks)
        body: api.NewTestRun = {
            "name": name,
            "scenarioId": id_of(scenario),
            "modelId": self.id,
            "type": test_run_type,
            "checks": asked_checks,
            "calculateMetrics": calculate_metrics,
            "repeats": repeats,
            "atK": list_of(at_k, "at_k"),
            "likeness": likeness,
            "tags": run_tags(list_of(tags, "tags")),
            "commit": commit_built(),
            "ciUrl": build_page(),
            "simulation": None if simulation is None else simulation.asked(),
            "apiKeys": api_keys,
        }
        if isinstance(self._model, (GenerationModel, CustomEndpointTarget)):
            # What the service calls by itself, it calls as often at once.
            body["concurrency"] = concurrency
        return self._http.post("/test-runs", without_none(body), TestRun)

    def resume_test(
        self,
        run: TestRun | str,
        *,
        checks: Sequence[AnyCheck] = (),
        concurrency: int = 8,
        api_keys: Mapping[str, str] | None = None,
        on_progress: OnProgress | None = None,
    ) -> TestRun:
        """Goes on with a run that was cancelled or failed, or whose program ended half-way.

        Tries that have a result keep it, the others are made. Checks of yours are given again; so
        are keys of providers, which nobody keeps.
        """
        _, own_checks = split_checks(checks)
        found = self._http.get(run_path(run), TestRun)
        given = {check.name for check in own_checks}
        for check in found.checks:
            if check.local is not None and check.check not in given:
                raise GaffeError(
                    f"the run has {check.check}, a check of yours",
                    advice="Pass it again",
                    field="checks",
                )
        is_own = isinstance(self._model, OwnModel)
        if found.state in ("cancelled", "failed") or (found.state == "running" and is_own):
            # What the service calls by itself goes on by itself.
            body: api.ResumeRequest = {"apiKeys": api_keys or {}}
            found = self._http.post(run_path(run, "/resume"), body, TestRun)
        return self._tried(found, own_checks, concurrency, on_progress)

    def _tried(
        self,
        run: TestRun,
        checks: Sequence[LocalCheck],
        concurrency: int,
        on_progress: OnProgress | None,
    ) -> TestRun:
        if not isinstance(self._model, OwnModel):
            return self._reported(run, on_progress)
        if not run.ended and run.state != "evaluating":
            make_tries(
                self._http.patient(),
                run,
                self._model,
                checks=checks,
                concurrency=concurrency,
                on_progress=on_progress,
                told=progress_for_command(run.name, run.progress.waiting + run.progress.leased),
            )
        return self._reported(run, None)

    def get_test_run(self, run: TestRun | str) -> TestRun:
        """A run as it stands now."""
        return self._http.get(run_path(run), TestRun)

    def _reported(self, started: TestRun, on_progress: OnProgress | None) -> TestRun:
        run = ended(self._http, started, on_progress)
        report_to_command(run)
        return run


def ended(http: Transport, run: TestRun, on_progress: OnProgress | None = None) -> TestRun:
    """The run when nothing more comes."""
    wait_s = 0.1
    patient = http.patient()
    while True:
        now = patient.get(run_path(run), TestRun)
        if on_progress is not None:
            on_progress(now.progress)
        if now.ended:
            return now
        time.sleep(wait_s)
        wait_s = min(wait_s * 1.5, 3)
