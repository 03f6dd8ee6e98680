"""The types of the API.

Written by `npm run sdk:types` from openapi.json: do not edit. A request is a dict with the
names of the API, a response, or what callers write, a model with Python names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Union

from pydantic import Field
from typing_extensions import NotRequired, TypedDict

from gaffe_sdk.answer import Answer, Request
from gaffe_sdk.message import Message

ErrorType = Literal["exception", "misconfiguration", "invalid_response", "refusal", "setting_out_of_bounds", "context_too_large", "rate_limited", "quota_exceeded", "content_filtered", "timeout", "provider_unavailable", "stream_interrupted", "tool_failed", "cancelled"]
IssueKind = Literal["behavior", "error"]
IssueState = Literal["open", "acknowledged", "resolved", "ignored"]
JudgeKind = Literal["openai", "anthropic", "gemini"]
LabelValue = Literal["passed", "failed", "skipped"]
MonitorState = Literal["broken", "stopped", "daily_limit", "idle", "no_data", "waiting", "off", "working"]
Operation = Literal["chat", "completion", "embedding"]
RunState = Literal["running", "evaluating", "finished", "failed", "cancelled"]
RunType = Literal["NL_GENERATION", "MULTI_CLASS_CLASSIFICATION", "INFORMATION_RETRIEVAL", "MULTI_TURN", "AGENT_EVAL", "INVARIANT"]
Severity = Literal["critical", "major", "minor"]
Source = Literal["otlp", "proxy", "api", "run"]
StructuredOutput = Literal["schema", "json", "text"]
VerdictState = Literal["queued", "running", "passed", "failed", "skipped", "broken"]


class DatapointRowUsage(Answer):
    input_tokens: int | None = None
    output_tokens: int | None = None
    cache_read_tokens: int | None = None
    cache_write_tokens: int | None = None
    reasoning_tokens: int | None = None


class DatapointRow(Answer):
    id: str
    trace_id: str
    span_id: str
    source: Literal["otlp", "proxy", "api", "run"] | str
    operation: Literal["chat", "completion", "embedding"] | str
    started_at: str
    duration_ms: float
    time_to_first_token_ms: float | None = None
    provider: str | None = None
    request_model: str | None = None
    response_model: str | None = None
    finish_reasons: Sequence[Literal["stop", "length", "tool_calls", "content_filter", "error", "other"] | str]
    session_id: str | None = None
    user_id: str | None = None
    service: str | None = None
    environment: str | None = None
    release: str | None = None
    tags: Sequence[str]
    partition_time: str
    """Sort time of lists: the start, or the arrival if the start is after it or over an hour before it."""
    input_preview: str
    output_preview: str
    usage: DatapointRowUsage
    cost_usd: float | None = None
    error_type: Literal["exception", "misconfiguration", "invalid_response", "refusal", "setting_out_of_bounds", "context_too_large", "rate_limited", "quota_exceeded", "content_filtered", "timeout", "provider_unavailable", "stream_interrupted", "tool_failed", "cancelled"] | str | None = None
    error_message: str | None = None
    media: Sequence[Literal["image", "audio", "file"] | str] | None = None
    """One entry for each of its dialog."""
    verdicts: Mapping[str, int]


class NewDatapointTool(Request):
    name: str
    description: str | None = None
    parameters: Any = None


class NewDatapointParams(Request):
    temperature: float | None = None
    top_p: float | None = None
    top_k: float | None = None
    max_tokens: float | None = None
    stop: Sequence[str] | None = None
    seed: float | None = None
    frequency_penalty: float | None = None
    presence_penalty: float | None = None
    response_format: Any = None
    choice_count: float | None = None
    reasoning_level: str | None = None
    parallel_tool_calls: bool | None = None


class NewDatapointUsage(Request):
    input_tokens: int | None = None
    output_tokens: int | None = None
    cache_read_tokens: int | None = None
    cache_write_tokens: int | None = None
    reasoning_tokens: int | None = None


class NewDatapointError(Request):
    provider_type: str | None = None
    code: str | None = None
    status: int | None = None
    message: str | None = None


class NewDatapoint(Request):
    trace_id: str | None = None
    span_id: str | None = None
    parent_span_id: str | None = None
    operation: Literal["chat", "completion", "embedding"] | str | None = None
    started_at: str | None = None
    """Default: when it was received."""
    duration_ms: float | None = None
    time_to_first_token_ms: float | None = None
    provider: str | None = None
    request_model: str | None = None
    response_model: str | None = None
    response_id: str | None = None
    input: str | Sequence[Message]
    output: str | Sequence[Message] | None = None
    tools: Sequence[NewDatapointTool] | None = None
    params: NewDatapointParams | None = None
    finish_reasons: Sequence[Literal["stop", "length", "tool_calls", "content_filter", "error", "other"] | str] | None = None
    usage: NewDatapointUsage | None = None
    error: NewDatapointError | None = None
    session_id: str | None = None
    user_id: str | None = None
    service: str | None = None
    environment: str | None = None
    release: str | None = None
    tags: Sequence[str] | None = None
    metadata: Mapping[str, Any] | None = None


class RecordedDatapoint(Answer):
    id: str
    trace_id: str
    span_id: str


class DatapointDetailTool(Answer):
    name: str
    description: str | None = None
    parameters: Any = None


class DatapointDetailParams(Answer):
    temperature: float | None = None
    top_p: float | None = None
    top_k: float | None = None
    max_tokens: float | None = None
    stop: Sequence[str] | None = None
    seed: float | None = None
    frequency_penalty: float | None = None
    presence_penalty: float | None = None
    response_format: Any = None
    choice_count: float | None = None
    reasoning_level: str | None = None
    parallel_tool_calls: bool | None = None


class DatapointDetailCost(Answer):
    usd: float
    complete: bool


class DatapointDetailError(Answer):
    type: Literal["exception", "misconfiguration", "invalid_response", "refusal", "setting_out_of_bounds", "context_too_large", "rate_limited", "quota_exceeded", "content_filtered", "timeout", "provider_unavailable", "stream_interrupted", "tool_failed", "cancelled"] | str
    decided_by: Literal["code", "phrase", "model", "status", "none"] | str | None = None
    """What decided on the type: code, phrase, model, status, none."""
    certainty: float | None = None
    """How sure the type is."""
    provider_type: str | None = None
    code: str | None = None
    status: int | None = None
    message: str | None = None
    context_limit: int | None = None
    """Context limit of the model in tokens, if the message of a context_too_large error states it."""
    context_used: int | None = None
    """Tokens that were sent."""
    stack: str | None = None
    """Stack trace of the exception, without frames of libraries."""


class FailedStep(Answer):
    span_id: str
    kind: Literal["tool", "agent", "retrieval", "chain", "app"] | str
    name: str
    """Name of the tool or the agent, else of the span."""
    error: DatapointDetailError


class DialogHistoryTurn(Answer):
    datapoint_id: str
    started_at: str
    messages: Sequence[Message]


class DialogHistory(Answer):
    held_by: Literal["provider", "application"] | str
    """provider: the model saw these messages. application: the calls share a conversation id; checks do not read them."""
    turns: Sequence[DialogHistoryTurn]
    missing_response_id: str | None = None
    """Response that the dialog continues and that is not stored: what came before it is unknown."""
    is_cut: Literal[True] | str | None = None
    """Older turns were left out: the dialog is long, or took long to read."""


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


class DatapointDetailMonitor(Answer):
    id: str
    name: str
    matched: bool
    """Whether it requested checks of this datapoint when the datapoint arrived."""
    reason: str
    """Why it matched, or did not."""


class Feedback(Answer):
    name: str
    rating: Literal["up", "down", "other"] | str
    """other: neither label nor score says whether it is good or bad."""
    score: float | None = None
    """From 0 to 1 it is also a rating: up from 0.5 on."""
    label: str | None = None
    """A word for the score, such as correct or off_topic."""
    comment: str | None = None
    user_id: str | None = None
    """Who gave it, mostly an end user of your application."""
    at: str
    is_of_trace: bool | None = None
    """It was given for the whole trace, not for this call."""


class DatapointDetailCut(Answer):
    pointer: str
    kind: Literal["text", "list", "object"] | str
    length: int


class DatapointDetail(Answer):
    id: str
    project_id: str
    trace_id: str
    span_id: str
    parent_span_id: str | None = None
    span_ids: Sequence[str]
    source: Literal["otlp", "proxy", "api", "run"] | str
    convention: str
    operation: Literal["chat", "completion", "embedding"] | str
    started_at: str
    ended_at: str
    duration_ms: float
    time_to_first_token_ms: float | None = None
    streaming: bool | None = None
    provider: str | None = None
    request_model: str | None = None
    response_model: str | None = None
    response_id: str | None = None
    finish_reasons: Sequence[Literal["stop", "length", "tool_calls", "content_filter", "error", "other"] | str]
    session_id: str | None = None
    user_id: str | None = None
    service: str | None = None
    environment: str | None = None
    release: str | None = None
    tags: Sequence[str]
    flags: Sequence[Literal["truncated", "content_missing", "content_dropped", "content_redacted", "usage_estimated", "never_called", "partial", "clock_skew"] | str]
    input: Sequence[Message]
    output: Sequence[Message]
    tools: Sequence[DatapointDetailTool] | None = None
    tool_choice: Any = None
    params: DatapointDetailParams
    usage: DatapointRowUsage
    cost: DatapointDetailCost | None = None
    error: DatapointDetailError | None = None
    failed_steps: Sequence[FailedStep] | None = None
    """Tools, agents and other steps of the trace that failed around this call."""
    metadata: Mapping[str, Any]
    attributes: Mapping[str, Any]
    dialog_history: DialogHistory | None = None
    """Dialog before a request that does not repeat it (previous_response_id, conversations, threads), oldest turn first."""
    verdicts: Sequence[Verdict]
    monitors: Sequence[DatapointDetailMonitor]
    feedback: Sequence[Feedback]
    """Of users and evaluators, newest first."""
    cuts: Sequence[DatapointDetailCut] | None = None
    """For requests that limit long values: which values are cut, and their full lengths (see …/payload)."""


class PreviewCheck(Answer):
    check: str
    failed: int
    passed: int
    skipped: int
    broken: int
    not_run: str | None = None
    """Why it was not tried."""
    expected_findings: float
    """Failed share of the examined, scaled to all that would be checked."""


class PreviewIssue(Answer):
    title: str
    kind: Literal["behavior", "error"] | str
    severity: Literal["critical", "major", "minor"] | str
    check: str
    findings: int
    opens_at: str | None = None
    """Absent: its threshold was not reached."""


class PreviewMessage(Answer):
    channel: str
    count: int


class PreviewJudges(Answer):
    """What its judges would have cost; absent without judges."""

    usd: float | None = None
    """US dollars, about, for all that match and are sampled in these hours."""
    unknown: str | None = None
    """Why it is unknown."""


class Preview(Answer):
    hours: float
    matching: int
    """Datapoints of the last hours that match."""
    checked: int
    """Approximate number of those that are sampled and within the limit per minute."""
    newest: Sequence[DatapointRow]
    examined: int
    """Newest matching datapoints that the checks were run on."""
    checks: Sequence[PreviewCheck]
    examined_from: str | None = None
    """Time of the oldest of those; issues and messages cover the time since."""
    issues: Sequence[PreviewIssue]
    """Issues that the examined datapoints would have opened, by the rules of the pipeline."""
    messages: Sequence[PreviewMessage]
    judges: PreviewJudges | None = None


class MonitorCheck(Answer):
    check: str
    options: Mapping[str, Any]
    severity: Literal["critical", "major", "minor"] | str | None = None


class MonitorGroupingIssue(Answer):
    issue: str
    """Id of an issue."""
    by: Sequence[Literal["model", "service", "release", "env", "provider"] | str]


class MonitorGrouping(Answer):
    """How findings are grouped beyond their cause. Applies to new findings; POST /issues/group-by moves earlier ones."""

    by: Sequence[Literal["model", "service", "release", "env", "provider"] | str]
    """One issue for each value of these fields, for all issues of the monitor."""
    issues: Sequence[MonitorGroupingIssue]
    """The same for single issues."""


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
    grouping: MonitorGrouping | None = None
    no_data_after_minutes: int | None = None
    """Minutes without a match after which the monitor sends a notification. Default: one day."""
    revision: int
    created_at: str
    updated_at: str


class NewMonitorCheck(TypedDict):
    check: str
    options: NotRequired[Mapping[str, Any] | None]
    severity: NotRequired[Literal["critical", "major", "minor"] | str | None]


class MonitorStatusVerdicts(Answer):
    queued: int
    running: int
    passed: int
    failed: int
    skipped: int
    broken: int


class MonitorStatusBroken(Answer):
    check: str
    reason: str
    count: int


class MonitorStatusQueue(Answer):
    waiting: int
    oldest_at: str | None = None
    problem: str | None = None


class MonitorStatusHourly(Answer):
    evaluated: int
    failed: int


class MonitorStatusMissed(Answer):
    """If nothing matches: the newest datapoint of the project, and which condition excluded it."""

    datapoint_id: str
    reason: str


class MonitorStatus(Answer):
    id: str
    name: str
    state: Literal["broken", "stopped", "daily_limit", "idle", "no_data", "waiting", "off", "working"] | str
    reason: str
    """In a sentence."""
    last_matched_at: str | None = None
    """Within 30 days."""
    last_evaluated_at: str | None = None
    """When its newest verdict of the last day was made."""
    datapoints: int
    """That it matched in the last day."""
    over_limit: int
    """More that matched in the last day and were over its limit a minute: not checked."""
    verdicts: MonitorStatusVerdicts
    broken: Sequence[MonitorStatusBroken]
    """Why verdicts were not made: the most frequent reasons, at most five."""
    skipped: Sequence[MonitorStatusBroken]
    """Why verdicts were not made: the most frequent reasons, at most five."""
    queue: MonitorStatusQueue
    judge_usd: float
    """What its judges cost in the last day."""
    open_issues: int
    from_: str = Field(alias="from")
    """Where the hours begin."""
    hourly: Sequence[MonitorStatusHourly]
    """Oldest first."""
    missed: MonitorStatusMissed | None = None


class CheckOutput(Answer):
    type: Literal["boolean", "score"] | str
    rule: str
    direction: Literal["higher", "lower", "neutral"] | str | None = None
    """Of a score: which values are better."""


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


class NewCheckOutputScore(TypedDict):
    type: Literal["score"] | str
    min: float
    max: float
    passFrom: NotRequired[float | None]
    """Passes from here on, included."""
    passTo: NotRequired[float | None]
    """Passes up to here, included."""


class NewCheckOutputCategory(TypedDict):
    type: Literal["category"] | str
    categories: Sequence[str]
    passing: Sequence[str]


class CheckChangeBodyPolicy(TypedDict):
    kind: Literal["policy"] | str
    rules: Sequence[str]
    """Rules over the steps of a trace, such as `tool:refund only after tool:check_identity`."""


class CheckChange(TypedDict):
    body: NotRequired[NewCheckBodyCode | NewCheckBodyJudge | CheckChangeBodyPolicy | None]
    output: NotRequired[NewCheckOutputBoolean | NewCheckOutputScore | NewCheckOutputCategory | None]
    """How the value becomes passed or failed."""
    judges: NotRequired[Literal["answer", "calls", "texts", "request", "operation"] | str | None]
    needs: NotRequired[Sequence[Literal["expected", "reference", "context", "retrieved", "tools", "system_prompt", "source", "trace", "usage", "times", "history", "run", "config"] | str] | None]
    title: NotRequired[str | None]
    description: NotRequired[str | None]
    category: NotRequired[str | None]
    severity: NotRequired[Literal["critical", "major", "minor"] | str | None]
    tags: NotRequired[Sequence[str] | None]
    enabled: NotRequired[bool | None]
    """true switches a check on again that was switched off; false switches it off."""
    number: NotRequired[int | None]
    """Where given, must be the present one."""


class CheckDefinitionInput(TypedDict):
    body: NewCheckBodyCode | NewCheckBodyJudge | CheckChangeBodyPolicy
    output: NotRequired[NewCheckOutputBoolean | NewCheckOutputScore | NewCheckOutputCategory | None]
    """How the value becomes passed or failed."""
    judges: NotRequired[Literal["answer", "calls", "texts", "request", "operation"] | str | None]
    needs: NotRequired[Sequence[Literal["expected", "reference", "context", "retrieved", "tools", "system_prompt", "source", "trace", "usage", "times", "history", "run", "config"] | str] | None]


class CheckGenerateRequest(TypedDict):
    kind: Literal["code", "judge", "policy"] | str
    instruction: str
    """What the check should find, in plain words."""
    prior: NotRequired[CheckDefinitionInput | None]
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


class LabelRequest(TypedDict):
    datapointId: str
    check: str
    label: Literal["passed", "failed", "skipped"] | str
    """The correct verdict."""
    note: NotRequired[str | None]


class Label(Answer):
    datapoint_id: str
    check: str
    version: int
    """The version whose verdict was looked at; 0 where there was none."""
    verdict: str
    """The verdict of the check."""
    label: Literal["passed", "failed", "skipped"] | str
    note: str | None = None
    by: str
    at: str


class IssueAdvice(Answer):
    """Of an error: who can do something about it, and what."""

    acts: Literal["you", "provider"] | str
    remedy: str


class Issue(Answer):
    id: str
    number: int
    kind: Literal["behavior", "error"] | str
    title: str
    subtitle: str | None = None
    """Service, release and an example of its newest call."""
    state: Literal["open", "acknowledged", "resolved", "ignored"] | str
    state_since: str
    severity: Literal["critical", "major", "minor"] | str
    check: str
    """Of a behavioral issue, its check; of an error, the check whose finding opened it: others may share its cause."""
    error_type: Literal["exception", "misconfiguration", "invalid_response", "refusal", "setting_out_of_bounds", "context_too_large", "rate_limited", "quota_exceeded", "content_filtered", "timeout", "provider_unavailable", "stream_interrupted", "tool_failed", "cancelled"] | str | None = None
    advice: IssueAdvice | None = None
    monitor_id: str
    monitor_name: str | None = None
    """Absent when the monitor was deleted."""
    occurrences: int
    users_affected: int
    sessions_affected: int
    retried: int
    """Occurrences that were retries of the same call, as far as sources report it."""
    most_retries: int
    """The largest number of attempts before one of its occurrences."""
    first_seen_at: str
    last_seen_at: str
    explanation: str
    sample_datapoint_id: str
    assignee: str | None = None
    regressed: bool
    first_release: str | None = None
    """Release of its earliest call that names one."""
    resolution: Literal["now", "next_release", "corrected"] | str | None = None
    """While it is resolved: what brings it back. `corrected`: later spans took back its last occurrence."""
    ignored_until: str | None = None
    ignored_until_occurrences: int | None = None
    """Total number of occurrences at which it opens again."""
    resolves_after_run_of: str | None = None
    """Scenario set whose next good test run resolves it."""
    spiking_since: str | None = None
    """It comes far more often than before."""
    trend: Sequence[int] | None = None
    """Occurrences in each of the last 24 hours, oldest first."""


class IssueDetailActivity(Answer):
    kind: Literal["opened", "seen", "regressed", "acknowledged", "resolved", "ignored", "reopened", "assigned", "noted", "spiking", "calmed", "corrected", "merged", "split", "linked", "unlinked", "awaiting"] | str
    actor: str
    at: str
    note: str | None = None


class IssueDetailMerged(Answer):
    id: str
    number: int
    title: str
    check: str


class IssueDetailFacet(Answer):
    field: str
    """model, service, release, env or provider."""
    value: str
    count: int
    """Calls among the newest 50,000 of the issue."""
    query: str
    """Finds the datapoints that carry it."""


class IssueDetail(Answer):
    id: str
    number: int
    kind: Literal["behavior", "error"] | str
    title: str
    subtitle: str | None = None
    """Service, release and an example of its newest call."""
    state: Literal["open", "acknowledged", "resolved", "ignored"] | str
    state_since: str
    severity: Literal["critical", "major", "minor"] | str
    check: str
    """Of a behavioral issue, its check; of an error, the check whose finding opened it: others may share its cause."""
    error_type: Literal["exception", "misconfiguration", "invalid_response", "refusal", "setting_out_of_bounds", "context_too_large", "rate_limited", "quota_exceeded", "content_filtered", "timeout", "provider_unavailable", "stream_interrupted", "tool_failed", "cancelled"] | str | None = None
    advice: IssueAdvice | None = None
    monitor_id: str
    monitor_name: str | None = None
    """Absent when the monitor was deleted."""
    occurrences: int
    users_affected: int
    sessions_affected: int
    retried: int
    """Occurrences that were retries of the same call, as far as sources report it."""
    most_retries: int
    """The largest number of attempts before one of its occurrences."""
    first_seen_at: str
    last_seen_at: str
    explanation: str
    sample_datapoint_id: str
    assignee: str | None = None
    regressed: bool
    first_release: str | None = None
    """Release of its earliest call that names one."""
    resolution: Literal["now", "next_release", "corrected"] | str | None = None
    """While it is resolved: what brings it back. `corrected`: later spans took back its last occurrence."""
    ignored_until: str | None = None
    ignored_until_occurrences: int | None = None
    """Total number of occurrences at which it opens again."""
    resolves_after_run_of: str | None = None
    """Scenario set whose next good test run resolves it."""
    spiking_since: str | None = None
    """It comes far more often than before."""
    trend: Sequence[int] | None = None
    """Occurrences in each of the last 24 hours, oldest first."""
    activity: Sequence[IssueDetailActivity]
    merged: Sequence[IssueDetailMerged]
    """Issues that people made one with this."""
    links: Sequence[str]
    """Links that people attached."""
    facets: Sequence[IssueDetailFacet]
    """Where its calls happen: the ten most frequent values of each field, most frequent first."""


class IssueRequest(TypedDict):
    state: NotRequired[Literal["open", "acknowledged", "resolved", "ignored"] | str | None]
    resolution: NotRequired[Literal["now", "next_release"] | str | None]
    """With the state `resolved`: what brings it back, any later call or one of a later release."""
    ignoreUntil: NotRequired[str | None]
    """With the state `ignored`: open again from then on."""
    ignoreOccurrences: NotRequired[int | None]
    """With the state `ignored`: opens again after this many further occurrences."""
    assignee: NotRequired[str | None]
    note: NotRequired[str | None]
    link: NotRequired[str | None]
    """URL of a pull request, a commit or an external issue to attach."""
    unlink: NotRequired[str | None]
    """One of its links, taken away."""
    resolveAfterRunOf: NotRequired[str | None]
    """Id or name of a scenario set: the next test run over it that passes the issue's check resolves it. Empty: none."""


