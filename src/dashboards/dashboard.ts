import type { SplitField } from "../datapoints/index.ts";
import type { ProjectId } from "../platform/ids.ts";

/** Measures that a chart can show of matching datapoints. Shares are ratios of sums. */
export const chartMeasures = [
  "calls",
  "errors",
  "error_share",
  "cost",
  "input_tokens",
  "output_tokens",
  "cached_tokens",
  "latency_p50",
  "latency_p95",
  "latency_p99",
  "first_token_p95",
] as const;
export type ChartMeasure = (typeof chartMeasures)[number];

export const chartKinds = ["bars", "lines"] as const;
export type ChartKind = (typeof chartKinds)[number];

export interface DashboardChart {
  readonly title: string;
  /** Query in datapoint fields; "" matches everything. */
  readonly q: string;
  readonly measure: ChartMeasure;
  readonly by?: SplitField;
  readonly kind: ChartKind;
  readonly wide: boolean;
}

export interface Dashboard {
  readonly id: string;
  readonly projectId: ProjectId;
  readonly name: string;
  readonly charts: readonly DashboardChart[];
  /** Unix milliseconds. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Each chart costs one query to ClickHouse. */
export const chartsAtMost = 24;
export const dashboardsAtMost = 100;
