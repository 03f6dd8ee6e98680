import { createHash, createHmac } from "node:crypto";
import { EventStreamCodec } from "@smithy/eventstream-codec";
import { SignatureV4 } from "@smithy/signature-v4";
import { z } from "zod";
import { unreachable } from "../../../src/platform/http/unreachable.ts";
import type { Dialect } from "../../../src/providers/upstream.ts";
import { openFakeProvider, type SeenRequest } from "./fake-provider.ts";
import { type Exchange, pieces, streamed } from "./wire.ts";

/*
 * Fake providers, written from their API documentation without reading the translators: they refuse requests with
 * an unknown member, or without a required one.
 */

const object = z.record(z.string(), z.unknown());
const cache_control = z.strictObject({ type: z.literal("ephemeral"), ttl: z.enum(["5m", "1h"]).optional() }).optional();

const anthropicText = z.strictObject({ type: z.literal("text"), text: z.string().min(1), cache_control });
const anthropicSource = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("base64"), media_type: z.string(), data: z.base64() }),
  z.strictObject({ type: z.literal("url"), url: z.url() }),
  z.strictObject({ type: z.literal("text"), media_type: z.literal("text/plain"), data: z.string() }),
]);
const anthropicBlock = z.discriminatedUnion("type", [
  anthropicText,
  z.strictObject({ type: z.literal("image"), source: anthropicSource, cache_control }),
  z.strictObject({ type: z.literal("document"), source: anthropicSource, title: z.string().optional(), cache_control }),
  z.strictObject({ type: z.literal("thinking"), thinking: z.string(), signature: z.string() }),
  z.strictObject({ type: z.literal("redacted_thinking"), data: z.string() }),
  z.strictObject({ type: z.literal("tool_use"), id: z.string(), name: z.string(), input: object }),
  z.strictObject({ type: z.literal("tool_result"), tool_use_id: z.string(), content: z.array(anthropicText) }),
]);
const anthropicRequest = z
  .strictObject({
    model: z.string(),
    max_tokens: z.int().positive(),
    messages: z
      .array(z.strictObject({ role: z.enum(["user", "assistant"]), content: z.array(anthropicBlock).min(1) }))
      .min(1),
    system: z.array(anthropicText).optional(),
    tools: z
      .array(
        z.strictObject({
          name: z.string(),
          description: z.string().optional(),
          input_schema: z.looseObject({ type: z.literal("object") }),
          strict: z.boolean().optional(),
          cache_control,
        }),
      )
      .optional(),
    tool_choice: z
      .discriminatedUnion("type", [
        z.strictObject({ type: z.enum(["auto", "any"]), disable_parallel_tool_use: z.boolean().optional() }),
        z.strictObject({ type: z.literal("none") }),
        z.strictObject({
          type: z.literal("tool"),
          name: z.string(),
          disable_parallel_tool_use: z.boolean().optional(),
        }),
      ])
      .optional(),
    temperature: z.number().min(0).max(1).optional(),
    top_p: z.number().optional(),
    top_k: z.int().optional(),
    stop_sequences: z.array(z.string()).optional(),
    stream: z.boolean().optional(),
    thinking: z
      .discriminatedUnion("type", [
        z.strictObject({ type: z.literal("enabled"), budget_tokens: z.int().min(1024) }),
        z.strictObject({ type: z.enum(["disabled", "adaptive"]) }),
      ])
      .optional(),
    output_config: z
      .strictObject({
        effort: z.enum(["low", "medium", "high", "xhigh", "max"]).optional(),
        format: z.strictObject({ type: z.literal("json_schema"), schema: object }).optional(),
      })
      .optional(),
    metadata: z.strictObject({ user_id: z.string() }).optional(),
  })
  .refine(({ messages }) => alternate(messages), "roles must alternate");

