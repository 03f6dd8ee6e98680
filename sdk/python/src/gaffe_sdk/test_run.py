"""Test runs: a scenario set × a model × checks."""

from __future__ import annotations

from enum import Enum
from typing import Any, ClassVar, Literal
from urllib.parse import quote

from pydantic import Field

from gaffe_sdk.answer import Answer
from gaffe_sdk.check import Verdict
from gaffe_sdk.metrics import RunMetrics


class TestRunType(str, Enum):
    """Which metrics a run has besides its checks."""

    __test__ = False  # Its name is no reason for pytest to collect it.

    NL_GENERATION = "NL_GENERATION"
    MULTI_CLASS_CLASSIFICATION = "MULTI_CLASS_CLASSIFICATION"
    INFORMATION_RETRIEVAL = "INFORMATION_RETRIEVAL"
    MULTI_TURN = "MULTI_TURN"
    """A simulated user talks to the model."""
    AGENT_EVAL = "AGENT_EVAL"
    """The calls of tools that were made, against those that are expected."""
    INVARIANT = "INVARIANT"
    """Rows that vary one seed should be answered alike."""


class Progress(Answer):
    """How many tries wait, are under way, and have a result."""

    waiting: int
    leased: int
    done: int

    @property
    def total(self) -> int:
        """All tries: rows × repeats."""
        return self.waiting + self.leased + self.done


class TestRun(Answer):
    """A test run as it stands."""

    __test__: ClassVar[bool] = False

    id: str
    name: str
    type: str
    state: str
    """running, evaluating, finished, failed or cancelled."""
    progress: Progress
    failure: str | None = None
    model_metrics: RunMetrics | None = Field(default=None, alias="metrics")
    """Once finished."""
    app_link: str
    """Where a person reads the run."""

    @property
    def ended(self) -> bool:
        """Whether nothing more comes."""
        return self.state not in ("running", "evaluating")


class TestRunRow(Answer):
    """One try of a run with what came of it."""

    __test__: ClassVar[bool] = False

    row_id: str
    repeat: int
    input: Any
    expected: Any
    state: Literal["waiting", "leased", "done"] | str
    prediction: Any = None
    error: str | None = None
    duration_ms: float | None = None
    cost_usd: float | None = None
    datapoint_id: str
    verdicts: list[Verdict]
    conversation: list[dict[str, Any]] | None = None
    """Of MULTI_TURN: role and content of what was said."""
    ended: str | None = None
    """Why a conversation ended."""


def run_path(run: TestRun | str, rest: str = "") -> str:
    """Where a run is, by itself or its id."""
    return f"/test-runs/{quote(run_id(run), safe='')}{rest}"


def run_id(run: TestRun | str) -> str:
    """A run's id."""
    return run if isinstance(run, str) else run.id
