import type { DashboardChart, Usage } from "../platform/api/types.ts";
import { costText, countText, durationText } from "../platform/ui/format.tsx";
import type { Chart } from "./charts/series.ts";

type Group = Usage["groups"][number];
type Values = readonly (number | undefined)[];

interface Measure {
  readonly name: string;
  readonly of: (group: Group) => Values;
  readonly text: (value: number) => string;
}

const known = (column: readonly (number | null)[]): Values => column.map((value) => value ?? undefined);

export const percentText = (share: number): string => `${(share * 100).toFixed(share > 0 && share < 0.1 ? 1 : 0)} %`;

export const shortCount = (count: number): string =>
  count >= 1e6
    ? `${(count / 1e6).toFixed(1)} M`
    : count >= 10_000
      ? `${Math.round(count / 1000)} k`
      : countText(Math.round(count * 100) / 100);

export const measures: Readonly<Record<DashboardChart["measure"], Measure>> = {
  calls: { name: "Calls", of: ({ calls }) => calls, text: shortCount },
  errors: { name: "Failed calls", of: ({ errors }) => errors, text: shortCount },
  error_share: {
    name: "Share of failed calls",
    of: ({ calls, errors }) => calls.map((all, at) => (all === 0 ? undefined : (errors[at] ?? 0) / all)),
    text: percentText,
  },
  cost: { name: "Cost", of: ({ costUsd }) => known(costUsd), text: costText },
  input_tokens: { name: "Input tokens", of: ({ inputTokens }) => known(inputTokens), text: shortCount },
  output_tokens: { name: "Output tokens", of: ({ outputTokens }) => known(outputTokens), text: shortCount },
  cached_tokens: { name: "Tokens from cache", of: ({ cacheReadTokens }) => known(cacheReadTokens), text: shortCount },
  latency_p50: { name: "Latency, p50", of: ({ latencyP50Ms }) => known(latencyP50Ms), text: durationText },
  latency_p95: { name: "Latency, p95", of: ({ latencyP95Ms }) => known(latencyP95Ms), text: durationText },
  latency_p99: { name: "Latency, p99", of: ({ latencyP99Ms }) => known(latencyP99Ms), text: durationText },
  first_token_p95: {
    name: "First token, p95",
    of: ({ timeToFirstTokenP95Ms }) => known(timeToFirstTokenP95Ms),
    text: durationText,
  },
};

export const splits = ["model", "provider", "op", "env", "service", "release", "source", "error.type"] as const;

/** Returns the chart of a measure: one series, or one for each value of the split field. */
export function chartOf(usage: Usage, { measure, by }: Pick<DashboardChart, "measure" | "by">): Chart {
  const { name, of } = measures[measure];
  return {
    times: usage.times.map((time) => Date.parse(time)),
    bucketMs: usage.bucketMs,
    series: usage.groups.map((group) => ({
      name: by === undefined ? name.toLowerCase() : (group.name ?? "unknown"),
      values: of(group),
    })),
  };
}

/** Combines two queries with AND. */
export function both(one: string, other: string): string {
  const given = [one.trim(), other.trim()].filter((text) => text !== "");
  return given.length < 2 ? (given[0] ?? "") : given.map((text) => `(${text})`).join(" ");
}
