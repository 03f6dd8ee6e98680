import type { CodeCheck } from "../../domain/check.ts";
import { arithmeticInTextCorrect } from "./arithmetic.ts";
import { identifierChecksumValid } from "./identifiers.ts";
import { listCountMatchesClaim } from "./list-count.ts";

export const truthfulnessChecks: readonly CodeCheck[] = [
  arithmeticInTextCorrect,
  listCountMatchesClaim,
  identifierChecksumValid,
];
