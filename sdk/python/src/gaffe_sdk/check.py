"""Checks as Gaffe knows them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gaffe_sdk import api


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


class CheckInfo(api.Check):
    """A check of the library or of the project's own."""

    definition: dict[str, Any] | None = None
    """Of a check of the project's own, where one check was asked for."""


def definition_of(check: ModelBasedCheck | SandboxCheck) -> api.CheckDefinitionInput:
    """A check as the API takes it."""
    return {"body": _body(check), "output": _output(check.check_type)}


def _body(check: ModelBasedCheck | SandboxCheck) -> api.NewCheckBodyJudge | api.NewCheckBodyCode:
    if isinstance(check, ModelBasedCheck):
        return {"kind": "judge", "prompt": check.prompt_template}
    return {"kind": "code", "source": check.code_contents}


def _output(
    output: Output,
) -> api.NewCheckOutputBoolean | api.NewCheckOutputScore | api.NewCheckOutputCategory:
    if isinstance(output, PassFail):
        return {"type": "boolean", "passWhen": output.pass_when}
    if isinstance(output, Category):
        return {"type": "category", "categories": output.categories, "passing": output.passing}
    score: api.NewCheckOutputScore = {"type": "score", "min": output.min, "max": output.max}
    if output.pass_from is not None:
        score["passFrom"] = output.pass_from
    if output.pass_to is not None:
        score["passTo"] = output.pass_to
    return score
