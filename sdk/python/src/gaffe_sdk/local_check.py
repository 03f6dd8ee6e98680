"""Checks that are functions of the user's own, run in their process."""

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
from gaffe_sdk.asked import list_of
from gaffe_sdk.errors import GaffeError
from gaffe_sdk.event_loop import wait_for

_LONGEST = 2000
_LONGEST_QUOTE = 1000
_MOST_QUOTES = 20
_SUBJECT = ("model_output", "scenario_input", "scenario_result", "metadata", "model_input")


@dataclass(frozen=True)
class CheckResponse:
    """What a check says, with why and with passages of the call that show it."""

    score: bool | float
    explanation: str | None = None
    evidence: Sequence[str] = ()


@dataclass(frozen=True)
class Skip:
    """Said by a check that does not apply to the row."""

    because: str


@dataclass(frozen=True)
class LocalCheck:
    """A function of yours as a check: run in your process, its verdicts recorded with the run.

    `evaluate` takes any of model_output, scenario_input, scenario_result, metadata and model_input,
    by name. It returns True or False, or a number together with `pass_from` or `pass_to`; with
    `(value, explanation)` or CheckResponse it says why; None or Skip where it does not apply. It
    may be `async`. Rows are checked by several threads at once.
    """

    name: str
    """Snake case, and no name of the library."""
    evaluate: Callable[..., Any]
    pass_when: bool = True
    """Which answer is the good one."""
    pass_from: float | None = None
    """A number passes from here on, included."""
    pass_to: float | None = None
    """A number passes up to here, included."""
    version: int | None = None
    """Runs are compared where it is the same. None: a digest of the source and the limits."""

    def asked(self) -> api.RunCheck:
        """The check as a test run is told of it."""
        _parameters_of(self)
        version = _version_of(self) if self.version is None else self.version
        return {"check": self.name, "local": {"version": version}}

    def verdict(self, subject: Mapping[str, Any]) -> api.BroughtVerdict:
        """What it says of a row. Never raises: what it raises is a verdict that says so."""
        try:
            said = self.evaluate(**{name: subject[name] for name in _parameters_of(self)})
            if inspect.isawaitable(said):
                said = wait_for(said)
            return _judged(self, said)
        except Exception as thrown:
            return _unsaid(self, "broken", f"it raised {type(thrown).__name__}: {thrown}")


class CodeBasedCheck(ABC):
    """A check as a class: `evaluate` as in LocalCheck, its name that of the class in snake case."""

    @staticmethod
    @abstractmethod
    def evaluate(*args: Any, **kwargs: Any) -> Any:
        """Says what it finds: see LocalCheck."""


AnyCheck = str | Mapping[str, Any] | LocalCheck | CodeBasedCheck | Callable[..., Any]
"""A check's name, `{"check": name, "options": {…}}`, or a check of yours: LocalCheck, a function."""


def split_checks(
    checks: Sequence[AnyCheck],
) -> tuple[list[str | api.RunCheck], list[LocalCheck]]:
    """All checks as a run is told of them, and those to be run here."""
    asked: list[str | api.RunCheck] = []
    own: list[LocalCheck] = []
    for check in list_of(checks, "checks") or []:
        if isinstance(check, (str, Mapping)):
            asked.append(cast("str | api.RunCheck", check))
            continue
        mine = _local(check)
        asked.append(mine.asked())
        own.append(mine)
    return asked, own


def _local(check: LocalCheck | CodeBasedCheck | Callable[..., Any]) -> LocalCheck:
    if isinstance(check, LocalCheck):
        return check
    if isinstance(check, CodeBasedCheck):
        return LocalCheck(name=_snake(type(check).__name__), evaluate=check.evaluate)
    if isinstance(check, type):
        raise GaffeError(
            f"{check.__name__} is a class", advice=f"Write {check.__name__}()", field="checks"
        )
    if callable(check):
        return LocalCheck(name=getattr(check, "__name__", ""), evaluate=check)
    raise GaffeError(
        f"{type(check).__name__} is no check",
        advice="Pass a name, a dict, a function or a LocalCheck",
        field="checks",
    )


def _parameters_of(check: LocalCheck) -> list[str]:
    parameters = inspect.signature(check.evaluate).parameters.values()
    if any(each.kind is inspect.Parameter.VAR_KEYWORD for each in parameters):
        return list(_SUBJECT)
    names = [
        each.name
        for each in parameters
        if each.kind is not inspect.Parameter.VAR_POSITIONAL
        and (each.name in _SUBJECT or each.default is inspect.Parameter.empty)
    ]
    strange = [name for name in names if name not in _SUBJECT]
    if strange:
        raise GaffeError(
            f"{check.name} asks for {', '.join(strange)}",
            advice=f"A check may ask for {', '.join(_SUBJECT)}",
            field="checks",
        )
    return names


def _judged(check: LocalCheck, said: Any) -> api.BroughtVerdict:
    if said is None:
        return _unsaid(check, "skipped", "the check says nothing of this row")
    if isinstance(said, Skip):
        return _unsaid(check, "skipped", said.because or "it does not apply")
    answer = CheckResponse(*said) if isinstance(said, tuple) else said
    if not isinstance(answer, CheckResponse):
        answer = CheckResponse(answer)
    value = answer.score
    if isinstance(value, bool):
        return _told(check, answer, value is check.pass_when, f"the check returned {value}")
    if not isinstance(value, (int, float)) or not math.isfinite(value):
        return _unsaid(
            check,
            "broken",
            f"it returned {type(value).__name__}: "
            "return True, False, a number, (value, explanation) or CheckResponse",
        )
    if check.pass_from is None and check.pass_to is None:
        return _unsaid(
            check,
            "broken",
            f"it returned {value}: say from where a number passes, by pass_from or pass_to",
        )
    low = -math.inf if check.pass_from is None else check.pass_from
    high = math.inf if check.pass_to is None else check.pass_to
    return _told(check, answer, low <= value <= high, f"score {value}")


def _told(
    check: LocalCheck, answer: CheckResponse, passes: bool, unless: str
) -> api.BroughtVerdictPassed:
    return {
        "check": check.name,
        "state": "passed" if passes else "failed",
        "value": answer.score,
        "explanation": (answer.explanation or unless)[:_LONGEST],
        "evidence": [quote[:_LONGEST_QUOTE] for quote in answer.evidence[:_MOST_QUOTES]],
    }


def _unsaid(
    check: LocalCheck, state: Literal["skipped", "broken"], because: str
) -> api.BroughtVerdictSkipped:
    return {"check": check.name, "state": state, "because": because[:_LONGEST]}


def _version_of(check: LocalCheck) -> int:
    """31 bits: another source is another version."""
    try:
        source = inspect.getsource(check.evaluate)
    except (OSError, TypeError):
        source = repr(check.evaluate)
    text = json.dumps([source, check.pass_when, check.pass_from, check.pass_to])
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big") >> 1


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
