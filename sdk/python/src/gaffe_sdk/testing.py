"""Assertions on test runs and rows, for test runners such as pytest."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence

from gaffe_sdk.api import RunReason
from gaffe_sdk.errors import GaffeError
from gaffe_sdk.row_tests import assert_row, rows
from gaffe_sdk.row_text import bad_verdicts, rows_text
from gaffe_sdk.test_run import TestRun

__all__ = ["assert_row", "assert_run", "rows"]


def assert_run(
    run: TestRun,
    *,
    min_pass_rate: float = 1.0,
    min_pass_rates: Mapping[str, float] | None = None,
    max_errors: int = 0,
) -> None:
    """Raises AssertionError if a threshold is missed, with what failed, the rows and the link.

    Each check must pass on at least a share `min_pass_rate` (0 to 1) of the rows that it evaluated;
    `min_pass_rates` overrides that share by check. At most `max_errors` rows may have no output of
    the model. All other reasons of the run's conclusion fail the assertion: a check without a
    verdict (unless the run lists it in `allow_skipped`), a missing judge or expected result.
    """
    __tracebackhide__ = True
    thresholds = min_pass_rates or {}
    gating = [
        reason
        for reason in (run.conclusion.reasons if run.conclusion else ())
        if not _is_accepted(reason, thresholds, min_pass_rate, max_errors)
    ]
    problems = [_text(reason, thresholds, min_pass_rate) for reason in gating]
    if run.conclusion is None:
        problems.append(f"the run is {run.state}: wait for its end")
    known = {} if run.metrics is None else {check.check for check in run.metrics.checks}
    problems += [
        f"{name}: the run does not include this check" for name in thresholds if name not in known
    ]
    if problems:
        lines = "".join(f"\n  {problem}" for problem in problems)
        raise AssertionError(
            f"The test run {run.name} does not meet its thresholds:{lines}"
            f"{_failing_text(run, gating)}\nSee {run.app_link}"
        )


def _failing_text(run: TestRun, gating: Sequence[RunReason]) -> str:
    """Returns the first rows of the reasons that gate; nothing if they cannot be read."""
    checks = {reason.check for reason in gating}
    has_errors = any(reason.kind == "no_answer" for reason in gating)
    with contextlib.suppress(GaffeError):
        shown = [
            row
            for row in (run.failing_rows() if gating else ())
            if (has_errors and row.error is not None)
            or any(verdict.check in checks for verdict in bad_verdicts(row))
        ]
        return rows_text(shown) if shown else ""
    return ""


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
