import type { Provider } from "../calls/call.ts";
import type { Dialect } from "../calls/dialect.ts";
import { type Loose, looseObject, looseText } from "../calls/loose.ts";
import { geminiContent, geminiEmbeddings } from "../dialects/gemini.ts";
import { safely } from "../setup/runtime.ts";
import { type AnyFunction, type Patch, prototypeOf, wrapMethod } from "./patch.ts";
import { tracePromise, watched, wholeAnswer } from "./promise.ts";

/** `@google/genai`. Below its public methods, so that each request of automatic function calling is a call. */
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
          const asked = request && { ...dialect.asked(request), stream: streams };
          return asked && { dialect, provider: providerOf(looseObject(this)), asked, shape: "sdk" };
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
  const ask = (method: string) => safely(() => (client?.[method] as AnyFunction | undefined)?.call(client) as unknown);
  return { name: ask("isVertexAI") === true ? "gcp.vertex_ai" : "gcp.gemini", url: looseText(ask("getBaseUrl")) };
}
