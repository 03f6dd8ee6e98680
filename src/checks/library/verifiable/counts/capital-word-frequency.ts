import { wordsOf } from "../../../../platform/text/words.ts";
import { defineCheck, z } from "../../definition.ts";
import { counted, countOption } from "../counted.ts";
import { relation, verifiable } from "../shared-properties.ts";

export const capitalWordFrequency = defineCheck({
  ...verifiable,
  tier: 3,
  name: "capital_word_frequency",
  title: "Words in capitals",
  description: "Words of two or more letters in all capitals occur in the answer the required number of times.",
  source: "IFEval change_case:capital_word_frequency",
  options: z.strictObject({ relation: relation.default("at_most"), n: countOption(3) }),
  evaluate: (subject, { relation, n }) => {
    const capitals = wordsOf(subject.text("output").outsideCode).filter(
      (word) => word === word.toUpperCase() && (word.match(/\p{Lu}/gu)?.length ?? 0) > 1,
    );
    return counted("words in capitals", capitals.length, relation, n);
  },
});
