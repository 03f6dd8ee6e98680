"""Methods of the client for models and test runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from urllib.parse import quote

from gaffe_sdk import api
from gaffe_sdk._async.registered_model import AsyncRegisteredModel, wait_for_end
from gaffe_sdk._async.transport import AsyncTransport
from gaffe_sdk.custom_model import CustomBatchModel
from gaffe_sdk.errors import GaffeError
from gaffe_sdk.request_body import list_of
from gaffe_sdk.scenario import ScenarioSet, id_of
from gaffe_sdk.served_model import AnyModel, CustomEndpointTarget, GenerationModel
from gaffe_sdk.test_run import Comparison, TestRun, TestRunRow, run_id, run_path


class AsyncRunCalls:
    """Methods for registering models and for reading and comparing runs."""

    _http: AsyncTransport

    async def register_model(
        self,
        name: str,
        model: AnyModel,
        tags: Sequence[str] | None = None,
        update: bool = False,
        project_id: str | None = None,
        api_key: str | None = None,
        secrets: Mapping[str, str] | None = None,
    ) -> AsyncRegisteredModel:
        """Registers your own code, or a model that the service calls, under a name.

        `api_key` is the key of a generation model's provider; `secrets` are the values of
        `{secret.NAME}` in an endpoint's requests. The service stores both encrypted. With `update`,
        a changed definition under an existing name becomes its next version; without it, the
        service rejects the change.
        """
        if not isinstance(model, AnyModel):
            kind = model.__name__ if isinstance(model, type) else type(model).__name__
            raise GaffeError(
                f"{kind} is not an instance of a class that extends CustomModel",
                advice=f"Write model={kind}()" if isinstance(model, type) else None,
                field="model",
            )
        await self._http.require_project(project_id)
        body: api.NewModel = {
            "name": name,
            "definition": _definition(model),
            "tags": list_of(tags, "tags"),
            "update": update,
            "apiKey": api_key,
            "secrets": secrets,
        }
        registered = await self._http.post("/models", body, api.Model)
        return AsyncRegisteredModel(self._http, registered, model)

    async def get_all_models(self) -> list[api.Model]:
        """Returns all registered models with their definitions, newest first."""
        return await self._http.all("/models", api.Model)

    async def get_model(self, model: str, version: int | None = None) -> api.Model:
        """Returns a model by id or name; the newest version by default."""
        params = {"version": None if version is None else f"{version}"}
        return await self._http.get(f"/models/{quote(model, safe='')}", api.Model, params)

    async def re_evaluate(
        self,
        run: TestRun | str,
        checks: Sequence[str | api.RunCheck],
        name: str | None = None,
        *,
        allow_skipped: Sequence[str] | None = None,
    ) -> TestRun:
        """Evaluates other checks on the outputs of a run, as a new run, without calling the model.

        Waits for the end of the new run and returns it.
        """
        body: api.Reevaluation = {
            "checks": list_of(checks, "checks") or [],
            "name": name,
            "allowSkipped": list_of(allow_skipped, "allow_skipped"),
        }
        path = run_path(run, "/reevaluate")
        run = await self._http.post(path, body, TestRun)
        return await wait_for_end(self._http, run)

    async def get_test_run(self, run: TestRun | str) -> TestRun:
        """Returns the current state of a run."""
        return await self._http.get(run_path(run), TestRun)

    async def get_test_run_rows(self, run: TestRun | str) -> list[TestRunRow]:
        """Returns all attempts of a run with their outputs and verdicts."""
        return await self._http.all(run_path(run, "/rows"), TestRunRow)

    async def cancel_test_run(self, run: TestRun | str) -> TestRun:
        """Cancels a run. Keeps the results so far."""
        return await self._http.post(run_path(run, "/cancel"), {}, TestRun)

    async def find_test_runs(
        self,
        *,
        scenario: ScenarioSet | str | None = None,
        model_id: str | None = None,
        limit: int | None = None,
    ) -> list[TestRun]:
        """Returns runs, newest first: all, or only those of a scenario set or a model."""
        scenario_id = None if scenario is None else id_of(scenario)
        params = {"scenarioId": scenario_id, "modelId": model_id}
        return await self._http.all("/test-runs", TestRun, params, limit)

    async def compare(
        self,
        base: TestRun | str,
        runs: TestRun | str | Sequence[TestRun | str],
        *,
        alpha: float = 0.05,
    ) -> Comparison:
        """Compares up to three finished runs with a base run, by row and by check.

        `alpha` is the accepted share of false positives among significant differences, from 0 to 1.
        """
        others = [runs] if isinstance(runs, (str, TestRun)) else runs
        body: api.CompareRequest = {
            "base": run_id(base),
            "runs": [run_id(run) for run in others],
            "alpha": alpha,
        }
        return await self._http.post("/test-runs/compare", body, Comparison)


def _definition(model: AnyModel) -> api.ModelDefinitionInput:
    if isinstance(model, (GenerationModel, CustomEndpointTarget)):
        return model.definition()
    if isinstance(model, CustomBatchModel):
        return {"type": "custom", "batchSize": model.batch_size}
    return {"type": "custom"}
