"""Calls about checks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, cast
from urllib.parse import quote

from gaffe_sdk import api
from gaffe_sdk.answer import Answer
from gaffe_sdk.api import GeneratedCheck, Verdict
from gaffe_sdk.asked import list_of
from gaffe_sdk.check import CheckInfo, ModelBasedCheck, SandboxCheck, definition_of
from gaffe_sdk.errors import GaffeError
from gaffe_sdk.json_text import without_none
from gaffe_sdk.local_check import CodeBasedCheck, LocalCheck
from gaffe_sdk.transport import Transport

_TAKEN = 409


class _Checks(Answer):
    items: list[CheckInfo]


class CheckCalls:
    """The checks of the library and those of the project's own."""

    _http: Transport

    def get_all_checks(self, custom: bool | None = None) -> list[CheckInfo]:
        """Checks of the library and of the project; `custom` tells one of them."""
        asked = "" if custom is None else f"?custom={str(custom).lower()}"
        return self._http.get(f"/checks{asked}", _Checks).items

    def get_check(self, name: str) -> CheckInfo:
        """One check, with its definition where the project wrote it."""
        return self._http.get(_path(name), CheckInfo)

    def create_or_update_check(
        self,
        name: str,
        description: str | None = None,
        check: ModelBasedCheck | SandboxCheck | GeneratedCheck | None = None,
        *,
        title: str | None = None,
        severity: str | None = None,
        tags: Sequence[str] | None = None,
    ) -> CheckInfo:
        """Uploads a check: a prompt for the judge model, or code for the service's sandbox.

        Under a name that the project has, another definition is its next version. What
        generate_check gave may be passed as it is.
        """
        if isinstance(check, (LocalCheck, CodeBasedCheck)) or callable(check):
            raise GaffeError(
                "checks in Python run in your process and are not uploaded",
                advice="Pass it to run_test in checks=[…], or write a SandboxCheck",
                field="check",
            )
        if check is None:
            raise GaffeError("what the check is", advice="Pass ModelBasedCheck", field="check")
        body: api.CheckChange = {
            "title": title,
            "description": description,
            "severity": severity,
            "tags": list_of(tags, "tags"),
        }
        definition = check.definition if isinstance(check, GeneratedCheck) else definition_of(check)
        change = {**without_none(body), **definition}
        try:
            return self._http.post("/checks", {"name": name, **change}, CheckInfo)
        except GaffeError as thrown:
            if thrown.status != _TAKEN or thrown.field != "name":
                raise
        # The name is taken: what is of the library says so here, too.
        return self._http.patch(_path(name), change, CheckInfo)

    def generate_check(
        self,
        description: str,
        *,
        type: Literal["code", "judge"] = "judge",
        prior: CheckInfo | GeneratedCheck | None = None,
    ) -> GeneratedCheck:
        """Has the judge model write a check from plain words, or refine one; nothing is saved."""
        body: api.CheckGenerateRequest = {"kind": type, "instruction": description}
        if prior is not None and prior.definition is not None:
            body["prior"] = cast("api.CheckDefinitionInput", prior.definition)
        return self._http.post("/checks/generate", body, GeneratedCheck)

    def evaluate(
        self,
        check: str,
        datapoint_id: str | None = None,
        *,
        datapoint: api.NewDatapoint | None = None,
        options: Mapping[str, Any] | None = None,
        expected: Any = None,
    ) -> Verdict:
        """What a check says of a stored datapoint, or of one given here; nothing is stored."""
        body: api.EvaluateRequest = {
            "datapointId": datapoint_id,
            "datapoint": datapoint,
            "options": options,
            "expected": expected,
        }
        return self._http.post(f"{_path(check)}/evaluate", without_none(body), Verdict)

    def delete_check(self, name: str) -> None:
        """Deletes a check of the project's own with its versions; its verdicts stay."""
        self._http.delete(_path(name))


def _path(name: str) -> str:
    return f"/checks/{quote(name, safe='')}"
