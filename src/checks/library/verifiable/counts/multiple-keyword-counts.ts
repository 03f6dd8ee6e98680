import { wholeWordPositions } from "../../../../datapoints/index.ts";
import { defineCheck, property, skipped, z } from "../../definition.ts";
import { verifiable } from "../shared-properties.ts";

export const multipleKeywordCounts = defineCheck({
  ...verifiable,
  tier: 3,
  name: "multiple_keyword_counts",
  title: "Several keywords, exact counts",
  description: "Each keyword occurs in the answer, as whole words in any case, exactly the required number of times.",
  needs: ["config"],
  source: "IFBench count:keywords_multiple",
  options: z.strictObject({ counts: z.record(z.string().min(1).max(200), z.int().nonnegative()).default({}) }),
  evaluate: (subject, { counts }) => {
    const wanted = Object.entries(counts);
    if (wanted.length === 0) return skipped("no keywords are configured");
    const output = subject.text("output");
    const wrong = wanted
      .map(([keyword, count]) => ({ keyword, count, found: wholeWordPositions(output, keyword).length }))
      .filter(({ count, found }) => count !== found);
    return property(
      wrong.length === 0,
      wrong.length === 0
        ? "every keyword occurs the required number of times"
        : wrong.map(({ keyword, count, found }) => `“${keyword}” ${found} times, not ${count}`).join("; "),
    );
  },
});
