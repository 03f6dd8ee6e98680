"""Tokens of `gaffe login`, in the file that the command in Node uses as well."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import dataclass, field
from pathlib import Path

from gaffe.exit import usage


@dataclass(frozen=True)
class Credentials:
    """Tokens by address; `base_url` is the address of the last login."""

    base_url: str | None = None
    tokens: dict[str, str] = field(default_factory=dict)


def credentials_file() -> Path:
    """Returns a file in the user's settings folder that only this user can read."""
    windows = os.environ.get("APPDATA") if sys.platform == "win32" else None
    folder = os.environ.get("XDG_CONFIG_HOME") or windows or str(Path.home() / ".config")
    return Path(folder) / "gaffe" / "credentials.json"


def read_credentials() -> Credentials:
    """Returns the stored tokens. Raises ExitError for a file that cannot be read."""
    file = credentials_file()
    if not file.exists():
        return Credentials()
    try:
        content = json.loads(file.read_text(encoding="utf-8"))
        return Credentials(content.get("baseUrl"), dict(content.get("tokens", {})))
    except (OSError, ValueError, AttributeError, TypeError) as error:
        raise usage(f"{file} cannot be read ({error}): delete it and use gaffe login") from error


def write_credentials(credentials: Credentials) -> Path:
    """Writes atomically, and never makes the file readable for others."""
    file = credentials_file()
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    if not credentials.tokens:
        file.unlink(missing_ok=True)
        return file
    content = {"baseUrl": credentials.base_url, "tokens": credentials.tokens}
    following = file.with_name(f"{file.name}.{os.getpid()}")
    handle = os.open(following, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with open(handle, "w", encoding="utf-8") as stream:
        stream.write(f"{json.dumps(content, indent=2)}\n")
    following.replace(file)
    return file
