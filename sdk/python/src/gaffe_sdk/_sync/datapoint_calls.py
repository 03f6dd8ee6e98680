"""Methods of the client for datapoints, which are recorded model calls.

Written by `npm run sdk:types` from _async/datapoint_calls.py: do not edit.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal
from urllib.parse import quote

from pydantic import ValidationError

from gaffe_sdk._sync.transport import Transport
from gaffe_sdk.answer import Answer
from gaffe_sdk.api import DatapointDetail, DatapointRow, NewDatapoint, RecordedDatapoint
from gaffe_sdk.api_names import in_python
from gaffe_sdk.errors import GaffeError
from gaffe_sdk.request_body import content_of, without_none

_MAX_PER_REQUEST = 1000


class _Recorded(Answer):
    items: list[RecordedDatapoint]


class _Accepted(Answer):
    accepted: int


class DatapointCalls:
    """Methods for finding and adding datapoints, and feedback on them."""

    _http: Transport

    def find_datapoints(
        self, q: str = "", *, limit: int = 50, from_: str | None = None, to: str | None = None
    ) -> list[DatapointRow]:
        """Returns at most `limit` datapoints that match the query `q`, newest first.

        `q` is a query as in the search box; `from_` and `to` are ISO 8601 times, `to` exclusive.
        """
        params = {"q": q, "from": from_, "to": to}
        return self._http.all("/datapoints", DatapointRow, params, limit)

    def get_datapoint(self, id: str) -> DatapointDetail:
        """Returns a datapoint with its messages, verdicts, and why each monitor matched or not."""
        return self._http.get(f"/datapoints/{quote(id, safe='')}", DatapointDetail)

    def add_datapoints(
        self, datapoints: Sequence[NewDatapoint | Mapping[str, Any]]
    ) -> list[RecordedDatapoint]:
        """Records model calls, which are durable on return and searchable shortly afterwards.

        A dict has the fields of NewDatapoint. Raises GaffeError for an unknown field.
        """
        requests = [as_request(each, f"datapoints.{n}") for n, each in enumerate(datapoints)]
        recorded: list[RecordedDatapoint] = []
        for start in range(0, len(requests), _MAX_PER_REQUEST):
            batch = requests[start : start + _MAX_PER_REQUEST]
            response = self._http.post("/datapoints", batch, _Recorded)
            recorded.extend(response.items)
        return recorded

    def feedback(
        self,
        *,
        datapoint_id: str | None = None,
        trace_id: str | None = None,
        span_id: str | None = None,
        response_id: str | None = None,
        rating: Literal["up", "down"] | None = None,
        score: float | None = None,
        label: str | None = None,
        comment: str | None = None,
        user_id: str | None = None,
        name: str | None = None,
        removed: Literal[True] | None = None,
        at: str | None = None,
    ) -> None:
        """Sends what a user or an evaluator thinks of a model call.

        The call is named by its datapoint, its span, its trace, or the id of the provider's
        response; it may arrive after the feedback. Of the same `name` and `user_id`, the newest
        feedback counts.
        """
        body = {
            "datapointId": datapoint_id,
            "traceId": trace_id,
            "spanId": span_id,
            "responseId": response_id,
            "rating": rating,
            "score": score,
            "label": label,
            "comment": comment,
            "userId": user_id,
            "name": name,
            "removed": removed,
            "at": at,
        }
        self._http.post("/feedback", without_none(body), _Accepted)

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


def as_request(datapoint: NewDatapoint | Mapping[str, Any], field: str) -> dict[str, Any]:
    """Returns a model call in the format of the API. Raises GaffeError for an invalid one."""
    try:
        given = NewDatapoint.model_validate(datapoint)
    except ValidationError as error:
        first = error.errors()[0]
        location = ".".join(str(part) for part in (field, *first["loc"]))
        known = ", ".join(NewDatapoint.model_fields)
        raise GaffeError(
            first["msg"], advice=f"The fields are {known}", field=in_python(location)
        ) from error
    return without_none(given.model_dump(by_alias=True, exclude_unset=True))


def _parse_call(line: str, number: int) -> dict[str, Any]:
    try:
        call = json.loads(line)
    except ValueError as error:
        raise GaffeError(f"Line {number} is not JSON: {error}", field="content") from error
    if not isinstance(call, dict) or "input" not in call:
        raise GaffeError(
            f"Line {number} must be an object with 'input' and, usually, 'output'", field="content"
        )
    return call
