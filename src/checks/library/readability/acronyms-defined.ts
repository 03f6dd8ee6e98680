import { defineCheck, scored, skipped, within, z } from "../definition.ts";
import { wordingRule } from "./shared-properties.ts";

export const acronymsDefined = defineCheck({
  ...wordingRule,
  name: "acronyms_defined",
  title: "Acronyms explained at first use",
  description:
    "Share of the different acronyms (two to six capitals, except those of `allow`) that are explained at their first occurrence: “service level agreement (SLA)” or “SLA (service level agreement)”.",
  output: scored("0..1; pass ≥ 0.8", "higher"),
  source: "rules of plain language",
  options: z.strictObject({
    allow: z
      .array(z.string())
      .default(
        "AI API CSV EU FAQ GDPR GPS HTML HTTP HTTPS ID IP JSON OK PDF PIN SMS SQL TV UK UN URL US USA USB VAT XML".split(
          " ",
        ),
      ),
    min: z.number().min(0).max(1).default(0.8),
  }),
  evaluate: (subject, { allow, min }) => {
    const output = subject.text("output");
    const first = new Map<string, number>();
    for (const match of output.outsideCode.matchAll(/(?<![\p{L}\p{N}_-])\p{Lu}{2,6}(?![\p{L}\p{N}_-])/gu))
      if (!allow.includes(match[0]) && !first.has(match[0])) first.set(match[0], match.index);
    if (first.size === 0) return skipped("the answer has no acronym to explain");
    const unknown = [...first].filter(([acronym, at]) => !isExplained(output.outsideCode, acronym, at));
    const outcome = within(1 - unknown.length / first.size, { min }, "share of acronyms that are explained");
    return outcome.kind === "failed"
      ? {
          ...outcome,
          explanation: `not explained: ${unknown
            .map(([acronym]) => acronym)
            .slice(0, 10)
            .join(", ")}`,
        }
      : outcome;
  },
});

/** Returns whether words with these initials precede the acronym in parentheses, or follow it in parentheses. */
function isExplained(text: string, acronym: string, at: number): boolean {
  const head = text.slice(Math.max(0, at - 130), at).trimEnd();
  const before = head.endsWith("(") ? /[\p{L}\p{N}'’\- ]{3,120}(?=\($)/u.exec(head)?.[0] : undefined;
  const after = /^\s?\(([^()\n]{3,120})\)/.exec(text.slice(at + acronym.length, at + acronym.length + 130))?.[1];
  return [before, after].some((words) => words !== undefined && spells(words, acronym));
}

/** Returns whether the initials of words, ignoring small ones, end with the acronym. */
function spells(words: string, acronym: string): boolean {
  const parts = words.split(/[\s\-–]+/).filter((word) => word !== "");
  const all = parts
    .map((word) => word[0] ?? "")
    .join("")
    .toUpperCase();
  const large = parts.filter(
    (word) => !/^(?:of|the|and|for|in|on|to|a|an|der|die|das|und|für|de|du|des|et|la|le|y|del)$/i.test(word),
  );
  return (
    all.endsWith(acronym) ||
    large
      .map((word) => word[0] ?? "")
      .join("")
      .toUpperCase()
      .endsWith(acronym)
  );
}
