"""Calls about models and test runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from urllib.parse import quote

from gaffe_sdk import api
from gaffe_sdk.asked import list_of
from gaffe_sdk.custom_model import CustomBatchModel
from gaffe_sdk.errors import GaffeError
from gaffe_sdk.json_text import given, without_none
from gaffe_sdk.registered_model import AnyModel, RegisteredModel, ended
from gaffe_sdk.scenario import ScenarioSet, id_of
from gaffe_sdk.served_model import CustomEndpointTarget, GenerationModel
from gaffe_sdk.test_run import TestRun, TestRunRow, run_id, run_path
from gaffe_sdk.transport import Transport


class RunCalls:
    """Registering models, and reading and comparing runs."""

    _http: Transport

    def register_model(
        self,
        name: str,
        model: AnyModel,
        tags: Sequence[str] | None = None,
        update: bool = False,
        project_id: str | None = None,
        api_key: str | None = None,
        secrets: Mapping[str, str] | None = None,
    ) -> RegisteredModel:
        """Gives code of yours, or a model that the service calls, a name.

        `api_key` is of a generation model's provider, `secrets` are what `{secret.NAME}` in an
        endpoint's requests stands for: kept sealed by the service. `update` makes the next version
        of a model that is known with another definition.
        """
        if not isinstance(model, AnyModel):
            kind = model.__name__ if isinstance(model, type) else type(model).__name__
            raise GaffeError(
                f"{kind} is not an instance of a class that extends CustomModel",
                advice=f"Write model={kind}()" if isinstance(model, type) else None,
                field="model",
            )
        self._http.must_be(project_id)
        body: api.NewModel = {
            "name": name,
            "definition": _definition(model),
            "tags": list_of(tags, "tags"),
            "update": update,
            "apiKey": api_key,
            "secrets": secrets,
        }
        registered = self._http.post("/models", without_none(body), api.Model)
        return RegisteredModel(self._http, registered, model)

    def get_all_models(self) -> list[api.Model]:
        """Models that are registered, newest first, with their definitions."""
        return self._http.all("/models", api.Model)

    def get_model(self, model: str, version: int | None = None) -> api.Model:
        """One by its id or name, in its newest version unless told."""
        asked = "" if version is None else f"?version={version}"
        return self._http.get(f"/models/{quote(model, safe='')}{asked}", api.Model)

    def re_evaluate(
        self, run: TestRun | str, checks: Sequence[str | api.RunCheck], name: str | None = None
    ) -> TestRun:
        """Judges the answers of a run by other checks, as a run of its own; no model is called."""
        body: api.Reevaluation = {"checks": list_of(checks, "checks") or [], "name": name}
        path = run_path(run, "/reevaluate")
        return ended(self._http, self._http.post(path, without_none(body), TestRun))

    def get_test_run(self, run: TestRun | str) -> TestRun:
        """A run as it stands now."""
        return self._http.get(run_path(run), TestRun)

    def get_test_run_rows(self, run: TestRun | str) -> list[TestRunRow]:
        """Every try of a run with its verdicts."""
        return self._http.all(run_path(run, "/rows"), TestRunRow)

    def cancel_test_run(self, run: TestRun | str) -> TestRun:
        """Ends a run early; what came stays."""
        return self._http.post(run_path(run, "/cancel"), {}, TestRun)

    def find_test_runs(
        self,
        *,
        scenario: ScenarioSet | str | None = None,
        model_id: str | None = None,
        limit: int | None = None,
    ) -> list[TestRun]:
        """Runs, newest first: all, or those of a set (by itself or its id) or a model."""
        scenario_id = None if scenario is None else id_of(scenario)
        asked = given(scenarioId=scenario_id, modelId=model_id)
        return self._http.all("/test-runs", TestRun, asked, limit)

    def compare(
        self,
        base: TestRun | str,
        runs: TestRun | str | Sequence[TestRun | str],
        *,
        alpha: float = 0.05,
    ) -> api.Comparison:
        """Holds up to three finished runs against a base, row by row and check by check.

        `alpha` is the share of false alarms among what is called significant.
        """
        others = [runs] if isinstance(runs, (str, TestRun)) else runs
        body: api.CompareRequest = {
            "base": run_id(base),
            "runs": [run_id(run) for run in others],
            "alpha": alpha,
        }
        return self._http.post("/test-runs/compare", body, api.Comparison)


def _definition(model: AnyModel) -> api.ModelDefinitionInput:
    if isinstance(model, (GenerationModel, CustomEndpointTarget)):
        return model.definition()
    if isinstance(model, CustomBatchModel):
        return {"type": "custom", "batchSize": model.batch_size}
    return {"type": "custom"}
