import { type Subject, toolCallsOf } from "../../../datapoints/index.ts";
import { canonicalJson } from "../../../platform/json/json.ts";
import { defect, defineCheck, passesWhenFalse, skipped, z } from "../definition.ts";
import { isFailure } from "../function-calling/tool-failure.ts";
import { agentRounds } from "./shared-properties.ts";

export const retryStorm = defineCheck({
  ...agentRounds,
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
