import type { Dialect } from "../../../packages/genai-wire/src/dialects/dialect.ts";
import { openAiChat } from "../../../packages/genai-wire/src/dialects/openai-chat.ts";
import { openAiCompletions } from "../../../packages/genai-wire/src/dialects/openai-completions.ts";
import { openAiEmbeddings } from "../../../packages/genai-wire/src/dialects/openai-embeddings.ts";
import { openAiResponses } from "../../../packages/genai-wire/src/dialects/openai-responses.ts";
import { type Loose, looseText } from "../../../packages/genai-wire/src/loose-json.ts";
import type { Provider } from "../calls/call.ts";
import { type Patch, prototypeOf } from "./patch.ts";
import { providerAt } from "./providers.ts";
import { traceResource } from "./stainless.ts";

/** Patches `openai` 4 to 7. Its helpers (`parse`, `stream`, `runTools`) call these four methods. */
export const openAi: Patch = {
  module: "openai",
  apply(exports) {
    for (const [path, dialect] of resources) {
      traceResource(prototypeOf(exports, "OpenAI", ...path), "create", { dialect, provider });
    }
    return undefined;
  },
};

const resources: readonly (readonly [readonly string[], Dialect])[] = [
  [["Chat", "Completions"], openAiChat],
  [["Responses"], openAiResponses],
  [["Completions"], openAiCompletions],
  [["Embeddings"], openAiEmbeddings],
];

function provider(client: Loose | undefined): Provider {
  const url = looseText(client?.["baseURL"]);
  return { name: providerAt(url, "openai"), url };
}
