import { buckets, featuresOf } from "./error-features.ts";
import { modelScale, modelTypes, modelWeights } from "./error-model-weights.ts";
import type { ErrorType } from "./error-types.ts";

/** A type that the model read from a text, with its probability. */
export interface ModelGuess {
  readonly type: ErrorType;
  readonly probability: number;
}

// One row of weights per bucket, one column per type; the last row is the bias.
const weights = new Int8Array(Buffer.from(modelWeights, "base64"));

/** Returns the most probable type of a message: multinomial logistic regression over hashed character sequences. */
export function guessType(message: string): ModelGuess {
  const columns = modelTypes.length;
  const features = featuresOf(message);
  const totals = new Int32Array(columns);
  for (const bucket of features) {
    const row = bucket * columns;
    for (let column = 0; column < columns; column++) totals[column]! += weights[row + column]!;
  }
  const size = 1 / Math.sqrt(features.length || 1);
  const sums = new Float64Array(columns);
  for (let column = 0; column < columns; column++)
    sums[column] = totals[column]! * size + weights[buckets * columns + column]!;
  return mostProbable(sums);
}

function mostProbable(sums: Float64Array): ModelGuess {
  let best = 0;
  let total = 0;
  for (let column = 1; column < sums.length; column++) if (sums[column]! > sums[best]!) best = column;
  for (const sum of sums) total += Math.exp((sum - sums[best]!) * modelScale);
  return { type: modelTypes[best]!, probability: 1 / total };
}
