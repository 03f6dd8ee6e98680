"""An assertion on test runs, for test runners such as pytest."""

from __future__ import annotations

from collections.abc import Mapping

from gaffe_sdk.api import RunReason
from gaffe_sdk.test_run import TestRun


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
    the model. All other reasons of the run's conclusion fail the assertion: a check without a
    verdict (unless the run lists it in `allow_skipped`), a missing judge or expected result.
    """
    __tracebackhide__ = True
    thresholds = min_pass_rates or {}
    if run.conclusion is None:
        problems = [f"the run is {run.state}: wait for its end"]
    else:
        problems = [
            _text(reason, thresholds, min_pass_rate)
            for reason in run.conclusion.reasons
            if not _is_accepted(reason, thresholds, min_pass_rate, max_errors)
        ]
    known = {} if run.metrics is None else {check.check for check in run.metrics.checks}
    problems += [
        f"{name}: the run does not include this check" for name in thresholds if name not in known
    ]
    if problems:
        lines = "".join(f"\n  {problem}" for problem in problems)
        raise AssertionError(
            f"The test run {run.name} does not meet its thresholds:{lines}\nSee {run.app_link}"
        )


def _is_accepted(
    reason: RunReason, thresholds: Mapping[str, float], min_pass_rate: float, max_errors: int
) -> bool:
    if reason.kind == "no_answer":
        return reason.rows <= max_errors
    if reason.kind != "failed":
        return False
    return _pass_rate(reason) >= thresholds.get(reason.check or "", min_pass_rate)


def _text(reason: RunReason, thresholds: Mapping[str, float], min_pass_rate: float) -> str:
    if reason.kind != "failed":
        return reason.text
    required = thresholds.get(reason.check or "", min_pass_rate)
    return f"{reason.text} ({_pass_rate(reason):.1%} passed, {required:.1%} required)"


def _pass_rate(reason: RunReason) -> float:
    return (reason.of - reason.rows) / reason.of
