import type { AccuracyStatistics } from "../../src/checks/verdicts/accuracy.ts";
import { type MeasuredShare, wilsonInterval } from "../../src/platform/statistics/wilson-interval.ts";

export type SplitMetric = AccuracyStatistics;
export type Share = MeasuredShare;
type Counts = SplitMetric["counts"];

export function wilson(hits: number, of: number): Share | undefined {
  const share = wilsonInterval(hits, of);
  return share && { value: rounded(share.value), low: rounded(share.low), high: rounded(share.high), of };
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
