"""The one error that this package raises."""

from __future__ import annotations


class GaffeError(Exception):
    """An answer that is not a success, none at all, or a request that could not be made."""

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
        where = "" if field is None else f"{field}: "
        what_to_do = "" if advice is None else f". {advice}"
        super().__init__(f"{where}{message}{what_to_do}")
        self.message = message
        """What is wrong, without the field and the advice."""
        self.advice = advice
        """What to do about it, where that is known."""
        self.status = status
        """HTTP status; None where no answer came."""
        self.type = type
        """Stable name of the problem, such as `/problems/invalid-request`."""
        self.field = field
        """Where in the request the mistake is."""
        self.request_id = request_id
        """What an operator finds the request by."""


def advice_for(status: int, base_url: str, location: str | None = None) -> str | None:
    """What to do about an HTTP status, where there is something to do."""
    if 300 <= status < 400:  # noqa: PLR2004 - the range of redirections
        return (
            f"{base_url} redirects to {location}: set base_url or GAFFE_BASE_URL to where Gaffe is"
        )
    return {
        401: f"Make a token under Settings > API Token of {base_url} "
        "and pass it as api_key or GAFFE_API_KEY",
        403: f"Make one under Settings > API Token of {base_url}",
        429: "The limit of requests was met: try again later",
    }.get(status)
