import type { CodeCheck } from "../../check.ts";
import { jsonSimilarity, keyFactsCovered, levenshteinDistance, levenshteinSimilarity } from "./edits.ts";
import { listF1, rankCorrelation, repeatConsistency } from "./lists.ts";
import { containsReference, exactMatch, jsonEquals, normalizedMatch, tokenF1 } from "./matches.ts";
import { bleuScore, rougeL, rougeN } from "./overlap.ts";
import {
  baselineChange,
  jaccardSimilarity,
  levenshteinDistanceInput,
  similarityChecks,
  wordErrorRate,
} from "./similarity.ts";
import { uniqueness } from "./uniqueness.ts";

export const referenceChecks: readonly CodeCheck[] = [
  exactMatch,
  normalizedMatch,
  containsReference,
  tokenF1,
  jsonEquals,
  levenshteinDistance,
  levenshteinSimilarity,
  rougeN,
  rougeL,
  bleuScore,
  jsonSimilarity,
  keyFactsCovered,
  uniqueness,
  ...similarityChecks,
  jaccardSimilarity,
  wordErrorRate,
  baselineChange,
  levenshteinDistanceInput,
  listF1,
  rankCorrelation,
  repeatConsistency,
];
