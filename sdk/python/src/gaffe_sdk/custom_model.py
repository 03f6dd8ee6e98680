"""The user's own code, as a model that test runs can call."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class ModelInvocation:
    """What a model makes of one input."""

    model_prediction: Any
    """Text, a label, a list of ids, or `{"tool_calls": [{"name": …, "parameters": …}]}`."""
    model_input: Any = None
    """What the model was asked; the row's input where None."""
    model_output_metadata: Any = None


class CustomMultiturnTarget(ABC):
    """An application of yours that is talked to, one turn after another; for MULTI_TURN."""

    def start_session(self, scenario_input: Any) -> str | None | Awaitable[str | None]:
        """Called before the first answer; what it returns is the session's id."""
        return None

    def end_session(self, session_id: str) -> object:
        """Called with each session's id when the run, or this program's part in it, is over."""
        return None

    @abstractmethod
    def invoke(
        self, messages: list[dict[str, Any]], scenario_input: Any, session_id: str | None
    ) -> ModelInvocation | str | Awaitable[ModelInvocation | str]:
        """Answers what was said last; may be `async def`."""


class CustomModel(ABC):
    """Your own code. Rows are tried by several threads at once: see `concurrency` of run_test."""

    @abstractmethod
    def invoke(self, input_value: Any) -> ModelInvocation | Awaitable[ModelInvocation]:
        """Answers one input; may be `async def`.

        When it raises, the row counts as failed and the run goes on.
        """


class CustomBatchModel(ABC):
    """Your own code that takes several rows at once, such as a model that is faster in batches."""

    batch_size: int = 10
    """Rows of one call, at most. `concurrency` of run_test counts calls, not rows."""

    @abstractmethod
    def invoke_batch(
        self, input_batch: list[dict[str, Any]]
    ) -> Sequence[Mapping[str, Any]] | Awaitable[Sequence[Mapping[str, Any]]]:
        """Answers `[{"id": …, "input_value": …}]` with `[{"id": …, "model_invocation": …}]`.

        May be `async def`. A row that the answer does not name counts as failed; when it raises,
        all rows of the call do.
        """


OwnModel = CustomModel | CustomBatchModel | CustomMultiturnTarget
"""Code of yours, called in your process."""
