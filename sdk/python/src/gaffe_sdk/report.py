"""Runs told to the `gaffe` command."""

from __future__ import annotations

import json
import os
from collections.abc import Callable

from gaffe_sdk.test_run import TestRun


def report_to_command(run: TestRun) -> None:
    """`gaffe run` gathers the runs of a flow from the file that it names: one line of JSON each."""
    file = os.environ.get("GAFFE_REPORT_FILE")
    if not file:
        return
    # As the API has it, but for the names that flows know.
    line = run.model_dump(mode="json", by_alias=True, exclude_none=True)
    line["app_link"] = line.pop("appLink")
    if "metrics" in line:
        line["model_metrics"] = line.pop("metrics")
    with open(file, "a", encoding="utf-8") as report:
        report.write(json.dumps(line) + "\n")


def run_tags(own: list[str] | None) -> list[str]:
    """The tags of a run, with those that `gaffe run --tag` gives to all of them."""
    given = [tag for tag in os.environ.get("GAFFE_RUN_TAGS", "").split(",") if tag]
    return list(dict.fromkeys([*(own or []), *given]))


def progress_for_command(name: str, total: int) -> Callable[[int], None]:
    """Called with the number of new results: tells how far a run is, where `gaffe run` shows it to somebody."""
    file = os.environ.get("GAFFE_PROGRESS_FILE")
    done = 0

    def tell(more: int) -> None:
        nonlocal done
        done += more
        if file:
            with open(file, "w", encoding="utf-8") as progress:
                progress.write(json.dumps({"name": name, "done": done, "total": total}))

    return tell
