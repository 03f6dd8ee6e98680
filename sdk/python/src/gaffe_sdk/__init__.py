"""Client of Gaffe: scenario sets, test runs, checks, monitors and datapoints."""

from gaffe_sdk.api import (
    CheckComparison,
    Comparison,
    Figures,
    GeneratedCheck,
    Monitor,
    Project,
    RecordedDatapoint,
    ScenarioRow,
    Verdict,
)
from gaffe_sdk.check import Category, CheckInfo, ModelBasedCheck, PassFail, SandboxCheck, Score
from gaffe_sdk.client import Gaffe
from gaffe_sdk.custom_model import (
    CustomBatchModel,
    CustomModel,
    CustomMultiturnTarget,
    ModelInvocation,
)
from gaffe_sdk.errors import GaffeError
from gaffe_sdk.local_check import CheckResponse, CodeBasedCheck, LocalCheck, Skip
from gaffe_sdk.registered_model import RegisteredModel
from gaffe_sdk.scenario import ScenarioSet, SeedData
from gaffe_sdk.scenario_calls import CollectedScenarioSet, GeneratedScenarioSet
from gaffe_sdk.served_model import (
    CustomEndpointTarget,
    Driver,
    GenerationModel,
    Simulation,
    StopConfig,
)
from gaffe_sdk.test_run import (
    CheckSummary,
    Progress,
    RunMetrics,
    TestRun,
    TestRunRow,
    TestRunType,
)

__all__ = [
    "Category",
    "CheckComparison",
    "CheckInfo",
    "CheckResponse",
    "CheckSummary",
    "CodeBasedCheck",
    "CollectedScenarioSet",
    "Comparison",
    "CustomBatchModel",
    "CustomEndpointTarget",
    "CustomModel",
    "CustomMultiturnTarget",
    "Driver",
    "Figures",
    "Gaffe",
    "GaffeError",
    "GeneratedCheck",
    "GeneratedScenarioSet",
    "GenerationModel",
    "LocalCheck",
    "ModelBasedCheck",
    "ModelInvocation",
    "Monitor",
    "PassFail",
    "Progress",
    "Project",
    "RecordedDatapoint",
    "RegisteredModel",
    "RunMetrics",
    "SandboxCheck",
    "ScenarioRow",
    "ScenarioSet",
    "Score",
    "SeedData",
    "Simulation",
    "Skip",
    "StopConfig",
    "TestRun",
    "TestRunRow",
    "TestRunType",
    "Verdict",
]
