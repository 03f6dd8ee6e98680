import { z } from "zod";
import type { Evidence } from "../../../datapoints/text/evidence.ts";
import type { Subject, ToolCall } from "../../../datapoints/traces/subject.ts";
import type { Outcome } from "../../../datapoints/verdicts/verdict.ts";
import { isJsonObject, member } from "../../../platform/json/json.ts";
import { schemaProblems } from "../../../platform/json/json-schema.ts";
import { defineCheck } from "../../check.ts";
import { property, skipped } from "../../verdicts/outcome.ts";

const common = {
  version: 1,
  category: "Function calling",
  costClass: "cheap",
  judges: "calls",
  targets: ["tool_calls"],
  mode: "online",
  finds: "error",
  severity: "critical",
  tier: 1,
  output: { type: "boolean", rule: "pass when true" },
} as const;

export const isToolCallSchemaValid = defineCheck({
  ...common,
  name: "is_tool_call_schema_valid",
  version: 3,
  title: "Arguments satisfy the tool's JSON Schema",
  description:
    "The arguments of every call validate against the parameter schema that the request declares for the tool (draft 2020-12, or 7 if $schema names it; formats are asserted).",
  needs: ["tools"],
  source: "BFCL; promptfoo is-valid-openai-tools-call; Phoenix tool_invocation",
  options: z.strictObject({
    formats: z.boolean().default(true),
    coerce_types: z.boolean().default(false),
    strict_additional: z.boolean().default(false),
  }),
  evaluate: (subject, options) => {
    if (subject.toolCalls.length === 0) return skipped("no tool was called");
    const judged = subject.toolCalls.flatMap((call) => {
      const schema = subject.datapoint.tools.find(({ name }) => name === call.name)?.parameters;
      return schema === undefined ? [] : [{ call, schema }];
    });
    if (judged.length === 0) return skipped("no called tool declares a schema");
    const problems = judged.flatMap(({ call, schema }) => {
      if (!call.parsed) return [{ call, problem: "the arguments are not a JSON object" }];
      return schemaProblems(schema, call.parsed, options).map((problem) => ({ call, problem }));
    });
    if (problems.length === 0) return property(true, "the arguments satisfy the schema");
    const explanations = problems.slice(0, 5).map(({ call, problem }) => `${call.name}: ${problem}`);
    return invalid(explanations.join("; "), rangesOf(subject, new Set(problems.map(({ call }) => call))));
  },
});

export const areToolArgumentsParseable = defineCheck({
  ...common,
  name: "are_tool_arguments_parseable",
  title: "Arguments are valid JSON",
  description:
    "The arguments of every call parse to a JSON object. Empty arguments pass only where the tool requires no parameter.",
  needs: [],
  source: "promptfoo; malformed function arguments as providers return them",
  options: z.strictObject({ allow_empty: z.boolean().default(true) }),
  evaluate: (subject, options) => {
    if (subject.toolCalls.length === 0) return skipped("no tool was called");
    const broken = subject.toolCalls.filter(
      (call) => !call.parsed && !(options.allow_empty && call.text.trim() === "" && requiresNothing(subject, call)),
    );
    if (broken.length === 0) return property(true, "all arguments are JSON objects");
    const names = broken.map(({ name }) => name).join(", ");
    return invalid(`not a JSON object: ${names}`, rangesOf(subject, new Set(broken)));
  },
});

export const isCalledToolDeclared = defineCheck({
  ...common,
  name: "is_called_tool_declared",
  title: "Called tool exists",
  description: "Every called name is one of the tools of the request: finds tools that the model made up.",
  needs: ["tools"],
  source: "BFCL wrong_func_name; TRAIL tool hallucination",
  options: z.strictObject({ extra_allowed: z.array(z.string()).default([]) }),
  evaluate: (subject, options) => {
    if (subject.toolCalls.length === 0) return skipped("no tool was called");
    const known = new Set([...subject.datapoint.tools.map(({ name }) => name), ...options.extra_allowed]);
    const unknown = subject.toolCalls.filter(({ name }) => !known.has(name));
    if (unknown.length === 0) return property(true, "every called tool is declared");
    const names = unknown.map(({ name }) => name).join(", ");
    return invalid(`not declared: ${names}`, rangesOf(subject, new Set(unknown)));
  },
});

/** A malformed call is an error, because no tool can run it. */
function invalid(explanation: string, evidence: readonly Evidence[]): Outcome {
  return { kind: "failed", value: false, explanation, evidence, errorType: "invalid_response" };
}

function requiresNothing({ datapoint }: Subject, { name }: ToolCall): boolean {
  const schema = datapoint.tools.find((tool) => tool.name === name)?.parameters;
  const required = isJsonObject(schema) ? member(schema, "required") : undefined;
  return !Array.isArray(required) || required.length === 0;
}

/** Returns the ranges of calls in the joined text of the tool calls. */
function rangesOf(subject: Subject, calls: ReadonlySet<ToolCall>): readonly Evidence[] {
  const text = subject.text("tool_calls");
  let start = 0;
  return subject.toolCalls.flatMap((call) => {
    const end = start + call.name.length + 1 + call.text.length;
    const range = calls.has(call) ? [text.evidence(start, end)] : [];
    start = end + 1;
    return range;
  });
}