class SimilarIssuesItem(Answer):
    issue: Issue
    score: float
    """From 0 to 1"""
    reasons: Sequence[str]
    """What the two share, in words."""


class Occurrence(Answer):
    datapoint: DatapointRow
    explanation: str
    evidence: Sequence[VerdictEvidence]
    at: str


class MergeRequest(TypedDict):
    issues: Sequence[str]
    """Ids or numbers of what becomes part of this issue."""


class SplitRequest(TypedDict):
    issue: str
    """Ids or numbers of the merged issues."""


class Project(Answer):
    id: str
    name: str
    language: Literal["typescript", "python"] | str | None = None
    created_at: str
    archived_at: str | None = None
    role: Literal["viewer", "member", "admin"] | str | None = None
    """Of the signed-in person in this project; absent for tokens."""


class ScenarioGenerator(Answer):
    type: str
    description: str
    keeps_result: bool
    needs_model: bool
    """Calls the project's active judge model, within its daily limits."""


class RunCheckLocal(TypedDict):
    """A check of the caller's own, evaluated where the model is called: its verdicts come with the results."""

    version: NotRequired[int | None]
    """Runs are compared where it is the same."""
    direction: NotRequired[Literal["higher", "lower", "neutral"] | str | None]
    """Which of its numbers are better; `neutral` ones are never a regression."""


