import type { Dialect } from "../../../packages/genai-wire/src/dialects/dialect.ts";
import { type Loose, looseObject, looseText } from "../../../packages/genai-wire/src/loose-json.ts";
import type { Call } from "../calls/call.ts";
import { watchStream } from "../calls/observe.ts";
import { inRun } from "../calls/run.ts";
import { vercelEmbeddings, vercelModel } from "../dialects/vercel-ai.ts";
import { safely } from "../setup/runtime.ts";
import { type AnyFunction, type Exports, type Patch, prototypeOf, wrapMethod, wrapped } from "./patch.ts";
import { tracePromise, wholeAnswer } from "./promise.ts";

/**
 * Patches the Vercel AI SDK 4 to 7 (`ai`). Its functions get traced models: in every version, each request passes
 * through the model, whose interface is specified.
 */
export const vercelAi: Patch = {
  module: "ai",
  apply(exports) {
    for (const agent of ["ToolLoopAgent", "Experimental_Agent"]) {
      for (const method of ["generate", "stream"])
        wrapMethod(prototypeOf(exports, agent), method, withTracedSettings(exports));
    }
    const replaced: Record<string, unknown> = {};
    for (const name of functions) {
      const original = exports[name];
      if (typeof original === "function")
        replaced[name] = wrapped(original as AnyFunction, withTracedModel(exports, name));
    }
    return replaced;
  },
};

const functions = ["generateText", "streamText", "generateObject", "streamObject", "embed", "embedMany"] as const;

const withTracedModel = (exports: Exports, name: string) => (original: AnyFunction) =>
  function (this: unknown, ...given: readonly unknown[]): unknown {
    const [options, ...rest] = given;
    const traced = safely(() => tracedOptions(exports, options, name.startsWith("embed"))) ?? options;
    return inRun(name, () => original.apply(this, [traced, ...rest]) as unknown);
  };

const withTracedSettings = (exports: Exports) => (original: AnyFunction) =>
  function (this: { settings?: unknown }, ...given: readonly unknown[]): unknown {
    safely(() => {
      const traced = tracedOptions(exports, this.settings, false);
      if (traced) this.settings = traced;
    });
    return inRun("agent", () => original.apply(this, [...given]) as unknown);
  };

function tracedOptions(exports: Exports, options: unknown, embeds: boolean): Loose | undefined {
  const given = looseObject(options);
  const { model, prepareStep } = given ?? {};
  if (!given || model === undefined) return undefined;
  return {
    ...given,
    model: tracedModel(resolved(exports, model, embeds)),
    ...(typeof prepareStep === "function" ? { prepareStep: withTracedStep(exports, prepareStep as AnyFunction) } : {}),
  };
}

const withTracedStep = (exports: Exports, prepare: AnyFunction): AnyFunction =>
  async function (this: unknown, ...given) {
    const step: unknown = await prepare.apply(this, given);
    return safely(() => tracedOptions(exports, step, false)) ?? step;
  };

/** Resolves a model name to a model of the default provider, as the SDK does. */
function resolved(exports: Exports, model: unknown, embeds: boolean): unknown {
  if (typeof model !== "string") return model;
  const provider = ((globalThis as { AI_SDK_DEFAULT_PROVIDER?: unknown }).AI_SDK_DEFAULT_PROVIDER ??
    exports["gateway"]) as Record<string, AnyFunction | undefined>;
  const make = embeds ? (provider["embeddingModel"] ?? provider["textEmbeddingModel"]) : provider["languageModel"];
  return (make?.call(provider, model) as unknown) ?? model;
}

const known = new WeakMap<object, object>();
const proxies = new WeakSet<object>();

function tracedModel(model: unknown): unknown {
  if (typeof model !== "object" || model === null || proxies.has(model)) return model;
  const proxy = known.get(model) ?? new Proxy(model, { get: tracedMember });
  known.set(model, proxy);
  proxies.add(proxy);
  return proxy;
}

/** Model classes have private members, so methods are bound to the model itself rather than to the proxy. */
function tracedMember(model: object, name: string | symbol): unknown {
  const member: unknown = Reflect.get(model, name, model);
  if (typeof member !== "function" || name === "constructor") return member;
  const act = (options: unknown) => (member as AnyFunction).call(model, options) as Promise<unknown>;
  switch (name) {
    case "doGenerate":
      return (options: unknown) => trace(model, vercelModel, options, () => act(options));
    case "doEmbed":
      return (options: unknown) => trace(model, vercelEmbeddings, options, () => act(options));
    case "doStream":
      return (options: unknown) => trace(model, vercelModel, options, () => act(options), true);
    default:
      return (member as AnyFunction).bind(model) as unknown;
  }
}

// oxlint-disable-next-line max-params -- a call is all of these
function trace(model: object, dialect: Dialect, options: unknown, act: () => Promise<unknown>, streams = false) {
  return tracePromise(
    () => {
      const { provider, modelId } = model as { readonly provider?: unknown; readonly modelId?: unknown };
      const request = {
        ...dialect.readRequest(looseObject(options) ?? {}),
        model: looseText(modelId),
        stream: streams,
      };
      return { dialect, provider: { name: providerOf(looseText(provider) ?? "") }, request, shape: "framework" };
    },
    act,
    (result, call) => {
      if (!streams) return wholeAnswer(dialect)(result, call);
      const { stream } = result as { readonly stream: ReadableStream<unknown> };
      return { ...(result as object), stream: readAlong(stream, call, dialect) };
    },
  );
}

function readAlong(stream: ReadableStream<unknown>, call: Call, dialect: Dialect): ReadableStream<unknown> {
  const reader = stream.getReader();
  const next = () => reader.read() as Promise<IteratorResult<unknown>>;
  const iterator = watchStream({ next }, call, dialect);
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    async cancel(reason) {
      await iterator.return?.();
      await reader.cancel(reason);
    },
  });
}

/** Returns OpenTelemetry's provider name: `openai.chat` becomes `openai`. */
function providerOf(name: string): string {
  if (name.startsWith("google.vertex")) return "gcp.vertex_ai";
  const head = name.split(".")[0] ?? name;
  return names[head] ?? head;
}

const names: Readonly<Record<string, string>> = {
  google: "gcp.gemini",
  azure: "azure.ai.openai",
  "azure-openai": "azure.ai.openai",
  "amazon-bedrock": "aws.bedrock",
  mistral: "mistral_ai",
  xai: "x_ai",
  moonshotai: "moonshot_ai",
};
