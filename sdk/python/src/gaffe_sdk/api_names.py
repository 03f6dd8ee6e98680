"""Names of the API, which are written in camel case, in the texts of errors."""

from __future__ import annotations

import re
from functools import cache

from gaffe_sdk import api

_CAMEL = re.compile(r"\b[a-z][a-z0-9]*(?:[A-Z][a-z0-9]*)+\b")


def in_python(text: str) -> str:
    """Replaces the names of the API's fields by the snake case names of this package.

    Other words in camel case, such as the names of checks and models, are left unchanged.
    """
    return _CAMEL.sub(lambda found: _python_names().get(found[0], found[0]), text)


@cache
def _python_names() -> dict[str, str]:
    fields = {
        name
        for each in vars(api).values()
        if isinstance(each, type)
        for name in (*getattr(each, "__annotations__", {}), *_aliases(each))
    }
    return {name: _snake(name) for name in fields if not name.islower()}


def _aliases(shape: type) -> list[str]:
    fields = getattr(shape, "model_fields", {})
    return [each.alias for each in fields.values() if each.alias]


def _snake(name: str) -> str:
    return re.sub(r"[A-Z]", lambda letter: f"_{letter[0].lower()}", name)
