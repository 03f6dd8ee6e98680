"""Methods of the client for checks.

Written by `npm run sdk:types` from _async/check_calls.py: do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, cast
from urllib.parse import quote

from gaffe_sdk import api
from gaffe_sdk._sync.datapoint_calls import as_request
from gaffe_sdk._sync.transport import Transport
from gaffe_sdk.api import GeneratedCheck, Severity, Verdict
from gaffe_sdk.check import (
    CheckInfo,
    ModelBasedCheck,
    PolicyCheck,
    SandboxCheck,
    definition_of,
)
from gaffe_sdk.errors import GaffeError
from gaffe_sdk.local_check import CodeBasedCheck, LocalCheck
from gaffe_sdk.request_body import list_of, without_none

_CONFLICT = 409


class CheckCalls:
    """Methods for checks of the library and custom checks of the project."""

    _http: Transport

    def get_all_checks(self, custom: bool | None = None) -> list[CheckInfo]:
        """Returns checks: all, only custom ones (`custom=True`) or only the library's (False)."""
        query = "" if custom is None else f"?custom={str(custom).lower()}"
        return self._http.whole_list(f"/checks{query}", CheckInfo)

    def get_check(self, name: str) -> CheckInfo:
        """Returns one check; a custom check includes its definition."""
        return self._http.get(_path(name), CheckInfo)

    def create_or_update_check(
        self,
        name: str,
        description: str | None = None,
        check: ModelBasedCheck | SandboxCheck | PolicyCheck | GeneratedCheck | None = None,
        *,
        title: str | None = None,
        severity: Severity | None = None,
        tags: Sequence[str] | None = None,
    ) -> CheckInfo:
        """Uploads a check: a prompt for the judge model, code for the sandbox, or a policy.

        A changed definition under an existing name becomes the next version of that check. `check`
        may be the result of generate_check, whose title and description count unless they are given
        here. Raises GaffeError for a check in Python.
        """
        if isinstance(check, (LocalCheck, CodeBasedCheck)) or callable(check):
            raise GaffeError(
                "Checks in Python run in your process and cannot be uploaded",
                advice="Pass it to run_test in checks=[…], or write a SandboxCheck",
                field="check",
            )
        if check is None:
            raise GaffeError(
                "The definition of the check is missing",
                advice="Pass a ModelBasedCheck, a SandboxCheck or a PolicyCheck",
                field="check",
            )
        if isinstance(check, GeneratedCheck):
            title = title or check.title
            description = description or check.description
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
        except GaffeError as error:
            if error.status != _CONFLICT or error.field != "name":
                raise
        # The name exists. For a name of the library, this request fails with the reason.
        return self._http.patch(_path(name), change, CheckInfo)

    def generate_check(
        self,
        description: str,
        *,
        type: Literal["code", "judge"] = "judge",
        prior: CheckInfo | GeneratedCheck | None = None,
    ) -> GeneratedCheck:
        """Generates a check from a description with the judge model, or refines `prior`.

        Does not save the check: pass the result to create_or_update_check.
        """
        body: api.CheckGenerateRequest = {"kind": type, "instruction": description}
        if prior is not None and prior.definition is not None:
            body["prior"] = cast("api.CheckDefinitionInput", prior.definition)
        return self._http.post("/checks/generate", body, GeneratedCheck)

    def evaluate(
        self,
        check: str,
        datapoint_id: str | None = None,
        *,
        datapoint: api.NewDatapoint | Mapping[str, Any] | None = None,
        options: Mapping[str, Any] | None = None,
        expected: Any = None,
    ) -> Verdict:
        """Evaluates a check on a stored datapoint or on `datapoint`; stores no verdict."""
        body = {
            "datapointId": datapoint_id,
            "datapoint": None if datapoint is None else as_request(datapoint, "datapoint"),
            "options": options,
            "expected": expected,
        }
        return self._http.post(f"{_path(check)}/evaluate", body, Verdict)

    def delete_check(self, name: str) -> None:
        """Deletes a custom check with all its versions. Keeps its verdicts."""
        self._http.delete(_path(name))


def _path(name: str) -> str:
    return f"/checks/{quote(name, safe='')}"
