import type { CodeCheck } from "../../check.ts";
import { baselineChange } from "./baseline-change.ts";
import { containsReference } from "./contains-reference.ts";
import { exactMatch } from "./exact-match.ts";
import { jsonEquals } from "./json-equals.ts";
import { keyFactsCovered } from "./key-facts-covered.ts";
import { listF1 } from "./list-f1.ts";
import { normalizedMatch } from "./normalized-match.ts";
import { rankCorrelation } from "./rank-correlation.ts";
import { repeatConsistency } from "./repeat-consistency.ts";
import { bleuScore } from "./similarity/bleu-score.ts";
import { jaccardSimilarity } from "./similarity/jaccard-similarity.ts";
import { jsonSimilarity } from "./similarity/json-similarity.ts";
import { levenshteinDistance } from "./similarity/levenshtein-distance.ts";
import { levenshteinDistanceInput } from "./similarity/levenshtein-distance-input.ts";
import { levenshteinSimilarity } from "./similarity/levenshtein-similarity.ts";
import { rougeL } from "./similarity/rouge-l.ts";
import { rougeN } from "./similarity/rouge-n.ts";
import { wordErrorRate } from "./similarity/word-error-rate.ts";
import { similarityChecks } from "./similarity-scores.ts";
import { tokenF1 } from "./token-f1.ts";
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
