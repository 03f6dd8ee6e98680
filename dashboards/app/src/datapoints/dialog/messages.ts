import type { Message } from "../../platform/api/types.ts";

const roles = ["system", "user", "assistant", "tool"] as const;

interface RecordedMessage {
  readonly role: string;
  readonly content?: unknown;
  readonly toolCalls?: readonly unknown[] | undefined;
}

/** Converts a message from outside a datapoint, so that the one renderer draws it. */
export function messageOf({ role, content, toolCalls = [] }: RecordedMessage): Message {
  const calls = toolCalls.map((call) => {
    const { name, parameters } = (call ?? {}) as { readonly name?: unknown; readonly parameters?: unknown };
    return { type: "tool_call" as const, name: typeof name === "string" ? name : "?", arguments: parameters ?? {} };
  });
  return {
    role: roles.find((known) => known === role) ?? "user",
    parts: [...partsOf(content), ...calls],
  };
}

/** Converts the prediction for a row: text, function calls with it, or any other value. */
export function predictionMessage(prediction: unknown): Message {
  const { tool_calls: calls, content } = (
    typeof prediction === "object" && prediction !== null ? prediction : {}
  ) as Record<string, unknown>;
  return Array.isArray(calls)
    ? messageOf({ role: "assistant", content, toolCalls: calls })
    : messageOf({ role: "assistant", content: prediction });
}

function partsOf(content: unknown): Message["parts"] {
  if (content === undefined || content === null || content === "") return [];
  return typeof content === "string" ? [{ type: "text", text: content }] : [{ type: "other", value: content }];
}
