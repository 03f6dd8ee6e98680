"""HTML of results for notebooks. All texts are escaped."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from gaffe_sdk.row_text import row_lines

if TYPE_CHECKING:
    from gaffe_sdk.test_run import TestRun, TestRunRow

_MAX_ROWS = 10
_STYLE = "white-space: pre-wrap; text-align: left"


def run_html(run: TestRun, failing: Sequence[TestRunRow]) -> str:
    """Returns the headline, a table of the checks, and the first failing rows."""
    headline = run.state if run.conclusion is None else run.conclusion.headline
    parts = [
        f"<p><strong>{escape(run.name)}</strong>: {escape(headline)} · {_link(run.app_link)}</p>"
    ]
    if run.metrics is not None:
        rows = [
            (each.check, *map(str, (each.passed, each.failed, each.skipped, each.broken)))
            for each in run.metrics.checks
        ]
        parts.append(_table(("Check", "Passed", "Failed", "Skipped", "Broken"), rows))
    if failing:
        shown = [("\n".join(row_lines(row)),) for row in failing[:_MAX_ROWS]]
        parts.append(_table((f"Failing rows ({len(failing)})",), shown))
    return "".join(parts)


def _link(url: str) -> str:
    # Only an address of the web: others could run code.
    if not url.startswith(("http://", "https://")):
        return escape(url)
    return f'<a href="{escape(url)}">Open in Gaffe</a>'


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    cells = "".join(f"<th>{escape(title)}</th>" for title in head)
    lines = "".join(
        "<tr>" + "".join(f'<td style="{_STYLE}">{escape(cell)}</td>' for cell in row) + "</tr>"
        for row in rows
    )
    return f"<table><thead><tr>{cells}</tr></thead><tbody>{lines}</tbody></table>"
