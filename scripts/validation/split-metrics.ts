import type { AccuracyStatistics, MeasuredShare } from "../../src/checks/verdicts/accuracy.ts";

export type SplitMetric = AccuracyStatistics;
export type Share = MeasuredShare;
type Counts = SplitMetric["counts"];

export function wilson(hits: number, of: number): Share | undefined {
  if (of === 0) return undefined;
  const z = 1.959964;
  const p = hits / of;
  const centre = (p + (z * z) / (2 * of)) / (1 + (z * z) / of);
  const half = (z / (1 + (z * z) / of)) * Math.sqrt((p * (1 - p)) / of + (z * z) / (4 * of * of));
  return { value: rounded(p), low: rounded(Math.max(0, centre - half)), high: rounded(Math.min(1, centre + half)), of };
}

export function count(labels: readonly boolean[], hits: readonly boolean[]): Counts {
  const of = (label: boolean, hit: boolean) => labels.filter((each, at) => each === label && hits[at] === hit).length;
  return { tp: of(true, true), fp: of(false, true), fn: of(true, false), tn: of(false, false) };
}

export function shares({ tp, fp, fn, tn }: Counts): Pick<SplitMetric, "precision" | "recall" | "falsePositives"> {
  const precision = wilson(tp, tp + fp);
  const recall = wilson(tp, tp + fn);
  const falsePositives = wilson(fp, fp + tn);
  return {
    ...(precision ? { precision } : {}),
    ...(recall ? { recall } : {}),
    ...(falsePositives ? { falsePositives } : {}),
  };
}

function rounded(share: number): number {
  return Math.round(share * 1000) / 1000;
}
