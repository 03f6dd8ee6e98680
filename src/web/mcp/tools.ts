import { checkBrief, datapointBrief, textOf, traceBrief, verdictsOf } from "./shown.ts";
import { testingTools } from "./testing-tools.ts";
import type { Tool } from "./tool.ts";

const query = `q is a query: words that occur in the call, field:value, comparisons, AND, OR, NOT and brackets. \
Examples: "refund -user:test", "model:gpt-4o* latency:>5s", "status:error error.type:rate_limited", \
"check.model_refusal:failed", "issue:<issue id>", "cost:>$0.01 ts:>now-1h".`;

/** The frequent part of what `POST /datapoints` takes. */
const givenCall = {
  type: "object",
  description: "A call, with the fields that POST /datapoints takes: input and output are texts or lists of messages",
  properties: {
    input: {},
    output: {},
    tools: { type: "array" },
    requestModel: { type: "string" },
    metadata: { type: "object" },
  },
} as const;

/** Every tool, in the order of the tool list. */
export const tools: readonly Tool[] = [
  {
    name: "search_datapoints",
    title: "Search datapoints",
    description: `List recorded model calls (datapoints) that match a query, newest first, with previews of input and \
output. Without from it covers the last 24 hours. A slow search returns partial responses: searchedTo is the \
time back to which it has searched; continue with its cursor, even if the page is empty. ${query}`,
    route: "GET /datapoints",
    takes: ["q", "from", "to", "order"],
    paging: { kind: "cursor" },
  },
  {
    name: "get_datapoint",
    title: "Get a datapoint",
    description: `Show one model call: messages, tools, settings, tokens, cost, error, and which checks failed. Long \
texts are cut; "cuts" lists where, and read_payload reads the rest. get_verdicts returns every verdict.`,
    route: "GET /datapoints/:id",
    takes: ["id"],
    always: { cut: 8000 },
    show: datapointBrief,
    page: (links, { id }) => links.datapoint(textOf(id)),
  },
  {
    name: "read_payload",
    title: "Read a long value of a datapoint",
    description: `Read a long text of a datapoint, or any value of it as JSON, in parts. pointer is a JSON pointer \
such as /input/0/parts/0/text, from "cuts" of get_datapoint.`,
    route: "GET /datapoints/:id/payload",
    takes: ["id", "pointer"],
    paging: { kind: "stretch", characters: 20_000, next: "nextOffset" },
  },
  {
    name: "get_verdicts",
    title: "Get the verdicts on a datapoint",
    description: `List the verdicts of every check on a datapoint (passed, failed, skipped and why, broken and why, still \
queued) with explanation and evidence, failed ones first; and which monitors it matched or why not.`,
    route: "GET /datapoints/:id",
    takes: ["id"],
    always: { cut: 1000 },
    paging: { kind: "slice", items: "verdicts" },
    show: verdictsOf,
    page: (links, { id }) => links.datapoint(textOf(id)),
  },
  {
    name: "get_trace",
    title: "Get a trace",
    description: `Show the spans of a trace as a tree (depth, time, status), with the datapoint that each model call \
became. traceId is in every datapoint.`,
    route: "GET /traces/:traceId/tree",
    takes: ["traceId"],
    paging: { kind: "window", items: "rows", total: "rowCount" },
    show: traceBrief,
    page: (links, { traceId }) => links.trace(textOf(traceId)),
  },
  {
    name: "get_span",
    title: "Get a span",
    description: `Show one span of a trace with its attributes, its events (an exception has message and stack trace) and \
its log records. get_trace and get_issue return the ids.`,
    route: "GET /traces/:traceId/spans/:spanId",
    takes: ["traceId", "spanId"],
    page: (links, { traceId }) => links.trace(textOf(traceId)),
  },
  {
    name: "list_issues",
    title: "List issues",
    description: `List issues: findings of the same cause, of kind behavior (a check failed) or error (the call \
failed), with state, severity, occurrences and users affected. Open ones only: state "open". q filters by fields of \
issues, such as "severity:critical", "check:model_refusal", "release:1.4.0".`,
    route: "GET /issues",
    takes: ["state", "kind", "q", "sort"],
    paging: { kind: "cursor" },
  },
  {
    name: "get_issue",
    title: "Get an issue",
    description: `Show an issue as Markdown: the problem and the remedy, what is different about its occurrences, \
failed checks with evidence, the newest sample with service, release, environment, stack trace and dialog, newest \
occurrences, history. id is the id or the number.`,
    route: "GET /issues/:id",
    takes: ["id"],
    always: { as: "markdown" },
  },
  {
    name: "list_occurrences",
    title: "List the occurrences of an issue",
    description: "List the flagged datapoints of an issue, newest first, each with its explanation and evidence.",
    route: "GET /issues/:id/occurrences",
    takes: ["id"],
    paging: { kind: "cursor" },
  },
  {
    name: "resolve_issue",
    title: "Resolve an issue",
    description: `Mark an issue as resolved, with a note on what fixed it. It comes back as regressed when it recurs: \
with resolution "now" at the next occurrence, with "next_release" at one of a release that is not known yet.`,
    route: "PATCH /issues/:id",
    takes: ["id", "resolution", "note"],
    always: { state: "resolved" },
    idempotent: true,
  },
  {
    name: "list_monitors",
    title: "List monitors",
    description: "List the project's monitors: the condition of each, its checks and notification channels.",
    route: "GET /monitors",
    takes: [],
    paging: { kind: "slice", items: "items" },
  },
  {
    name: "create_monitor",
    title: "Create a monitor",
    description: `Create a monitor, which runs checks on every future datapoint that matches its condition (a query; \
empty matches all) and opens issues for its findings. Find checks with list_checks. Without notifications nobody \
is notified; {"channel": "email", "on": ["behavior", "error"], "cadence": "immediate"} emails all users. ${query}`,
    route: "POST /monitors",
    takes: [
      "name",
      "description",
      "condition",
      "checks",
      "sampleRate",
      "threshold",
      "notifications",
      "cooldownMinutes",
      "dailyLimits",
      "grouping",
      "noDataAfterMinutes",
      "enabled",
    ],
  },
  {
    name: "list_checks",
    title: "List checks",
    description: `List the checks of the library and those the project wrote, with what each finds. q searches by words, \
best first: "refuses to answer".`,
    route: "GET /checks",
    takes: ["q", "kind", "category", "judges", "custom", "tag"],
    paging: { kind: "slice", items: "items" },
    show: checkBrief,
  },
  {
    name: "get_check",
    title: "Get a check",
    description: "Show a check: what it judges, its options, its measured accuracy, and the monitors that use it.",
    route: "GET /checks/:name",
    takes: ["name"],
    called: { check: "name" },
  },
  {
    name: "evaluate_check",
    title: "Evaluate a check",
    description: `Run a check on a stored datapoint (datapointId) or on a given one (datapoint: {input, output, …}) \
and return its verdict. Nothing is stored. A check of kind judge calls the project's judge model, which costs money.`,
    route: "POST /checks/:name/evaluate",
    takes: ["name", "datapointId", "datapoint", "options", "expected"],
    schemas: { datapoint: givenCall },
    called: { check: "name" },
    idempotent: true,
    callsModels: true,
  },
  ...testingTools,
  {
    name: "search_docs",
    title: "Search the documentation",
    description: "Search Gaffe's documentation by words, best section first. read_doc returns a whole page.",
    route: "GET /documentation",
    takes: ["q", "limit"],
  },
  {
    name: "read_doc",
    title: "Read a page of the documentation",
    description: "Return a page of Gaffe's documentation as Markdown, by its path from search_docs.",
    route: "GET /documentation/page",
    takes: ["page"],
  },
];
