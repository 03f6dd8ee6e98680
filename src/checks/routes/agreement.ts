import type { VerdictLabel } from "../verdicts/check-run.ts";

/**
 * How often a version of a check said what people say it should have. Labels on verdicts of other versions are left
 * out: they agree or disagree with another check.
 */
export function agreementOf(labels: readonly VerdictLabel[], version: number) {
  const ofVersion = labels.filter((label) => label.version === version);
  return { labels: ofVersion.length, agreed: ofVersion.filter(({ said, label }) => said === label).length };
}