class RunCheck(TypedDict):
    check: str
    options: NotRequired[Mapping[str, Any] | None]
    local: NotRequired[RunCheckLocal | None]


class GenerateRequest(TypedDict):
    scenarioId: str
    """Id or name of the set whose rows are the seeds."""
    name: str
    """Of the set that is made."""
    type: str
    """See GET /scenario-generators."""
    numberExamples: NotRequired[int | None]
    """Rows wanted of each seed."""
    synonymSets: NotRequired[Sequence[Sequence[str]] | None]
    preTemplate: NotRequired[str | None]
    postTemplate: NotRequired[str | None]
    tone: NotRequired[Literal["Neutral", "Formal", "Informal", "Abbreviated Informal", "Persuasive", "Empathetic"] | str | None]
    """Where a model writes."""
    generationPrompt: NotRequired[str | None]
    """For the custom generators."""
    generationSchema: NotRequired[Mapping[str, Any] | None]
    """JSON Schema of the inputs, for the custom generators."""
    lockResult: NotRequired[bool | None]
    """Every row gets its seed's result."""
    checks: NotRequired[Sequence[str | RunCheck] | None]
    """Held against each generated row; those that fail come back instead."""
    tags: NotRequired[Sequence[str] | None]


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


class ScenarioSet(Answer):
    id: str
    name: str
    version: int
    rows: int
    tags: Sequence[str]
    created_at: str
    updated_at: str
    app_link: str


