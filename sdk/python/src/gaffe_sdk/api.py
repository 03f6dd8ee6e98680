"""The types of the API.

Written by `npm run sdk:types` from openapi.json: do not edit. A request is a dict with the
names of the API, a response a model with Python names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict, Union

from gaffe_sdk.answer import Answer


class MeWhoNobody(Answer):
    kind: Literal["nobody"] | str


class MeWhoLocal(Answer):
    """At this machine, before anybody signed up."""

    kind: Literal["local"] | str


class MeWhoToken(Answer):
    kind: Literal["token"] | str
    name: str
    scopes: Sequence[Literal["ingest", "read", "write", "admin"] | str]


class MeWhoUser(Answer):
    kind: Literal["user"] | str
    id: str
    email: str
    role: Literal["viewer", "member", "admin"] | str


class Me(Answer):
    who: MeWhoNobody | MeWhoLocal | MeWhoToken | MeWhoUser
    project_id: str | None = None
    """The project and account of this request; absent without authentication."""
    sign_up: Literal["first", "open", "by_mail", "by_invitation"] | str
    """How a person without an account signs up: as the first user, openly, by an emailed link, or by invitation."""
    needs_token: bool
    """The first to sign up shows the token that the service printed at its first start."""
    can_mail: bool
    """A mail server is set."""


class Project(Answer):
    id: str
    name: str
    language: Literal["typescript", "python"] | str | None = None
    created_at: str
    archived_at: str | None = None


class ScenarioGenerator(Answer):
    type: str
    description: str
    keeps_result: bool
    needs_model: bool
    """Calls the project's active judge model, within its daily limits."""


class ScenarioSet(Answer):
    id: str
    name: str
    version: int
    rows: int
    tags: Sequence[str]
    created_at: str
    updated_at: str
    app_link: str


class _SeedRowRequired(TypedDict):
    input: Any
    """Text, a list or an object."""


class SeedRow(_SeedRowRequired, total=False):
    result: Any
    """The expected result: text, a label, a list of ids, or `{name, parameter_definitions}` for a function call."""


class _NewScenarioSetRequired(TypedDict):
    name: str
    seedData: Sequence[SeedRow]


class NewScenarioSet(_NewScenarioSetRequired, total=False):
    tags: Sequence[str] | None


class _ScenarioUploadRequired(TypedDict):
    name: str
    content: str
    """One row a line: `{"input": …, "result": …}`, or CSV with these columns."""


class ScenarioUpload(_ScenarioUploadRequired, total=False):
    format: Literal["jsonl", "csv"] | str | None
    tags: Sequence[str] | None


class RunCheckLocal(TypedDict, total=False):
    """A check of the caller's own, evaluated where the model is called: its verdicts come with the results."""

    version: int | None
    """Runs are compared where it is the same."""


class _RunCheckRequired(TypedDict):
    check: str


class RunCheck(_RunCheckRequired, total=False):
    options: Mapping[str, Any] | None
    local: RunCheckLocal | None
    """A check of the caller's own, evaluated where the model is called: its verdicts come with the results."""


class _GenerateRequestRequired(TypedDict):
    scenarioId: str
    """Id or name of the set whose rows are the seeds."""
    name: str
    """Of the set that is made."""
    type: str
    """See GET /scenario-generators."""


class GenerateRequest(_GenerateRequestRequired, total=False):
    numberExamples: int | None
    """Rows wanted of each seed."""
    synonymSets: Sequence[Sequence[str]] | None
    preTemplate: str | None
    postTemplate: str | None
    tone: Literal["Neutral", "Formal", "Informal", "Abbreviated Informal", "Persuasive", "Empathetic"] | str | None
    """Where a model writes."""
    generationPrompt: str | None
    """For the custom generators."""
    generationSchema: Mapping[str, Any] | None
    """JSON Schema of the inputs, for the custom generators."""
    lockResult: bool | None
    """Every row gets its seed's result."""
    checks: Sequence[str | RunCheck] | None
    """Held against each generated row; those that fail come back instead."""
    tags: Sequence[str] | None


class GeneratedSetFailedDataOrigin(Answer):
    seed_id: str | None = None
    generator: str | None = None
    datapoint_id: str | None = None
    test_run_id: str | None = None


class GeneratedSetFailedData(Answer):
    input: Any
    result: Any
    origin: GeneratedSetFailedDataOrigin
    check: str
    reason: str


class GeneratedSet(Answer):
    id: str
    name: str
    version: int
    rows: int
    tags: Sequence[str]
    created_at: str
    updated_at: str
    app_link: str
    failed_data: Sequence[GeneratedSetFailedData]
    unanswered: int
    """Questions to the model that gave no row."""
    reason: str | None = None
    """Why the last of them gave none."""


class FromDatapointsResult(TypedDict):
    datapointId: str
    result: Any


_FromDatapointsMaybeNamed = TypedDict("_FromDatapointsMaybeNamed", {"from": "str | None"}, total=False)


class FromDatapoints(_FromDatapointsMaybeNamed, total=False):
    name: str | None
    """Of a new scenario set."""
    scenarioId: str | None
    """Id or name of a set: the rows go to its next version."""
    tags: Sequence[str] | None
    """Of a new scenario set."""
    datapointIds: Sequence[str] | None
    q: str | None
    """A query, see docs/query.md."""
    to: str | None
    """Exclusive. Default: now."""
    issueId: str | None
    """Id or number of an issue: its occurrences, newest first."""
    limit: int | None
    """Maximum number, newest first."""
    input: Literal["conversation", "whole_dialog", "last_user_message"] | str | None
    """What becomes the input: all messages but the system's, all of them, or the last one of a user."""
    results: Sequence[FromDatapointsResult] | None
    """Expected results of some of them; the others have none."""


class CollectedScenarioSetLeftOut(Answer):
    datapoint_id: str
    reason: str


class CollectedScenarioSetRedacted(Answer):
    type: str
    count: int


class CollectedScenarioSet(Answer):
    scenario: ScenarioSet
    added: int
    left_out: Sequence[CollectedScenarioSetLeftOut]
    """Datapoints that gave no row."""
    more: bool
    """More datapoints match than the limit."""
    redacted: Sequence[CollectedScenarioSetRedacted]
    """Secrets and personal data that were replaced by markers."""


class _FromTestRunRequired(TypedDict):
    runId: str


