import { z } from "zod";
import type { Part } from "../../../datapoints/datapoint.ts";
import type { Json } from "../../../platform/json/json.ts";
import { member, parseJson } from "../../../platform/json/json.ts";
import { defineCheck } from "../../check.ts";
import { property, skipped, within } from "../../verdicts/outcome.ts";

const common = {
  version: 1,
  category: "Function calling",
  costClass: "cheap",
  judges: "request",
  targets: ["conversation"],
  needs: [],
  mode: "online",
  severity: "major",
  tier: 1,
} as const;

export const toolResultLinkage = defineCheck({
  ...common,
  name: "tool_result_linkage",
  title: "Tool results linked to calls",
  description:
    "Call ids are unique, every result answers an earlier call, and every call but those of the last turn has one result.",
  finds: "behavior",
  output: { type: "boolean", rule: "pass when true" },
  source: "OpenAI and Anthropic message contracts",
  options: z.strictObject({}),
  evaluate: ({ datapoint }) => {
    const parts = datapoint.input.flatMap((message) => message.parts);
    const calls = parts.flatMap((part) => (part.type === "tool_call" && part.id !== undefined ? [part.id] : []));
    const results = parts.flatMap((part) => (part.type === "tool_result" && part.id !== undefined ? [part.id] : []));
    if (calls.length === 0 && results.length === 0) return skipped("the request holds no tool call with an id");
    const open = new Set(calls);
    const problems = [
      ...(open.size < calls.length ? ["a call id is used twice"] : []),
      ...results.filter((id) => !open.has(id)).map((id) => `the result ${id} answers no call`),
      ...(new Set(results).size < results.length ? ["a call has two results"] : []),
      ...calls.filter((id) => !results.includes(id)).map((id) => `the call ${id} has no result`),
    ];
    return property(
      problems.length === 0,
      problems.length === 0 ? "every result answers its call" : problems.slice(0, 5).join("; "),
    );
  },
});

export const toolErrorRate = defineCheck({
  ...common,
  name: "tool_error_rate",
  title: "Share of failed tool results",
  description:
    "Failed tool results as a share of all in the conversation: an error key, is_error, or a text that begins like an exception.",
  finds: "error",
  output: { type: "score", rule: "0..1; pass ≤ 0.2" },
  source: "TRAIL; Phoenix traces",
  options: z.strictObject({ threshold: z.number().min(0).max(1).default(0.2) }),
  evaluate: ({ datapoint }, { threshold }) => {
    const results = datapoint.input.flatMap(({ role, parts }) =>
      parts.flatMap((part) => resultOf(role === "tool", part)),
    );
    if (results.length === 0) return skipped("the conversation holds no tool result");
    const outcome = within(
      results.filter(isFailure).length / results.length,
      { max: threshold },
      "share of failed tool results",
    );
    return outcome.kind === "failed" ? { ...outcome, errorType: "tool_failed" } : outcome;
  },
});

function resultOf(fromTool: boolean, part: Part): readonly Json[] {
  if (part.type === "tool_result") return [part.result];
  return fromTool && part.type === "text" ? [part.text] : [];
}

/** Returns whether a tool result reports a failure. */
export function isFailure(result: Json): boolean {
  const read = typeof result === "string" ? parseJson(result) : { ok: true as const, value: result };
  if (!read.ok)
    return typeof result === "string" && /^\s*(?:[A-Za-z]*(?:Error|Exception)\b|Traceback|Fehler:|Erreur)/.test(result);
  const error = member(read.value, "error") ?? member(read.value, "errors");
  return (
    (error !== undefined && error !== null && error !== false && error !== "") ||
    member(read.value, "is_error") === true
  );
}
