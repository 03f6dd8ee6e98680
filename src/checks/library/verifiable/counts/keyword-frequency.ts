import { wholeWordPositions } from "../../../../datapoints/index.ts";
import { defineCheck, property, skipped, z } from "../../definition.ts";
import { relation, relations, verifiable } from "../shared-properties.ts";

export const keywordFrequency = defineCheck({
  ...verifiable,
  name: "keyword_frequency",
  title: "Keyword frequency",
  description: "The keyword occurs in the answer, as whole words in any case, the required number of times.",
  needs: ["config"],
  source: "IFEval keywords:frequency",
  options: z.strictObject({ keyword: z.string().min(1).optional(), relation, n: z.int().nonnegative().default(1) }),
  evaluate: (subject, { keyword, relation, n }) => {
    if (keyword === undefined) return skipped("no keyword is configured");
    const output = subject.text("output");
    const ranges = wholeWordPositions(output, keyword);
    return property(
      relations[relation](ranges.length, n),
      `“${keyword}” occurs ${ranges.length} times, ${relation.replace("_", " ")} ${n} wanted`,
      ranges.slice(0, 10).map((at) => output.foldedEvidence(at, at + keyword.length)),
    );
  },
});