const geminiPart = z.union([
  z.strictObject({ text: z.string().min(1) }),
  z.strictObject({ inlineData: z.strictObject({ mimeType: z.string(), data: z.base64() }) }),
  z.strictObject({ fileData: z.strictObject({ fileUri: z.url(), mimeType: z.string().optional() }) }),
  z.strictObject({
    functionCall: z.strictObject({ name: z.string(), args: object }),
    thoughtSignature: z.string().optional(),
  }),
  z.strictObject({ functionResponse: z.strictObject({ name: z.string(), response: object }) }),
]);
const geminiRequest = z
  .strictObject({
    contents: z.array(z.strictObject({ role: z.enum(["user", "model"]), parts: z.array(geminiPart).min(1) })).min(1),
    systemInstruction: z.strictObject({ parts: z.array(z.strictObject({ text: z.string() })) }).optional(),
    tools: z
      .array(
        z.strictObject({
          functionDeclarations: z.array(
            z.strictObject({
              name: z.string(),
              description: z.string().optional(),
              parametersJsonSchema: object.optional(),
            }),
          ),
        }),
      )
      .optional(),
    toolConfig: z
      .strictObject({
        functionCallingConfig: z.strictObject({
          mode: z.enum(["AUTO", "ANY", "NONE"]),
          allowedFunctionNames: z.array(z.string()).optional(),
        }),
      })
      .optional(),
    generationConfig: z
      .strictObject({
        temperature: z.number().optional(),
        topP: z.number().optional(),
        topK: z.int().optional(),
        maxOutputTokens: z.int().optional(),
        stopSequences: z.array(z.string()).optional(),
        candidateCount: z.int().optional(),
        seed: z.int().optional(),
        responseLogprobs: z.literal(true).optional(),
        logprobs: z.int().min(1).max(20).optional(),
        frequencyPenalty: z.number().optional(),
        presencePenalty: z.number().optional(),
        responseMimeType: z.enum(["text/plain", "application/json"]).optional(),
        responseJsonSchema: object.optional(),
        thinkingConfig: z
          .strictObject({
            thinkingBudget: z.int().optional(),
            thinkingLevel: z.enum(["minimal", "low", "medium", "high"]).optional(),
          })
          .optional(),
      })
      .optional(),
  })
  .refine(({ contents }) => alternate(contents), "roles must alternate");

const cachePoint = z.strictObject({ cachePoint: z.strictObject({ type: z.literal("default") }) });
const bedrockText = z.strictObject({ text: z.string().min(1) });
const bedrockBlock = z.union([
  bedrockText,
  cachePoint,
  z.strictObject({
    image: z.strictObject({
      format: z.enum(["png", "jpeg", "gif", "webp"]),
      source: z.strictObject({ bytes: z.base64() }),
    }),
  }),
  z.strictObject({
    document: z.strictObject({
      format: z.string(),
      name: z.string().regex(/^[A-Za-z0-9\s\-()[\]]+$/),
      source: z.strictObject({ bytes: z.base64() }),
    }),
  }),
  z.strictObject({ toolUse: z.strictObject({ toolUseId: z.string(), name: z.string(), input: object }) }),
  z.strictObject({
    toolResult: z.strictObject({
      toolUseId: z.string(),
      content: z.array(z.union([bedrockText, z.strictObject({ json: object })])),
      status: z.enum(["success", "error"]).optional(),
    }),
  }),
  z.strictObject({
    reasoningContent: z.union([
      z.strictObject({ reasoningText: z.strictObject({ text: z.string(), signature: z.string().optional() }) }),
      z.strictObject({ redactedContent: z.string() }),
    ]),
  }),
]);
const bedrockRequest = z
  .strictObject({
    messages: z
      .array(z.strictObject({ role: z.enum(["user", "assistant"]), content: z.array(bedrockBlock).min(1) }))
      .min(1),
    system: z.array(z.union([bedrockText, cachePoint])).optional(),
    inferenceConfig: z
      .strictObject({
        maxTokens: z.int().optional(),
        temperature: z.number().min(0).max(1).optional(),
        topP: z.number().optional(),
        stopSequences: z.array(z.string()).optional(),
      })
      .optional(),
    toolConfig: z
      .strictObject({
        tools: z.array(
          z.union([
            cachePoint,
            z.strictObject({
              toolSpec: z.strictObject({
                name: z.string(),
                description: z.string().optional(),
                inputSchema: z.strictObject({ json: object }),
                strict: z.boolean().optional(),
              }),
            }),
          ]),
        ),
        toolChoice: z
          .union([
            z.strictObject({ auto: z.strictObject({}) }),
            z.strictObject({ any: z.strictObject({}) }),
            z.strictObject({ tool: z.strictObject({ name: z.string() }) }),
          ])
          .optional(),
      })
      .optional(),
    outputConfig: z
      .strictObject({
        textFormat: z.strictObject({
          type: z.literal("json_schema"),
          structure: z.strictObject({
            jsonSchema: z.strictObject({
              schema: z.string(),
              name: z.string().optional(),
              description: z.string().optional(),
            }),
          }),
        }),
      })
      .optional(),
    additionalModelRequestFields: object.optional(),
  })
  .refine(({ messages }) => alternate(messages), "roles must alternate");