class FromTestRun(_FromTestRunRequired, total=False):
    name: str | None
    """Of a new scenario set."""
    scenarioId: str | None
    """Id or name of a set: the rows go to its next version."""
    tags: Sequence[str] | None
    """Of a new scenario set."""
    checks: Sequence[str] | None
    """Rows that one of these failed; default: any check of the run, or the model call itself."""


class FailingScenarioSet(Answer):
    scenario: ScenarioSet
    added: int
    known: int
    """Rows that the set had already."""


class ScenarioSetChange(TypedDict, total=False):
    name: str | None
    tags: Sequence[str] | None


class PostScenarioSetsIdVersionsBody(TypedDict):
    seedData: Sequence[SeedRow]


class ScenarioRow(Answer):
    id: str
    input: Any
    result: Any
    origin: GeneratedSetFailedDataOrigin


class ModelSecret(Answer):
    name: str
    host: str
    created_at: str


class Model(Answer):
    id: str
    name: str
    version: int
    definition: dict[str, Any]
    tags: Sequence[str]
    secrets: Sequence[ModelSecret]
    """Names of its keys, and the host (with http:// where it is not HTTPS) that each opens for."""
    created_at: str


class _ModelDefinitionInputCustomRequired(TypedDict):
    type: Literal["custom"] | str
    """The user's own code, called by an SDK"""


class ModelDefinitionInputCustom(_ModelDefinitionInputCustomRequired, total=False):
    batchSize: int | None
    """Rows that the code takes at a time."""


class ModelDefinitionInputGenerationDialogTemplate(TypedDict):
    role: Literal["system", "user", "assistant"] | str
    content: str
    """`{scenario_input}` is replaced by the row's input, `{scenario_input.key}` by a member of it; `{{name}}` is the text `{name}`."""


class _ModelDefinitionInputGenerationRequired(TypedDict):
    type: Literal["generation"] | str
    """A provider's model with a prompt, called by the service."""


class ModelDefinitionInputGeneration(_ModelDefinitionInputGenerationRequired, total=False):
    model: str | None
    """As the proxy takes it: `openai/gpt-4o`, `claude-…`, `<upstream>/…`; default: the judge's."""
    judge: str | None
    """Name or id of a judge model, for its address, key and daily limits. If neither model nor judge is given: the active judge."""
    temperature: float | None
    systemPromptTemplate: str | None
    """`{scenario_input}` is replaced by the row's input, `{scenario_input.key}` by a member of it; `{{name}}` is the text `{name}`."""
    userPromptTemplate: str | None
    """Default: `{scenario_input}`."""
    dialogTemplate: Sequence[ModelDefinitionInputGenerationDialogTemplate] | None
    """A whole dialog instead of the two."""
    tools: Sequence[Any] | None
    """As OpenAI's Chat Completions spell them."""
    params: Mapping[str, Any] | None
    """Additional request parameters, in OpenAI's format."""
    timeoutMs: int | None
    """Of one call; default: a minute."""


class _ModelDefinitionInputHttpAuthRequired(TypedDict):
    url: str
    tokenPath: str
    """Path of `{access_token}` in the response."""


class ModelDefinitionInputHttpAuth(_ModelDefinitionInputHttpAuthRequired, total=False):
    method: Literal["POST", "GET", "PUT", "PATCH", "DELETE"] | str | None
    headers: Mapping[str, str] | None
    """`{secret.NAME}` is replaced by a secret of the model."""
    body: Any
    """JSON. A text that is one name alone, such as `{message_history}`, becomes its value."""
    secondsValid: int | None


class _ModelDefinitionInputHttpStartSessionRequired(TypedDict):
    url: str


class ModelDefinitionInputHttpStartSession(_ModelDefinitionInputHttpStartSessionRequired, total=False):
    method: Literal["POST", "GET", "PUT", "PATCH", "DELETE"] | str | None
    headers: Mapping[str, str] | None
    """`{secret.NAME}` is replaced by a secret of the model."""
    body: Any
    """JSON. A text that is one name alone, such as `{message_history}`, becomes its value."""
    sessionIdPath: str | None
    """Path of `{session_id}` in the response."""
    messagePath: str | None
    """Where the target's first words lie."""


class ModelDefinitionInputHttpNextTurnStream(TypedDict, total=False):
    """The answer comes as server-sent events."""

    event: str | None
    """Only events of this name."""
    stopAt: str | None
    """Data that ends the stream."""


class _ModelDefinitionInputHttpNextTurnRequired(TypedDict):
    url: str
    responsePath: str
    """Path of the text in the response; for a stream, of each event's part."""


class ModelDefinitionInputHttpNextTurn(_ModelDefinitionInputHttpNextTurnRequired, total=False):
    method: Literal["POST", "GET", "PUT", "PATCH", "DELETE"] | str | None
    headers: Mapping[str, str] | None
    """`{secret.NAME}` is replaced by a secret of the model."""
    body: Any
    """JSON. A text that is one name alone, such as `{message_history}`, becomes its value."""
    toolCallsPath: str | None
    stream: ModelDefinitionInputHttpNextTurnStream | None
    """The answer comes as server-sent events."""


class _ModelDefinitionInputHttpEndSessionRequired(TypedDict):
    url: str


class ModelDefinitionInputHttpEndSession(_ModelDefinitionInputHttpEndSessionRequired, total=False):
    method: Literal["POST", "GET", "PUT", "PATCH", "DELETE"] | str | None
    headers: Mapping[str, str] | None
    """`{secret.NAME}` is replaced by a secret of the model."""
    body: Any
    """JSON. A text that is one name alone, such as `{message_history}`, becomes its value."""


class _ModelDefinitionInputHttpRequired(TypedDict):
    type: Literal["http"] | str
    """An application behind HTTP, called by the service."""
    nextTurn: ModelDefinitionInputHttpNextTurn


class ModelDefinitionInputHttp(_ModelDefinitionInputHttpRequired, total=False):
    auth: ModelDefinitionInputHttpAuth | None
    startSession: ModelDefinitionInputHttpStartSession | None
    endSession: ModelDefinitionInputHttpEndSession | None
    timeoutMs: int | None
    """Of one request."""


ModelDefinitionInput = Union[ModelDefinitionInputCustom, ModelDefinitionInputGeneration, ModelDefinitionInputHttp]


