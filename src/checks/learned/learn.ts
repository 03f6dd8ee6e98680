import { type FeatureExample, fitLinearModel } from "./fit-linear-model.ts";
import { type ClearLimits, type LearnedModel, probabilityBy } from "./learned-model.ts";
import { gramsOf } from "./text-grams.ts";

/** A text; `vector`: its embedding, absent while the embedding model is not available. */
export interface LearnedText {
  readonly text: string;
  readonly vector?: Float32Array;
}

export interface LabeledText extends LearnedText {
  readonly isYes: boolean;
}

export interface Learned {
  readonly model: LearnedModel;
  /** The probability of each label, by models that were not fitted to it. */
  readonly outOfFold: readonly number[];
  /** What the n-grams alone decide. */
  readonly firstPass: FirstPassFigures;
}

export interface FirstPassFigures {
  /** Share of the texts that it decides. */
  readonly clear: number;
  /** Share of those that the embedding decides otherwise. */
  readonly disagreement: number;
  /** Number of texts that both are shares of. */
  readonly of: number;
}

/** As many unlabeled texts teach the first pass. */
const taughtAtMost = 400;
const maxDisagreement = 0.01;
/** Fewer texts beyond a limit say nothing about it. */
const enough = 20;

/** Tells whether labels hold both answers, without which nothing can be learned. */
export const canLearn = (labels: readonly Pick<LabeledText, "isYes">[]): boolean =>
  labels.some(({ isYes }) => isYes) && labels.some(({ isYes }) => !isYes);

/**
 * Learns from labels. Where the embedding model is available, a model on embeddings and n-grams is learned from the
 * labels and then decides the unlabeled texts, which teach a model on n-grams alone. Deterministic.
 */
export function learn(labels: readonly LabeledText[], unlabeled: readonly LearnedText[] = []): Learned {
  const examples = labels.map((label): FeatureExample => ({ ...label, grams: gramsOf(label.text) }));
  if (labels.some(({ vector }) => vector === undefined)) {
    const { model, outOfFold } = fitLinearModel(examples, false);
    const clear = { noUpTo: 0.5, yesFrom: 0.5 };
    return { model: { first: model, clear }, outOfFold, firstPass: { clear: 1, disagreement: 0, of: 0 } };
  }
  const full = fitLinearModel(examples, true);
  const labeled = new Set(labels.map(({ text }) => text));
  const taught = unlabeled
    .filter(({ text, vector }) => vector !== undefined && !labeled.has(text))
    .slice(0, taughtAtMost)
    .map(({ text, vector = new Float32Array() }): FeatureExample => {
      const grams = gramsOf(text);
      return { grams, vector, isYes: probabilityBy(full.model, grams, vector) >= 0.5 };
    });
  const decided = examples.map((example, at) => ({ ...example, isYes: (full.outOfFold[at] ?? 0) >= 0.5 }));
  const first = fitLinearModel([...examples, ...taught], false);
  const compared = [...decided, ...taught].map(({ isYes }, at) => ({ isYes, probability: first.outOfFold[at] ?? 0.5 }));
  const clear = clearLimits(compared);
  return {
    model: { first: first.model, clear, full: full.model },
    outOfFold: full.outOfFold,
    firstPass: firstPassFigures(compared, clear),
  };
}

interface Compared {
  /** The decision of the full model. */
  readonly isYes: boolean;
  /** Of the first pass, out of fold. */
  readonly probability: number;
}

function clearLimits(compared: readonly Compared[]): ClearLimits {
  const sorted = compared.toSorted((one, other) => one.probability - other.probability);
  const noUpTo = limitOf(sorted, (isYes) => isYes);
  const yesFrom = limitOf(sorted.toReversed(), (isYes) => !isYes);
  return { noUpTo: Math.min(noUpTo ?? -1, 0.5), yesFrom: Math.max(yesFrom ?? 2, 0.5) };
}

/** Returns the last probability up to which the share of disagreement is small; undefined without one. */
function limitOf(ordered: readonly Compared[], disagrees: (isYes: boolean) => boolean): number | undefined {
  let limit: number | undefined;
  let disagreeing = 0;
  for (const [at, { isYes, probability }] of ordered.entries()) {
    if (disagrees(isYes)) disagreeing++;
    if (at + 1 >= enough && disagreeing / (at + 1) <= maxDisagreement) limit = probability;
  }
  return limit;
}

function firstPassFigures(compared: readonly Compared[], { noUpTo, yesFrom }: ClearLimits): FirstPassFigures {
  const clear = compared.filter(({ probability }) => probability <= noUpTo || probability >= yesFrom);
  const disagreeing = clear.filter(({ isYes, probability }) => isYes !== probability >= 0.5).length;
  return {
    clear: compared.length === 0 ? 0 : clear.length / compared.length,
    disagreement: clear.length === 0 ? 0 : disagreeing / clear.length,
    of: compared.length,
  };
}
