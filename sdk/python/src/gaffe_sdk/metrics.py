"""What a test run came to."""

from __future__ import annotations

from collections.abc import Sequence

from gaffe_sdk import api


class CheckSummary(api.CheckSummary):
    """Verdicts of one check over all rows of a run."""

    @property
    def pass_rate(self) -> float | None:
        """Share that passed of what passed or failed; None without a verdict."""
        judged = self.passed + self.failed
        return None if judged == 0 else self.passed / judged


class RunMetrics(api.RunMetrics):
    """Metrics of a run that has finished."""

    checks: Sequence[CheckSummary]
