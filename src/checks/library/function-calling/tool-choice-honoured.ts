import { type Json, member } from "../../../platform/json/json.ts";
import { defineCheck, property, skipped, z } from "../definition.ts";
import { callRule } from "./shared-properties.ts";

export const toolChoiceHonoured = defineCheck({
  ...callRule,
  name: "tool_choice_honoured",
  title: "tool_choice obeyed",
  description:
    "The response calls no tool where the request forbids it, one where it demands it, and the named one where it names one.",
  needs: ["tools"],
  source: "OpenAI and Anthropic API contracts",
  options: z.strictObject({}),
  evaluate: ({ datapoint, toolCalls }) => {
    const wanted = toolChoiceOf(datapoint.toolChoice);
    if (wanted === undefined) return skipped("the choice of tools is left to the model");
    const called = toolCalls.map(({ name }) => name);
    const explanation = called.length === 0 ? "no tool was called" : `called ${called.join(", ")}`;
    if (wanted.kind === "none") return property(called.length === 0, explanation);
    if (wanted.kind === "any") return property(called.length > 0, explanation);
    return property(called.length > 0 && called.every((name) => name === wanted.name), explanation);
  },
});

type ToolChoice =
  | { readonly kind: "none" }
  | { readonly kind: "any" }
  | { readonly kind: "named"; readonly name: string };

function toolChoiceOf(choice: Json | undefined): ToolChoice | undefined {
  const type = typeof choice === "string" ? choice : member(choice, "type");
  const name = member(member(choice, "function"), "name") ?? member(choice, "name");
  if (typeof name === "string") return { kind: "named", name };
  if (type === "none") return { kind: "none" };
  return type === "required" || type === "any" ? { kind: "any" } : undefined;
}
