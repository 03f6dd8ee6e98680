"""Scenario sets: rows of input and expected result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from pydantic import Field

from gaffe_sdk.answer import Answer
from gaffe_sdk.errors import GaffeError


@dataclass(frozen=True)
class SeedData:
    """One row.

    `input_` is text, a list or a dict; `result` what is expected: text, a label, a list of ids, or
    `{"name": …, "parameter_definitions": …}` for a function call. None where nobody has said.
    """

    input_: Any
    result: Any = None


class ScenarioSet(Answer):
    """A version of a scenario set. It never changes: other rows are its next version."""

    scenario_id: str = Field(alias="id")
    name: str
    version: int
    rows: int
    tags: list[str]
    app_link: str


class ScenarioRow(Answer):
    """A row of a set, named by what its input is."""

    id: str
    input: Any
    result: Any


def path_of(scenario: ScenarioSet | str, rest: str = "") -> str:
    """Where a set is, by itself, its id or its name."""
    return f"/scenario-sets/{quote(id_of(scenario), safe='')}{rest}"


def id_of(scenario: ScenarioSet | str) -> str:
    """A set's id; a text is an id or a name already."""
    return scenario if isinstance(scenario, str) else scenario.scenario_id


def seeds_of(rows: Sequence[SeedData | Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Rows as the API takes them. Raises GaffeError for what is no row."""
    return [_seed_of(row, index) for index, row in enumerate(rows)]


def _seed_of(row: SeedData | Mapping[str, Any], index: int) -> Mapping[str, Any]:
    if isinstance(row, SeedData):
        return {"input": row.input_, "result": row.result}
    if isinstance(row, Mapping):
        return {"input" if name == "input_" else name: value for name, value in row.items()}
    raise GaffeError(
        f"a row is SeedData or a dict, not {type(row).__name__}",
        advice="Pass SeedData(input_=…, result=…)",
        field=f"seed_data.{index}",
    )
