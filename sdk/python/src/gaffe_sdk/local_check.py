"""Checks that are functions of yours and run in your process."""

from __future__ import annotations

import hashlib
import inspect
import json
import math
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, cast

from gaffe_sdk import api
from gaffe_sdk.errors import GaffeError
from gaffe_sdk.request_body import list_of, plain_number
from gaffe_sdk.user_code import UserCode

_MAX_TEXT_CHARS = 2000
_MAX_QUOTE_CHARS = 1000
_MAX_QUOTES = 20
_PARAMETERS = ("model_output", "scenario_input", "scenario_result", "metadata", "model_input")


@dataclass(frozen=True)
class CheckResponse:
    """A check's value, with its explanation and quotes of the model call as evidence."""

    score: bool | float
    explanation: str | None = None
    evidence: Sequence[str] = ()


@dataclass(frozen=True)
class Skip:
    """Returned by a check that does not apply to the row."""

    reason: str


@dataclass(frozen=True)
class LocalCheck:
    """A function that runs in your process as a check; the run records its verdicts.

    `evaluate` takes any of model_output, scenario_input, scenario_result, metadata and model_input,
    by name. It returns True, False, or a number together with `pass_from` or `pass_to`;
    `(value, explanation)` or CheckResponse to explain the value; None or Skip if the check does not
    apply. It may be `async`. Several threads call it concurrently.
    """

    name: str
    """Snake case, different from the names of the library's checks."""
    evaluate: Callable[..., Any]
    pass_when: bool = True
    """The boolean that passes."""
    pass_from: float | None = None
    """The lowest number that passes."""
    pass_to: float | None = None
    """The highest number that passes."""
    version: int | None = None
    """Comparisons use verdicts of the same version. None: a digest of the source and thresholds."""

    def as_request(self) -> api.RunCheck:
        """Returns the check in the format of the API.

        Raises GaffeError if `evaluate` has an unknown parameter.
        """
        _parameters_of(self)
        version = _version_of(self) if self.version is None else self.version
        return {"check": self.name, "local": {"version": version, "direction": self._direction()}}

    def _direction(self) -> Literal["higher", "lower", "neutral"]:
        """Returns which numbers are better: a one-sided limit says so, a range does not."""
        if (self.pass_from is None) == (self.pass_to is None):
            return "neutral"
        return "higher" if self.pass_to is None else "lower"


class CodeBasedCheck(ABC):
    """A check as a class. Its name is the name of the class in snake case."""

    @staticmethod
    @abstractmethod
    def evaluate(*args: Any, **kwargs: Any) -> Any:
        """Evaluates one row; takes and returns the same as `evaluate` of LocalCheck."""


async def verdict_of(
    code: UserCode, check: LocalCheck, subject: Mapping[str, Any]
) -> api.BroughtVerdict:
    """Evaluates a check on one row. Never raises an Exception: one becomes a broken verdict."""
    try:
        parameters = {name: subject[name] for name in _parameters_of(check)}
        return _verdict_of(check, await code.call(check.evaluate, **parameters))
    except Exception as error:
        return _no_verdict(check, "broken", f"it raised {type(error).__name__}: {error}")


AnyCheck = str | Mapping[str, Any] | LocalCheck | CodeBasedCheck | Callable[..., Any]
"""A name, `{"check": name, "options": {…}}`, LocalCheck, CodeBasedCheck or a function."""


def split_checks(
    checks: Sequence[AnyCheck],
) -> tuple[list[str | api.RunCheck], list[LocalCheck]]:
    """Returns all checks in the format of the API, and the local ones among them."""
    requested: list[str | api.RunCheck] = []
    local: list[LocalCheck] = []
    for check in list_of(checks, "checks") or []:
        if isinstance(check, (str, Mapping)):
            requested.append(cast("str | api.RunCheck", check))
            continue
        local_check = _local_check(check)
        requested.append(local_check.as_request())
        local.append(local_check)
    return requested, local


