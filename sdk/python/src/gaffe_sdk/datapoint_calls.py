"""Calls about datapoints: recorded model calls."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import cast
from urllib.parse import quote

from gaffe_sdk.answer import Answer
from gaffe_sdk.api import DatapointDetail, DatapointRow, NewDatapoint, RecordedDatapoint
from gaffe_sdk.errors import GaffeError
from gaffe_sdk.json_text import given
from gaffe_sdk.transport import Transport

_AT_ONCE = 1000


class _Whole(Answer, extra="allow"):
    """A datapoint as the API has it."""


class _Recorded(Answer):
    items: list[RecordedDatapoint]


class DatapointCalls:
    """Finding and adding datapoints."""

    _http: Transport

    def find_datapoints(
        self, q: str = "", *, limit: int = 50, from_: str | None = None, to: str | None = None
    ) -> list[DatapointRow]:
        """Datapoints that match a query of the search box, newest first. Times are ISO 8601."""
        return list(self._http.items("/datapoints", given(q=q, **{"from": from_}, to=to), limit))

    def get_datapoint(self, id: str) -> DatapointDetail:
        """One with its messages, its verdicts, and why monitors matched it or did not."""
        found = self._http.get(f"/datapoints/{quote(id, safe='')}", _Whole)
        return cast("DatapointDetail", found.model_extra or {})

    def add_datapoints(self, datapoints: Sequence[NewDatapoint]) -> list[RecordedDatapoint]:
        """Records model calls. What was answered is durable, and shown shortly afterwards."""
        added: list[RecordedDatapoint] = []
        for start in range(0, len(datapoints), _AT_ONCE):
            batch = datapoints[start : start + _AT_ONCE]
            added.extend(self._http.post("/datapoints", batch, _Recorded).items)
        return added

    def upload_datapoints(
        self, file_path: str | Path | None = None, *, content: str | None = None
    ) -> list[RecordedDatapoint]:
        """Records completions that were collected in a file: JSON lines, as in add_datapoints."""
        if (file_path is None) == (content is None):
            raise GaffeError("pass either file_path or content", field="file_path")
        text = content if file_path is None else _read(Path(file_path))
        lines = enumerate((text or "").split("\n"), start=1)
        calls = [_call_in(line, number) for number, line in lines if line.strip()]
        if not calls:
            raise GaffeError("the file is empty", advice="Write one completion a line")
        return self.add_datapoints(calls)


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as thrown:
        raise GaffeError(f"{path} cannot be read: {thrown}", field="file_path") from thrown


def _call_in(line: str, number: int) -> NewDatapoint:
    try:
        read = json.loads(line)
    except ValueError as thrown:
        raise GaffeError(f"line {number} is not JSON: {thrown}", field="content") from thrown
    if not isinstance(read, dict) or "input" not in read:
        raise GaffeError(
            f"line {number} must be an object with 'input', and mostly 'output'", field="content"
        )
    return cast("NewDatapoint", read)
