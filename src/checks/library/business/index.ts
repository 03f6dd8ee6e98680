export { bannedTopicTerms } from "./banned-topic-terms.ts";
export { brandNamesSpelledRight } from "./brand-names-spelled-right.ts";
export { competitorMention } from "./competitor-mention.ts";
export { contactDetailsCorrect } from "./contact-details-correct.ts";
export { priceInCatalogue } from "./price-in-catalogue.ts";
export { promisedAmountLimit } from "./promised-amount-limit.ts";
export { requiredDisclaimerPresent } from "./required-disclaimer-present.ts";
