"""Messages of recorded model calls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from gaffe_sdk.answer import Answer


class Part(Answer):
    """A part of a message. Its type decides which other fields it has."""

    type: (
        Literal[
            "text",
            "reasoning",
            "refusal",
            "tool_call",
            "tool_result",
            "image",
            "audio",
            "file",
            "other",
        ]
        | str
    )
    text: str | None = None
    """Of text, reasoning and refusal."""
    id: str | None = None
    """Of a tool call and its result."""
    name: str | None = None
    arguments: Any = None
    result: Any = None
    media_type: str | None = None
    url: str | None = None
    sha256: str | None = None
    bytes: int | None = None
    value: Any = None
    """Of type other."""


class Message(Answer):
    """A message of a dialog."""

    role: Literal["system", "user", "assistant", "tool"] | str
    name: str | None = None
    parts: Sequence[Part]

    @property
    def text(self) -> str:
        """Returns the texts of the message."""
        return "\n".join(part.text for part in self.parts if part.type == "text" and part.text)
