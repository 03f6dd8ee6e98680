"""Test runs: a scenario set, a model and checks."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from enum import Enum
from typing import Any, ClassVar
from urllib.parse import quote

from gaffe_sdk import api
from gaffe_sdk._sync.transport import Transport
from gaffe_sdk.connection import Connected
from gaffe_sdk.dataframe import dataframe_of, record_of
from gaffe_sdk.display import run_html
from gaffe_sdk.errors import GaffeError
from gaffe_sdk.row_text import is_failing


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


class TestRunRow(api.TestRunRow):
    """One attempt of a run, with its output and verdicts."""

    __test__: ClassVar[bool] = False


class TestRun(api.TestRun, Connected):
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

    def read_rows(self) -> list[TestRunRow]:
        """Reads all attempts with their outputs and verdicts from the service; blocks meanwhile.

        In an async program, use get_test_run_rows of AsyncGaffe.
        """
        if self._connection is None:
            raise GaffeError("The run was not read from a service", advice="Use get_test_run")
        http = Transport(self._connection)
        try:
            return http.all(run_path(self, "/rows"), TestRunRow)
        finally:
            http.close()

    def failing_rows(self) -> list[TestRunRow]:
        """Reads the attempts without an output, or with a check that failed or broke."""
        return [row for row in self.read_rows() if is_failing(row)]

    def to_dataframe(self) -> Any:
        """Reads all attempts as a pandas.DataFrame. Raises GaffeError without pandas.

        Each check has the columns `<name>` (its state), `<name>.value` and `<name>.explanation`.
        """
        return dataframe_of([record_of(row) for row in self.read_rows()])

    def _repr_html_(self) -> str:
        """Returns what a notebook displays."""
        has_failing = self.conclusion is not None and not self.conclusion.passed
        failing: list[TestRunRow] = []
        if has_failing and self._connection is not None:
            # A notebook displays the run when the service is not available as well.
            with contextlib.suppress(GaffeError):
                failing = self.failing_rows()
        return run_html(self, failing)


class Comparison(api.Comparison):
    """Runs compared with a base run, by row and by check."""

    def to_dataframe(self) -> Any:
        """Returns the changed rows as a pandas.DataFrame. Raises GaffeError without pandas."""
        return dataframe_of([change.model_dump() for change in self.changed])


def run_path(run: TestRun | str, rest: str = "") -> str:
    """Returns the API path of a run, followed by `rest`."""
    return f"/test-runs/{quote(run_id(run), safe='')}{rest}"


def run_id(run: TestRun | str) -> str:
    """Returns the id of a run."""
    return run if isinstance(run, str) else run.id
