import { defineCheck, property, skipped, z } from "../definition.ts";
import { invalid, rangesOf } from "./invalid-calls.ts";
import { declaredTools } from "./shared-properties.ts";

export const isCalledToolDeclared = defineCheck({
  ...declaredTools,
  name: "is_called_tool_declared",
  title: "Called tool exists",
  description: "Every called name is one of the tools of the request: finds tools that the model made up.",
  needs: ["tools"],
  source: "BFCL wrong_func_name; TRAIL tool hallucination",
  options: z.strictObject({ extra_allowed: z.array(z.string()).default([]) }),
  evaluate: (subject, options) => {
    if (subject.toolCalls.length === 0) return skipped("no tool was called");
    const known = new Set([...subject.datapoint.tools.map(({ name }) => name), ...options.extra_allowed]);
    const unknown = subject.toolCalls.filter(({ name }) => !known.has(name));
    if (unknown.length === 0) return property(true, "every called tool is declared");
    const names = unknown.map(({ name }) => name).join(", ");
    return invalid(`not declared: ${names}`, rangesOf(subject, new Set(unknown)));
  },
});
