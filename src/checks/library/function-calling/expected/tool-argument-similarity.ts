import { member } from "../../../../platform/json/json.ts";
import { jsonSimilarity } from "../../../../platform/json/json-similarity.ts";
import { defineCheck, scored, skipped, usually, within, z } from "../../definition.ts";
import { expectedCall } from "../expected-call.ts";

export const toolArgumentSimilarity = defineCheck({
  ...usually,
  name: "tool_argument_similarity",
  title: "Argument similarity to expected",
  description:
    "Mean over the expected parameters of how alike the compared call's argument is: texts by edits, numbers by relative error, lists by best match, objects by their keys; 0 where it is missing. Credit in parts where `do_param_values_match` gives all or nothing.",
  category: "Function calling",
  severity: "major",
  costClass: "medium",
  judges: "calls",
  targets: ["tool_calls"],
  needs: ["expected"],
  mode: "test run",
  tier: 2,
  output: scored("0..1; pass ≥ 0.9", "higher"),
  source: "Ragas ToolCallAccuracy; autoevals JSONDiff",
  options: z.strictObject({ threshold: z.number().min(0).max(1).default(0.9) }),
  evaluate: (subject, { threshold }) => {
    const expected = expectedCall(subject);
    const wanted = expected?.parameters.filter(({ value }) => value !== undefined) ?? [];
    if (wanted.length === 0) return skipped("the expected result holds no values of parameters");
    const given = expected?.call?.parsed;
    const how = { ignored: new Set<string>(), byPosition: false };
    const sum = wanted.reduce((total, { name, value = null }) => {
      const actual = member(given, name);
      return total + (actual === undefined ? 0 : jsonSimilarity(actual, value, how));
    }, 0);
    return within(sum / wanted.length, { min: threshold }, "similarity of the arguments");
  },
});