class _NewModelRequired(TypedDict):
    name: str
    definition: ModelDefinitionInput


class NewModel(_NewModelRequired, total=False):
    tags: Sequence[str] | None
    update: bool | None
    """Another definition under a known name makes its next version."""
    apiKey: str | None
    """Key of a generation model's provider: stored encrypted, sent only to its host, never returned."""
    secrets: Mapping[str, str] | None
    """Values of `{secret.NAME}` in an HTTP target; stored like apiKey."""


class TestRunCheckLocal(Answer):
    """A check of the caller's own, evaluated where the model is called: its verdicts come with the results."""

    version: int
    """Runs are compared where it is the same."""


class TestRunCheck(Answer):
    check: str
    options: Mapping[str, Any]
    local: TestRunCheckLocal | None = None
    """A check of the caller's own, evaluated where the model is called: its verdicts come with the results."""


class Progress(Answer):
    """Tries."""

    waiting: int
    leased: int
    done: int


class CheckSummary(Answer):
    check: str
    version: int
    passed: int
    failed: int
    skipped: int
    """The check does not apply to the row."""
    broken: int
    """The check itself came to no end."""
    mean: float | None = None
    """Of the values, booleans as 0 and 1"""


class Quality(Answer):
    precision: float
    recall: float
    f1: float


class LabelQuality(Answer):
    label: str
    precision: float
    recall: float
    f1: float
    support: int
    """Rows that expect it."""


class Classification(Answer):
    """As scikit-learn defines it, zero_division=0"""

    rows: int
    accuracy: float
    macro: Quality
    weighted: Quality
    labels: Sequence[LabelQuality]
    confusion_matrix: Sequence[Sequence[int]]
    """Row: expected label, column: predicted one, as in `labels`."""
    unanswered: int


class RetrievalAtK(Answer):
    k: int
    precision: float
    recall: float
    hit_rate: float
    mrr: float
    map: float
    ndcg: float


class Trajectories(Answer):
    rows: int
    """Rows with expected calls."""
    exact: float
    """Share of rows with the expected calls and no others, in their order."""
    any_order: float
    subset: float
    """All expected calls are among those made."""
    superset: float
    """All calls made are among those expected."""
    precision: float
    recall: float
    f1: float
    argument_match: float
    """Of the calls that are right by name."""
    mean_steps: float
    mean_expected_steps: float


class InvarianceWorstBroken(Answer):
    row_id: str
    repeat: int


class InvarianceWorst(Answer):
    seed_id: str
    answers: int
    consistency: float
    broken: Sequence[InvarianceWorstBroken]


class Invariance(Answer):
    seeds: int
    """With more than one answer."""
    consistent_seeds: int
    consistency: float
    """Mean share of pairs of answers to one seed's rows that are alike."""
    broken_rows: int
    worst: Sequence[InvarianceWorst]


class Conversations(Answer):
    conversations: int
    mean_turns: float
    ended: Mapping[str, int]
    """How many ended for which reason."""


class RunMetrics(Answer):
    rows: int
    errors: int
    """Attempts whose model call failed."""
    mean_duration_ms: float | None = None
    p95_duration_ms: float | None = None
    """Of rows with an answer."""
    cost_usd: float | None = None
    checks: Sequence[CheckSummary]
    classification: Classification | None = None
    retrieval: Sequence[RetrievalAtK] | None = None
    trajectories: Trajectories | None = None
    invariance: Invariance | None = None
    conversations: Conversations | None = None


class TestRun(Answer):
    id: str
    name: str
    type: Literal["NL_GENERATION", "MULTI_CLASS_CLASSIFICATION", "INFORMATION_RETRIEVAL", "MULTI_TURN", "AGENT_EVAL", "INVARIANT"] | str
    scenario_id: str
    scenario_version: int
    model_id: str
    model_version: int
    reevaluates: str | None = None
    """The run whose answers it judges anew."""
    checks: Sequence[TestRunCheck]
    tags: Sequence[str]
    calculate_metrics: bool
    repeats: int
    at_k: Sequence[int]
    similarity: Literal["exact", "normalized", "similar"] | str | None = None
    simulation: dict[str, Any] | None = None
    concurrency: int
    is_served: bool
    """The service makes calls of this run itself."""
    state: Literal["running", "evaluating", "finished", "failed", "cancelled"] | str
    progress: Progress
    failure: str | None = None
    metrics: RunMetrics | None = None
    """Once finished."""
    created_at: str
    ended_at: str | None = None
    commit: str | None = None
    """That was tried, where a build started the run."""
    ci_url: str | None = None
    """Page of the build that started it."""
    app_link: str
    """Where a person reads the run."""


class NewSimulationDriver(TypedDict, total=False):
    promptTemplate: str | None
    """Who the simulated user is and wants."""
    model: str | None
    """As the proxy takes it."""
    judge: str | None
    """A judge model; default: the active one."""
    temperature: float | None


class _NewSimulationStopCheckRequired(TypedDict):
    check: str


class NewSimulationStopCheck(_NewSimulationStopCheckRequired, total=False):
    options: Mapping[str, Any] | None
    stopOn: bool | None
    """true: ends when it passes; false: when it fails."""


class NewSimulationStop(TypedDict, total=False):
    phrase: str | None
    """Ends the conversation when either side says it."""
    check: NewSimulationStopCheck | None


class _NewSimulationRequired(TypedDict):
    driver: NewSimulationDriver


class NewSimulation(_NewSimulationRequired, total=False):
    maxTurns: int | None
    """Answers of the target at most."""
    firstTurn: Literal["driver", "target"] | str | None
    stop: NewSimulationStop | None
    checksAtEveryTurn: bool | None
    """Otherwise the checks judge the whole conversation at its end."""


class _NewTestRunRequired(TypedDict):
    name: str
    scenarioId: str
    """Id or name of the scenario set."""
    modelId: str
    """Id or name of the registered model, in its newest version."""


