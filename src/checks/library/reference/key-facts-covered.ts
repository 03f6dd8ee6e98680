import { type JsonValue, member } from "../../../platform/json/json.ts";
import { linearPattern } from "../../../platform/text/linear-pattern.ts";
import { defineCheck, scored, shareOption, skipped, UserPattern, within, z } from "../definition.ts";
import { ofReference, tokensOf } from "./reference.ts";

export const keyFactsCovered = defineCheck({
  ...ofReference,
  name: "key_facts_covered",
  title: "Key facts covered",
  description:
    "Share of the facts that the answer contains: of the option, or `facts` of the expected result. A fact is a phrase, a list of alternative phrases, or `{regex}`.",
  needs: [],
  output: scored("0..1; pass ≥ 0.9", "higher"),
  source: "nugget recall (TREC QA); UpTrain",
  options: z.strictObject({
    facts: z
      .array(z.union([z.string().min(1), z.array(z.string().min(1)).min(1), z.strictObject({ regex: UserPattern })]))
      .max(200)
      .default([]),
    threshold: shareOption(0.9),
  }),
  evaluate: (subject, { facts, threshold }) => {
    const given = facts.length > 0 ? facts : factsOf(subject.expected);
    if (given.length === 0) return skipped("no facts are given");
    const shown = ` ${tokensOf(subject.output, true).join(" ")} `;
    const missing = given.filter((fact) => !containsFact(fact, shown, subject.output));
    const outcome = within(1 - missing.length / given.length, { min: threshold }, "share of facts in the answer");
    return outcome.kind === "failed"
      ? { ...outcome, explanation: `missing: ${missing.slice(0, 5).map(nameOf).join("; ")}` }
      : outcome;
  },
});

type Fact = string | readonly string[] | { readonly regex: string };

function factsOf(expected: JsonValue | undefined): readonly Fact[] {
  const given = member(expected, "facts") ?? expected;
  if (!Array.isArray(given)) return [];
  return (given as readonly JsonValue[]).flatMap((each): readonly Fact[] => {
    if (typeof each === "string") return [each];
    if (Array.isArray(each)) return [each.filter((other: JsonValue) => typeof other === "string")];
    const regex = member(each, "regex");
    return typeof regex === "string" && UserPattern.safeParse(regex).success ? [{ regex }] : [];
  });
}

function containsFact(fact: Fact, shown: string, output: string): boolean {
  if (typeof fact === "string") return shown.includes(` ${tokensOf(fact, true).join(" ")} `);
  return "regex" in fact
    ? linearPattern(fact.regex, "i").find(output) !== undefined
    : fact.some((each) => containsFact(each, shown, output));
}

const nameOf = (fact: Fact) => (typeof fact === "string" ? fact : "regex" in fact ? fact.regex : fact.join(" or "));
