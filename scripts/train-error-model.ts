/**
 * Trains the model that reads the type of an error that no code and no phrase names, and writes its weights:
 * `node scripts/train-error-model.ts`. It reads the tune splits of test/fixtures/errors and nothing else.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buckets, featuresOf } from "../src/datapoints/errors/error-features.ts";
import { type ErrorType, errorTypes } from "../src/datapoints/errors/error-types.ts";

interface Example {
  readonly features: readonly number[];
  readonly type: number;
  readonly weight: number;
  readonly thread: string;
}

const root = join(import.meta.dirname, "..");
const epochs = 40;
const rate = 0.5;
const decay = 0.0001;

function examples(): Example[] {
  return ["published-tune", "tune"].flatMap((split) =>
    readFileSync(join(root, `test/fixtures/errors/${split}.jsonl`), "utf8")
      .trim()
      .split("\n")
      .map((line): Example => {
        const row = JSON.parse(line) as { text: string; type: ErrorType; thread: string };
        return { features: featuresOf(row.text), type: errorTypes.indexOf(row.type), weight: 1, thread: row.thread };
      }),
  );
}

/** Orders the examples the same way each time. */
function shuffled(list: readonly Example[], seed: number): Example[] {
  let state = seed;
  return list
    .map((one) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return [state, one] as const;
    })
    .sort((one, other) => one[0] - other[0])
    .map(([, one]) => one);
}

function probabilities(weights: Float64Array, features: readonly number[]): Float64Array {
  const columns = errorTypes.length;
  const sums = new Float64Array(columns);
  const size = 1 / Math.sqrt(features.length || 1);
  for (const bucket of features)
    for (let column = 0; column < columns; column++) sums[column]! += weights[bucket * columns + column]! * size;
  for (let column = 0; column < columns; column++) sums[column]! += weights[buckets * columns + column]!;
  const most = Math.max(...sums);
  const exps = sums.map((sum) => Math.exp(sum - most));
  const total = exps.reduce((one, other) => one + other, 0);
  return exps.map((one) => one / total);
}

/** Stochastic gradient descent with a falling rate; frequent types count less, so that rare ones are learned. */
function trained(list: readonly Example[]): Float64Array {
  const columns = errorTypes.length;
  const weights = new Float64Array((buckets + 1) * columns);
  const counts = errorTypes.map((_, type) => list.filter((one) => one.type === type).length || 1);
  const most = Math.max(...counts);
  for (let epoch = 0; epoch < epochs; epoch++) {
    const step = rate / (1 + epoch / 4);
    for (const { features, type } of shuffled(list, epoch + 1)) {
      const guess = probabilities(weights, features);
      const size = 1 / Math.sqrt(features.length || 1);
      const share = step * Math.min(3, Math.sqrt(most / counts[type]!));
      for (let column = 0; column < columns; column++) {
        const error = (column === type ? 1 : 0) - guess[column]!;
        weights[buckets * columns + column]! += share * error * 0.1;
        for (const bucket of features) {
          const at = bucket * columns + column;
          weights[at]! += share * (error * size * 4 - decay * weights[at]!);
        }
      }
    }
  }
  return weights;
}

/** Trains without each fifth of the threads in turn, and prints how often the model is right about them, by certainty. */
function crossValidated(list: readonly Example[]): void {
  const threads = [...new Set(list.map((one) => one.thread))].sort();
  const bins = new Map<number, [number, number]>();
  for (let fold = 0; fold < 5; fold++) {
    const held = new Set(threads.filter((_, index) => index % 5 === fold));
    const weights = trained(list.filter((one) => !held.has(one.thread)));
    for (const one of list.filter((each) => held.has(each.thread))) {
      const guess = probabilities(weights, one.features);
      const best = guess.indexOf(Math.max(...guess));
      const bin = Math.floor(guess[best]! * 10);
      const [right, all] = bins.get(bin) ?? [0, 0];
      bins.set(bin, [right + (best === one.type ? 1 : 0), all + 1]);
    }
  }
  for (const [bin, [right, all]] of [...bins].sort((one, other) => one[0] - other[0]))
    console.log(`${bin / 10}: ${right} of ${all} (${Math.round((100 * right) / all)} %)`);
}

function write(weights: Float64Array): void {
  const most = weights.reduce((one, other) => Math.max(one, Math.abs(other)), 0);
  const bytes = Int8Array.from(weights, (weight) => Math.round((weight / most) * 127));
  const data = Buffer.from(bytes.buffer).toString("base64");
  const types = errorTypes.map((type) => `  "${type}",`).join("\n");
  writeFileSync(
    join(root, "src/datapoints/errors/error-model-weights.ts"),
    `import type { ErrorType } from "./error-types.ts";

// Written by scripts/train-error-model.ts.
export const modelTypes: readonly ErrorType[] = [
${types}
];
export const modelScale = ${(most / 127).toPrecision(6)};
export const modelWeights =
  "${data}";
`,
  );
}

const list = examples();
if (process.argv.includes("--cross-validate")) crossValidated(list);
write(trained(list));
console.log(`${list.length} examples`);
