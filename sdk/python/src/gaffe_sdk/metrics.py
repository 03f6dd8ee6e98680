"""Metrics of test runs."""

from __future__ import annotations

from collections.abc import Sequence

from gaffe_sdk import api


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