class NewTestRun(_NewTestRunRequired, total=False):
    scenarioVersion: int | None
    """Default: the newest."""
    type: Literal["NL_GENERATION", "MULTI_CLASS_CLASSIFICATION", "INFORMATION_RETRIEVAL", "MULTI_TURN", "AGENT_EVAL", "INVARIANT"] | str | None
    checks: Sequence[str | RunCheck] | None
    """Names of checks, `{check, options}`, or `{check, local: {version}}` for one of the caller's own."""
    tags: Sequence[str] | None
    calculateMetrics: bool | None
    repeats: int | None
    """How often each row is tried."""
    atK: Sequence[int] | None
    """For INFORMATION_RETRIEVAL"""
    similarity: Literal["exact", "normalized", "similar"] | str | None
    """For INVARIANT: answers must be identical, equal except for case and punctuation (default), or four fifths equal."""
    simulation: NewSimulation | None
    """For MULTI_TURN"""
    concurrency: int | None
    """Calls that the service makes at one time."""
    commit: str | None
    """That is tried, where a build starts the run."""
    ciUrl: str | None
    """Page of the build that starts the run."""
    apiKeys: Mapping[str, str] | None
    """Provider keys by the provider's or upstream's id: used for this run and never stored."""


class _CompareRequestRequired(TypedDict):
    base: str
    """Id of the run that the others are held against."""
    runs: Sequence[str]


class CompareRequest(_CompareRequestRequired, total=False):
    alpha: float | None
    """Share of false positives among the differences called significant."""
    rows: int | None
    """Number of rows shown side by side, changed ones first."""


class Outcomes(Answer):
    both_passed: int
    improved: int
    worsened: int
    both_failed: int


class Figures(Answer):
    difference: float
    """Run minus base."""
    low: float
    """95 % confidence interval."""
    high: float
    p_value: float
    p_value_adjusted: float
    """Benjamini-Hochberg, over all comparisons of this answer."""
    significant: bool
    chance_to_beat: float
    """Probability that the run is better than the base."""
    risk_to_ship: float
    """Expected loss by choosing the run, should it be worse."""
    risk_to_keep: float
    """Expected loss by keeping the base, should the run be better."""


class CheckComparison(Answer):
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
    run_id: str
    check: str
    row_id: str
    repeat: int
    input: str
    """Its beginning."""
    datapoint_id: str
    """The call of the run."""
    base_datapoint_id: str
    """The call of the base."""
    change: Literal["worsened", "improved"] | str


class ComparedTryVerdict(Answer):
    check: str
    state: Literal["queued", "running", "passed", "failed", "skipped", "broken"] | str


class ComparedTry(Answer):
    run_id: str
    datapoint_id: str
    output: str | None = None
    """Its beginning."""
    error: str | None = None
    verdicts: Sequence[ComparedTryVerdict]


class ComparedRow(Answer):
    row_id: str
    repeat: int
    input: str
    """Its beginning."""
    expected: str | None = None
    """Its beginning."""
    attempts: Sequence[ComparedTry]
    """The base first; a run that has no such row is left out."""


class Comparison(Answer):
    checks: Sequence[CheckComparison]
    """Of each run in turn, regressions first."""
    changed: Sequence[Change]
    """Regressions first."""
    rows: Sequence[ComparedRow]
    """As many as requested: worse, better, the others."""
    row_count: int
    """Rows that the base and another run have."""


class VerdictEvidence(Answer):
    target: Literal["input", "output", "tool_calls", "conversation", "tools", "metadata"] | str
    start: int
    end: int
    text: str


class Verdict(Answer):
    check: str
    version: int
    state: Literal["queued", "running", "passed", "failed", "skipped", "broken"] | str
    value: bool | float | None = None
    label: str | None = None
    """The category, where a check sorts."""
    reason: str | None = None
    """Why it was skipped, could not be run, or is still waiting."""
    explanation: str | None = None
    evidence: Sequence[VerdictEvidence]
    monitor_ids: Sequence[str]
    model: str | None = None
    """The judge model."""
    cost_usd: float | None = None
    """This verdict's share of the judge's call."""
    input_tokens: float | None = None
    output_tokens: float | None = None
    duration_ms: float
    at: str


class TestRunRowTurn(Answer):
    turn: int
    datapoint_id: str
    duration_ms: float
    target_trace_id: str | None = None
    """Trace that the target continues."""
    verdicts: Sequence[Verdict]


class TestRunRow(Answer):
    row_id: str
    repeat: int
    input: Any
    expected: Any
    state: Literal["waiting", "leased", "done"] | str
    prediction: Any = None
    error: str | None = None
    error_type: Literal["exception", "misconfiguration", "invalid_response", "refusal", "setting_out_of_bounds", "context_too_large", "rate_limited", "quota_exceeded", "content_filtered", "timeout", "provider_unavailable", "stream_interrupted", "tool_failed", "cancelled"] | str | None = None
    attempts: int | None = None
    """Calls it took, where it was more than one."""
    duration_ms: float | None = None
    cost_usd: float | None = None
    datapoint_id: str
    verdicts: Sequence[Verdict]
    seed_id: str | None = None
    """The row that this one was generated from."""
    conversation: Sequence[dict[str, Any]] | None = None
    """Of a MULTI_TURN try that has begun."""
    turns: Sequence[TestRunRowTurn] | None = None
    """Answers of the target; the last is the try's own datapoint."""
    ended: str | None = None
    """Why a conversation ended."""


class LeaseRequest(TypedDict, total=False):
    count: int | None
    seconds: int | None
    """A try without a result is given out again after that."""


class LeasesItem(Answer):
    row_id: str
    repeat: int
    input: Any
    result: Any
    """Expected."""
    step: int | None = None
    """Of a conversation: to be sent back with the answer."""
    turn: int | None = None
    """Of a conversation: which answer of the target is wanted, from 1"""
    messages: Sequence[dict[str, Any]] | None = None
    """Of a conversation: the messages so far."""
    session_id: str | None = None
    """Of a conversation: as the target named it."""


class Leases(Answer):
    items: Sequence[LeasesItem]
    open: int
    """Attempts without a result, including these; 0 means that the caller may stop."""


class _LeaseRenewalItemRequired(TypedDict):
    rowId: str


class LeaseRenewalItem(_LeaseRenewalItemRequired, total=False):
    repeat: int | None


class _LeaseRenewalRequired(TypedDict):
    items: Sequence[LeaseRenewalItem]


class LeaseRenewal(_LeaseRenewalRequired, total=False):
    seconds: int | None
    """A try without a result is given out again after that."""


class _BroughtVerdictPassedRequired(TypedDict):
    check: str
    state: Literal["passed", "failed"] | str
    value: bool | float


class BroughtVerdictPassed(_BroughtVerdictPassedRequired, total=False):
    explanation: str | None
    evidence: Sequence[str] | None
    """Passages of the call, word by word."""


