"""Calls about scenario sets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from gaffe_sdk import api
from gaffe_sdk.answer import Answer
from gaffe_sdk.api import ScenarioRow
from gaffe_sdk.asked import list_of
from gaffe_sdk.errors import GaffeError
from gaffe_sdk.json_text import without_none
from gaffe_sdk.scenario import ScenarioSet, SeedData, id_of, path_of, seeds_of
from gaffe_sdk.test_run import TestRun, run_id
from gaffe_sdk.transport import Transport

Format = Literal["jsonl", "csv"]


class GeneratedScenarioSet(ScenarioSet):
    """A set of generated rows, and what did not become part of it."""

    failed_data: Sequence[api.GeneratedSetFailedData] = ()
    """Rows that failed one of the `checks`, and why."""


class CollectedScenarioSet(api.CollectedScenarioSet):
    """A set of what was recorded."""

    scenario: ScenarioSet


class _Failing(Answer):
    scenario: ScenarioSet


class _Generators(Answer):
    items: list[api.ScenarioGenerator]


class ScenarioCalls:
    """Making, generating and reading scenario sets."""

    _http: Transport

    def create_scenario_set(
        self,
        name: str,
        seed_data: Sequence[SeedData | Mapping[str, Any]],
        project_id: str | None = None,
        tags: Sequence[str] | None = None,
    ) -> ScenarioSet:
        """Makes a set of rows. `project_id` must be the project of the token."""
        self._http.must_be(project_id)
        body: api.NewScenarioSet = {
            "name": name,
            "seedData": seeds_of(seed_data),
            "tags": list_of(tags, "tags"),
        }
        return self._http.post("/scenario-sets", without_none(body), ScenarioSet)

    def upload_scenario_set(
        self,
        name: str,
        file_path: str | Path | None = None,
        *,
        content: str | None = None,
        format: Format | None = None,
        project_id: str | None = None,
        tags: Sequence[str] | None = None,
    ) -> ScenarioSet:
        """Makes a set of a file, or of a text that is one.

        JSON lines of `{"input": …, "result": …}`, or CSV with these columns. The format is told by
        the file's ending where it is not given: CSV for `.csv`, else JSON lines.
        """
        if (file_path is None) == (content is None):
            raise GaffeError("pass either file_path or content", field="file_path")
        self._http.must_be(project_id)
        is_csv = file_path is not None and Path(file_path).suffix.lower() == ".csv"
        body: api.ScenarioUpload = {
            "name": name,
            "content": (content or "") if file_path is None else _read(Path(file_path)),
            "format": format or ("csv" if is_csv else "jsonl"),
            "tags": list_of(tags, "tags"),
        }
        return self._http.post("/scenario-sets/upload", without_none(body), ScenarioSet)

    def get_scenario_generators(self) -> list[api.ScenarioGenerator]:
        """The ways to generate rows, and which of them need a model."""
        return self._http.get("/scenario-generators", _Generators).items

    def generate_scenario_set(
        self,
        name: str,
        source_scenario: ScenarioSet | str,
        generation_type: str,
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
        """Makes a set of rows that vary those of another one, `number_examples` of each.

        The types that there are: get_scenario_generators. Those that need a model take a
        `generation_tone`; the custom ones a `generation_prompt` and a `generation_schema` (JSON
        Schema of the inputs). `lock_result` keeps each seed's result. `checks` are held against
        each row before it is taken: those that fail come back as `failed_data`.
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
        return self._http.post("/scenario-sets/generate", without_none(body), GeneratedScenarioSet)

    def collect_scenario_set(
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
    ) -> CollectedScenarioSet:
        """Makes rows of what was recorded: of datapoints by a query or by ids, or of an issue.

        They become a new set of `name`, or the next version of `scenario`. Personal data is
        replaced by markers. What was answered is never taken for what should be: `results` says
        that, by ids of datapoints.
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
        }
        path = "/scenario-sets/from-datapoints"
        return self._http.post(path, without_none(body), CollectedScenarioSet)

    def create_failure_scenario(
        self,
        run: TestRun | str,
        name: str,
        *,
        checks: Sequence[str] | None = None,
        tags: Sequence[str] | None = None,
    ) -> ScenarioSet:
        """Makes a set of a run's rows that failed: any check of it, or those that are named."""
        body: api.FromTestRun = {
            "name": name,
            "runId": run_id(run),
            "checks": list_of(checks, "checks"),
            "tags": list_of(tags, "tags"),
        }
        path = "/scenario-sets/from-test-run"
        return self._http.post(path, without_none(body), _Failing).scenario

    def get_scenario_set(self, scenario: ScenarioSet | str) -> ScenarioSet:
        """The newest version of a set, by id or name."""
        return self._http.get(path_of(scenario), ScenarioSet)

    def get_scenario_sets(self) -> list[ScenarioSet]:
        """All sets, newest first."""
        return self._http.all("/scenario-sets", ScenarioSet)

    def update_scenario_set(
        self,
        scenario: ScenarioSet | str,
        *,
        name: str | None = None,
        tags: Sequence[str] | None = None,
    ) -> ScenarioSet:
        """Gives a set another name, or other tags."""
        body: api.ScenarioSetChange = {"name": name, "tags": list_of(tags, "tags")}
        return self._http.patch(path_of(scenario), without_none(body), ScenarioSet)

    def create_scenario_version(
        self, scenario: ScenarioSet | str, seed_data: Sequence[SeedData | Mapping[str, Any]]
    ) -> ScenarioSet:
        """Gives a set other rows: its next version. Runs of the versions before stay."""
        body: api.PostScenarioSetsIdVersionsBody = {"seedData": seeds_of(seed_data)}
        return self._http.post(path_of(scenario, "/versions"), body, ScenarioSet)

    def delete_scenario_set(self, scenario: ScenarioSet | str) -> None:
        """Deletes a set with all its versions."""
        self._http.delete(path_of(scenario))

    def get_scenario_data_points(self, scenario: ScenarioSet | str) -> list[ScenarioRow]:
        """The rows of a set."""
        return self._http.all(path_of(scenario, "/rows"), ScenarioRow)

    def download_scenario_set(
        self,
        scenario: ScenarioSet | str,
        file_path: str | Path | None = None,
        *,
        format: Format = "jsonl",
    ) -> str:
        """A set as a file's content, which is written where a path is given."""
        text = self._http.text(path_of(scenario, "/download"), {"format": format})
        if file_path is not None:
            Path(file_path).write_text(text, encoding="utf-8")
        return text


def _read(path: Path) -> str:
    try:
        # Spreadsheets begin their files with a byte order mark.
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as thrown:
        raise GaffeError(f"{path} cannot be read: {thrown}", field="file_path") from thrown
