"""Conversion of user values to JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from pydantic import TypeAdapter

Fields = TypeVar("Fields", bound=Mapping[str, object])

_any_value: TypeAdapter[Any] = TypeAdapter(Any)


def to_json(value: Any) -> bytes:
    """Serializes plain values, dataclasses, pydantic models, dates and sets; NaN becomes null.

    Raises ValueError if a part of the value has no JSON representation.
    """
    return _any_value.dump_json(value)


def given(**fields: Any) -> dict[str, Any]:
    """Returns the fields that are not None."""
    return without_none(fields)


def without_none(body: Fields) -> Fields:
    """Copies a request body without the fields that are None, so that the API's defaults apply."""
    return cast("Fields", {name: value for name, value in body.items() if value is not None})
