"""Values of the user's as JSON."""

from __future__ import annotations

from typing import Any

from pydantic import TypeAdapter

_anything: TypeAdapter[Any] = TypeAdapter(Any)


def json_of(value: Any) -> bytes:
    """JSON of plain values, dataclasses, pydantic models, dates, sets; NaN becomes null.

    Raises ValueError when something in it has no JSON.
    """
    return _anything.dump_json(value)


def given(**fields: Any) -> dict[str, Any]:
    """The fields that are not None."""
    return {name: value for name, value in fields.items() if value is not None}
