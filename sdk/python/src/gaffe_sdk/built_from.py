"""Which build started a run, by the variables that CI services set."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping

_COMMITS = ("GITHUB_SHA", "CI_COMMIT_SHA", "CIRCLE_SHA1", "BUILDKITE_COMMIT", "BITBUCKET_COMMIT", "GIT_COMMIT")
_BUILDS = ("CI_JOB_URL", "CIRCLE_BUILD_URL", "BUILDKITE_BUILD_URL", "BUILD_URL")


def commit_built(environment: Mapping[str, str] = os.environ) -> str | None:
    """The commit that is tried."""
    commit = _named(environment, _COMMITS)
    return commit if re.fullmatch(r"[0-9a-fA-F]{7,64}", commit) else None


def build_page(environment: Mapping[str, str] = os.environ) -> str | None:
    """Where a person reads the build."""
    server, repository, run = (
        environment.get(f"GITHUB_{name}") for name in ("SERVER_URL", "REPOSITORY", "RUN_ID")
    )
    page = (
        f"{server}/{repository}/actions/runs/{run}"
        if server and repository and run
        else _named(environment, _BUILDS)
    )
    return page if re.fullmatch(r"https?://\S+", page) else None


def _named(environment: Mapping[str, str], names: tuple[str, ...]) -> str:
    return next((environment[name] for name in names if environment.get(name)), "")
