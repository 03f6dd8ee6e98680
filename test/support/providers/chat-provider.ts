import type { SeenRequest } from "./fake-provider.ts";

export interface ChatBody {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

export const chatBodyOf = ({ body }: SeenRequest) => JSON.parse(body.toString()) as ChatBody;

export const lastMessageIn = (seen: SeenRequest) => chatBodyOf(seen).messages.at(-1)?.content ?? "";

export const completion = (message: object) =>
  JSON.stringify({
    id: "chatcmpl-1",
    model: "small-2026",
    choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", ...message } }],
    usage: { prompt_tokens: 12, completion_tokens: 3 },
  });
