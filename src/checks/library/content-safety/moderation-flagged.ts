import { isJsonObject, type JsonValue, member } from "../../../platform/json/json.ts";
import { defect, defineCheck, passesWhenFalse, skipped, z } from "../definition.ts";
import { recordedContent } from "./shared-properties.ts";

export const moderationFlagged = defineCheck({
  ...recordedContent,
  name: "moderation_flagged",
  title: "Flagged by moderation",
  description:
    "A moderation result that the application recorded (metadata `moderation`, as OpenAI's endpoint answers, or `{category: score}`) has a category at or above its threshold. Nothing is sent anywhere: without a recorded result it is skipped.",
  judges: "request",
  targets: ["metadata"],
  tier: 2,
  output: passesWhenFalse,
  source: "moderation endpoints of providers; LangWatch; LLM Guard",
  options: z.strictObject({
    categories: z.union([z.literal("all"), z.array(z.string().min(1)).min(1)]).default("all"),
    threshold: z.number().min(0).max(1).default(0.5),
  }),
  evaluate: ({ datapoint: { metadata } }, { categories, threshold }) => {
    const scores = scoresIn(metadata.get("moderation") ?? metadata.get("moderation_result"));
    if (scores.length === 0) return skipped("no moderation result is recorded");
    const over = scores.filter(
      ([name, score]) => score >= threshold && (categories === "all" || categories.includes(name)),
    );
    return defect(
      over.length > 0,
      over.length === 0
        ? `${scores.length} categories below ${threshold}`
        : over.map(([name, score]) => `${name} ${score}`).join(", "),
    );
  },
});

/** Returns categories with their score; a category that is only flagged counts 1. */
function scoresIn(recorded: JsonValue | undefined): readonly (readonly [string, number])[] {
  const results = member(recorded, "results");
  const result = Array.isArray(results) ? ((results as readonly JsonValue[])[0] ?? null) : recorded;
  const scores = member(result, "category_scores") ?? member(result, "categories") ?? result;
  if (!isJsonObject(scores)) return [];
  return Object.entries(scores).flatMap(([name, score]) =>
    typeof score === "number"
      ? [[name, score] as const]
      : typeof score === "boolean" && name !== "flagged"
        ? [[name, score ? 1 : 0] as const]
        : [],
  );
}
