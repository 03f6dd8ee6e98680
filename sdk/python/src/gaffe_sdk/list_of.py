"""Validation of list arguments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from gaffe_sdk.errors import GaffeError

Item = TypeVar("Item")


def list_of(items: Sequence[Item] | None, field: str) -> list[Item] | None:
    """Copies `items` into a list; returns None for None.

    Raises GaffeError for a string, which would otherwise pass as a list of characters.
    """
    if isinstance(items, str):
        raise GaffeError(
            "Expected a list, got a string", advice=f'Write {field}=["{items}"]', field=field
        )
    return None if items is None else list(items)
