"""Calls about monitors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gaffe_sdk import api
from gaffe_sdk.answer import Answer
from gaffe_sdk.api import Monitor
from gaffe_sdk.asked import list_of
from gaffe_sdk.errors import GaffeError
from gaffe_sdk.json_text import without_none
from gaffe_sdk.transport import Transport

AskedCheck = str | api.NewMonitorCheck
"""A check's name, or `{"check": name, "options": {…}, "severity": …}`."""


class _Monitors(Answer):
    items: list[Monitor]


class MonitorCalls:
    """Watching production."""

    _http: Transport

    def get_monitors(self) -> list[Monitor]:
        """All monitors of the project."""
        return self._http.get("/monitors", _Monitors).items

    def get_monitor(self, monitor: str) -> Monitor:
        """One, by id or name. Raises GaffeError for none, or when several have that name."""
        everyone = self.get_monitors()
        found = [each for each in everyone if monitor in (each.id, each.name)]
        if len(found) == 1:
            return found[0]
        if found:
            ids = ", ".join(each.id for each in found)
            raise GaffeError(
                f"{len(found)} monitors are named {monitor}",
                advice=f"Pass an id of {ids}",
                field="monitor",
            )
        names = ", ".join(each.name for each in everyone) or "none"
        raise GaffeError(f"there is no monitor {monitor}; there are: {names}", field="monitor")

    def create_monitor(
        self,
        name: str,
        condition: str,
        checks: Sequence[AskedCheck],
        *,
        description: str | None = None,
        enabled: bool = True,
        sample_rate: float = 1,
        max_per_minute: int | None = None,
        notifications: Sequence[api.NewMonitorNotification] | None = None,
        threshold: api.NewMonitorThresholdCount | api.NewMonitorThresholdRate | None = None,
        cooldown_minutes: int | None = None,
        ceilings: api.NewMonitorCeilings | None = None,
        no_data_after_minutes: int | None = None,
    ) -> Monitor:
        """Watches every datapoint that matches `condition`, a query as in the search box.

        `notifications`, `threshold` and `ceilings` are as the API has them (docs/monitors.md).
        """
        body: api.NewMonitor = {
            "name": name,
            "condition": condition,
            "checks": _named(checks),
            "description": description,
            "enabled": enabled,
            "sampleRate": sample_rate,
            "maxPerMinute": max_per_minute,
            "notifications": list_of(notifications, "notifications"),
            "threshold": threshold,
            "cooldownMinutes": cooldown_minutes,
            "ceilings": ceilings,
            "noDataAfterMinutes": no_data_after_minutes,
        }
        return self._http.post("/monitors", without_none(body), Monitor)

    def update_monitor(self, monitor: Monitor | str, **change: Any) -> Monitor:
        """Changes what is given, by the names of create_monitor; a rule that is None is taken away.

        A monitor that was read is changed only as long as nobody else has changed it.
        """
        strange = sorted(set(change) - set(_FIELDS))
        if strange:
            known = ", ".join(_FIELDS)
            raise GaffeError(f"a monitor has no {', '.join(strange)}; it has {known}")
        body = {_FIELDS[field]: value for field, value in change.items()}
        if "checks" in body:
            body["checks"] = _named(body["checks"])
        if isinstance(monitor, Monitor):
            body["revision"] = monitor.revision
        return self._http.patch(f"/monitors/{self._id(monitor)}", body, Monitor)

    def delete_monitor(self, monitor: Monitor | str) -> None:
        """Deletes it; its issues stay."""
        self._http.delete(f"/monitors/{self._id(monitor)}")

    def _id(self, monitor: Monitor | str) -> str:
        return monitor.id if isinstance(monitor, Monitor) else self.get_monitor(monitor).id


_FIELDS = {
    "name": "name",
    "condition": "condition",
    "checks": "checks",
    "description": "description",
    "enabled": "enabled",
    "sample_rate": "sampleRate",
    "max_per_minute": "maxPerMinute",
    "notifications": "notifications",
    "threshold": "threshold",
    "cooldown_minutes": "cooldownMinutes",
    "ceilings": "ceilings",
    "no_data_after_minutes": "noDataAfterMinutes",
}


def _named(checks: Sequence[AskedCheck]) -> list[api.NewMonitorCheck]:
    asked = list_of(checks, "checks") or []
    return [{"check": each} if isinstance(each, str) else each for each in asked]
