import { defineCheck, scored, within, z } from "../definition.ts";
import { requestPart } from "./shared-properties.ts";

export const toolCountInLimit = defineCheck({
  ...requestPart,
  name: "tool_count_in_limit",
  title: "Not too many tools",
  description: "Number of tools that the request offers: the more there are, the worse a model chooses.",
  severity: "minor",
  needs: ["tools"],
  targets: ["tools"],
  output: scored("tools; pass ≤ 20", "neutral"),
  source: "OpenAI's guidance; BFCL",
  options: z.strictObject({ max: z.int().positive().default(20) }),
  evaluate: ({ datapoint: { tools } }, { max }) => within(tools.length, { max }, "tools"),
});
