"""The client of the REST API."""

from __future__ import annotations

from gaffe_sdk._async.check_calls import AsyncCheckCalls
from gaffe_sdk._async.datapoint_calls import AsyncDatapointCalls
from gaffe_sdk._async.issue_calls import AsyncIssueCalls
from gaffe_sdk._async.judge_calls import AsyncJudgeCalls
from gaffe_sdk._async.label_calls import AsyncLabelCalls
from gaffe_sdk._async.monitor_calls import AsyncMonitorCalls
from gaffe_sdk._async.run_calls import AsyncRunCalls
from gaffe_sdk._async.scenario_calls import AsyncScenarioCalls
from gaffe_sdk._async.transport import AsyncTransport
from gaffe_sdk.api import Project
from gaffe_sdk.connection import connection_of


class AsyncGaffe(
    AsyncScenarioCalls,
    AsyncRunCalls,
    AsyncCheckCalls,
    AsyncJudgeCalls,
    AsyncMonitorCalls,
    AsyncIssueCalls,
    AsyncDatapointCalls,
    AsyncLabelCalls,
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
        self._http = AsyncTransport(connection_of(api_key, base_url, timeout, retries, project_id))

    async def get_projects(self) -> list[Project]:
        """Returns the token's project; with the scope `admin`, all projects of the account."""
        return await self._http.whole_list("/projects", Project)

    async def close(self) -> None:
        """Closes the connections. `async with AsyncGaffe() as gaffe:` does so automatically."""
        await self._http.close()

    async def __aenter__(self) -> AsyncGaffe:
        """Returns the client."""
        return self

    async def __aexit__(self, *exception: object) -> None:
        """Closes the connections."""
        await self.close()
