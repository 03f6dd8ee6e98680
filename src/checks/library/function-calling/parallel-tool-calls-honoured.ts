import { defineCheck, property, skipped, z } from "../definition.ts";
import { toolUse } from "./shared-properties.ts";

export const parallelToolCallsHonoured = defineCheck({
  ...toolUse,
  name: "parallel_tool_calls_honoured",
  title: "Parallel-call setting obeyed",
  description: "Where the request switches parallel tool calls off, the response holds one call at most.",
  severity: "minor",
  needs: ["tools"],
  source: "OpenAI and Anthropic API contracts",
  options: z.strictObject({}),
  evaluate: ({ datapoint, toolCalls }) =>
    datapoint.params.parallelToolCalls === false
      ? property(toolCalls.length <= 1, `${toolCalls.length} calls, one is allowed`)
      : skipped("the request does not switch parallel calls off"),
});
