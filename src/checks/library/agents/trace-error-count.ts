import { defineCheck, scored, skipped, within, z } from "../definition.ts";
import { agentTurns } from "./shared-properties.ts";

export const traceErrorCount = defineCheck({
  ...agentTurns,
  name: "trace_error_count",
  title: "Errors in the trace",
  description:
    "Spans of the trace that failed or recorded an exception, as far as it has arrived; names may be left out.",
  output: scored("count; pass ≤ 0", "lower"),
  source: "promptfoo trace-error-spans; OpenTelemetry status and exceptions",
  options: z.strictObject({ max: z.int().nonnegative().default(0), ignore_names: z.array(z.string()).default([]) }),
  evaluate: ({ context }, { max, ignore_names: ignored }) => {
    const spans = context.spans?.();
    if (!spans || spans.length === 0) return skipped("the trace is not known");
    const failed = spans.filter((span) => span.failed && !ignored.includes(span.name));
    const outcome = within(failed.length, { max }, "failed spans");
    const names = [...new Set(failed.map(({ name }) => name))].slice(0, 5).join(", ");
    return outcome.kind === "failed" ? { ...outcome, explanation: `${outcome.explanation}: ${names}` } : outcome;
  },
});
