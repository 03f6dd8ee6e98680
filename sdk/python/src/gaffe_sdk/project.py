"""Which project a token acts in."""

from __future__ import annotations

from gaffe_sdk.api import Me
from gaffe_sdk.errors import GaffeError
from gaffe_sdk.transport import Transport


def must_be(http: Transport, project: str | None) -> None:
    """A token acts in one project: another one asked for is a mistake, not a wish."""
    if project is None:
        return
    mine = http.get("/me", Me).project_id
    if mine is not None and mine != project:
        raise GaffeError(
            f"the token belongs to the project {mine}, not {project}",
            advice=f"Make a token in {project}",
            field="project_id",
        )
