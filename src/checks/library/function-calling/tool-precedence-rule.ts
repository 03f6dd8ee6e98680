import type { Json } from "../../../platform/json/json.ts";
import { defineCheck, property, skipped, z } from "../definition.ts";
import { toolUse } from "./shared-properties.ts";

const Rule = z.strictObject({ tool: z.string(), after: z.array(z.string()).min(1) });

export const toolPrecedenceRule = defineCheck({
  ...toolUse,
  name: "tool_precedence_rule",
  title: "Tool used only after its prerequisite",
  description:
    "Every call of a rule's `tool` comes after a call of all (`mode: any`: one) of the tools in its `after` that has a result in the same conversation: no refund_order without get_order.",
  severity: "major",
  needs: ["config"],
  targets: ["conversation", "tool_calls"],
  source: "τ-bench; rules of agents at run time",
  options: z.strictObject({ rules: z.array(Rule).max(100).default([]), mode: z.enum(["all", "any"]).default("all") }),
  evaluate: ({ conversation }, { rules, mode }) => {
    if (rules.length === 0) return skipped("its option rules is not set");
    const succeeded = new Set<string>();
    const calls = new Map<string, string>();
    let ruled = 0;
    for (const part of conversation.flatMap(({ parts }) => parts)) {
      if (part.type === "tool_result") {
        const name = part.name ?? (part.id === undefined ? undefined : calls.get(part.id));
        if (name !== undefined && !isError(part.result)) succeeded.add(name);
      }
      if (part.type !== "tool_call") continue;
      if (part.id !== undefined) calls.set(part.id, part.name);
      for (const { after } of rules.filter(({ tool }) => tool === part.name)) {
        ruled++;
        const missing = after.filter((name) => !succeeded.has(name));
        if (mode === "all" ? missing.length > 0 : missing.length === after.length)
          return property(false, `${part.name} is called before ${missing.join(", ")}`);
      }
    }
    return ruled === 0 ? skipped("no tool of a rule was called") : property(true, "every prerequisite comes first");
  },
});

const isError = (result: Json) =>
  typeof result === "object" && result !== null && !Array.isArray(result) && Object.hasOwn(result, "error");
