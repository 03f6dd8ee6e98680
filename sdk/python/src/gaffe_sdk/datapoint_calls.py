"""Calls about datapoints: recorded model calls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gaffe_sdk.answer import Answer
from gaffe_sdk.json_text import given
from gaffe_sdk.transport import Transport

_AT_ONCE = 1000


class RecordedDatapoint(Answer):
    """A datapoint that is durable, and shown shortly afterwards."""

    id: str
    trace_id: str
    span_id: str


class _Recorded(Answer):
    items: list[RecordedDatapoint]


class DatapointCalls:
    """Finding and adding datapoints."""

    _http: Transport

    def find_datapoints(
        self, q: str = "", *, limit: int = 50, from_: str | None = None, to: str | None = None
    ) -> list[dict[str, Any]]:
        """Datapoints that match a query of the search box, newest first. Times are ISO 8601."""
        return list(self._http.items("/datapoints", given(q=q, **{"from": from_}, to=to), limit))

    def add_datapoints(self, datapoints: Sequence[Mapping[str, Any]]) -> list[RecordedDatapoint]:
        """Records model calls, in the shape of POST /api/v1/datapoints."""
        added: list[RecordedDatapoint] = []
        for start in range(0, len(datapoints), _AT_ONCE):
            batch = datapoints[start : start + _AT_ONCE]
            added.extend(self._http.post("/datapoints", batch, _Recorded).items)
        return added
