import { defineCheck, property, z } from "../definition.ts";
import { callRule } from "./shared-properties.ts";

export const toolCallCount = defineCheck({
  ...callRule,
  name: "tool_call_count",
  title: "Number of tool calls in range",
  description: "The response calls at least `min` and at most `max` tools; `max` 0 means that none may be called.",
  source: "BFCL irrelevance and relevance; LangSmith",
  options: z.strictObject({
    min: z.int().nonnegative().default(0),
    max: z.int().nonnegative().optional(),
    names: z.array(z.string()).default([]),
  }),
  evaluate: ({ toolCalls }, { min, max = Infinity, names }) => {
    const count = toolCalls.filter(({ name }) => names.length === 0 || names.includes(name)).length;
    return property(count >= min && count <= max, `${count} calls`);
  },
});
