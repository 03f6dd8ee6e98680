"""An assertion on test runs, for test runners such as pytest."""

from __future__ import annotations

from collections.abc import Mapping

from gaffe_sdk.test_run import CheckSummary, RunMetrics, TestRun


def assert_run(
    run: TestRun,
    *,
    min_pass_rate: float = 1.0,
    min_pass_rates: Mapping[str, float] | None = None,
    max_errors: int = 0,
) -> None:
    """Raises AssertionError with the failing checks and the run's link if a threshold is missed.

    Each check must pass on at least a share `min_pass_rate` (0 to 1) of the rows that it evaluated;
    `min_pass_rates` overrides that share by check. At most `max_errors` rows may have no output of
    the model. A check that could not be evaluated on a row also fails the assertion.
    """
    __tracebackhide__ = True
    thresholds = min_pass_rates or {}
    problems = _state_problems(run)
    if run.model_metrics is not None:
        metrics = run.model_metrics
        problems += _error_problems(metrics, max_errors)
        for check in metrics.checks:
            problems += _check_problems(check, thresholds.get(check.check, min_pass_rate))
        known = {check.check for check in metrics.checks}
        problems += [
            f"{name}: the run does not include this check"
            for name in thresholds
            if name not in known
        ]
    if problems:
        lines = "".join(f"\n  {problem}" for problem in problems)
        raise AssertionError(
            f"The test run {run.name} does not meet its thresholds:{lines}\nSee {run.app_link}"
        )


def _state_problems(run: TestRun) -> list[str]:
    if run.state != "finished":
        failure = "" if run.failure is None else f": {run.failure}"
        return [f"the run is {run.state}{failure}"]
    if run.model_metrics is None:
        return ["the run has no metrics: start it with calculate_metrics=True"]
    return []


def _error_problems(metrics: RunMetrics, max_errors: int) -> list[str]:
    if metrics.errors <= max_errors:
        return []
    return [f"{metrics.errors} of {metrics.rows} rows have no output of the model"]


def _check_problems(check: CheckSummary, min_pass_rate: float) -> list[str]:
    problems = []
    rate = check.pass_rate
    if rate is not None and rate < min_pass_rate:
        evaluated = check.passed + check.failed
        rates = f"{rate:.1%} passed, {min_pass_rate:.1%} required"
        problems.append(f"{check.check}: {check.failed} of {evaluated} failed ({rates})")
    if check.broken > 0:
        problems.append(f"{check.check}: no verdict on {check.broken} rows")
    return problems
