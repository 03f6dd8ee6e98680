import { type MeasuredShare, wilsonInterval } from "../../platform/statistics/wilson-interval.ts";
import type { ScoredExample } from "./calibration.ts";

/** What a threshold would have found among the labels; `score` of an example is its out-of-fold probability. */
export interface ThresholdFigures {
  /** Probability from which a text counts as a yes. */
  readonly threshold: number;
  readonly precision?: MeasuredShare;
  readonly recall?: MeasuredShare;
}

export function figuresAt(threshold: number, examples: readonly ScoredExample[]): ThresholdFigures {
  const found = examples.filter(({ score }) => score >= threshold);
  const hits = found.filter(({ isYes }) => isYes).length;
  const precision = wilsonInterval(hits, found.length);
  const recall = wilsonInterval(hits, examples.filter(({ isYes }) => isYes).length);
  return { threshold, ...(precision ? { precision } : {}), ...(recall ? { recall } : {}) };
}

/** Returns the lowest threshold whose precision among the labels is at least the wanted one; undefined if none is. */
export function thresholdFor(wantedPrecision: number, examples: readonly ScoredExample[]): number | undefined {
  const scores = [...new Set(examples.map(({ score }) => score))].sort((one, other) => one - other);
  return scores.find((score) => (figuresAt(score, examples).precision?.value ?? 0) >= wantedPrecision);
}
