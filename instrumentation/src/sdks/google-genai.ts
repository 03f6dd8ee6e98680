import type { Dialect } from "../../../packages/genai-wire/src/dialects/dialect.ts";
import { geminiContent, geminiEmbeddings } from "../../../packages/genai-wire/src/dialects/gemini.ts";
import { type Loose, looseObject, looseText } from "../../../packages/genai-wire/src/loose-json.ts";
import type { Provider } from "../calls/call.ts";
import { safely } from "../setup/runtime.ts";
import { type AnyFunction, type Patch, prototypeOf, wrapMethod } from "./patch.ts";
import { tracePromise, watched, wholeAnswer } from "./promise.ts";

/**
 * Patches `@google/genai` below its public methods, so that each request of automatic function calling is a
 * separate call.
 */
export const googleGenAi: Patch = {
  module: "@google/genai",
  apply(exports) {
    const models = prototypeOf(exports, "Models");
    trace(models, "generateContentInternal", { dialect: geminiContent, streams: false });
    trace(models, "generateContentStreamInternal", { dialect: geminiContent, streams: true });
    trace(models, "embedContentInternal", { dialect: geminiEmbeddings, streams: false });
    return undefined;
  },
};

function trace(models: unknown, method: string, { dialect, streams }: { dialect: Dialect; streams: boolean }): void {
  wrapMethod(models, method, (original) => {
    return function (this: unknown, ...given: readonly unknown[]) {
      return tracePromise(
        () => {
          const request = looseObject(given[0]);
          const modelRequest = request && { ...dialect.readRequest(request), stream: streams };
          return (
            modelRequest && { dialect, provider: providerOf(looseObject(this)), request: modelRequest, shape: "sdk" }
          );
        },
        () => original.apply(this, [...given]) as Promise<unknown>,
        (reply, call) =>
          streams ? watched(reply as AsyncIterable<unknown>, call, dialect) : wholeAnswer(dialect)(reply, call),
      );
    };
  });
}

function providerOf(models: Loose | undefined): Provider {
  const client = looseObject(models?.["apiClient"]);
  const callMethod = (method: string) =>
    safely(() => (client?.[method] as AnyFunction | undefined)?.call(client) as unknown);
  return {
    name: callMethod("isVertexAI") === true ? "gcp.vertex_ai" : "gcp.gemini",
    url: looseText(callMethod("getBaseUrl")),
  };
}
