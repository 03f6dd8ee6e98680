"""Test runs: a scenario set × a model × checks."""

from __future__ import annotations

from enum import Enum
from typing import ClassVar
from urllib.parse import quote

from gaffe_sdk import api
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


class Progress(api.Progress):
    """How many tries wait, are under way, and have a result."""

    @property
    def total(self) -> int:
        """All tries: rows × repeats."""
        return self.waiting + self.leased + self.done


class TestRun(api.TestRun):
    """A test run as it stands."""

    __test__: ClassVar[bool] = False

    progress: Progress
    metrics: RunMetrics | None = None

    @property
    def model_metrics(self) -> RunMetrics | None:
        """Once finished."""
        return self.metrics

    @property
    def ended(self) -> bool:
        """Whether nothing more comes."""
        return self.state not in ("running", "evaluating")


class TestRunRow(api.TestRunRow):
    """One try of a run with what came of it."""

    __test__: ClassVar[bool] = False


def run_path(run: TestRun | str, rest: str = "") -> str:
    """Where a run is, by itself or its id."""
    return f"/test-runs/{quote(run_id(run), safe='')}{rest}"


def run_id(run: TestRun | str) -> str:
    """A run's id."""
    return run if isinstance(run, str) else run.id
