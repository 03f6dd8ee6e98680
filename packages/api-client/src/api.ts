// Written by `npm run sdk:types` from openapi.json: the shapes of the API as it has them. Do not edit.
import type { Json } from "./json.ts";

export interface DatapointRowUsage {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly cacheReadTokens?: number;
  readonly cacheWriteTokens?: number;
  readonly reasoningTokens?: number;
}

export interface DatapointRow {
  readonly id: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly source: "otlp" | "proxy" | "api" | "run";
  readonly operation: "chat" | "completion" | "embedding";
  readonly startedAt: string;
  readonly durationMs: number;
  readonly timeToFirstTokenMs?: number;
  readonly provider?: string;
  readonly requestModel?: string;
  readonly responseModel?: string;
  readonly finishReasons: readonly ("stop" | "length" | "tool_calls" | "content_filter" | "error" | "other")[];
  readonly sessionId?: string;
  readonly userId?: string;
  readonly service?: string;
  readonly environment?: string;
  readonly release?: string;
  readonly tags: readonly string[];
  /** Sort time of lists: the start, or the arrival if the start is after it or over an hour before it */
  readonly partitionTime: string;
  readonly inputPreview: string;
  readonly outputPreview: string;
  readonly usage: DatapointRowUsage;
  readonly costUsd?: number;
  readonly errorType?: "exception" | "misconfiguration" | "invalid_response" | "refusal" | "setting_out_of_bounds" | "context_too_large" | "rate_limited" | "quota_exceeded" | "content_filtered" | "timeout" | "provider_unavailable" | "stream_interrupted" | "tool_failed" | "cancelled";
  readonly errorMessage?: string;
  /** One entry for each of its dialog */
  readonly media?: readonly ("image" | "audio" | "file")[];
  readonly verdicts: Readonly<Record<string, number>>;
}

export interface GetDatapointsAnswer {
  readonly items: readonly DatapointRow[];
  /** Absent on the last page only. A page is answered in about two seconds: it may be short, or empty */
  readonly nextCursor?: string;
  /** Older data was not searched because of the time limit; nextCursor continues there. Absent: the page is full, or the last */
  readonly searchedTo?: string;
}

export interface PartInputText {
  readonly type: "text";
  readonly text: string;
}

export interface PartInputReasoning {
  readonly type: "reasoning";
  readonly text: string;
}

export interface PartInputRefusal {
  readonly type: "refusal";
  readonly text: string;
}

export interface PartInputToolCall {
  readonly type: "tool_call";
  readonly id?: string | undefined;
  readonly name: string;
  readonly arguments: unknown;
}

export interface PartInputToolResult {
  readonly type: "tool_result";
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly result: unknown;
}

export interface PartInputImage {
  readonly type: "image" | "audio" | "file";
  readonly mediaType?: string | undefined;
  readonly url?: string | undefined;
  readonly sha256?: string | undefined;
  readonly bytes?: number | undefined;
}

export interface PartInputOther {
  readonly type: "other";
  readonly value: unknown;
}

export type PartInput = PartInputText | PartInputReasoning | PartInputRefusal | PartInputToolCall | PartInputToolResult | PartInputImage | PartInputOther;

export interface MessageInput {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly name?: string | undefined;
  readonly parts: readonly PartInput[];
}

export interface NewDatapointTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly parameters?: unknown;
}

export interface NewDatapointParams {
  readonly temperature?: number | undefined;
  readonly topP?: number | undefined;
  readonly topK?: number | undefined;
  readonly maxTokens?: number | undefined;
  readonly stop?: readonly string[] | undefined;
  readonly seed?: number | undefined;
  readonly frequencyPenalty?: number | undefined;
  readonly presencePenalty?: number | undefined;
  readonly responseFormat?: unknown;
  readonly choiceCount?: number | undefined;
  readonly reasoningLevel?: string | undefined;
  readonly parallelToolCalls?: boolean | undefined;
}

export interface NewDatapointUsage {
  readonly inputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
  readonly cacheReadTokens?: number | undefined;
  readonly cacheWriteTokens?: number | undefined;
  readonly reasoningTokens?: number | undefined;
}

export interface NewDatapointError {
  readonly providerType?: string | undefined;
  readonly code?: string | undefined;
  readonly status?: number | undefined;
  readonly message?: string | undefined;
}

