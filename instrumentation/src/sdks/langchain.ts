import type { Begun } from "../calls/call.ts";
import { type Loose, looseObject, looseText } from "../calls/loose.ts";
import { inRun } from "../calls/run.ts";
import { langChainModel as dialect } from "../dialects/langchain.ts";
import { safely } from "../setup/runtime.ts";
import { type AnyFunction, type Patch, prototypeOf, wrapMethod } from "./patch.ts";
import { traceGenerator, tracePromise, wholeAnswer } from "./promise.ts";

/**
 * LangChain. Most of its models ask through an SDK that is traced itself; a model that asks by other means is told of by
 * LangChain's own messages. Each class of models is traced when it is first used.
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

/** A chain or a graph is one trace. */
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

/** The class that a model has its method from. */
function holderOf(model: object, method: string): object | undefined {
  let at: object | null = model;
  while (at !== null && !Object.hasOwn(at, method)) at = Object.getPrototypeOf(at) as object | null;
  return at ?? undefined;
}

const traceGenerate = (original: AnyFunction) =>
  function (this: unknown, ...given: readonly unknown[]) {
    return tracePromise(
      () => begun(this, given, false),
      () => original.apply(this, [...given]) as Promise<unknown>,
      wholeAnswer(dialect),
    );
  };

const traceChunks = (original: AnyFunction) =>
  function (this: unknown, ...given: readonly unknown[]) {
    return traceGenerator(
      () => begun(this, given, true),
      dialect,
      () => original.apply(this, [...given]) as AsyncGenerator,
    );
  };

function begun(self: unknown, [messages, options]: readonly unknown[], stream: boolean): Begun {
  const model = looseObject(self) ?? {};
  const told =
    safely(() => looseObject((model["getLsParams"] as AnyFunction | undefined)?.call(model, options ?? {}))) ?? {};
  const asked = dialect.asked({ messages, options });
  return {
    dialect,
    provider: { name: providerOf(looseText(told["ls_provider"]) ?? "") },
    asked: {
      ...asked,
      stream,
      model: looseText(model["model"]) ?? looseText(model["modelName"]) ?? looseText(told["ls_model_name"]),
      params: { ...asked.params, ...paramsOf(told) },
    },
    shape: "framework",
  };
}

const paramsOf = (told: Loose) => ({
  "gen_ai.request.temperature": typeof told["ls_temperature"] === "number" ? told["ls_temperature"] : undefined,
  "gen_ai.request.max_tokens": typeof told["ls_max_tokens"] === "number" ? told["ls_max_tokens"] : undefined,
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
