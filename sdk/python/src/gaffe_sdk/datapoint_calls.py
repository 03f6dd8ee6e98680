"""Methods of the client for datapoints, which are recorded model calls."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import cast
from urllib.parse import quote

from gaffe_sdk.answer import Answer
from gaffe_sdk.api import DatapointDetail, DatapointRow, NewDatapoint, RecordedDatapoint
from gaffe_sdk.errors import GaffeError
from gaffe_sdk.request_body import content_of
from gaffe_sdk.transport import Transport

_MAX_PER_REQUEST = 1000


class _Detail(Answer, extra="allow"):
    """A datapoint with the field names of the API."""


class _Recorded(Answer):
    items: list[RecordedDatapoint]


class DatapointCalls:
    """Methods for finding and adding datapoints."""

    _http: Transport

    def find_datapoints(
        self, q: str = "", *, limit: int = 50, from_: str | None = None, to: str | None = None
    ) -> list[DatapointRow]:
        """Returns at most `limit` datapoints that match the query `q`, newest first.

        `q` is a query as in the search box; `from_` and `to` are ISO 8601 times, `to` exclusive.
        """
        params = {"q": q, "from": from_, "to": to}
        return list(self._http.items("/datapoints", params, limit))

    def get_datapoint(self, id: str) -> DatapointDetail:
        """Returns a datapoint with its messages, verdicts, and why each monitor matched or not."""
        found = self._http.get(f"/datapoints/{quote(id, safe='')}", _Detail)
        return cast("DatapointDetail", found.model_extra or {})

    def add_datapoints(self, datapoints: Sequence[NewDatapoint]) -> list[RecordedDatapoint]:
        """Records model calls, which are durable on return and searchable shortly afterwards."""
        recorded: list[RecordedDatapoint] = []
        for start in range(0, len(datapoints), _MAX_PER_REQUEST):
            batch = datapoints[start : start + _MAX_PER_REQUEST]
            recorded.extend(self._http.post("/datapoints", batch, _Recorded).items)
        return recorded

    def upload_datapoints(
        self, file_path: str | Path | None = None, *, content: str | None = None
    ) -> list[RecordedDatapoint]:
        """Records model calls from a JSON Lines file, or from `content` in that format.

        Each line has the fields of an item of add_datapoints. Raises GaffeError for an invalid
        line.
        """
        lines = enumerate(content_of(file_path, content).split("\n"), start=1)
        calls = [_parse_call(line, number) for number, line in lines if line.strip()]
        if not calls:
            raise GaffeError(
                "The file is empty", advice="Write one model call per line", field="content"
            )
        return self.add_datapoints(calls)


def _parse_call(line: str, number: int) -> NewDatapoint:
    try:
        call = json.loads(line)
    except ValueError as error:
        raise GaffeError(f"Line {number} is not JSON: {error}", field="content") from error
    if not isinstance(call, dict) or "input" not in call:
        raise GaffeError(
            f"Line {number} must be an object with 'input' and, usually, 'output'", field="content"
        )
    return cast("NewDatapoint", call)