function alternate(turns: readonly { readonly role: string }[]): boolean {
  return turns[0]?.role === "user" && turns.every(({ role }, index) => role !== turns[index - 1]?.role);
}

export const nativeRequests = { anthropic: anthropicRequest, gemini: geminiRequest, bedrock: bedrockRequest };

const paths: { readonly [dialect in Dialect]: RegExp } = {
  anthropic: /^\/v1\/messages$/,
  gemini: /^\/v1\/models\/[\w.%-]+:(generateContent|streamGenerateContent\?alt=sse)$/,
  bedrock: /^\/v1\/model\/[\w.%-]+\/converse(-stream)?$/,
};

export const nativeKey = "sk-native-0123456789";
export const awsKeys = { id: "AKIDEXAMPLE0123", secret: "wJalrXUtnFEMI-EXAMPLEKEY" };

/**
 * Starts a fake that accepts only a well-formed request of its dialect and returns the exchange's response, or 599
 * and the reason.
 */
export async function openNativeProvider(dialect: Dialect) {
  const provider = await openFakeProvider();
  const bodies: unknown[] = [];
  let next: Exchange | undefined;
  provider.answerWith((seen, response) => {
    void refusal(dialect, seen).then((reason) => {
      if (reason !== undefined || !next) {
        response
          .writeHead(599, { "content-type": "application/json" })
          .end(JSON.stringify({ message: reason ?? "unexpected" }));
        return;
      }
      bodies.push(JSON.parse(seen.body.toString()));
      const failed = next.httpStatus >= 400;
      const streams = /stream/.test(seen.url) || seen.body.includes('"stream":true');
      const type = !streams || failed ? "application/json" : streamTypes[dialect];
      response.writeHead(next.httpStatus, {
        "content-type": type,
        "x-request-id": "req_native",
        "x-amzn-requestid": "0b6c7d1e-aws",
        ...(failed ? { "retry-after": "7", "x-amzn-errortype": "ValidationException:http://internal" } : {}),
      });
      response.end(streams && !failed ? nativeStream(dialect, next) : JSON.stringify(next.rawResponse));
    });
  });
  return { ...provider, bodies, expect: (exchange: Exchange) => void (next = exchange) };
}

const streamTypes = {
  anthropic: "text/event-stream; charset=utf-8",
  gemini: "text/event-stream",
  bedrock: "application/vnd.amazon.eventstream",
};

async function refusal(dialect: Dialect, { method, url, rawHeaders, body }: SeenRequest): Promise<string | undefined> {
  const headers = new Map<string, string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    headers.set(rawHeaders[index]!.toLowerCase(), rawHeaders[index + 1]!);
  }
  if (method !== "POST" || !paths[dialect].test(url)) return `no such path: ${method} ${url}`;
  if (headers.get("content-type") !== "application/json") return "the content type is not application/json";
  const foreign = [...headers.keys()].find((name) => /^(api-key|x-gaffe-.*|openai-.*|cookie)$/.test(name));
  if (foreign !== undefined) return `the header ${foreign} is not for a provider`;
  const parsed = nativeRequests[dialect].safeParse(JSON.parse(body.toString()));
  if (!parsed.success) return z.prettifyError(parsed.error);
  switch (dialect) {
    case "anthropic":
      if (headers.get("anthropic-version") !== "2023-06-01") return "no anthropic-version";
      return headers.get("x-api-key") === nativeKey && !headers.has("authorization") ? undefined : "no x-api-key";
    case "gemini":
      return headers.get("x-goog-api-key") === nativeKey && !headers.has("authorization")
        ? undefined
        : "no x-goog-api-key";
    case "bedrock": {
      const given = headers.get("authorization");
      if (given === `Bearer ${nativeKey}`) return undefined;
      const expected = await signature(url, headers, body);
      return given === expected ? undefined : `signed ${given}, expected ${expected}`;
    }
    default:
      return unreachable(dialect);
  }
}

