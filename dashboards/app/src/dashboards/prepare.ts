import type { Usage } from "../platform/api/types.ts";
import type { Chart, Series } from "./charts/series.ts";

type Group = Usage["groups"][number];
type Column = readonly (number | null | undefined)[];

const known = (column: Column): readonly (number | undefined)[] => column.map((value) => value ?? undefined);
const timesOf = ({ times, bucketMs }: Usage) => ({ times: times.map((time) => Date.parse(time)), bucketMs });

/** Returns a chart of the first group; without a split there is only one. */
function single(usage: Usage, series: (group: Group) => readonly Series[]): Chart {
  const [group] = usage.groups;
  return { ...timesOf(usage), series: group ? series(group) : [] };
}

export const volume = (usage: Usage): Chart =>
  single(usage, ({ calls, errors, failing = [] }) => [
    { name: "error", values: errors, tone: "warn" },
    { name: "failing", values: failing, tone: "fail" },
    { name: "ok", values: calls.map((all, at) => all - (errors[at] ?? 0) - (failing[at] ?? 0)), tone: "ok" },
  ]);

/** Ratios of sums, so that a bucket with few calls has little weight; a bucket without calls is a gap. */
export const rates = (usage: Usage): Chart =>
  single(usage, ({ calls, errors, failing = [] }) => [
    { name: "failed calls", values: shares(errors, calls), tone: "warn" },
    { name: "calls with a failed check", values: shares(failing, calls), tone: "fail" },
  ]);

const shares = (parts: readonly number[], wholes: readonly number[]) =>
  wholes.map((whole, at) => (whole === 0 ? undefined : (parts[at] ?? 0) / whole));

export const latency = (usage: Usage): Chart =>
  single(usage, (group) => [
    { name: "p50", values: known(group.latencyP50Ms) },
    { name: "p95", values: known(group.latencyP95Ms) },
    { name: "p99", values: known(group.latencyP99Ms) },
    { name: "first token p95", values: known(group.timeToFirstTokenP95Ms) },
  ]);

/** Cached tokens are part of the input and subtracted from it, so that the stack adds up. */
export const tokens = (usage: Usage): Chart =>
  single(usage, ({ inputTokens, outputTokens, cacheReadTokens }) => [
    { name: "output", values: known(outputTokens) },
    {
      name: "input",
      values: inputTokens.map((all, at) => (all === null ? undefined : all - (cacheReadTokens[at] ?? 0))),
    },
    { name: "input from cache", values: known(cacheReadTokens), tone: "quiet" },
  ]);

export const byGroup = (usage: Usage, pick: (group: Group) => Column): Chart => ({
  ...timesOf(usage),
  series: usage.groups.map((group) => ({ name: group.name ?? "unknown", values: known(pick(group)) })),
});

export const errorRateByGroup = (usage: Usage): Chart => ({
  ...timesOf(usage),
  series: usage.groups.map(({ name = "unknown", calls, errors }) => ({ name, values: shares(errors, calls) })),
});
