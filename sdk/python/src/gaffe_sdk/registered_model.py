"""A model that test runs can call."""

from __future__ import annotations

import time
from collections.abc import Sequence

from gaffe_sdk.answer import Answer
from gaffe_sdk.asked import list_of
from gaffe_sdk.custom_model import CustomModel
from gaffe_sdk.errors import GaffeError
from gaffe_sdk.json_text import given
from gaffe_sdk.local_check import AnyCheck, split_checks
from gaffe_sdk.project import must_be
from gaffe_sdk.report import progress_for_command, report_to_command, run_tags
from gaffe_sdk.scenario import ScenarioSet, id_of
from gaffe_sdk.test_run import TestRun, TestRunType, run_path
from gaffe_sdk.transport import Transport
from gaffe_sdk.tries import OnProgress, make_tries


class Registration(Answer):
    """A model as Gaffe knows it."""

    id: str
    name: str
    version: int


class RegisteredModel:
    """Code of yours under a name and a version. Made by Gaffe.register_model."""

    def __init__(self, http: Transport, registration: Registration, model: CustomModel) -> None:
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
        tags: Sequence[str] | None = None,
        on_progress: OnProgress | None = None,
        project_id: str | None = None,
    ) -> TestRun:
        """Tries every row of a scenario set and returns when all is judged.

        `scenario` is a set, its id or its name; `checks` are names of checks, and functions of
        yours (LocalCheck), which run here and whose verdicts are recorded with the run. `repeats` tells how often each row is tried,
        `concurrency` how many tries are under way at once, `at_k` at which places a ranking is
        measured. `on_progress` is told after every result, by one thread at a time. Raises
        GaffeError; what the model raises counts as an error of its row.
        """
        asked = scenario if scenario is not None else scenario_id
        if asked is None:
            raise GaffeError("a test run needs a set, its id or its name", field="scenario")
        if concurrency < 1:
            raise GaffeError(
                f"it is how many rows are under way at once: 1 or more, not {concurrency}",
                advice="Leave it out for 8",
                field="concurrency",
            )
        must_be(self._http, project_id)
        asked_checks, own_checks = split_checks(checks)
        body = given(
            name=name,
            scenarioId=id_of(asked),
            modelId=self.id,
            type=test_run_type,
            checks=asked_checks,
            calculateMetrics=calculate_metrics,
            repeats=repeats,
            atK=list_of(at_k, "at_k"),
            tags=run_tags(list_of(tags, "tags")),
        )
        started = self._http.post("/test-runs", body, TestRun)
        make_tries(
            self._http,
            started,
            self._model,
            checks=own_checks,
            concurrency=concurrency,
            on_progress=on_progress,
            told=progress_for_command(name, started.progress.total),
        )
        run = self._ended(started)
        report_to_command(run)
        return run

    def get_test_run(self, run: TestRun | str) -> TestRun:
        """A run as it stands now."""
        return self._http.get(run_path(run), TestRun)

    def _ended(self, run: TestRun) -> TestRun:
        wait_s = 0.1
        while True:
            now = self.get_test_run(run)
            if now.ended:
                return now
            time.sleep(wait_s)
            wait_s = min(wait_s * 1.5, 3)
