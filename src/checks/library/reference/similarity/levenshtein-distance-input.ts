import { distance } from "fastest-levenshtein";
import { defineCheck, scored, skipped, within, z } from "../../definition.ts";
import { ofReference } from "../reference.ts";

export const levenshteinDistanceInput = defineCheck({
  ...ofReference,
  name: "levenshtein_distance_input",
  title: "Levenshtein distance to the input",
  description:
    "Edits of characters between the user's message and the answer: for tasks that must change little, or something. Of the first 4,000 characters of both.",
  severity: "minor",
  costClass: "medium",
  tier: 2,
  needs: [],
  mode: "online",
  targets: ["input", "output"],
  output: scored("edits; pass ≥ 0", "neutral"),
  source: "Okareo levenshtein_distance_input",
  options: z.strictObject({ min: z.int().nonnegative().default(0), max: z.int().nonnegative().optional() }),
  evaluate: (subject, bounds) => {
    if (subject.input === "") return skipped("there is no user message");
    const cut = (text: string) => text.normalize("NFC").slice(0, 4000);
    return within(distance(cut(subject.input), cut(subject.output)), bounds, "edits");
  },
});
