import { defineCheck, scored, skipped, within, z } from "../definition.ts";
import { bounds } from "./bounds.ts";
import { longest } from "./shared-properties.ts";

export const inputLength = defineCheck({
  ...longest,
  name: "input_length",
  title: "User input length in range",
  description: "Unicode code points of the last user message.",
  judges: "request",
  targets: ["input"],
  output: scored("characters; pass in 1..20000", "neutral"),
  source: "LLM Guard TokenLimit",
  options: z.strictObject(bounds(1, 20_000)),
  evaluate: ({ datapoint, input }, range) =>
    datapoint.input.some(({ role }) => role === "user")
      ? within(Array.from(input.trim()).length, range, "characters")
      : skipped("there is no user message"),
});
