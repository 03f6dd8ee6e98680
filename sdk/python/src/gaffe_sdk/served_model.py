"""Models that the service calls by itself, and simulated users."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from gaffe_sdk import api
from gaffe_sdk.json_text import without_none

# What the user wrote for somebody else: its keys are not ours.
_THEIRS = ("headers", "body", "tools", "params")


@dataclass(frozen=True)
class GenerationModel:
    """A provider's model with a prompt. `{scenario_input}` stands for the row's input."""

    model_id: str | None = None
    """As the proxy takes it: `openai/gpt-4o`, `<upstream>/…`; the judge model where None."""
    temperature: float | None = None
    system_prompt_template: str | None = None
    user_prompt_template: str | None = None
    dialog_template: Sequence[api.ModelDefinitionInputGenerationDialogTemplate] | None = None
    tools: Sequence[Mapping[str, Any]] | None = None
    params: Mapping[str, Any] | None = None
    judge: str | None = None
    """Instead of model_id: a judge model by its name, with its key and its ceilings."""
    timeout_ms: int | None = None
    """Of one call; a minute where None."""

    def definition(self) -> api.ModelDefinitionInputGeneration:
        """The model as the API takes it."""
        definition: api.ModelDefinitionInputGeneration = {
            "type": "generation",
            "model": self.model_id,
            "temperature": self.temperature,
            "systemPromptTemplate": self.system_prompt_template,
            "userPromptTemplate": self.user_prompt_template,
            "dialogTemplate": self.dialog_template,
            "tools": self.tools,
            "params": self.params,
            "judge": self.judge,
            "timeoutMs": self.timeout_ms,
        }
        return without_none(definition)


@dataclass(frozen=True)
class CustomEndpointTarget:
    """An application behind HTTP. `{latest_message}`, `{session_id}`, … stand in what is sent.

    Each request is a dict with url, and method, headers, body as needed; `next_turn` also with
    response_path, such as `response.choices[0].text`.
    """

    next_turn: Mapping[str, Any]
    start_session: Mapping[str, Any] | None = None
    end_session: Mapping[str, Any] | None = None
    auth: Mapping[str, Any] | None = None
    timeout_ms: int | None = None

    def definition(self) -> api.ModelDefinitionInputHttp:
        """The model as the API takes it."""
        definition: api.ModelDefinitionInputHttp = {
            "type": "http",
            "nextTurn": _camel(self.next_turn),
            "startSession": _camel(self.start_session),
            "endSession": _camel(self.end_session),
            "auth": _camel(self.auth),
            "timeoutMs": self.timeout_ms,
        }
        return without_none(definition)


@dataclass(frozen=True)
class Driver:
    """The simulated user: a model with a prompt."""

    prompt_template: str = "{scenario_input}"
    """Who the user is and wants."""
    model_id: str | None = None
    """As the proxy takes it; the active judge model where None."""
    temperature: float = 0.6
    judge: str | None = None
    """Instead of model_id: another judge model, by its name."""


@dataclass(frozen=True)
class StopConfig:
    """A check that ends a conversation: when it passes, or when it fails."""

    check_name: str
    stop_on: bool = True


@dataclass(frozen=True)
class Simulation:
    """How a simulated user talks to the model."""

    driver: Driver = Driver()
    max_turns: int = 5
    """Answers of the model at most."""
    first_turn: Literal["driver", "target"] = "target"
    stop_check: StopConfig | None = None
    stop_phrase: str | None = None
    """Ends the conversation, whoever says it."""
    checks_at_every_turn: bool = False

    def asked(self) -> api.NewSimulation:
        """The simulation as the API takes it."""
        driver: api.NewSimulationDriver = {
            "promptTemplate": self.driver.prompt_template,
            "model": self.driver.model_id,
            "temperature": self.driver.temperature,
            "judge": self.driver.judge,
        }
        stop: api.NewSimulationStop = {}
        if self.stop_phrase is not None:
            stop["phrase"] = self.stop_phrase
        if self.stop_check is not None:
            check = self.stop_check
            stop["check"] = {"check": check.check_name, "stopOn": check.stop_on}
        simulation: api.NewSimulation = {
            "driver": without_none(driver),
            "maxTurns": self.max_turns,
            "firstTurn": self.first_turn,
            "checksAtEveryTurn": self.checks_at_every_turn,
            "stop": stop or None,
        }
        return without_none(simulation)


def _camel(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {
            re.sub(r"_([a-z])", lambda found: found[1].upper(), key): (
                each if key in _THEIRS else _camel(each)
            )
            for key, each in value.items()
        }
    if isinstance(value, (list, tuple)):
        return [_camel(each) for each in value]
    return value
