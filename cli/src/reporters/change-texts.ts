import type { RunMetrics } from "../../../packages/api-client/src/api.ts";
import type { ReportedRun } from "../report.ts";

type Compared = Extract<NonNullable<ReportedRun["comparison"]>, { readonly checks: unknown }>;

/** Returns how cost and latency of a run changed against its base, a line each; none where one side lacks them. */
export function changeTexts(
  { model_metrics: now }: Pick<ReportedRun, "model_metrics">,
  { base }: Compared,
): readonly string[] {
  const before = base.model_metrics;
  if (!now || !before) return [];
  return [
    line("cost", "costUsd", (usd) => `$${Number(usd.toPrecision(3))}`),
    line("latency, mean", "meanDurationMs", milliseconds),
    line("latency, p95", "p95DurationMs", milliseconds),
  ].flatMap((each) => each ?? []);

  function line(name: string, key: "costUsd" | "meanDurationMs" | "p95DurationMs", written: (value: number) => string) {
    const [from, to] = [valueOf(before, key), valueOf(now, key)];
    if (from === undefined || to === undefined) return undefined;
    return `${name}: ${written(from)} → ${written(to)}${shareText(from, to)}`;
  }
}

const valueOf = (metrics: RunMetrics | undefined, key: "costUsd" | "meanDurationMs" | "p95DurationMs") =>
  metrics?.[key];

const milliseconds = (ms: number): string => (ms < 10_000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`);

function shareText(from: number, to: number): string {
  if (from === 0 || from === to) return "";
  const share = ((to - from) / from) * 100;
  return ` (${share > 0 ? "+" : "−"}${Math.abs(share).toFixed(Math.abs(share) < 10 ? 1 : 0)} %)`;
}

/** Returns the rows whose verdict changed, those that became worse first. */
export const changedRows = ({ changed }: Compared): Compared["changed"] =>
  changed.toSorted((left, right) => Number(left.change === "improved") - Number(right.change === "improved"));
