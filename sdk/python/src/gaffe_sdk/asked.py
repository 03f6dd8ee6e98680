"""Lists that a caller passes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from gaffe_sdk.errors import GaffeError

Item = TypeVar("Item")


def list_of(items: Sequence[Item] | None, field: str) -> list[Item] | None:
    """The items. Raises GaffeError for a text, whose letters would pass as a list of texts."""
    if isinstance(items, str):
        raise GaffeError("this is a list", advice=f'Write {field}=["{items}"]', field=field)
    return None if items is None else list(items)
