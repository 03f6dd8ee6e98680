import { issueStates } from "../../issues/issue.ts";
import { sources } from "../../otlp/source.ts";
import { finishReasons, flags, operations } from "../datapoint.ts";
import { errorTypes } from "../errors/error-types.ts";
import { issueKinds } from "../issue-kind.ts";
import { severities } from "../severity.ts";

/**
 * How a field is compared. `enum`: one of a closed set; `id`: exactly; `name`: ignoring case; `text`: contains,
 * ignoring case; `any`: an application's value, as a name or, with < and >, as a number; `field`: the name of a
 * field.
 */
export type FieldType = "enum" | "id" | "name" | "text" | "number" | "time" | "any" | "field";

export type Unit = "duration" | "usd" | "bytes" | "count" | "plain";

export interface Field {
  readonly key: string;
  readonly aliases: readonly string[];
  readonly type: FieldType;
  readonly unit?: Unit;
  /** Canonical values of an enum, each with its aliases. */
  readonly values?: Readonly<Record<string, readonly string[]>>;
  /** Written with a name after it: `attr.<key>`. */
  readonly sub?: true;
  /** Known only after checks have run: a monitor's condition cannot use it. */
  readonly afterChecks?: true;
  readonly doc: string;
}

export type FieldSet = readonly Field[];

type Extra = Partial<Omit<Field, "key" | "type" | "doc">>;

const field = (key: string, type: FieldType, doc: string, extra: Extra = {}): Field => ({
  key,
  type,
  doc,
  aliases: [],
  ...extra,
});

const plain = (words: readonly string[], spellings: Readonly<Record<string, readonly string[]>> = {}) =>
  Object.fromEntries(words.map((word) => [word, spellings[word] ?? []]));

const states = { passed: ["pass"], failed: ["fail"], skipped: ["skip"], broken: ["error"], queued: [], running: [] };

/** Query fields of datapoints. */
export const datapointFields: FieldSet = [
  field("id", "id", "Id of the datapoint."),
  field("trace", "id", "Trace id, 32 hex digits.", { aliases: ["trace_id", "traceid"] }),
  field("span", "id", "Any span that describes the call, 16 hex digits.", { aliases: ["span_id", "spanid"] }),
  field("session", "id", "Session or conversation id.", { aliases: ["session_id", "sessionid", "conversation"] }),
  field("user", "id", "Id of the end user.", { aliases: ["user_id", "userid"] }),
  field("env", "name", "Deployment environment.", { aliases: ["environment"] }),
  field("service", "name", "Service that made the call.", { aliases: ["service.name"] }),
  field("release", "name", "Version of the service.", { aliases: ["version", "service.version"] }),
  field("model", "name", "Model, as requested or as answered."),
  field("model.request", "name", "Model as requested."),
  field("model.response", "name", "Model that answered."),
  field("provider", "name", "Vendor of the model.", { aliases: ["vendor"] }),
  field("convention", "name", "Convention the spans were written in."),
  field("prompt.name", "name", "Name of the prompt template (attribute gen_ai.prompt.name)."),
  field("prompt.version", "name", "Version of the prompt template (attribute gen_ai.prompt.version)."),
  field("tag", "name", "Any tag.", { aliases: ["tags"] }),
  field("tool", "name", "Name of a tool that the answer calls.", { aliases: ["tools", "tool.name", "tool_calls"] }),
  field("op", "enum", "Kind of call.", {
    aliases: ["operation"],
    values: plain(operations, { embedding: ["embed", "embeddings"], completion: ["complete"] }),
  }),
  field("source", "enum", "Source of the call.", { values: plain(sources, { api: ["sdk"] }) }),
  field("status", "enum", "Whether the call failed.", { values: { ok: ["success"], error: ["failed"] } }),
  field("error.type", "enum", "Type of the error.", { values: plain(errorTypes) }),
  field("error.code", "name", "Error code as the provider spelled it."),
  field("finish", "enum", "Finish reason of any choice.", {
    aliases: ["finish_reason", "stop_reason"],
    values: plain(finishReasons, { length: ["max_tokens"], stop: ["end_turn"], tool_calls: ["tool_use"] }),
  }),
  field("streaming", "enum", "Whether the answer was streamed.", {
    aliases: ["stream"],
    values: { true: ["yes"], false: ["no"] },
  }),
  field("input", "text", "All input messages but system ones, with tool calls and results.", { aliases: ["prompt"] }),
  field("output", "text", "All output messages, with tool calls.", { aliases: ["completion", "answer"] }),
  field("system", "text", "System messages."),
  field("error", "text", "Error message, provider's error type and code.", { aliases: ["error.message"] }),
  field("latency", "number", "Duration of the call.", { aliases: ["duration"], unit: "duration" }),
  field("ttft", "number", "Time to the first token.", { unit: "duration" }),
  field("tps", "number", "Output tokens per second after the first token.", { unit: "plain" }),
  field("tokens.in", "number", "Input tokens, cached ones included.", { aliases: ["tokens.input"], unit: "count" }),
  field("tokens.out", "number", "Output tokens, reasoning included.", { aliases: ["tokens.output"], unit: "count" }),
  field("tokens.cached", "number", "Input tokens read from a cache.", { unit: "count" }),
  field("tokens.reasoning", "number", "Reasoning tokens.", { unit: "count" }),
  field("cost", "number", "Cost in US dollars.", { unit: "usd" }),
  field("size", "number", "Bytes of input and output text, as far as they are searched.", { unit: "bytes" }),
  field("http.status", "number", "HTTP status of a failed call.", { aliases: ["error.status"], unit: "plain" }),
  field("retries", "number", "Number of earlier attempts of the same call (attribute http.request.resend_count).", {
    aliases: ["retry"],
    unit: "count",
  }),
  field("ts", "time", "Start of the call.", { aliases: ["time", "timestamp", "started"] }),
  field("has", "field", "The field is known: has:user, has:attr.region, has:tool_calls."),
  field("is", "enum", "What holds of the call.", {
    values: { ok: [], error: ["failed"], streaming: ["streamed"], ...plain(flags) },
  }),
  field("attr", "any", "An attribute as received.", { aliases: ["attribute", "attributes"], sub: true }),
  field("meta", "any", "A metadata value.", { aliases: ["metadata"], sub: true }),
  field("check", "enum", "State of a check's verdict: check.is_json:fail.", {
    sub: true,
    afterChecks: true,
    values: states,
  }),
  field("score", "number", "Value a check gave; a claim is 1 or 0.", { sub: true, afterChecks: true, unit: "plain" }),
  field("monitor", "id", "Id of a monitor that matched.", { afterChecks: true }),
  field("issue", "id", "Id of an issue the datapoint is an occurrence of.", { afterChecks: true }),
];