async function signature(url: string, headers: ReadonlyMap<string, string>, body: Buffer): Promise<string | undefined> {
  const signer = new SignatureV4({
    service: "bedrock",
    region: "eu-west-1",
    credentials: { accessKeyId: awsKeys.id, secretAccessKey: awsKeys.secret },
    sha256: Sha256,
    applyChecksum: false,
  });
  const date = headers.get("x-amz-date") ?? "";
  const at = new Date(date.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, "$1-$2-$3T$4:$5:$6Z"));
  const named = /SignedHeaders=([^,]+)/.exec(headers.get("authorization") ?? "")?.[1]?.split(";") ?? [];
  const signed = await signer.sign(
    {
      method: "POST",
      protocol: "http:",
      hostname: "127.0.0.1",
      path: url,
      headers: Object.fromEntries(named.map((name) => [name, headers.get(name) ?? ""])),
      body: new Uint8Array(body),
    },
    { signingDate: at },
  );
  return signed.headers["authorization"];
}

class Sha256 {
  readonly #hash;
  constructor(secret?: unknown) {
    this.#hash = secret === undefined ? createHash("sha256") : createHmac("sha256", bytesOf(secret));
  }
  update(chunk: unknown) {
    this.#hash.update(bytesOf(chunk));
  }
  async digest() {
    return new Uint8Array(this.#hash.digest());
  }
  reset() {
    throw new Error("unexpected reset");
  }
}

function bytesOf(data: unknown): Uint8Array {
  if (typeof data === "string") return Buffer.from(data);
  if (data instanceof Uint8Array) return data;
  throw new Error("neither text nor bytes");
}

/** Converts a response to the provider's stream events: the recordings hold it assembled. */
export function nativeStream(dialect: Dialect, exchange: Exchange): Buffer {
  switch (dialect) {
    case "anthropic":
      return Buffer.from(streamed(exchange));
    case "gemini":
      return Buffer.from(
        geminiEvents(exchange.rawResponse)
          .map((each) => `data: ${JSON.stringify(each)}\r\n\r\n`)
          .join(""),
      );
    case "bedrock":
      return Buffer.concat(bedrockEvents(exchange.rawResponse).map(([type, data]) => awsEvent(type, data)));
    default:
      return unreachable(dialect);
  }
}

type Loose = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any -- recorded JSON, read by its own test

function geminiEvents({ candidates, ...rest }: Loose): object[] {
  const { content, finishReason } = (candidates as [Loose])[0];
  const parts = (content.parts as Loose[]).flatMap((part): Loose[] =>
    typeof part["text"] === "string" ? pieces(part["text"]).map((text) => ({ ...part, text })) : [part],
  );
  return parts.map((part, index) => ({
    candidates: [
      {
        content: { role: "model", parts: [part] },
        index: 0,
        ...(index === parts.length - 1 ? { finishReason } : {}),
      },
    ],
    ...rest,
  }));
}

function bedrockEvents({ output, stopReason, usage, metrics }: Loose): [string, object][] {
  const events: [string, object][] = [["messageStart", { role: "assistant" }]];
  for (const [contentBlockIndex, block] of (output.message.content as Loose[]).entries()) {
    const { toolUse, text } = block;
    if (toolUse) {
      const { toolUseId, name, input } = toolUse;
      events.push(["contentBlockStart", { contentBlockIndex, start: { toolUse: { toolUseId, name } } }]);
      for (const piece of pieces(JSON.stringify(input)))
        events.push(["contentBlockDelta", { contentBlockIndex, delta: { toolUse: { input: piece } } }]);
    }
    for (const piece of pieces(text)) events.push(["contentBlockDelta", { contentBlockIndex, delta: { text: piece } }]);
    events.push(["contentBlockStop", { contentBlockIndex }]);
  }
  return [...events, ["messageStop", { stopReason }], ["metadata", { usage, metrics }]];
}

export function awsEvent(type: string, data: object, kind: "event" | "exception" = "event"): Buffer {
  const codec = new EventStreamCodec(
    (bytes) => Buffer.from(bytes).toString("utf8"),
    (text) => new Uint8Array(Buffer.from(text)),
  );
  const text = (value: string) => ({ type: "string" as const, value });
  return Buffer.from(
    codec.encode({
      headers: {
        [`:${kind}-type`]: text(type),
        ":content-type": text("application/json"),
        ":message-type": text(kind),
      },
      body: new Uint8Array(Buffer.from(JSON.stringify({ ...data, p: "abcdefghij" }))),
    }),
  );
}
