import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Untranslatable } from "../../packages/genai-wire/src/chat/fit.ts";
import { ChatRequest } from "../../packages/genai-wire/src/chat/request.ts";
import { translators } from "../../packages/genai-wire/src/providers/index.ts";
import type { Dialect } from "../../src/providers/upstream.ts";
import { nativeRewriting } from "../../src/proxy/native/rewrite.ts";
import type { AnswerHead } from "../../src/proxy/rewriting.ts";
import { awsEvent, nativeRequests, nativeStream } from "../support/providers/native-providers.ts";
import { type Exchange, wire } from "../support/providers/wire.ts";

const translatorOf = (dialect: Dialect) => translators.find((each) => each.dialect === dialect)!;
const about = { model: "m", callId: "0af7651916cd43dd8448eb211c80319c" };
const dialects = ["anthropic", "gemini", "bedrock"] as const;

/** What the vendors' own SDKs sent for a scenario, without members that only they write. */
const recorded = {
  anthropic: { chat: "messages-tool-roundtrip", index: 1 },
  gemini: { chat: "gemini-tool", index: 0 },
  bedrock: { chat: "bedrock-tool", index: 0 },
} as const;

const system = "You are a concise travel assistant for the ACME booking desk. Answer in at most two sentences.";
const question = "And what about São Paulo? Compare both cities.";
const scenario = wire("tool-roundtrip");

