import type { CodeCheck } from "../../check.ts";
import { bannedTopicTerms, brandNamesSpelledRight, contactDetailsCorrect } from "./house-rules.ts";
import { priceInCatalogue, promisedAmountLimit } from "./money.ts";
import { competitorMention, requiredDisclaimerPresent } from "./policy.ts";

export const businessChecks: readonly CodeCheck[] = [
  competitorMention,
  requiredDisclaimerPresent,
  bannedTopicTerms,
  brandNamesSpelledRight,
  contactDetailsCorrect,
  priceInCatalogue,
  promisedAmountLimit,
];
