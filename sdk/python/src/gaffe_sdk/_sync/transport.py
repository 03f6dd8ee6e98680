"""Requests to the REST API.

Written by `npm run sdk:types` from _async/transport.py: do not edit.
"""

from __future__ import annotations

import itertools
import time
import uuid
from collections.abc import Iterator, Mapping
from typing import Any

import httpx

from gaffe_sdk.answer import Page
from gaffe_sdk.api import Me
from gaffe_sdk.connection import Connection
from gaffe_sdk.errors import GaffeError
from gaffe_sdk.request_body import content_for, without_none
from gaffe_sdk.response import Failure, Shape, content_or_failure, no_response, parsed

Params = Mapping[str, str | None]
"""A query. Parameters that are None are omitted."""

_PAGE_SIZE = 200


class Transport:
    """Sends requests, retries after temporary failures, and parses responses.

    A write has an Idempotency-Key, so a retry after a lost response does not repeat its effect.
    All methods raise GaffeError.
    """

    def __init__(self, connection: Connection, client: httpx.Client | None = None) -> None:
        self.connection = connection
        self._unverified_project = connection.project
        self._client = client or httpx.Client(
            base_url=connection.api_url,
            headers=connection.headers,
            timeout=connection.timeout,
            limits=httpx.Limits(max_connections=None),
        )

    def with_long_retries(self) -> Transport:
        """Returns a copy that retries for about 90 seconds, to survive a restart of the service."""
        return Transport(self.connection.with_long_retries(), self._client)

    def close(self) -> None:
        """Closes the connections."""
        self._client.close()

    def require_project(self, project: str | None) -> None:
        """Raises GaffeError if the token belongs to another project. Does nothing for None."""
        if project is None:
            return
        me = self.get("/me", Me)
        if me.project_id is not None and me.project_id != project:
            raise GaffeError(
                f"The token belongs to the project {me.project_id}, not {project}",
                advice=f"Create a token in {project} under Settings > API Token",
                field="project_id",
            )

    def get(self, path: str, shape: type[Shape], params: Params | None = None) -> Shape:
        """Reads a resource."""
        return self._parse(path, self._send("GET", path, params=params), shape)

    def whole_list(
        self, path: str, shape: type[Shape], params: Params | None = None
    ) -> list[Shape]:
        """Reads a list that is not divided into pages."""
        page = self.get(path, Page, params)
        return [self._parse(path, item, shape) for item in page.items]

    def text(self, path: str, params: Params) -> str:
        """Reads a resource as text."""
        content = self._send("GET", path, params=params)
        return content.decode()

    def post(self, path: str, body: Any, shape: type[Shape]) -> Shape:
        """Creates a resource or performs an action. Omits fields of `body` that are None.

        Sends bytes unchanged, as JSON.
        """
        given = without_none(body) if isinstance(body, Mapping) else body
        content = self._send("POST", path, content=content_for(given))
        return self._parse(path, content, shape)

    def patch(self, path: str, body: Any, shape: type[Shape]) -> Shape:
        """Changes a resource. A field that is None is removed."""
        content = self._send("PATCH", path, content=content_for(body))
        return self._parse(path, content, shape)

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
            query = {**(params or {}), "cursor": cursor, "limit": f"{size}"}
            page = self.get(path, Page, query)
            for item in page.items:
                yield item
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
        if method != "GET" and self._unverified_project is not None:
            self.require_project(self._unverified_project)
            # The token does not change, so one verification is enough.
            self._unverified_project = None
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
            if not outcome.is_retryable or failures >= self.connection.retries:
                raise outcome.error
            time.sleep(outcome.pause_s(failures))
        raise AssertionError("unreachable")

    def _attempt(self, request: httpx.Request) -> bytes | Failure:
        try:
            response = self._client.send(request)
        except httpx.TransportError as error:
            return no_response(error, self.connection)
        return content_or_failure(response, self.connection)

    def _parse(self, path: str, content: Any, shape: type[Shape]) -> Shape:
        return parsed(path, content, shape, self.connection)
