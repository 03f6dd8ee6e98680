import {
  attributeText,
  compileQuery,
  type FieldSet,
  parseQuery,
  queryField,
  type Readers,
  type TypedReader,
} from "../../datapoints/index.ts";
import type { TraceStep } from "./trace-step.ts";

const kinds = { tool: [], agent: [], retrieval: ["retriever"], chain: [], app: [], call: ["model"], answer: [] };

/** Query fields of a step; the language is that of docs/query.md. */
const stepFields: FieldSet = [
  queryField("step", "enum", "Kind of the step.", { values: kinds }),
  queryField("tool", "name", "Name of a tool that ran."),
  queryField("name", "name", "Name of the tool, the agent or the span."),
  queryField("status", "enum", "Whether the step failed.", { values: { ok: ["success"], error: ["failed"] } }),
  queryField("latency", "number", "Duration of the step.", { aliases: ["duration"], unit: "duration" }),
  queryField("attr", "any", "An attribute of the step's span.", { aliases: ["attribute"], sub: true }),
  queryField("has", "field", "The field is known: has:attr.region."),
];

const readers: Readers<TraceStep> = {
  field: readerOf,
  presence: (name) =>
    name.startsWith("attr.") ? readerOf("attr", name.slice("attr.".length)) : readerOf(name, undefined),
  texts: [({ name }) => name.toLowerCase()],
};

function readerOf(key: string, sub: string | undefined): TypedReader<TraceStep> {
  switch (key) {
    case "step":
      return { type: "enum", facts: (step) => step.kinds };
    case "tool":
      return { type: "name", facts: (step) => (step.kinds.includes("tool") ? step.name : undefined) };
    case "name":
      return { type: "name", facts: ({ name, span }) => (span && span.name !== name ? [name, span.name] : name) };
    case "status":
      return { type: "enum", facts: ({ failed }) => (failed ? "error" : "ok") };
    case "latency":
      return { type: "number", facts: ({ startMs, endMs }) => endMs - startMs };
    default:
      return {
        type: "any",
        facts: ({ span }) => {
          const value = span?.attributes.get(sub ?? "");
          return value === undefined ? undefined : attributeText(value);
        },
      };
  }
}

export type StepTest = (step: TraceStep) => boolean;

/** Compiles a query over steps, or returns its first mistake. */
export function stepTest(text: string): StepTest | { readonly problem: string } {
  const { query, problems } = parseQuery(text, { now: 0, fields: stepFields });
  if (problems[0]) return { problem: `“${text}”: ${problems[0].message}` };
  return query.kind === "all" ? { problem: "a rule names no step" } : compileQuery(query, readers);
}