class BroughtVerdictSkipped(TypedDict):
    check: str
    state: Literal["skipped", "broken"] | str
    reason: str


BroughtVerdict = Union[BroughtVerdictPassed, BroughtVerdictSkipped]


class TryResultUsage(TypedDict, total=False):
    inputTokens: int | None
    outputTokens: int | None
    cacheReadTokens: int | None
    reasoningTokens: int | None


class _TryResultRequired(TypedDict):
    rowId: str


class TryResult(_TryResultRequired, total=False):
    repeat: int | None
    step: int | None
    """Of a conversation: as it was leased."""
    sessionId: str | None
    """Of a conversation: what the target calls it."""
    modelPrediction: Any
    """Text, label, list of ids, or `{tool_calls: [{name, parameters}]}`."""
    modelInput: Any
    """The actual input of the model; default: the row's input."""
    modelOutputMetadata: Any
    error: str | None
    """Why there is no prediction."""
    verdicts: Sequence[BroughtVerdict] | None
    """Of the run's local checks."""
    startedAt: str | None
    durationMs: float | None
    usage: TryResultUsage | None
    provider: str | None
    model: str | None
    """The provider's name of the model that answered."""


class TryResults(TypedDict):
    items: Sequence[TryResult]


class ResumeRequest(TypedDict, total=False):
    apiKeys: Mapping[str, str] | None
    """Provider keys by the provider's or upstream's id: used for this run and never stored."""


class _ReevaluationRequired(TypedDict):
    checks: Sequence[str | RunCheck]
    """Names of checks, `{check, options}`, or `{check, local: {version}}` for one of the caller's own."""


class Reevaluation(_ReevaluationRequired, total=False):
    name: str | None
    type: Literal["NL_GENERATION", "MULTI_CLASS_CLASSIFICATION", "INFORMATION_RETRIEVAL", "MULTI_TURN", "AGENT_EVAL", "INVARIANT"] | str | None
    tags: Sequence[str] | None
    calculateMetrics: bool | None
    atK: Sequence[int] | None
    """For INFORMATION_RETRIEVAL"""


class CheckOutput(Answer):
    type: Literal["boolean", "score"] | str
    rule: str


class CheckCustomOff(Answer):
    """It is not run, and why."""

    reason: str
    at: str


class CheckCustom(Answer):
    """Of a check that this project wrote itself."""

    number: int
    """Counts saved definitions from 1; `version` names the definition itself."""
    tags: Sequence[str]
    off: CheckCustomOff | None = None
    """It is not run, and why."""
    created_at: str
    updated_at: str


class Check(Answer):
    name: str
    version: int
    kind: Literal["code", "judge"] | str
    title: str
    description: str
    category: str
    cost_class: Literal["cheap", "medium", "expensive", "judge"] | str
    judges: Literal["answer", "calls", "texts", "request", "operation"] | str
    output: CheckOutput
    targets: Sequence[Literal["input", "output", "tool_calls", "conversation", "tools", "metadata"] | str]
    needs: Sequence[Literal["expected", "reference", "context", "retrieved", "tools", "system_prompt", "source", "trace", "usage", "times", "history", "run", "config"] | str]
    mode: Literal["online", "online sampled", "test run", "on prompt or tool change"] | str
    severity: Literal["critical", "major", "minor"] | str
    finds: Literal["behavior", "error"] | str
    tier: int
    source: str
    pack: str | None = None
    """Judge checks of one pack may share a call."""
    unavailable: str | None = None
    """What it needs before it can run at all."""
    options_schema: Mapping[str, Any]
    """JSON Schema of the options."""
    custom: CheckCustom | None = None
    """Of a check that this project wrote itself."""


class NewCheckBodyCode(TypedDict):
    kind: Literal["code"] | str
    source: str
    """A module whose default export is a function of a datapoint."""


class NewCheckBodyJudge(TypedDict):
    kind: Literal["judge"] | str
    prompt: str


class NewCheckOutputBoolean(TypedDict):
    type: Literal["boolean"] | str
    passWhen: bool


class _NewCheckOutputScoreRequired(TypedDict):
    type: Literal["score"] | str
    min: float
    max: float


class NewCheckOutputScore(_NewCheckOutputScoreRequired, total=False):
    passFrom: float | None
    """Passes from here on, included."""
    passTo: float | None
    """Passes up to here, included."""


class NewCheckOutputCategory(TypedDict):
    type: Literal["category"] | str
    categories: Sequence[str]
    passing: Sequence[str]


class _NewCheckRequired(TypedDict):
    name: str
    body: NewCheckBodyCode | NewCheckBodyJudge


class NewCheck(_NewCheckRequired, total=False):
    output: NewCheckOutputBoolean | NewCheckOutputScore | NewCheckOutputCategory | None
    """How the value becomes passed or failed."""
    judges: Literal["answer", "calls", "texts", "request", "operation"] | str | None
    needs: Sequence[Literal["expected", "reference", "context", "retrieved", "tools", "system_prompt", "source", "trace", "usage", "times", "history", "run", "config"] | str] | None
    title: str | None
    description: str | None
    category: str | None
    severity: Literal["critical", "major", "minor"] | str | None
    tags: Sequence[str] | None


class CheckDetailUsedBy(Answer):
    id: str
    name: str


class AccuracyCounts(Answer):
    tp: int
    fp: int
    fn: int
    tn: int


class AccuracyPrecision(Answer):
    """A share with its 95 % Wilson interval and the number of rows it is of."""

    value: float
    low: float
    high: float
    of: int


class AccuracyBaseline(Answer):
    """The same of a simple detector."""

    name: str
    precision: AccuracyPrecision | None = None
    """A share with its 95 % Wilson interval and the number of rows it is of."""
    recall: AccuracyPrecision | None = None
    """A share with its 95 % Wilson interval and the number of rows it is of."""


class Accuracy(Answer):
    checks: Sequence[str]
    """Checks measured together: a row is found where any of them finds it."""
    set: str
    split: Literal["dev", "test", "all"] | str
    """Tuned on dev; test was only measured."""
    group: str
    counts: AccuracyCounts
    precision: AccuracyPrecision | None = None
    """A share with its 95 % Wilson interval and the number of rows it is of."""
    recall: AccuracyPrecision | None = None
    """A share with its 95 % Wilson interval and the number of rows it is of."""
    false_positives: AccuracyPrecision | None = None
    """A share with its 95 % Wilson interval and the number of rows it is of."""
    baseline: AccuracyBaseline | None = None
    """The same of a simple detector."""
    target: str | None = None
    """What a release must reach."""


