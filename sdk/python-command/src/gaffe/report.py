"""The report of the flows in the terminal."""

from __future__ import annotations

from gaffe_sdk import TestRun
from gaffe_sdk.testing import assert_run

from gaffe.script_flow import Outcome
from gaffe.served_flow import metrics_of


def problems_of(outcome: Outcome, fail_under: float) -> list[str]:
    """Returns why a flow has not passed; empty if it has."""
    if not outcome.runs and not outcome.failures:
        return ["the flow made no run"]
    return outcome.failures + [
        text for run in outcome.runs if (text := _failure_of(run, fail_under)) is not None
    ]


def flow_text(name: str, outcome: Outcome, problems: list[str]) -> str:
    """Returns the flow with its runs, their checks, and why it has not passed."""
    lines = [f"{'✗' if problems else '✓'} {name}"]
    for run in outcome.runs:
        lines += _run_lines(run)
    for problem in problems:
        lines += [f"  {line}" for line in problem.splitlines()]
    return "\n".join(lines)


def _run_lines(run: TestRun) -> list[str]:
    rows = "" if run.metrics is None else f", {run.metrics.rows} rows"
    lines = [f"  {run.name}: {run.state}{rows}"]
    if run.metrics is not None:
        bad = {reason.check for reason in (run.conclusion.reasons if run.conclusion else ())}
        checks = {each.check for each in run.metrics.checks}
        measures = [
            f"{name} {value:.3g}"
            for name, value in metrics_of(run.metrics).items()
            if name not in checks
        ]
        lines += [f"    {' · '.join(measures)}"] if measures else []
        for each in run.metrics.checks:
            mark = "✗" if each.check in bad else "✓"
            left = ", ".join(
                f"{count} {state}"
                for count, state in ((each.skipped, "skipped"), (each.broken, "broken"))
                if count
            )
            rate = f"{each.passed}/{each.passed + each.failed}"
            lines.append(f"    {mark} {each.check}  {rate}{f'  ({left})' if left else ''}")
    return [*lines, f"    {run.app_link}"]


def _failure_of(run: TestRun, fail_under: float) -> str | None:
    try:
        assert_run(run, min_pass_rate=fail_under)
    except AssertionError as error:
        return str(error)
    return None
