"""Conversion of arguments to request bodies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar, cast

from pydantic import TypeAdapter

from gaffe_sdk.errors import GaffeError

Fields = TypeVar("Fields", bound=Mapping[str, object])
Item = TypeVar("Item")

_any_value: TypeAdapter[Any] = TypeAdapter(Any)


def to_json(value: Any) -> bytes:
    """Serializes plain values, dataclasses, pydantic models, dates and sets; NaN becomes null.

    Raises ValueError if a part of the value has no JSON representation.
    """
    return _any_value.dump_json(value)


def without_none(body: Fields) -> Fields:
    """Copies a request body without the fields that are None, so that the API's defaults apply."""
    return cast("Fields", {name: value for name, value in body.items() if value is not None})


def list_of(items: Sequence[Item] | None, field: str) -> list[Item] | None:
    """Copies `items` into a list; returns None for None.

    Raises GaffeError for a string, which would otherwise pass as a list of characters.
    """
    if isinstance(items, str):
        raise GaffeError(
            "Expected a list, got a string", advice=f'Write {field}=["{items}"]', field=field
        )
    return None if items is None else list(items)


def content_of(file_path: str | Path | None, content: str | None) -> str:
    """Returns `content`, or that of the file. Raises GaffeError unless exactly one is given."""
    if (file_path is None) == (content is None):
        raise GaffeError("Pass either file_path or content", field="file_path")
    if file_path is None:
        return content or ""
    try:
        # Spreadsheet programs start their files with a byte order mark.
        return Path(file_path).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise GaffeError(f"{file_path} cannot be read: {error}", field="file_path") from error
