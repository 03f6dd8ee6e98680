"""Results of attempts as the JSON that is sent."""

from __future__ import annotations

from collections.abc import Sequence

from gaffe_sdk import api
from gaffe_sdk.errors import GaffeError
from gaffe_sdk.request_body import content_for, without_none

_MAX_ERROR_CHARS = 10_000
_MAX_RESULTS = 200
_MAX_BYTES = 1_000_000
_ALWAYS_PLAIN = ("step", "sessionId", "startedAt", "durationMs")


def error_result(attempt: api.LeasesItem, error: str | BaseException) -> api.TryResult:
    """Returns the result of an attempt without an output."""
    text = error if isinstance(error, str) else f"{type(error).__name__}: {error}"
    return {"rowId": attempt.row_id, "repeat": attempt.repeat, "error": text[:_MAX_ERROR_CHARS]}


def encoded(attempt: api.LeasesItem, result: api.TryResult) -> bytes:
    """Returns the result as JSON; one without a JSON representation as an error of its row."""
    try:
        return content_for(without_none(result))
    except GaffeError as error:
        failed = error_result(attempt, f"{error.message}. {error.advice or ''}".rstrip(". "))
        known = {name: value for name, value in result.items() if name in _ALWAYS_PLAIN}
        return content_for({**failed, **known})


def batch_size(results: Sequence[bytes]) -> int:
    """Returns how many of the first results fit into one request, at least one."""
    total = 0
    for count, result in enumerate(results[:_MAX_RESULTS]):
        total += len(result)
        if count > 0 and total > _MAX_BYTES:
            return count
    return min(len(results), _MAX_RESULTS)


def as_request(results: Sequence[bytes]) -> bytes:
    """Returns a request body with several results."""
    return b'{"items":[' + b",".join(results) + b"]}"
