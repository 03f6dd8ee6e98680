import { z } from "zod";
import type { Datapoint } from "../../../datapoints/datapoint.ts";
import { contextWindowOf } from "../../../datapoints/pricing/context-windows.ts";
import { resendCount } from "../../../datapoints/retries.ts";
import { metricOf, metrics } from "../../../datapoints/traces/evaluation-context.ts";
import { defineCheck, passesWhenFalse, scored } from "../../check.ts";
import { defect, skipped, within } from "../../verdicts/outcome.ts";
import { operations } from "./operations.ts";

export const contextWindowUtilisation = defineCheck({
  ...operations,
  name: "context_window_utilisation",
  title: "Context window use",
  description: "Input tokens and the limit of output tokens, divided by the context window of the model.",
  severity: "major",
  needs: ["usage"],
  output: scored("0..1; pass ≤ 0.9"),
  source: "providers' model pages",
  options: z.strictObject({
    max: z.number().positive().default(0.9),
    /** Tokens, for models that the table lacks. */
    window: z.int().positive().optional(),
  }),
  evaluate: ({ datapoint }, { max, window }) => {
    const { usage, params, responseModel, requestModel } = datapoint;
    if (usage.inputTokens === undefined) return skipped("the number of input tokens is not reported");
    const models = [responseModel, requestModel].filter((model) => model !== undefined);
    const size = window ?? models.map((model) => contextWindowOf(model)).find((each) => each !== undefined);
    if (size === undefined) return skipped("the context window of the model is not known");
    return within(
      (usage.inputTokens + (params.maxTokens ?? usage.outputTokens ?? 0)) / size,
      { max },
      `share of a window of ${size} tokens`,
    );
  },
});

export const costAnomaly = defineCheck({
  ...operations,
  name: "cost_anomaly",
  title: "Cost far above its baseline",
  description:
    "The cost (or latency, or tokens) of the call is above the median plus k times the median absolute deviation of earlier calls of the same project, model and prompt version that this process has seen recently.",
  severity: "major",
  needs: ["history"],
  output: passesWhenFalse,
  source: "robust outlier detection (Iglewicz & Hoaglin 1993)",
  options: z.strictObject({
    metric: z.enum(metrics).default("cost"),
    k: z.number().positive().default(6),
    n: z.int().positive().max(1000).default(500),
    min_n: z.int().positive().default(50),
  }),
  evaluate: ({ datapoint, context }, { metric, k, n, min_n: minN }) => {
    const value = metricOf(datapoint, metric);
    if (value === undefined) return skipped(`the ${metric} of the call is not known`);
    const earlier = context.earlier?.(metric).slice(-n) ?? [];
    if (earlier.length < minN) return skipped(`only ${earlier.length} earlier calls are known, ${minN} are needed`);
    const median = medianOf(earlier);
    const deviation = medianOf(earlier.map((each) => Math.abs(each - median)));
    // Uses a deviation of at least 1 % of the median, for earlier values that are all alike.
    const limit = median + k * Math.max(deviation, Math.abs(median) * 0.01);
    return defect(
      value > limit,
      `${metric} ${shown(value)}, median ${shown(median)} of ${earlier.length}, limit ${shown(limit)}`,
    );
  },
});

export const retryCount = defineCheck({
  ...operations,
  name: "retry_count",
  title: "Retries needed",
  description:
    "Attempts at this call minus one: as the sender records them (`http.request.resend_count` and the like), else failed calls of the same trace with the same messages before it.",
  severity: "minor",
  needs: [],
  output: scored("count; pass ≤ 1"),
  source: "OpenTelemetry http.request.resend_count; gateway practice",
  options: z.strictObject({ max: z.int().nonnegative().default(1) }),
  evaluate: ({ datapoint, context }, { max }) => {
    const recorded = recordedRetries(datapoint);
    if (recorded !== undefined) return within(recorded, { max }, "retries");
    if (!context.calls) return skipped("neither retries nor the trace are recorded");
    const same = JSON.stringify(datapoint.input);
    const failed = context.calls.filter(
      (call) =>
        call.id !== datapoint.id &&
        call.error !== undefined &&
        call.startedAt < datapoint.startedAt &&
        call.input.length > 0 &&
        JSON.stringify(call.input) === same,
    );
    return within(failed.length, { max }, "retries");
  },
});

function recordedRetries({ attributes }: Datapoint): number | undefined {
  for (const [name, less] of retryAttributes) {
    const value = attributes.get(name);
    const count = typeof value === "bigint" || typeof value === "string" ? Number(value) : value;
    if (typeof count === "number" && Number.isInteger(count) && count >= less) return count - less;
  }
  return undefined;
}

/** Attribute names, and the number to subtract to get retries from attempts. */
const retryAttributes: readonly (readonly [string, number])[] = [
  [resendCount, 0],
  ["gen_ai.request.retry_count", 0],
  ["llm.retry_count", 0],
  ["retry_count", 0],
  ["num_retries", 0],
  ["retry.attempt", 1],
  ["attempts", 1],
];

function medianOf(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

const shown = (value: number) => `${Number(value.toPrecision(4))}`;
