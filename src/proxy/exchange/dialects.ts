import { anthropicMessages } from "../../../packages/genai-wire/src/dialects/anthropic.ts";
import type { Dialect } from "../../../packages/genai-wire/src/dialects/dialect.ts";
import { openAiChat } from "../../../packages/genai-wire/src/dialects/openai-chat.ts";
import { openAiCompletions } from "../../../packages/genai-wire/src/dialects/openai-completions.ts";
import { openAiEmbeddings } from "../../../packages/genai-wire/src/dialects/openai-embeddings.ts";
import { openAiResponses } from "../../../packages/genai-wire/src/dialects/openai-responses.ts";
import type { Api } from "../endpoints.ts";

/**
 * How the requests and responses of each API are read. Instrumented SDK calls use the same code. `models` is
 * absent because a list of models isn't a model call.
 */
export const dialects: Readonly<Record<Exclude<Api, "models">, Dialect>> = {
  chat: openAiChat,
  completions: openAiCompletions,
  embeddings: openAiEmbeddings,
  responses: openAiResponses,
  messages: anthropicMessages,
};
