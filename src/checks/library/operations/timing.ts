import { z } from "zod";
import { defineCheck } from "../../check.ts";
import { skipped, within } from "../../verdicts/outcome.ts";
import { operations } from "./operations.ts";

export const latency = defineCheck({
  ...operations,
  name: "latency",
  title: "Response latency",
  description: "Milliseconds from the start of the call to its end, as the span or the proxy recorded them.",
  severity: "major",
  needs: ["times"],
  output: { type: "score", rule: "ms; pass ≤ 10000" },
  source: "Okareo latency; promptfoo latency",
  options: z.strictObject({ max_ms: z.number().positive().default(10_000) }),
  evaluate: ({ datapoint }, { max_ms: max }) => within(datapoint.durationMs, { max }, "latency in ms"),
});

export const timeToFirstToken = defineCheck({
  ...operations,
  name: "time_to_first_token",
  title: "Time to first token",
  description: "Milliseconds from the start of the call to the first streamed content.",
  severity: "major",
  needs: ["times"],
  output: { type: "score", rule: "ms; pass ≤ 2000" },
  source: "OpenTelemetry gen_ai.server.time_to_first_token",
  options: z.strictObject({ max_ms: z.number().positive().default(2000) }),
  evaluate: ({ datapoint }, { max_ms: max }) =>
    datapoint.timeToFirstTokenMs === undefined
      ? skipped("no time of a first token is recorded: the call was not streamed")
      : within(datapoint.timeToFirstTokenMs, { max }, "time to first token in ms"),
});

export const outputTokensPerSecond = defineCheck({
  ...operations,
  name: "output_tokens_per_second",
  title: "Generation speed",
  description:
    "Output tokens per second of generation: from the first token, or from the start where none is recorded.",
  severity: "minor",
  needs: ["usage", "times"],
  tier: 2,
  output: { type: "score", rule: "tokens per second; pass ≥ 15" },
  source: "gateway practice",
  options: z.strictObject({ min: z.number().nonnegative().default(15), min_tokens: z.int().nonnegative().default(20) }),
  evaluate: ({ datapoint }, { min, min_tokens: minTokens }) => {
    const tokens = datapoint.usage.outputTokens;
    const generationMs = datapoint.durationMs - (datapoint.timeToFirstTokenMs ?? 0);
    if (tokens === undefined || tokens < minTokens)
      return skipped(`fewer than ${minTokens} output tokens are reported`);
    if (generationMs <= 0) return skipped("no time of generation is recorded");
    return within((tokens * 1000) / generationMs, { min }, "output tokens per second");
  },
});
