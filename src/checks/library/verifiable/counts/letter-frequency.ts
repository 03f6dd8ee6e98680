import { defineCheck, skipped, z } from "../../definition.ts";
import { counted, countOption } from "../counted.ts";
import { relation, verifiable } from "../shared-properties.ts";

export const letterFrequency = defineCheck({
  ...verifiable,
  tier: 3,
  name: "letter_frequency",
  title: "Letter frequency",
  description: "The letter occurs in the answer, in any case, the required number of times.",
  needs: ["config"],
  source: "IFEval keywords:letter_frequency",
  options: z.strictObject({ letter: z.string().min(1).max(4).optional(), relation, n: countOption(1) }),
  evaluate: (subject, { letter, relation, n }) => {
    if (letter === undefined) return skipped("no letter is configured");
    const count = subject.text("output").lower.split(letter.normalize("NFKC").toLowerCase()).length - 1;
    return counted(`“${letter}”`, count, relation, n);
  },
});