export interface NewDatapoint {
  readonly traceId?: string | undefined;
  readonly spanId?: string | undefined;
  readonly parentSpanId?: string | undefined;
  readonly operation?: "chat" | "completion" | "embedding" | undefined;
  /** Default: when it was received */
  readonly startedAt?: string | undefined;
  readonly durationMs?: number | undefined;
  readonly timeToFirstTokenMs?: number | undefined;
  readonly provider?: string | undefined;
  readonly requestModel?: string | undefined;
  readonly responseModel?: string | undefined;
  readonly responseId?: string | undefined;
  readonly input: string | readonly MessageInput[];
  readonly output?: string | readonly MessageInput[] | undefined;
  readonly tools?: readonly NewDatapointTool[] | undefined;
  readonly params?: NewDatapointParams | undefined;
  readonly finishReasons?: readonly ("stop" | "length" | "tool_calls" | "content_filter" | "error" | "other")[] | undefined;
  readonly usage?: NewDatapointUsage | undefined;
  readonly error?: NewDatapointError | undefined;
  readonly sessionId?: string | undefined;
  readonly userId?: string | undefined;
  readonly service?: string | undefined;
  readonly environment?: string | undefined;
  readonly release?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

export interface RecordedDatapoint {
  readonly id: string;
  readonly traceId: string;
  readonly spanId: string;
}

export interface PostDatapointsAnswer {
  readonly items: readonly RecordedDatapoint[];
}

export interface PartText {
  readonly type: "text";
  readonly text: string;
}

export interface PartReasoning {
  readonly type: "reasoning";
  readonly text: string;
}

export interface PartRefusal {
  readonly type: "refusal";
  readonly text: string;
}

export interface PartToolCall {
  readonly type: "tool_call";
  readonly id?: string;
  readonly name: string;
  readonly arguments: Json;
}

export interface PartToolResult {
  readonly type: "tool_result";
  readonly id?: string;
  readonly name?: string;
  readonly result: Json;
}

export interface PartImage {
  readonly type: "image" | "audio" | "file";
  readonly mediaType?: string;
  readonly url?: string;
  readonly sha256?: string;
  readonly bytes?: number;
}

export interface PartOther {
  readonly type: "other";
  readonly value: Json;
}

export type Part = PartText | PartReasoning | PartRefusal | PartToolCall | PartToolResult | PartImage | PartOther;

export interface Message {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly name?: string;
  readonly parts: readonly Part[];
}

export interface DatapointDetailTool {
  readonly name: string;
  readonly description?: string;
  readonly parameters?: Json;
}

export interface DatapointDetailParams {
  readonly temperature?: number;
  readonly topP?: number;
  readonly topK?: number;
  readonly maxTokens?: number;
  readonly stop?: readonly string[];
  readonly seed?: number;
  readonly frequencyPenalty?: number;
  readonly presencePenalty?: number;
  readonly responseFormat?: Json;
  readonly choiceCount?: number;
  readonly reasoningLevel?: string;
  readonly parallelToolCalls?: boolean;
}

export interface DatapointDetailCost {
  readonly usd: number;
  readonly complete: boolean;
}

export interface DatapointDetailError {
  readonly type: "exception" | "misconfiguration" | "invalid_response" | "refusal" | "setting_out_of_bounds" | "context_too_large" | "rate_limited" | "quota_exceeded" | "content_filtered" | "timeout" | "provider_unavailable" | "stream_interrupted" | "tool_failed" | "cancelled";
  /** What decided on the type: code, phrase, model, status, none */
  readonly decidedBy?: "code" | "phrase" | "model" | "status" | "none";
  /** How sure the type is */
  readonly certainty?: number;
  readonly providerType?: string;
  readonly code?: string;
  readonly status?: number;
  readonly message?: string;
  /** Context limit of the model in tokens, if the message of a context_too_large error states it */
  readonly contextLimit?: number;
  /** Tokens that were sent */
  readonly contextUsed?: number;
  /** Stack trace of the exception, without frames of libraries */
  readonly stack?: string;
}

export interface FailedStep {
  readonly spanId: string;
  readonly kind: "tool" | "agent" | "retrieval" | "chain" | "app";
  /** Name of the tool or the agent, else of the span */
  readonly name: string;
  readonly error: DatapointDetailError;
}

export interface DialogHistoryTurn {
  readonly datapointId: string;
  readonly startedAt: string;
  readonly messages: readonly Message[];
}

export interface DialogHistory {
  /** provider: the model saw these messages. application: the calls share a conversation id; checks do not read them */
  readonly heldBy: "provider" | "application";
  readonly turns: readonly DialogHistoryTurn[];
  /** Response that the dialog continues and that is not stored: what came before it is unknown */
  readonly missingResponseId?: string;
  /** Older turns were left out: the dialog is long, or took long to read */
  readonly isCut?: true;
}

export interface VerdictEvidence {
  readonly target: "input" | "output" | "tool_calls" | "conversation" | "tools" | "metadata";
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface Verdict {
  readonly check: string;
  readonly version: number;
  readonly state: "queued" | "running" | "passed" | "failed" | "skipped" | "broken";
  readonly value?: boolean | number;
  /** The category, where a check sorts */
  readonly label?: string;
  /** Why it was skipped, could not be run, or is still waiting */
  readonly reason?: string;
  readonly explanation?: string;
  readonly evidence: readonly VerdictEvidence[];
  readonly monitorIds: readonly string[];
  /** The judge model */
  readonly model?: string;
  /** This verdict's share of the judge's call */
  readonly costUsd?: number;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly durationMs: number;
  readonly at: string;
}

export interface DatapointDetailMonitor {
  readonly id: string;
  readonly name: string;
  /** Whether it requested checks of this datapoint when the datapoint arrived */
  readonly matched: boolean;
  /** Why it matched, or did not */
  readonly reason: string;
}

export interface Feedback {
  readonly name: string;
  /** other: neither label nor score says whether it is good or bad */
  readonly rating: "up" | "down" | "other";
  /** From 0 to 1 it is also a rating: up from 0.5 on */
  readonly score?: number;
  /** A word for the score, such as correct or off_topic */
  readonly label?: string;
  readonly comment?: string;
  /** Who gave it, mostly an end user of your application */
  readonly userId?: string;
  readonly at: string;
  /** It was given for the whole trace, not for this call */
  readonly isOfTrace?: boolean;
}

export interface DatapointDetailCut {
  readonly pointer: string;
  readonly kind: "text" | "list" | "object";
  readonly length: number;
}

export interface DatapointDetail {
  readonly id: string;
  readonly projectId: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly spanIds: readonly string[];
  readonly source: "otlp" | "proxy" | "api" | "run";
  readonly convention: string;
  readonly operation: "chat" | "completion" | "embedding";
  readonly startedAt: string;
  readonly endedAt: string;
  readonly durationMs: number;
  readonly timeToFirstTokenMs?: number;
  readonly streaming?: boolean;
  readonly provider?: string;
  readonly requestModel?: string;
  readonly responseModel?: string;
  readonly responseId?: string;
  readonly finishReasons: readonly ("stop" | "length" | "tool_calls" | "content_filter" | "error" | "other")[];
  readonly sessionId?: string;
  readonly userId?: string;
  readonly service?: string;
  readonly environment?: string;
  readonly release?: string;
  readonly tags: readonly string[];
  readonly flags: readonly ("truncated" | "content_missing" | "content_dropped" | "content_redacted" | "usage_estimated" | "never_called" | "partial" | "clock_skew")[];
  readonly input: readonly Message[];
  readonly output: readonly Message[];
  readonly tools?: readonly DatapointDetailTool[];
  readonly toolChoice?: Json;
  readonly params: DatapointDetailParams;
  readonly usage: DatapointRowUsage;
  readonly cost?: DatapointDetailCost;
  readonly error?: DatapointDetailError;
  /** Tools, agents and other steps of the trace that failed around this call */
  readonly failedSteps?: readonly FailedStep[];
  readonly metadata: Readonly<Record<string, Json>>;
  readonly attributes: Readonly<Record<string, Json>>;
  /** Dialog before a request that does not repeat it (previous_response_id, conversations, threads), oldest turn first */
  readonly dialogHistory?: DialogHistory;
  readonly verdicts: readonly Verdict[];
  readonly monitors: readonly DatapointDetailMonitor[];
  /** Of users and evaluators, newest first */
  readonly feedback: readonly Feedback[];
  /** For requests that limit long values: which values are cut, and their full lengths (see …/payload) */
  readonly cuts?: readonly DatapointDetailCut[];
}

export interface NamedExport {
  readonly datapointIds: readonly string[];
}

export interface Histogram {
  /** Width of every bucket, milliseconds; chosen for the range */
  readonly bucketMs: number;
  /** Beginnings of the buckets */
  readonly times: readonly string[];
  readonly ok: readonly number[];
  /** Calls that did not fail but have a failed check */
  readonly failing: readonly number[];
  readonly error: readonly number[];
}

export interface FacetValue {
  readonly value: string;
  readonly count: number;
}

export interface Facet {
  readonly field: "status" | "model" | "provider" | "op" | "env" | "service" | "release" | "finish" | "error.type" | "check" | "tool" | "tag" | "source" | "user" | "session";
  readonly values: readonly FacetValue[];
  readonly hasMore: boolean;
  /** Counted from here on only: all of the range takes too long. Absent: all of it */
  readonly since?: string;
}

export interface UsageGroup {
  /** Absent: nothing was split, or calls without a value */
  readonly name?: string;
  readonly calls: readonly number[];
  readonly errors: readonly number[];
  /** Only where nothing is split */
  readonly failing?: readonly number[];
  /** null: no data was reported in this bucket */
  readonly inputTokens: readonly (number | null)[];
  /** null: no data was reported in this bucket */
  readonly outputTokens: readonly (number | null)[];
  /** null: no data was reported in this bucket */
  readonly cacheReadTokens: readonly (number | null)[];
  /** null: no data was reported in this bucket */
  readonly costUsd: readonly (number | null)[];
  /** null: no data was reported in this bucket */
  readonly latencyP50Ms: readonly (number | null)[];
  /** null: no data was reported in this bucket */
  readonly latencyP95Ms: readonly (number | null)[];
  /** null: no data was reported in this bucket */
  readonly latencyP99Ms: readonly (number | null)[];
  /** null: no data was reported in this bucket */
  readonly timeToFirstTokenP95Ms: readonly (number | null)[];
}

export interface Usage {
  /** Width of every bucket, milliseconds; chosen for the range */
  readonly bucketMs: number;
  /** Beginnings of the buckets */
  readonly times: readonly string[];
  /** How many values there were; the groups are those with the most calls */
  readonly groupCount: number;
  readonly groups: readonly UsageGroup[];
}

export interface ListPrice {
  /** Beginning of the model's name; the longest one that fits decides */
  readonly model: string;
  /** US dollars per million tokens */
  readonly input: number;
  /** US dollars per million tokens */
  readonly output?: number;
  /** US dollars per million tokens */
  readonly cacheRead?: number;
  /** US dollars per million tokens */
  readonly cacheWrite?: number;
}

export interface GetPricesAnswer {
  readonly items: readonly ListPrice[];
}

export interface LatenciesCell {
  readonly bucket: number;
  /** The calls took from 2^(step/2) to 2^((step+1)/2) milliseconds */
  readonly step: number;
  readonly calls: number;
}

export interface Latencies {
  /** Width of every bucket, milliseconds; chosen for the range */
  readonly bucketMs: number;
  /** Beginnings of the buckets */
  readonly times: readonly string[];
  readonly cells: readonly LatenciesCell[];
}

export interface CheckResultsItem {
  readonly check: string;
  readonly bucket: number;
  readonly states: Readonly<Record<string, number>>;
}

export interface CheckResults {
  /** Width of every bucket, milliseconds; chosen for the range */
  readonly bucketMs: number;
  /** Beginnings of the buckets */
  readonly times: readonly string[];
  readonly items: readonly CheckResultsItem[];
}

export interface CheckCostsItem {
  readonly check: string;
  /** Those whose cost is known */
  readonly verdicts: number;
  readonly costUsd: number;
  readonly costUsdPer1000: number;
}

export interface CheckCosts {
  readonly items: readonly CheckCostsItem[];
}

export interface Payload {
  readonly pointer: string;
  /** A text unchanged, or the JSON text of another value */
  readonly kind: "text" | "json";
  readonly totalCharacters: number;
  readonly offset: number;
  readonly text: string;
  /** Absent at the end */
  readonly nextOffset?: number;
}

export interface Session {
  readonly id: string;
  readonly calls: number;
  readonly errors: number;
  /** Calls that a check failed on */
  readonly failing: number;
  readonly traces: number;
  readonly firstAt: string;
  readonly lastAt: string;
  /** At most five */
  readonly models: readonly string[];
  /** Sources of its calls; `run` are attempts of test runs */
  readonly sources: readonly ("otlp" | "proxy" | "api" | "run")[];
  readonly userId?: string;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly costUsd?: number;
  readonly inputPreview: string;
}

export interface GetSessionsAnswer {
  readonly items: readonly Session[];
  /** Absent on the last page */
  readonly nextCursor?: string;
}

export interface SavedView {
  readonly id: string;
  readonly page: "datapoints" | "sessions" | "dashboards";
  readonly name: string;
  /** The query string of the page's address, without the question mark */
  readonly search: string;
  readonly createdAt: string;
}

export interface GetViewsAnswer {
  readonly items: readonly SavedView[];
}

export interface NewSavedView {
  readonly page: "datapoints" | "sessions" | "dashboards";
  readonly name: string;
  /** The query string of the page's address, without the question mark */
  readonly search: string;
}

export interface PatchViewsIdBody {
  readonly name?: string | undefined;
  /** The query string of the page's address, without the question mark */
  readonly search?: string | undefined;
}

export interface DashboardChart {
  readonly title: string;
  /** A query, see docs/query.md */
  readonly q: string;
  readonly measure: "calls" | "errors" | "error_share" | "cost" | "input_tokens" | "output_tokens" | "cached_tokens" | "latency_p50" | "latency_p95" | "latency_p99" | "first_token_p95";
  /** A series for each value */
  readonly by?: "model" | "provider" | "op" | "env" | "service" | "release" | "source" | "error.type";
  /** Bars are stacked */
  readonly kind: "bars" | "lines";
  /** As wide as the page */
  readonly wide: boolean;
}

export interface Dashboard {
  readonly id: string;
  readonly name: string;
  readonly charts: readonly DashboardChart[];
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly appLink: string;
}

export interface GetDashboardsAnswer {
  readonly items: readonly Dashboard[];
}

export interface NewDashboardChart {
  readonly title: string;
  /** A query, see docs/query.md */
  readonly q?: string | undefined;
  readonly measure: "calls" | "errors" | "error_share" | "cost" | "input_tokens" | "output_tokens" | "cached_tokens" | "latency_p50" | "latency_p95" | "latency_p99" | "first_token_p95";
  /** A series for each value */
  readonly by?: "model" | "provider" | "op" | "env" | "service" | "release" | "source" | "error.type" | undefined;
  /** Bars are stacked */
  readonly kind?: "bars" | "lines" | undefined;
  /** As wide as the page */
  readonly wide?: boolean | undefined;
}

export interface NewDashboard {
  readonly name: string;
  readonly charts?: readonly NewDashboardChart[] | undefined;
}

export interface DashboardChange {
  readonly name?: string | undefined;
  readonly charts?: readonly NewDashboardChart[] | undefined;
}

export interface TraceSpanFieldsEvent {
  readonly name: string;
  readonly at: string;
  readonly attributes: Readonly<Record<string, Json>>;
}

export interface TraceSpanFieldsLink {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceState?: string;
  readonly attributes: Readonly<Record<string, Json>>;
}

export interface TraceSpanFields {
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly status: "unset" | "ok" | "error";
  readonly statusMessage?: string;
  readonly scope: string;
  readonly service?: string;
  readonly attributes: Readonly<Record<string, Json>>;
  /** What happened during it: an exception has its message and stack trace in its attributes */
  readonly events: readonly TraceSpanFieldsEvent[];
  /** Spans that it points to, most often of other traces */
  readonly links?: readonly TraceSpanFieldsLink[];
  readonly convention?: string;
  readonly datapointId?: string;
  /** Why it is, or is not, part of a datapoint */
  readonly reason: string;
}

export interface TraceLog {
  readonly spanId?: string;
  readonly eventName?: string;
  readonly at: string;
  readonly attributes: Readonly<Record<string, Json>>;
  readonly datapointId?: string;
  /** Why it is, or is not, part of a datapoint */
  readonly reason: string;
}

export interface Trace {
  readonly traceId: string;
  readonly spans: readonly TraceSpanFields[];
  readonly logs: readonly TraceLog[];
  readonly datapoints: readonly DatapointRow[];
  /** The trace is larger: these are its first 5,000 spans, log records and datapoints, or 32 MB of them */
  readonly isCut?: true;
}

export interface TraceTreeFound {
  readonly spanId: string;
  /** Its row, or the row that represents it while it is folded */
  readonly row: number;
  /** Its folded ancestors */
  readonly folded?: readonly string[];
  /** First spans of the runs of similar siblings that contain it */
  readonly together?: readonly string[];
}

export interface TraceTreeOverview {
  readonly spans: number;
  readonly errors: number;
}

/** Of the first of more than 20 siblings of one name after one another */
export interface TraceTreeRowAlike {
  readonly count: number;
  readonly p95Ms: number;
  readonly failed: number;
  /** When the last of them ended */
  readonly endMs: number;
  /** Whether each span has its own row; otherwise this row represents all of them */
  readonly isUnfolded: boolean;
}

export interface TraceTreeRow {
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  /** Milliseconds after the trace began */
  readonly startMs: number;
  readonly durationMs: number;
  readonly status: "unset" | "ok" | "error";
  readonly service?: string;
  readonly datapointId?: string;
  readonly depth: number;
  readonly descendants: number;
  readonly isOrphan: boolean;
  /** Of the first of more than 20 siblings of one name after one another */
  readonly alike?: TraceTreeRowAlike;
  readonly model?: string;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly costUsd?: number;
}

export interface TraceTree {
  readonly traceId: string;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly spanCount: number;
  /** There are more spans than could be looked at: the first by start are shown */
  readonly isCut: boolean;
  /** Rows with the folded spans folded; of the longest spans 1000 at most */
  readonly rowCount: number;
  readonly offset: number;
  /** The row of the span that `focus` names */
  readonly focusRow?: number;
  /** Rows of failed spans, at most 1000 */
  readonly errorRows: readonly number[];
  /** Spans that have the text of `find`, in their order, at most 1000; folded ones as well */
  readonly found?: readonly TraceTreeFound[];
  readonly services: readonly string[];
  /** Active spans in each of this many equal parts of the trace's duration */
  readonly overview: readonly TraceTreeOverview[];
  readonly rows: readonly TraceTreeRow[];
}

export interface ToolRunsItem {
  /** The id that the model gave the call */
  readonly callId: string;
  readonly spanId: string;
  readonly durationMs: number;
  readonly status: "unset" | "ok" | "error";
}

export interface ToolRuns {
  readonly items: readonly ToolRunsItem[];
}

export interface TraceSpan {
  readonly span: TraceSpanFields;
  readonly logs: readonly TraceLog[];
}

export interface PreviewRequestCheck {
  readonly check: string;
  readonly options?: Readonly<Record<string, unknown>> | undefined;
  readonly severity?: "critical" | "major" | "minor" | undefined;
}

export interface PreviewRequestNotificationQuietHours {
  readonly from: string;
  readonly to: string;
}

export interface PreviewRequestNotification {
  /** Id of a channel; `email` is the built-in email channel, `none` sends nothing */
  readonly channel: string;
  readonly on: readonly ("behavior" | "error")[];
  /** Default: all of them */
  readonly changes?: readonly ("opened" | "regressed" | "spiking" | "resolved")[] | undefined;
  readonly minSeverity?: "critical" | "major" | "minor" | undefined;
  readonly maxSeverity?: "critical" | "major" | "minor" | undefined;
  readonly cadence: "immediate" | "hourly" | "daily";
  /** When a daily digest is sent. Default: 09:00 */
  readonly dailyAt?: string | undefined;
  readonly quietHours?: PreviewRequestNotificationQuietHours | undefined;
  /** Default: UTC */
  readonly timeZone?: string | undefined;
}

export interface PreviewRequestThresholdCount {
  readonly kind: "count";
  readonly findings: number;
  readonly withinMinutes: number;
}

export interface PreviewRequestThresholdRate {
  readonly kind: "rate";
  readonly share: number;
  readonly withinMinutes: number;
  readonly minDatapoints?: number | undefined;
}

export interface PreviewRequest {
  /** A query; an empty one matches every datapoint */
  readonly condition: string;
  readonly checks?: readonly PreviewRequestCheck[] | undefined;
  /** Share of matching datapoints that is checked */
  readonly sampleRate?: number | undefined;
  /** Maximum number of sampled datapoints checked per minute; the checks of the others are skipped */
  readonly maxPerMinute?: number | undefined;
  readonly hours?: number | undefined;
  /** Number of the newest matches that are evaluated */
  readonly examine?: number | undefined;
  readonly name?: string | undefined;
  readonly notifications?: readonly PreviewRequestNotification[] | undefined;
  /** When findings open an issue or bring a resolved one back. Without it, every finding does */
  readonly threshold?: PreviewRequestThresholdCount | PreviewRequestThresholdRate | undefined;
  /** After a message about this monitor, what follows within so long waits and comes together */
  readonly cooldownMinutes?: number | undefined;
}

export interface PreviewCheck {
  readonly check: string;
  readonly failed: number;
  readonly passed: number;
  readonly skipped: number;
  readonly broken: number;
  /** Why it was not tried */
  readonly notRun?: string;
  /** Failed share of the examined, scaled to all that would be checked */
  readonly expectedFindings: number;
}

export interface PreviewIssue {
  readonly title: string;
  readonly kind: "behavior" | "error";
  readonly severity: "critical" | "major" | "minor";
  readonly check: string;
  readonly findings: number;
  /** Absent: its threshold was not reached */
  readonly opensAt?: string;
}

export interface PreviewMessage {
  readonly channel: string;
  readonly count: number;
}

/** What its judges would have cost; absent without judges */
export interface PreviewJudges {
  /** US dollars, about, for all that match and are sampled in these hours */
  readonly usd?: number;
  /** Why it is unknown */
  readonly unknown?: string;
}

export interface Preview {
  readonly hours: number;
  /** Datapoints of the last hours that match */
  readonly matching: number;
  /** Approximate number of those that are sampled and within the limit per minute */
  readonly checked: number;
  readonly newest: readonly DatapointRow[];
  /** Newest matching datapoints that the checks were run on */
  readonly examined: number;
  readonly checks: readonly PreviewCheck[];
  /** Time of the oldest of those; issues and messages cover the time since */
  readonly examinedFrom?: string;
  /** Issues that the examined datapoints would have opened, by the rules of the pipeline */
  readonly issues: readonly PreviewIssue[];
  readonly messages: readonly PreviewMessage[];
  /** What its judges would have cost; absent without judges */
  readonly judges?: PreviewJudges;
}

export interface MonitorCheck {
  readonly check: string;
  readonly options: Readonly<Record<string, Json>>;
  readonly severity?: "critical" | "major" | "minor";
}

export interface MonitorNotificationQuietHours {
  readonly from: string;
  readonly to: string;
}

export interface MonitorNotification {
  /** Id of a channel; `email` is the built-in email channel, `none` sends nothing */
  readonly channel: string;
  readonly on: readonly ("behavior" | "error")[];
  /** Default: all of them */
  readonly changes?: readonly ("opened" | "regressed" | "spiking" | "resolved")[];
  readonly minSeverity?: "critical" | "major" | "minor";
  readonly maxSeverity?: "critical" | "major" | "minor";
  readonly cadence: "immediate" | "hourly" | "daily";
  /** When a daily digest is sent. Default: 09:00 */
  readonly dailyAt?: string;
  readonly quietHours?: MonitorNotificationQuietHours;
  /** Default: UTC */
  readonly timeZone?: string;
}

export interface MonitorThresholdCount {
  readonly kind: "count";
  readonly findings: number;
  readonly withinMinutes: number;
}

export interface MonitorThresholdRate {
  readonly kind: "rate";
  readonly share: number;
  readonly withinMinutes: number;
  readonly minDatapoints: number;
}

/** How far it goes in one day (UTC); over it, checks are skipped with the reason */
export interface MonitorDailyLimits {
  readonly datapoints?: number;
  readonly judgeUsd?: number;
}

export interface MonitorGroupingIssue {
  /** Id of an issue */
  readonly issue: string;
  readonly by: readonly ("model" | "service" | "release" | "env" | "provider")[];
}

/** How findings are grouped beyond their cause. Applies to new findings; POST /issues/group-by moves earlier ones */
export interface MonitorGrouping {
  /** One issue for each value of these fields, for all issues of the monitor */
  readonly by: readonly ("model" | "service" | "release" | "env" | "provider")[];
  /** The same for single issues */
  readonly issues: readonly MonitorGroupingIssue[];
}

export interface Monitor {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly enabled: boolean;
  /** A query; an empty one matches every datapoint */
  readonly condition: string;
  /** Share of matching datapoints that is checked */
  readonly sampleRate: number;
  readonly checks: readonly MonitorCheck[];
  readonly notifications: readonly MonitorNotification[];
  /** Maximum number of sampled datapoints checked per minute; the checks of the others are skipped */
  readonly maxPerMinute?: number;
  /** When findings open an issue or bring a resolved one back. Without it, every finding does */
  readonly threshold?: MonitorThresholdCount | MonitorThresholdRate;
  /** After a message about this monitor, what follows within so long waits and comes together */
  readonly cooldownMinutes?: number;
  /** How far it goes in one day (UTC); over it, checks are skipped with the reason */
  readonly dailyLimits?: MonitorDailyLimits;
  /** How findings are grouped beyond their cause. Applies to new findings; POST /issues/group-by moves earlier ones */
  readonly grouping?: MonitorGrouping;
  /** Minutes without a match after which the monitor sends a notification. Default: one day */
  readonly noDataAfterMinutes?: number;
  readonly revision: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface GetMonitorsAnswer {
  readonly items: readonly Monitor[];
}

/** How far it goes in one day (UTC); over it, checks are skipped with the reason */
export interface NewMonitorDailyLimits {
  readonly datapoints?: number | undefined;
  readonly judgeUsd?: number | undefined;
}

export interface NewMonitorGroupingIssue {
  /** Id of an issue */
  readonly issue: string;
  readonly by?: readonly ("model" | "service" | "release" | "env" | "provider")[] | undefined;
}

/** How findings are grouped beyond their cause. Applies to new findings; POST /issues/group-by moves earlier ones */
export interface NewMonitorGrouping {
  /** One issue for each value of these fields, for all issues of the monitor */
  readonly by?: readonly ("model" | "service" | "release" | "env" | "provider")[] | undefined;
  /** The same for single issues */
  readonly issues?: readonly NewMonitorGroupingIssue[] | undefined;
}

export interface NewMonitor {
  readonly name: string;
  readonly description?: string | undefined;
  readonly enabled?: boolean | undefined;
  /** A query; an empty one matches every datapoint */
  readonly condition: string;
  /** Share of matching datapoints that is checked */
  readonly sampleRate?: number | undefined;
  readonly checks: readonly PreviewRequestCheck[];
  readonly notifications?: readonly PreviewRequestNotification[] | undefined;
  /** Maximum number of sampled datapoints checked per minute; the checks of the others are skipped */
  readonly maxPerMinute?: number | undefined;
  /** When findings open an issue or bring a resolved one back. Without it, every finding does */
  readonly threshold?: PreviewRequestThresholdCount | PreviewRequestThresholdRate | undefined;
  /** After a message about this monitor, what follows within so long waits and comes together */
  readonly cooldownMinutes?: number | undefined;
  /** How far it goes in one day (UTC); over it, checks are skipped with the reason */
  readonly dailyLimits?: NewMonitorDailyLimits | undefined;
  /** How findings are grouped beyond their cause. Applies to new findings; POST /issues/group-by moves earlier ones */
  readonly grouping?: NewMonitorGrouping | undefined;
  /** Minutes without a match after which the monitor sends a notification. Default: one day */
  readonly noDataAfterMinutes?: number | undefined;
}

export interface MonitorStatusVerdicts {
  readonly queued: number;
  readonly running: number;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly broken: number;
}

export interface MonitorStatusBroken {
  readonly check: string;
  readonly reason: string;
  readonly count: number;
}

export interface MonitorStatusQueue {
  readonly waiting: number;
  readonly oldestAt?: string;
  readonly problem?: string;
}

export interface MonitorStatusHourly {
  readonly evaluated: number;
  readonly failed: number;
}

/** If nothing matches: the newest datapoint of the project, and which condition excluded it */
export interface MonitorStatusMissed {
  readonly datapointId: string;
  readonly reason: string;
}

export interface MonitorStatus {
  readonly id: string;
  readonly name: string;
  readonly state: "broken" | "stopped" | "daily_limit" | "idle" | "no_data" | "waiting" | "off" | "working";
  /** In a sentence */
  readonly reason: string;
  /** Within 30 days */
  readonly lastMatchedAt?: string;
  /** When its newest verdict of the last day was made */
  readonly lastEvaluatedAt?: string;
  /** That it matched in the last day */
  readonly datapoints: number;
  /** More that matched in the last day and were over its limit a minute: not checked */
  readonly overLimit: number;
  readonly verdicts: MonitorStatusVerdicts;
  /** Why verdicts were not made: the most frequent reasons, at most five */
  readonly broken: readonly MonitorStatusBroken[];
  /** Why verdicts were not made: the most frequent reasons, at most five */
  readonly skipped: readonly MonitorStatusBroken[];
  readonly queue: MonitorStatusQueue;
  /** What its judges cost in the last day */
  readonly judgeUsd: number;
  readonly openIssues: number;
  /** Where the hours begin */
  readonly from: string;
  /** Oldest first */
  readonly hourly: readonly MonitorStatusHourly[];
  /** If nothing matches: the newest datapoint of the project, and which condition excluded it */
  readonly missed?: MonitorStatusMissed;
}

export interface GetMonitorsStatusAnswer {
  readonly items: readonly MonitorStatus[];
  /** Absent on the last page */
  readonly nextCursor?: string;
}

export interface MonitorChange {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly enabled?: boolean | undefined;
  /** A query; an empty one matches every datapoint */
  readonly condition?: string | undefined;
  /** Share of matching datapoints that is checked */
  readonly sampleRate?: number | undefined;
  readonly checks?: readonly PreviewRequestCheck[] | undefined;
  readonly notifications?: readonly PreviewRequestNotification[] | undefined;
  readonly maxPerMinute?: number | null | undefined;
  readonly threshold?: PreviewRequestThresholdCount | PreviewRequestThresholdRate | null | undefined;
  readonly cooldownMinutes?: number | null | undefined;
  readonly dailyLimits?: NewMonitorDailyLimits | null | undefined;
  readonly grouping?: NewMonitorGrouping | null | undefined;
  readonly noDataAfterMinutes?: number | null | undefined;
  readonly revision?: number | undefined;
}

export interface CheckOutput {
  readonly type: "boolean" | "score";
  readonly rule: string;
  /** Of a score: which values are better */
  readonly direction?: "higher" | "lower" | "neutral";
}

/** It is not run, and why */
export interface CheckCustomOff {
  readonly reason: string;
  readonly at: string;
}

/** Of a check that this project wrote itself */
export interface CheckCustom {
  /** Counts saved definitions from 1; `version` names the definition itself */
  readonly number: number;
  readonly tags: readonly string[];
  /** It is not run, and why */
  readonly off?: CheckCustomOff;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface Check {
  readonly name: string;
  readonly version: number;
  readonly kind: "code" | "judge";
  readonly title: string;
  readonly description: string;
  readonly category: string;
  readonly costClass: "cheap" | "medium" | "expensive" | "judge";
  readonly judges: "answer" | "calls" | "texts" | "request" | "operation";
  readonly output: CheckOutput;
  readonly targets: readonly ("input" | "output" | "tool_calls" | "conversation" | "tools" | "metadata")[];
  readonly needs: readonly ("expected" | "reference" | "context" | "retrieved" | "tools" | "system_prompt" | "source" | "trace" | "usage" | "times" | "history" | "run" | "config")[];
  readonly mode: "online" | "online sampled" | "test run" | "on prompt or tool change";
  readonly severity: "critical" | "major" | "minor";
  readonly finds: "behavior" | "error";
  readonly tier: number;
  readonly source: string;
  /** Judge checks of one pack may share a call */
  readonly pack?: string;
  /** What it needs before it can run at all */
  readonly unavailable?: string;
  /** JSON Schema of the options */
  readonly optionsSchema: Readonly<Record<string, Json>>;
  /** Of a check that this project wrote itself */
  readonly custom?: CheckCustom;
}

export interface GetChecksAnswer {
  readonly items: readonly Check[];
}

export interface NewCheckBodyCode {
  readonly kind: "code";
  /** A module whose default export is a function of a datapoint */
  readonly source: string;
}

export interface NewCheckBodyJudge {
  readonly kind: "judge";
  readonly prompt: string;
}

export interface NewCheckBodyPolicy {
  readonly kind: "policy";
  /** Rules over the steps of a trace, such as `tool:refund only after tool:check_identity` */
  readonly rules: readonly string[];
}

export interface NewCheckOutputBoolean {
  readonly type: "boolean";
  readonly passWhen: boolean;
}

export interface NewCheckOutputScore {
  readonly type: "score";
  readonly min: number;
  readonly max: number;
  /** Passes from here on, included */
  readonly passFrom?: number | undefined;
  /** Passes up to here, included */
  readonly passTo?: number | undefined;
}

export interface NewCheckOutputCategory {
  readonly type: "category";
  readonly categories: readonly string[];
  readonly passing: readonly string[];
}

export interface NewCheck {
  readonly name: string;
  readonly body: NewCheckBodyCode | NewCheckBodyJudge | NewCheckBodyPolicy;
  /** How the value becomes passed or failed */
  readonly output?: NewCheckOutputBoolean | NewCheckOutputScore | NewCheckOutputCategory | undefined;
  readonly judges?: "answer" | "calls" | "texts" | "request" | "operation" | undefined;
  readonly needs?: readonly ("expected" | "reference" | "context" | "retrieved" | "tools" | "system_prompt" | "source" | "trace" | "usage" | "times" | "history" | "run" | "config")[] | undefined;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly category?: string | undefined;
  readonly severity?: "critical" | "major" | "minor" | undefined;
  readonly tags?: readonly string[] | undefined;
}

export interface CheckDetailDefinitionBodyCode {
  readonly kind: "code";
  /** A module whose default export is a function of a datapoint */
  readonly source: string;
}

export interface CheckDetailDefinitionBodyJudge {
  readonly kind: "judge";
  readonly prompt: string;
}

export interface CheckDetailDefinitionBodyPolicy {
  readonly kind: "policy";
  /** Rules over the steps of a trace, such as `tool:refund only after tool:check_identity` */
  readonly rules: readonly string[];
}

export interface CheckDetailDefinitionOutputBoolean {
  readonly type: "boolean";
  readonly passWhen: boolean;
}

export interface CheckDetailDefinitionOutputScore {
  readonly type: "score";
  readonly min: number;
  readonly max: number;
  /** Passes from here on, included */
  readonly passFrom?: number;
  /** Passes up to here, included */
  readonly passTo?: number;
}

export interface CheckDetailDefinitionOutputCategory {
  readonly type: "category";
  readonly categories: readonly string[];
  readonly passing: readonly string[];
}

/** Of a check that this project wrote itself */
export interface CheckDetailDefinition {
  readonly body: CheckDetailDefinitionBodyCode | CheckDetailDefinitionBodyJudge | CheckDetailDefinitionBodyPolicy;
  /** How the value becomes passed or failed */
  readonly output: CheckDetailDefinitionOutputBoolean | CheckDetailDefinitionOutputScore | CheckDetailDefinitionOutputCategory;
  readonly judges: "answer" | "calls" | "texts" | "request" | "operation";
  readonly needs: readonly ("expected" | "reference" | "context" | "retrieved" | "tools" | "system_prompt" | "source" | "trace" | "usage" | "times" | "history" | "run" | "config")[];
}

export interface CheckDetailUsedBy {
  readonly id: string;
  readonly name: string;
}

export interface AccuracyCounts {
  readonly tp: number;
  readonly fp: number;
  readonly fn: number;
  readonly tn: number;
}

/** A share with its 95 % Wilson interval and the number of rows it is of */
export interface AccuracyPrecision {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly of: number;
}

/** The same of a simple detector */
export interface AccuracyBaseline {
  readonly name: string;
  /** A share with its 95 % Wilson interval and the number of rows it is of */
  readonly precision?: AccuracyPrecision;
  /** A share with its 95 % Wilson interval and the number of rows it is of */
  readonly recall?: AccuracyPrecision;
}

export interface Accuracy {
  /** Checks measured together: a row is found where any of them finds it */
  readonly checks: readonly string[];
  readonly set: string;
  /** Tuned on dev; test was only measured */
  readonly split: "dev" | "test" | "all";
  readonly group: string;
  readonly counts: AccuracyCounts;
  /** A share with its 95 % Wilson interval and the number of rows it is of */
  readonly precision?: AccuracyPrecision;
  /** A share with its 95 % Wilson interval and the number of rows it is of */
  readonly recall?: AccuracyPrecision;
  /** A share with its 95 % Wilson interval and the number of rows it is of */
  readonly falsePositives?: AccuracyPrecision;
  /** The same of a simple detector */
  readonly baseline?: AccuracyBaseline;
  /** What a release must reach */
  readonly target?: string;
}

export interface CheckExampleTurn {
  readonly role: string;
  readonly text: string;
}

export interface CheckExample {
  readonly state: "passed" | "failed";
  /** The answer comes last */
  readonly turns: readonly CheckExampleTurn[];
  readonly context?: readonly string[];
  readonly options?: Readonly<Record<string, Json>>;
  readonly expected?: Json;
  /** Other facts that the check reads, such as the usage */
  readonly facts?: Readonly<Record<string, Json>>;
  readonly value?: boolean | number;
  /** The words that decide */
  readonly quote?: string;
}

/** With people, by their labels on verdicts of this version */
export interface CheckDetailAgreement {
  /** Datapoints for which somebody labeled the correct verdict */
  readonly labels: number;
  readonly agreed: number;
}

export interface CheckDetail {
  readonly name: string;
  readonly version: number;
  readonly kind: "code" | "judge";
  readonly title: string;
  readonly description: string;
  readonly category: string;
  readonly costClass: "cheap" | "medium" | "expensive" | "judge";
  readonly judges: "answer" | "calls" | "texts" | "request" | "operation";
  readonly output: CheckOutput;
  readonly targets: readonly ("input" | "output" | "tool_calls" | "conversation" | "tools" | "metadata")[];
  readonly needs: readonly ("expected" | "reference" | "context" | "retrieved" | "tools" | "system_prompt" | "source" | "trace" | "usage" | "times" | "history" | "run" | "config")[];
  readonly mode: "online" | "online sampled" | "test run" | "on prompt or tool change";
  readonly severity: "critical" | "major" | "minor";
  readonly finds: "behavior" | "error";
  readonly tier: number;
  readonly source: string;
  /** Judge checks of one pack may share a call */
  readonly pack?: string;
  /** What it needs before it can run at all */
  readonly unavailable?: string;
  /** JSON Schema of the options */
  readonly optionsSchema: Readonly<Record<string, Json>>;
  /** Of a check that this project wrote itself */
  readonly custom?: CheckCustom;
  /** Of a check that this project wrote itself */
  readonly definition?: CheckDetailDefinition;
  /** Monitors that use it */
  readonly usedBy: readonly CheckDetailUsedBy[];
  /** Measured on labeled sets; empty if not measured */
  readonly accuracy: readonly Accuracy[];
  /** A case that passes and one that fails; of checks of the library */
  readonly examples: readonly CheckExample[];
  /** With people, by their labels on verdicts of this version */
  readonly agreement: CheckDetailAgreement;
}

export interface CheckChange {
  readonly body?: NewCheckBodyCode | NewCheckBodyJudge | NewCheckBodyPolicy | undefined;
  /** How the value becomes passed or failed */
  readonly output?: NewCheckOutputBoolean | NewCheckOutputScore | NewCheckOutputCategory | undefined;
  readonly judges?: "answer" | "calls" | "texts" | "request" | "operation" | undefined;
  readonly needs?: readonly ("expected" | "reference" | "context" | "retrieved" | "tools" | "system_prompt" | "source" | "trace" | "usage" | "times" | "history" | "run" | "config")[] | undefined;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly category?: string | undefined;
  readonly severity?: "critical" | "major" | "minor" | undefined;
  readonly tags?: readonly string[] | undefined;
  /** true switches a check on again that was switched off; false switches it off */
  readonly enabled?: boolean | undefined;
  /** Where given, must be the present one */
  readonly number?: number | undefined;
}

export interface EvaluateRequest {
  readonly datapointId?: string | undefined;
  readonly datapoint?: NewDatapoint | undefined;
  readonly options?: Readonly<Record<string, unknown>> | undefined;
  readonly expected?: unknown;
}

export interface CheckDefinitionInput {
  readonly body: NewCheckBodyCode | NewCheckBodyJudge | NewCheckBodyPolicy;
  /** How the value becomes passed or failed */
  readonly output?: NewCheckOutputBoolean | NewCheckOutputScore | NewCheckOutputCategory | undefined;
  readonly judges?: "answer" | "calls" | "texts" | "request" | "operation" | undefined;
  readonly needs?: readonly ("expected" | "reference" | "context" | "retrieved" | "tools" | "system_prompt" | "source" | "trace" | "usage" | "times" | "history" | "run" | "config")[] | undefined;
}

export interface ValidationProblem {
  readonly message: string;
  readonly field: string;
  readonly line?: number;
  readonly column?: number;
}

export interface Validation {
  readonly ok: boolean;
  /** What the definition would be known by */
  readonly version: number;
  readonly problems: readonly ValidationProblem[];
}

export interface CheckVersion {
  readonly number: number;
  /** Hash of the definition: the same definition has the same version */
  readonly version: number;
  readonly definition: CheckDetailDefinition;
  readonly createdAt: string;
  readonly by: string;
}

export interface GetChecksNameVersionsAnswer {
  readonly items: readonly CheckVersion[];
}

export interface DryRunRequestAgainst {
  readonly name: string;
  /** Default: the newest */
  readonly number?: number | undefined;
}

export interface DryRunRequestGiven {
  readonly datapoint: NewDatapoint;
  readonly expected?: unknown;
}

export interface DryRunRequest {
  readonly definition: CheckDefinitionInput;
  readonly against?: DryRunRequestAgainst | undefined;
  /** These; else the newest that match `q` */
  readonly datapointIds?: readonly string[] | undefined;
  /** A query, see docs/query.md */
  readonly q?: string | undefined;
  readonly hours?: number | undefined;
  readonly limit?: number | undefined;
  /** Calls to try it on instead of stored ones */
  readonly given?: readonly DryRunRequestGiven[] | undefined;
}

export interface DryRunItemDatapoint {
  readonly id: string;
  readonly startedAt: string;
  readonly inputPreview: string;
  readonly outputPreview: string;
}

export interface DryRunItemAgainst {
  readonly verdict: Verdict;
  /** What the code wrote to its console */
  readonly logs: readonly string[];
  /** Where in the code its mistake is */
  readonly line?: number;
  readonly column?: number;
}

export interface DryRunItem {
  readonly datapoint: DryRunItemDatapoint;
  readonly verdict: Verdict;
  /** What the code wrote to its console */
  readonly logs: readonly string[];
  /** Where in the code its mistake is */
  readonly line?: number;
  readonly column?: number;
  readonly against?: DryRunItemAgainst;
  /** Passed by one and not by the other */
  readonly flips?: boolean;
  /** The labeled verdict */
  readonly label?: string;
}

export interface DryRun {
  readonly items: readonly DryRunItem[];
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly broken: number;
  readonly flips: number;
  readonly agreement: CheckDetailAgreement;
}

export interface CheckCompareRequest {
  readonly from: number;
  readonly to: number;
  /** These; else the newest that match `q` */
  readonly datapointIds?: readonly string[] | undefined;
  /** A query, see docs/query.md */
  readonly q?: string | undefined;
  readonly hours?: number | undefined;
  readonly limit?: number | undefined;
}

export interface CheckGenerateRequest {
  readonly kind: "code" | "judge" | "policy";
  /** What the check should find, in plain words */
  readonly instruction: string;
  /** A definition to refine */
  readonly prior?: CheckDefinitionInput | undefined;
}

export interface CheckDefinition {
  readonly body: CheckDetailDefinitionBodyCode | CheckDetailDefinitionBodyJudge | CheckDetailDefinitionBodyPolicy;
  /** How the value becomes passed or failed */
  readonly output: CheckDetailDefinitionOutputBoolean | CheckDetailDefinitionOutputScore | CheckDetailDefinitionOutputCategory;
  readonly judges: "answer" | "calls" | "texts" | "request" | "operation";
  readonly needs: readonly ("expected" | "reference" | "context" | "retrieved" | "tools" | "system_prompt" | "source" | "trace" | "usage" | "times" | "history" | "run" | "config")[];
}

export interface GeneratedCheck {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly definition: CheckDefinition;
  readonly problems: readonly ValidationProblem[];
  readonly model: string;
  readonly costUsd?: number;
}

export interface VerdictsRequestCheck {
  readonly check: string;
  readonly options?: Readonly<Record<string, unknown>> | undefined;
}

export interface VerdictsRequest {
  readonly checks?: readonly VerdictsRequestCheck[] | undefined;
  readonly datapointIds?: readonly string[] | undefined;
  /** A query, see docs/query.md */
  readonly q?: string | undefined;
  /** Looks in the name of this monitor: its checks, what its condition matches, its sample. Its page counts the verdicts */
  readonly monitorId?: string | undefined;
  /** Inclusive. Default: 24 hours before `to` */
  readonly from?: string | undefined;
  /** Exclusive. Default: now */
  readonly to?: string | undefined;
  /** Maximum number of matching datapoints, newest first */
  readonly limit?: number | undefined;
}

export interface CheckRunCheck {
  readonly check: string;
  readonly options: Readonly<Record<string, Json>>;
}

export interface CheckRun {
  readonly id: string;
  readonly state: "running" | "done" | "cancelled" | "failed";
  readonly checks: readonly CheckRunCheck[];
  readonly q?: string;
  /** The monitor in whose name it looks */
  readonly monitorId?: string;
  readonly total: number;
  /** Datapoints whose checks were run or ordered */
  readonly examined: number;
  readonly problem?: string;
  readonly requestedBy: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface GetVerdictsRunsAnswer {
  readonly items: readonly CheckRun[];
  /** Absent on the last page */
  readonly nextCursor?: string;
}

export interface CheckRunDetailVerdict {
  readonly check: string;
  readonly version: number;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly broken: number;
  /** Ordered from a judge or the sandbox, not there yet */
  readonly waiting: number;
}

export interface CheckRunDetail {
  readonly id: string;
  readonly state: "running" | "done" | "cancelled" | "failed";
  readonly checks: readonly CheckRunCheck[];
  readonly q?: string;
  /** The monitor in whose name it looks */
  readonly monitorId?: string;
  readonly total: number;
  /** Datapoints whose checks were run or ordered */
  readonly examined: number;
  readonly problem?: string;
  readonly requestedBy: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** By check and version: verdicts of different versions are never added up */
  readonly verdicts: readonly CheckRunDetailVerdict[];
}

export interface LabelRequest {
  readonly datapointId: string;
  readonly check: string;
  /** The correct verdict */
  readonly label: "passed" | "failed" | "skipped";
  readonly note?: string | undefined;
}

export interface Label {
  readonly datapointId: string;
  readonly check: string;
  /** The version whose verdict was looked at; 0 where there was none */
  readonly version: number;
  /** The verdict of the check */
  readonly verdict: string;
  readonly label: "passed" | "failed" | "skipped";
  readonly note?: string;
  readonly by: string;
  readonly at: string;
}

export interface GetVerdictsLabelsAnswer {
  readonly items: readonly Label[];
}

/** Of an error: who can do something about it, and what */
export interface IssueAdvice {
  readonly acts: "you" | "provider";
  readonly remedy: string;
}

export interface Issue {
  readonly id: string;
  readonly number: number;
  readonly kind: "behavior" | "error";
  readonly title: string;
  /** Service, release and an example of its newest call */
  readonly subtitle?: string;
  readonly state: "open" | "acknowledged" | "resolved" | "ignored";
  readonly stateSince: string;
  readonly severity: "critical" | "major" | "minor";
  /** Of a behavioral issue, its check; of an error, the check whose finding opened it: others may share its cause */
  readonly check: string;
  readonly errorType?: "exception" | "misconfiguration" | "invalid_response" | "refusal" | "setting_out_of_bounds" | "context_too_large" | "rate_limited" | "quota_exceeded" | "content_filtered" | "timeout" | "provider_unavailable" | "stream_interrupted" | "tool_failed" | "cancelled";
  /** Of an error: who can do something about it, and what */
  readonly advice?: IssueAdvice;
  readonly monitorId: string;
  /** Absent when the monitor was deleted */
  readonly monitorName?: string;
  readonly occurrences: number;
  readonly usersAffected: number;
  readonly sessionsAffected: number;
  /** Occurrences that were retries of the same call, as far as sources report it */
  readonly retried: number;
  /** The largest number of attempts before one of its occurrences */
  readonly mostRetries: number;
  readonly firstSeenAt: string;
  readonly lastSeenAt: string;
  readonly explanation: string;
  readonly sampleDatapointId: string;
  readonly assignee?: string;
  readonly regressed: boolean;
  /** Release of its earliest call that names one */
  readonly firstRelease?: string;
  /** While it is resolved: what brings it back. `corrected`: later spans took back its last occurrence */
  readonly resolution?: "now" | "next_release" | "corrected";
  readonly ignoredUntil?: string;
  /** Total number of occurrences at which it opens again */
  readonly ignoredUntilOccurrences?: number;
  /** Scenario set whose next good test run resolves it */
  readonly resolvesAfterRunOf?: string;
  /** It comes far more often than before */
  readonly spikingSince?: string;
  /** Occurrences in each of the last 24 hours, oldest first */
  readonly trend?: readonly number[];
}

export interface GetIssuesAnswer {
  readonly items: readonly Issue[];
  /** Absent on the last page */
  readonly nextCursor?: string;
}

export interface IssuesRequest {
  readonly state?: "open" | "acknowledged" | "resolved" | "ignored" | undefined;
  /** With the state `resolved`: what brings it back, any later call or one of a later release */
  readonly resolution?: "now" | "next_release" | undefined;
  /** With the state `ignored`: open again from then on */
  readonly ignoreUntil?: string | undefined;
  /** With the state `ignored`: opens again after this many further occurrences */
  readonly ignoreOccurrences?: number | undefined;
  readonly assignee?: string | undefined;
  readonly note?: string | undefined;
  /** URL of a pull request, a commit or an external issue to attach */
  readonly link?: string | undefined;
  /** One of its links, taken away */
  readonly unlink?: string | undefined;
  /** Id or name of a scenario set: the next test run over it that passes the issue's check resolves it. Empty: none */
  readonly resolveAfterRunOf?: string | undefined;
  /** Ids or numbers */
  readonly issues: readonly string[];
}

export interface IssuesChangedItem {
  readonly id: string;
  readonly number: number;
  /** Current state of the issue */
  readonly state: "open" | "acknowledged" | "resolved" | "ignored";
  readonly outcome: "changed" | "unchanged" | "refused";
  /** Why it was refused */
  readonly reason?: string;
}

export interface IssuesChanged {
  readonly items: readonly IssuesChangedItem[];
}

export interface IssueDetailActivity {
  readonly kind: "opened" | "seen" | "regressed" | "acknowledged" | "resolved" | "ignored" | "reopened" | "assigned" | "noted" | "spiking" | "calmed" | "corrected" | "merged" | "split" | "linked" | "unlinked" | "awaiting";
  readonly actor: string;
  readonly at: string;
  readonly note?: string;
}

export interface IssueDetailMerged {
  readonly id: string;
  readonly number: number;
  readonly title: string;
  readonly check: string;
}

export interface IssueDetailFacet {
  /** model, service, release, env or provider */
  readonly field: string;
  readonly value: string;
  /** Calls among the newest 50,000 of the issue */
  readonly count: number;
  /** Finds the datapoints that carry it */
  readonly query: string;
}

export interface IssueDetail {
  readonly id: string;
  readonly number: number;
  readonly kind: "behavior" | "error";
  readonly title: string;
  /** Service, release and an example of its newest call */
  readonly subtitle?: string;
  readonly state: "open" | "acknowledged" | "resolved" | "ignored";
  readonly stateSince: string;
  readonly severity: "critical" | "major" | "minor";
  /** Of a behavioral issue, its check; of an error, the check whose finding opened it: others may share its cause */
  readonly check: string;
  readonly errorType?: "exception" | "misconfiguration" | "invalid_response" | "refusal" | "setting_out_of_bounds" | "context_too_large" | "rate_limited" | "quota_exceeded" | "content_filtered" | "timeout" | "provider_unavailable" | "stream_interrupted" | "tool_failed" | "cancelled";
  /** Of an error: who can do something about it, and what */
  readonly advice?: IssueAdvice;
  readonly monitorId: string;
  /** Absent when the monitor was deleted */
  readonly monitorName?: string;
  readonly occurrences: number;
  readonly usersAffected: number;
  readonly sessionsAffected: number;
  /** Occurrences that were retries of the same call, as far as sources report it */
  readonly retried: number;
  /** The largest number of attempts before one of its occurrences */
  readonly mostRetries: number;
  readonly firstSeenAt: string;
  readonly lastSeenAt: string;
  readonly explanation: string;
  readonly sampleDatapointId: string;
  readonly assignee?: string;
  readonly regressed: boolean;
  /** Release of its earliest call that names one */
  readonly firstRelease?: string;
  /** While it is resolved: what brings it back. `corrected`: later spans took back its last occurrence */
  readonly resolution?: "now" | "next_release" | "corrected";
  readonly ignoredUntil?: string;
  /** Total number of occurrences at which it opens again */
  readonly ignoredUntilOccurrences?: number;
  /** Scenario set whose next good test run resolves it */
  readonly resolvesAfterRunOf?: string;
  /** It comes far more often than before */
  readonly spikingSince?: string;
  /** Occurrences in each of the last 24 hours, oldest first */
  readonly trend?: readonly number[];
  readonly activity: readonly IssueDetailActivity[];
  /** Issues that people made one with this */
  readonly merged: readonly IssueDetailMerged[];
  /** Links that people attached */
  readonly links: readonly string[];
  /** Where its calls happen: the ten most frequent values of each field, most frequent first */
  readonly facets: readonly IssueDetailFacet[];
}

export interface IssueRequest {
  readonly state?: "open" | "acknowledged" | "resolved" | "ignored" | undefined;
  /** With the state `resolved`: what brings it back, any later call or one of a later release */
  readonly resolution?: "now" | "next_release" | undefined;
  /** With the state `ignored`: open again from then on */
  readonly ignoreUntil?: string | undefined;
  /** With the state `ignored`: opens again after this many further occurrences */
  readonly ignoreOccurrences?: number | undefined;
  readonly assignee?: string | undefined;
  readonly note?: string | undefined;
  /** URL of a pull request, a commit or an external issue to attach */
  readonly link?: string | undefined;
  /** One of its links, taken away */
  readonly unlink?: string | undefined;
  /** Id or name of a scenario set: the next test run over it that passes the issue's check resolves it. Empty: none */
  readonly resolveAfterRunOf?: string | undefined;
}

export interface IssueTrend {
  readonly from: string;
  readonly stepMs: number;
  /** Occurrences in each step, oldest first */
  readonly counts: readonly number[];
}

export interface DifferencesValue {
  /** A field of the query language */
  readonly field: string;
  readonly value: string;
  /** Finds the datapoints that carry it */
  readonly query: string;
  /** Of the occurrences */
  readonly share: number;
  readonly otherShare: number;
  readonly inside: number;
  readonly outside: number;
  /** Adjusted for the number of values compared */
  readonly pValue: number;
}

export interface Differences {
  readonly from: string;
  readonly to: string;
  /** Occurrences among the newest datapoints that were looked at */
  readonly occurrences: number;
  /** Other datapoints of the same monitor among them */
  readonly others: number;
  /** Values that were compared */
  readonly compared: number;
  readonly method: string;
  readonly values: readonly DifferencesValue[];
}

export interface SimilarIssuesItem {
  readonly issue: Issue;
  /** From 0 to 1 */
  readonly score: number;
  /** What the two share, in words */
  readonly reasons: readonly string[];
}

export interface SimilarIssues {
  readonly items: readonly SimilarIssuesItem[];
}

export interface Occurrence {
  readonly datapoint: DatapointRow;
  readonly explanation: string;
  readonly evidence: readonly VerdictEvidence[];
  readonly at: string;
}

export interface GetIssuesIdOccurrencesAnswer {
  readonly items: readonly Occurrence[];
  /** Absent on the last page */
  readonly nextCursor?: string;
}

export interface MergeRequest {
  /** Ids or numbers of what becomes part of this issue */
  readonly issues: readonly string[];
}

export interface SplitRequest {
  /** Ids or numbers of the merged issues */
  readonly issue: string;
}

export interface ChannelRecipient {
  readonly address: string;
  /** Only `member`, `trusted` (by a setting) and `confirmed` receive; `waiting` for their confirmation */
  readonly state: "member" | "no_access" | "trusted" | "confirmed" | "waiting" | "expired" | "unsubscribed" | "unconfirmed";
  /** Messages of the last 90 days that were not sent for this reason */
  readonly heldBack: number;
}

export interface Channel {
  readonly id: string;
  readonly name: string;
  readonly kind: "email" | "slack_webhook" | "slack_app" | "webhook";
  /** Addresses, conversation, or URL without secrets */
  readonly leadsTo: string;
  /** Of an email channel with addresses */
  readonly recipients?: readonly ChannelRecipient[];
  readonly showsDialog: boolean;
  readonly builtIn: boolean;
  readonly disabledReason?: string;
  readonly createdAt?: string;
  readonly updatedAt?: string;
}

export interface GetChannelsAnswer {
  readonly items: readonly Channel[];
}

export interface NewChannelTargetEmail {
  readonly kind: "email";
  /** `account`: every user of the account */
  readonly to: "account" | readonly string[];
}

export interface NewChannelTargetSlackWebhook {
  readonly kind: "slack_webhook";
  readonly url: string;
}

export interface NewChannelTargetSlackApp {
  readonly kind: "slack_app";
  readonly token: string;
  /** Id or #name of a conversation that the app was added to */
  readonly conversation: string;
}

export interface NewChannelTargetWebhook {
  readonly kind: "webhook";
  readonly url: string;
  /** Left out, one is made; it is in the answer of this request and nowhere else */
  readonly secret?: string | undefined;
}

export interface NewChannel {
  readonly name: string;
  readonly showsDialog?: boolean | undefined;
  readonly target: NewChannelTargetEmail | NewChannelTargetSlackWebhook | NewChannelTargetSlackApp | NewChannelTargetWebhook;
}

export interface MadeChannel {
  readonly id: string;
  readonly name: string;
  readonly kind: "email" | "slack_webhook" | "slack_app" | "webhook";
  /** Addresses, conversation, or URL without secrets */
  readonly leadsTo: string;
  /** Of an email channel with addresses */
  readonly recipients?: readonly ChannelRecipient[];
  readonly showsDialog: boolean;
  readonly builtIn: boolean;
  readonly disabledReason?: string;
  readonly createdAt?: string;
  readonly updatedAt?: string;
  /** Of a webhook, shown this once: it verifies the signatures */
  readonly secret?: string;
}

export interface ChannelChange {
  readonly name?: string | undefined;
  readonly showsDialog?: boolean | undefined;
  readonly target?: NewChannelTargetEmail | NewChannelTargetSlackWebhook | NewChannelTargetSlackApp | NewChannelTargetWebhook | undefined;
  readonly enabled?: boolean | undefined;
}

export interface PostChannelsIdTestBody {
  /** For email: whom to send the test to. Default: the first recipient */
  readonly recipient?: string | undefined;
}

export interface NotificationMonitor {
  readonly id: string;
  readonly name?: string;
  readonly change: "broken" | "stopped" | "no_data" | "works_again";
}

export interface Notification {
  readonly id: string;
  readonly channel: string;
  readonly recipient?: string;
  readonly kind: "single" | "digest" | "test";
  readonly state: "ready" | "sending" | "sent" | "failed" | "dead";
  readonly dueAt: string;
  readonly createdAt: string;
  readonly attempts: number;
  /** Why the last try did not succeed */
  readonly problem?: string;
  readonly sentAt?: string;
  /** Numbers of the issues in the message; with `monitors` at most 20 */
  readonly issues: readonly number[];
  /** Monitors in the message that stopped working, or work again */
  readonly monitors: readonly NotificationMonitor[];
  /** Number of changes of issues and monitors in the message */
  readonly issueChanges: number;
}

export interface GetNotificationsAnswer {
  readonly items: readonly Notification[];
  /** Absent on the last page */
  readonly nextCursor?: string;
}

export interface Mute {
  readonly id: string;
  readonly recipient: string;
  readonly scope: "project" | "monitor" | "issue";
  readonly subjectId: string;
  /** Of the project, monitor or issue, when it was muted */
  readonly name: string;
  readonly createdAt: string;
}

export interface GetMutesAnswer {
  readonly items: readonly Mute[];
}

export interface PipelineHealthWaiting {
  /** Export requests of the project that are not stored completely */
  readonly entries: number;
  readonly bytes: number;
}

/** Whether ClickHouse takes rows */
export interface PipelineHealthEngine {
  readonly state: "available" | "away" | "refusing";
  readonly since?: string;
  readonly reason?: string;
}

export interface PipelineHealthStalledBatche {
  readonly stage: string;
  readonly startedAt: string;
  readonly items: number;
  readonly bytes: number;
  /** Attempts of this stage that failed */
  readonly failures: number;
  readonly reason?: string;
}

export interface PipelineHealthDeadLetters {
  readonly count: number;
  readonly bytes: number;
  readonly oldestAt?: string;
}

export interface PipelineHealthJournal {
  readonly bytes: number;
  readonly maxBytes: number;
  /** Of the limit, from 0 to 1 */
  readonly share: number;
  readonly entries: number;
  /** Why new data is refused; absent while it is accepted */
  readonly refusal?: string;
}

export interface PipelineHealth {
  /** stalled: something accepted is not visible after 10 s */
  readonly state: "idle" | "moving" | "stalled";
  /** In a sentence, when it is stalled */
  readonly reason?: string;
  /** Age of the project's oldest accepted item that is not visible yet */
  readonly lagMs: number;
  /** The same over all projects */
  readonly serviceLagMs: number;
  readonly waiting: PipelineHealthWaiting;
  /** Whether ClickHouse takes rows */
  readonly engine: PipelineHealthEngine;
  /** Whether the records database (PostgreSQL or SQLite) answers */
  readonly records: PipelineHealthEngine;
  /** Write batches with data of the project older than 30 s */
  readonly stalledBatches: readonly PipelineHealthStalledBatche[];
  readonly deadLetters: PipelineHealthDeadLetters;
  readonly journal: PipelineHealthJournal;
  /** Longest time in the last minute in which the service's main thread could do nothing else */
  readonly longestBlockMs: number;
  /** Of the project; absent while the records database does not answer */
  readonly notifications?: MonitorStatusQueue;
}

export interface UnavailablePart {
  /** Fields of this response that are absent */
  readonly part: string;
  readonly reason: string;
}

export interface HealthContentAdvice {
  readonly convention: string;
  readonly calls: number;
  readonly advice: string;
}

export interface HealthRejected {
  readonly unit: "items" | "requests";
  readonly signal: string;
  readonly reason: string;
  readonly count: number;
  readonly lastAt: string;
}

export interface HealthLastRejected {
  readonly at: string;
  /** Equal ones are one */
  readonly count: number;
  readonly route: string;
  /** Of HTTP, or what answers to it of gRPC; 200 where a part was taken */
  readonly status: number;
  readonly reason: string;
  /** What its sender can do */
  readonly fix?: string;
  /** First characters of the token that it came with */
  readonly tokenHint?: string;
}

export interface HealthChecksOff {
  readonly check: string;
  readonly reason: string;
  readonly at: string;
}

export interface HealthAsynchronousCheck {
  readonly executor: string;
  readonly ready: number;
  readonly running: number;
  readonly judged: number;
  /** Attempts without a verdict that are retried */
  readonly failing: number;
  readonly problem?: string;
  readonly oldestAt?: string;
}

export interface HealthJudge {
  readonly name: string;
  readonly problem: string;
}

export interface Health {
  /** Accepted data that is not visible yet; available even while a database does not respond */
  readonly pipeline: PipelineHealth;
  /** Parts that could not be read now: their fields are absent */
  readonly unavailable: readonly UnavailablePart[];
  readonly datapoints?: number;
  readonly errors?: number;
  readonly contentMissing?: number;
  /** By instrumentation that still sends calls without message content: how many, and what turns it on */
  readonly contentAdvice?: readonly HealthContentAdvice[];
  /** What this process did not take in during the last 24 hours, most frequent first */
  readonly rejected: readonly HealthRejected[];
  /** The last 20 requests that were rejected, newest first; without a token of a project, for who runs the service */
  readonly lastRejected?: readonly HealthLastRejected[];
  /** Checks of the project's own that are switched off, and why */
  readonly checksOff?: readonly HealthChecksOff[];
  /** Spans or log records came, and no call among them */
  readonly hasSpansOnly?: boolean;
  /** Advice for the source of the telemetry, in sentences */
  readonly hints: readonly string[];
  /** Judges and sandboxed code that wait or run, by executor */
  readonly asynchronousChecks?: readonly HealthAsynchronousCheck[];
  /** Judge models that are not called for a while, or whose budget of today is used up */
  readonly judges?: readonly HealthJudge[];
}

export interface QueueState {
  readonly name: "pipeline" | "dead_letters" | "judges" | "programs" | "notifications";
  readonly state: "idle" | "moving" | "stalled" | "unknown";
  readonly waiting?: number;
  readonly oldestAt?: string;
  /** In a sentence, when it is stalled or unknown */
  readonly reason?: string;
}

export interface GetHealthQueuesAnswer {
  readonly items: readonly QueueState[];
}

export interface DeadLetter {
  readonly id: string;
  readonly traceId: string;
  readonly signal: "traces" | "logs";
  /** Why it could not be stored */
  readonly reason: string;
  /** When it failed first */
  readonly at: string;
  /** How often processing it failed */
  readonly attempts: number;
  /** Spans or log records in it */
  readonly items: number;
  /** Size of the export request that it arrived in */
  readonly bytes: number;
}

export interface GetDeadLettersAnswer {
  readonly items: readonly DeadLetter[];
  /** Absent on the last page */
  readonly nextCursor?: string;
  readonly count: number;
  readonly bytes: number;
}

export interface DeadLetterReplayFields {
  readonly ids: readonly string[];
}

export interface DeadLetterReplayTrue {
  readonly all: true;
}

export type DeadLetterReplay = DeadLetterReplayFields | DeadLetterReplayTrue;

export interface PostDeadLettersReplayAnswer {
  /** Dead letters removed from the queue */
  readonly replayed: number;
}

export interface Token {
  readonly id: string;
  readonly projectId: string;
  readonly name: string;
  /** First characters of the secret */
  readonly hint: string;
  readonly scopes: readonly ("ingest" | "read" | "write" | "admin")[];
  readonly createdAt: string;
  readonly expiresAt?: string;
  readonly lastUsedAt?: string;
  readonly revokedAt?: string;
  /** When its project was archived: it is refused until that is taken back */
  readonly archivedAt?: string;
  readonly madeBy?: string;
  /** It ends when its creator is removed or loses the role for its scopes */
  readonly personal: boolean;
}

export interface GetTokensAnswer {
  readonly items: readonly Token[];
}

export interface NewToken {
  readonly name: string;
  readonly scopes: readonly ("ingest" | "read" | "write" | "admin")[];
  /** Default: the project of the token */
  readonly projectId?: string | undefined;
  readonly expiresAt?: string | undefined;
  /** Whether it ends with the person who creates it. Default: true, for an admin false; only admins create tokens of services */
  readonly personal?: boolean | undefined;
}

export interface MadeToken {
  readonly id: string;
  readonly projectId: string;
  readonly name: string;
  /** First characters of the secret */
  readonly hint: string;
  readonly scopes: readonly ("ingest" | "read" | "write" | "admin")[];
  readonly createdAt: string;
  readonly expiresAt?: string;
  readonly lastUsedAt?: string;
  readonly revokedAt?: string;
  /** When its project was archived: it is refused until that is taken back */
  readonly archivedAt?: string;
  readonly madeBy?: string;
  /** It ends when its creator is removed or loses the role for its scopes */
  readonly personal: boolean;
  /** Shown this once */
  readonly secret: string;
}

export interface Project {
  readonly id: string;
  readonly name: string;
  readonly language?: "typescript" | "python";
  readonly createdAt: string;
  readonly archivedAt?: string;
  /** Of the signed-in person in this project; absent for tokens */
  readonly role?: "viewer" | "member" | "admin";
}

export interface GetProjectsAnswer {
  readonly items: readonly Project[];
}

export interface NewProject {
  readonly name: string;
  readonly language?: "typescript" | "python" | undefined;
}

export interface ProjectChange {
  readonly name?: string | undefined;
  readonly language?: "typescript" | "python" | "none" | undefined;
  readonly archived?: boolean | undefined;
}

export interface User {
  readonly id: string;
  readonly email: string;
  /** False after joining by a link that was not mailed, until the address is confirmed: it gets no notifications */
  readonly emailConfirmed: boolean;
  readonly role: "viewer" | "member" | "admin";
  readonly createdAt: string;
  readonly lastSeenAt?: string;
}

export interface GetUsersAnswer {
  readonly items: readonly User[];
}

export interface UserChange {
  readonly role: "viewer" | "member" | "admin";
}

export interface MadeResetLink {
  readonly url: string;
  readonly expiresAt: string;
}

export interface Invitation {
  readonly id: string;
  readonly email: string;
  readonly role: "viewer" | "member" | "admin";
  readonly invitedBy: string;
  readonly createdAt: string;
  readonly expiresAt: string;
}

export interface GetInvitationsAnswer {
  readonly items: readonly Invitation[];
}

export interface NewInvitation {
  readonly email: string;
  readonly role?: "viewer" | "member" | "admin" | undefined;
}

export interface MadeInvitation {
  readonly id: string;
  readonly email: string;
  readonly role: "viewer" | "member" | "admin";
  readonly invitedBy: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  /** To hand over where no mail is sent; shown this once */
  readonly url: string;
  readonly isMailed: boolean;
}

export interface SignOut {
  readonly everywhere?: boolean | undefined;
}

export interface PasswordChange {
  readonly current: string;
  readonly password: string;
}

export interface BrowserSession {
  readonly id: string;
  readonly createdAt: string;
  readonly lastSeenAt: string;
  readonly address: string;
  readonly agent: string;
  readonly isThis: boolean;
}

export interface GetMeSessionsAnswer {
  readonly items: readonly BrowserSession[];
}

export interface AuditEntry {
  readonly number: number;
  readonly at: string;
  readonly actor: string;
  /** Of the token that acted: names are not unique */
  readonly tokenId?: string;
  readonly from: string;
  readonly requestId: string;
  readonly action: string;
  readonly what: string;
  readonly outcome: "done" | "failed" | "unknown";
  readonly projectId?: string;
  readonly target?: Readonly<Record<string, string>>;
  readonly fields?: Readonly<Record<string, Json>>;
  readonly hash: string;
}

export interface GetAuditLogAnswer {
  readonly items: readonly AuditEntry[];
  /** Absent on the last page */
  readonly nextCursor?: string;
}

export interface AuditCheck {
  readonly entries: number;
  /** Hash of the last entry. Store it elsewhere to prove later that the log is unchanged. */
  readonly head?: string;
  /** The first entry that is not what it was */
  readonly brokenAt?: number;
}

export interface Upstream {
  /** First segment of the model (`id/…`) or value of the header x-gaffe-provider */
  readonly id: string;
  readonly baseUrl: string;
  /** How the provider's key is sent. The client sends the key with every call; Gaffe never stores it. */
  readonly auth: "bearer" | "header" | "none";
  /** Name of the header; needed with auth `header`, and only there */
  readonly header?: string;
  /** The provider API that chat requests are translated to. Absent: requests are forwarded unchanged, in OpenAI's format. */
  readonly dialect?: "anthropic" | "gemini" | "bedrock";
  /** Whether its chat streams accept stream_options.include_usage, which the project's includeUsage adds */
  readonly streamUsage?: boolean;
}

export interface GetUpstreamsAnswer {
  readonly items: readonly Upstream[];
}

export interface NewUpstream {
  /** First segment of the model (`id/…`) or value of the header x-gaffe-provider */
  readonly id: string;
  /** Up to and including the version segment: /chat/completions is appended */
  readonly baseUrl: string;
  /** How the provider's key is sent. The client sends the key with every call; Gaffe never stores it. */
  readonly auth?: "bearer" | "header" | "none" | undefined;
  /** Name of the header; needed with auth `header`, and only there */
  readonly header?: string | undefined;
  /** The provider API that chat requests are translated to. Absent: requests are forwarded unchanged, in OpenAI's format. */
  readonly dialect?: "anthropic" | "gemini" | "bedrock" | undefined;
  /** Whether its chat streams accept stream_options.include_usage, which the project's includeUsage adds */
  readonly streamUsage?: boolean | undefined;
}

export interface UpstreamChange {
  /** Up to and including the version segment: /chat/completions is appended */
  readonly baseUrl?: string | undefined;
  /** How the provider's key is sent. The client sends the key with every call; Gaffe never stores it. */
  readonly auth?: "bearer" | "header" | "none" | undefined;
  /** Name of the header; needed with auth `header`, and only there */
  readonly header?: string | undefined;
  /** null: none */
  readonly dialect?: "anthropic" | "gemini" | "bedrock" | null | undefined;
  /** Whether its chat streams accept stream_options.include_usage, which the project's includeUsage adds */
  readonly streamUsage?: boolean | undefined;
}

export interface ProxyChoices {
  /** Id of the upstream for models that name none */
  readonly defaultUpstream?: string;
  /** Refuse a call that cannot be recorded, instead of counting the loss */
  readonly strict: boolean;
  /** Request the token counts of streams where the client did not, and remove the added event from the stream */
  readonly includeUsage: boolean;
}

export interface ProxyChoicesChange {
  /** null: none */
  readonly defaultUpstream?: string | null | undefined;
  /** Refuse a call that cannot be recorded, instead of counting the loss */
  readonly strict?: boolean | undefined;
  /** Request the token counts of streams where the client did not, and remove the added event from the stream */
  readonly includeUsage?: boolean | undefined;
}

export interface RedactionPattern {
  /** Name in the marker `[redacted:name]`. Lower-case letters, digits and _ */
  readonly name: string;
  /** A regular expression in RE2 syntax */
  readonly pattern: string;
}

export interface PrivacyRules {
  /** Packs of secrets and kinds of personal data that are replaced by typed markers */
  readonly kinds: readonly ("cloud" | "ai_provider" | "vcs_ci" | "payment" | "messaging" | "saas" | "private_key" | "connection_string" | "jwt" | "generic" | "email_address" | "phone_number" | "credit_card" | "iban" | "us_ssn" | "ip_address" | "date_of_birth" | "login_password")[];
  readonly patterns: readonly RedactionPattern[];
  /** dropped: texts of dialogs are removed; numbers, names, ids and error messages are retained */
  readonly content: "stored" | "dropped";
}

export interface Privacy {
  readonly rules: PrivacyRules;
  /** false: the project uses the settings of the service */
  readonly rulesAreOwn: boolean;
  /** Days after which datapoints and all that belongs to them are deleted */
  readonly retentionDays: number;
  /** Maximum retention of the service */
  readonly maxRetentionDays: number;
}

export interface RedactionPatternInput {
  /** Name in the marker `[redacted:name]`. Lower-case letters, digits and _ */
  readonly name: string;
  /** A regular expression in RE2 syntax */
  readonly pattern: string;
}

export interface PrivacyRulesInput {
  /** Packs of secrets and kinds of personal data that are replaced by typed markers */
  readonly kinds: readonly ("cloud" | "ai_provider" | "vcs_ci" | "payment" | "messaging" | "saas" | "private_key" | "connection_string" | "jwt" | "generic" | "email_address" | "phone_number" | "credit_card" | "iban" | "us_ssn" | "ip_address" | "date_of_birth" | "login_password")[];
  readonly patterns: readonly RedactionPatternInput[];
  /** dropped: texts of dialogs are removed; numbers, names, ids and error messages are retained */
  readonly content: "stored" | "dropped";
}

export interface PrivacyChange {
  readonly rules?: PrivacyRulesInput | null | undefined;
  readonly retentionDays?: number | null | undefined;
}

export interface PostPrivacyTryBody {
  readonly text: string;
  readonly rules?: PrivacyRulesInput | undefined;
}

export interface PostPrivacyTryAnswerFound {
  readonly type: string;
  readonly count: number;
}

export interface PostPrivacyTryAnswer {
  /** The stored text under these rules; with content dropped, none of it is stored */
  readonly text: string;
  readonly found: readonly PostPrivacyTryAnswerFound[];
}

export interface ScenarioGenerator {
  readonly type: string;
  readonly description: string;
  readonly keepsResult: boolean;
  /** Calls the project's active judge model, within its daily limits */
  readonly needsModel: boolean;
}

export interface GetScenarioGeneratorsAnswer {
  readonly items: readonly ScenarioGenerator[];
}

/** A check of the caller's own, evaluated where the model is called: its verdicts come with the results */
export interface RunCheckLocal {
  /** Runs are compared where it is the same */
  readonly version?: number | undefined;
  /** Which of its numbers are better; `neutral` ones are never a regression */
  readonly direction?: "higher" | "lower" | "neutral" | undefined;
}

export interface RunCheck {
  readonly check: string;
  readonly options?: Readonly<Record<string, unknown>> | undefined;
  /** A check of the caller's own, evaluated where the model is called: its verdicts come with the results */
  readonly local?: RunCheckLocal | undefined;
}

export interface GenerateRequest {
  /** Id or name of the set whose rows are the seeds */
  readonly scenarioId: string;
  /** Of the set that is made */
  readonly name: string;
  /** See GET /scenario-generators */
  readonly type: string;
  /** Rows wanted of each seed */
  readonly numberExamples?: number | undefined;
  readonly synonymSets?: readonly (readonly string[])[] | undefined;
  readonly preTemplate?: string | undefined;
  readonly postTemplate?: string | undefined;
  /** Where a model writes */
  readonly tone?: "Neutral" | "Formal" | "Informal" | "Abbreviated Informal" | "Persuasive" | "Empathetic" | undefined;
  /** For the custom generators */
  readonly generationPrompt?: string | undefined;
  /** JSON Schema of the inputs, for the custom generators */
  readonly generationSchema?: Readonly<Record<string, unknown>> | undefined;
  /** Every row gets its seed's result */
  readonly lockResult?: boolean | undefined;
  /** Held against each generated row; those that fail come back instead */
  readonly checks?: readonly (string | RunCheck)[] | undefined;
  readonly tags?: readonly string[] | undefined;
}

export interface GeneratedSetFailedDataOrigin {
  readonly seedId?: string;
  readonly generator?: string;
  readonly datapointId?: string;
  readonly testRunId?: string;
}

export interface GeneratedSetFailedData {
  readonly input: Json;
  readonly result: Json;
  readonly origin: GeneratedSetFailedDataOrigin;
  readonly check: string;
  readonly reason: string;
}

export interface GeneratedSet {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly rows: number;
  readonly tags: readonly string[];
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly appLink: string;
  readonly failedData: readonly GeneratedSetFailedData[];
  /** Questions to the model that gave no row */
  readonly unanswered: number;
  /** Why the last of them gave none */
  readonly reason?: string;
}

export interface GenerationPreviewRequest {
  /** Id or name of the set whose rows are the seeds */
  readonly scenarioId: string;
  /** See GET /scenario-generators */
  readonly type: string;
  /** Rows wanted of each seed */
  readonly numberExamples?: number | undefined;
  readonly synonymSets?: readonly (readonly string[])[] | undefined;
  readonly preTemplate?: string | undefined;
  readonly postTemplate?: string | undefined;
  /** Where a model writes */
  readonly tone?: "Neutral" | "Formal" | "Informal" | "Abbreviated Informal" | "Persuasive" | "Empathetic" | undefined;
  /** For the custom generators */
  readonly generationPrompt?: string | undefined;
  /** JSON Schema of the inputs, for the custom generators */
  readonly generationSchema?: Readonly<Record<string, unknown>> | undefined;
  /** Every row gets its seed's result */
  readonly lockResult?: boolean | undefined;
  /** Held against each generated row; those that fail come back instead */
  readonly checks?: readonly (string | RunCheck)[] | undefined;
}

export interface GenerationPreviewRow {
  readonly input: Json;
  readonly result: Json;
  readonly origin: GeneratedSetFailedDataOrigin;
}

export interface GenerationPreview {
  readonly rows: readonly GenerationPreviewRow[];
  /** There would be others, of these seeds or of further ones */
  readonly more: boolean;
  readonly failedData: readonly GeneratedSetFailedData[];
  /** Questions to the model that gave no row */
  readonly unanswered: number;
  /** Why the last of them gave none */
  readonly reason?: string;
}

export interface ScenarioSet {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly rows: number;
  readonly tags: readonly string[];
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly appLink: string;
}

export interface GetScenarioSetsAnswer {
  readonly items: readonly ScenarioSet[];
  /** Absent on the last page */
  readonly nextCursor?: string;
}

export interface SeedRow {
  /** Text, a list or an object */
  readonly input: unknown;
  /** The expected result: text, a label, a list of ids, or `{name, parameter_definitions}` for a function call */
  readonly result?: unknown;
}

export interface NewScenarioSet {
  readonly name: string;
  readonly seedData: readonly SeedRow[];
  readonly tags?: readonly string[] | undefined;
  /** Other rows under a known name make its next version; the same rows are always the set that exists */
  readonly update?: boolean | undefined;
}

export interface ScenarioUpload {
  readonly name: string;
  readonly format?: "jsonl" | "csv" | undefined;
  /** One row a line: `{"input": …, "result": …}`, or CSV with these columns */
  readonly content: string;
  readonly tags?: readonly string[] | undefined;
  /** Other rows under a known name make its next version; the same rows are always the set that exists */
  readonly update?: boolean | undefined;
}

export interface ScenarioSetChange {
  readonly name?: string | undefined;
  readonly tags?: readonly string[] | undefined;
}

export interface PostScenarioSetsIdVersionsBody {
  readonly seedData: readonly SeedRow[];
}

export interface PostScenarioSetsIdVersionsUploadBody {
  readonly format?: "jsonl" | "csv" | undefined;
  /** One row a line: `{"input": …, "result": …}`, or CSV with these columns */
  readonly content: string;
}

export interface ScenarioRow {
  readonly id: string;
  readonly input: Json;
  readonly result: Json;
  readonly origin: GeneratedSetFailedDataOrigin;
}

export interface GetScenarioSetsIdRowsAnswer {
  readonly items: readonly ScenarioRow[];
  /** Absent on the last page */
  readonly nextCursor?: string;
}

export interface FromDatapointsResult {
  readonly datapointId: string;
  readonly result: unknown;
}

export interface FromDatapoints {
  /** Of a new scenario set */
  readonly name?: string | undefined;
  /** Id or name of a set: the rows go to its next version */
  readonly scenarioId?: string | undefined;
  /** Of a new scenario set */
  readonly tags?: readonly string[] | undefined;
  /** Other rows under a known name make its next version; the same rows are always the set that exists */
  readonly update?: boolean | undefined;
  readonly datapointIds?: readonly string[] | undefined;
  /** A query, see docs/query.md */
  readonly q?: string | undefined;
  /** Inclusive. Default: 24 hours before `to` */
  readonly from?: string | undefined;
  /** Exclusive. Default: now */
  readonly to?: string | undefined;
  /** Id or number of an issue: its occurrences, newest first */
  readonly issueId?: string | undefined;
  /** Maximum number, newest first */
  readonly limit?: number | undefined;
  /** What becomes the input: all messages but the system's, all of them, or the last one of a user */
  readonly input?: "conversation" | "whole_dialog" | "last_user_message" | undefined;
  /** Expected results of some of them; the others have none */
  readonly results?: readonly FromDatapointsResult[] | undefined;
}

export interface CollectedScenarioSet {
  readonly scenario: ScenarioSet;
  readonly added: number;
  /** Datapoints that gave no row */
  readonly leftOut: readonly MonitorStatusMissed[];
  /** More datapoints match than the limit */
  readonly more: boolean;
  /** Secrets and personal data that were replaced by markers */
  readonly redacted: readonly PostPrivacyTryAnswerFound[];
}

export interface FromTestRun {
  /** Of a new scenario set */
  readonly name?: string | undefined;
  /** Id or name of a set: the rows go to its next version */
  readonly scenarioId?: string | undefined;
  /** Of a new scenario set */
  readonly tags?: readonly string[] | undefined;
  /** Other rows under a known name make its next version; the same rows are always the set that exists */
  readonly update?: boolean | undefined;
  readonly runId: string;
  /** Rows that one of these failed; default: any check of the run, or the model call itself */
  readonly checks?: readonly string[] | undefined;
}

export interface FailingScenarioSet {
  readonly scenario: ScenarioSet;
  readonly added: number;
  /** Rows that the set had already */
  readonly known: number;
}

export interface ModelDefinitionCustom {
  /** The user's own code, called by an SDK */
  readonly type: "custom";
  /** Rows that the code takes at a time */
  readonly batchSize?: number;
}

export interface ModelDefinitionGenerationDialogTemplate {
  readonly role: "system" | "user" | "assistant";
  /** `{scenario_input}` is replaced by the row's input, `{scenario_input.key}` by a member of it; `{{name}}` is the text `{name}` */
  readonly content: string;
}

export interface ModelDefinitionGeneration {
  /** A provider's model with a prompt, called by the service */
  readonly type: "generation";
  /** As the proxy takes it: `openai/gpt-4o`, `claude-…`, `<upstream>/…`; default: the judge's */
  readonly model?: string;
  /** Name or id of a judge model, for its address, key and daily limits. If neither model nor judge is given: the active judge */
  readonly judge?: string;
  readonly temperature?: number;
  /** `{scenario_input}` is replaced by the row's input, `{scenario_input.key}` by a member of it; `{{name}}` is the text `{name}` */
  readonly systemPromptTemplate?: string;
  /** Default: the row's input. A list of `{role, content}` is sent as these messages */
  readonly userPromptTemplate?: string;
  /** A whole dialog instead of the two */
  readonly dialogTemplate?: readonly ModelDefinitionGenerationDialogTemplate[];
  /** As OpenAI's Chat Completions spell them */
  readonly tools?: readonly Json[];
  /** Additional request parameters, in OpenAI's format */
  readonly params?: Readonly<Record<string, Json>>;
  /** Of one call; default: a minute */
  readonly timeoutMs?: number;
}

export interface ModelDefinitionHttpAuth {
  readonly method: "POST" | "GET" | "PUT" | "PATCH" | "DELETE";
  readonly url: string;
  /** `{secret.NAME}` is replaced by a secret of the model */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. A text that is one name alone, such as `{message_history}`, becomes its value */
  readonly body?: Json;
  /** Path of `{access_token}` in the response */
  readonly tokenPath: string;
  readonly secondsValid: number;
}

export interface ModelDefinitionHttpStartSession {
  readonly method: "POST" | "GET" | "PUT" | "PATCH" | "DELETE";
  readonly url: string;
  /** `{secret.NAME}` is replaced by a secret of the model */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. A text that is one name alone, such as `{message_history}`, becomes its value */
  readonly body?: Json;
  /** Path of `{session_id}` in the response */
  readonly sessionIdPath?: string;
  /** Where the target's first words lie */
  readonly messagePath?: string;
}

/** The answer comes as server-sent events */
export interface ModelDefinitionHttpNextTurnStream {
  /** Only events of this name */
  readonly event?: string;
  /** Data that ends the stream */
  readonly stopAt: string;
}

export interface ModelDefinitionHttpNextTurn {
  readonly method: "POST" | "GET" | "PUT" | "PATCH" | "DELETE";
  readonly url: string;
  /** `{secret.NAME}` is replaced by a secret of the model */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. A text that is one name alone, such as `{message_history}`, becomes its value */
  readonly body?: Json;
  /** Path of the text in the response; for a stream, of each event's part */
  readonly responsePath: string;
  readonly toolCallsPath?: string;
  /** The answer comes as server-sent events */
  readonly stream?: ModelDefinitionHttpNextTurnStream;
}

export interface ModelDefinitionHttpEndSession {
  readonly method: "POST" | "GET" | "PUT" | "PATCH" | "DELETE";
  readonly url: string;
  /** `{secret.NAME}` is replaced by a secret of the model */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. A text that is one name alone, such as `{message_history}`, becomes its value */
  readonly body?: Json;
}

export interface ModelDefinitionHttp {
  /** An application behind HTTP, called by the service */
  readonly type: "http";
  readonly auth?: ModelDefinitionHttpAuth;
  readonly startSession?: ModelDefinitionHttpStartSession;
  readonly nextTurn: ModelDefinitionHttpNextTurn;
  readonly endSession?: ModelDefinitionHttpEndSession;
  /** Of one request */
  readonly timeoutMs: number;
}

export type ModelDefinition = ModelDefinitionCustom | ModelDefinitionGeneration | ModelDefinitionHttp;

export interface ModelSecret {
  readonly name: string;
  readonly host: string;
  readonly createdAt: string;
}

export interface Model {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly definition: ModelDefinition;
  readonly tags: readonly string[];
  /** Names of its keys, and the host (with its scheme where that is not HTTPS) that each opens for */
  readonly secrets: readonly ModelSecret[];
  readonly createdAt: string;
}

export interface GetModelsAnswer {
  readonly items: readonly Model[];
  /** Absent on the last page */
  readonly nextCursor?: string;
}

export interface ModelDefinitionInputCustom {
  /** The user's own code, called by an SDK */
  readonly type: "custom";
  /** Rows that the code takes at a time */
  readonly batchSize?: number | undefined;
}

export interface ModelDefinitionInputGenerationDialogTemplate {
  readonly role: "system" | "user" | "assistant";
  /** `{scenario_input}` is replaced by the row's input, `{scenario_input.key}` by a member of it; `{{name}}` is the text `{name}` */
  readonly content: string;
}

export interface ModelDefinitionInputGeneration {
  /** A provider's model with a prompt, called by the service */
  readonly type: "generation";
  /** As the proxy takes it: `openai/gpt-4o`, `claude-…`, `<upstream>/…`; default: the judge's */
  readonly model?: string | undefined;
  /** Name or id of a judge model, for its address, key and daily limits. If neither model nor judge is given: the active judge */
  readonly judge?: string | undefined;
  readonly temperature?: number | undefined;
  /** `{scenario_input}` is replaced by the row's input, `{scenario_input.key}` by a member of it; `{{name}}` is the text `{name}` */
  readonly systemPromptTemplate?: string | undefined;
  /** Default: the row's input. A list of `{role, content}` is sent as these messages */
  readonly userPromptTemplate?: string | undefined;
  /** A whole dialog instead of the two */
  readonly dialogTemplate?: readonly ModelDefinitionInputGenerationDialogTemplate[] | undefined;
  /** As OpenAI's Chat Completions spell them */
  readonly tools?: readonly unknown[] | undefined;
  /** Additional request parameters, in OpenAI's format */
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  /** Of one call; default: a minute */
  readonly timeoutMs?: number | undefined;
}

export interface ModelDefinitionInputHttpAuth {
  readonly method?: "POST" | "GET" | "PUT" | "PATCH" | "DELETE" | undefined;
  readonly url: string;
  /** `{secret.NAME}` is replaced by a secret of the model */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** JSON. A text that is one name alone, such as `{message_history}`, becomes its value */
  readonly body?: unknown;
  /** Path of `{access_token}` in the response */
  readonly tokenPath: string;
  readonly secondsValid?: number | undefined;
}

export interface ModelDefinitionInputHttpStartSession {
  readonly method?: "POST" | "GET" | "PUT" | "PATCH" | "DELETE" | undefined;
  readonly url: string;
  /** `{secret.NAME}` is replaced by a secret of the model */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** JSON. A text that is one name alone, such as `{message_history}`, becomes its value */
  readonly body?: unknown;
  /** Path of `{session_id}` in the response */
  readonly sessionIdPath?: string | undefined;
  /** Where the target's first words lie */
  readonly messagePath?: string | undefined;
}

/** The answer comes as server-sent events */
export interface ModelDefinitionInputHttpNextTurnStream {
  /** Only events of this name */
  readonly event?: string | undefined;
  /** Data that ends the stream */
  readonly stopAt?: string | undefined;
}

export interface ModelDefinitionInputHttpNextTurn {
  readonly method?: "POST" | "GET" | "PUT" | "PATCH" | "DELETE" | undefined;
  readonly url: string;
  /** `{secret.NAME}` is replaced by a secret of the model */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** JSON. A text that is one name alone, such as `{message_history}`, becomes its value */
  readonly body?: unknown;
  /** Path of the text in the response; for a stream, of each event's part */
  readonly responsePath: string;
  readonly toolCallsPath?: string | undefined;
  /** The answer comes as server-sent events */
  readonly stream?: ModelDefinitionInputHttpNextTurnStream | undefined;
}

export interface ModelDefinitionInputHttpEndSession {
  readonly method?: "POST" | "GET" | "PUT" | "PATCH" | "DELETE" | undefined;
  readonly url: string;
  /** `{secret.NAME}` is replaced by a secret of the model */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** JSON. A text that is one name alone, such as `{message_history}`, becomes its value */
  readonly body?: unknown;
}

export interface ModelDefinitionInputHttp {
  /** An application behind HTTP, called by the service */
  readonly type: "http";
  readonly auth?: ModelDefinitionInputHttpAuth | undefined;
  readonly startSession?: ModelDefinitionInputHttpStartSession | undefined;
  readonly nextTurn: ModelDefinitionInputHttpNextTurn;
  readonly endSession?: ModelDefinitionInputHttpEndSession | undefined;
  /** Of one request */
  readonly timeoutMs?: number | undefined;
}

export type ModelDefinitionInput = ModelDefinitionInputCustom | ModelDefinitionInputGeneration | ModelDefinitionInputHttp;

export interface NewModel {
  readonly name: string;
  readonly definition: ModelDefinitionInput;
  readonly tags?: readonly string[] | undefined;
  /** Another definition under a known name makes its next version */
  readonly update?: boolean | undefined;
  /** Key of a generation model's provider: stored encrypted, sent only to its host, never returned */
  readonly apiKey?: string | undefined;
  /** Values of `{secret.NAME}` in an HTTP target; stored like apiKey */
  readonly secrets?: Readonly<Record<string, string>> | undefined;
}

export interface GetModelsIdVersionsAnswer {
  readonly items: readonly Model[];
}

export interface TrialRequest {
  readonly definition: ModelDefinitionInput;
  /** Id or name of a model whose stored keys are used as well */
  readonly modelId?: string | undefined;
  /** How the answer is read */
  readonly type?: "NL_GENERATION" | "MULTI_CLASS_CLASSIFICATION" | "INFORMATION_RETRIEVAL" | "MULTI_TURN" | "AGENT_EVAL" | "INVARIANT" | undefined;
  readonly input: unknown;
  /** Key of a generation model's provider: stored encrypted, sent only to its host, never returned */
  readonly apiKey?: string | undefined;
  /** Values of `{secret.NAME}` in an HTTP target; stored like apiKey */
  readonly secrets?: Readonly<Record<string, string>> | undefined;
}

export interface TrialUsage {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
}

export interface TrialExchange {
  readonly method: string;
  readonly url: string;
  readonly status?: number;
  /** Its beginning; secrets, and the texts of an authentication, left out */
  readonly body?: string;
  /** Why there is no answer */
  readonly problem?: string;
}

export interface Trial {
  readonly prediction?: Json;
  readonly error?: string;
  readonly errorType?: "exception" | "misconfiguration" | "invalid_response" | "refusal" | "setting_out_of_bounds" | "context_too_large" | "rate_limited" | "quota_exceeded" | "content_filtered" | "timeout" | "provider_unavailable" | "stream_interrupted" | "tool_failed" | "cancelled";
  /** Request to the provider's model */
  readonly modelInput?: Json;
  readonly durationMs: number;
  readonly responseModel?: string;
  readonly finishReason?: string;
  readonly usage?: TrialUsage;
  readonly costUsd?: number;
  /** Requests to an HTTP target and its responses, in order */
  readonly exchanges: readonly TrialExchange[];
}

export interface ProviderKey {
  readonly provider: string;
  readonly host: string;
  readonly createdAt: string;
}

export interface GetProviderKeysAnswer {
  readonly items: readonly ProviderKey[];
}

export interface NewProviderKey {
  /** Id of a provider of the proxy's table, or of an own upstream */
  readonly provider: string;
  /** Stored encrypted, sent only to that provider's host, never returned */
  readonly key: string;
}

/** A check of the caller's own, evaluated where the model is called: its verdicts come with the results */
export interface TestRunCheckLocal {
  /** Runs are compared where it is the same */
  readonly version: number;
  /** Which of its numbers are better; `neutral` ones are never a regression */
  readonly direction: "higher" | "lower" | "neutral";
}

export interface TestRunCheck {
  readonly check: string;
  readonly options: Readonly<Record<string, Json>>;
  /** A check of the caller's own, evaluated where the model is called: its verdicts come with the results */
  readonly local?: TestRunCheckLocal;
}

export interface TestRunSimulationDriver {
  readonly promptTemplate: string;
  readonly model?: string;
  readonly judge?: string;
  readonly temperature: number;
}

export interface TestRunSimulationStopCheck {
  readonly check: string;
  readonly options: Readonly<Record<string, Json>>;
  readonly stopOn: boolean;
}

export interface TestRunSimulationStop {
  readonly phrase?: string;
  readonly check?: TestRunSimulationStopCheck;
}

export interface TestRunSimulation {
  readonly driver: TestRunSimulationDriver;
  readonly maxTurns: number;
  readonly firstTurn: "driver" | "target";
  readonly stop?: TestRunSimulationStop;
  readonly checksAtEveryTurn: boolean;
}

/** Tries */
export interface Progress {
  readonly waiting: number;
  readonly leased: number;
  readonly done: number;
}

export interface CheckSummaryWithoutVerdict {
  readonly state: "skipped" | "broken";
  readonly reason: string;
  readonly rows: number;
}

export interface CheckSummary {
  readonly check: string;
  readonly version: number;
  readonly passed: number;
  readonly failed: number;
  /** The check does not apply to the row */
  readonly skipped: number;
  /** The check itself came to no end */
  readonly broken: number;
  /** Of the values, booleans as 0 and 1 */
  readonly mean?: number;
  /** The values are numbers; absent in runs from before it was recorded */
  readonly isScore?: boolean;
  /** Of the skipped: for lack of a judge, its budget or an expected result */
  readonly lacking?: number;
  /** Why rows have no verdict, the most frequent reasons first */
  readonly withoutVerdict?: readonly CheckSummaryWithoutVerdict[];
}

export interface Quality {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

export interface LabelQuality {
  readonly label: string;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  /** Rows that expect it */
  readonly support: number;
}

/** As scikit-learn defines it, zero_division=0 */
export interface Classification {
  readonly rows: number;
  readonly accuracy: number;
  readonly macro: Quality;
  readonly weighted: Quality;
  readonly labels: readonly LabelQuality[];
  /** Row: expected label, column: predicted one, as in `labels` */
  readonly confusionMatrix: readonly (readonly number[])[];
  readonly unanswered: number;
}

export interface RetrievalAtK {
  readonly k: number;
  readonly precision: number;
  readonly recall: number;
  readonly hitRate: number;
  readonly mrr: number;
  readonly map: number;
  readonly ndcg: number;
}

export interface Trajectories {
  /** Rows with expected calls */
  readonly rows: number;
  /** Share of rows with the expected calls and no others, in their order */
  readonly exact: number;
  readonly anyOrder: number;
  /** All expected calls are among those made */
  readonly subset: number;
  /** All calls made are among those expected */
  readonly superset: number;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  /** Of the calls that are right by name */
  readonly argumentMatch: number;
  readonly meanSteps: number;
  readonly meanExpectedSteps: number;
}

export interface InvarianceWorstBroken {
  readonly rowId: string;
  readonly repeat: number;
}

export interface InvarianceWorst {
  readonly seedId: string;
  readonly answers: number;
  readonly consistency: number;
  readonly broken: readonly InvarianceWorstBroken[];
}

export interface Invariance {
  /** With more than one answer */
  readonly seeds: number;
  readonly consistentSeeds: number;
  /** Mean share of pairs of answers to one seed's rows that are alike */
  readonly consistency: number;
  readonly brokenRows: number;
  readonly worst: readonly InvarianceWorst[];
}

export interface Conversations {
  readonly conversations: number;
  readonly meanTurns: number;
  /** How many ended for which reason */
  readonly ended: Readonly<Record<string, number>>;
}

export interface RunMetrics {
  readonly rows: number;
  /** Attempts whose model call failed */
  readonly errors: number;
  /** The first of them */
  readonly firstError?: string;
  /** Rows without an expected result */
  readonly withoutExpected?: number;
  readonly meanDurationMs?: number;
  /** Of rows with an answer */
  readonly p95DurationMs?: number;
  readonly costUsd?: number;
  readonly checks: readonly CheckSummary[];
  readonly classification?: Classification;
  readonly retrieval?: readonly RetrievalAtK[];
  readonly trajectories?: Trajectories;
  readonly invariance?: Invariance;
  readonly conversations?: Conversations;
}

export interface RunReason {
  readonly kind: "not_finished" | "no_rows" | "nothing_judged" | "no_answer" | "no_verdict" | "lacking" | "broken" | "failed";
  readonly check?: string;
  /** Rows that the reason is about */
  readonly rows: number;
  /** All rows; for `failed`, those with a verdict */
  readonly of: number;
  readonly text: string;
}

export interface RunConclusion {
  /** Every row has a response, and every check gave verdicts, all of them passed */
  readonly passed: boolean;
  readonly headline: string;
  /** Why it has not passed. A caller that accepts some failures leaves those out */
  readonly reasons: readonly RunReason[];
}

export interface TestRun {
  readonly id: string;
  readonly name: string;
  readonly type: "NL_GENERATION" | "MULTI_CLASS_CLASSIFICATION" | "INFORMATION_RETRIEVAL" | "MULTI_TURN" | "AGENT_EVAL" | "INVARIANT";
  readonly scenarioId: string;
  readonly scenarioVersion: number;
  readonly modelId: string;
  readonly modelVersion: number;
  /** The run whose answers it judges anew */
  readonly reevaluates?: string;
  readonly checks: readonly TestRunCheck[];
  /** Checks that the run may pass without */
  readonly allowSkipped: readonly string[];
  readonly tags: readonly string[];
  readonly calculateMetrics: boolean;
  readonly repeats: number;
  readonly atK: readonly number[];
  readonly similarity?: "exact" | "normalized" | "similar";
  readonly simulation?: TestRunSimulation;
  readonly concurrency: number;
  /** The service makes calls of this run itself */
  readonly isServed: boolean;
  readonly state: "running" | "evaluating" | "finished" | "failed" | "cancelled";
  readonly progress: Progress;
  readonly failure?: string;
  /** Once finished */
  readonly metrics?: RunMetrics;
  /** Once finished, failed or canceled */
  readonly conclusion?: RunConclusion;
  readonly createdAt: string;
  readonly endedAt?: string;
  /** That was tried, where a build started the run */
  readonly commit?: string;
  /** Page of the build that started it */
  readonly ciUrl?: string;
  /** Where a person reads the run */
  readonly appLink: string;
}

export interface GetTestRunsAnswer {
  readonly items: readonly TestRun[];
  /** Absent on the last page */
  readonly nextCursor?: string;
}

export interface NewSimulationDriver {
  /** Who the simulated user is and wants */
  readonly promptTemplate?: string | undefined;
  /** As the proxy takes it */
  readonly model?: string | undefined;
  /** A judge model; default: the active one */
  readonly judge?: string | undefined;
  readonly temperature?: number | undefined;
}

export interface NewSimulationStopCheck {
  readonly check: string;
  readonly options?: Readonly<Record<string, unknown>> | undefined;
  /** true: ends when it passes; false: when it fails */
  readonly stopOn?: boolean | undefined;
}

export interface NewSimulationStop {
  /** Ends the conversation when either side says it */
  readonly phrase?: string | undefined;
  readonly check?: NewSimulationStopCheck | undefined;
}

export interface NewSimulation {
  readonly driver: NewSimulationDriver;
  /** Answers of the target at most */
  readonly maxTurns?: number | undefined;
  readonly firstTurn?: "driver" | "target" | undefined;
  readonly stop?: NewSimulationStop | undefined;
  /** Otherwise the checks judge the whole conversation at its end */
  readonly checksAtEveryTurn?: boolean | undefined;
}

export interface NewTestRun {
  readonly name: string;
  /** Id or name of the scenario set */
  readonly scenarioId: string;
  /** Default: the newest */
  readonly scenarioVersion?: number | undefined;
  /** Id or name of the registered model, in its newest version */
  readonly modelId: string;
  readonly type?: "NL_GENERATION" | "MULTI_CLASS_CLASSIFICATION" | "INFORMATION_RETRIEVAL" | "MULTI_TURN" | "AGENT_EVAL" | "INVARIANT" | undefined;
  /** Names of checks, `{check, options}`, or `{check, local: {version}}` for one of the caller's own */
  readonly checks?: readonly (string | RunCheck)[] | undefined;
  /** Names of checks that the run may pass without, on any number of rows: every other check must give verdicts */
  readonly allowSkipped?: readonly string[] | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly calculateMetrics?: boolean | undefined;
  /** How often each row is tried */
  readonly repeats?: number | undefined;
  /** For INFORMATION_RETRIEVAL */
  readonly atK?: readonly number[] | undefined;
  /** For INVARIANT: answers must be identical, equal except for case and punctuation (default), or four fifths equal */
  readonly similarity?: "exact" | "normalized" | "similar" | undefined;
  /** For MULTI_TURN */
  readonly simulation?: NewSimulation | undefined;
  /** Calls that the service makes at one time */
  readonly concurrency?: number | undefined;
  /** That is tried, where a build starts the run */
  readonly commit?: string | undefined;
  /** Page of the build that starts the run */
  readonly ciUrl?: string | undefined;
  /** Provider keys by the provider's or upstream's id: used for this run and never stored */
  readonly apiKeys?: Readonly<Record<string, string>> | undefined;
}

export interface CompareRequest {
  /** Id of the run that the others are held against */
  readonly base: string;
  readonly runs: readonly string[];
  /** Share of false positives among the differences called significant */
  readonly alpha?: number | undefined;
  /** Number of rows shown side by side, changed ones first */
  readonly rows?: number | undefined;
}

export interface ComparedConclusionReason {
  readonly check?: string;
  readonly text: string;
}

export interface ComparedConclusion {
  readonly runId: string;
  /** Nothing became significantly worse, and every check was compared */
  readonly passed: boolean;
  readonly sentence: string;
  readonly reasons: readonly ComparedConclusionReason[];
}

export interface Outcomes {
  readonly bothPassed: number;
  readonly improved: number;
  readonly worsened: number;
  readonly bothFailed: number;
}

export interface Figures {
  /** Run minus base */
  readonly difference: number;
  /** 95 % confidence interval */
  readonly low: number;
  readonly high: number;
  readonly pValue: number;
  /** Benjamini-Hochberg, over all comparisons of this answer */
  readonly pValueAdjusted: number;
  readonly significant: boolean;
  /** By the direction of the score; `different`: significant, but neither side is better */
  readonly conclusion: "better" | "worse" | "different" | "not_significant";
  /** Probability that the run is better than the base */
  readonly chanceToBeat: number;
  /** Expected loss by choosing the run, should it be worse */
  readonly riskToShip: number;
  /** Expected loss by keeping the base, should the run be better */
  readonly riskToKeep: number;
}

export interface ScoreFigures {
  /** Run minus base */
  readonly difference: number;
  /** 95 % confidence interval */
  readonly low: number;
  readonly high: number;
  readonly pValue: number;
  /** Benjamini-Hochberg, over all comparisons of this answer */
  readonly pValueAdjusted: number;
  readonly significant: boolean;
  /** By the direction of the score; `different`: significant, but neither side is better */
  readonly conclusion: "better" | "worse" | "different" | "not_significant";
  /** Probability that the run is better than the base */
  readonly chanceToBeat?: number;
  /** Expected loss by choosing the run, should it be worse */
  readonly riskToShip?: number;
  /** Expected loss by keeping the base, should the run be better */
  readonly riskToKeep?: number;
  /** Which values are better; without one there are no chances and risks */
  readonly direction: "higher" | "lower" | "neutral";
}

export interface CheckComparison {
  readonly runId: string;
  readonly check: string;
  /** Rows with a verdict of the same version in both */
  readonly matched: number;
  /** Rows left out, because the check has changed between the runs */
  readonly otherVersion: number;
  readonly outcomes: Outcomes;
  readonly passRate?: Figures;
  readonly score?: ScoreFigures;
}

export interface Change {
  readonly runId: string;
  readonly check: string;
  readonly rowId: string;
  readonly repeat: number;
  /** Its beginning */
  readonly input: string;
  /** The call of the run */
  readonly datapointId: string;
  /** The call of the base */
  readonly baseDatapointId: string;
  readonly change: "worsened" | "improved";
}

export interface ComparedTryVerdict {
  readonly check: string;
  readonly state: "queued" | "running" | "passed" | "failed" | "skipped" | "broken";
}

export interface ComparedTry {
  readonly runId: string;
  readonly datapointId: string;
  /** Its beginning */
  readonly output?: string;
  readonly error?: string;
  readonly verdicts: readonly ComparedTryVerdict[];
}

export interface ComparedRow {
  readonly rowId: string;
  readonly repeat: number;
  /** Its beginning */
  readonly input: string;
  /** Its beginning */
  readonly expected?: string;
  /** The base first; a run that has no such row is left out */
  readonly attempts: readonly ComparedTry[];
}

export interface Comparison {
  /** One for each run */
  readonly conclusions: readonly ComparedConclusion[];
  /** Of each run in turn, regressions first */
  readonly checks: readonly CheckComparison[];
  /** Regressions first */
  readonly changed: readonly Change[];
  /** As many as requested: worse, better, the others */
  readonly rows: readonly ComparedRow[];
  /** Rows that the base and another run have */
  readonly rowCount: number;
}

export interface ConversationMessage {
  readonly role: "user" | "assistant";
  readonly content: string;
  readonly toolCalls?: readonly Json[];
}

export interface TestRunRowTurn {
  readonly turn: number;
  readonly datapointId: string;
  readonly durationMs: number;
  /** Trace that the target continues */
  readonly targetTraceId?: string;
  readonly verdicts: readonly Verdict[];
}

export interface TestRunRow {
  readonly rowId: string;
  readonly repeat: number;
  readonly input: Json;
  readonly expected: Json;
  readonly state: "waiting" | "leased" | "done";
  readonly prediction?: Json;
  readonly error?: string;
  readonly errorType?: "exception" | "misconfiguration" | "invalid_response" | "refusal" | "setting_out_of_bounds" | "context_too_large" | "rate_limited" | "quota_exceeded" | "content_filtered" | "timeout" | "provider_unavailable" | "stream_interrupted" | "tool_failed" | "cancelled";
  /** Calls it took, where it was more than one */
  readonly attempts?: number;
  readonly durationMs?: number;
  readonly costUsd?: number;
  readonly datapointId: string;
  readonly verdicts: readonly Verdict[];
  /** The row that this one was generated from */
  readonly seedId?: string;
  /** Of a MULTI_TURN try that has begun */
  readonly conversation?: readonly ConversationMessage[];
  /** Answers of the target; the last is the try's own datapoint */
  readonly turns?: readonly TestRunRowTurn[];
  /** Why a conversation ended */
  readonly ended?: string;
}

export interface GetTestRunsIdRowsAnswer {
  readonly items: readonly TestRunRow[];
  /** Absent on the last page */
  readonly nextCursor?: string;
}

export interface LeaseRequest {
  readonly count?: number | undefined;
  /** A try without a result is given out again after that */
  readonly seconds?: number | undefined;
}

export interface LeasesItem {
  readonly rowId: string;
  readonly repeat: number;
  readonly input: Json;
  /** Expected */
  readonly result: Json;
  /** Of a conversation: to be sent back with the answer */
  readonly step?: number;
  /** Of a conversation: which answer of the target is wanted, from 1 */
  readonly turn?: number;
  /** Of a conversation: the messages so far */
  readonly messages?: readonly ConversationMessage[];
  /** Of a conversation: as the target named it */
  readonly sessionId?: string;
}

export interface Leases {
  readonly items: readonly LeasesItem[];
  /** Attempts without a result, including these; 0 means that the caller may stop */
  readonly open: number;
}

export interface LeaseRenewalItem {
  readonly rowId: string;
  readonly repeat?: number | undefined;
}

export interface LeaseRenewal {
  readonly items: readonly LeaseRenewalItem[];
  /** A try without a result is given out again after that */
  readonly seconds?: number | undefined;
}

export interface PostTestRunsIdLeasesRenewAnswer {
  /** Those that had no result yet */
  readonly renewed: number;
}

export interface BroughtVerdictPassed {
  readonly check: string;
  readonly state: "passed" | "failed";
  readonly value: boolean | number;
  readonly explanation?: string | undefined;
  /** Passages of the call, word by word */
  readonly evidence?: readonly string[] | undefined;
}

export interface BroughtVerdictSkipped {
  readonly check: string;
  readonly state: "skipped" | "broken";
  readonly reason: string;
}

export type BroughtVerdict = BroughtVerdictPassed | BroughtVerdictSkipped;

export interface TryResultUsage {
  readonly inputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
  readonly cacheReadTokens?: number | undefined;
  readonly reasoningTokens?: number | undefined;
}

export interface TryResult {
  readonly rowId: string;
  readonly repeat?: number | undefined;
  /** Of a conversation: as it was leased */
  readonly step?: number | undefined;
  /** Of a conversation: what the target calls it */
  readonly sessionId?: string | undefined;
  /** Text, label, list of ids, or `{tool_calls: [{name, parameters}]}` */
  readonly modelPrediction?: unknown;
  /** The actual input of the model; default: the row's input */
  readonly modelInput?: unknown;
  readonly modelOutputMetadata?: unknown;
  /** Why there is no prediction */
  readonly error?: string | undefined;
  /** Of the run's local checks */
  readonly verdicts?: readonly BroughtVerdict[] | undefined;
  readonly startedAt?: string | undefined;
  readonly durationMs?: number | undefined;
  readonly usage?: TryResultUsage | undefined;
  readonly provider?: string | undefined;
  /** The provider's name of the model that answered */
  readonly model?: string | undefined;
}

export interface TryResults {
  readonly items: readonly TryResult[];
}

export interface PostTestRunsIdResultsAnswer {
  readonly stored: number;
  readonly repeated: number;
}

export interface ResumeRequest {
  /** Provider keys by the provider's or upstream's id: used for this run and never stored */
  readonly apiKeys?: Readonly<Record<string, string>> | undefined;
}

export interface Reevaluation {
  readonly name?: string | undefined;
  /** Names of checks, `{check, options}`, or `{check, local: {version}}` for one of the caller's own */
  readonly checks: readonly (string | RunCheck)[];
  /** Names of checks that the run may pass without, on any number of rows: every other check must give verdicts */
  readonly allowSkipped?: readonly string[] | undefined;
  readonly type?: "NL_GENERATION" | "MULTI_CLASS_CLASSIFICATION" | "INFORMATION_RETRIEVAL" | "MULTI_TURN" | "AGENT_EVAL" | "INVARIANT" | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly calculateMetrics?: boolean | undefined;
  /** For INFORMATION_RETRIEVAL */
  readonly atK?: readonly number[] | undefined;
}

export interface DeletionDeleted {
  readonly traces: number;
  readonly datapoints: number;
  readonly spans: number;
  readonly logRecords: number;
  readonly verdicts: number;
  readonly findings: number;
  readonly media: number;
  /** Issues that an occurrence was taken out of */
  readonly issues: number;
  readonly deadLetters: number;
  readonly scenarioSets: number;
  readonly models: number;
  readonly testRuns: number;
  /** Results of test runs whose datapoint was deleted */
  readonly runResults: number;
}

export interface Deletion {
  readonly id: string;
  readonly kind: "datapoint" | "session" | "user" | "project";
  /** Left out once it is deleted: it may be personal data itself */
  readonly value?: string;
  readonly state: "queued" | "running" | "done";
  readonly requestedBy: string;
  readonly requestedAt: string;
  readonly finishedAt?: string;
  /** Why the last attempt failed; Gaffe retries */
  readonly problem?: string;
  readonly deleted: DeletionDeleted;
}

export interface GetDeletionsAnswer {
  readonly items: readonly Deletion[];
}

export interface NewDeletionDatapoint {
  readonly kind: "datapoint";
  /** Id of the datapoint */
  readonly value: string;
}

export interface NewDeletionSession {
  readonly kind: "session";
  /** Id of the session: every trace with a call of it */
  readonly value: string;
}

export interface NewDeletionUser {
  readonly kind: "user";
  /** User id as sent in telemetry: deletes every trace with a call of this user */
  readonly value: string;
}

export interface NewDeletionProject {
  readonly kind: "project";
  /** Name of the project, to be sure: all data it holds now */
  readonly value: string;
}

export type NewDeletion = NewDeletionDatapoint | NewDeletionSession | NewDeletionUser | NewDeletionProject;

export interface JudgePrice {
  readonly input: number;
  readonly output: number;
}

/** As this process sees it */
export interface JudgeBreaker {
  /** open: it failed in a row and is not called for a while */
  readonly state: "closed" | "open" | "trying";
  readonly until?: string;
  readonly reason?: string;
}

export interface JudgeToday {
  readonly usd: number;
  readonly calls: number;
  /** Checks that were skipped because a daily limit was reached */
  readonly skipped: number;
}

export interface Judge {
  readonly id: string;
  readonly name: string;
  /** How the endpoint is spoken to; openai: every compatible one */
  readonly kind: "openai" | "anthropic" | "gemini";
  readonly baseUrl: string;
  readonly model: string;
  /** schema: the endpoint enforces a JSON schema; json: it enforces some JSON object; text: the prompt only requests JSON */
  readonly structuredOutput: "schema" | "json" | "text";
  /** null: the model takes none */
  readonly temperature: number | null;
  /** Longer texts are truncated in the middle, and the verdict reports it */
  readonly contextTokens: number;
  readonly timeoutMs: number;
  readonly concurrency: number;
  readonly requestsPerMinute: number;
  /** Daily limit (UTC). Above it, checks are skipped with the reason */
  readonly dailyUsd: number;
  readonly dailyCalls: number;
  /** Checks of one pack share a call. Compare with single calls before switching it on */
  readonly packs: boolean;
  /** US dollars per million tokens, for a model that the price list does not know */
  readonly price: JudgePrice | null;
  /** Monitors use this one */
  readonly isActive: boolean;
  readonly hasKey: boolean;
  readonly revision: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** As this process sees it */
  readonly breaker: JudgeBreaker;
  readonly today: JudgeToday;
}

export interface GetJudgesAnswer {
  readonly items: readonly Judge[];
}

export interface NewJudgePrice {
  readonly input: number;
  readonly output: number;
}

export interface NewJudge {
  readonly name: string;
  /** How the endpoint is spoken to; openai: every compatible one */
  readonly kind?: "openai" | "anthropic" | "gemini" | undefined;
  /** Up to and including the version segment, such as api.openai.com/v1 */
  readonly baseUrl: string;
  readonly model: string;
  /** schema: the endpoint enforces a JSON schema; json: it enforces some JSON object; text: the prompt only requests JSON */
  readonly structuredOutput?: "schema" | "json" | "text" | undefined;
  /** null: the model takes none */
  readonly temperature?: number | null | undefined;
  /** Longer texts are truncated in the middle, and the verdict reports it */
  readonly contextTokens?: number | undefined;
  readonly timeoutMs?: number | undefined;
  readonly concurrency?: number | undefined;
  readonly requestsPerMinute?: number | undefined;
  /** Daily limit (UTC). Above it, checks are skipped with the reason */
  readonly dailyUsd?: number | undefined;
  readonly dailyCalls?: number | undefined;
  /** Checks of one pack share a call. Compare with single calls before switching it on */
  readonly packs?: boolean | undefined;
  /** US dollars per million tokens, for a model that the price list does not know */
  readonly price?: NewJudgePrice | null | undefined;
  /** Monitors use this one */
  readonly isActive?: boolean | undefined;
  /** Stored encrypted, sent only to the host of this address, and never returned */
  readonly key?: string | undefined;
}

export interface JudgeChange {
  readonly name?: string | undefined;
  /** How the endpoint is spoken to; openai: every compatible one */
  readonly kind?: "openai" | "anthropic" | "gemini" | undefined;
  /** Up to and including the version segment, such as api.openai.com/v1 */
  readonly baseUrl?: string | undefined;
  readonly model?: string | undefined;
  /** schema: the endpoint enforces a JSON schema; json: it enforces some JSON object; text: the prompt only requests JSON */
  readonly structuredOutput?: "schema" | "json" | "text" | undefined;
  /** null: the model takes none */
  readonly temperature?: number | null | undefined;
  /** Longer texts are truncated in the middle, and the verdict reports it */
  readonly contextTokens?: number | undefined;
  readonly timeoutMs?: number | undefined;
  readonly concurrency?: number | undefined;
  readonly requestsPerMinute?: number | undefined;
  /** Daily limit (UTC). Above it, checks are skipped with the reason */
  readonly dailyUsd?: number | undefined;
  readonly dailyCalls?: number | undefined;
  /** Checks of one pack share a call. Compare with single calls before switching it on */
  readonly packs?: boolean | undefined;
  /** US dollars per million tokens, for a model that the price list does not know */
  readonly price?: NewJudgePrice | null | undefined;
  /** Monitors use this one */
  readonly isActive?: boolean | undefined;
  /** Stored encrypted, sent only to the host of this address, and never returned */
  readonly key?: string | undefined;
}

export interface JudgeTest {
  readonly ok: boolean;
  readonly problem?: string;
  readonly verdict: Verdict;
}

export interface JudgeCompareRequest {
  /** The same one twice shows how often it repeats itself */
  readonly judges: readonly unknown[];
  readonly check: string;
  readonly options?: Readonly<Record<string, unknown>> | undefined;
  readonly datapointIds?: readonly string[] | undefined;
  /** A query, see docs/query.md */
  readonly q?: string | undefined;
  readonly limit?: number | undefined;
}

export interface JudgeComparisonRow {
  readonly datapointId: string;
  readonly verdicts: readonly Json[];
  readonly flips: boolean;
}

export interface JudgeComparison {
  /** Datapoints on which both passed or failed */
  readonly both: number;
  readonly agreed: number;
  readonly agreement?: number;
  /** Cohen's: agreement beyond chance */
  readonly kappa?: number;
  readonly costUsd: readonly Json[];
  readonly rows: readonly JudgeComparisonRow[];
}

export interface Job {
  readonly id: string;
  readonly datapointId: string;
  readonly check: string;
  readonly options: Readonly<Record<string, Json>>;
  readonly executor: string;
  readonly state: "ready" | "running" | "judged" | "done";
  readonly attempts: number;
  readonly dueAt: string;
  readonly createdAt: string;
  /** Why the last try gave no verdict */
  readonly problem?: string;
}

export interface GetJobsAnswer {
  readonly items: readonly Job[];
  /** Absent on the last page */
  readonly nextCursor?: string;
  readonly backlog: readonly HealthAsynchronousCheck[];
}

export interface ReadinessRequest {
  /** Names of checks, `{check, options}`, or `{check, local: {version}}` for one of the caller's own */
  readonly checks: readonly (string | RunCheck)[];
  /** Names of checks that the run may pass without, on any number of rows: every other check must give verdicts */
  readonly allowSkipped?: readonly string[] | undefined;
  /** Id or name of the scenario set */
  readonly scenarioId?: string | undefined;
}

export interface ReadinessProblem {
  readonly check: string;
  readonly problem: string;
}

export interface Readiness {
  readonly problems: readonly ReadinessProblem[];
}

export interface SentMessagesRequest {
  readonly definition: ModelDefinitionInput;
  readonly input: unknown;
}

export interface SentMessages {
  /** As the provider gets them; empty for an HTTP target and for your own code */
  readonly messages: readonly Json[];
}

export interface Mailed {
  readonly mailed: true;
}

export interface PostChannelsIdConfirmationsBody {
  readonly recipient: string;
}

export interface SecondFactor {
  /** When it was turned on; absent while it is off */
  readonly since?: string;
  readonly recoveryCodesLeft: number;
  /** The account requires it of everybody who signs in with a password */
  readonly required: boolean;
}

export interface SecondFactorStart {
  readonly password: string;
}

export interface AuthenticatorSecret {
  /** In base32, to type into an authenticator app */
  readonly secret: string;
  /** The same as an address, to show as a QR code */
  readonly uri: string;
}

export interface SecondFactorCode {
  readonly code: string;
}

export interface RecoveryCodes {
  /** Each works once; shown this once */
  readonly recoveryCodes: readonly string[];
}

export interface SecondFactorProof {
  readonly password: string;
  readonly code: string;
}

export interface SignInRules {
  readonly requireSecondFactor: boolean;
  /** People in the account */
  readonly people: number;
  /** Those of them who have a second factor */
  readonly enrolled: number;
}

export interface SignInRulesChange {
  readonly requireSecondFactor: boolean;
}

export interface ProjectMember {
  readonly userId: string;
  readonly email: string;
  readonly accountRole: "viewer" | "member" | "admin";
  /** The role in this project where it is not that in the account */
  readonly given?: "none" | "viewer" | "member" | "admin";
  /** In force: an admin of the account is one of every project */
  readonly role: "none" | "viewer" | "member" | "admin";
}

export interface GetProjectsIdMembersAnswer {
  readonly items: readonly ProjectMember[];
}

export interface ProjectMemberChange {
  /** `none`: the project does not exist for them; `default`: the role in the account */
  readonly role: "none" | "viewer" | "member" | "admin" | "default";
}

export interface DocumentationSection {
  /** Path, such as docs/query.md */
  readonly page: string;
  readonly heading: string;
  /** Its first 300 characters */
  readonly excerpt: string;
  /** Where a person reads the page */
  readonly url: string;
}

export interface GetDocumentationAnswer {
  readonly items: readonly DocumentationSection[];
}

export interface DocumentationPage {
  readonly page: string;
  /** Markdown */
  readonly text: string;
}

export interface SimilarDatapointsFoundItem {
  readonly datapoint: DatapointRow;
  /** -1..1; 1: the same meaning. Texts about one subject are mostly above 0.4 */
  readonly similarity: number;
}

export interface SimilarDatapointsFound {
  /** Most similar first */
  readonly items: readonly SimilarDatapointsFoundItem[];
  /** How many datapoints were compared */
  readonly compared: number;
  /** How many different texts they have */
  readonly texts: number;
  /** Embedding model, on the machine of the service */
  readonly model: string;
}

export interface GroupByRequest {
  /** Fields of the calls: one issue for each value */
  readonly by: readonly ("model" | "service" | "release" | "env" | "provider")[];
}

export interface GroupMonitorRequest {
  /** Id of the monitor */
  readonly monitor: string;
  /** Fields of the calls */
  readonly by: readonly ("model" | "service" | "release" | "env" | "provider")[];
}

export interface Regrouped {
  /** Open issues of the monitor whose findings were moved, at most 200 */
  readonly issues: number;
  /** Issues that hold them now */
  readonly groups: number;
}

export interface NewFeedback {
  readonly datapointId?: string | undefined;
  /** Without spanId: feedback on all calls of the trace */
  readonly traceId?: string | undefined;
  readonly spanId?: string | undefined;
  /** Id of the response, as the provider gave it */
  readonly responseId?: string | undefined;
  /** What is rated: of the same name and userId, the newest counts */
  readonly name?: string | undefined;
  /** Short for the score 1 or 0 with that label */
  readonly rating?: "up" | "down" | undefined;
  /** From 0 to 1 it is also a rating: up from 0.5 on */
  readonly score?: number | undefined;
  /** A word for the score, such as correct or off_topic */
  readonly label?: string | undefined;
  readonly comment?: string | undefined;
  /** Who gave it, mostly an end user of your application */
  readonly userId?: string | undefined;
  /** Takes back what the same userId gave under this name */
  readonly removed?: true | undefined;
  /** Default: when it was received */
  readonly at?: string | undefined;
}

export interface PostFeedbackAnswer {
  /** Number of feedback items */
  readonly accepted: number;
}

export interface MeWhoNobody {
  readonly kind: "nobody";
}

/** At this machine, before anybody signed up */
export interface MeWhoLocal {
  readonly kind: "local";
}

export interface MeWhoToken {
  readonly kind: "token";
  readonly name: string;
  readonly scopes: readonly ("ingest" | "read" | "write" | "admin")[];
}

export interface MeWhoUser {
  readonly kind: "user";
  readonly id: string;
  readonly email: string;
  /** In the project of this request */
  readonly role: "viewer" | "member" | "admin";
  readonly accountRole: "viewer" | "member" | "admin";
  /** The account requires a second factor, and this person may do nothing before they set one up */
  readonly isEnrolling?: true;
}

/** Single sign-on is set up, under this name */
export interface MeSso {
  readonly label: string;
}

export interface Me {
  readonly who: MeWhoNobody | MeWhoLocal | MeWhoToken | MeWhoUser;
  /** The project and account of this request; absent without authentication */
  readonly projectId?: string;
  /** How a person without an account signs up: as the first user, openly, by an emailed link, or by invitation */
  readonly signUp: "first" | "open" | "by_mail" | "by_invitation";
  /** The first to sign up proves that they operate the service: by the key of the link that its start printed, or by the token of the first start */
  readonly needsToken: boolean;
  /** False: people sign in by single sign-on only */
  readonly takesPasswords: boolean;
  /** Single sign-on is set up, under this name */
  readonly sso?: MeSso;
  /** A mail server is set */
  readonly canMail: boolean;
}

export interface SignUp {
  readonly email: string;
  /** Left out if the account is joined by a mailed link */
  readonly password?: string | undefined;
  /** End of the link that the start printed: this or `token` when `needsToken` is true */
  readonly key?: string | undefined;
  /** Token of the first start */
  readonly token?: string | undefined;
}

export interface SignedUp {
  readonly user: User;
  /** An API token to send with, shown this once */
  readonly token?: string;
}

export interface SignIn {
  readonly email: string;
  readonly password: string;
  /** Of the authenticator app, or a recovery code. A refusal with the field `code` says that it is needed */
  readonly code?: string | undefined;
}

export interface ResetRequest {
  readonly email: string;
}

export interface PasswordReset {
  readonly key: string;
  readonly password: string;
  /** Needed like that of `POST /sign-in` */
  readonly code?: string | undefined;
}

export interface LinkLook {
  readonly key: string;
}

export interface LinkShown {
  readonly kind: "invitation" | "sign_up" | "reset";
  readonly email: string;
  readonly role?: "viewer" | "member" | "admin";
  readonly invitedBy?: string;
}

export interface LinkUse {
  readonly key: string;
  readonly password: string;
}

export interface SsoStart {
  /** Where to continue after the sign-in */
  readonly next?: string | undefined;
  /** End of the link that a start printed, for the first account */
  readonly key?: string | undefined;
}

export interface SsoStarted {
  /** Page of the provider */
  readonly url: string;
}

export interface SsoFinish {
  /** Query of the address to which the provider redirected */
  readonly search: string;
}

export interface SsoFinished {
  readonly next: string;
  /** Of a new user: an API token to send with, shown this once */
  readonly token?: string;
}

export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly requestId: string;
  /** Where in the request the mistake is */
  readonly field?: string;
}

export interface Operations {
  "GET /datapoints": { readonly query?: { readonly q?: string | undefined; readonly from?: string | number | undefined; readonly to?: string | number | undefined; readonly limit?: number | undefined; readonly cursor?: string | undefined; readonly order?: "newest" | "oldest" | "slowest" | "costliest" | "longest" | undefined }; readonly answer: GetDatapointsAnswer; };
  "POST /datapoints": { readonly body: NewDatapoint | readonly NewDatapoint[]; readonly answer: PostDatapointsAnswer; };
  "GET /datapoints/{id}": { readonly path: { readonly id: string }; readonly query?: { readonly cut?: number | undefined }; readonly answer: DatapointDetail; };
  "GET /datapoints/export": { readonly query?: { readonly q?: string | undefined; readonly from?: string | number | undefined; readonly to?: string | number | undefined; readonly format?: "csv" | "jsonl" | undefined; readonly content?: "previews" | "whole" | undefined; readonly limit?: number | undefined }; readonly answer: string; };
  "POST /datapoints/export": { readonly body: NamedExport; readonly answer: string; };
  "GET /datapoints/histogram": { readonly query?: { readonly q?: string | undefined; readonly from?: string | number | undefined; readonly to?: string | number | undefined; readonly buckets?: number | undefined }; readonly answer: Histogram; };
  "GET /datapoints/facets/{field}": { readonly path: { readonly field: string }; readonly query?: { readonly q?: string | undefined; readonly from?: string | number | undefined; readonly to?: string | number | undefined; readonly limit?: number | undefined }; readonly answer: Facet; };
  "GET /usage": { readonly query?: { readonly q?: string | undefined; readonly from?: string | number | undefined; readonly to?: string | number | undefined; readonly buckets?: number | undefined; readonly by?: "model" | "provider" | "op" | "env" | "service" | "release" | "source" | "error.type" | undefined; readonly groups?: number | undefined }; readonly answer: Usage; };
  "GET /prices": { readonly answer: GetPricesAnswer; };
  "GET /usage/latencies": { readonly query?: { readonly q?: string | undefined; readonly from?: string | number | undefined; readonly to?: string | number | undefined; readonly buckets?: number | undefined }; readonly answer: Latencies; };
  "GET /usage/checks": { readonly query?: { readonly from?: string | number | undefined; readonly to?: string | number | undefined; readonly buckets?: number | undefined }; readonly answer: CheckResults; };
  "GET /usage/checks/costs": { readonly query?: { readonly from?: string | number | undefined; readonly to?: string | number | undefined }; readonly answer: CheckCosts; };
  "GET /datapoints/{id}/payload": { readonly path: { readonly id: string }; readonly query?: { readonly pointer: string | undefined; readonly offset?: number | undefined; readonly limit?: number | undefined }; readonly answer: Payload; };
  "GET /sessions": { readonly query?: { readonly q?: string | undefined; readonly from?: string | number | undefined; readonly to?: string | number | undefined; readonly limit?: number | undefined; readonly cursor?: string | undefined }; readonly answer: GetSessionsAnswer; };
  "GET /sessions/{id}": { readonly path: { readonly id: string }; readonly answer: Session; };
  "GET /datapoints/tail": { readonly query?: { readonly q?: string | undefined; readonly since?: number | undefined }; readonly answer: string; };
  "GET /views": { readonly answer: GetViewsAnswer; };
  "POST /views": { readonly body: NewSavedView; readonly answer: SavedView; };
  "PATCH /views/{id}": { readonly path: { readonly id: string }; readonly body: PatchViewsIdBody; readonly answer: SavedView; };
  "DELETE /views/{id}": { readonly path: { readonly id: string }; readonly answer: undefined; };
  "GET /dashboards": { readonly answer: GetDashboardsAnswer; };
  "POST /dashboards": { readonly body: NewDashboard; readonly answer: Dashboard; };
  "GET /dashboards/{id}": { readonly path: { readonly id: string }; readonly answer: Dashboard; };
  "PATCH /dashboards/{id}": { readonly path: { readonly id: string }; readonly body: DashboardChange; readonly answer: Dashboard; };
  "DELETE /dashboards/{id}": { readonly path: { readonly id: string }; readonly answer: undefined; };
  "GET /traces/{traceId}": { readonly path: { readonly traceId: string }; readonly answer: Trace; };
  "GET /traces/{traceId}/tree": { readonly path: { readonly traceId: string }; readonly query?: { readonly offset?: number | undefined; readonly limit?: number | undefined; readonly folded?: string | undefined; readonly unfolded?: string | undefined; readonly view?: "tree" | "longest" | undefined; readonly focus?: string | undefined; readonly find?: string | undefined }; readonly answer: TraceTree; };
  "GET /traces/{traceId}/tools": { readonly path: { readonly traceId: string }; readonly answer: ToolRuns; };
  "GET /traces/{traceId}/spans/{spanId}": { readonly path: { readonly traceId: string; readonly spanId: string }; readonly answer: TraceSpan; };
  "GET /media/{sha256}": { readonly path: { readonly sha256: string }; readonly answer: string; };
  "POST /monitors/preview": { readonly body: PreviewRequest; readonly answer: Preview; };
  "GET /monitors": { readonly answer: GetMonitorsAnswer; };
  "POST /monitors": { readonly body: NewMonitor; readonly answer: Monitor; };
  "GET /monitors/status": { readonly query?: { readonly limit?: number | undefined; readonly cursor?: string | undefined }; readonly answer: GetMonitorsStatusAnswer; };
  "GET /monitors/{id}/status": { readonly path: { readonly id: string }; readonly answer: MonitorStatus; };
  "GET /monitors/{id}": { readonly path: { readonly id: string }; readonly answer: Monitor; };
  "PATCH /monitors/{id}": { readonly path: { readonly id: string }; readonly body: MonitorChange; readonly answer: Monitor; };
  "DELETE /monitors/{id}": { readonly path: { readonly id: string }; readonly answer: undefined; };
  "GET /checks": { readonly query?: { readonly q?: string | undefined; readonly kind?: "code" | "judge" | undefined; readonly category?: string | undefined; readonly judges?: "answer" | "calls" | "texts" | "request" | "operation" | undefined; readonly target?: "input" | "output" | "tool_calls" | "conversation" | "tools" | "metadata" | undefined; readonly custom?: "true" | "false" | undefined; readonly tag?: string | undefined }; readonly answer: GetChecksAnswer; };
  "POST /checks": { readonly body: NewCheck; readonly answer: CheckDetail; };
  "GET /checks/{name}": { readonly path: { readonly name: string }; readonly answer: CheckDetail; };
  "PATCH /checks/{name}": { readonly path: { readonly name: string }; readonly body: CheckChange; readonly answer: CheckDetail; };
  "DELETE /checks/{name}": { readonly path: { readonly name: string }; readonly answer: undefined; };
  "POST /checks/{name}/evaluate": { readonly path: { readonly name: string }; readonly body: EvaluateRequest; readonly answer: Verdict; };
  "POST /checks/validate": { readonly body: CheckDefinitionInput; readonly answer: Validation; };
  "GET /checks/{name}/versions": { readonly path: { readonly name: string }; readonly answer: GetChecksNameVersionsAnswer; };
  "POST /checks/dry-run": { readonly body: DryRunRequest; readonly answer: DryRun; };
  "POST /checks/{name}/compare": { readonly path: { readonly name: string }; readonly body: CheckCompareRequest; readonly answer: DryRun; };
  "POST /checks/generate": { readonly body: CheckGenerateRequest; readonly answer: GeneratedCheck; };
  "POST /verdicts": { readonly body: VerdictsRequest; readonly answer: CheckRun; };
  "GET /verdicts/runs": { readonly query?: { readonly limit?: number | undefined; readonly cursor?: string | undefined }; readonly answer: GetVerdictsRunsAnswer; };
  "GET /verdicts/runs/{id}": { readonly path: { readonly id: string }; readonly answer: CheckRunDetail; };
  "POST /verdicts/runs/{id}/cancel": { readonly path: { readonly id: string }; readonly answer: CheckRun; };
  "POST /verdicts/labels": { readonly body: LabelRequest; readonly answer: Label; };
  "GET /verdicts/labels": { readonly query?: { readonly check?: string | undefined; readonly datapointId?: string | undefined }; readonly answer: GetVerdictsLabelsAnswer; };
  "GET /verdicts/labels/export": { readonly query?: { readonly check?: string | undefined }; readonly answer: string; };
  "DELETE /verdicts/labels/{check}/{datapointId}": { readonly path: { readonly check: string; readonly datapointId: string }; readonly answer: undefined; };
  "GET /issues": { readonly query?: { readonly state?: string | readonly string[] | undefined; readonly kind?: string | readonly string[] | undefined; readonly q?: string | undefined; readonly sort?: "last_seen" | "first_seen" | "number" | "occurrences" | "users" | "trend" | undefined; readonly limit?: number | undefined; readonly cursor?: string | undefined }; readonly answer: GetIssuesAnswer; };
  "PATCH /issues": { readonly body: IssuesRequest; readonly answer: IssuesChanged; };
  "GET /issues/{id}": { readonly path: { readonly id: string }; readonly query?: { readonly as?: "json" | "markdown" | undefined }; readonly answer: IssueDetail; };
  "PATCH /issues/{id}": { readonly path: { readonly id: string }; readonly body: IssueRequest; readonly answer: IssueDetail; };
  "GET /issues/{id}/trend": { readonly path: { readonly id: string }; readonly query?: { readonly days?: number | undefined }; readonly answer: IssueTrend; };
  "GET /issues/{id}/differences": { readonly path: { readonly id: string }; readonly answer: Differences; };
  "GET /issues/{id}/similar": { readonly path: { readonly id: string }; readonly answer: SimilarIssues; };
  "GET /issues/{id}/occurrences": { readonly path: { readonly id: string }; readonly query?: { readonly limit?: number | undefined; readonly cursor?: string | undefined }; readonly answer: GetIssuesIdOccurrencesAnswer; };
  "POST /issues/{id}/merge": { readonly path: { readonly id: string }; readonly body: MergeRequest; readonly answer: IssueDetail; };
  "POST /issues/{id}/split": { readonly path: { readonly id: string }; readonly body: SplitRequest; readonly answer: IssueDetail; };
  "GET /channels": { readonly answer: GetChannelsAnswer; };
  "POST /channels": { readonly body: NewChannel; readonly answer: MadeChannel; };
  "PATCH /channels/{id}": { readonly path: { readonly id: string }; readonly body: ChannelChange; readonly answer: Channel; };
  "DELETE /channels/{id}": { readonly path: { readonly id: string }; readonly answer: undefined; };
  "POST /channels/{id}/test": { readonly path: { readonly id: string }; readonly body?: PostChannelsIdTestBody | null; readonly answer: Notification; };
  "GET /notifications": { readonly query?: { readonly state?: "ready" | "sending" | "sent" | "failed" | "dead" | undefined; readonly channel?: string | undefined; readonly limit?: number | undefined; readonly cursor?: string | undefined }; readonly answer: GetNotificationsAnswer; };
  "GET /mutes": { readonly answer: GetMutesAnswer; };
  "DELETE /mutes/{id}": { readonly path: { readonly id: string }; readonly answer: undefined; };
  "GET /health": { readonly query?: { readonly from?: string | number | undefined; readonly to?: string | number | undefined }; readonly answer: Health; };
  "GET /health/queues": { readonly answer: GetHealthQueuesAnswer; };
  "GET /dead-letters": { readonly query?: { readonly limit?: number | undefined; readonly cursor?: string | undefined }; readonly answer: GetDeadLettersAnswer; };
  "POST /dead-letters/replay": { readonly body: DeadLetterReplay; readonly answer: PostDeadLettersReplayAnswer; };
  "DELETE /dead-letters/{id}": { readonly path: { readonly id: string }; readonly answer: undefined; };
  "GET /tokens": { readonly answer: GetTokensAnswer; };
  "POST /tokens": { readonly body: NewToken; readonly answer: MadeToken; };
  "DELETE /tokens/{id}": { readonly path: { readonly id: string }; readonly answer: undefined; };
  "GET /projects": { readonly answer: GetProjectsAnswer; };
  "POST /projects": { readonly body: NewProject; readonly answer: Project; };
  "PATCH /projects/{id}": { readonly path: { readonly id: string }; readonly body: ProjectChange; readonly answer: Project; };
  "POST /projects/sample": { readonly answer: Project; };
  "GET /users": { readonly answer: GetUsersAnswer; };
  "PATCH /users/{id}": { readonly path: { readonly id: string }; readonly body: UserChange; readonly answer: User; };
  "DELETE /users/{id}": { readonly path: { readonly id: string }; readonly answer: undefined; };
  "POST /users/{id}/password-reset": { readonly path: { readonly id: string }; readonly answer: MadeResetLink; };
  "GET /invitations": { readonly answer: GetInvitationsAnswer; };
  "POST /invitations": { readonly body: NewInvitation; readonly answer: MadeInvitation; };
  "DELETE /invitations/{id}": { readonly path: { readonly id: string }; readonly answer: undefined; };
  "POST /sign-out": { readonly body: SignOut; readonly answer: undefined; };
  "POST /me/password": { readonly body: PasswordChange; readonly answer: User; };
  "GET /me/sessions": { readonly answer: GetMeSessionsAnswer; };
  "DELETE /me/sessions/{id}": { readonly path: { readonly id: string }; readonly answer: undefined; };
  "GET /audit-log": { readonly query?: { readonly limit?: number | undefined; readonly cursor?: string | undefined; readonly actor?: string | undefined; readonly action?: string | undefined }; readonly answer: GetAuditLogAnswer; };
  "GET /audit-log/check": { readonly answer: AuditCheck; };
  "GET /upstreams": { readonly answer: GetUpstreamsAnswer; };
  "POST /upstreams": { readonly body: NewUpstream; readonly answer: Upstream; };
  "PATCH /upstreams/{id}": { readonly path: { readonly id: string }; readonly body: UpstreamChange; readonly answer: Upstream; };
  "DELETE /upstreams/{id}": { readonly path: { readonly id: string }; readonly answer: undefined; };
  "GET /proxy-settings": { readonly answer: ProxyChoices; };
  "PATCH /proxy-settings": { readonly body: ProxyChoicesChange; readonly answer: ProxyChoices; };
  "GET /privacy": { readonly answer: Privacy; };
  "PATCH /privacy": { readonly body: PrivacyChange; readonly answer: Privacy; };
  "POST /privacy/try": { readonly body: PostPrivacyTryBody; readonly answer: PostPrivacyTryAnswer; };
  "GET /scenario-generators": { readonly answer: GetScenarioGeneratorsAnswer; };
  "POST /scenario-sets/generate": { readonly body: GenerateRequest; readonly answer: GeneratedSet; };
  "POST /scenario-sets/generate/preview": { readonly body: GenerationPreviewRequest; readonly answer: GenerationPreview; };
  "GET /scenario-sets": { readonly query?: { readonly limit?: number | undefined; readonly cursor?: string | undefined }; readonly answer: GetScenarioSetsAnswer; };
  "POST /scenario-sets": { readonly body: NewScenarioSet; readonly answer: ScenarioSet; };
  "POST /scenario-sets/upload": { readonly body: ScenarioUpload; readonly answer: ScenarioSet; };
  "GET /scenario-sets/{id}": { readonly path: { readonly id: string }; readonly answer: ScenarioSet; };
  "PATCH /scenario-sets/{id}": { readonly path: { readonly id: string }; readonly body: ScenarioSetChange; readonly answer: ScenarioSet; };
  "DELETE /scenario-sets/{id}": { readonly path: { readonly id: string }; readonly answer: undefined; };
  "POST /scenario-sets/{id}/versions": { readonly path: { readonly id: string }; readonly body: PostScenarioSetsIdVersionsBody; readonly answer: ScenarioSet; };
  "POST /scenario-sets/{id}/versions/upload": { readonly path: { readonly id: string }; readonly body: PostScenarioSetsIdVersionsUploadBody; readonly answer: ScenarioSet; };
  "GET /scenario-sets/{id}/rows": { readonly path: { readonly id: string }; readonly query?: { readonly version?: number | undefined; readonly limit?: number | undefined; readonly cursor?: number | undefined }; readonly answer: GetScenarioSetsIdRowsAnswer; };
  "GET /scenario-sets/{id}/download": { readonly path: { readonly id: string }; readonly query?: { readonly version?: number | undefined; readonly format?: "jsonl" | "csv" | undefined }; readonly answer: string; };
  "POST /scenario-sets/from-datapoints": { readonly body: FromDatapoints; readonly answer: CollectedScenarioSet; };
  "POST /scenario-sets/from-test-run": { readonly body: FromTestRun; readonly answer: FailingScenarioSet; };
  "GET /models": { readonly query?: { readonly limit?: number | undefined; readonly cursor?: string | undefined }; readonly answer: GetModelsAnswer; };
  "POST /models": { readonly body: NewModel; readonly answer: Model; };
  "GET /models/{id}": { readonly path: { readonly id: string }; readonly query?: { readonly version?: number | undefined }; readonly answer: Model; };
  "DELETE /models/{id}": { readonly path: { readonly id: string }; readonly answer: undefined; };
  "GET /models/{id}/versions": { readonly path: { readonly id: string }; readonly answer: GetModelsIdVersionsAnswer; };
  "POST /models/try": { readonly body: TrialRequest; readonly answer: Trial; };
  "GET /provider-keys": { readonly answer: GetProviderKeysAnswer; };
  "POST /provider-keys": { readonly body: NewProviderKey; readonly answer: ProviderKey; };
  "DELETE /provider-keys/{provider}": { readonly path: { readonly provider: string }; readonly answer: undefined; };
  "GET /test-runs": { readonly query?: { readonly limit?: number | undefined; readonly cursor?: string | undefined; readonly scenarioId?: string | undefined; readonly modelId?: string | undefined }; readonly answer: GetTestRunsAnswer; };
  "POST /test-runs": { readonly body: NewTestRun; readonly answer: TestRun; };
  "POST /test-runs/compare": { readonly body: CompareRequest; readonly answer: Comparison; };
  "GET /test-runs/{id}": { readonly path: { readonly id: string }; readonly answer: TestRun; };
  "DELETE /test-runs/{id}": { readonly path: { readonly id: string }; readonly answer: undefined; };
  "GET /test-runs/{id}/rows": { readonly path: { readonly id: string }; readonly query?: { readonly limit?: number | undefined; readonly cursor?: number | undefined }; readonly answer: GetTestRunsIdRowsAnswer; };
  "POST /test-runs/{id}/leases": { readonly path: { readonly id: string }; readonly body: LeaseRequest; readonly answer: Leases; };
  "POST /test-runs/{id}/leases/renew": { readonly path: { readonly id: string }; readonly body: LeaseRenewal; readonly answer: PostTestRunsIdLeasesRenewAnswer; };
  "POST /test-runs/{id}/results": { readonly path: { readonly id: string }; readonly body: TryResults; readonly answer: PostTestRunsIdResultsAnswer; };
  "POST /test-runs/{id}/cancel": { readonly path: { readonly id: string }; readonly answer: TestRun; };
  "POST /test-runs/{id}/resume": { readonly path: { readonly id: string }; readonly body: ResumeRequest; readonly answer: TestRun; };
  "POST /test-runs/{id}/reevaluate": { readonly path: { readonly id: string }; readonly body: Reevaluation; readonly answer: TestRun; };
  "GET /deletions": { readonly answer: GetDeletionsAnswer; };
  "POST /deletions": { readonly body: NewDeletion; readonly answer: Deletion; };
  "GET /deletions/{id}": { readonly path: { readonly id: string }; readonly answer: Deletion; };
  "GET /judges": { readonly answer: GetJudgesAnswer; };
  "POST /judges": { readonly body: NewJudge; readonly answer: Judge; };
  "GET /judges/{id}": { readonly path: { readonly id: string }; readonly answer: Judge; };
  "PATCH /judges/{id}": { readonly path: { readonly id: string }; readonly body: JudgeChange; readonly answer: Judge; };
  "DELETE /judges/{id}": { readonly path: { readonly id: string }; readonly answer: undefined; };
  "POST /judges/{id}/test": { readonly path: { readonly id: string }; readonly answer: JudgeTest; };
  "POST /judges/compare": { readonly body: JudgeCompareRequest; readonly answer: JudgeComparison; };
  "GET /jobs": { readonly query?: { readonly limit?: number | undefined; readonly cursor?: string | undefined }; readonly answer: GetJobsAnswer; };
  "POST /test-runs/readiness": { readonly body: ReadinessRequest; readonly answer: Readiness; };
  "POST /models/messages": { readonly body: SentMessagesRequest; readonly answer: SentMessages; };
  "POST /me/email-confirmation": { readonly answer: Mailed; };
  "POST /channels/{id}/confirmations": { readonly path: { readonly id: string }; readonly body: PostChannelsIdConfirmationsBody; readonly answer: Channel; };
  "GET /me/second-factor": { readonly answer: SecondFactor; };
  "POST /me/second-factor": { readonly body: SecondFactorStart; readonly answer: AuthenticatorSecret; };
  "POST /me/second-factor/confirm": { readonly body: SecondFactorCode; readonly answer: RecoveryCodes; };
  "POST /me/second-factor/recovery-codes": { readonly body: SecondFactorProof; readonly answer: RecoveryCodes; };
  "POST /me/second-factor/remove": { readonly body: SecondFactorProof; readonly answer: undefined; };
  "GET /account/sign-in": { readonly answer: SignInRules; };
  "PATCH /account/sign-in": { readonly body: SignInRulesChange; readonly answer: SignInRules; };
  "GET /projects/{id}/members": { readonly path: { readonly id: string }; readonly answer: GetProjectsIdMembersAnswer; };
  "PATCH /projects/{id}/members/{userId}": { readonly path: { readonly id: string; readonly userId: string }; readonly body: ProjectMemberChange; readonly answer: ProjectMember; };
  "GET /documentation": { readonly query?: { readonly q: string | undefined; readonly limit?: number | undefined }; readonly answer: GetDocumentationAnswer; };
  "GET /documentation/page": { readonly query?: { readonly page: string | undefined }; readonly answer: DocumentationPage; };
  "GET /datapoints/similar": { readonly query?: { readonly text: string | undefined; readonly compare?: "input" | "output" | undefined; readonly q?: string | undefined; readonly from?: string | number | undefined; readonly to?: string | number | undefined; readonly newest?: number | undefined; readonly limit?: number | undefined }; readonly answer: SimilarDatapointsFound; };
  "POST /issues/{id}/group-by": { readonly path: { readonly id: string }; readonly body: GroupByRequest; readonly answer: IssueDetail; };
  "POST /issues/group-by": { readonly body: GroupMonitorRequest; readonly answer: Regrouped; };
  "POST /feedback": { readonly body: NewFeedback | readonly NewFeedback[]; readonly answer: PostFeedbackAnswer; };
  "GET /me": { readonly answer: Me; };
  "POST /sign-up": { readonly body: SignUp; readonly answer: SignedUp | Mailed; };
  "POST /sign-in": { readonly body: SignIn; readonly answer: User; };
  "POST /password-resets": { readonly body: ResetRequest; readonly answer: Mailed; };
  "POST /password-resets/use": { readonly body: PasswordReset; readonly answer: User; };
  "POST /links/look": { readonly body: LinkLook; readonly answer: LinkShown; };
  "POST /links/join": { readonly body: LinkUse; readonly answer: SignedUp; };
  "POST /sso/start": { readonly body: SsoStart; readonly answer: SsoStarted; };
  "POST /sso/finish": { readonly body: SsoFinish; readonly answer: SsoFinished; };
}
