"""Checks that the service stores, and their definitions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gaffe_sdk import api


@dataclass(frozen=True)
class PassFail:
    """Output of a check that returns true or false."""

    pass_when: bool = True
    """The boolean that passes."""


@dataclass(frozen=True)
class Score:
    """Output of a check that returns a number from `min` to `max`.

    The number passes from `pass_from` to `pass_to`, both included.
    """

    min: float = 1
    max: float = 5
    pass_from: float | None = None
    pass_to: float | None = None


@dataclass(frozen=True)
class Category:
    """Output of a check that returns one of `categories`; those in `passing` pass."""

    categories: list[str]
    passing: list[str]


Output = PassFail | Score | Category


@dataclass(frozen=True)
class ModelBasedCheck:
    """A prompt for the judge model.

    The service replaces `{model_output}`, `{scenario_input}`, `{scenario_result}`, … by the texts.
    """

    prompt_template: str
    check_type: Output = PassFail()


@dataclass(frozen=True)
class SandboxCheck:
    """Code that runs in the service, on production traffic and in test runs.

    A TypeScript or JavaScript module whose default export is a function of `{input, output,
    expected, toolCalls, context, …}`. For a check in Python that runs in your process, see
    LocalCheck.
    """

    code_contents: str
    check_type: Output = PassFail()


@dataclass(frozen=True)
class PolicyCheck:
    """Rules over the steps of a trace, such as `tool:refund only after tool:check_identity`.

    The check passes when every rule holds. It runs in the service when the trace arrives, and again
    when a late span of the trace does.
    """

    rules: list[str]


class CheckInfo(api.Check):
    """A check of the library or a custom check of the project."""

    definition: dict[str, Any] | None = None
    """Definition of a custom check; only get_check returns it."""


def definition_of(check: ModelBasedCheck | SandboxCheck | PolicyCheck) -> api.CheckDefinitionInput:
    """Returns the definition of a check in the format of the API."""
    if isinstance(check, PolicyCheck):
        return {"body": {"kind": "policy", "rules": check.rules}}
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
