"""Methods of the client for monitors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gaffe_sdk import api
from gaffe_sdk._async.transport import AsyncTransport
from gaffe_sdk.api import Monitor
from gaffe_sdk.errors import GaffeError
from gaffe_sdk.request_body import api_fields, camel_case_keys, list_of

Settings = Mapping[str, Any]
"""Settings with names in snake case, or those of the API."""
MonitorCheck = str | api.NewMonitorCheck
"""A check's name, or `{"check": name, "options": {…}, "severity": …}`."""


_FIELDS = (
    *("name", "condition", "checks", "description", "enabled", "sample_rate", "max_per_minute"),
    *("notifications", "threshold", "cooldown_minutes", "daily_limits", "no_data_after_minutes"),
)


class AsyncMonitorCalls:
    """Methods for monitors, which check production traffic."""

    _http: AsyncTransport

    async def get_monitors(self) -> list[Monitor]:
        """Returns all monitors of the project."""
        return await self._http.whole_list("/monitors", Monitor)

    async def get_monitor_status(self, monitor: Monitor | str) -> api.MonitorStatus:
        """Returns the health of a monitor in the last day: matches, verdicts, queue, failures."""
        path = f"/monitors/{await self._id(monitor)}/status"
        return await self._http.get(path, api.MonitorStatus)

    async def preview_monitor(
        self, condition: str, checks: Sequence[MonitorCheck] = (), *, hours: float = 24
    ) -> api.Preview:
        """Returns what a monitor would match and find in the stored data of the last `hours`."""
        body = {"condition": condition, "checks": _as_requests(checks), "hours": hours}
        return await self._http.post("/monitors/preview", body, api.Preview)

    async def get_monitor(self, monitor: str) -> Monitor:
        """Returns a monitor by id or name.

        Raises GaffeError if no monitor matches or several have that name.
        """
        monitors = await self.get_monitors()
        found = [each for each in monitors if monitor in (each.id, each.name)]
        if len(found) == 1:
            return found[0]
        if found:
            ids = ", ".join(each.id for each in found)
            raise GaffeError(
                f"{len(found)} monitors are named {monitor}",
                advice=f"Pass one of the ids {ids}",
                field="monitor",
            )
        names = ", ".join(each.name for each in monitors) or "none"
        raise GaffeError(
            f"The monitor {monitor} does not exist. Existing monitors: {names}", field="monitor"
        )

    async def create_monitor(
        self,
        name: str,
        condition: str,
        checks: Sequence[MonitorCheck],
        *,
        description: str | None = None,
        enabled: bool = True,
        sample_rate: float = 1,
        max_per_minute: int | None = None,
        notifications: Sequence[Settings] | None = None,
        threshold: Settings | None = None,
        cooldown_minutes: int | None = None,
        daily_limits: Settings | None = None,
        no_data_after_minutes: int | None = None,
    ) -> Monitor:
        """Creates a monitor, which checks datapoints that match `condition`.

        `condition` is a query as in the search box; `sample_rate` is the share of matching
        datapoints to check, from 0 to 1. `notifications`, `threshold` and `daily_limits` are dicts
        as in docs/monitors.md, with names in snake case (`min_severity`) or those of the API.
        """
        body = {
            "name": name,
            "condition": condition,
            "checks": _as_requests(checks),
            "description": description,
            "enabled": enabled,
            "sampleRate": sample_rate,
            "maxPerMinute": max_per_minute,
            "notifications": camel_case_keys(list_of(notifications, "notifications")),
            "threshold": camel_case_keys(threshold),
            "cooldownMinutes": cooldown_minutes,
            "dailyLimits": camel_case_keys(daily_limits),
            "noDataAfterMinutes": no_data_after_minutes,
        }
        return await self._http.post("/monitors", body, Monitor)

    async def update_monitor(self, monitor: Monitor | str, **change: Any) -> Monitor:
        """Changes the given fields, named as in create_monitor; None removes a setting.

        If `monitor` is a Monitor, raises GaffeError if somebody else has changed it since it was
        read.
        """
        body = api_fields(change, _FIELDS, "monitor")
        for field in ("notifications", "threshold", "dailyLimits"):
            if field in body:
                body[field] = camel_case_keys(body[field])
        if "checks" in body:
            body["checks"] = _as_requests(body["checks"])
        if isinstance(monitor, Monitor):
            body["revision"] = monitor.revision
        return await self._http.patch(f"/monitors/{await self._id(monitor)}", body, Monitor)

    async def delete_monitor(self, monitor: Monitor | str) -> None:
        """Deletes a monitor. Keeps its issues."""
        await self._http.delete(f"/monitors/{await self._id(monitor)}")

    async def _id(self, monitor: Monitor | str) -> str:
        return monitor.id if isinstance(monitor, Monitor) else (await self.get_monitor(monitor)).id


def _as_requests(checks: Sequence[MonitorCheck]) -> list[api.NewMonitorCheck]:
    return [
        {"check": each} if isinstance(each, str) else each
        for each in list_of(checks, "checks") or []
    ]
