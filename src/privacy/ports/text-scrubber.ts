import type { PrivacyRules } from "../../datapoints/text/redaction.ts";

/** Puts typed markers in place of secrets and personal data, off the main thread; `types` names every marker. */
export type TextScrubber = (
  texts: readonly string[],
  rules: Pick<PrivacyRules, "kinds" | "patterns">,
) => Promise<{ readonly texts: readonly string[]; readonly types: readonly string[] }>;
