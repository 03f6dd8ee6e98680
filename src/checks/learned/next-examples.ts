import { digestNumber } from "../../platform/crypto/digest.ts";
import type { LearnedText } from "./learn.ts";
import { firstPass, type LearnedModel, probabilityBy, product } from "./learned-model.ts";
import { type Grams, gramProduct, gramsOf } from "./text-grams.ts";

interface Candidate {
  readonly at: number;
  readonly grams: Grams;
  readonly vector: Float32Array | undefined;
  /** The higher, the more its label would teach. */
  readonly use: number;
}

interface NextRequest {
  /** Texts without a label, each different. */
  readonly pool: readonly LearnedText[];
  /** Texts with the answer yes. */
  readonly yes: readonly LearnedText[];
  /** Absent until both answers occur among the labels. */
  readonly model?: LearnedModel;
  readonly limit: number;
}

/** With fewer texts labeled yes, the likeliest are offered rather than the least certain. */
const yesAtLeast = 12;
const tooSimilar = 0.9;

/**
 * Returns the places in the pool of the texts to label next. Without a model: the nearest neighbors of the examples
 * and, as every third, a random one. With a model: those it is least certain about, no two nearly the same.
 */
export function nextExamples({ pool, yes, model, limit }: NextRequest): readonly number[] {
  const near = yes.map(withGrams);
  const candidates = pool.map((one, at): Candidate => {
    const { grams, vector } = withGrams(one);
    const use = model
      ? useOf(model, one, yes.length)
      : Math.max(0, ...near.map((other) => similarity({ grams, vector }, other)));
    return { at, grams, vector, use };
  });
  const sorted = candidates.toSorted((one, other) => other.use - one.use || one.at - other.at);
  const random =
    model && yes.length >= yesAtLeast
      ? []
      : pool.map((_, at) => at).sort((one, other) => lot(pool, one) - lot(pool, other));
  const chosen: Candidate[] = [];
  const isNew = (candidate: Candidate): boolean =>
    chosen.every((other) => other.at !== candidate.at && similarity(candidate, other) < tooSimilar);
  while (chosen.length < Math.min(limit, pool.length)) {
    const isRandom = random.length > 0 && chosen.length % 3 === 2;
    const from = isRandom ? random.flatMap((at) => candidates[at] ?? []) : sorted;
    const next = from.find(isNew) ?? sorted.find(({ at }) => chosen.every((other) => other.at !== at));
    if (!next) break;
    chosen.push(next);
  }
  return chosen.map(({ at }) => at);
}

function useOf(model: LearnedModel, { text, vector }: LearnedText, yes: number): number {
  const { probability, grams } = firstPass(model, text);
  const decided = model.full && vector ? probabilityBy(model.full, grams, vector) : probability;
  return yes < yesAtLeast ? decided : -Math.abs(decided - 0.5);
}

const withGrams = ({ text, vector }: LearnedText) => ({ grams: gramsOf(text), vector });

type Features = Pick<Candidate, "grams" | "vector">;

const similarity = (one: Features, other: Features): number =>
  one.vector && other.vector ? product(one.vector, other.vector) : gramProduct(one.grams, other.grams);

/** A draw that repeats for the same text, so that the same labels always lead to the same offers. */
const lot = (pool: readonly LearnedText[], at: number): number => digestNumber("offer", pool[at]?.text ?? "");
