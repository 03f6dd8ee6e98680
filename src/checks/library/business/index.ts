import type { CodeCheck } from "../../check.ts";
import { bannedTopicTerms } from "./banned-topic-terms.ts";
import { brandNamesSpelledRight } from "./brand-names-spelled-right.ts";
import { competitorMention } from "./competitor-mention.ts";
import { contactDetailsCorrect } from "./contact-details-correct.ts";
import { priceInCatalogue } from "./price-in-catalogue.ts";
import { promisedAmountLimit } from "./promised-amount-limit.ts";
import { requiredDisclaimerPresent } from "./required-disclaimer-present.ts";

export const businessChecks: readonly CodeCheck[] = [
  competitorMention,
  requiredDisclaimerPresent,
  bannedTopicTerms,
  brandNamesSpelledRight,
  contactDetailsCorrect,
  priceInCatalogue,
  promisedAmountLimit,
];
