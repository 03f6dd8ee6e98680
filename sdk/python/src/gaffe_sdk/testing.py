"""For test runners: a test run as an assertion."""

from __future__ import annotations

from collections.abc import Mapping

from gaffe_sdk.metrics import CheckSummary, RunMetrics
from gaffe_sdk.test_run import TestRun


def assert_run(
    run: TestRun,
    *,
    min_pass_rate: float = 1.0,
    min_pass_rates: Mapping[str, float] | None = None,
    max_errors: int = 0,
) -> None:
    """Raises AssertionError, naming the checks and the run's link, unless the run is good enough.

    Each check must pass on a share of at least `min_pass_rate` of the rows it judged, or what
    `min_pass_rates` says for it. At most `max_errors` rows may lack an answer of the model.
    """
    __tracebackhide__ = True
    wanted = min_pass_rates or {}
    complaints = _about_state(run)
    if run.model_metrics is not None:
        metrics = run.model_metrics
        complaints += _about_errors(metrics, max_errors)
        for check in metrics.checks:
            complaints += _about_check(check, wanted.get(check.check, min_pass_rate))
        known = {check.check for check in metrics.checks}
        complaints += [f"{name}: the run has no such check" for name in wanted if name not in known]
    if complaints:
        lines = "".join(f"\n  {complaint}" for complaint in complaints)
        raise AssertionError(
            f"the test run {run.name} is not good enough:{lines}\nSee {run.app_link}"
        )


def _about_state(run: TestRun) -> list[str]:
    if run.state != "finished":
        return [f"it is {run.state}" + ("" if run.failure is None else f": {run.failure}")]
    if run.model_metrics is None:
        return ["it has no metrics: run it with calculate_metrics=True"]
    return []


def _about_errors(metrics: RunMetrics, most: int) -> list[str]:
    if metrics.errors <= most:
        return []
    return [f"{metrics.errors} of {metrics.rows} rows had no answer of the model"]


def _about_check(check: CheckSummary, wanted: float) -> list[str]:
    complaints = []
    rate = check.pass_rate
    if rate is not None and rate < wanted:
        judged = check.passed + check.failed
        shares = f"{rate:.1%} passed, {wanted:.1%} wanted"
        complaints.append(f"{check.check}: {check.failed} of {judged} failed ({shares})")
    if check.broken > 0:
        complaints.append(f"{check.check}: came to no verdict on {check.broken} rows")
    return complaints
