import type { Role } from "../../datapoint.ts";

/** Normalizes a role; undefined for a word that no provider or SDK uses for one. */
export function roleOf(word: string | undefined): Role | undefined {
  return word === undefined ? undefined : (roles.get(word) ?? roles.get(word.toLowerCase()));
}

const roles: ReadonlyMap<string, Role> = new Map<string, Role>([
  ["system", "system"],
  ["developer", "system"],
  ["SystemMessage", "system"],
  ["SystemMessageChunk", "system"],
  ["user", "user"],
  ["human", "user"],
  ["HumanMessage", "user"],
  ["HumanMessageChunk", "user"],
  ["assistant", "assistant"],
  ["model", "assistant"],
  ["ai", "assistant"],
  ["bot", "assistant"],
  ["AIMessage", "assistant"],
  ["AIMessageChunk", "assistant"],
  ["ChatMessage", "assistant"],
  ["tool", "tool"],
  ["function", "tool"],
  ["ToolMessage", "tool"],
  ["ToolMessageChunk", "tool"],
  ["FunctionMessage", "tool"],
]);
