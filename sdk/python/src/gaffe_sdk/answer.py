"""Base classes of the responses of the API, and of the requests that callers write."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel


class Answer(BaseModel):
    """An immutable part of a response. Ignores fields that a newer version of Gaffe adds."""

    model_config = ConfigDict(
        alias_generator=to_camel,
        populate_by_name=True,
        frozen=True,
        protected_namespaces=(),
    )


class Request(BaseModel):
    """A part of a request that callers write, or give as a dict. Refuses unknown fields."""

    model_config = ConfigDict(
        alias_generator=to_camel,
        populate_by_name=True,
        frozen=True,
        extra="forbid",
        arbitrary_types_allowed=True,
        protected_namespaces=(),
    )


class Page(Answer):
    """One page of a list, and the cursor of the next page."""

    items: list[Any]
    next_cursor: str | None = None
