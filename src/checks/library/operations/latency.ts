import { defineCheck, scored, within, z } from "../definition.ts";
import { operations } from "./shared-properties.ts";

export const latency = defineCheck({
  ...operations,
  name: "latency",
  title: "Response latency",
  description: "Milliseconds from the start of the call to its end, as the span or the proxy recorded them.",
  severity: "major",
  needs: ["times"],
  output: scored("ms; pass ≤ 10000", "lower"),
  source: "Okareo latency; promptfoo latency",
  options: z.strictObject({ max_ms: z.number().positive().default(10_000) }),
  evaluate: ({ datapoint }, { max_ms: max }) => within(datapoint.durationMs, { max }, "latency in ms"),
});