class SeedRow(TypedDict):
    input: Any
    """Text, a list or an object."""
    result: NotRequired[Any]
    """The expected result: text, a label, a list of ids, or `{name, parameter_definitions}` for a function call."""


class NewScenarioSet(TypedDict):
    name: str
    seedData: Sequence[SeedRow]
    tags: NotRequired[Sequence[str] | None]
    update: NotRequired[bool | None]
    """Other rows under a known name make its next version; the same rows are always the set that exists."""


class ScenarioUpload(TypedDict):
    name: str
    format: NotRequired[Literal["jsonl", "csv"] | str | None]
    content: str
    """One row a line: `{"input": …, "result": …}`, or CSV with these columns."""
    tags: NotRequired[Sequence[str] | None]
    update: NotRequired[bool | None]
    """Other rows under a known name make its next version; the same rows are always the set that exists."""


class ScenarioSetChange(TypedDict):
    name: NotRequired[str | None]
    tags: NotRequired[Sequence[str] | None]


class PostScenarioSetsIdVersionsBody(TypedDict):
    seedData: Sequence[SeedRow]


class ScenarioRow(Answer):
    id: str
    input: Any
    result: Any
    origin: GeneratedSetFailedDataOrigin


class FromDatapointsResult(TypedDict):
    datapointId: str
    result: Any


