"""Reading of responses: parts of the API, problems, and what to retry after."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any, TypeVar

import httpx
from pydantic import BaseModel, ValidationError

from gaffe_sdk.api_names import in_python
from gaffe_sdk.connection import Connected, Connection
from gaffe_sdk.errors import GaffeError, advice_for

Shape = TypeVar("Shape", bound=BaseModel)

_MAX_RETRY_PAUSE_S = 60.0
_KEY_IN_USE = "/problems/key-in-use"
_TEMPORARY = (429, 502, 503, 504)


@dataclass(frozen=True)
class Failure:
    """An unsuccessful attempt of a request."""

    error: GaffeError
    is_retryable: bool
    retry_after_s: float | None = None

    def pause_s(self, failures: int) -> float:
        """Returns the pause in seconds: 0.25, doubled per failure up to 8, times a random 0.5 to 1.

        The random factor keeps clients from retrying simultaneously. The service may choose it.
        """
        if self.retry_after_s is not None:
            return self.retry_after_s
        return float(min(0.25 * 2**failures, 8) * (0.5 + random.random() / 2))


def content_or_failure(response: httpx.Response, connection: Connection) -> bytes | Failure:
    """Returns the content of a successful response, else what is wrong."""
    if response.is_success:
        return response.content
    problem = _problem(response, connection)
    # The key is in use while an earlier attempt of this write runs: a retry returns its result.
    is_retryable = response.status_code in _TEMPORARY or problem.type == _KEY_IN_USE
    return Failure(problem, is_retryable, _retry_after_s(response))


def no_response(cause: httpx.TransportError, connection: Connection) -> Failure:
    """Returns the failure of a request without a response."""
    is_timeout = isinstance(cause, httpx.TimeoutException)
    reason = "timeout" if is_timeout else str(cause) or type(cause).__name__
    advice = (
        "Increase timeout, or check the load of the service"
        if is_timeout
        else "Is Gaffe running there?"
    )
    error = GaffeError(f"{connection.base_url} did not respond ({reason})", advice=advice)
    error.__cause__ = cause
    return Failure(error, is_retryable=True)


def parsed(path: str, content: Any, shape: type[Shape], connection: Connection) -> Shape:
    """Parses JSON, or a value that was JSON. Raises GaffeError for an unexpected format."""
    try:
        if isinstance(content, bytes):
            result = shape.model_validate_json(content)
        else:
            result = shape.model_validate(content)
    except ValidationError as error:
        first = error.errors()[0]
        location = ".".join(str(part) for part in first["loc"])
        url = f"{connection.api_url}{path}"
        raise GaffeError(
            f"The response of {url} does not have the expected format ({location} {first['msg']})",
            advice="Is Gaffe running there, in a version that matches this package?",
        ) from error
    if isinstance(result, Connected):
        result.connect(connection)
    return result


def _problem(response: httpx.Response, connection: Connection) -> GaffeError:
    status = response.status_code
    problem = _problem_members(response)
    field = problem.get("field")
    text = problem.get("detail") or problem.get("title") or f"The response has status {status}"
    return GaffeError(
        in_python(text),
        advice=advice_for(status, connection.base_url, response.headers.get("location")),
        status=status,
        type=problem.get("type"),
        field=None if field is None else in_python(field),
        request_id=problem.get("requestId"),
    )


def _problem_members(response: httpx.Response) -> dict[str, str]:
    """Returns the string members of a problem (RFC 9457); empty for other content."""
    try:
        content = response.json()
    except ValueError:
        return {}
    if not isinstance(content, dict):
        return {}
    return {name: value for name, value in content.items() if isinstance(value, str)}


def _retry_after_s(response: httpx.Response) -> float | None:
    header = response.headers.get("retry-after", "")
    return min(float(header), _MAX_RETRY_PAUSE_S) if header.isdigit() else None