class CheckExampleTurn(Answer):
    role: str
    text: str


class CheckExample(Answer):
    state: Literal["passed", "failed"] | str
    turns: Sequence[CheckExampleTurn]
    """The answer comes last."""
    context: Sequence[str] | None = None
    options: Mapping[str, Any] | None = None
    expected: Any = None
    facts: Mapping[str, Any] | None = None
    """Other facts that the check reads, such as the usage."""
    value: bool | float | None = None
    quote: str | None = None
    """The words that decide."""


class CheckDetailAgreement(Answer):
    """With people, by their labels on verdicts of this version."""

    labels: int
    """Datapoints for which somebody labeled the correct verdict."""
    agreed: int


class CheckDetail(Answer):
    name: str
    version: int
    kind: Literal["code", "judge"] | str
    title: str
    description: str
    category: str
    cost_class: Literal["cheap", "medium", "expensive", "judge"] | str
    judges: Literal["answer", "calls", "texts", "request", "operation"] | str
    output: CheckOutput
    targets: Sequence[Literal["input", "output", "tool_calls", "conversation", "tools", "metadata"] | str]
    needs: Sequence[Literal["expected", "reference", "context", "retrieved", "tools", "system_prompt", "source", "trace", "usage", "times", "history", "run", "config"] | str]
    mode: Literal["online", "online sampled", "test run", "on prompt or tool change"] | str
    severity: Literal["critical", "major", "minor"] | str
    finds: Literal["behavior", "error"] | str
    tier: int
    source: str
    pack: str | None = None
    """Judge checks of one pack may share a call."""
    unavailable: str | None = None
    """What it needs before it can run at all."""
    options_schema: Mapping[str, Any]
    """JSON Schema of the options."""
    custom: CheckCustom | None = None
    """Of a check that this project wrote itself."""
    definition: dict[str, Any] | None = None
    """Of a check that this project wrote itself."""
    used_by: Sequence[CheckDetailUsedBy]
    """Monitors that use it."""
    accuracy: Sequence[Accuracy]
    """Measured on labeled sets; empty if not measured."""
    examples: Sequence[CheckExample]
    """A case that passes and one that fails; of checks of the library."""
    agreement: CheckDetailAgreement
    """With people, by their labels on verdicts of this version."""


class _CheckDefinitionInputRequired(TypedDict):
    body: NewCheckBodyCode | NewCheckBodyJudge


class CheckDefinitionInput(_CheckDefinitionInputRequired, total=False):
    output: NewCheckOutputBoolean | NewCheckOutputScore | NewCheckOutputCategory | None
    """How the value becomes passed or failed."""
    judges: Literal["answer", "calls", "texts", "request", "operation"] | str | None
    needs: Sequence[Literal["expected", "reference", "context", "retrieved", "tools", "system_prompt", "source", "trace", "usage", "times", "history", "run", "config"] | str] | None


class _CheckGenerateRequestRequired(TypedDict):
    kind: Literal["code", "judge"] | str
    instruction: str
    """What the check should find, in plain words."""


class CheckGenerateRequest(_CheckGenerateRequestRequired, total=False):
    prior: CheckDefinitionInput | None
    """A definition to refine."""


class GeneratedCheckProblem(Answer):
    message: str
    field: str
    line: int | None = None
    column: int | None = None


class GeneratedCheck(Answer):
    name: str
    title: str
    description: str
    definition: dict[str, Any]
    problems: Sequence[GeneratedCheckProblem]
    model: str
    cost_usd: float | None = None


class CheckChange(TypedDict, total=False):
    body: NewCheckBodyCode | NewCheckBodyJudge | None
    output: NewCheckOutputBoolean | NewCheckOutputScore | NewCheckOutputCategory | None
    """How the value becomes passed or failed."""
    judges: Literal["answer", "calls", "texts", "request", "operation"] | str | None
    needs: Sequence[Literal["expected", "reference", "context", "retrieved", "tools", "system_prompt", "source", "trace", "usage", "times", "history", "run", "config"] | str] | None
    title: str | None
    description: str | None
    category: str | None
    severity: Literal["critical", "major", "minor"] | str | None
    tags: Sequence[str] | None
    enabled: bool | None
    """true switches a check on again that was switched off; false switches it off."""
    number: int | None
    """Where given, must be the present one."""


class PartInputText(TypedDict):
    type: Literal["text"] | str
    text: str


class PartInputReasoning(TypedDict):
    type: Literal["reasoning"] | str
    text: str


class PartInputRefusal(TypedDict):
    type: Literal["refusal"] | str
    text: str


class _PartInputToolCallRequired(TypedDict):
    type: Literal["tool_call"] | str
    name: str
    arguments: Any


class PartInputToolCall(_PartInputToolCallRequired, total=False):
    id: str | None


class _PartInputToolResultRequired(TypedDict):
    type: Literal["tool_result"] | str
    result: Any


class PartInputToolResult(_PartInputToolResultRequired, total=False):
    id: str | None
    name: str | None


class _PartInputImageRequired(TypedDict):
    type: Literal["image", "audio", "file"] | str


class PartInputImage(_PartInputImageRequired, total=False):
    mediaType: str | None
    url: str | None
    sha256: str | None
    bytes: int | None


class PartInputOther(TypedDict):
    type: Literal["other"] | str
    value: Any


PartInput = Union[PartInputText, PartInputReasoning, PartInputRefusal, PartInputToolCall, PartInputToolResult, PartInputImage, PartInputOther]


class _MessageInputRequired(TypedDict):
    role: Literal["system", "user", "assistant", "tool"] | str
    parts: Sequence[PartInput]


class MessageInput(_MessageInputRequired, total=False):
    name: str | None


class _NewDatapointToolRequired(TypedDict):
    name: str


class NewDatapointTool(_NewDatapointToolRequired, total=False):
    description: str | None
    parameters: Any


