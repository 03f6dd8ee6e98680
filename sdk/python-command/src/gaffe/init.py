"""The command init."""

from __future__ import annotations

from pathlib import Path

from gaffe.exit import usage
from gaffe.templates import CONFIG, PYTHON_FLOW, YAML_FLOW, YAML_ROWS

LANGUAGES = {"python": "python", "py": "python", "yaml": "yaml", "yml": "yaml"}
_PYTHON_FILES = ("pyproject.toml", "requirements.txt", "setup.py", "uv.lock", "Pipfile", ".venv")


def init(language: str | None, *, force: bool) -> None:
    """Writes `.gaffe/config.yml` and an example flow. Overwrites files only with `force`."""
    chosen = _detected() if language is None else LANGUAGES.get(language.lower())
    if chosen is None:
        raise usage(f"--language must be python or yaml, not {language}. TypeScript needs Node")
    flows = Path(".gaffe", "flows")
    files = {Path(".gaffe", "config.yml"): CONFIG[chosen]}
    if chosen == "python":
        files[flows / "example.py"] = PYTHON_FLOW
    else:
        files[flows / "example.yml"] = YAML_FLOW
        files[flows / "example.jsonl"] = YAML_ROWS
    present = next((file for file in files if file.exists()), None)
    if present is not None and not force:
        raise usage(f"{present} is there already: --force writes it anew")
    flows.mkdir(parents=True, exist_ok=True)
    for file, text in files.items():
        file.write_text(text, encoding="utf-8")
    print(f"Wrote {', '.join(file.as_posix() for file in files)}.")
    print("Next:\n  gaffe login                # or export GAFFE_TOKEN=…")
    if chosen == "yaml":
        print("  export OPENAI_API_KEY=…    # or another model in .gaffe/flows/example.yml")
    print("  gaffe run -f example")


def _detected() -> str:
    return "python" if any(Path(name).exists() for name in _PYTHON_FILES) else "yaml"
