import type { PrivacyRules } from "../../datapoints/index.ts";

/** Replaces secrets and personal data with typed markers, off the main thread; `types` names every marker. */
export type TextScrubber = (
  texts: readonly string[],
  rules: Pick<PrivacyRules, "kinds" | "patterns">,
) => Promise<{ readonly texts: readonly string[]; readonly types: readonly string[] }>;