class NewDatapointParams(TypedDict, total=False):
    temperature: float | None
    topP: float | None
    topK: float | None
    maxTokens: float | None
    stop: Sequence[str] | None
    seed: float | None
    frequencyPenalty: float | None
    presencePenalty: float | None
    responseFormat: Any
    choiceCount: float | None
    reasoningLevel: str | None
    parallelToolCalls: bool | None


class NewDatapointUsage(TypedDict, total=False):
    inputTokens: int | None
    outputTokens: int | None
    cacheReadTokens: int | None
    cacheWriteTokens: int | None
    reasoningTokens: int | None


class NewDatapointError(TypedDict, total=False):
    providerType: str | None
    code: str | None
    status: int | None
    message: str | None


class _NewDatapointRequired(TypedDict):
    input: str | Sequence[MessageInput]


class NewDatapoint(_NewDatapointRequired, total=False):
    traceId: str | None
    spanId: str | None
    parentSpanId: str | None
    operation: Literal["chat", "completion", "embedding"] | str | None
    startedAt: str | None
    """Default: when it was received."""
    durationMs: float | None
    timeToFirstTokenMs: float | None
    provider: str | None
    requestModel: str | None
    responseModel: str | None
    responseId: str | None
    output: str | Sequence[MessageInput] | None
    tools: Sequence[NewDatapointTool] | None
    params: NewDatapointParams | None
    finishReasons: Sequence[Literal["stop", "length", "tool_calls", "content_filter", "error", "other"] | str] | None
    usage: NewDatapointUsage | None
    error: NewDatapointError | None
    sessionId: str | None
    userId: str | None
    service: str | None
    environment: str | None
    release: str | None
    tags: Sequence[str] | None
    metadata: Mapping[str, Any] | None


class EvaluateRequest(TypedDict, total=False):
    datapointId: str | None
    datapoint: NewDatapoint | None
    options: Mapping[str, Any] | None
    expected: Any


class MonitorCheck(Answer):
    check: str
    options: Mapping[str, Any]
    severity: Literal["critical", "major", "minor"] | str | None = None


class Monitor(Answer):
    id: str
    name: str
    description: str | None = None
    enabled: bool
    condition: str
    """A query; an empty one matches every datapoint."""
    sample_rate: float
    """Share of matching datapoints that is checked."""
    checks: Sequence[MonitorCheck]
    notifications: Sequence[dict[str, Any]]
    max_per_minute: int | None = None
    """Maximum number of sampled datapoints checked per minute; the checks of the others are skipped."""
    threshold: dict[str, Any] | None = None
    """When findings open an issue or bring a resolved one back. Without it, every finding does."""
    cooldown_minutes: int | None = None
    """After a message about this monitor, what follows within so long waits and comes together."""
    daily_limits: dict[str, Any] | None = None
    """How far it goes in one day (UTC); over it, checks are skipped with the reason."""
    no_data_after_minutes: int | None = None
    """Minutes without a match after which the monitor sends a notification. Default: one day."""
    revision: int
    created_at: str
    updated_at: str


class _NewMonitorCheckRequired(TypedDict):
    check: str


class NewMonitorCheck(_NewMonitorCheckRequired, total=False):
    options: Mapping[str, Any] | None
    severity: Literal["critical", "major", "minor"] | str | None


class _NewMonitorNotificationQuietHoursRequired(TypedDict):
    to: str


_NewMonitorNotificationQuietHoursNamed = TypedDict("_NewMonitorNotificationQuietHoursNamed", {"from": "str"})


class NewMonitorNotificationQuietHours(_NewMonitorNotificationQuietHoursRequired, _NewMonitorNotificationQuietHoursNamed, total=False):
    pass


class _NewMonitorNotificationRequired(TypedDict):
    channel: str
    """Id of a channel; `email` is the built-in email channel, `none` sends nothing."""
    on: Sequence[Literal["behavior", "error"] | str]
    cadence: Literal["immediate", "hourly", "daily"] | str


class NewMonitorNotification(_NewMonitorNotificationRequired, total=False):
    changes: Sequence[Literal["opened", "regressed", "spiking", "resolved"] | str] | None
    """Default: all of them."""
    minSeverity: Literal["critical", "major", "minor"] | str | None
    maxSeverity: Literal["critical", "major", "minor"] | str | None
    dailyAt: str | None
    """When a daily digest is sent. Default: 09:00"""
    quietHours: NewMonitorNotificationQuietHours | None
    timeZone: str | None
    """Default: UTC"""


class NewMonitorThresholdCount(TypedDict):
    kind: Literal["count"] | str
    findings: int
    withinMinutes: int


class _NewMonitorThresholdRateRequired(TypedDict):
    kind: Literal["rate"] | str
    share: float
    withinMinutes: int


class NewMonitorThresholdRate(_NewMonitorThresholdRateRequired, total=False):
    minDatapoints: int | None


class NewMonitorDailyLimits(TypedDict, total=False):
    """How far it goes in one day (UTC); over it, checks are skipped with the reason."""

    datapoints: int | None
    judgeUsd: float | None


class _NewMonitorRequired(TypedDict):
    name: str
    condition: str
    """A query; an empty one matches every datapoint."""
    checks: Sequence[NewMonitorCheck]


class NewMonitor(_NewMonitorRequired, total=False):
    description: str | None
    enabled: bool | None
    sampleRate: float | None
    """Share of matching datapoints that is checked."""
    notifications: Sequence[NewMonitorNotification] | None
    maxPerMinute: int | None
    """Maximum number of sampled datapoints checked per minute; the checks of the others are skipped."""
    threshold: NewMonitorThresholdCount | NewMonitorThresholdRate | None
    """When findings open an issue or bring a resolved one back. Without it, every finding does."""
    cooldownMinutes: int | None
    """After a message about this monitor, what follows within so long waits and comes together."""
    dailyLimits: NewMonitorDailyLimits | None
    """How far it goes in one day (UTC); over it, checks are skipped with the reason."""
    noDataAfterMinutes: int | None
    """Minutes without a match after which the monitor sends a notification. Default: one day."""


class MonitorChange(TypedDict, total=False):
    name: str | None
    description: str | None
    enabled: bool | None
    condition: str | None
    """A query; an empty one matches every datapoint."""
    sampleRate: float | None
    """Share of matching datapoints that is checked."""
    checks: Sequence[NewMonitorCheck] | None
    notifications: Sequence[NewMonitorNotification] | None
    maxPerMinute: int | None
    threshold: NewMonitorThresholdCount | NewMonitorThresholdRate | None
    cooldownMinutes: int | None
    dailyLimits: NewMonitorDailyLimits | None
    noDataAfterMinutes: int | None
    revision: int | None


