"""Values of the user's as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from pydantic import TypeAdapter

Fields = TypeVar("Fields", bound=Mapping[str, object])

_anything: TypeAdapter[Any] = TypeAdapter(Any)


def json_of(value: Any) -> bytes:
    """JSON of plain values, dataclasses, pydantic models, dates, sets; NaN becomes null.

    Raises ValueError when something in it has no JSON.
    """
    return _anything.dump_json(value)


def given(**fields: Any) -> dict[str, Any]:
    """The fields that are not None."""
    return without_none(fields)


def without_none(body: Fields) -> Fields:
    """A part of a request: what is None was not asked for."""
    return cast("Fields", {name: value for name, value in body.items() if value is not None})
