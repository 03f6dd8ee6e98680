"""Runs held against a base, row by row."""

from __future__ import annotations

from typing import Literal

from gaffe_sdk.answer import Answer


class Outcomes(Answer):
    """How many rows stayed, and how many changed."""

    both_passed: int
    improved: int
    worsened: int
    both_failed: int


class Figures(Answer):
    """What the rows say about the difference, run minus base."""

    difference: float
    low: float
    """Of the 95 % confidence interval."""
    high: float
    p_value: float
    p_value_adjusted: float
    """Benjamini-Hochberg, over all comparisons of the answer."""
    significant: bool
    chance_to_beat: float
    """Probability that the run is better than the base."""
    risk_to_ship: float
    """Expected loss by choosing the run, should it be worse."""
    risk_to_keep: float
    """Expected loss by keeping the base, should the run be better."""


class CheckComparison(Answer):
    """One check of one run against the base."""

    run_id: str
    check: str
    matched: int
    """Rows with a verdict of the same version in both."""
    other_version: int
    """Rows left out, because the check has changed between the runs."""
    outcomes: Outcomes
    pass_rate: Figures | None = None
    score: Figures | None = None


class Change(Answer):
    """A row whose verdict is another one than in the base."""

    run_id: str
    check: str
    row_id: str
    repeat: int
    change: Literal["worsened", "improved"]


class Comparison(Answer):
    """All checks of all runs that were compared."""

    checks: list[CheckComparison]
    changed: list[Change]
    """Regressions first."""
