"""Reports of runs and progress to the `gaffe run` command."""

from __future__ import annotations

import json
import os
from collections.abc import Callable

from gaffe_sdk.test_run import TestRun


def report_to_command(run: TestRun) -> None:
    """Appends the run as a line of JSON to GAFFE_REPORT_FILE, which `gaffe run` sets and reads."""
    file = os.environ.get("GAFFE_REPORT_FILE")
    if not file:
        return
    # The names of the API, except for two that flows use.
    line = run.model_dump(mode="json", by_alias=True, exclude_none=True)
    line["app_link"] = line.pop("appLink")
    if "metrics" in line:
        line["model_metrics"] = line.pop("metrics")
    with open(file, "a", encoding="utf-8") as report:
        report.write(json.dumps(line) + "\n")


def run_tags(tags: list[str] | None) -> list[str]:
    """Adds the tags of `gaffe run --tag`, without duplicates."""
    command_tags = [tag for tag in os.environ.get("GAFFE_RUN_TAGS", "").split(",") if tag]
    return list(dict.fromkeys([*(tags or []), *command_tags]))


def progress_for_command(name: str, total: int) -> Callable[[int], None]:
    """Returns a function that takes the number of new results and updates GAFFE_PROGRESS_FILE.

    `gaffe run` sets that variable when it displays progress; without it, nothing is written.
    """
    file = os.environ.get("GAFFE_PROGRESS_FILE")
    done = 0

    def add_results(count: int) -> None:
        nonlocal done
        done += count
        if file:
            with open(file, "w", encoding="utf-8") as progress:
                progress.write(json.dumps({"name": name, "done": done, "total": total}))

    return add_results
