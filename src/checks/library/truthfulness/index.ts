import type { CodeCheck } from "../../check.ts";
import { arithmeticInTextCorrect } from "./arithmetic.ts";
import { dateArithmeticValid, percentagesSumTo100, unitConversionCorrect, weekdayDateConsistent } from "./calendar.ts";
import { identifierChecksumValid } from "./identifiers.ts";
import { codeIdentifiersExist } from "./imports.ts";
import { listCountMatchesClaim } from "./list-count.ts";

export const truthfulnessChecks: readonly CodeCheck[] = [
  arithmeticInTextCorrect,
  listCountMatchesClaim,
  identifierChecksumValid,
  weekdayDateConsistent,
  dateArithmeticValid,
  percentagesSumTo100,
  unitConversionCorrect,
  codeIdentifiersExist,
];
