import type { SeenRequest } from "./fake-provider.ts";

export interface ChatBody {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

/** A chat request that a fake provider saw. */
export const chatBodyOf = ({ body }: SeenRequest) => JSON.parse(body.toString()) as ChatBody;

/** The newest message of a chat request. */
export const saidIn = (seen: SeenRequest) => chatBodyOf(seen).messages.at(-1)?.content ?? "";

/** A chat completion with this message, in OpenAI's shape. */
export const completion = (message: object) =>
  JSON.stringify({
    id: "chatcmpl-1",
    model: "small-2026",
    choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", ...message } }],
    usage: { prompt_tokens: 12, completion_tokens: 3 },
  });
