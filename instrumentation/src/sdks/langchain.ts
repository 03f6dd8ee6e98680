import { type Loose, looseObject, looseText } from "../../../packages/genai-wire/src/loose-json.ts";
import type { CallStart } from "../calls/call.ts";
import { inRun } from "../calls/run.ts";
import { langChainModel as dialect } from "../dialects/langchain.ts";
import { safely } from "../setup/runtime.ts";
import { type AnyFunction, type Patch, prototypeOf, wrapMethod } from "./patch.ts";
import { traceGenerator, tracePromise, wholeAnswer } from "./promise.ts";

/**
 * Patches LangChain. Most of its models call an SDK that is traced itself; for the others, the call is read from
 * LangChain's messages. Each model class is patched at its first use.
 */
export const langChain: Patch = {
  module: "@langchain/core/language_models/chat_models",
  apply(exports) {
    const base = prototypeOf(exports, "BaseChatModel");
    for (const entry of ["_generateUncached", "_streamIterator", "_streamChatModelEvents"]) {
      wrapMethod(base, entry, (original) => {
        return function (this: object, ...given: readonly unknown[]): unknown {
          safely(() => traceClass(this));
          return original.apply(this, [...given]) as unknown;
        };
      });
    }
    return undefined;
  },
};

/** Makes each chain or graph one trace. */
export const langChainRuns: readonly Patch[] = [
  ["@langchain/core/runnables", "RunnableSequence"],
  ["@langchain/langgraph", "Pregel"],
].map(([module = "", name = ""]) => ({
  module,
  apply(exports) {
    wrapMethod(prototypeOf(exports, name), "invoke", (original) => {
      return function (this: unknown, ...given: readonly unknown[]): unknown {
        return inRun(name, () => original.apply(this, [...given]) as unknown);
      };
    });
    return undefined;
  },
}));

function traceClass(model: object): void {
  wrapMethod(holderOf(model, "_generate"), "_generate", traceGenerate);
  wrapMethod(holderOf(model, "_streamResponseChunks"), "_streamResponseChunks", traceChunks);
}

function holderOf(model: object, method: string): object | undefined {
  let at: object | null = model;
  while (at !== null && !Object.hasOwn(at, method)) at = Object.getPrototypeOf(at) as object | null;
  return at ?? undefined;
}

const traceGenerate = (original: AnyFunction) =>
  function (this: unknown, ...given: readonly unknown[]) {
    return tracePromise(
      () => callStart(this, given, false),
      () => original.apply(this, [...given]) as Promise<unknown>,
      wholeAnswer(dialect),
    );
  };

const traceChunks = (original: AnyFunction) =>
  function (this: unknown, ...given: readonly unknown[]) {
    return traceGenerator(
      () => callStart(this, given, true),
      dialect,
      () => original.apply(this, [...given]) as AsyncGenerator,
    );
  };

function callStart(self: unknown, [messages, options]: readonly unknown[], stream: boolean): CallStart {
  const model = looseObject(self) ?? {};
  const lsParams =
    safely(() => looseObject((model["getLsParams"] as AnyFunction | undefined)?.call(model, options ?? {}))) ?? {};
  const request = dialect.readRequest({ messages, options });
  return {
    dialect,
    provider: { name: providerOf(looseText(lsParams["ls_provider"]) ?? "") },
    request: {
      ...request,
      stream,
      model: looseText(model["model"]) ?? looseText(model["modelName"]) ?? looseText(lsParams["ls_model_name"]),
      params: { ...request.params, ...paramsOf(lsParams) },
    },
    shape: "framework",
  };
}

const paramsOf = (lsParams: Loose) => ({
  "gen_ai.request.temperature": typeof lsParams["ls_temperature"] === "number" ? lsParams["ls_temperature"] : undefined,
  "gen_ai.request.max_tokens": typeof lsParams["ls_max_tokens"] === "number" ? lsParams["ls_max_tokens"] : undefined,
});

const providerOf = (name: string): string => names[name] ?? (name === "" ? "langchain" : name.toLowerCase());

const names: Readonly<Record<string, string>> = {
  google_genai: "gcp.gemini",
  google_vertexai: "gcp.vertex_ai",
  amazon_bedrock: "aws.bedrock",
  azure: "azure.ai.openai",
  mistral: "mistral_ai",
  xai: "x_ai",
};
