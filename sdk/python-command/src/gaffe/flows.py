"""Flows of a project: programs in Python, and runs that are written in YAML."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gaffe.exit import usage
from gaffe.settings import Settings, filled, known_field, read_yaml

# By the name of the setting: that of the API.
_PASSED_ON = {
    "type": "type",
    "checks": "checks",
    "allow-skipped": "allowSkipped",
    "similarity": "similarity",
    "simulation": "simulation",
    "repeats": "repeats",
    "concurrency": "concurrency",
    "at-k": "atK",
    "api-keys": "apiKeys",
}
_OWN = (
    *("name", "scenario", "scenario-file", "collect", "model", "definition", "secrets"),
    "at-least",
)


@dataclass(frozen=True)
class ScriptFlow:
    """A program that makes runs."""

    name: str
    file: Path


@dataclass(frozen=True)
class ServedFlow:
    """A run of a model that the service calls."""

    name: str
    where: str
    model: str
    scenario: str | None
    scenario_file: Path | None
    collect: dict[str, Any] | None
    definition: dict[str, Any] | None
    secrets: dict[str, str] | None
    at_least: dict[str, float]
    options: dict[str, Any]
    """Settings of the run in the format of the API."""


Flow = ScriptFlow | ServedFlow


def find_flows(settings: Settings, wanted: Sequence[str]) -> list[Flow]:
    """Returns all flows, or those with these names. Raises ExitError when there is none."""
    folder = settings.flows_folder
    pattern = re.compile(settings.file_pattern)
    names = sorted(each.name for each in folder.iterdir()) if folder.is_dir() else []
    files = [folder / name for name in names if pattern.search(name)]
    others = [each for each in files if each.suffix not in (".py", ".yml", ".yaml")]
    if others and not wanted:
        raise usage(f"{others[0]} needs Node: npm install -g @gaffe/cli, or name flows with -f")
    # Flows that are not requested may have mistakes.
    flows = [_flow_of(file) for file in files if not wanted or {file.name, file.stem} & {*wanted}]
    config = settings.folder / ".gaffe" / "config.yml"
    flows += [_served_flow(each, str(config), None, config.parent) for each in settings.configs]
    if not flows and not wanted:
        raise usage(f"there is no flow in {folder}: gaffe init writes an example")
    known = {flow.name: flow for flow in flows} | {
        flow.file.name: flow for flow in flows if isinstance(flow, ScriptFlow)
    }
    for name in wanted:
        if name not in known and not any(name in (file.name, file.stem) for file in files):
            existing = ", ".join(each.stem for each in files) or "none"
            raise usage(f"there is no flow {name}; there are {existing}")
    return flows if not wanted else [flow for flow in flows if _is_wanted(flow, wanted)]


def _is_wanted(flow: Flow, wanted: Sequence[str]) -> bool:
    if isinstance(flow, ScriptFlow):
        return flow.name in wanted or flow.file.name in wanted
    return flow.name in wanted or Path(flow.where).stem in wanted or Path(flow.where).name in wanted


def _flow_of(file: Path) -> Flow:
    if file.suffix == ".py":
        return ScriptFlow(file.stem, file)
    if file.suffix in (".yml", ".yaml"):
        return _served_flow(read_yaml(file), str(file), file.stem, file.parent)
    raise usage(f"{file} needs Node: npm install -g @gaffe/cli")


def _served_flow(value: Any, where: str, usual_name: str | None, folder: Path) -> ServedFlow:
    if not isinstance(value, dict):
        raise usage(f"{where}: a flow has name, scenario, model and checks")
    for field in value:
        known_field(str(field), (*_OWN, *_PASSED_ON), where)
    given = filled(value, where)
    name = given.get("name") or usual_name
    file = given.get("scenario-file")
    required = {
        "name": name,
        "model": given.get("model"),
        "scenario": given.get("scenario") or file,
    }
    for field, found in required.items():
        if not found:
            raise usage(f"{where}: this flow lacks {field}")
    return ServedFlow(
        name=str(name),
        where=where,
        model=str(given["model"]),
        scenario=None if file else str(given["scenario"]),
        scenario_file=folder / str(file) if file else None,
        collect=given.get("collect"),
        definition=given.get("definition"),
        secrets=given.get("secrets"),
        at_least=dict(given.get("at-least") or {}),
        options={api: given[own] for own, api in _PASSED_ON.items() if given.get(own) is not None},
    )
