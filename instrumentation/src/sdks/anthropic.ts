import { anthropicMessages as dialect } from "../../../packages/genai-wire/src/dialects/anthropic.ts";
import { type Loose, looseText } from "../../../packages/genai-wire/src/loose-json.ts";
import type { Provider } from "../calls/call.ts";
import { type Patch, prototypeOf } from "./patch.ts";
import { providerAt } from "./providers.ts";
import { traceResource } from "./stainless.ts";

/** Patches `@anthropic-ai/sdk`. Its helpers (`stream`, `parse`, `toolRunner`) call these two methods. */
export const anthropic: Patch = {
  module: "@anthropic-ai/sdk",
  apply(exports) {
    traceResource(prototypeOf(exports, "Anthropic", "Messages"), "create", { dialect, provider });
    traceResource(prototypeOf(exports, "Anthropic", "Beta", "Messages"), "create", { dialect, provider });
    return undefined;
  },
};

function provider(client: Loose | undefined): Provider {
  const url = looseText(client?.["baseURL"]);
  return { name: providerAt(url, "anthropic"), url };
}
