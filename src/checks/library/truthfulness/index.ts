export { arithmeticInTextCorrect } from "./arithmetic-in-text-correct.ts";
export { codeIdentifiersExist } from "./code-identifiers-exist.ts";
export { dateArithmeticValid } from "./date-arithmetic-valid.ts";
export { identifierChecksumValid } from "./identifier-checksum-valid.ts";
export { listCountMatchesClaim } from "./list-count-matches-claim.ts";
export { percentagesSumTo100 } from "./percentages-sum-to-100.ts";
export { unitConversionCorrect } from "./unit-conversion-correct.ts";
export { weekdayDateConsistent } from "./weekday-date-consistent.ts";
