"""What surrounds a run: the CI build that starts it, and the `gaffe run` command."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping, Sequence
from typing import Any

from gaffe_sdk.test_run import TestRun

_COMMIT_VARIABLES = (
    *("GITHUB_SHA", "CI_COMMIT_SHA", "CIRCLE_SHA1"),
    *("BUILDKITE_COMMIT", "BITBUCKET_COMMIT", "GIT_COMMIT"),
)
_URL_VARIABLES = ("CI_JOB_URL", "CIRCLE_BUILD_URL", "BUILDKITE_BUILD_URL", "BUILD_URL")


def ci_commit(environment: Mapping[str, str] = os.environ) -> str | None:
    """Returns the commit hash of the build; None outside CI."""
    commit = _first_set(environment, _COMMIT_VARIABLES)
    return commit if re.fullmatch(r"[0-9a-fA-F]{7,64}", commit) else None


def ci_url(environment: Mapping[str, str] = os.environ) -> str | None:
    """Returns the URL of the build's page; None outside CI."""
    server, repository, run = (
        environment.get(f"GITHUB_{name}") for name in ("SERVER_URL", "REPOSITORY", "RUN_ID")
    )
    url = (
        f"{server}/{repository}/actions/runs/{run}"
        if server and repository and run
        else _first_set(environment, _URL_VARIABLES)
    )
    return url if re.fullmatch(r"https?://\S+", url) else None


def _first_set(environment: Mapping[str, str], names: tuple[str, ...]) -> str:
    return next((environment[name] for name in names if environment.get(name)), "")


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


def allowed_skipped(checks: Sequence[str | Mapping[str, Any]], own: list[str] | None) -> list[str]:
    """Adds those checks of `gaffe run --allow-skipped` that the run has, without duplicates."""
    names = {check if isinstance(check, str) else check["check"] for check in checks}
    given = os.environ.get("GAFFE_ALLOW_SKIPPED", "").split(",")
    return list(dict.fromkeys([*(own or []), *(name for name in given if name in names)]))