_FromDatapointsNamed = TypedDict("_FromDatapointsNamed", {"from": "NotRequired[str | None]"})


class FromDatapoints(_FromDatapointsNamed):
    name: NotRequired[str | None]
    """Of a new scenario set."""
    scenarioId: NotRequired[str | None]
    """Id or name of a set: the rows go to its next version."""
    tags: NotRequired[Sequence[str] | None]
    """Of a new scenario set."""
    update: NotRequired[bool | None]
    """Other rows under a known name make its next version; the same rows are always the set that exists."""
    datapointIds: NotRequired[Sequence[str] | None]
    q: NotRequired[str | None]
    """A query, see docs/query.md."""
    to: NotRequired[str | None]
    """Exclusive. Default: now."""
    issueId: NotRequired[str | None]
    """Id or number of an issue: its occurrences, newest first."""
    limit: NotRequired[int | None]
    """Maximum number, newest first."""
    input: NotRequired[Literal["conversation", "whole_dialog", "last_user_message"] | str | None]
    """What becomes the input: all messages but the system's, all of them, or the last one of a user."""
    results: NotRequired[Sequence[FromDatapointsResult] | None]
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


class FromTestRun(TypedDict):
    name: NotRequired[str | None]
    """Of a new scenario set."""
    scenarioId: NotRequired[str | None]
    """Id or name of a set: the rows go to its next version."""
    tags: NotRequired[Sequence[str] | None]
    """Of a new scenario set."""
    update: NotRequired[bool | None]
    """Other rows under a known name make its next version; the same rows are always the set that exists."""
    runId: str
    checks: NotRequired[Sequence[str] | None]
    """Rows that one of these failed; default: any check of the run, or the model call itself."""


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
    """Names of its keys, and the host (with its scheme where that is not HTTPS) that each opens for."""
    created_at: str


class ModelDefinitionInputCustom(TypedDict):
    type: Literal["custom"] | str
    """The user's own code, called by an SDK"""
    batchSize: NotRequired[int | None]
    """Rows that the code takes at a time."""


class ModelDefinitionInputGenerationDialogTemplate(TypedDict):
    role: Literal["system", "user", "assistant"] | str
    content: str
    """`{scenario_input}` is replaced by the row's input, `{scenario_input.key}` by a member of it; `{{name}}` is the text `{name}`."""


class ModelDefinitionInputGeneration(TypedDict):
    type: Literal["generation"] | str
    """A provider's model with a prompt, called by the service."""
    model: NotRequired[str | None]
    """As the proxy takes it: `openai/gpt-4o`, `claude-…`, `<upstream>/…`; default: the judge's."""
    judge: NotRequired[str | None]
    """Name or id of a judge model, for its address, key and daily limits. If neither model nor judge is given: the active judge."""
    temperature: NotRequired[float | None]
    systemPromptTemplate: NotRequired[str | None]
    """`{scenario_input}` is replaced by the row's input, `{scenario_input.key}` by a member of it; `{{name}}` is the text `{name}`."""
    userPromptTemplate: NotRequired[str | None]
    """Default: the row's input. A list of `{role, content}` is sent as these messages."""
    dialogTemplate: NotRequired[Sequence[ModelDefinitionInputGenerationDialogTemplate] | None]
    """A whole dialog instead of the two."""
    tools: NotRequired[Sequence[Any] | None]
    """As OpenAI's Chat Completions spell them."""
    params: NotRequired[Mapping[str, Any] | None]
    """Additional request parameters, in OpenAI's format."""
    timeoutMs: NotRequired[int | None]
    """Of one call; default: a minute."""


