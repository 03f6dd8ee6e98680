import type { Part } from "../../../datapoints/index.ts";
import type { Json } from "../../../platform/json/json.ts";
import { defineCheck, scored, skipped, within, z } from "../definition.ts";
import { toolResult } from "./shared-properties.ts";
import { isFailure } from "./tool-failure.ts";

export const toolErrorRate = defineCheck({
  ...toolResult,
  name: "tool_error_rate",
  title: "Share of failed tool results",
  description:
    "Failed tool results as a share of all in the conversation: an error key, is_error, or a text that begins like an exception.",
  finds: "error",
  output: scored("0..1; pass ≤ 0.2", "lower"),
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
