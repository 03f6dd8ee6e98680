import type { CodeCheck } from "../../domain/check.ts";
import { containsReference, exactMatch, jsonEquals, normalizedMatch, tokenF1 } from "./matches.ts";

export const referenceChecks: readonly CodeCheck[] = [
  exactMatch,
  normalizedMatch,
  containsReference,
  tokenF1,
  jsonEquals,
];
