"""What all answers of the API have in common."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel


class Answer(BaseModel):
    """A part of an answer, never changed. What a newer Gaffe adds is left out."""

    model_config = ConfigDict(
        alias_generator=to_camel,
        populate_by_name=True,
        frozen=True,
        protected_namespaces=(),
    )


class Page(Answer):
    """Some items of a list, and where the next ones begin."""

    items: list[Any]
    next_cursor: str | None = None