class ModelDefinitionInputHttpAuth(TypedDict):
    method: NotRequired[Literal["POST", "GET", "PUT", "PATCH", "DELETE"] | str | None]
    url: str
    headers: NotRequired[Mapping[str, str] | None]
    """`{secret.NAME}` is replaced by a secret of the model."""
    body: NotRequired[Any]
    """JSON. A text that is one name alone, such as `{message_history}`, becomes its value."""
    tokenPath: str
    """Path of `{access_token}` in the response."""
    secondsValid: NotRequired[int | None]


class ModelDefinitionInputHttpStartSession(TypedDict):
    method: NotRequired[Literal["POST", "GET", "PUT", "PATCH", "DELETE"] | str | None]
    url: str
    headers: NotRequired[Mapping[str, str] | None]
    """`{secret.NAME}` is replaced by a secret of the model."""
    body: NotRequired[Any]
    """JSON. A text that is one name alone, such as `{message_history}`, becomes its value."""
    sessionIdPath: NotRequired[str | None]
    """Path of `{session_id}` in the response."""
    messagePath: NotRequired[str | None]
    """Where the target's first words lie."""


class ModelDefinitionInputHttpNextTurnStream(TypedDict):
    """The answer comes as server-sent events."""

    event: NotRequired[str | None]
    """Only events of this name."""
    stopAt: NotRequired[str | None]
    """Data that ends the stream."""


class ModelDefinitionInputHttpNextTurn(TypedDict):
    method: NotRequired[Literal["POST", "GET", "PUT", "PATCH", "DELETE"] | str | None]
    url: str
    headers: NotRequired[Mapping[str, str] | None]
    """`{secret.NAME}` is replaced by a secret of the model."""
    body: NotRequired[Any]
    """JSON. A text that is one name alone, such as `{message_history}`, becomes its value."""
    responsePath: str
    """Path of the text in the response; for a stream, of each event's part."""
    toolCallsPath: NotRequired[str | None]
    stream: NotRequired[ModelDefinitionInputHttpNextTurnStream | None]


class ModelDefinitionInputHttpEndSession(TypedDict):
    method: NotRequired[Literal["POST", "GET", "PUT", "PATCH", "DELETE"] | str | None]
    url: str
    headers: NotRequired[Mapping[str, str] | None]
    """`{secret.NAME}` is replaced by a secret of the model."""
    body: NotRequired[Any]
    """JSON. A text that is one name alone, such as `{message_history}`, becomes its value."""


class ModelDefinitionInputHttp(TypedDict):
    type: Literal["http"] | str
    """An application behind HTTP, called by the service."""
    auth: NotRequired[ModelDefinitionInputHttpAuth | None]
    startSession: NotRequired[ModelDefinitionInputHttpStartSession | None]
    nextTurn: ModelDefinitionInputHttpNextTurn
    endSession: NotRequired[ModelDefinitionInputHttpEndSession | None]
    timeoutMs: NotRequired[int | None]
    """Of one request."""


ModelDefinitionInput = Union[ModelDefinitionInputCustom, ModelDefinitionInputGeneration, ModelDefinitionInputHttp]


class NewModel(TypedDict):
    name: str
    definition: ModelDefinitionInput
    tags: NotRequired[Sequence[str] | None]
    update: NotRequired[bool | None]
    """Another definition under a known name makes its next version."""
    apiKey: NotRequired[str | None]
    """Key of a generation model's provider: stored encrypted, sent only to its host, never returned."""
    secrets: NotRequired[Mapping[str, str] | None]
    """Values of `{secret.NAME}` in an HTTP target; stored like apiKey."""


class TestRunCheckLocal(Answer):
    """A check of the caller's own, evaluated where the model is called: its verdicts come with the results."""

    version: int
    """Runs are compared where it is the same."""
    direction: Literal["higher", "lower", "neutral"] | str
    """Which of its numbers are better; `neutral` ones are never a regression."""


class TestRunCheck(Answer):
    check: str
    options: Mapping[str, Any]
    local: TestRunCheckLocal | None = None


class Progress(Answer):
    """Tries."""

    waiting: int
    leased: int
    done: int


class CheckSummaryWithoutVerdict(Answer):
    state: Literal["skipped", "broken"] | str
    reason: str
    rows: int


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
    is_score: bool | None = None
    """The values are numbers; absent in runs from before it was recorded."""
    lacking: int | None = None
    """Of the skipped: for lack of a judge, its budget or an expected result."""
    without_verdict: Sequence[CheckSummaryWithoutVerdict] | None = None
    """Why rows have no verdict, the most frequent reasons first."""


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
    first_error: str | None = None
    """The first of them."""
    without_expected: int | None = None
    """Rows without an expected result."""
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


class RunReason(Answer):
    kind: Literal["not_finished", "no_rows", "nothing_judged", "no_answer", "no_verdict", "lacking", "broken", "failed"] | str
    check: str | None = None
    rows: int
    """Rows that the reason is about."""
    of: int
    """All rows; for `failed`, those with a verdict."""
    text: str


class RunConclusion(Answer):
    passed: bool
    """Every row has a response, and every check gave verdicts, all of them passed."""
    headline: str
    reasons: Sequence[RunReason]
    """Why it has not passed. A caller that accepts some failures leaves those out."""


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
    allow_skipped: Sequence[str]
    """Checks that the run may pass without."""
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
    conclusion: RunConclusion | None = None
    """Once finished, failed or canceled."""
    created_at: str
    ended_at: str | None = None
    commit: str | None = None
    """That was tried, where a build started the run."""
    ci_url: str | None = None
    """Page of the build that started it."""
    app_link: str
    """Where a person reads the run."""


