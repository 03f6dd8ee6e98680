"""The client."""

from __future__ import annotations

import os
from types import TracebackType

import httpx

from gaffe_sdk.answer import Answer
from gaffe_sdk.api import Project
from gaffe_sdk.check_calls import CheckCalls
from gaffe_sdk.datapoint_calls import DatapointCalls
from gaffe_sdk.errors import GaffeError
from gaffe_sdk.monitor_calls import MonitorCalls
from gaffe_sdk.run_calls import RunCalls
from gaffe_sdk.scenario_calls import ScenarioCalls
from gaffe_sdk.transport import Transport

_LOCAL = "http://127.0.0.1:4233"


class _Projects(Answer):
    items: list[Project]


class Gaffe(ScenarioCalls, RunCalls, CheckCalls, MonitorCalls, DatapointCalls):
    """Scenario sets, registered models, test runs, checks, monitors, datapoints of Gaffe.

    Raises GaffeError.

    `api_key` is an API token, GAFFE_API_KEY where left out; `base_url` is GAFFE_BASE_URL, else
    http://127.0.0.1:4233, where left out. `timeout` is of one request, in seconds; `retries` counts
    the tries after the first that failed, where trying again may help. `project_id` is the project
    that the token must belong to, which is asked before the first write.
    """

    def __init__(
        self,
        api_key: str | None = None,
        base_url: str | None = None,
        timeout: float = 30,
        retries: int = 4,
        project_id: str | None = None,
    ) -> None:
        self._http = Transport(
            base_url=_address(base_url or os.environ.get("GAFFE_BASE_URL") or _LOCAL),
            api_key=_key(api_key if api_key is not None else os.environ.get("GAFFE_API_KEY", "")),
            timeout=timeout,
            retries=retries,
            project=project_id,
        )

    def get_projects(self) -> list[Project]:
        """Projects that the token sees: its own, or all of the account with the scope admin."""
        return self._http.get("/projects", _Projects).items

    def close(self) -> None:
        """Closes the connections. `with Gaffe() as gaffe:` does so by itself."""
        self._http.close()

    def __enter__(self) -> Gaffe:
        """The client itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        thrown: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Closes the connections."""
        self.close()


def _key(text: str) -> str:
    key = text.strip()
    if key == "":
        raise GaffeError("Missing API key", advice="Pass api_key, or set GAFFE_API_KEY")
    if not (key.isascii() and key.isprintable()):
        raise GaffeError("The API key has a character that no key has", advice="Copy it whole")
    return key


def _address(text: str) -> str:
    address = text.rstrip("/")
    try:
        url = httpx.URL(address)
    except httpx.InvalidURL as thrown:
        raise GaffeError(f"{text} is no address: {thrown}", field="base_url") from thrown
    if url.scheme not in ("http", "https") or url.host == "":
        raise GaffeError(f"{text} is no address", advice=f"Write it as {_LOCAL}", field="base_url")
    return address
