"""The client of the REST API."""

from __future__ import annotations

import os

import httpx

from gaffe_sdk.api import Project
from gaffe_sdk.check_calls import CheckCalls
from gaffe_sdk.datapoint_calls import DatapointCalls
from gaffe_sdk.errors import GaffeError
from gaffe_sdk.monitor_calls import MonitorCalls
from gaffe_sdk.run_calls import RunCalls
from gaffe_sdk.scenario_calls import ScenarioCalls
from gaffe_sdk.transport import Transport

_LOCAL_URL = "http://127.0.0.1:4233"


class Gaffe(ScenarioCalls, RunCalls, CheckCalls, MonitorCalls, DatapointCalls):
    """Client for scenario sets, registered models, test runs, checks, monitors and datapoints.

    `api_key` is an API token (default: the variable GAFFE_TOKEN). `base_url` is the address of
    Gaffe (default: the variable GAFFE_ENDPOINT, else http://127.0.0.1:4233). `timeout` limits one
    request, in seconds. `retries` is the number of retries after a lost connection, a timeout or
    overload. With `project_id`, the first write verifies that the token belongs to that project.

    All methods raise GaffeError.
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
            base_url=_valid_url(base_url or os.environ.get("GAFFE_ENDPOINT") or _LOCAL_URL),
            api_key=_valid_key(
                api_key if api_key is not None else os.environ.get("GAFFE_TOKEN", "")
            ),
            timeout=timeout,
            retries=retries,
            project=project_id,
        )

    def get_projects(self) -> list[Project]:
        """Returns the token's project; with the scope `admin`, all projects of the account."""
        return self._http.whole_list("/projects", Project)

    def close(self) -> None:
        """Closes the connections. `with Gaffe() as gaffe:` does so automatically."""
        self._http.close()

    def __enter__(self) -> Gaffe:
        """Returns the client."""
        return self

    def __exit__(self, *exception: object) -> None:
        """Closes the connections."""
        self.close()


def _valid_key(text: str) -> str:
    key = text.strip()
    if key == "":
        raise GaffeError("Missing API key", advice="Pass api_key, or set GAFFE_TOKEN")
    if not (key.isascii() and key.isprintable()):
        raise GaffeError("The API key contains an invalid character", advice="Copy the whole key")
    return key


def _valid_url(text: str) -> str:
    base_url = text.rstrip("/")
    try:
        url = httpx.URL(base_url)
    except httpx.InvalidURL as error:
        raise GaffeError(f"{text} isn't a valid URL: {error}", field="base_url") from error
    if url.scheme not in ("http", "https") or url.host == "":
        raise GaffeError(
            f"{text} isn't a valid URL", advice=f"Write it as {_LOCAL_URL}", field="base_url"
        )
    return base_url
