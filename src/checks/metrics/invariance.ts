import { distance } from "fastest-levenshtein";
import { canonicalJson, type JsonValue } from "../../platform/json/json.ts";

/** One answer to a row that was varied from a seed (or is the seed itself). Absent: the call failed. */
export interface VariedAnswer {
  readonly rowId: string;
  readonly repeat: number;
  /** The row that it was generated from; absent: it is the seed. */
  readonly seedId?: string;
  readonly answer?: JsonValue;
}

/** How alike answers must be to count as the same: to the letter, but for case and punctuation, or for a fifth of it. */
export const likenesses = ["exact", "normalized", "similar"] as const;
export type Likeness = (typeof likenesses)[number];

export interface SeedInvariance {
  readonly seedId: string;
  readonly answers: number;
  /** Share of pairs of answers that are alike. */
  readonly consistency: number;
  /** Answers that differ from the seed's own, or without one from what most others say. */
  readonly broken: readonly { readonly rowId: string; readonly repeat: number }[];
}

/** Rows varied from the same seed must be answered alike. Seeds with one answer say nothing and are left out. */
export interface InvarianceMetrics {
  readonly seeds: number;
  /** Seeds of which all answers are alike. */
  readonly consistentSeeds: number;
  /** Mean over the seeds. */
  readonly consistency: number;
  readonly brokenRows: number;
  /** The least consistent first. */
  readonly worst: readonly SeedInvariance[];
}

const shownSeeds = 100;

export function invarianceMetrics(answers: readonly VariedAnswer[], likeness: Likeness): InvarianceMetrics {
  const groups = Map.groupBy(answers, ({ seedId, rowId }) => seedId ?? rowId);
  const seeds = [...groups]
    .filter(([, members]) => members.length > 1)
    .map(([seedId, members]) => seedInvariance(seedId, members, likeness));
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

function seedInvariance(seedId: string, members: readonly VariedAnswer[], likeness: Likeness): SeedInvariance {
  const texts = members.map(({ answer }) => (answer === undefined ? undefined : comparable(answer, likeness)));
  const alikeTo = texts.map((text) => texts.map((other) => isAlike(text, other, likeness)));
  // Every pair stands there twice, and every answer once beside itself.
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

/** The seed's own answer, else the one that most others are like; the first of several. */
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

function isAlike(one: string | undefined, other: string | undefined, likeness: Likeness): boolean {
  if (one === undefined || other === undefined) return false;
  if (one === other || likeness !== "similar") return one === other;
  return distance(one, other) <= Math.max(one.length, other.length) * differentAtMost;
}

/** Share of a text's characters that may be written otherwise. */
const differentAtMost = 0.2;

function comparable(answer: JsonValue, likeness: Likeness): string {
  const text = typeof answer === "string" ? answer : canonicalJson(answer);
  if (likeness === "exact") return text;
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\p{P}\p{S}]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
}
