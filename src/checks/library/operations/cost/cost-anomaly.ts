import { metricOf, metrics } from "../../../../datapoints/index.ts";
import { defect, defineCheck, passesWhenFalse, skipped, z } from "../../definition.ts";
import { operations } from "../shared-properties.ts";

export const costAnomaly = defineCheck({
  ...operations,
  name: "cost_anomaly",
  title: "Cost far above its baseline",
  description:
    "The cost (or latency, or tokens) of the call is above the median plus k times the median absolute deviation of earlier calls of the same project, model and prompt version that this process has seen recently.",
  severity: "major",
  needs: ["history"],
  output: passesWhenFalse,
  source: "robust outlier detection (Iglewicz & Hoaglin 1993)",
  options: z.strictObject({
    metric: z.enum(metrics).default("cost"),
    k: z.number().positive().default(6),
    n: z.int().positive().max(1000).default(500),
    min_n: z.int().positive().default(50),
  }),
  evaluate: ({ datapoint, context }, { metric, k, n, min_n: minN }) => {
    const value = metricOf(datapoint, metric);
    if (value === undefined) return skipped(`the ${metric} of the call is not known`);
    const earlier = context.earlier?.(metric).slice(-n) ?? [];
    if (earlier.length < minN) return skipped(`only ${earlier.length} earlier calls are known, ${minN} are needed`);
    const median = medianOf(earlier);
    const deviation = medianOf(earlier.map((each) => Math.abs(each - median)));
    // Uses a deviation of at least 1 % of the median, for earlier values that are all alike.
    const limit = median + k * Math.max(deviation, Math.abs(median) * 0.01);
    return defect(
      value > limit,
      `${metric} ${shown(value)}, median ${shown(median)} of ${earlier.length}, limit ${shown(limit)}`,
    );
  },
});

function medianOf(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

const shown = (value: number) => `${Number(value.toPrecision(4))}`;
