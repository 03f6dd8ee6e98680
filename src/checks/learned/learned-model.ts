import { type Calibration, probabilityOf } from "./calibration.ts";
import { type Grams, gramsOf, weigh } from "./text-grams.ts";

/** A calibrated linear model over n-grams and, where `meaning` is present, over the embedding of the text. */
export interface LinearModel {
  /** One per slot of the n-grams. */
  readonly grams: Float32Array;
  readonly meaning?: Float32Array;
  readonly bias: number;
  readonly calibration: Calibration;
}

/** Probabilities of the first pass up to `noUpTo` and from `yesFrom` on decide without the embedding. */
export interface ClearLimits {
  readonly noUpTo: number;
  readonly yesFrom: number;
}

export interface LearnedModel {
  /** N-grams alone, in microseconds. */
  readonly first: LinearModel;
  readonly clear: ClearLimits;
  /** N-grams and embedding; absent if the labels were learned without the embedding model. */
  readonly full?: LinearModel;
}

export interface FirstPass {
  /** Of a yes. */
  readonly probability: number;
  /** The embedding would not change the decision. */
  readonly isClear: boolean;
  readonly grams: Grams;
}

/** Decides by the n-grams alone. */
export function firstPass({ first, clear, full }: LearnedModel, text: string): FirstPass {
  const grams = gramsOf(text);
  const probability = probabilityBy(first, grams);
  const isClear = full === undefined || probability <= clear.noUpTo || probability >= clear.yesFrom;
  return { probability, isClear, grams };
}

/** Returns the probability of a yes; a model with `meaning` requires the vector. */
export function probabilityBy(model: LinearModel, grams: Grams, vector?: Float32Array): number {
  const { meaning, bias, calibration } = model;
  const score = bias + weigh(grams, model.grams) + (meaning && vector ? product(meaning, vector) : 0);
  return probabilityOf(calibration, score);
}

export function product(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}
