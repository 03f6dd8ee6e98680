import { type Datapoint, resendCount } from "../../../datapoints/index.ts";
import { defineCheck, scored, skipped, within, z } from "../definition.ts";
import { operations } from "./shared-properties.ts";

export const retryCount = defineCheck({
  ...operations,
  name: "retry_count",
  title: "Retries needed",
  description:
    "Attempts at this call minus one: as the sender records them (`http.request.resend_count` and the like), else failed calls of the same trace with the same messages before it.",
  severity: "minor",
  output: scored("count; pass ≤ 1", "lower"),
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
