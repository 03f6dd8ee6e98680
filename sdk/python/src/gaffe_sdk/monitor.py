"""Monitors: a condition, checks, and who is told."""

from __future__ import annotations

from typing import Any

from gaffe_sdk.answer import Answer


class MonitorCheck(Answer):
    """A check that a monitor runs."""

    check: str
    options: dict[str, Any] = {}
    severity: str | None = None


class Monitor(Answer):
    """A monitor as it stands. What it tells of thresholds and people is as the API has it."""

    id: str
    name: str
    description: str | None = None
    enabled: bool
    condition: str
    """A query; an empty one matches every datapoint."""
    sample_rate: float
    """Share of matching datapoints that is checked."""
    checks: list[MonitorCheck]
    notifications: list[dict[str, Any]]
    threshold: dict[str, Any] | None = None
    cooldown_minutes: int | None = None
    ceilings: dict[str, Any] | None = None
    no_data_after_minutes: int | None = None
    revision: int
    created_at: str
    updated_at: str
