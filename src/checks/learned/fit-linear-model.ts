import { type Calibration, fitCalibration, probabilityOf } from "./calibration.ts";
import { type LinearModel, product } from "./learned-model.ts";
import { fitRegression, type GramMatrix, type Regression, type RegressionExample } from "./logistic-regression.ts";
import { type Grams, gramProduct, gramSlots } from "./text-grams.ts";

/** An example with its features; `vector` for a model that uses meaning. */
export interface FeatureExample {
  readonly grams: Grams;
  readonly vector?: Float32Array;
  readonly isYes: boolean;
}

export interface FittedModel {
  readonly model: LinearModel;
  /** The probability of a yes of each example, by models that were not fitted to it. */
  readonly outOfFold: readonly number[];
}

/** Relative weights of the two kinds of features: the embedding generalizes, the n-grams name the exception. */
const gramShare = 0.4;
const meaningShare = 4;
const cost = 4;
const folds = 10;

/** Fits a model and, for its calibration, ten others that each leave a tenth of the examples out. */
export function fitLinearModel(examples: readonly FeatureExample[], usesMeaning: boolean): FittedModel {
  const matrix = matrixOf(examples, usesMeaning);
  const rows = examples.map(({ isYes }, row): RegressionExample => ({ row, isYes }));
  const foldOf = foldsOf(rows);
  const scores = examples.map(() => 0);
  for (let fold = 0; fold < folds; fold++) {
    const left = rows.filter(({ row }) => foldOf[row] === fold);
    if (left.length === 0) continue;
    const regression = fitRegression(
      matrix,
      rows.filter(({ row }) => foldOf[row] !== fold),
      cost,
    );
    for (const { row } of left) scores[row] = scoreOf(matrix, regression, row);
  }
  const calibration = fitCalibration(rows.map(({ row, isYes }) => ({ score: scores[row] ?? 0, isYes })));
  const model = linearModel(examples, fitRegression(matrix, rows, cost), { usesMeaning, calibration });
  return { model, outOfFold: scores.map((score) => probabilityOf(calibration, score)) };
}

function matrixOf(examples: readonly FeatureExample[], usesMeaning: boolean): GramMatrix {
  const size = examples.length;
  const products = new Float64Array(size * size);
  for (const [row, one] of examples.entries())
    for (let column = 0; column <= row; column++) {
      const other = examples[column];
      if (!other) continue;
      const value = 1 + (usesMeaning ? joint(one, other) : meaningShare * gramProduct(one.grams, other.grams));
      products[row * size + column] = value;
      products[column * size + row] = value;
    }
  return { size, products };
}

const joint = (one: FeatureExample, other: FeatureExample): number =>
  gramShare * gramProduct(one.grams, other.grams) +
  (one.vector && other.vector ? meaningShare * product(one.vector, other.vector) : 0);

/** Deals the examples of each class to the folds in turn, so that each has its share of both. */
function foldsOf(examples: readonly RegressionExample[]): readonly number[] {
  const dealt = { yes: 0, no: 0 };
  return examples.map(({ isYes }) => (isYes ? dealt.yes++ : dealt.no++) % folds);
}

function scoreOf({ size, products }: GramMatrix, { influences }: Regression, row: number): number {
  let score = 0;
  for (let other = 0; other < size; other++) score += (influences[other] ?? 0) * (products[row * size + other] ?? 0);
  return score;
}

function linearModel(
  examples: readonly FeatureExample[],
  { influences }: Regression,
  { usesMeaning, calibration }: { usesMeaning: boolean; calibration: Calibration },
): LinearModel {
  const grams = new Float32Array(gramSlots);
  const meaning = new Float32Array(examples[0]?.vector?.length ?? 0);
  const scale = usesMeaning ? gramShare : meaningShare;
  let bias = 0;
  for (const [row, { grams: own, vector }] of examples.entries()) {
    const influence = influences[row] ?? 0;
    bias += influence;
    for (const [at, slot] of own.slots.entries())
      grams[slot] = (grams[slot] ?? 0) + scale * influence * (own.values[at] ?? 0);
    if (!usesMeaning || !vector) continue;
    for (const [at, value] of vector.entries()) meaning[at] = (meaning[at] ?? 0) + meaningShare * influence * value;
  }
  return { grams, bias, calibration, ...(usesMeaning ? { meaning } : {}) };
}
