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
from gaffe_sdk.json_text import json_of

Shape = TypeVar("Shape", bound=BaseModel)

_PAGE = 200
# About a minute and a half.
_PATIENT_RETRIES = 20
_LONGEST_PAUSE_S = 60.0
_KEY_IN_USE = "/problems/key-in-use"


@dataclass(frozen=True)
class _Failure:
    error: GaffeError
    again: bool
    after_s: float | None = None


class Transport:
    """Sends, tries again where that may help, and reads answers. Threads may share it.

    A write carries an Idempotency-Key, so that trying it again after a lost answer changes nothing
    twice. Raises GaffeError.
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

    def patient(self) -> Transport:
        """For a run that is under way: waits for a service that is started anew in between."""
        patient = copy.copy(self)
        patient._retries = max(self._retries, _PATIENT_RETRIES)
        return patient

    def close(self) -> None:
        """Closes the connections."""
        self._client.close()

    def must_be(self, project: str | None) -> None:
        """A token acts in one project: another one asked for is a mistake, not a wish."""
        if project is None:
            return
        mine = self.get("/me", Me).project_id
        if mine is not None and mine != project:
            raise GaffeError(
                f"the token belongs to the project {mine}, not {project}",
                advice=f"Make a token in {project}",
                field="project_id",
            )

    def get(self, path: str, shape: type[Shape]) -> Shape:
        """One thing."""
        return self._read(path, self._send("GET", path), shape)

    def text(self, path: str, params: Mapping[str, str]) -> str:
        """A file."""
        return self._send("GET", path, params=params).decode()

    def post(self, path: str, body: Any, shape: type[Shape]) -> Shape:
        """Makes or does something."""
        return self._read(path, self._send("POST", path, content=_content(body)), shape)

    def patch(self, path: str, body: Any, shape: type[Shape]) -> Shape:
        """Changes something."""
        return self._read(path, self._send("PATCH", path, content=_content(body)), shape)

    def delete(self, path: str) -> None:
        """Deletes something."""
        self._send("DELETE", path)

    def items(
        self, path: str, params: Mapping[str, str] | None = None, limit: int | None = None
    ) -> Iterator[Any]:
        """The items of all pages of a list, at most `limit` of them."""
        left = limit
        cursor: str | None = None
        while left is None or left > 0:
            size = _PAGE if left is None else min(left, _PAGE)
            after = {} if cursor is None else {"cursor": cursor}
            asked = {**(params or {}), **after, "limit": f"{size}"}
            page = self._read(path, self._send("GET", path, params=asked), Page)
            yield from page.items
            left = None if left is None else left - len(page.items)
            cursor = page.next_cursor
            if cursor is None:
                return

    def all(
        self,
        path: str,
        shape: type[Shape],
        params: Mapping[str, str] | None = None,
        limit: int | None = None,
    ) -> list[Shape]:
        """A list, read from all its pages."""
        return [self._parsed(path, shape, item) for item in self.items(path, params, limit)]

    def _send(
        self,
        method: str,
        path: str,
        *,
        params: Mapping[str, str] | None = None,
        content: bytes | None = None,
    ) -> bytes:
        if method != "GET" and self._project is not None:
            self.must_be(self._project)
            # It is so from now on.
            self._project = None
        request = self._client.build_request(method, path, params=params, content=content)
        if content is not None:
            request.headers["content-type"] = "application/json"
        if method != "GET":
            request.headers["idempotency-key"] = str(uuid.uuid4())
        for failures in itertools.count():
            outcome = self._attempt(request)
            if isinstance(outcome, bytes):
                return outcome
            if not outcome.again or failures >= self._retries:
                raise outcome.error
            time.sleep(_pause_s(failures) if outcome.after_s is None else outcome.after_s)
        raise AssertionError("counting has no end")

    def _attempt(self, request: httpx.Request) -> bytes | _Failure:
        try:
            response = self._client.send(request)
        except httpx.TransportError as thrown:
            return _Failure(self._silence(thrown), again=True)
        if response.is_success:
            return response.content
        error = self._problem(response)
        # The write is under way though its answer was lost: the next try brings it.
        again = response.status_code in (429, 502, 503, 504) or error.type == _KEY_IN_USE
        return _Failure(error, again, _retry_after_s(response))

    def _silence(self, thrown: httpx.TransportError) -> GaffeError:
        slow = isinstance(thrown, httpx.TimeoutException)
        why = "it took too long" if slow else str(thrown) or type(thrown).__name__
        advice = "Raise timeout, or look at its load" if slow else "Is Gaffe running there?"
        error = GaffeError(f"{self._base_url} does not answer ({why})", advice=advice)
        error.__cause__ = thrown
        return error

    def _problem(self, response: httpx.Response) -> GaffeError:
        status = response.status_code
        problem = _problem_in(response)
        return GaffeError(
            problem.get("detail") or problem.get("title") or f"the answer has status {status}",
            advice=advice_for(status, self._base_url, response.headers.get("location")),
            status=status,
            type=problem.get("type"),
            field=problem.get("field"),
            request_id=problem.get("requestId"),
        )

    def _read(self, path: str, content: bytes, shape: type[Shape]) -> Shape:
        try:
            return shape.model_validate_json(content)
        except ValidationError as thrown:
            raise self._strange(path, thrown) from thrown

    def _parsed(self, path: str, shape: type[Shape], item: Any) -> Shape:
        try:
            return shape.model_validate(item)
        except ValidationError as thrown:
            raise self._strange(path, thrown) from thrown

    def _strange(self, path: str, thrown: ValidationError) -> GaffeError:
        first = thrown.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        url = f"{self._base_url}/api/v1{path}"
        return GaffeError(
            f"the answer of {url} is not as expected ({where} {first['msg']})",
            advice="Is Gaffe running there, in a version that goes with this package?",
        )


def _content(body: Any) -> bytes:
    try:
        return json_of(body)
    except ValueError as thrown:
        raise GaffeError(f"this cannot be written as JSON: {thrown}") from thrown


def _problem_in(response: httpx.Response) -> dict[str, str]:
    """The members of problem+json (RFC 9457) that are text; none where it is something else."""
    try:
        read = response.json()
    except ValueError:
        return {}
    if not isinstance(read, dict):
        return {}
    return {name: value for name, value in read.items() if isinstance(value, str)}


def _retry_after_s(response: httpx.Response) -> float | None:
    told = response.headers.get("retry-after", "")
    return min(float(told), _LONGEST_PAUSE_S) if told.isdigit() else None


def _pause_s(failures: int) -> float:
    """Doubles from a quarter of a second to eight, half of it by chance."""
    return float(min(0.25 * 2**failures, 8) * (0.5 + random.random() / 2))
