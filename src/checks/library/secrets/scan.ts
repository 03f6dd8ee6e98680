import type { Subject, TextTarget } from "../../../datapoints/index.ts";
import type { SecretPack } from "../../../platform/sensitive/secret-rule.ts";
import { candidates, hitsOf, type SecretHit } from "../../../platform/sensitive/secrets.ts";

const byTarget = {
  input: (subject: Subject) => candidates(subject.text("input").text),
  output: (subject: Subject) => candidates(subject.text("output").text),
  tool_calls: (subject: Subject) => candidates(subject.text("tool_calls").text),
} as const;

/** Returns the secrets of one rule pack in one text of a datapoint. */
export function secretsOf(
  subject: Subject,
  target: Exclude<TextTarget, "conversation">,
  pack: SecretPack,
  options?: Parameters<typeof hitsOf>[2],
): readonly SecretHit[] {
  const wanted = subject.once(byTarget[target]).get(pack) ?? [];
  return wanted.flatMap((rule) => hitsOf(rule, subject.text(target).text, options));
}
