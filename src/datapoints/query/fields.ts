import { flags } from "../datapoint.ts";
import { ratings } from "../feedback/feedback.ts";
import { type StoredQueryKey, storedEntries } from "../fields/catalogue.ts";
import { type FieldSet, field, plain } from "./field.ts";
import { paramFields } from "./params.ts";
import type { TraceField } from "./trace-facts.ts";

const states = { passed: ["pass"], failed: ["fail"], skipped: ["skip"], broken: ["error"], queued: [], running: [] };

/** Query fields that are no stored field of the catalogue: computed of several, or known only after checks. */
const computedFields = [
  field("id", "id", "Id of the datapoint."),
  field("model", "name", "Model, as requested or as answered."),
  field("prompt.name", "name", "Name of the prompt template (attribute gen_ai.prompt.name)."),
  field("prompt.version", "name", "Version of the prompt template (attribute gen_ai.prompt.version)."),
  field("tool", "name", "Name of a tool that the answer calls.", { aliases: ["tools", "tool.name", "tool_calls"] }),
  ...paramFields,
  field("failed_step", "name", "Name of a tool, an agent or another step of the trace that failed around the call.", {
    aliases: ["failed_tool", "failed_steps"],
  }),
  field("status", "enum", "Whether the call failed.", { values: { ok: ["success"], error: ["failed"] } }),
  field("input", "text", "All input messages but system ones, with tool calls and results.", { aliases: ["prompt"] }),
  field("output", "text", "All output messages, with tool calls.", { aliases: ["completion", "answer"] }),
  field("system", "text", "System messages."),
  field("error", "text", "Error message, provider's error type and code.", { aliases: ["error.message"] }),
  field("tps", "number", "Output tokens per second after the first token.", { unit: "plain" }),
  field("size", "number", "Bytes of input and output text, as far as they are searched.", { unit: "bytes" }),
  field("retries", "number", "Number of earlier attempts of the same call (attribute http.request.resend_count).", {
    aliases: ["retry"],
    unit: "count",
  }),
  field("has", "field", "The field is known: has:user, has:attr.region, has:tool_calls."),
  field("is", "enum", "What holds of the call.", {
    values: { ok: [], error: ["failed"], streaming: ["streamed"], ...plain(flags) },
  }),
  field("attr", "any", "An attribute as received.", { aliases: ["attribute", "attributes"], sub: true }),
  field("parent.attr", "any", "An attribute of a span above the call: of its agent, chain or request.", {
    aliases: ["parent"],
    sub: true,
  }),
  field("trace.attr", "any", "An attribute of any span of the trace, such as a tool's.", { sub: true }),
  field("resource.attr", "any", "An attribute of the call's resource: host, pod, SDK.", {
    aliases: ["resource"],
    sub: true,
  }),
  field("scope", "any", "Instrumentation of the call's span: scope.name, scope.version, scope.attr.region.", {
    sub: true,
  }),
  field("meta", "any", "A metadata value.", { aliases: ["metadata"], sub: true }),
  field("check", "enum", "State of a check's verdict: check.is_json:fail.", {
    sub: true,
    afterChecks: true,
    values: states,
  }),
  field("score", "number", "Value a check gave; a claim is 1 or 0.", { sub: true, afterChecks: true, unit: "plain" }),
  field("monitor", "id", "Id of a monitor that matched.", { afterChecks: true }),
  field("issue", "id", "Id of an issue the datapoint is an occurrence of.", { afterChecks: true }),
  field("feedback", "enum", "Feedback of a user or an evaluator; other: neither good nor bad.", {
    afterChecks: true,
    values: plain(ratings, { up: ["good", "positive"], down: ["bad", "negative"] }),
  }),
  field("feedback.comment", "text", "Comment of a feedback.", { afterChecks: true }),
  field("feedback.score", "number", "Score of the feedback of a name: feedback.score.relevance:<0.5.", {
    sub: true,
    afterChecks: true,
    unit: "plain",
  }),
  field("feedback.label", "name", "Label of the feedback of a name.", { sub: true, afterChecks: true }),
];

type ComputedField = (typeof computedFields)[number]["key"];
/** Computed fields that every datapoint has: not those of the language, or written with a name after them. */
export type ComputedKey = Exclude<
  ComputedField,
  "has" | "attr" | "meta" | "check" | "score" | "feedback.score" | "feedback.label" | TraceField
>;
export type QueryKey = StoredQueryKey | ComputedField;

/** Fields in the order in which they are suggested; others follow. */
const suggested: readonly string[] = `
  id trace span session user env service release model model.request model.response provider convention
  prompt.name prompt.version tag tool failed_step op source status error.type error.code finish streaming input output
  system error temperature top_p top_k max_tokens latency ttft tps tokens.in tokens.out tokens.cached tokens.reasoning cost size http.status
  retries ts has is attr parent.attr trace.attr resource.attr scope meta check score monitor issue feedback
  feedback.comment feedback.score feedback.label
`
  .trim()
  .split(/\s+/);

const place = ({ key }: { readonly key: string }) => {
  const at = suggested.indexOf(key);
  return at < 0 ? suggested.length : at;
};

/** Query fields of datapoints. */
export const datapointFields: FieldSet = [
  ...storedEntries.flatMap(([, { query }]) => query ?? []),
  ...computedFields,
].sort((one, other) => place(one) - place(other));

/** Fields for a monitor's condition: everything known of a call before checks run. */
export const conditionFields: FieldSet = datapointFields.filter(({ afterChecks }) => !afterChecks);
