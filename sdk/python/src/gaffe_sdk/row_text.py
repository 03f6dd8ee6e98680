"""Rows of a run as text: what went in and came out, and what the checks say."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from gaffe_sdk.api import TestRunRow, Verdict

_MAX_VALUE_CHARS = 300
_MAX_ROWS = 10


def is_failing(row: TestRunRow) -> bool:
    """Returns whether an attempt has no output, or a verdict that is not good."""
    return row.error is not None or bool(bad_verdicts(row))


def bad_verdicts(row: TestRunRow) -> list[Verdict]:
    """Returns the verdicts that failed or could not be made."""
    return [verdict for verdict in row.verdicts if verdict.state in ("failed", "broken")]


def row_lines(row: TestRunRow) -> list[str]:
    """Returns the input, the output, the expected result and the explanations, one per line."""
    lines = [f"input: {value_text(row.input)}"]
    if row.error is None:
        lines.append(f"output: {value_text(row.prediction)}")
    else:
        lines.append(f"error: {shortened(row.error)}")
    if row.expected is not None:
        lines.append(f"expected: {value_text(row.expected)}")
    return lines + [verdict_text(verdict) for verdict in bad_verdicts(row)]


def rows_text(rows: Sequence[TestRunRow]) -> str:
    """Returns the first ten rows, numbered and indented."""
    lines = [f"\nFailing rows ({len(rows)}):"]
    for number, row in enumerate(rows[:_MAX_ROWS], start=1):
        first, *others = row_lines(row)
        lines += [f"  {number}. {first}", *[f"     {line}" for line in others]]
    if len(rows) > _MAX_ROWS:
        lines.append(f"  … and {len(rows) - _MAX_ROWS} more")
    return "\n".join(lines)


def verdict_text(verdict: Verdict) -> str:
    """Returns the check, its state and its explanation."""
    score = "" if verdict.value is None or isinstance(verdict.value, bool) else f" {verdict.value}"
    why = verdict.explanation or verdict.reason or "without an explanation"
    return f"{verdict.check} {verdict.state}{score}: {shortened(why)}"


def value_text(value: Any) -> str:
    """Returns text as it is, other values as JSON."""
    if isinstance(value, str):
        return shortened(value)
    return shortened(json.dumps(value, ensure_ascii=False, default=str))


def shortened(text: str) -> str:
    """Returns the beginning of a text, in one line."""
    line = " ".join(text.split())
    return line if len(line) <= _MAX_VALUE_CHARS else f"{line[:_MAX_VALUE_CHARS]}…"