describe.each(dialects)("a request in the words of %s", (dialect) => {
  test("is what the vendor's own SDK sends for the same scenario", () => {
    const { chat, index } = recorded[dialect];
    const native = wire(chat)[index]!.rawRequest;
    const openAi = scenario[dialect === "anthropic" ? 1 : 0]!.rawRequest as { messages: object[]; tools: object[] };
    const messages = [
      { role: "system", content: system },
      { role: "user", content: question },
      ...openAi.messages.filter((message) => "tool_calls" in message || "tool_call_id" in message),
    ];
    const request = ChatRequest.parse({
      model: native["model"] ?? "m",
      messages,
      tools: openAi.tools,
      ...settings[dialect],
    });
    const { body, dropped } = translatorOf(dialect).request(request);
    expect(dropped).toEqual([]);
    expect(withSameIds(body)).toEqual(withSameIds(normal(dialect, native)));
  });

  test("is accepted by the provider, or refused with the member's name, for any client input", () => {
    fc.assert(
      fc.property(chatRequests, (request) => {
        try {
          const { body, path } = translatorOf(dialect).request(ChatRequest.parse(request));
          expect(path).not.toMatch(/\/\.{1,2}(\/|$)|[^\w/%:.?=-]/);
          expect(nativeRequests[dialect].safeParse(JSON.parse(JSON.stringify(body))).error).toBeUndefined();
        } catch (thrown) {
          if (!(thrown instanceof Untranslatable)) throw thrown;
          expect(Object.keys(ChatRequest.shape)).toContain(thrown.param);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe.each([
  ["anthropic", "messages-stream-tool"],
  ["anthropic", "messages-stream-thinking"],
  ["gemini", "gemini-stream"],
  ["gemini", "gemini-tool"],
  ["bedrock", "bedrock-stream"],
  ["bedrock", "bedrock-tool"],
] as const)("a stream of %s (%s)", (dialect, name) => {
  const exchange = wire(name)[0]!;
  const bytes = nativeStream(dialect, exchange);

  test("is the same wherever the network splits it", () => {
    const whole = rewritten(dialect, [bytes]);
    expect(
      rewritten(
        dialect,
        [...bytes].map((byte) => Buffer.from([byte])),
      ),
    ).toEqual(whole);
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length), { maxLength: 40 }), (cuts) => {
        const positions = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
        const parts = positions.slice(1).map((end, index) => bytes.subarray(positions[index], end));
        expect(rewritten(dialect, parts)).toEqual(whole);
      }),
      { numRuns: 60 },
    );
  });

  test("adds up to the answer that comes without streaming", () => {
    const { recorded, ended } = rewritten(dialect, [bytes]);
    const whole = completionOf(dialect, exchange);
    const chunks = recorded.flatMap((each) => (each === "[DONE]" ? [] : [JSON.parse(each) as Chunk]));
    const sum = (of: (delta: Delta) => string | null | undefined) =>
      chunks.map(({ choices: [choice] }) => (choice && of(choice.delta)) ?? "").join("");
    expect(ended).toBe(true);
    expect(recorded.at(-1)).toBe("[DONE]");
    const [choice] = whole.choices;
    expect(sum(({ content }) => content)).toBe(choice!.message.content ?? "");
    expect(sum(({ reasoning_content }) => reasoning_content)).toBe(choice!.message.reasoning_content ?? "");
    expect(chunks.flatMap(({ choices: [each] }) => each?.finish_reason ?? [])).toEqual([choice!.finish_reason]);
    expect(chunks.at(-1)!.usage).toEqual(whole.usage);
    const calls = new Map<number, { id?: string; name: string; arguments: string }>();
    for (const call of chunks.flatMap(({ choices: [each] }) => each?.delta.tool_calls ?? [])) {
      const known = calls.get(call.index) ?? { name: "", arguments: "" };
      const id = call.id ?? known.id;
      calls.set(call.index, {
        ...(id === undefined ? {} : { id }),
        name: known.name + (call.function.name ?? ""),
        arguments: known.arguments + call.function.arguments,
      });
    }
    expect([...calls.values()].map((call) => ({ ...call, arguments: JSON.parse(call.arguments) as unknown }))).toEqual(
      (choice!.message.tool_calls ?? []).map(({ id, function: called }) => ({
        id,
        name: called.name,
        arguments: JSON.parse(called.arguments) as unknown,
      })),
    );
  });

  test("that stops early gets no end marker", () => {
    const { ended, recorded } = rewritten(dialect, [bytes.subarray(0, Math.floor(bytes.length / 3))]);
    expect([ended, recorded.includes("[DONE]")]).toEqual([false, false]);
  });
});

test.each([
  [
    "anthropic",
    Buffer.from('event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n'),
    "overloaded_error",
    "Overloaded",
  ],
  [
    "gemini",
    Buffer.from('data: {"error":{"code":503,"message":"The model is overloaded.","status":"UNAVAILABLE"}}\n\n'),
    "UNAVAILABLE",
    "The model is overloaded.",
  ],
  [
    "bedrock",
    awsEvent("throttlingException", { message: "Too many tokens" }, "exception"),
    "ThrottlingException",
    "Too many tokens",
  ],
] as const)(
  "an error inside a stream of %s is sent in OpenAI's format, without an end marker",
  (dialect, bytes, code, message) => {
    const { recorded } = rewritten(dialect, [bytes]);
    expect(recorded).toHaveLength(1);
    expect(JSON.parse(recorded[0]!)).toMatchObject({ error: { code, message } });
  },
);

test("bytes that aren't an event stream end the response with an error", () => {
  const wrong = Buffer.from(awsEvent("messageStart", { role: "assistant" }));
  wrong[wrong.length - 6]! ^= 1;
  expect(() => rewritten("bedrock", [wrong])).toThrow("checksum");
  expect(() => rewritten("gemini", [Buffer.from("data: not json\n\n")])).toThrow("no JSON object");
});

test.each([
  ["anthropic", { type: "message", content: [], stop_reason: "refusal", usage: {} }, "content_filter"],
  ["anthropic", { type: "message", content: [], stop_reason: "model_context_window_exceeded" }, "length"],
  ["gemini", { promptFeedback: { blockReason: "PROHIBITED_CONTENT" } }, "content_filter"],
  ["gemini", { candidates: [{ finishReason: "MALFORMED_FUNCTION_CALL" }] }, "error"],
  ["gemini", { candidates: [{ finishReason: "MAX_TOKENS", content: { parts: [{ text: "a" }] } }] }, "length"],
  [
    "bedrock",
    { output: { message: { content: [{ text: "no" }] } }, stopReason: "guardrail_intervened" },
    "content_filter",
  ],
] as const)("%s: %j ends as %s", (dialect, rawResponse, finish) => {
  expect(completionOf(dialect, { rawResponse }).choices[0]!.finish_reason).toBe(finish);
});

test("cached and reasoning tokens are counted as OpenAI counts them", () => {
  expect(completionOf("anthropic", wire("messages-cache")[0]!).usage).toMatchObject({
    prompt_tokens: 128 + 1024 + 2048,
    prompt_tokens_details: { cached_tokens: 2048, cache_write_tokens: 1024 },
  });
  const usageMetadata = {
    promptTokenCount: 10,
    candidatesTokenCount: 5,
    thoughtsTokenCount: 7,
    cachedContentTokenCount: 4,
  };
  expect(
    completionOf("gemini", { rawResponse: { candidates: [{ finishReason: "STOP" }], usageMetadata } }).usage,
  ).toEqual({
    prompt_tokens: 10,
    completion_tokens: 12,
    total_tokens: 22,
    prompt_tokens_details: { cached_tokens: 4 },
    completion_tokens_details: { reasoning_tokens: 7 },
  });
});

test("log probabilities of Gemini are OpenAI's, whole and in a stream", () => {
  const of = (token: string, logProbability: number) => ({ token, tokenId: 7, logProbability });
  const logprobsResult = {
    chosenCandidates: [of("é", -0.1), of("!", -0.5)],
    topCandidates: [{ candidates: [of("é", -0.1), of("e", -2.5)] }, { candidates: [] }],
  };
  const candidate = { content: { parts: [{ text: "é!" }] }, finishReason: "STOP", logprobsResult };
  const expected = {
    content: [
      {
        token: "é",
        logprob: -0.1,
        bytes: [195, 169],
        top_logprobs: [
          { token: "é", logprob: -0.1, bytes: [195, 169] },
          { token: "e", logprob: -2.5, bytes: [101] },
        ],
      },
      { token: "!", logprob: -0.5, bytes: [33], top_logprobs: [] },
    ],
    refusal: null,
  };
  expect(completionOf("gemini", { rawResponse: { candidates: [candidate] } }).choices[0]).toMatchObject({
    logprobs: expected,
  });
  const event = { candidates: [candidate], usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 2 } };
  const { recorded } = rewritten("gemini", [Buffer.from(`data: ${JSON.stringify(event)}\n\n`)]);
  const chunks = recorded.slice(0, -1).map((each) => JSON.parse(each) as { choices: { logprobs: unknown }[] });
  expect(chunks.flatMap(({ choices }) => choices.map(({ logprobs }) => logprobs))).toEqual([expected, null]);
  const logprobsOf = (more: object) =>
    translatorOf("gemini").request(
      ChatRequest.parse({ model: "m", messages: [{ role: "user", content: "a" }], ...more }),
    ).body["generationConfig"];
  expect(logprobsOf({ logprobs: true, top_logprobs: 3 })).toEqual({ responseLogprobs: true, logprobs: 3 });
  expect(logprobsOf({ logprobs: true })).toEqual({ responseLogprobs: true });
  expect(logprobsOf({ logprobs: false, top_logprobs: 0 })).toBeUndefined();
  expect(() => logprobsOf({ top_logprobs: 3 })).toThrow('needs "logprobs"');
});

test("signed thoughts go back as they came", () => {
  const { message } = completionOf("anthropic", wire("messages-stream-thinking")[0]!).choices[0]!;
  const request = ChatRequest.parse({
    model: "m",
    messages: [{ role: "user", content: "a" }, message, { role: "user", content: "b" }],
  });
  expect(JSON.stringify(translatorOf("anthropic").request(request).body)).toContain('"signature":"c2lnLWNhcA=="');
  expect(JSON.stringify(translatorOf("bedrock").request(request).body)).toContain('"reasoningText":{"text":');
  const part = { functionCall: { name: "f", args: {} }, thoughtSignature: "sig" };
  const rawResponse = { candidates: [{ content: { parts: [part] }, finishReason: "STOP" }] };
  const called = completionOf("gemini", { rawResponse }).choices[0]!.message;
  const again = ChatRequest.parse({ model: "m", messages: [{ role: "user", content: "a" }, called] });
  expect(JSON.stringify(translatorOf("gemini").request(again).body)).toContain(JSON.stringify(part));
});

interface Delta {
  readonly content?: string | null;
  readonly reasoning_content?: string;
  readonly tool_calls?: readonly { index: number; id?: string; function: { name?: string; arguments: string } }[];
}
interface Chunk {
  readonly choices: readonly { readonly delta: Delta; readonly finish_reason: string | null }[];
  readonly usage?: unknown;
}
interface Completion {
  readonly choices: readonly {
    readonly finish_reason: string;
    readonly message: {
      readonly content: string | null;
      readonly reasoning_content?: string;
      readonly tool_calls?: readonly { id: string; function: { name: string; arguments: string } }[];
    };
  }[];
  readonly usage?: unknown;
}

const options = {
  dropped: [],
  streams: true,
  includeUsage: false,
  naming: { callId: about.callId, model: "m", created: 1 },
};
const head = (contentType: string): AnswerHead => ({
  status: 200,
  contentType,
  encoding: undefined,
  header: () => undefined,
});

function rewritten(dialect: Dialect, parts: readonly Buffer[]) {
  const type = dialect === "bedrock" ? "application/vnd.amazon.eventstream" : "text/event-stream";
  const rewriter = nativeRewriting(translatorOf(dialect), options).begin(head(type));
  if (rewriter?.kind !== "pieces") throw new Error("a stream is rewritten in pieces");
  const recorded = parts.map((part) => rewriter.add(part).recorded);
  const end = rewriter.end();
  const text = Buffer.concat([...recorded, ...(end ? [end.recorded] : [])]).toString();
  return {
    recorded: text
      .split("\n\n")
      .slice(0, -1)
      .map((event) => event.replace(/^data: /, "")),
    ended: end !== undefined,
  };
}

function completionOf(dialect: Dialect, { rawResponse }: Pick<Exchange, "rawResponse">): Completion {
  const rewriter = nativeRewriting(translatorOf(dialect), { ...options, streams: false }).begin(
    head("application/json"),
  );
  if (rewriter?.kind !== "whole") throw new Error("an answer without events is rewritten as a whole");
  const body = rewriter.rewrite(Buffer.from(JSON.stringify(rawResponse)));
  if (!Buffer.isBuffer(body)) throw new Error(body.message);
  return JSON.parse(body.toString()) as Completion;
}

const settings = {
  anthropic: { max_completion_tokens: 512 },
  gemini: { temperature: 0.3, top_p: 0.8, max_tokens: 200 },
  bedrock: { max_tokens: 300, temperature: 0.3, top_p: 0.9, stop: "END" },
};

/**
 * Normalizes texts that the SDKs write bare where the API accepts a list, and a system role that the API does not
 * document.
 */
function normal(dialect: Dialect, native: Exchange["rawRequest"]): unknown {
  const blocks = (content: unknown) => (typeof content === "string" ? [{ type: "text", text: content }] : content);
  return JSON.parse(JSON.stringify(native), (key, value: unknown) => {
    if (dialect === "anthropic" && (key === "content" || key === "system")) return blocks(value);
    if (dialect === "gemini" && key === "systemInstruction") return { parts: (value as { parts: unknown }).parts };
    return value;
  });
}

/** Call ids are chosen by the provider: only their order matters. */
function withSameIds(body: unknown): unknown {
  const ids = new Map<unknown, number>();
  return JSON.parse(JSON.stringify(body), (key, value: unknown) => {
    if (key !== "id" && key !== "tool_use_id" && key !== "toolUseId") return value;
    if (!ids.has(value)) ids.set(value, ids.size);
    return ids.get(value);
  });
}

const text = fc.string({ minLength: 1, unit: "binary" });
const dataUrl = fc.constantFrom(
  "data:image/png;base64,iVBORw0KGgo=",
  "https://example.com/a.png",
  "data:text/plain,hello",
);
const userPart = fc.oneof(
  text.map((value) => ({ type: "text", text: value })),
  dataUrl.map((url) => ({ type: "image_url", image_url: { url } })),
  fc.constant({ type: "file", file: { filename: "a*b?.pdf", file_data: "data:application/pdf;base64,JVBERi0=" } }),
);
const call = fc.record({
  id: text,
  type: fc.constant("function"),
  function: fc.record({ name: fc.constant("f"), arguments: fc.json() }),
});
const turns = fc.array(
  fc.oneof(
    fc.record({ role: fc.constantFrom("system", "developer"), content: text }),
    fc.record({
      role: fc.constant("user"),
      content: fc.oneof(text, fc.array(userPart, { minLength: 1, maxLength: 3 })),
    }),
    fc.record({
      role: fc.constant("assistant"),
      content: fc.option(text),
      tool_calls: fc.option(fc.array(call, { maxLength: 2 })),
    }),
  ),
  { maxLength: 6 },
);
const chatRequests = fc.record(
  {
    model: fc.constantFrom("m", "gemini-3-pro", "a/../b", "..", "a?b#c"),
    messages: turns.map((list) => [{ role: "user", content: "first" }, ...list]),
    max_tokens: fc.constantFrom(1, 1000),
    temperature: fc.constantFrom(0, 0.5, 1),
    top_k: fc.constantFrom(1, 40),
    stop: fc.oneof(text, fc.array(text, { maxLength: 3 })),
    n: fc.constantFrom(1, 2),
    seed: fc.integer(),
    logprobs: fc.boolean(),
    top_logprobs: fc.constantFrom(0, 5),
    user: text,
    reasoning_effort: fc.constantFrom("none", "minimal", "low", "high", "max"),
    parallel_tool_calls: fc.boolean(),
    tool_choice: fc.constantFrom("none", "auto", "required"),
    tools: fc.constant([{ type: "function", function: { name: "f", strict: true, parameters: { type: "object" } } }]),
    response_format: fc.constantFrom(
      { type: "text" },
      { type: "json_object" },
      { type: "json_schema", json_schema: { name: "a", schema: { type: "object" } } },
    ),
  },
  { requiredKeys: ["model", "messages"] },
);
