"""The exception that this package raises."""

from __future__ import annotations


class GaffeError(Exception):
    """An unsuccessful response from Gaffe, no response, or an invalid request."""

    def __init__(
        self,
        message: str,
        *,
        advice: str | None = None,
        status: int | None = None,
        type: str | None = None,
        field: str | None = None,
        request_id: str | None = None,
    ) -> None:
        prefix = "" if field is None else f"{field}: "
        suffix = "" if advice is None else f". {advice}"
        super().__init__(f"{prefix}{message.removesuffix('.') if advice else message}{suffix}")
        self.message = message
        """What is wrong, without the field and the advice."""
        self.advice = advice
        """What to do next; None if unknown."""
        self.status = status
        """HTTP status; None without a response."""
        self.type = type
        """Stable name of the problem, such as `/problems/invalid-request`."""
        self.field = field
        """The argument or request field with the mistake."""
        self.request_id = request_id
        """Id under which an operator finds the request in the service's logs."""


def advice_for(status: int, base_url: str, location: str | None = None) -> str | None:
    """Returns what to do about an HTTP status; None if there is no advice."""
    if 300 <= status < 400:  # noqa: PLR2004 - the range of redirect statuses
        return (
            f"{base_url} redirects to {location}: "
            "set base_url or GAFFE_ENDPOINT to the address of Gaffe"
        )
    return {
        401: f"Create a token under Settings > API Token of {base_url} "
        "and pass it as api_key or GAFFE_TOKEN",
        403: f"Create a token with the required scope under Settings > API Token of {base_url}",
        429: "The rate limit was exceeded: try again later",
    }.get(status)
