import { distance } from "fastest-levenshtein";
import { canonicalJson, type JsonValue } from "../../platform/json/json.ts";

/** One answer to a seed or to a row varied from it. Absent: the call failed. */
export interface VariedAnswer {
  readonly rowId: string;
  readonly repeat: number;
  /** The row that it was generated from. Absent: it is the seed. */
  readonly seedId?: string;
  readonly answer?: JsonValue;
}

/**
 * How similar answers must be to count as equal: identical, identical except for case and punctuation, or at
 * least four fifths of the characters equal.
 */
export const similarityLevels = ["exact", "normalized", "similar"] as const;
export type SimilarityLevel = (typeof similarityLevels)[number];

export interface SeedInvariance {
  readonly seedId: string;
  readonly answers: number;
  /** Share of answer pairs that are similar. */
  readonly consistency: number;
  /** Answers that differ from the seed's own answer, or from the majority if the seed has none. */
  readonly broken: readonly { readonly rowId: string; readonly repeat: number }[];
}

/** Consistency of answers to rows varied from the same seed. Seeds with a single answer are left out. */
export interface InvarianceMetrics {
  readonly seeds: number;
  /** Seeds whose answers are all similar. */
  readonly consistentSeeds: number;
  /** Mean over the seeds. */
  readonly consistency: number;
  readonly brokenRows: number;
  /** Least consistent seeds first. */
  readonly worst: readonly SeedInvariance[];
}

const shownSeeds = 100;

export function invarianceMetrics(
  answers: readonly VariedAnswer[],
  similarityLevel: SimilarityLevel,
): InvarianceMetrics {
  const groups = Map.groupBy(answers, ({ seedId, rowId }) => seedId ?? rowId);
  const seeds = [...groups]
    .filter(([, members]) => members.length > 1)
    .map(([seedId, members]) => seedInvariance(seedId, members, similarityLevel));
  const sum = seeds.reduce((all, { consistency }) => all + consistency, 0);
  return {
    seeds: seeds.length,
    consistentSeeds: seeds.filter(({ broken }) => broken.length === 0).length,
    consistency: seeds.length === 0 ? 0 : sum / seeds.length,
    brokenRows: seeds.reduce((all, { broken }) => all + broken.length, 0),
    worst: seeds
      .filter(({ broken }) => broken.length > 0)
      .sort((left, right) => left.consistency - right.consistency)
      .slice(0, shownSeeds),
  };
}

function seedInvariance(
  seedId: string,
  members: readonly VariedAnswer[],
  similarityLevel: SimilarityLevel,
): SeedInvariance {
  const texts = members.map(({ answer }) => (answer === undefined ? undefined : comparable(answer, similarityLevel)));
  const alikeTo = texts.map((text) => texts.map((other) => isAlike(text, other, similarityLevel)));
  // Each pair is counted twice, and each answer once with itself.
  const alike = alikeTo.flat().filter(Boolean).length - texts.filter((text) => text !== undefined).length;
  const reference = referenceIn(members, alikeTo, seedId);
  const broken = members.filter((_, index) => alikeTo[reference]?.[index] !== true);
  return {
    seedId,
    answers: members.length,
    consistency: alike / (members.length * (members.length - 1)),
    broken: broken.map(({ rowId, repeat }) => ({ rowId, repeat })),
  };
}

/** Returns the seed's own answer, else the first of those that the most others are similar to. */
function referenceIn(
  members: readonly VariedAnswer[],
  alikeTo: readonly (readonly boolean[])[],
  seedId: string,
): number {
  const own = members.findIndex(({ rowId, answer }) => rowId === seedId && answer !== undefined);
  if (own !== -1) return own;
  const counts = alikeTo.map((row) => row.filter(Boolean).length);
  return counts.indexOf(Math.max(...counts));
}

function isAlike(one: string | undefined, other: string | undefined, similarityLevel: SimilarityLevel): boolean {
  if (one === undefined || other === undefined) return false;
  if (one === other || similarityLevel !== "similar") return one === other;
  return distance(one, other) <= Math.max(one.length, other.length) * differentAtMost;
}

/** Maximum share of differing characters. */
const differentAtMost = 0.2;

function comparable(answer: JsonValue, similarityLevel: SimilarityLevel): string {
  const text = typeof answer === "string" ? answer : canonicalJson(answer);
  if (similarityLevel === "exact") return text;
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\p{P}\p{S}]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
}
