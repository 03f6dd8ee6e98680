import { readdirSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { TracePart } from "../../src/datapoints/assembly/recognition.ts";
import { conventions } from "../../src/datapoints/conventions/index.ts";
import { createRecognizer } from "../../src/datapoints/stages/recognizer.ts";
import { defaultRules, type PrivacyRules, redactionKinds } from "../../src/datapoints/text/redaction.ts";
import { decodeTraces, spansIn } from "../../src/otlp/decode.ts";
import { encodeTraces } from "../../src/otlp/encode.ts";
import { scan } from "../../src/otlp/scan.ts";
import type { Span } from "../../src/otlp/span.ts";
import { globalProject } from "../../src/platform/ids.ts";
import { createBatchRedactor } from "../../src/privacy/redaction/redact-batch.ts";
import { bySource } from "../../src/privacy/redaction/redactor.ts";
import type { FinishedCall } from "../../src/proxy/call.ts";
import { createRawBatch } from "../../src/proxy/recording/raw-batch.ts";
import { readRaw, readRawBatch } from "../../src/proxy/recording/raw-reading.ts";
import { spanOf } from "../../src/proxy/recording/span.ts";
import { finishedCallOf } from "../support/data/finished-call.ts";
import { awsKey, githubToken, privateKey, slackToken, stripeKey } from "../support/data/secrets.ts";
import { wire } from "../support/providers/wire.ts";

const names = readdirSync(new URL("../fixtures/wire", import.meta.url)).flatMap((file) =>
  /^(?!bedrock|gemini).*\.json$/.test(file) ? [file.slice(0, -5)] : [],
);
const calls = names
  .flatMap((name) => wire(name))
  .map((exchange) => finishedCallOf({ ...exchange, streaming: false }, { parentSpanId: "00f067aa0ba902b7" }));
const whole = calls[0]!;

const batchOf = (given: readonly FinishedCall[]) => {
  const batch = createRawBatch(whole.projectId, Buffer.allocUnsafeSlow(64));
  const taken = given.map((call) => batch.add(call));
  return { taken, ...batch.take() };
};

const readOf = (bytes: Uint8Array) => decodeTraces(bytes).map(readRaw);
const spansOf = (bytes: Uint8Array) => readOf(bytes).map(({ item }) => item);

const recognize = createRecognizer({ conventions });
const datapointsOf = (parts: readonly Pick<TracePart<Span>, "item" | "content">[]) =>
  parts.flatMap((part) => {
    const arrived = { ...part, source: "proxy", receivedAt: 1_790_000_002_000 } as const;
    return recognize({ projectId: globalProject, traceId: part.item.traceId, spans: [arrived], logs: [] }).datapoints;
  });

describe("a raw batch", () => {
  test("is read into the same spans as its calls when they are read immediately", () => {
    const batch = batchOf(calls);
    const added = calls.filter((_, index) => batch.taken[index]);
    expect(added.length).toBeGreaterThan(20);
    expect(spansOf(batch.bytes)).toEqual(added.map((call) => spanOf(call)));
    expect(batch.traceIds).toEqual(added.map(({ traceId }) => traceId));
  });

  test("gives the same datapoints from the content of its calls as from the attributes that a store returns", () => {
    const deep = `${"[".repeat(70)}${"]".repeat(70)}`;
    const hostile = [
      `{"model":"m","messages":[{"role":"user","content":[{"type":"odd","deep":${deep}}]}],"tool_choice":${deep}}`,
      `{"model":"m","messages":[{"role":"user","content":[{"type":"odd","__proto__":{"a":1},"constructor":2}]}]}`,
      `{"model":"m","messages":[],"tool_choice":"{\\"a\\":1}","metadata":{"__proto__":{"a":1},"deep":${deep}}}`,
      `{"model":"m","messages":[{"role":"tool","content":"[1]"}],"tools":[{"type":"x"}],"tool_choice":null}`,
    ].map((request) => ({ ...whole, request: textOf(request) }));
    const read = readOf(batchOf([...calls, ...hostile]).bytes);
    expect(read.filter(({ content }) => content !== undefined).length).toBeGreaterThan(20);
    expect(datapointsOf(read)).toStrictEqual(datapointsOf(read.map(({ item }) => ({ item }))));
  });

  test("is OTLP that every reader of the pipeline accepts", () => {
    const { bytes, traceIds } = batchOf(calls);
    expect(scan(bytes, "traces")).toMatchObject({ kind: "scanned", traceIds, rejected: [], repairedTexts: 0 });
    expect(spansIn(bytes, new Set([1])).map((item) => item.decode())).toHaveLength(1);
  });

  test("leaves as the OTLP of an ordinary sender; other batches are left alone", () => {
    const read = readRawBatch(batchOf(calls).bytes)!;
    expect(Buffer.from(read).includes("gaffe.raw")).toBe(false);
    expect(readRawBatch(encodeTraces([spanOf(whole)]))).toBeUndefined();
  });

  test.each([
    ["a stream", { responseType: "text/event-stream" }],
    ["a compressed answer", { responseEncoding: "gzip" }],
    ["a compressed request", { requestEncoding: "gzip" }],
    ["an answer that broke off", { outcome: { kind: "cancelled" } }],
    ["a partly recorded response", { response: { ...whole.response, lost: 5 } }],
    ["bytes that aren't text", { response: { chunks: [Buffer.from([0x7b, 0xff])], lost: 0 } }],
    ["a key in the answer", { secrets: ["sk-canary-1"], response: textOf('{"error":"bad key sk-canary-1"}') }],
    ["a key that may be spelled with escapes", { response: textOf('{"a":"\\u0073k-canary-1"}') }],
    ["a key with a slash, escaped", { secrets: ["abc/def/ghi"], response: textOf('{"a":"abc\\/def\\/ghi"}') }],
    ["a key in a header that is recorded", { secrets: ["sk-canary-1"], user: "sk-canary-1" }],
  ] as const satisfies readonly (readonly [string, Partial<FinishedCall>])[])("refuses %s", (_, more) => {
    const batch = createRawBatch(whole.projectId, Buffer.allocUnsafeSlow(64));
    expect(batch.add({ ...whole, ...more })).toBe(false);
    expect(batch.isEmpty()).toBe(true);
    expect(batch.add(whole)).toBe(true);
    expect(spansOf(batch.take().bytes)).toEqual([spanOf(whole)]);
  });

  test("characters beyond ASCII, plain and escaped, are read unchanged", () => {
    const call = {
      ...whole,
      request: textOf('{"model":"m","messages":[{"role":"user","content":"é \\u00e9 \\u4e16 🙂"}]}'),
    };
    const [span] = spansOf(batchOf([call]).bytes);
    expect(span?.attributes.get("gen_ai.input.messages")).toContain("é é 世 🙂");
  });
});

describe("redacting raw batches", () => {
  const all: PrivacyRules = { ...defaultRules, kinds: redactionKinds };

  test.each([
    ["secrets", defaultRules],
    ["personal data too", all],
    ["content dropped", { ...defaultRules, content: "dropped" as const }],
    ["a custom pattern", { ...defaultRules, patterns: [{ name: "order", pattern: "order-\\d+" }] }],
  ])("leaves what redacting the spans leaves: %s", (_, rules) => {
    const redact = createBatchRedactor(rules, { readRaw: readRawBatch });
    const secret = fc.constantFrom(awsKey, githubToken, slackToken, stripeKey, privateKey);
    const word = fc.oneof(secret, fc.constantFrom("Call me at +1 415 555 0132.", "order-17", "mail jane@example.com"));
    const sentence = fc.tuple(fc.string({ unit: "grapheme" }), word, fc.lorem()).map((words) => words.join(" "));
    fc.assert(
      fc.property(fc.array(fc.tuple(sentence, sentence, fc.boolean()), { minLength: 1, maxLength: 4 }), (texts) => {
        const given = texts.map(([user, args, plain]) =>
          callSaying(plain ? "nothing to hide" : user, plain ? "x" : args),
        );
        const { bytes, taken } = batchOf(given);
        const spans = given.filter((_, index) => taken[index]).map((call) => spanOf(call));
        const redacted = redact(bytes, "traces");
        const expected = createBatchRedactor(rules)(encodeTraces(spans), "traces");
        expect(spansOf(redacted.bytes)).toEqual(decodeTraces(expected.bytes));
        expect(redacted.counts).toEqual(expected.counts);
      }),
      { numRuns: 60 },
    );
  });

  test("what another sender passes off as raw calls is redacted as the texts that it is", () => {
    const { bytes } = batchOf([callSaying(`my key is ${awsKey}`, "x")]);
    const redact = bySource(defaultRules, readRawBatch);
    const scopes = (source: "otlp" | "proxy") =>
      decodeTraces(redact({ bytes, signal: "traces", source }).bytes).map(({ scope, attributes }) => {
        expect(JSON.stringify([...attributes])).not.toContain(awsKey);
        return scope.name;
      });
    expect([scopes("otlp"), scopes("proxy")]).toEqual([["gaffe.proxy.raw"], ["gaffe.proxy"]]);
  });

  test("what holds nothing is not touched", () => {
    const { bytes } = batchOf([callSaying("How far is the moon?", "moon")]);
    expect(createBatchRedactor(defaultRules, { readRaw: readRawBatch })(bytes, "traces").bytes).toBe(bytes);
  });
});

function textOf(text: string) {
  return { chunks: [Buffer.from(text)], lost: 0 };
}

/**
 * Returns a call with these words in a message, a list of parts, a tool's arguments (JSON in JSON) and its
 * metadata.
 */
function callSaying(user: string, args: string): FinishedCall {
  const call = { id: "call_1", type: "function", function: { name: "look", arguments: JSON.stringify({ args }) } };
  const request = {
    model: "m",
    user,
    metadata: { note: args },
    messages: [
      { role: "user", content: user },
      { role: "user", content: [{ type: "text", text: args }] },
      { role: "tool", tool_call_id: "call_0", content: user },
    ],
  };
  const response = {
    id: "r",
    model: "m",
    choices: [{ index: 0, finish_reason: "stop", message: { content: args, tool_calls: [call] } }],
  };
  return { ...whole, request: textOf(JSON.stringify(request)), response: textOf(JSON.stringify(response)) };
}
