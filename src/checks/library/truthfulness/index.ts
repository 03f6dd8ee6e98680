import type { CodeCheck } from "../../check.ts";
import { arithmeticInTextCorrect } from "./arithmetic-in-text-correct.ts";
import { codeIdentifiersExist } from "./code-identifiers-exist.ts";
import { dateArithmeticValid } from "./date-arithmetic-valid.ts";
import { identifierChecksumValid } from "./identifier-checksum-valid.ts";
import { listCountMatchesClaim } from "./list-count-matches-claim.ts";
import { percentagesSumTo100 } from "./percentages-sum-to-100.ts";
import { unitConversionCorrect } from "./unit-conversion-correct.ts";
import { weekdayDateConsistent } from "./weekday-date-consistent.ts";

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
