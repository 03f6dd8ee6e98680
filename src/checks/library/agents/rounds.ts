import { z } from "zod";
import type { Datapoint } from "../../../datapoints/datapoint.ts";
import { type Subject, toolCallsOf } from "../../../datapoints/traces/subject.ts";
import { canonicalJson, member } from "../../../platform/json/json.ts";
import { defineCheck, passesWhenFalse, scored, usually } from "../../check.ts";
import { defect, skipped, within } from "../../verdicts/outcome.ts";
import { isFailure } from "../function-calling/tool-results.ts";
import { isAgent, isTool, spansOf } from "./spans.ts";

/** Checks of an agent's rounds: repetition, ping-pong and growing context. */
const common = {
  ...usually,
  category: "Agents and traces",
  severity: "major",
  judges: "operation",
  targets: ["conversation"],
  tier: 2,
} as const;

export const retryStorm = defineCheck({
  ...common,
  name: "retry_storm",
  title: "Repeated failing retries",
  description:
    "One tool fails n times in a row with the same arguments, or m calls of the trace are refused by the provider (429, 5xx) within `window_s` seconds.",
  output: passesWhenFalse,
  source: "SRE practice; TRAIL",
  options: z.strictObject({
    n: z.int().min(2).default(3),
    m: z.int().min(2).default(5),
    window_s: z.number().positive().default(60),
  }),
  evaluate: (subject, { n, m, window_s: windowS }) => {
    const failures = failuresInARow(subject);
    const refused = (subject.context.calls ?? [subject.datapoint])
      .filter(({ error }) => error?.status !== undefined && (error.status === 429 || error.status >= 500))
      .map(({ startedAt }) => startedAt)
      .sort((one, other) => one - other);
    if (failures.length === 0 && refused.length === 0) return skipped("no tool and no call failed");
    const worst = failures.toSorted((one, other) => other.times - one.times)[0];
    if (worst && worst.times >= n)
      return defect(true, `${worst.name} failed ${worst.times} times in a row with the same arguments`);
    const burst = refused.some((at, index) => (refused[index + m - 1] ?? Infinity) - at <= windowS * 1000);
    return defect(burst, burst ? `${m} calls were refused within ${windowS} s` : "failures are not repeated");
  },
});

export const handoffPingPong = defineCheck({
  ...common,
  name: "handoff_ping_pong",
  title: "Agents hand over in circles",
  description: "Two agents of the trace hand over to each other and back `cycles` times without a tool between.",
  needs: ["trace"],
  output: passesWhenFalse,
  source: "MAST inter-agent failures (Cemri et al. 2025)",
  options: z.strictObject({ cycles: z.int().min(1).default(2) }),
  evaluate: (subject, { cycles }) => {
    const steps = spansOf(subject).filter((span) => isAgent(span) || isTool(span));
    const agents = steps.filter(isAgent).length;
    if (agents < 2) return skipped("the trace holds no two spans of agents");
    let [run, longest]: [string[], string[]] = [[], []];
    for (const span of steps) {
      const named = span.attributes.get("gen_ai.agent.name");
      const name = typeof named === "string" ? named : span.name;
      if (isTool(span)) run = [];
      else if (name !== run.at(-1))
        run = run.length < 2 || name === run.at(-2) ? [...run, name] : [run.at(-1) ?? "", name];
      if (run.length > longest.length) longest = run;
    }
    const isCircle = longest.length >= 2 * cycles && longest.length > 2;
    return defect(isCircle, isCircle ? longest.slice(0, 8).join(" → ") : `${agents} agents without a circle`);
  },
});

export const contextGrowth = defineCheck({
  ...common,
  name: "context_growth",
  title: "Prompt grows without bound",
  description:
    "Slope of the input tokens over the model calls of the trace, by least squares; from `min_calls` calls on.",
  severity: "minor",
  needs: ["trace"],
  output: scored("tokens per call; pass ≤ 4000"),
  source: "OWASP LLM10; cost practice",
  options: z.strictObject({ max_slope: z.number().default(4000), min_calls: z.int().min(2).default(3) }),
  evaluate: ({ context }, { max_slope: max, min_calls: fewest }) => {
    const tokens = byTime(context.calls ?? []).flatMap(({ usage }) => usage.inputTokens ?? []);
    if (tokens.length < fewest) return skipped(`fewer than ${fewest} calls of the trace report input tokens`);
    const mean = tokens.reduce((sum, each) => sum + each, 0) / tokens.length;
    const middle = (tokens.length - 1) / 2;
    const [rise, run] = tokens.reduce(
      ([up, over], each, at) => [up + (at - middle) * (each - mean), over + (at - middle) ** 2] as const,
      [0, 0] as readonly [number, number],
    );
    return within(rise / run, { max }, `tokens more in each of ${tokens.length} calls`);
  },
});

export const trajectoryEfficiency = defineCheck({
  ...common,
  name: "trajectory_efficiency",
  title: "Path length against the shortest known",
  description:
    "`steps` of the expected result divided by the number of tool calls, at most 1; 0 where it declares the task not `completed`.",
  severity: "minor",
  judges: "calls",
  needs: ["expected"],
  mode: "test run",
  tier: 3,
  output: scored("0..1; pass ≥ 0.5"),
  source: "DeepEval StepEfficiency; success weighted by path length (Anderson et al. 2018)",
  options: z.strictObject({ threshold: z.number().min(0).max(1).default(0.5) }),
  evaluate: ({ conversation, expected }, { threshold }) => {
    const steps = member(expected, "steps");
    if (typeof steps !== "number" || steps <= 0) return skipped("the expected result holds no number of steps");
    const made = conversation.reduce((sum, { parts }) => sum + toolCallsOf(parts).length, 0);
    if (made === 0) return skipped("no tool was called");
    const efficiency = member(expected, "completed") === false ? 0 : Math.min(1, steps / made);
    return within(efficiency, { min: threshold }, `${steps} steps expected, ${made} made`);
  },
});

const byTime = (calls: readonly Datapoint[]) => calls.toSorted((one, other) => one.startedAt - other.startedAt);

/** Returns each tool that failed repeatedly with the same arguments, with the number of failures in a row. */
function failuresInARow({ datapoint }: Subject): readonly { readonly name: string; readonly times: number }[] {
  const calls = new Map(
    datapoint.input.flatMap(({ parts }) =>
      toolCallsOf(parts).flatMap((call) => (call.id === undefined ? [] : [[call.id, call] as const])),
    ),
  );
  const rows: { name: string; key: string; times: number }[] = [];
  const last = new Map<string, { name: string; key: string; times: number }>();
  for (const part of datapoint.input.flatMap(({ parts }) => parts)) {
    if (part.type !== "tool_result" || part.id === undefined) continue;
    const call = calls.get(part.id);
    if (!call) continue;
    const key = call.parsed ? canonicalJson(call.parsed) : call.text;
    const before = last.get(call.name);
    if (!isFailure(part.result)) last.delete(call.name);
    else if (before?.key === key) before.times++;
    else {
      const row = { name: call.name, key, times: 1 };
      rows.push(row);
      last.set(call.name, row);
    }
  }
  return rows;
}
