import { wholeWordPositions } from "../../../datapoints/index.ts";
import { defect, defineCheck, passesWhenFalse, skipped, z } from "../definition.ts";
import { houseRule } from "./shared-properties.ts";

const Terms = z
  .array(z.union([z.string().min(1), z.strictObject({ term: z.string().min(1), weight: z.number() })]))
  .max(1000);

export const bannedTopicTerms = defineCheck({
  ...houseRule,
  name: "banned_topic_terms",
  title: "Terms of banned topics",
  description:
    "Different terms of a topic's list in the text, each with its weight (default 1), add up to the threshold: an inexpensive alarm before `off_topic`.",
  severity: "major",
  judges: "texts",
  targets: ["output", "input"],
  needs: ["config"],
  output: passesWhenFalse,
  source: "LLM Guard BanTopics (lexical stand-in)",
  options: z.strictObject({
    /** Terms by topic: `{"politics": ["election", {"term": "party", "weight": 0.5}]}`. */
    topics: z.record(z.string().min(1), Terms).default({}),
    threshold: z.number().positive().default(2),
    target: z.enum(["output", "input"]).default("output"),
  }),
  evaluate: (subject, { topics, threshold, target }) => {
    if (Object.keys(topics).length === 0) return skipped("no topics are configured");
    const text = subject.text(target);
    for (const [topic, terms] of Object.entries(topics)) {
      const found = terms
        .map((each) => (typeof each === "string" ? { term: each, weight: 1 } : each))
        .flatMap(({ term, weight }) =>
          wholeWordPositions(text, term)
            .slice(0, 1)
            .map((at) => ({ term, weight, at })),
        );
      const score = found.reduce((sum, { weight }) => sum + weight, 0);
      if (score >= threshold)
        return defect(
          true,
          `${topic} (score ${score}): ${found
            .map(({ term }) => term)
            .slice(0, 10)
            .join(", ")}`,
          found.slice(0, 10).map(({ term, at }) => text.foldedEvidence(at, at + term.length)),
        );
    }
    return defect(false, "no topic reaches the threshold");
  },
});
