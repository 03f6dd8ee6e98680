"""Settings of a project: `.gaffe/config.yml`, the environment, and `gaffe login`."""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from gaffe.credentials import read_credentials
from gaffe.exit import usage

DEFAULT_URL = "http://127.0.0.1:4233"
_FILE_PATTERN = r".*\.(?:py|ya?ml)$"


@dataclass(frozen=True)
class Settings:
    """Where Gaffe is, and the flows that the project has."""

    folder: Path
    """The folder that has `.gaffe`; the working folder if none above has it."""
    base_url: str
    api_key: str
    api_key_from: str
    """Where the token comes from, in words."""
    file_pattern: str
    configs: list[Any]

    @property
    def flows_folder(self) -> Path:
        """Returns the folder of the flows."""
        return self.folder / ".gaffe" / "flows"


def read_settings() -> Settings:
    """Reads the settings of the project. Raises ExitError for a mistake."""
    folder = _project_folder()
    file = folder / ".gaffe" / "config.yml"
    top = _fields(read_yaml(file), ("name", "language", "base-url", "api-key", "run"), str(file))
    run = _fields(top.get("run") or {}, ("flows",), f"{file}: run")
    flows = _fields(run.get("flows") or {}, ("file-pattern", "configs"), f"{file}: run.flows")
    credentials = read_credentials()
    environment = os.environ.get("GAFFE_ENDPOINT")
    given = _text(top.get("base-url"), str(file))
    base_url = address_of(given or environment or credentials.base_url or DEFAULT_URL)
    api_key, api_key_from = _token(top.get("api-key"), credentials.tokens.get(base_url), file)
    pattern = _text(flows.get("file-pattern"), str(file)) or _FILE_PATTERN
    return Settings(
        folder, base_url, api_key, api_key_from, pattern, list(flows.get("configs") or [])
    )


def read_yaml(file: Path) -> Any:
    """Returns the content of a YAML file; an empty mapping if it does not exist."""
    if not file.exists():
        return {}
    try:
        return yaml.safe_load(file.read_text(encoding="utf-8")) or {}
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise usage(f"{file}: {error}") from error


def filled(value: Any, where: str) -> Any:
    """Returns a value with `${NAME}` replaced by variables. Raises ExitError without one."""
    if isinstance(value, str):
        return re.sub(r"\$\{(\w+)\}", lambda found: _variable(found[1], where), value)
    if isinstance(value, Mapping):
        return {name: filled(each, where) for name, each in value.items()}
    if isinstance(value, list):
        return [filled(each, where) for each in value]
    return value


def known_field(name: str, known: Collection[str], where: str) -> None:
    """Raises ExitError for a setting that does not exist, with the one that was probably meant."""
    if name in known:
        return
    close = difflib.get_close_matches(name, known, 1)
    hint = f": did you mean {close[0]}?" if close else f"; there are {', '.join(known)}"
    raise usage(f"{where}: there is no setting {name} here{hint}")


def address_of(text: str) -> str:
    """Returns an address without its last slash. Raises ExitError for an invalid one."""
    if not re.match(r"https?://[^/\s]", text):
        raise usage(f"{text} isn't an address: write it as {DEFAULT_URL}")
    return text.rstrip("/")


def _project_folder() -> Path:
    here = Path.cwd()
    return next((each for each in (here, *here.parents) if (each / ".gaffe").is_dir()), here)


def _token(written: Any, login: str | None, file: Path) -> tuple[str, str]:
    is_left_to_login = written == "${GAFFE_TOKEN}" and not os.environ.get("GAFFE_TOKEN")
    own = None if is_left_to_login else _text(written, str(file))
    if own:
        return own, str(file)
    if token := os.environ.get("GAFFE_TOKEN"):
        return token, "GAFFE_TOKEN"
    return login or "", "no token" if login is None else "gaffe login"


def _fields(value: Any, known: Collection[str], where: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise usage(f"{where}: this must hold settings, such as {next(iter(known))}: …")
    for name in value:
        known_field(str(name), known, where)
    return value


def _text(value: Any, where: str) -> str | None:
    return None if value is None else str(filled(str(value), where))


def _variable(name: str, where: str) -> str:
    value = os.environ.get(name)
    if value is None:
        raise usage(f"{where}: the environment variable {name} is not set: export {name}=…")
    return value
