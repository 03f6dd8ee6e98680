import type { VerdictLabel } from "../verdicts/check-run.ts";

/** Counts how often a version of a check agreed with human labels. Labels on other versions are left out. */
export function agreementOf(labels: readonly VerdictLabel[], version: number) {
  const ofVersion = labels.filter((label) => label.version === version);
  return { labels: ofVersion.length, agreed: ofVersion.filter(({ verdict, label }) => verdict === label).length };
}
