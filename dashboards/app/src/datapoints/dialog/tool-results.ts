import type { Message, Part } from "../../platform/api/types.ts";

export type ToolResult = Extract<Part, { type: "tool_result" }>;

/** Returns results by the id of their call, so that a call shows its result. */
export function resultsOf(messages: readonly Message[]): ReadonlyMap<string, ToolResult> {
  const results = new Map<string, ToolResult>();
  for (const { parts } of messages) {
    for (const part of parts) if (part.type === "tool_result" && part.id !== undefined) results.set(part.id, part);
  }
  return results;
}
