import { member } from "../../../platform/json/json.ts";
import { plainText } from "../../../platform/text/plain.ts";
import { referencesOf } from "../../references.ts";
import { defineCheck, property, skipped, z } from "../definition.ts";
import { retrievedPassages } from "./shared-properties.ts";

export const answerInContext = defineCheck({
  ...retrievedPassages,
  name: "answer_in_context",
  title: "Reference answer is in the context",
  description:
    "The reference answer, or each of the `facts` of the expected result, occurs in a passage, ignoring case and punctuation: if not, retrieval failed rather than the model.",
  severity: "major",
  judges: "request",
  needs: ["context", "expected"],
  mode: "test run",
  source: "DPR answer recall; Ragas NonLLMContextRecall",
  options: z.strictObject({ mode: z.enum(["all_facts", "any_fact"]).default("all_facts") }),
  evaluate: ({ passages, expected }, { mode }) => {
    const given = member(expected, "facts");
    const facts = Array.isArray(given)
      ? given.filter((each: unknown) => typeof each === "string")
      : referencesOf(expected);
    if (facts.length === 0) return skipped("the expected result holds neither a reference nor facts");
    const texts = passages.map(({ text }) => ` ${plainText(text)} `);
    const missing = facts.filter((fact) => !texts.some((text) => text.includes(` ${plainText(fact)} `)));
    const holds = mode === "all_facts" ? missing.length === 0 : missing.length < facts.length;
    return property(
      holds,
      missing.length === 0 ? "the context holds it" : `not in the context: ${missing.slice(0, 5).join("; ")}`,
    );
  },
});
