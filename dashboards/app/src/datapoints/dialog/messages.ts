import type { Json, Message } from "../../platform/api/types.ts";

const roles = ["system", "user", "assistant", "tool"] as const;

interface RecordedMessage {
  readonly role: string;
  readonly content?: Json | undefined;
  readonly toolCalls?: readonly Json[] | undefined;
}

/** Converts a message from outside a datapoint, so that the one renderer draws it. */
export function messageOf({ role, content, toolCalls = [] }: RecordedMessage): Message {
  const calls = toolCalls.map((call) => {
    const { name, parameters } = (call ?? {}) as { readonly name?: Json; readonly parameters?: Json };
    return { type: "tool_call" as const, name: typeof name === "string" ? name : "?", arguments: parameters ?? {} };
  });
  return {
    role: roles.find((known) => known === role) ?? "user",
    parts: [...partsOf(content), ...calls],
  };
}

/** Converts the prediction for a row: text, function calls with it, or any other value. */
export function predictionMessage(prediction: Json | undefined): Message {
  const { tool_calls: calls, content } = (typeof prediction === "object" && prediction !== null ? prediction : {}) as {
    readonly tool_calls?: Json;
    readonly content?: Json;
  };
  return Array.isArray(calls)
    ? messageOf({ role: "assistant", content, toolCalls: calls })
    : messageOf({ role: "assistant", content: prediction });
}

function partsOf(content: Json | undefined): Message["parts"] {
  if (content === undefined || content === null || content === "") return [];
  return typeof content === "string" ? [{ type: "text", text: content }] : [{ type: "other", value: content }];
}