class NewSimulationDriver(TypedDict):
    promptTemplate: NotRequired[str | None]
    """Who the simulated user is and wants."""
    model: NotRequired[str | None]
    """As the proxy takes it."""
    judge: NotRequired[str | None]
    """A judge model; default: the active one."""
    temperature: NotRequired[float | None]


class NewSimulationStopCheck(TypedDict):
    check: str
    options: NotRequired[Mapping[str, Any] | None]
    stopOn: NotRequired[bool | None]
    """true: ends when it passes; false: when it fails."""


class NewSimulationStop(TypedDict):
    phrase: NotRequired[str | None]
    """Ends the conversation when either side says it."""
    check: NotRequired[NewSimulationStopCheck | None]


class NewSimulation(TypedDict):
    driver: NewSimulationDriver
    maxTurns: NotRequired[int | None]
    """Answers of the target at most."""
    firstTurn: NotRequired[Literal["driver", "target"] | str | None]
    stop: NotRequired[NewSimulationStop | None]
    checksAtEveryTurn: NotRequired[bool | None]
    """Otherwise the checks judge the whole conversation at its end."""


class NewTestRun(TypedDict):
    name: str
    scenarioId: str
    """Id or name of the scenario set."""
    scenarioVersion: NotRequired[int | None]
    """Default: the newest."""
    modelId: str
    """Id or name of the registered model, in its newest version."""
    type: NotRequired[Literal["NL_GENERATION", "MULTI_CLASS_CLASSIFICATION", "INFORMATION_RETRIEVAL", "MULTI_TURN", "AGENT_EVAL", "INVARIANT"] | str | None]
    checks: NotRequired[Sequence[str | RunCheck] | None]
    """Names of checks, `{check, options}`, or `{check, local: {version}}` for one of the caller's own."""
    allowSkipped: NotRequired[Sequence[str] | None]
    """Names of checks that the run may pass without, on any number of rows: every other check must give verdicts."""
    tags: NotRequired[Sequence[str] | None]
    calculateMetrics: NotRequired[bool | None]
    repeats: NotRequired[int | None]
    """How often each row is tried."""
    atK: NotRequired[Sequence[int] | None]
    """For INFORMATION_RETRIEVAL"""
    similarity: NotRequired[Literal["exact", "normalized", "similar"] | str | None]
    """For INVARIANT: answers must be identical, equal except for case and punctuation (default), or four fifths equal."""
    simulation: NotRequired[NewSimulation | None]
    """For MULTI_TURN"""
    concurrency: NotRequired[int | None]
    """Calls that the service makes at one time."""
    commit: NotRequired[str | None]
    """That is tried, where a build starts the run."""
    ciUrl: NotRequired[str | None]
    """Page of the build that starts the run."""
    apiKeys: NotRequired[Mapping[str, str] | None]
    """Provider keys by the provider's or upstream's id: used for this run and never stored."""


class CompareRequest(TypedDict):
    base: str
    """Id of the run that the others are held against."""
    runs: Sequence[str]
    alpha: NotRequired[float | None]
    """Share of false positives among the differences called significant."""
    rows: NotRequired[int | None]
    """Number of rows shown side by side, changed ones first."""


class ComparedConclusionReason(Answer):
    check: str | None = None
    text: str


class ComparedConclusion(Answer):
    run_id: str
    passed: bool
    """Nothing became significantly worse, and every check was compared."""
    sentence: str
    reasons: Sequence[ComparedConclusionReason]


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
    conclusion: Literal["better", "worse", "different", "not_significant"] | str
    """By the direction of the score; `different`: significant, but neither side is better."""
    chance_to_beat: float
    """Probability that the run is better than the base."""
    risk_to_ship: float
    """Expected loss by choosing the run, should it be worse."""
    risk_to_keep: float
    """Expected loss by keeping the base, should the run be better."""


class ScoreFigures(Answer):
    difference: float
    """Run minus base."""
    low: float
    """95 % confidence interval."""
    high: float
    p_value: float
    p_value_adjusted: float
    """Benjamini-Hochberg, over all comparisons of this answer."""
    significant: bool
    conclusion: Literal["better", "worse", "different", "not_significant"] | str
    """By the direction of the score; `different`: significant, but neither side is better."""
    chance_to_beat: float | None = None
    """Probability that the run is better than the base."""
    risk_to_ship: float | None = None
    """Expected loss by choosing the run, should it be worse."""
    risk_to_keep: float | None = None
    """Expected loss by keeping the base, should the run be better."""
    direction: Literal["higher", "lower", "neutral"] | str
    """Which values are better; without one there are no chances and risks."""


class CheckComparison(Answer):
    run_id: str
    check: str
    matched: int
    """Rows with a verdict of the same version in both."""
    other_version: int
    """Rows left out, because the check has changed between the runs."""
    outcomes: Outcomes
    pass_rate: Figures | None = None
    score: ScoreFigures | None = None


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
    conclusions: Sequence[ComparedConclusion]
    """One for each run."""
    checks: Sequence[CheckComparison]
    """Of each run in turn, regressions first."""
    changed: Sequence[Change]
    """Regressions first."""
    rows: Sequence[ComparedRow]
    """As many as requested: worse, better, the others."""
    row_count: int
    """Rows that the base and another run have."""


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


class LeaseRequest(TypedDict):
    count: NotRequired[int | None]
    seconds: NotRequired[int | None]
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


class LeaseRenewalItem(TypedDict):
    rowId: str
    repeat: NotRequired[int | None]


class LeaseRenewal(TypedDict):
    items: Sequence[LeaseRenewalItem]
    seconds: NotRequired[int | None]
    """A try without a result is given out again after that."""


class BroughtVerdictPassed(TypedDict):
    check: str
    state: Literal["passed", "failed"] | str
    value: bool | float
    explanation: NotRequired[str | None]
    evidence: NotRequired[Sequence[str] | None]
    """Passages of the call, word by word."""


