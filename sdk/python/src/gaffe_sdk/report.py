"""Runs told to the `gaffe` command."""

from __future__ import annotations

import json
import os

from gaffe_sdk.test_run import TestRun


def report_to_command(run: TestRun) -> None:
    """`gaffe run` gathers the runs of a flow from the file that it names: one line of JSON each."""
    file = os.environ.get("GAFFE_REPORT_FILE")
    if not file:
        return
    line = run.model_dump(mode="json", exclude_none=True, exclude={"model_metrics"})
    if run.model_metrics is not None:
        # As the API has them, whatever language the flow is written in.
        line["model_metrics"] = run.model_metrics.model_dump(
            mode="json", by_alias=True, exclude_none=True
        )
    with open(file, "a", encoding="utf-8") as report:
        report.write(json.dumps(line) + "\n")
