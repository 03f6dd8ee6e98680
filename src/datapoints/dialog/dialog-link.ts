import type { Attributes, AttributeValue } from "../../otlp/index.ts";
import type { Datapoint, DialogHolder } from "../datapoint.ts";

/**
 * What a request of a stateful API names instead of repeating the dialog. `response`: the response that it continues.
 * `conversation`: a conversation or thread, which the provider holds, or which is only known by the id of the spans.
 */
export type DialogLink =
  | { readonly kind: "response"; readonly responseId: string }
  | {
      readonly kind: "conversation";
      readonly conversationId: string;
      /** The session of the call, which its datapoints are found by. */
      readonly sessionId: string;
      readonly heldBy: DialogHolder;
    };

const previousResponse = [
  "gen_ai.request.previous_response.id",
  "gen_ai.request.previous_response_id",
  "gen_ai.openai.request.previous_response_id",
  "openai.request.previous_response_id",
] as const;
const conversation = ["gen_ai.conversation.id", "gen_ai.thread.id"] as const;
/** JSON of the request's parameters, or of a response that repeats them. */
const parameters = ["llm.invocation_parameters", "langfuse.observation.model.parameters", "output.value"] as const;

/** The attributes from which a link is read. */
export const linkAttributes: readonly string[] = [...previousResponse, ...conversation, ...parameters];

/** Ids that OpenAI and Azure give to conversations and to threads of assistants. */
const providersId = /^(?:conv|thread)_\w{6,}$/;
const previousInJson = /"previous_(?:response|interaction)_id"\s*:\s*"([^"\\]{1,500})"/;
const conversationInJson = /"conversation"\s*:\s*(?:\{\s*"id"\s*:\s*)?"(conv_\w{6,200})"/;

/** Returns how a call continues an earlier one; undefined for a request that repeats its dialog, or begins one. */
export function dialogLinkOf(
  call: Pick<Datapoint, "attributes" | "sessionId" | "source" | "input">,
): DialogLink | undefined {
  const { attributes, sessionId, source, input } = call;
  const responseId = firstText(attributes, previousResponse) ?? firstMatch(attributes, previousInJson);
  if (responseId !== undefined) return { kind: "response", responseId };
  if (sessionId === undefined || sessionId === "") return undefined;
  const named = firstText(attributes, conversation);
  const held = [named, sessionId, firstMatch(attributes, conversationInJson)].find(
    (id) => id !== undefined && providersId.test(id),
  );
  if (held !== undefined) return { kind: "conversation", conversationId: held, sessionId, heldBy: "provider" };
  // Clients of the proxy and of the API name a session for any call; a request with answers repeats its dialog.
  if (named === undefined || source !== "otlp" || input.some(({ role }) => role === "assistant")) return undefined;
  return { kind: "conversation", conversationId: named, sessionId, heldBy: "application" };
}

function firstText(attributes: Attributes, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const value = attributes.get(key);
    if (isId(value)) return value;
  }
  return undefined;
}

function firstMatch(attributes: Attributes, pattern: RegExp): string | undefined {
  for (const key of parameters) {
    const value = attributes.get(key);
    const found = typeof value === "string" && value.startsWith("{") ? pattern.exec(value)?.[1] : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

const isId = (value: AttributeValue | undefined): value is string =>
  typeof value === "string" && value !== "" && value.length <= 500;
