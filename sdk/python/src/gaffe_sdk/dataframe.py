"""Tables of pandas, which is not a dependency of this package."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Any

from gaffe_sdk.api import TestRunRow
from gaffe_sdk.errors import GaffeError


def dataframe_of(records: Sequence[dict[str, Any]]) -> Any:
    """Returns a pandas.DataFrame. Raises GaffeError if pandas is not installed."""
    try:
        pandas = importlib.import_module("pandas")
    except ImportError as error:
        raise GaffeError("to_dataframe needs pandas", advice="pip install pandas") from error
    return pandas.DataFrame(records)


def record_of(row: TestRunRow) -> dict[str, Any]:
    """Returns the columns of an attempt, with the state, value and explanation of each check."""
    record: dict[str, Any] = {
        "row_id": row.row_id,
        "repeat": row.repeat,
        "input": row.input,
        "expected": row.expected,
        "prediction": row.prediction,
        "error": row.error,
    }
    for verdict in row.verdicts:
        record[verdict.check] = verdict.state
        record[f"{verdict.check}.value"] = verdict.value
        record[f"{verdict.check}.explanation"] = verdict.explanation or verdict.reason
    record.update(duration_ms=row.duration_ms, cost_usd=row.cost_usd, datapoint_id=row.datapoint_id)
    return record
