"""Where Gaffe is, and how requests to it are made."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from importlib.metadata import version

import httpx
from pydantic import PrivateAttr

from gaffe_sdk.answer import Answer
from gaffe_sdk.errors import GaffeError

_LOCAL_URL = "http://127.0.0.1:4233"
# Together with the pauses between them, about a minute and a half.
_LONG_RETRIES = 20


@dataclass(frozen=True)
class Connection:
    """Address, token and limits of requests. `timeout` is in seconds."""

    base_url: str
    api_key: str = field(repr=False)
    timeout: float
    retries: int
    project: str | None

    @property
    def api_url(self) -> str:
        """Returns the URL of the API."""
        return f"{self.base_url}/api/v1"

    @property
    def headers(self) -> dict[str, str]:
        """Returns the headers of every request."""
        agent = f"gaffe-sdk-python/{version('gaffe-sdk')}"
        return {"api-key": self.api_key, "user-agent": agent}

    def with_long_retries(self) -> Connection:
        """Returns a copy that retries for about 90 seconds, to survive a restart of the service."""
        return replace(self, retries=max(self.retries, _LONG_RETRIES))


class Connected(Answer):
    """A response that can read more from the service."""

    _connection: Connection | None = PrivateAttr(None)

    def connect(self, connection: Connection) -> None:
        """Sets where the response came from."""
        self._connection = connection


def connection_of(
    api_key: str | None, base_url: str | None, timeout: float, retries: int, project: str | None
) -> Connection:
    """Completes the arguments of a client from the environment. Raises GaffeError."""
    return Connection(
        base_url=_valid_url(base_url or os.environ.get("GAFFE_ENDPOINT") or _LOCAL_URL),
        api_key=_valid_key(api_key if api_key is not None else os.environ.get("GAFFE_TOKEN", "")),
        timeout=timeout,
        retries=retries,
        project=project,
    )


def _valid_key(text: str) -> str:
    key = text.strip()
    if key == "":
        raise GaffeError("Missing API key", advice="Pass api_key, or set GAFFE_TOKEN")
    if not (key.isascii() and key.isprintable()):
        raise GaffeError("The API key contains an invalid character", advice="Copy the whole key")
    return key


def _valid_url(text: str) -> str:
    base_url = text.rstrip("/")
    try:
        url = httpx.URL(base_url)
    except httpx.InvalidURL as error:
        raise GaffeError(f"{text} isn't a valid URL: {error}", field="base_url") from error
    if url.scheme not in ("http", "https") or url.host == "":
        raise GaffeError(
            f"{text} isn't a valid URL", advice=f"Write it as {_LOCAL_URL}", field="base_url"
        )
    return base_url
