"""Scenario sets: rows of inputs and expected results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, cast
from urllib.parse import quote

from gaffe_sdk import api
from gaffe_sdk.errors import GaffeError

GenerationType = Literal[
    "ADVERSARIAL_QUESTION",
    "COMMON_CONTRACTIONS",
    "COMMON_MISSPELLINGS",
    "CONDITIONAL",
    "CUSTOM_GENERATOR",
    "CUSTOM_MULTI_CHUNK_GENERATOR",
    "DRIVER",
    "LABEL_REVERSE_INVARIANT",
    "NAMED_ENTITY_SUBSTITUTION",
    "NEGATION",
    "OFF_TOPIC",
    "REPHRASE_INVARIANT",
    "ROUNDTRIP_INVARIANT",
    "SEED",
    "SYNONYMS",
    "TERM_RELEVANCE_INVARIANT",
    "TEXT_REVERSE_LABELED",
    "TEXT_REVERSE_QUESTION",
    "TEXT_REVERSE_QUESTION_ANSWER",
    "WORD_CHARACTER_INSERTION",
    "WORD_INFLECTIONS",
    "WORD_QWERTY_MISSPELL",
    "WORD_SYNONYM_EMBEDDING",
]
"""Type of a generator, see get_scenario_generators."""


@dataclass(frozen=True)
class SeedData:
    """One row.

    `input_` is text, a list or a dict. `result` is the expected result: text, a label, a list of
    ids, `{"name": …, "parameter_definitions": …}` for a function call, or None if unknown.
    """

    input_: Any
    result: Any = None


class ScenarioSet(api.ScenarioSet):
    """An immutable version of a scenario set. Changing the rows creates the next version."""

    @property
    def scenario_id(self) -> str:
        """Returns the id, which all versions of the set share."""
        return self.id


class GeneratedScenarioSet(ScenarioSet):
    """A set of generated rows, and the generated rows that its checks rejected."""

    failed_data: Sequence[api.GeneratedSetFailedData] = ()
    """Rows that failed one of the `checks`, with the reason."""


class CollectedScenarioSet(api.CollectedScenarioSet):
    """A set of rows from recorded datapoints, and what was left out or redacted."""

    scenario: ScenarioSet


def path_of(scenario: ScenarioSet | str, rest: str = "") -> str:
    """Returns the API path of a set, given as an object, id or name, followed by `rest`."""
    return f"/scenario-sets/{quote(id_of(scenario), safe='')}{rest}"


def id_of(scenario: ScenarioSet | str) -> str:
    """Returns the id of a set; returns a string (an id or a name) unchanged."""
    return scenario if isinstance(scenario, str) else scenario.scenario_id


def seeds_of(rows: Sequence[SeedData | Mapping[str, Any]]) -> list[api.SeedRow]:
    """Converts rows to the format of the API. Raises GaffeError for a row of another type."""
    return [_seed_of(row, index) for index, row in enumerate(rows)]


def _seed_of(row: SeedData | Mapping[str, Any], index: int) -> api.SeedRow:
    if isinstance(row, SeedData):
        return {"input": row.input_, "result": row.result}
    if isinstance(row, Mapping):
        renamed = {"input" if name == "input_" else name: value for name, value in row.items()}
        return cast("api.SeedRow", renamed)
    raise GaffeError(
        f"A row must be SeedData or a dict, not {type(row).__name__}",
        advice="Pass SeedData(input_=…, result=…)",
        field=f"seed_data.{index}",
    )
