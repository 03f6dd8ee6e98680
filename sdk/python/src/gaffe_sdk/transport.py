"""Requests to the REST API."""

from __future__ import annotations

import copy
import itertools
import random
import time
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any, TypeVar

import httpx
from pydantic import BaseModel, ValidationError

from gaffe_sdk.answer import Page
from gaffe_sdk.api import Me
from gaffe_sdk.errors import GaffeError, advice_for
from gaffe_sdk.request_body import to_json, without_none

Shape = TypeVar("Shape", bound=BaseModel)
Params = Mapping[str, str | None]
"""A query. Parameters that are None are omitted."""

_PAGE_SIZE = 200
# Together with the pauses between them, about a minute and a half.
_LONG_RETRIES = 20
_MAX_RETRY_PAUSE_S = 60.0
_KEY_IN_USE = "/problems/key-in-use"


@dataclass(frozen=True)
class _Failure:
    error: GaffeError
    is_retryable: bool
    retry_after_s: float | None = None


class Transport:
    """Sends requests, retries after temporary failures, and parses responses. Thread-safe.

    A write has an Idempotency-Key, so a retry after a lost response does not repeat its effect.
    `timeout` is in seconds. All methods raise GaffeError.
    """

    def __init__(
        self, *, base_url: str, api_key: str, timeout: float, retries: int, project: str | None
    ) -> None:
        self._base_url = base_url
        self._retries = retries
        self._project = project
        self._client = httpx.Client(
            base_url=f"{base_url}/api/v1",
            headers={"api-key": api_key, "user-agent": f"gaffe-sdk-python/{version('gaffe-sdk')}"},
            timeout=timeout,
            limits=httpx.Limits(max_connections=None),
        )

    def with_long_retries(self) -> Transport:
        """Returns a copy that retries for about 90 seconds, to survive a restart of the service."""
        transport = copy.copy(self)
        transport._retries = max(self._retries, _LONG_RETRIES)
        return transport

    def close(self) -> None:
        """Closes the connections."""
        self._client.close()

    def require_project(self, project: str | None) -> None:
        """Raises GaffeError if the token belongs to another project. Does nothing for None."""
        if project is None:
            return
        token_project = self.get("/me", Me).project_id
        if token_project is not None and token_project != project:
            raise GaffeError(
                f"The token belongs to the project {token_project}, not {project}",
                advice=f"Create a token in {project} under Settings > API Token",
                field="project_id",
            )

    def get(self, path: str, shape: type[Shape], params: Params | None = None) -> Shape:
        """Reads a resource."""
        return self._parse(path, self._send("GET", path, params=params), shape)

    def whole_list(self, path: str, shape: type[Shape]) -> list[Shape]:
        """Reads a list that is not divided into pages."""
        return [self._parse(path, item, shape) for item in self.get(path, Page).items]

    def text(self, path: str, params: Params) -> str:
        """Reads a resource as text."""
        return self._send("GET", path, params=params).decode()

    def post(self, path: str, body: Any, shape: type[Shape]) -> Shape:
        """Creates a resource or performs an action. Omits fields of `body` that are None."""
        given = without_none(body) if isinstance(body, Mapping) else body
        return self._parse(path, self._send("POST", path, content=_content(given)), shape)

    def patch(self, path: str, body: Any, shape: type[Shape]) -> Shape:
        """Changes a resource. A field that is None is removed."""
        return self._parse(path, self._send("PATCH", path, content=_content(body)), shape)

    def delete(self, path: str) -> None:
        """Deletes a resource."""
        self._send("DELETE", path)

    def items(
        self, path: str, params: Params | None = None, limit: int | None = None
    ) -> Iterator[Any]:
        """Yields the items of all pages of a list, at most `limit` of them."""
        left = limit
        cursor: str | None = None
        while left is None or left > 0:
            size = _PAGE_SIZE if left is None else min(left, _PAGE_SIZE)
            page = self.get(path, Page, {**(params or {}), "cursor": cursor, "limit": f"{size}"})
            yield from page.items
            left = None if left is None else left - len(page.items)
            cursor = page.next_cursor
            if cursor is None:
                return

    def all(
        self,
        path: str,
        shape: type[Shape],
        params: Params | None = None,
        limit: int | None = None,
    ) -> list[Shape]:
        """Reads all pages of a list, at most `limit` items."""
        return [self._parse(path, item, shape) for item in self.items(path, params, limit)]

    def _send(
        self,
        method: str,
        path: str,
        *,
        params: Params | None = None,
        content: bytes | None = None,
    ) -> bytes:
        if method != "GET" and self._project is not None:
            self.require_project(self._project)
            # The token does not change, so one verification is enough.
            self._project = None
        given = None if params is None else without_none(params)
        request = self._client.build_request(method, path, params=given, content=content)
        if content is not None:
            request.headers["content-type"] = "application/json"
        if method != "GET":
            request.headers["idempotency-key"] = str(uuid.uuid4())
        for failures in itertools.count():
            outcome = self._attempt(request)
            if isinstance(outcome, bytes):
                return outcome
            if not outcome.is_retryable or failures >= self._retries:
                raise outcome.error
            time.sleep(
                _pause_s(failures) if outcome.retry_after_s is None else outcome.retry_after_s
            )
        raise AssertionError("unreachable")

    def _attempt(self, request: httpx.Request) -> bytes | _Failure:
        try:
            response = self._client.send(request)
        except httpx.TransportError as error:
            return _Failure(self._no_response(error), is_retryable=True)
        if response.is_success:
            return response.content
        problem = self._problem(response)
        # The key is in use while an earlier attempt of this write runs: a retry returns its result.
        is_retryable = response.status_code in (429, 502, 503, 504) or problem.type == _KEY_IN_USE
        return _Failure(problem, is_retryable, _retry_after_s(response))

    def _no_response(self, cause: httpx.TransportError) -> GaffeError:
        is_timeout = isinstance(cause, httpx.TimeoutException)
        reason = "timeout" if is_timeout else str(cause) or type(cause).__name__
        advice = (
            "Increase timeout, or check the load of the service"
            if is_timeout
            else "Is Gaffe running there?"
        )
        error = GaffeError(f"{self._base_url} did not respond ({reason})", advice=advice)
        error.__cause__ = cause
        return error

    def _problem(self, response: httpx.Response) -> GaffeError:
        status = response.status_code
        problem = _problem_members(response)
        return GaffeError(
            problem.get("detail") or problem.get("title") or f"The response has status {status}",
            advice=advice_for(status, self._base_url, response.headers.get("location")),
            status=status,
            type=problem.get("type"),
            field=problem.get("field"),
            request_id=problem.get("requestId"),
        )

    def _parse(self, path: str, content: Any, shape: type[Shape]) -> Shape:
        try:
            if isinstance(content, bytes):
                return shape.model_validate_json(content)
            return shape.model_validate(content)
        except ValidationError as error:
            raise self._unexpected_response(path, error) from error

    def _unexpected_response(self, path: str, error: ValidationError) -> GaffeError:
        first = error.errors()[0]
        location = ".".join(str(part) for part in first["loc"])
        url = f"{self._base_url}/api/v1{path}"
        return GaffeError(
            f"The response of {url} does not have the expected format ({location} {first['msg']})",
            advice="Is Gaffe running there, in a version that matches this package?",
        )


def _content(body: Any) -> bytes:
    try:
        return to_json(body)
    except ValueError as error:
        raise GaffeError(f"The request cannot be converted to JSON: {error}") from error


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


def _pause_s(failures: int) -> float:
    """Returns the pause in seconds: 0.25, doubled per failure up to 8, times a random 0.5 to 1.

    The random factor keeps clients from retrying simultaneously.
    """
    return float(min(0.25 * 2**failures, 8) * (0.5 + random.random() / 2))
