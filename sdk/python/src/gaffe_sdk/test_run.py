"""Test runs: a scenario set, a model and checks."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import ClassVar
from urllib.parse import quote

from gaffe_sdk import api


class TestRunType(str, Enum):
    """Selects the metrics of a run in addition to its checks."""

    __test__ = False  # Prevents pytest from collecting the class because of its name.

    NL_GENERATION = "NL_GENERATION"
    MULTI_CLASS_CLASSIFICATION = "MULTI_CLASS_CLASSIFICATION"
    INFORMATION_RETRIEVAL = "INFORMATION_RETRIEVAL"
    MULTI_TURN = "MULTI_TURN"
    """A simulated user talks to the model."""
    AGENT_EVAL = "AGENT_EVAL"
    """Compares the model's tool calls with the expected ones."""
    INVARIANT = "INVARIANT"
    """Rows that vary one seed should get the same output."""


class CheckSummary(api.CheckSummary):
    """Counts of one check's verdicts over all rows of a run."""

    @property
    def pass_rate(self) -> float | None:
        """Returns passed / (passed + failed), from 0 to 1; None without a verdict."""
        evaluated = self.passed + self.failed
        return None if evaluated == 0 else self.passed / evaluated


class RunMetrics(api.RunMetrics):
    """Metrics of a finished run."""

    checks: Sequence[CheckSummary]


class Progress(api.Progress):
    """Numbers of attempts that are waiting, leased (in progress) and done."""

    @property
    def total(self) -> int:
        """Returns the number of all attempts: rows × repeats."""
        return self.waiting + self.leased + self.done


class TestRun(api.TestRun):
    """The state of a test run when it was read."""

    __test__: ClassVar[bool] = False

    progress: Progress
    metrics: RunMetrics | None = None

    @property
    def model_metrics(self) -> RunMetrics | None:
        """Returns the metrics; None until the run is finished."""
        return self.metrics

    @property
    def ended(self) -> bool:
        """Returns whether the run is finished, failed or cancelled."""
        return self.state not in ("running", "evaluating")


class TestRunRow(api.TestRunRow):
    """One attempt of a run, with its output and verdicts."""

    __test__: ClassVar[bool] = False


def run_path(run: TestRun | str, rest: str = "") -> str:
    """Returns the API path of a run, followed by `rest`."""
    return f"/test-runs/{quote(run_id(run), safe='')}{rest}"


def run_id(run: TestRun | str) -> str:
    """Returns the id of a run."""
    return run if isinstance(run, str) else run.id
