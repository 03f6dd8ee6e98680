"""The CI build that starts a run, from the environment variables of common CI services."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping

_COMMIT_VARIABLES = (
    "GITHUB_SHA",
    "CI_COMMIT_SHA",
    "CIRCLE_SHA1",
    "BUILDKITE_COMMIT",
    "BITBUCKET_COMMIT",
    "GIT_COMMIT",
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
