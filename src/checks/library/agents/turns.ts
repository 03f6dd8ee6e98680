import type { Datapoint } from "../../../datapoints/index.ts";

/** Returns the duration of each turn in milliseconds. */
export function turnsOf(calls: readonly Datapoint[]): readonly number[] {
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
