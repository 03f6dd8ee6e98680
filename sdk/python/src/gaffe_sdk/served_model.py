"""Models that the service calls by itself, and simulated users."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from gaffe_sdk.json_text import given

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
    dialog_template: Sequence[Mapping[str, str]] | None = None
    tools: Sequence[Mapping[str, Any]] | None = None
    params: Mapping[str, Any] | None = None

    def definition(self) -> dict[str, Any]:
        """The model as the API takes it."""
        fields = given(**{name: value for name, value in vars(self).items() if name != "model_id"})
        return {"type": "generation", **given(model=self.model_id), **_camel(fields)}


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

    def definition(self) -> dict[str, Any]:
        """The model as the API takes it."""
        return {"type": "http", **_camel(given(**vars(self)))}


@dataclass(frozen=True)
class Driver:
    """The simulated user: a model with a prompt."""

    prompt_template: str = "{scenario_input}"
    """Who the user is and wants."""
    model_id: str | None = None
    temperature: float = 0.6


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

    def asked(self) -> dict[str, Any]:
        """The simulation as the API takes it."""
        check = self.stop_check
        stop = given(
            phrase=self.stop_phrase,
            check=None if check is None else {"check": check.check_name, "stopOn": check.stop_on},
        )
        driver = {("model" if key == "model_id" else key): each for key, each in asdict(self.driver).items()}
        return {
            "driver": _camel(given(**driver)),
            "maxTurns": self.max_turns,
            "firstTurn": self.first_turn,
            "checksAtEveryTurn": self.checks_at_every_turn,
            **given(stop=stop or None),
        }


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
