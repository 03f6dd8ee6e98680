import { z } from "zod";
import { finishReasons } from "../../../datapoints/datapoint.ts";
import { defineCheck } from "../../check.ts";
import { callError, defect, property, skipped } from "../../verdicts/outcome.ts";
import { defectRule, operations } from "./operations.ts";

export const outputTruncated = defineCheck({
  ...operations,
  name: "output_truncated",
  title: "Output cut off",
  description:
    "The response ended at the token limit: the finish reason reports it or, without one, the output reaches the limit.",
  severity: "major",
  needs: [],
  targets: ["metadata", "output"],
  output: defectRule,
  source: "promptfoo finish-reason; Okareo",
  options: z.strictObject({}),
  evaluate: ({ datapoint: { finishReasons, params, usage, error } }) => {
    if (error) return skipped("the call failed");
    if (finishReasons.includes("length")) return defect(true, "the finish reason is length");
    if (finishReasons.length > 0) return defect(false, `the finish reason is ${finishReasons.join(", ")}`);
    if (params.maxTokens === undefined || usage.outputTokens === undefined)
      return skipped("neither a finish reason nor a token limit with usage is recorded");
    const full = usage.outputTokens >= params.maxTokens - 1;
    return defect(full, `${usage.outputTokens} of at most ${params.maxTokens} output tokens`);
  },
});

export const contentFilterTriggered = defineCheck({
  ...operations,
  name: "content_filter_triggered",
  title: "Provider filter triggered",
  description: "The provider's own filter stopped or emptied the response.",
  severity: "major",
  needs: [],
  finds: "error",
  output: defectRule,
  source: "promptfoo guardrails; Azure content filtering",
  options: z.strictObject({}),
  evaluate: ({ datapoint }) => {
    if (datapoint.finishReasons.includes("content_filter"))
      return callError("content_filtered", "the finish reason is content_filter");
    if (datapoint.error?.type === "content_filtered")
      return callError("content_filtered", datapoint.error.message ?? "the provider refused the content");
    return defect(false, "no filter is reported");
  },
});

export const streamIncomplete = defineCheck({
  ...operations,
  name: "stream_incomplete",
  title: "Stream ended abnormally",
  description: "A streamed response broke off: no finish reason came, or the call never ended.",
  severity: "major",
  needs: [],
  finds: "error",
  output: defectRule,
  source: "Server-Sent Events contract of the providers",
  options: z.strictObject({}),
  evaluate: ({ datapoint }) => {
    if (datapoint.streaming !== true) return skipped("the call was not streamed");
    if (datapoint.error && datapoint.error.type !== "stream_interrupted") return skipped("the call failed");
    if (datapoint.flags.includes("partial")) return callError("stream_interrupted", "the stream never ended");
    if (datapoint.error) return callError("stream_interrupted", datapoint.error.message ?? "the stream broke off");
    if (datapoint.finishReasons.length === 0) return callError("stream_interrupted", "no finish reason was streamed");
    return defect(false, "the stream ended with a finish reason");
  },
});

export const emptyOutput = defineCheck({
  ...operations,
  name: "empty_output",
  title: "Empty response",
  description: "The response has no visible text and neither a tool call, a refusal nor media.",
  severity: "critical",
  judges: "calls",
  needs: [],
  targets: ["output"],
  output: defectRule,
  source: "Opik; UpTrain response completeness",
  options: z.strictObject({ min_chars: z.int().positive().default(1) }),
  evaluate: (subject, { min_chars: minChars }) => {
    const parts = subject.datapoint.output.flatMap((message) => message.parts);
    if (parts.some(({ type }) => type === "image" || type === "audio" || type === "file" || type === "other"))
      return defect(false, "the response holds media");
    if (subject.toolCalls.length > 0) return defect(false, "the response calls a tool");
    if (parts.some((part) => part.type === "refusal" && part.text !== ""))
      return defect(false, "the response is a refusal");
    const length = subject.text("output").trimmed.length;
    return defect(length < minChars, length === 0 ? "the response is blank" : `the response has ${length} characters`);
  },
});

export const finishReasonExpected = defineCheck({
  ...operations,
  name: "finish_reason_expected",
  title: "Finish reason as expected",
  description: "Every finish reason of the response is one of the allowed ones.",
  severity: "minor",
  needs: [],
  tier: 2,
  output: { type: "boolean", rule: "pass when true" },
  source: "promptfoo finish-reason",
  options: z.strictObject({ allowed: z.array(z.enum(finishReasons)).min(1).default(["stop", "tool_calls"]) }),
  evaluate: ({ datapoint }, { allowed }) => {
    if (datapoint.finishReasons.length === 0) return skipped("no finish reason is recorded");
    const others = datapoint.finishReasons.filter((reason) => !allowed.includes(reason));
    return property(others.length === 0, `the finish reason is ${datapoint.finishReasons.join(", ")}`);
  },
});
