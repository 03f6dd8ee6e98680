import { z } from "zod";
import type { Datapoint } from "../../../datapoints/datapoint.ts";
import { defineCheck, passesWhenFalse, scored, usually } from "../../check.ts";
import { defect, skipped, within } from "../../verdicts/outcome.ts";

const common = {
  ...usually,
  category: "Agents and traces",
  severity: "major",
  judges: "operation",
  targets: ["conversation"],
  needs: ["trace"],
} as const;

export const maxStepsExceeded = defineCheck({
  ...common,
  name: "max_steps_exceeded",
  title: "Too many agent steps",
  description:
    "The trace holds more model calls than `max_steps`, as far as it has arrived when the call is judged; where the trace is not known, the conversation more answers of the assistant.",
  needs: [],
  output: passesWhenFalse,
  source: "promptfoo trace-span-count; OWASP LLM10",
  options: z.strictObject({ max_steps: z.int().positive().default(25) }),
  evaluate: ({ context, conversation }, { max_steps: max }) => {
    const turns = conversation.filter(({ role }) => role === "assistant").length;
    const calls = context.calls?.length ?? 0;
    if (calls === 0 && turns === 0) return skipped("neither a trace nor a conversation is recorded");
    const [steps, what] = calls >= turns ? [calls, "model calls in the trace"] : [turns, "answers in the conversation"];
    return defect(steps > max, `${steps} ${what}, at most ${max}`);
  },
});

export const traceErrorCount = defineCheck({
  ...common,
  name: "trace_error_count",
  title: "Errors in the trace",
  description:
    "Spans of the trace that failed or recorded an exception, as far as it has arrived; names may be left out.",
  output: scored("count; pass ≤ 0"),
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

export const avgTurnLatency = defineCheck({
  ...common,
  name: "avg_turn_latency",
  title: "Average turn latency",
  description:
    "Mean time of the trace's turns in milliseconds. A turn begins with the first model call after a message of the user and ends with the last one before the next, tools between them included.",
  category: "Operations: latency, cost, tokens, delivery",
  output: scored("ms; pass ≤ 8000"),
  source: "Okareo avg_turn_latency",
  options: z.strictObject({ max_ms: z.number().positive().default(8000) }),
  evaluate: ({ context, datapoint }, { max_ms: max }) => {
    const turns = turnsOf(context.calls ?? [datapoint]);
    if (turns.length === 0) return skipped("the trace holds no answered message of the user");
    return within(
      turns.reduce((sum, turn) => sum + turn, 0) / turns.length,
      { max },
      `mean of ${turns.length} turns in ms`,
    );
  },
});

export const maxTurnLatency = defineCheck({
  ...common,
  name: "max_turn_latency",
  title: "Slowest turn",
  description: "Milliseconds of the trace's longest turn (see `avg_turn_latency`): the outlier that a mean hides.",
  category: "Operations: latency, cost, tokens, delivery",
  severity: "minor",
  tier: 2,
  output: scored("ms; pass ≤ 20000"),
  source: "Okareo p95_turn_ms",
  options: z.strictObject({ max_ms: z.number().positive().default(20_000) }),
  evaluate: ({ context, datapoint }, { max_ms: max }) => {
    const turns = turnsOf(context.calls ?? [datapoint]);
    if (turns.length === 0) return skipped("the trace holds no answered message of the user");
    return within(Math.max(...turns), { max }, `slowest of ${turns.length} turns in ms`);
  },
});

/** Returns the duration of each turn in milliseconds. */
function turnsOf(calls: readonly Datapoint[]): readonly number[] {
  const turns: { readonly from: number; to: number; readonly userMessages: number }[] = [];
  for (const call of calls.toSorted((one, other) => one.startedAt - other.startedAt)) {
    if (call.operation === "embedding") continue;
    const userMessages = call.input.filter(
      ({ role, parts }) => role === "user" && !parts.some(({ type }) => type === "tool_result"),
    ).length;
    const open = turns.at(-1);
    if (userMessages === 0) continue;
    if (open && open.userMessages >= userMessages) open.to = Math.max(open.to, call.endedAt);
    else turns.push({ from: call.startedAt, to: call.endedAt, userMessages });
  }
  return turns.map(({ from, to }) => to - from);
}
