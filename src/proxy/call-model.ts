import { randomBytes } from "node:crypto";
import type { ModelResponse as Reply } from "../../packages/genai-wire/src/dialects/dialect.ts";
import { errorInText } from "../../packages/genai-wire/src/dialects/errors.ts";
import type { Part } from "../../packages/genai-wire/src/dialects/message.ts";
import { looseObject, looseText, parsedJson } from "../../packages/genai-wire/src/loose-json.ts";
import type { Translator } from "../../packages/genai-wire/src/ports/translator.ts";
import type { CallModel, ModelCall, ModelReply } from "../checks/index.ts";
import type { Usage } from "../datapoints/index.ts";
import {
  type HttpClient,
  type HttpRequest,
  type HttpResponse,
  isRetryableStatus,
} from "../platform/http/http-client.ts";
import type { Json, JsonValue } from "../platform/json/json.ts";
import { dialects } from "./exchange/dialects.ts";
import { inflate } from "./inflate.ts";
import { translate } from "./native/translate.ts";
import { authorize } from "./relay/headers.ts";
import type { Rewriting } from "./rewriting.ts";

interface CallModelDependencies {
  readonly http: Pick<HttpClient, "send">;
  readonly translators: readonly Translator[];
  /** Unix milliseconds. */
  readonly now: () => number;
}

const answerBytes = 8 * 2 ** 20;

/** Makes Gaffe's own model calls with the translators and readers of the proxy. */
export function createCallModel({ http, translators, now }: CallModelDependencies): CallModel {
  return async (call, signal) => {
    const outgoing = outgoingOf(call);
    if (outgoing.kind === "failed") return outgoing;
    const answer = await http.send(
      { ...outgoing.request, method: "POST", timeoutMs: call.timeoutMs, maxBytes: answerBytes },
      signal,
    );
    if (answer.kind !== "answered") return unreached(answer);
    return replyOf(answer, outgoing.rewriting);
  };

  function outgoingOf({ location: { upstream, model, key }, messages, tools, params }: ModelCall): Outgoing | Failed {
    const body = { ...params, model, messages, ...(tools && tools.length > 0 ? { tools } : {}) };
    const bytes = Buffer.from(JSON.stringify(body));
    const forwarded = key === undefined ? [] : ["authorization", `Bearer ${key}`];
    const url = new URL(upstream.baseUrl);
    const basePath = url.pathname.replace(/\/+$/, "");
    if (upstream.dialect === undefined) {
      const headers = headerMap(authorize(["content-type", "application/json", ...forwarded], upstream.auth));
      return { kind: "outgoing", request: { url: `${url.origin}${basePath}/chat/completions`, headers, body: bytes } };
    }
    const translator = translators.find(({ dialect }) => dialect === upstream.dialect);
    if (!translator) return failed(`Gaffe cannot translate requests for ${upstream.dialect}`);
    const made = translate({
      translator,
      upstream,
      origin: url.origin,
      basePath,
      body: bytes,
      forwarded,
      header: () => undefined,
      callId: randomBytes(16).toString("hex"),
      at: now(),
    });
    if (made.kind === "refused")
      return failed(made.error.message, { code: made.error.code, status: made.error.status });
    const request = { url: `${url.origin}${made.path}`, headers: headerMap(made.headers), body: made.body };
    return { kind: "outgoing", request, rewriting: made.rewriting };
  }
}

interface Outgoing {
  readonly kind: "outgoing";
  readonly request: Pick<HttpRequest, "url" | "headers" | "body">;
  readonly rewriting?: Rewriting;
}

type Failed = Extract<ModelReply, { kind: "failed" }>;

const failed = (message: string, more: Partial<Failed> = {}): Failed => ({
  kind: "failed",
  message,
  isPassing: false,
  ...more,
});

function unreached(answer: Exclude<HttpResponse, { kind: "answered" }>): Failed {
  if (answer.kind === "forbidden") return failed(answer.reason, { code: "upstream_not_allowed" });
  return failed(answer.reason, { code: answer.code, isPassing: answer.code !== "too_large" });
}

async function replyOf(
  answer: Extract<HttpResponse, { kind: "answered" }>,
  rewriting: Rewriting | undefined,
): Promise<ModelReply> {
  const { status, header } = answer;
  const encoding = header("content-encoding");
  const rewriter = rewriting?.begin({ status, contentType: header("content-type"), encoding, header });
  const plain = rewriter?.kind === "whole" ? await inflate(answer.bytes, encoding, answerBytes) : answer.bytes;
  const shown =
    rewriter?.kind === "whole" ? rewriter.rewrite(Buffer.isBuffer(plain) ? plain : Buffer.alloc(0)) : answer.bytes;
  if (!Buffer.isBuffer(shown)) return failed(shown.message, { code: shown.code, status: shown.status });
  const text = shown.toString("utf8");
  if (status >= 300) return failedWith(answer, text);
  const body = looseObject(parsedJson(text));
  const reading = body && looseObject(body["error"]) === undefined ? dialects.chat.readResponse(body) : undefined;
  const [output] = reading?.output ?? [];
  if (!reading || !output) {
    const error = errorInText(text);
    return failed(error.message?.slice(0, 300) ?? "the endpoint returned a response that isn't a model response", {
      status,
      code: error.code ?? "invalid_response",
    });
  }
  return modelReply(reading, output.parts);
}

function failedWith({ status, retryAfterMs }: Extract<HttpResponse, { kind: "answered" }>, text: string): Failed {
  const { message, type, code } = errorInText(text);
  return failed(message ?? `it answered ${status}`, {
    status,
    ...(code === undefined ? {} : { code }),
    ...(type === undefined ? {} : { providerType: type }),
    isPassing: isPassing(status, code),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
}

/** An exhausted quota also returns 429, but is not transient. */
function isPassing(status: number, code: string | undefined): boolean {
  if (code !== undefined && /insufficient_quota|billing/.test(code)) return false;
  return isRetryableStatus(status);
}

function modelReply({ id, model, finishReasons, usage }: Reply, parts: readonly Part[]): ModelReply {
  const texts = (type: string) =>
    parts.flatMap((part) => (part.type === type ? (looseText(part["content"]) ?? []) : [])).join("");
  const refusal = texts("refusal");
  const [finishReason] = finishReasons;
  return {
    kind: "answered",
    text: texts("text"),
    toolCalls: parts.flatMap((part) =>
      part.type === "tool_call" ? [{ name: looseText(part["name"]) ?? "", parameters: part["arguments"] as Json }] : [],
    ),
    ...(refusal === "" ? {} : { refusal }),
    ...(finishReason === undefined ? {} : { finishReason }),
    ...(model === undefined ? {} : { responseModel: model }),
    ...(id === undefined ? {} : { responseId: id }),
    usage: usageOf(usage),
  };
}

function usageOf({ input, output, cacheRead, cacheWrite, reasoning }: Reply["usage"]): Usage {
  const counts: Readonly<Record<string, JsonValue | undefined>> = {
    inputTokens: input,
    outputTokens: output,
    cacheReadTokens: cacheRead,
    cacheWriteTokens: cacheWrite,
    reasoningTokens: reasoning,
  };
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== undefined));
}

function headerMap(list: readonly string[]): Readonly<Record<string, string>> {
  const pairs = Array.from({ length: list.length / 2 }, (_, at) => [list[at * 2]!, list[at * 2 + 1]!] as const);
  return Object.fromEntries(pairs);
}
