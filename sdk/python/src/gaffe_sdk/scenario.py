"""Scenario sets: rows of input and expected result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast
from urllib.parse import quote

from gaffe_sdk import api
from gaffe_sdk.errors import GaffeError


@dataclass(frozen=True)
class SeedData:
    """One row.

    `input_` is text, a list or a dict; `result` what is expected: text, a label, a list of ids, or
    `{"name": …, "parameter_definitions": …}` for a function call. None where nobody has said.
    """

    input_: Any
    result: Any = None


class ScenarioSet(api.ScenarioSet):
    """A version of a scenario set. It never changes: other rows are its next version."""

    @property
    def scenario_id(self) -> str:
        """The same for all its versions."""
        return self.id


def path_of(scenario: ScenarioSet | str, rest: str = "") -> str:
    """Where a set is, by itself, its id or its name."""
    return f"/scenario-sets/{quote(id_of(scenario), safe='')}{rest}"


def id_of(scenario: ScenarioSet | str) -> str:
    """A set's id; a text is an id or a name already."""
    return scenario if isinstance(scenario, str) else scenario.scenario_id


def seeds_of(rows: Sequence[SeedData | Mapping[str, Any]]) -> list[api.SeedRow]:
    """Rows as the API takes them. Raises GaffeError for what is no row."""
    return [_seed_of(row, index) for index, row in enumerate(rows)]


def _seed_of(row: SeedData | Mapping[str, Any], index: int) -> api.SeedRow:
    if isinstance(row, SeedData):
        return {"input": row.input_, "result": row.result}
    if isinstance(row, Mapping):
        named = {"input" if name == "input_" else name: value for name, value in row.items()}
        return cast("api.SeedRow", named)
    raise GaffeError(
        f"a row is SeedData or a dict, not {type(row).__name__}",
        advice="Pass SeedData(input_=…, result=…)",
        field=f"seed_data.{index}",
    )
