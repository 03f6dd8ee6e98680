"""Base classes for models whose code runs in your process."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class ModelInvocation:
    """A model's output for one input."""

    model_prediction: Any
    """Text, a label, a list of ids, or `{"tool_calls": [{"name": …, "parameters": …}]}`.

    It may contain pydantic models, dataclasses and the scalars and arrays of numpy.
    """
    model_input: Any = None
    """The actual input of the model; the row's input if None."""
    model_output_metadata: Any = None


class CustomMultiturnTarget(ABC):
    """Your application, which answers one turn of a conversation at a time; for MULTI_TURN."""

    def start_session(self, scenario_input: Any) -> str | Awaitable[str | None] | None:
        """Called before the first turn; returns the id of the session, or None."""
        return None

    def end_session(self, session_id: str) -> object:
        """Called once per session id after this process has finished its part of the run."""
        return None

    @abstractmethod
    def invoke(
        self, messages: list[dict[str, Any]], scenario_input: Any, session_id: str | None
    ) -> object:
        """Answers the last of the messages with a ModelInvocation or with the answer itself.

        May be `async def`.
        """


class CustomModel(ABC):
    """Your model. It is called concurrently: see `concurrency` of run_test."""

    @abstractmethod
    def invoke(self, input_value: Any) -> object:
        """Answers one input with a ModelInvocation or with the prediction itself, such as text.

        May be `async def`: then it runs in the event loop of AsyncGaffe's caller, or in one that
        all runs of Gaffe share. A plain function runs on threads. If it raises, the row counts as
        an error and the run continues.
        """


class CustomBatchModel(ABC):
    """Your model that takes several rows per call."""

    batch_size: int = 10
    """Maximum rows per call. `concurrency` of run_test counts calls, not rows."""

    @abstractmethod
    def invoke_batch(
        self, input_batch: list[dict[str, Any]]
    ) -> Sequence[Mapping[str, Any]] | Awaitable[Sequence[Mapping[str, Any]]]:
        """Answers `[{"id": …, "input_value": …}]` with `[{"id": …, "model_invocation": …}]`.

        May be `async def`. A row whose id is missing from the result counts as an error; if the
        method raises, all rows of the call count as errors.
        """


OwnModel = CustomModel | CustomBatchModel | CustomMultiturnTarget
"""A model whose code runs in your process."""
