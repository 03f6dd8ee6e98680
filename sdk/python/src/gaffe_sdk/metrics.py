"""What a test run came to."""

from __future__ import annotations

from gaffe_sdk.answer import Answer


class CheckSummary(Answer):
    """Verdicts of one check over all rows of a run."""

    check: str
    version: int
    passed: int
    failed: int
    skipped: int
    """The check does not apply to the row."""
    broken: int
    """The check itself came to no end."""
    mean: float | None = None
    """Of its values, booleans as 0 and 1."""

    @property
    def pass_rate(self) -> float | None:
        """Share that passed of what passed or failed; None without a verdict."""
        judged = self.passed + self.failed
        return None if judged == 0 else self.passed / judged


class Quality(Answer):
    """Precision, recall and F1."""

    precision: float
    recall: float
    f1: float


class LabelQuality(Quality):
    """The quality of one label."""

    label: str
    support: int
    """Rows that expect it."""


class Classification(Answer):
    """Metrics of MULTI_CLASS_CLASSIFICATION, as scikit-learn defines them (`zero_division=0`)."""

    accuracy: float
    macro: Quality
    weighted: Quality
    labels: list[LabelQuality]
    error_matrix: list[list[int]]
    """Row: expected label; column: predicted one, in the order of `labels`."""
    unanswered: int


class RetrievalAtK(Answer):
    """Metrics of INFORMATION_RETRIEVAL over the first k places."""

    k: int
    precision: float
    recall: float
    hit_rate: float
    mrr: float
    map: float
    ndcg: float


class RunMetrics(Answer):
    """Metrics of a run that has finished."""

    rows: int
    errors: int
    """Tries whose model call failed."""
    checks: list[CheckSummary]
    mean_duration_ms: float | None = None
    cost_usd: float | None = None
    classification: Classification | None = None
    retrieval: list[RetrievalAtK] | None = None
