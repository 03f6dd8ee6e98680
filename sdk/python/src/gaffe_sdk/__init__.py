"""Offline runs of Gaffe: scenario sets, registered models, test runs and their comparison."""

from gaffe_sdk.client import Gaffe
from gaffe_sdk.comparison import CheckComparison, Comparison, Figures
from gaffe_sdk.custom_model import CustomModel, ModelInvocation
from gaffe_sdk.errors import GaffeError
from gaffe_sdk.metrics import CheckSummary, RunMetrics
from gaffe_sdk.registered_model import RegisteredModel
from gaffe_sdk.scenario import ScenarioRow, ScenarioSet, SeedData
from gaffe_sdk.test_run import Progress, TestRun, TestRunType

__all__ = [
    "CheckComparison",
    "CheckSummary",
    "Comparison",
    "CustomModel",
    "Figures",
    "Gaffe",
    "GaffeError",
    "ModelInvocation",
    "Progress",
    "RegisteredModel",
    "RunMetrics",
    "ScenarioRow",
    "ScenarioSet",
    "SeedData",
    "TestRun",
    "TestRunType",
]