/** Fields for a monitor's condition: everything known of a call before checks run. */
export const conditionFields: FieldSet = datapointFields.filter(({ afterChecks }) => !afterChecks);

/** Query fields of issues. */
export const issueFields: FieldSet = [
  field("id", "id", "Id of the issue.", { aliases: ["issue"] }),
  field("number", "number", "Short number of the issue.", { unit: "plain" }),
  field("is", "enum", "What holds of the issue.", {
    values: { ...plain(issueStates, { acknowledged: ["ack"] }), regressed: [], spiking: [], mine: [], unassigned: [] },
  }),
  field("state", "enum", "State that people set.", { values: plain(issueStates, { acknowledged: ["ack"] }) }),
  field("kind", "enum", "Unwanted behavior or an error.", { values: plain(issueKinds, { behavior: ["behavior"] }) }),
  field("severity", "enum", "Severity.", { values: plain(severities) }),
  field("check", "name", "Check that found it."),
  field("error.type", "enum", "Type of the error.", { values: plain(errorTypes) }),
  field("monitor", "id", "Id of the monitor."),
  field("assignee", "id", "Who works on it.", { aliases: ["assigned"] }),
  field("title", "text", "Title.", { aliases: ["name"] }),
  field("explanation", "text", "Why it was raised."),
  field("release", "name", "Release of its earliest call.", { aliases: ["first_release"] }),
  field("first", "time", "When it was first seen.", { aliases: ["first_seen"] }),
  field("last", "time", "When it was last seen.", { aliases: ["last_seen"] }),
  field("has", "field", "The field is known: has:assignee."),
];

/** Finds a field by name or alias, and what follows a prefix: `attr.region` is attr and "region". */
export function findField(
  fields: FieldSet,
  written: string,
): { readonly field: Field; readonly sub?: string } | undefined {
  const key = written.toLowerCase();
  const whole = fields.find((each) => !each.sub && (each.key === key || each.aliases.includes(key)));
  if (whole) return { field: whole };
  const dot = written.indexOf(".");
  if (dot < 1 || dot === written.length - 1) return undefined;
  const prefix = key.slice(0, dot);
  const mapped = fields.find((each) => each.sub && (each.key === prefix || each.aliases.includes(prefix)));
  return mapped && { field: mapped, sub: written.slice(dot + 1) };
}
