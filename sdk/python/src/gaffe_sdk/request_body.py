"""Conversion of arguments to request bodies."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar, cast

from pydantic.alias_generators import to_camel
from pydantic_core import to_json

from gaffe_sdk.errors import GaffeError

# Content for a provider or an application, whose keys are sent unchanged.
_VERBATIM_FIELDS = ("headers", "body", "tools", "params")

Fields = TypeVar("Fields", bound=Mapping[str, object])
Item = TypeVar("Item")


def content_for(value: Any) -> bytes:
    """Serializes a request body: plain values, dataclasses, pydantic models, dates, sets, numpy.

    NaN becomes null. Raises GaffeError for a value without a JSON representation.
    """
    if isinstance(value, bytes):
        return value
    try:
        return to_json(value, fallback=_plain, inf_nan_mode="null", by_alias=False)
    except ValueError as error:
        raise GaffeError(
            f"The request cannot be converted to JSON: {error}",
            advice="Pass plain values, dataclasses, pydantic models or numpy values",
        ) from error


def plain_number(value: Any) -> Any:
    """Returns a scalar of numpy, or of a library like it, as a number of Python."""
    if isinstance(value, (bool, int, float)) or not callable(getattr(value, "item", None)):
        return value
    return value.item() if getattr(value, "ndim", None) == 0 else value


def _plain(value: Any) -> Any:
    """Returns an array or scalar (numpy, torch, pandas) as plain values. Raises ValueError."""
    for method in ("tolist", "to_dict"):
        convert = getattr(value, method, None)
        if callable(convert):
            return convert()
    raise ValueError(f"{type(value).__name__} has no JSON representation")


def without_none(body: Fields) -> Fields:
    """Copies a request body without the fields that are None, so that the API's defaults apply."""
    return cast("Fields", {name: value for name, value in body.items() if value is not None})


def api_fields(change: Mapping[str, Any], known: Sequence[str], thing: str) -> dict[str, Any]:
    """Renames fields to the names of the API. Raises GaffeError for an unknown one."""
    unknown = sorted(set(change) - set(known))
    if unknown:
        raise GaffeError(
            f"A {thing} does not have {', '.join(unknown)}",
            advice=f"Its fields are {', '.join(known)}",
        )
    return {to_camel(field): value for field, value in change.items()}


def camel_case_keys(value: Any) -> Any:
    """Renames the keys of nested dicts to those of the API, except in content for a provider."""
    if isinstance(value, Mapping):
        return {
            re.sub(r"_([a-z])", lambda found: found[1].upper(), key): (
                each if key in _VERBATIM_FIELDS else camel_case_keys(each)
            )
            for key, each in value.items()
        }
    if isinstance(value, (list, tuple)):
        return [camel_case_keys(each) for each in value]
    return value


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