class BroughtVerdictSkipped(TypedDict):
    check: str
    state: Literal["skipped", "broken"] | str
    reason: str


BroughtVerdict = Union[BroughtVerdictPassed, BroughtVerdictSkipped]


class TryResultUsage(TypedDict):
    inputTokens: NotRequired[int | None]
    outputTokens: NotRequired[int | None]
    cacheReadTokens: NotRequired[int | None]
    reasoningTokens: NotRequired[int | None]


class TryResult(TypedDict):
    rowId: str
    repeat: NotRequired[int | None]
    step: NotRequired[int | None]
    """Of a conversation: as it was leased."""
    sessionId: NotRequired[str | None]
    """Of a conversation: what the target calls it."""
    modelPrediction: NotRequired[Any]
    """Text, label, list of ids, or `{tool_calls: [{name, parameters}]}`."""
    modelInput: NotRequired[Any]
    """The actual input of the model; default: the row's input."""
    modelOutputMetadata: NotRequired[Any]
    error: NotRequired[str | None]
    """Why there is no prediction."""
    verdicts: NotRequired[Sequence[BroughtVerdict] | None]
    """Of the run's local checks."""
    startedAt: NotRequired[str | None]
    durationMs: NotRequired[float | None]
    usage: NotRequired[TryResultUsage | None]
    provider: NotRequired[str | None]
    model: NotRequired[str | None]
    """The provider's name of the model that answered."""


class ResumeRequest(TypedDict):
    apiKeys: NotRequired[Mapping[str, str] | None]
    """Provider keys by the provider's or upstream's id: used for this run and never stored."""


class Reevaluation(TypedDict):
    name: NotRequired[str | None]
    checks: Sequence[str | RunCheck]
    """Names of checks, `{check, options}`, or `{check, local: {version}}` for one of the caller's own."""
    allowSkipped: NotRequired[Sequence[str] | None]
    """Names of checks that the run may pass without, on any number of rows: every other check must give verdicts."""
    type: NotRequired[Literal["NL_GENERATION", "MULTI_CLASS_CLASSIFICATION", "INFORMATION_RETRIEVAL", "MULTI_TURN", "AGENT_EVAL", "INVARIANT"] | str | None]
    tags: NotRequired[Sequence[str] | None]
    calculateMetrics: NotRequired[bool | None]
    atK: NotRequired[Sequence[int] | None]
    """For INFORMATION_RETRIEVAL"""


class JudgePrice(Answer):
    input: float
    output: float


class JudgeBreaker(Answer):
    """As this process sees it."""

    state: Literal["closed", "open", "trying"] | str
    """open: it failed in a row and is not called for a while."""
    until: str | None = None
    reason: str | None = None


class JudgeToday(Answer):
    usd: float
    calls: int
    skipped: int
    """Checks that were skipped because a daily limit was reached."""


class Judge(Answer):
    id: str
    name: str
    kind: Literal["openai", "anthropic", "gemini"] | str
    """How the endpoint is spoken to; openai: every compatible one."""
    base_url: str
    model: str
    structured_output: Literal["schema", "json", "text"] | str
    """schema: the endpoint enforces a JSON schema; json: it enforces some JSON object; text: the prompt only requests JSON"""
    temperature: float | None
    """null: the model takes none."""
    context_tokens: int
    """Longer texts are truncated in the middle, and the verdict reports it."""
    timeout_ms: int
    concurrency: int
    requests_per_minute: int
    daily_usd: float
    """Daily limit (UTC). Above it, checks are skipped with the reason."""
    daily_calls: int
    packs: bool
    """Checks of one pack share a call. Compare with single calls before switching it on."""
    price: JudgePrice | None
    """US dollars per million tokens, for a model that the price list does not know."""
    is_active: bool
    """Monitors use this one."""
    has_key: bool
    revision: int
    created_at: str
    updated_at: str
    breaker: JudgeBreaker
    today: JudgeToday


class NewJudgePrice(TypedDict):
    input: float
    output: float


class NewJudge(TypedDict):
    name: str
    kind: NotRequired[Literal["openai", "anthropic", "gemini"] | str | None]
    """How the endpoint is spoken to; openai: every compatible one."""
    baseUrl: str
    """Up to and including the version segment, such as api.openai.com/v1"""
    model: str
    structuredOutput: NotRequired[Literal["schema", "json", "text"] | str | None]
    """schema: the endpoint enforces a JSON schema; json: it enforces some JSON object; text: the prompt only requests JSON"""
    temperature: NotRequired[float | None]
    """null: the model takes none."""
    contextTokens: NotRequired[int | None]
    """Longer texts are truncated in the middle, and the verdict reports it."""
    timeoutMs: NotRequired[int | None]
    concurrency: NotRequired[int | None]
    requestsPerMinute: NotRequired[int | None]
    dailyUsd: NotRequired[float | None]
    """Daily limit (UTC). Above it, checks are skipped with the reason."""
    dailyCalls: NotRequired[int | None]
    packs: NotRequired[bool | None]
    """Checks of one pack share a call. Compare with single calls before switching it on."""
    price: NotRequired[NewJudgePrice | None]
    """US dollars per million tokens, for a model that the price list does not know."""
    isActive: NotRequired[bool | None]
    """Monitors use this one."""
    key: NotRequired[str | None]
    """Stored encrypted, sent only to the host of this address, and never returned."""


class JudgeTest(Answer):
    ok: bool
    problem: str | None = None
    verdict: Verdict


class MeSso(Answer):
    """Single sign-on is set up, under this name."""

    label: str


class Me(Answer):
    who: dict[str, Any]
    project_id: str | None = None
    """The project and account of this request; absent without authentication."""
    sign_up: Literal["first", "open", "by_mail", "by_invitation"] | str
    """How a person without an account signs up: as the first user, openly, by an emailed link, or by invitation."""
    needs_token: bool
    """The first to sign up proves that they operate the service: by the key of the link that its start printed, or by the token of the first start."""
    takes_passwords: bool
    """False: people sign in by single sign-on only."""
    sso: MeSso | None = None
    can_mail: bool
    """A mail server is set."""
