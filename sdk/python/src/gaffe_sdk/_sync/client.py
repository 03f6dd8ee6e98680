"""The client of the REST API.

Written by `npm run sdk:types` from _async/client.py: do not edit.
"""

from __future__ import annotations

from gaffe_sdk._sync.check_calls import CheckCalls
from gaffe_sdk._sync.datapoint_calls import DatapointCalls
from gaffe_sdk._sync.issue_calls import IssueCalls
from gaffe_sdk._sync.judge_calls import JudgeCalls
from gaffe_sdk._sync.label_calls import LabelCalls
from gaffe_sdk._sync.monitor_calls import MonitorCalls
from gaffe_sdk._sync.run_calls import RunCalls
from gaffe_sdk._sync.scenario_calls import ScenarioCalls
from gaffe_sdk._sync.transport import Transport
from gaffe_sdk.api import Project
from gaffe_sdk.connection import connection_of


class Gaffe(
    ScenarioCalls,
    RunCalls,
    CheckCalls,
    JudgeCalls,
    MonitorCalls,
    IssueCalls,
    DatapointCalls,
    LabelCalls,
):
    """Client for scenario sets, models, test runs, checks, monitors, issues and datapoints.

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
        self._http = Transport(connection_of(api_key, base_url, timeout, retries, project_id))

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