class DatapointRowUsage(TypedDict, total=False):
    inputTokens: int | None
    outputTokens: int | None
    cacheReadTokens: int | None
    cacheWriteTokens: int | None
    reasoningTokens: int | None


class _DatapointRowRequired(TypedDict):
    id: str
    traceId: str
    spanId: str
    source: Literal["otlp", "proxy", "api", "run"] | str
    operation: Literal["chat", "completion", "embedding"] | str
    startedAt: str
    durationMs: float
    finishReasons: Sequence[Literal["stop", "length", "tool_calls", "content_filter", "error", "other"] | str]
    tags: Sequence[str]
    partitionTime: str
    """Sort time of lists: the start, or the arrival if the start is after it or over an hour before it."""
    inputPreview: str
    outputPreview: str
    usage: DatapointRowUsage
    verdicts: Mapping[str, int]


class DatapointRow(_DatapointRowRequired, total=False):
    timeToFirstTokenMs: float | None
    provider: str | None
    requestModel: str | None
    responseModel: str | None
    sessionId: str | None
    userId: str | None
    service: str | None
    environment: str | None
    release: str | None
    costUsd: float | None
    errorType: Literal["exception", "misconfiguration", "invalid_response", "refusal", "setting_out_of_bounds", "context_too_large", "rate_limited", "quota_exceeded", "content_filtered", "timeout", "provider_unavailable", "stream_interrupted", "tool_failed", "cancelled"] | str | None
    errorMessage: str | None
    media: Sequence[Literal["image", "audio", "file"] | str] | None
    """One entry for each of its dialog."""


class RecordedDatapoint(Answer):
    id: str
    trace_id: str
    span_id: str


class PartText(TypedDict):
    type: Literal["text"] | str
    text: str


class PartReasoning(TypedDict):
    type: Literal["reasoning"] | str
    text: str


class PartRefusal(TypedDict):
    type: Literal["refusal"] | str
    text: str


class _PartToolCallRequired(TypedDict):
    type: Literal["tool_call"] | str
    name: str
    arguments: Any


class PartToolCall(_PartToolCallRequired, total=False):
    id: str | None


class _PartToolResultRequired(TypedDict):
    type: Literal["tool_result"] | str
    result: Any


class PartToolResult(_PartToolResultRequired, total=False):
    id: str | None
    name: str | None


class _PartImageRequired(TypedDict):
    type: Literal["image", "audio", "file"] | str


class PartImage(_PartImageRequired, total=False):
    mediaType: str | None
    url: str | None
    sha256: str | None
    bytes: int | None


class PartOther(TypedDict):
    type: Literal["other"] | str
    value: Any


Part = Union[PartText, PartReasoning, PartRefusal, PartToolCall, PartToolResult, PartImage, PartOther]


class _MessageRequired(TypedDict):
    role: Literal["system", "user", "assistant", "tool"] | str
    parts: Sequence[Part]


class Message(_MessageRequired, total=False):
    name: str | None


class _DatapointDetailToolRequired(TypedDict):
    name: str


class DatapointDetailTool(_DatapointDetailToolRequired, total=False):
    description: str | None
    parameters: Any


class DatapointDetailParams(TypedDict, total=False):
    temperature: float | None
    topP: float | None
    topK: float | None
    maxTokens: float | None
    stop: Sequence[str] | None
    seed: float | None
    frequencyPenalty: float | None
    presencePenalty: float | None
    responseFormat: Any
    choiceCount: float | None
    reasoningLevel: str | None
    parallelToolCalls: bool | None


class DatapointDetailCost(TypedDict):
    usd: float
    complete: bool


class _DatapointDetailErrorRequired(TypedDict):
    type: Literal["exception", "misconfiguration", "invalid_response", "refusal", "setting_out_of_bounds", "context_too_large", "rate_limited", "quota_exceeded", "content_filtered", "timeout", "provider_unavailable", "stream_interrupted", "tool_failed", "cancelled"] | str


class DatapointDetailError(_DatapointDetailErrorRequired, total=False):
    providerType: str | None
    code: str | None
    status: int | None
    message: str | None
    contextLimit: int | None
    """Context limit of the model in tokens, if the message of a context_too_large error states it."""
    contextUsed: int | None
    """Tokens that were sent."""


class DatapointDetailMonitor(TypedDict):
    id: str
    name: str
    matched: bool
    """Whether it requested checks of this datapoint when the datapoint arrived."""
    reason: str
    """Why it matched, or did not."""


class DatapointDetailCut(TypedDict):
    pointer: str
    kind: Literal["text", "list", "object"] | str
    length: int


class _DatapointDetailRequired(TypedDict):
    id: str
    projectId: str
    traceId: str
    spanId: str
    spanIds: Sequence[str]
    source: Literal["otlp", "proxy", "api", "run"] | str
    convention: str
    operation: Literal["chat", "completion", "embedding"] | str
    startedAt: str
    endedAt: str
    durationMs: float
    finishReasons: Sequence[Literal["stop", "length", "tool_calls", "content_filter", "error", "other"] | str]
    tags: Sequence[str]
    flags: Sequence[Literal["truncated", "content_missing", "content_dropped", "content_redacted", "usage_estimated", "partial", "clock_skew"] | str]
    input: Sequence[Message]
    output: Sequence[Message]
    params: DatapointDetailParams
    usage: DatapointRowUsage
    metadata: Mapping[str, Any]
    attributes: Mapping[str, Any]
    verdicts: Sequence[Verdict]
    monitors: Sequence[DatapointDetailMonitor]


class DatapointDetail(_DatapointDetailRequired, total=False):
    parentSpanId: str | None
    timeToFirstTokenMs: float | None
    streaming: bool | None
    provider: str | None
    requestModel: str | None
    responseModel: str | None
    responseId: str | None
    sessionId: str | None
    userId: str | None
    service: str | None
    environment: str | None
    release: str | None
    tools: Sequence[DatapointDetailTool] | None
    toolChoice: Any
    cost: DatapointDetailCost | None
    error: DatapointDetailError | None
    cuts: Sequence[DatapointDetailCut] | None
    """For requests that limit long values: which values are cut, and their full lengths (see …/payload)."""
