"""Methods of the client for scenario sets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from gaffe_sdk import api
from gaffe_sdk._async.transport import AsyncTransport
from gaffe_sdk.answer import Answer
from gaffe_sdk.api import ScenarioRow
from gaffe_sdk.request_body import content_of, list_of, without_none
from gaffe_sdk.scenario import (
    CollectedScenarioSet,
    GeneratedScenarioSet,
    GenerationType,
    ScenarioSet,
    SeedData,
    id_of,
    path_of,
    seeds_of,
)
from gaffe_sdk.test_run import TestRun, run_id

Format = Literal["jsonl", "csv"]


class _FailureSetResponse(Answer):
    scenario: ScenarioSet


class AsyncScenarioCalls:
    """Methods for creating, generating and reading scenario sets."""

    _http: AsyncTransport

    async def create_scenario_set(
        self,
        name: str,
        seed_data: Sequence[SeedData | Mapping[str, Any]],
        project_id: str | None = None,
        tags: Sequence[str] | None = None,
        update: bool = False,
    ) -> ScenarioSet:
        """Creates a set of rows. Raises GaffeError if the token isn't of `project_id`.

        The same rows under a known name return the set that exists. With `update`, other rows
        become its next version; without it, the service rejects them.
        """
        await self._http.require_project(project_id)
        body: api.NewScenarioSet = {
            "name": name,
            "seedData": seeds_of(seed_data),
            "tags": list_of(tags, "tags"),
            "update": update,
        }
        return await self._http.post("/scenario-sets", body, ScenarioSet)

    async def upload_scenario_set(
        self,
        name: str,
        file_path: str | Path | None = None,
        *,
        content: str | None = None,
        format: Format | None = None,
        project_id: str | None = None,
        tags: Sequence[str] | None = None,
        update: bool = False,
    ) -> ScenarioSet:
        """Creates a set from a file, or from `content` in the same format.

        The format is JSON Lines of `{"input": …, "result": …}`, or CSV with these columns. By
        default, a file that ends in `.csv` is CSV, everything else JSON Lines.
        """
        text = content_of(file_path, content)
        await self._http.require_project(project_id)
        is_csv = file_path is not None and Path(file_path).suffix.lower() == ".csv"
        body: api.ScenarioUpload = {
            "name": name,
            "content": text,
            "format": format or ("csv" if is_csv else "jsonl"),
            "tags": list_of(tags, "tags"),
            "update": update,
        }
        return await self._http.post("/scenario-sets/upload", body, ScenarioSet)

    async def get_scenario_generators(self) -> list[api.ScenarioGenerator]:
        """Returns the available generators, and whether each requires a model."""
        return await self._http.whole_list("/scenario-generators", api.ScenarioGenerator)

    async def generate_scenario_set(
        self,
        name: str,
        source_scenario: ScenarioSet | str,
        generation_type: GenerationType,
        *,
        number_examples: int = 1,
        synonym_sets: Sequence[Sequence[str]] | None = None,
        pre_template: str | None = None,
        post_template: str | None = None,
        generation_tone: str | None = None,
        generation_prompt: str | None = None,
        generation_schema: Mapping[str, Any] | None = None,
        lock_result: bool = False,
        checks: Sequence[str | api.RunCheck] | None = None,
        tags: Sequence[str] | None = None,
    ) -> GeneratedScenarioSet:
        """Generates a set with `number_examples` variations of each row of another set.

        `generation_type` is the type of a generator (see get_scenario_generators). Generators that
        require a model accept a `generation_tone`; custom ones accept a `generation_prompt` and a
        `generation_schema` (JSON Schema of the inputs). With `lock_result`, each row gets the
        result of its seed. Rows that fail one of the `checks` are returned as `failed_data` and do
        not become part of the set.
        """
        body: api.GenerateRequest = {
            "name": name,
            "scenarioId": id_of(source_scenario),
            "type": generation_type,
            "numberExamples": number_examples,
            "synonymSets": synonym_sets,
            "preTemplate": pre_template,
            "postTemplate": post_template,
            "tone": generation_tone,
            "generationPrompt": generation_prompt,
            "generationSchema": generation_schema,
            "lockResult": lock_result,
            "checks": list_of(checks, "checks"),
            "tags": list_of(tags, "tags"),
        }
        return await self._http.post("/scenario-sets/generate", body, GeneratedScenarioSet)

    async def collect_scenario_set(
        self,
        name: str | None = None,
        *,
        scenario: ScenarioSet | str | None = None,
        q: str | None = None,
        datapoint_ids: Sequence[str] | None = None,
        issue: str | int | None = None,
        from_: str | None = None,
        to: str | None = None,
        limit: int = 100,
        input: Literal["conversation", "whole_dialog", "last_user_message"] = "conversation",
        results: Mapping[str, Any] | None = None,
        tags: Sequence[str] | None = None,
        update: bool = False,
    ) -> CollectedScenarioSet:
        """Creates rows from recorded datapoints, selected by a query, by ids or by an issue.

        The rows become a new set called `name`, or the next version of `scenario`. Markers replace
        secrets and personal data. The recorded output never becomes the expected result: pass
        expected results as `results`, by datapoint id. `limit` is the maximum number of rows.
        """
        body: api.FromDatapoints = {
            "name": name,
            "scenarioId": None if scenario is None else id_of(scenario),
            "q": q,
            "datapointIds": list_of(datapoint_ids, "datapoint_ids"),
            "issueId": None if issue is None else str(issue),
            "from": from_,
            "to": to,
            "limit": limit,
            "input": input,
            "results": [
                {"datapointId": id, "result": each} for id, each in (results or {}).items()
            ],
            "tags": list_of(tags, "tags"),
            "update": update,
        }
        path = "/scenario-sets/from-datapoints"
        return await self._http.post(path, body, CollectedScenarioSet)

    async def create_failure_scenario(
        self,
        run: TestRun | str,
        name: str,
        *,
        checks: Sequence[str] | None = None,
        tags: Sequence[str] | None = None,
        update: bool = False,
    ) -> ScenarioSet:
        """Creates a set of the rows of a run that failed any check, or one of `checks`."""
        body: api.FromTestRun = {
            "name": name,
            "runId": run_id(run),
            "checks": list_of(checks, "checks"),
            "tags": list_of(tags, "tags"),
            "update": update,
        }
        path = "/scenario-sets/from-test-run"
        response = await self._http.post(path, body, _FailureSetResponse)
        return response.scenario

    async def get_scenario_set(self, scenario: ScenarioSet | str) -> ScenarioSet:
        """Returns the newest version of a set, by id or name."""
        return await self._http.get(path_of(scenario), ScenarioSet)

    async def get_scenario_sets(self) -> list[ScenarioSet]:
        """Returns all sets, newest first."""
        return await self._http.all("/scenario-sets", ScenarioSet)

    async def update_scenario_set(
        self,
        scenario: ScenarioSet | str,
        *,
        name: str | None = None,
        tags: Sequence[str] | None = None,
    ) -> ScenarioSet:
        """Changes the name or the tags of a set."""
        body: api.ScenarioSetChange = {"name": name, "tags": list_of(tags, "tags")}
        return await self._http.patch(path_of(scenario), without_none(body), ScenarioSet)

    async def create_scenario_version(
        self, scenario: ScenarioSet | str, seed_data: Sequence[SeedData | Mapping[str, Any]]
    ) -> ScenarioSet:
        """Creates the next version of a set from new rows. Keeps runs of earlier versions."""
        body: api.PostScenarioSetsIdVersionsBody = {"seedData": seeds_of(seed_data)}
        return await self._http.post(path_of(scenario, "/versions"), body, ScenarioSet)

    async def delete_scenario_set(self, scenario: ScenarioSet | str) -> None:
        """Deletes a set with all its versions."""
        await self._http.delete(path_of(scenario))

    async def get_scenario_data_points(self, scenario: ScenarioSet | str) -> list[ScenarioRow]:
        """Returns the rows of a set."""
        return await self._http.all(path_of(scenario, "/rows"), ScenarioRow)

    async def download_scenario_set(
        self,
        scenario: ScenarioSet | str,
        file_path: str | Path | None = None,
        *,
        format: Format = "jsonl",
    ) -> str:
        """Returns a set as JSON Lines or CSV; also writes it to `file_path` if given."""
        text = await self._http.text(path_of(scenario, "/download"), {"format": format})
        if file_path is not None:
            Path(file_path).write_text(text, encoding="utf-8")
        return text
