import type { ToolCall } from "../../../datapoints/index.ts";
import { canonicalJson } from "../../../platform/json/json.ts";
import { defect, defineCheck, passesWhenFalse, skipped, z } from "../definition.ts";
import { callRule } from "./shared-properties.ts";

export const duplicateToolCalls = defineCheck({
  ...callRule,
  name: "duplicate_tool_calls",
  title: "Same call made twice in a response",
  description: "Two calls of one response have the same name and the same arguments, regardless of key order.",
  severity: "minor",
  output: passesWhenFalse,
  source: "TRAIL resource abuse",
  options: z.strictObject({ ignore_names: z.array(z.string()).default([]) }),
  evaluate: ({ toolCalls }, { ignore_names: ignored }) => {
    if (toolCalls.length === 0) return skipped("no tool was called");
    const seen = new Set<string>();
    const twice = toolCalls
      .filter((call) => !ignored.includes(call.name))
      .find((call) => seen.size === seen.add(signatureOf(call)).size);
    return defect(
      twice !== undefined,
      twice ? `${twice.name} is called twice with the same arguments` : "every call is made once",
    );
  },
});

function signatureOf({ name, parsed, text }: ToolCall): string {
  return `${name} ${parsed ? canonicalJson(parsed) : text}`;
}