def _local_check(check: LocalCheck | CodeBasedCheck | Callable[..., Any]) -> LocalCheck:
    if isinstance(check, LocalCheck):
        return check
    if isinstance(check, CodeBasedCheck):
        return LocalCheck(name=_snake_case(type(check).__name__), evaluate=check.evaluate)
    if isinstance(check, type):
        raise GaffeError(
            f"{check.__name__} is a class, not an instance",
            advice=f"Write {check.__name__}()",
            field="checks",
        )
    if callable(check):
        return LocalCheck(name=getattr(check, "__name__", ""), evaluate=check)
    raise GaffeError(
        f"{type(check).__name__} isn't a check",
        advice="Pass a name, a dict, a function or a LocalCheck",
        field="checks",
    )


def _parameters_of(check: LocalCheck) -> list[str]:
    parameters = inspect.signature(check.evaluate).parameters.values()
    if any(each.kind is inspect.Parameter.VAR_KEYWORD for each in parameters):
        return list(_PARAMETERS)
    names = [
        each.name
        for each in parameters
        if each.kind is not inspect.Parameter.VAR_POSITIONAL
        and (each.name in _PARAMETERS or each.default is inspect.Parameter.empty)
    ]
    unknown = [name for name in names if name not in _PARAMETERS]
    if unknown:
        raise GaffeError(
            f"The check {check.name} has the unknown parameter {', '.join(unknown)}",
            advice=f"A check may take {', '.join(_PARAMETERS)}",
            field="checks",
        )
    return names


def _verdict_of(check: LocalCheck, output: Any) -> api.BroughtVerdict:
    if output is None:
        return _no_verdict(check, "skipped", "the check returned None for this row")
    if isinstance(output, Skip):
        return _no_verdict(check, "skipped", output.reason or "the check does not apply")
    response = CheckResponse(*output) if isinstance(output, tuple) else output
    if not isinstance(response, CheckResponse):
        response = CheckResponse(response)
    value = plain_number(response.score)
    if isinstance(value, bool):
        passes = value is check.pass_when
        return _decided_verdict(check, value, response, passes, f"the check returned {value}")
    if not isinstance(value, (int, float)) or not math.isfinite(value):
        return _no_verdict(
            check,
            "broken",
            f"it returned {type(value).__name__}: "
            "return True, False, a number, (value, explanation) or CheckResponse",
        )
    if check.pass_from is None and check.pass_to is None:
        return _no_verdict(
            check,
            "broken",
            f"it returned {value}: set pass_from or pass_to to define which numbers pass",
        )
    low = -math.inf if check.pass_from is None else check.pass_from
    high = math.inf if check.pass_to is None else check.pass_to
    return _decided_verdict(check, value, response, low <= value <= high, f"score {value}")


def _decided_verdict(
    check: LocalCheck,
    value: bool | float,
    response: CheckResponse,
    passes: bool,
    default_explanation: str,
) -> api.BroughtVerdictPassed:
    return {
        "check": check.name,
        "state": "passed" if passes else "failed",
        "value": value,
        "explanation": (response.explanation or default_explanation)[:_MAX_TEXT_CHARS],
        "evidence": [quote[:_MAX_QUOTE_CHARS] for quote in response.evidence[:_MAX_QUOTES]],
    }


def _no_verdict(
    check: LocalCheck, state: Literal["skipped", "broken"], reason: str
) -> api.BroughtVerdictSkipped:
    return {"check": check.name, "state": state, "reason": reason[:_MAX_TEXT_CHARS]}


def _version_of(check: LocalCheck) -> int:
    """Returns 31 bits of the SHA-256 digest of the check's source and thresholds."""
    try:
        source = inspect.getsource(check.evaluate)
    except (OSError, TypeError):
        source = repr(check.evaluate)
    text = json.dumps([source, check.pass_when, check.pass_from, check.pass_to])
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big") >> 1


def _snake_case(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
