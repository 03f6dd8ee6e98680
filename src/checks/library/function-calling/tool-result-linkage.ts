import { defineCheck, property, skipped, z } from "../definition.ts";
import { toolResult } from "./shared-properties.ts";

export const toolResultLinkage = defineCheck({
  ...toolResult,
  name: "tool_result_linkage",
  title: "Tool results linked to calls",
  description:
    "Call ids are unique, every result answers an earlier call, and every call but those of the last turn has one result.",
  source: "OpenAI and Anthropic message contracts",
  options: z.strictObject({}),
  evaluate: ({ request, lacksHistory }) => {
    if (lacksHistory) return skipped("the provider holds earlier messages that are not stored");
    const parts = request.flatMap((message) => message.parts);
    const calls = parts.flatMap((part) => (part.type === "tool_call" && part.id !== undefined ? [part.id] : []));
    const results = parts.flatMap((part) => (part.type === "tool_result" && part.id !== undefined ? [part.id] : []));
    if (calls.length === 0 && results.length === 0) return skipped("the request holds no tool call with an id");
    const open = new Set(calls);
    const problems = [
      ...(open.size < calls.length ? ["a call id is used twice"] : []),
      ...results.filter((id) => !open.has(id)).map((id) => `the result ${id} answers no call`),
      ...(new Set(results).size < results.length ? ["a call has two results"] : []),
      ...calls.filter((id) => !results.includes(id)).map((id) => `the call ${id} has no result`),
    ];
    return property(
      problems.length === 0,
      problems.length === 0 ? "every result answers its call" : problems.slice(0, 5).join("; "),
    );
  },
});
