"""Models that the service calls, and simulated users."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from gaffe_sdk import api
from gaffe_sdk.custom_model import OwnModel
from gaffe_sdk.request_body import camel_case_keys, without_none


@dataclass(frozen=True)
class GenerationModel:
    """A provider's model with a prompt. The row's input replaces `{scenario_input}`."""

    model_id: str | None = None
    """As the proxy accepts it: `openai/gpt-4o`, `<upstream>/…`. None: the active judge model."""
    temperature: float | None = None
    system_prompt_template: str | None = None
    user_prompt_template: str | None = None
    dialog_template: Sequence[api.ModelDefinitionInputGenerationDialogTemplate] | None = None
    tools: Sequence[Mapping[str, Any]] | None = None
    params: Mapping[str, Any] | None = None
    judge: str | None = None
    """Name of a judge model to use instead of model_id, with its key and daily limits."""
    timeout_ms: int | None = None
    """Timeout of one call in milliseconds. None: one minute."""

    def definition(self) -> api.ModelDefinitionInputGeneration:
        """Returns the model in the format of the API."""
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
    """An application behind HTTP.

    Each request is a dict with `url` and, optionally, `method`, `headers` and `body`. `next_turn`
    also requires `response_path`, such as `response.choices[0].text`. The service replaces
    `{latest_message}`, `{session_id}`, … in requests.
    """

    next_turn: Mapping[str, Any]
    start_session: Mapping[str, Any] | None = None
    end_session: Mapping[str, Any] | None = None
    auth: Mapping[str, Any] | None = None
    timeout_ms: int | None = None
    """Timeout of one request in milliseconds."""

    def definition(self) -> api.ModelDefinitionInputHttp:
        """Returns the model in the format of the API."""
        definition: api.ModelDefinitionInputHttp = {
            "type": "http",
            "nextTurn": camel_case_keys(self.next_turn),
            "startSession": camel_case_keys(self.start_session),
            "endSession": camel_case_keys(self.end_session),
            "auth": camel_case_keys(self.auth),
            "timeoutMs": self.timeout_ms,
        }
        return without_none(definition)


AnyModel = OwnModel | GenerationModel | CustomEndpointTarget
"""A model whose code runs in your process, or one that the service calls."""


@dataclass(frozen=True)
class Driver:
    """The simulated user: a model with a prompt."""

    prompt_template: str = "{scenario_input}"
    """Describes the user and the user's goal."""
    model_id: str | None = None
    """As the proxy accepts it. None: the active judge model."""
    temperature: float = 0.6
    judge: str | None = None
    """Name of a judge model to use instead of model_id."""


@dataclass(frozen=True)
class StopConfig:
    """A check that ends a conversation when it passes (`stop_on=True`) or fails (False)."""

    check_name: str
    stop_on: bool = True


@dataclass(frozen=True)
class Simulation:
    """Settings of a conversation between a simulated user and the model."""

    driver: Driver = Driver()
    max_turns: int = 5
    """Maximum number of the model's turns."""
    first_turn: Literal["driver", "target"] = "target"
    stop_check: StopConfig | None = None
    stop_phrase: str | None = None
    """A phrase that ends the conversation when either side writes it."""
    checks_at_every_turn: bool = False
    """If False, the checks evaluate the whole conversation once, at its end."""

    def as_request(self) -> api.NewSimulation:
        """Returns the simulation in the format of the API."""
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
