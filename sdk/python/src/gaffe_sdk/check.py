"""Checks as Gaffe knows them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from gaffe_sdk.answer import Answer
from gaffe_sdk.json_text import given


@dataclass(frozen=True)
class PassFail:
    """The answer is true or false."""

    pass_when: bool = True
    """Which answer is the good one."""


@dataclass(frozen=True)
class Score:
    """The answer is a number from `min` to `max` that passes between `pass_from` and `pass_to`."""

    min: float = 1
    max: float = 5
    pass_from: float | None = None
    pass_to: float | None = None


@dataclass(frozen=True)
class Category:
    """The answer is one of `categories`; it passes when among `passing`."""

    categories: list[str]
    passing: list[str]


Output = PassFail | Score | Category


@dataclass(frozen=True)
class ModelBasedCheck:
    """A prompt for the judge model.

    `{model_output}`, `{scenario_input}`, `{scenario_result}`, … stand for the texts.
    """

    prompt_template: str
    check_type: Output = PassFail()


@dataclass(frozen=True)
class SandboxCheck:
    """Code that runs in the service, on production as well as in test runs.

    A TypeScript or JavaScript module whose default export is a function of `{input, output,
    expected, toolCalls, context, …}`. A check in Python runs in your process: see LocalCheck.
    """

    code_contents: str
    check_type: Output = PassFail()


class CheckCustom(Answer):
    """Of a check of the project's own."""

    number: int
    """Counts saved definitions from 1."""
    tags: list[str]


class CheckInfo(Answer):
    """A check of the library or of the project's own."""

    name: str
    version: int
    kind: str
    """code or judge."""
    title: str
    description: str
    category: str
    severity: str
    unavailable: str | None = None
    """What it needs before it can run at all."""
    custom: CheckCustom | None = None
    definition: dict[str, Any] | None = None
    """Of a check of the project's own, where one check was asked for."""


class Problem(Answer):
    """What is wrong with a definition."""

    message: str
    field: str
    line: int | None = None


class GeneratedCheck(Answer):
    """A check that the judge model wrote. Nothing is saved: pass it to create_or_update_check."""

    name: str
    title: str
    description: str
    definition: dict[str, Any]
    problems: list[Problem]
    """Empty where it can be saved as it is."""
    model: str
    cost_usd: float | None = None


class Evidence(Answer):
    """A passage of the call that a verdict speaks of."""

    target: str
    start: int
    end: int
    text: str


class Verdict(Answer):
    """What one check says of one datapoint."""

    check: str
    version: int
    state: Literal["queued", "running", "passed", "failed", "skipped", "broken"] | str
    value: bool | float | None = None
    because: str | None = None
    """Why it was skipped or broken."""
    explanation: str | None = None
    evidence: list[Evidence] = []


def definition_of(check: ModelBasedCheck | SandboxCheck) -> dict[str, Any]:
    """A check as the API takes it."""
    body = (
        {"kind": "judge", "prompt": check.prompt_template}
        if isinstance(check, ModelBasedCheck)
        else {"kind": "code", "source": check.code_contents}
    )
    return {"body": body, "output": _output(check.check_type)}


def _output(output: Output) -> dict[str, Any]:
    if isinstance(output, PassFail):
        return {"type": "boolean", "passWhen": output.pass_when}
    if isinstance(output, Category):
        return {"type": "category", "categories": output.categories, "passing": output.passing}
    return given(
        type="score",
        min=output.min,
        max=output.max,
        passFrom=output.pass_from,
        passTo=output.pass_to,
    )
