import { brotliCompressSync, gzipSync, zstdCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { decodeTraces } from "../../src/otlp/decode.ts";
import type { FinishedCall } from "../../src/proxy/call.ts";
import { encodeCalls, packCalls } from "../../src/proxy/recording/encode-calls.ts";
import { spanOf } from "../../src/proxy/recording/span.ts";
import { finishedCallOf } from "../support/data/finished-call.ts";
import { streamed, wire } from "../support/providers/wire.ts";

const facts = (call: FinishedCall) => {
  const span = spanOf(call);
  const read = (name: string) => {
    const value = span.attributes.get(name);
    return typeof value === "string" && /^[[{]/.test(value) ? (JSON.parse(value) as unknown) : value;
  };
  return { span, read };
};
const one = (name: string, index = 0) => wire(name)[index]!;

test("a chat answer becomes a client span with content, usage and both model names", () => {
  const { span, read } = facts(
    finishedCallOf(one("chat"), { session: "s", user: "u", tags: "a, b", parentSpanId: "00f067aa0ba902b7" }),
  );
  expect(span).toMatchObject({
    name: "chat gpt-4.1-mini",
    kind: 3,
    status: "unset",
    parentSpanId: "00f067aa0ba902b7",
    droppedCount: 0,
  });
  expect(span.endNs - span.startNs).toBe(1_000_000_000n);
  expect(read("gen_ai.provider.name")).toBe("openai");
  expect(read("gen_ai.response.model")).toBe("gpt-4.1-mini-2025-04-14");
  expect(read("gen_ai.response.finish_reasons")).toEqual(["stop"]);
  expect(read("gen_ai.usage.input_tokens")).toEqual(
    (one("chat").rawResponse["usage"] as { prompt_tokens: number }).prompt_tokens,
  );
  expect(read("gen_ai.input.messages")).toMatchObject([
    { role: "system", parts: [{ type: "text" }] },
    { role: "user" },
  ]);
  expect(read("gen_ai.output.messages")).toMatchObject([
    { role: "assistant", parts: [{ type: "text", content: expect.stringContaining("14 °C") as string }] },
  ]);
  expect(["gen_ai.conversation.id", "user.id", "tag.tags"].map(read)).toEqual(["s", "u", ["a", "b"]]);
  expect(read("gen_ai.response.time_to_first_chunk")).toBeUndefined();
});

test.each(["chat-stream", "stream-tool", "responses-stream", "messages-stream-tool", "messages-stream-thinking"])(
  "the stream of %s gives the same as its response without streaming",
  (name) => {
    const exchange = one(name);
    const whole = facts(finishedCallOf({ ...exchange, streaming: false }));
    const stream = facts(finishedCallOf(exchange));
    for (const attribute of [
      "gen_ai.output.messages",
      "gen_ai.response.finish_reasons",
      "gen_ai.response.id",
      "gen_ai.response.model",
      "gen_ai.usage.output_tokens",
      "gen_ai.usage.input_tokens",
    ]) {
      expect([attribute, stream.read(attribute)]).toEqual([attribute, whole.read(attribute)]);
      expect(stream.read(attribute)).toBeDefined();
    }
    expect(stream.read("gen_ai.response.time_to_first_chunk")).toBe(0.25);
    expect(stream.span.status).toBe("unset");
  },
);

test("a client that counts its retries has them in the span, but for the first try", () => {
  const resends = (retries: string | undefined) =>
    facts(finishedCallOf(one("chat-stream"), { retries })).read("http.request.resend_count");
  expect(["2", "0", undefined, "-1", "many"].map(resends)).toEqual([2, ...Array.from({ length: 4 })]);
});

test("a stream read in any encoding, and split anywhere, gives what was received", () => {
  const exchange = one("stream-tool");
  const text = Buffer.from(streamed(exchange));
  const plain = facts(finishedCallOf(exchange)).read("gen_ai.output.messages");
  const codings = { gzip: gzipSync(text), br: brotliCompressSync(text), zstd: zstdCompressSync(text) };
  for (const [responseEncoding, bytes] of Object.entries(codings)) {
    const call = finishedCallOf(exchange, { responseEncoding, response: { chunks: [bytes], lost: 0 } });
    expect(facts(call).read("gen_ai.output.messages")).toEqual(plain);
  }
  for (let end = 0; end < text.length; end += 37) {
    const cut = { response: { chunks: [text.subarray(0, end)], lost: 0 }, outcome: { kind: "cancelled" } as const };
    expect(spanOf(finishedCallOf(exchange, cut))).toMatchObject({ status: "error" });
  }
});

test("tool calls, their results and definitions are distinguished", () => {
  const { read } = facts(finishedCallOf(one("tool-roundtrip", 1)));
  const messages = read("gen_ai.input.messages") as { role: string; parts: object[] }[];
  expect(messages[2]).toMatchObject({
    role: "assistant",
    parts: [{ type: "tool_call", id: "call_0508aZx9", arguments: { city: "Zürich" } }, { type: "tool_call" }],
  });
  expect(messages[3]).toMatchObject({ role: "tool", parts: [{ type: "tool_call_response", id: "call_0508aZx9" }] });
  expect(read("gen_ai.tool.definitions")).toMatchObject([
    { name: "get_weather", parameters: { type: "object" } },
    { name: "search_flights" },
  ]);
});

test("Anthropic's cached tokens count as input, its tool results are the tool's message", () => {
  const { read } = facts(finishedCallOf(one("messages-cache")));
  const usage = one("messages-cache").rawResponse["usage"] as Record<string, number>;
  const [fresh, cached, written] = [
    usage["input_tokens"]!,
    usage["cache_read_input_tokens"]!,
    usage["cache_creation_input_tokens"]!,
  ];
  expect(read("gen_ai.usage.input_tokens")).toBe(fresh + cached + written);
  expect([read("gen_ai.usage.cache_read.input_tokens"), read("gen_ai.usage.cache_write.input_tokens")]).toEqual([
    cached,
    written,
  ]);
  const round = facts(finishedCallOf(one("messages-tool-roundtrip", 1)));
  expect(round.read("gen_ai.input.messages")).toMatchObject([
    { role: "user" },
    { role: "assistant" },
    { role: "tool", parts: [{ type: "tool_call_response" }, { type: "tool_call_response" }] },
  ]);
  expect(round.read("gen_ai.system_instructions")).toMatchObject([{ type: "text" }]);
});

test.each([
  ["image", "gen_ai.input.messages", /blob|uri.*modality.*image/],
  ["messages-image", "gen_ai.input.messages", /blob|uri.*modality.*image/],
  ["refusal", "gen_ai.output.messages", /refusal/],
  ["responses-tool", "gen_ai.output.messages", /tool_call.*call_0229aZx9/],
  ["responses-reasoning", "gen_ai.usage.reasoning.output_tokens", /^[1-9]/],
  ["usage-details", "gen_ai.usage.cache_read.input_tokens", /^[1-9]/],
  ["responses-incomplete", "gen_ai.response.finish_reasons", /length/],
  ["n2", "gen_ai.request.choice.count", /^2$/],
  ["embeddings", "gen_ai.embeddings.dimension.count", /^8$/],
  ["embeddings", "gen_ai.operation.name", /^"embeddings"$/],
  ["responses-tool", "gen_ai.response.finish_reasons", /tool_calls/],
])("%s has %s", (name, attribute, expected) => {
  expect(JSON.stringify(spanOf(finishedCallOf(one(name))).attributes.get(attribute))).toMatch(expected);
});

test.each([
  ["context-length", ["invalid_request_error", "context_length_exceeded", 400]],
  ["error-429", ["requests", "rate_limit_exceeded", 429]],
  ["error-401", ["invalid_request_error", "invalid_api_key", 401]],
  ["messages-error-529", ["overloaded_error", undefined, 529]],
])("%s is an error in the provider's words", (name, expected) => {
  const { span, read } = facts(finishedCallOf(one(name)));
  expect(["error.type", "gaffe.error.code", "http.response.status_code"].map(read)).toEqual(expected);
  expect(span.status).toBe("error");
  const { error } = one(name).rawResponse as { error: { message: string } };
  expect(span.statusMessage).toBe(error.message);
  expect(read("gen_ai.input.messages")).toBeDefined();
});

test("a clean end without a last event is an interrupted stream, a finish reason without [DONE] is none", () => {
  const exchange = one("chat-stream");
  const answer = (text: string) =>
    facts(finishedCallOf(exchange, { response: { chunks: [Buffer.from(text)], lost: 0 } }));
  const events = streamed(exchange).split("\n\n");
  expect(answer(events.slice(0, 4).join("\n\n")).read("error.type")).toBe("stream_interrupted");
  expect(answer(streamed(exchange).replace("data: [DONE]\n\n", "")).read("error.type")).toBeUndefined();
});

test("an error inside a 200 is an error", () => {
  const body = Buffer.from('{"error":{"code":502,"message":"bad provider","metadata":{}}}');
  const { span, read } = facts(finishedCallOf(one("chat"), { response: { chunks: [body], lost: 0 } }));
  expect([span.status, span.statusMessage, read("http.response.status_code"), span.droppedCount]).toEqual([
    "error",
    "bad provider",
    502,
    0,
  ]);
});

test.each(["<html>Welcome to the captive portal</html>", "[]", '{"choices": [', ""])(
  "a 200 that isn't a JSON object is an invalid response: %j",
  (body) => {
    const response = { chunks: [Buffer.from(body)], lost: 0 };
    const { span, read } = facts(finishedCallOf(one("chat"), { response }));
    expect([span.status, read("error.type")]).toEqual(["error", "invalid_response"]);
    expect(facts(finishedCallOf(one("chat"), { response: { ...response, lost: 9 } })).span.status).toBe("unset");
  },
);

test("omissions are marked: a request that is too large, the middle of a stream", () => {
  const exchange = one("chat-stream");
  const text = Buffer.from(streamed(exchange));
  const lost = text.length - 1_200;
  const response = { chunks: [text.subarray(0, 300), text.subarray(text.length - 900)], lost };
  const { span, read } = facts(finishedCallOf(exchange, { request: { chunks: [], lost: 9 }, response }));
  expect(span.droppedCount).toBe(2);
  expect(read("gen_ai.usage.input_tokens")).toBe(2284);
});

test("a key is in no byte of the encoded spans, wherever the exchange repeated it", () => {
  const key = 'sk-canary-"\\/é-0123456789';
  const secret = JSON.stringify(key);
  const exchange = one("chat");
  const request = Buffer.from(
    `{"model":${secret},"user":${secret},"metadata":{"k":${secret}},"messages":[{"role":"user","content":${secret}}]}`,
  );
  const response = Buffer.from(`{"error":{"message":${secret},"type":${secret},"code":${secret}}}`);
  const recorded = (bytes: Buffer) => ({ chunks: [bytes], lost: 0 });
  const call = finishedCallOf(exchange, {
    request: recorded(request),
    response: recorded(response),
    status: 401,
    tags: key,
    session: key,
    secrets: [key],
  });
  const text = Buffer.concat(encodeCalls(packCalls([call])).batches.map(({ bytes }) => bytes)).toString("utf8");
  expect(text).toContain("[redacted:provider_key]");
  expect(text).not.toContain("canary");
});

test("packed, sent to a thread and encoded, every call comes back as its own span", () => {
  const calls = ["chat", "stream-tool", "error-429", "embeddings"].map((name, index) =>
    finishedCallOf(one(name), { spanId: `b7ad6b716920333${index}` }),
  );
  const { batches, failures } = encodeCalls(structuredClone(packCalls(calls)));
  expect(failures).toEqual([]);
  expect(batches.flatMap(({ bytes }) => decodeTraces(bytes))).toEqual(calls.map(spanOf));
});

test("bytes that are nothing give a span all the same", () => {
  for (const garbage of ["", "\0", "[]", "null", "<html>", '{"choices":7,"usage":[]}', "data: x\n\ndata: {}"]) {
    for (const api of ["chat", "completions", "embeddings", "responses", "messages"] as const) {
      for (const responseType of ["application/json", "text/event-stream"]) {
        const recorded = { chunks: [Buffer.from(garbage)], lost: 0 };
        expect(
          spanOf(finishedCallOf(one("chat"), { api, request: recorded, response: recorded, responseType })).traceId,
        ).toBeDefined();
      }
    }
  }
});
