import { createHash } from "node:crypto";
import { credentials } from "@grpc/grpc-js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { conventions } from "../../src/datapoints/conventions/index.ts";
import { createRecognizer } from "../../src/datapoints/stages/recognizer.ts";
import { decodeLogs, decodeTraces } from "../../src/otlp/decode.ts";
import { encodeLogs, encodeTraces } from "../../src/otlp/encode.ts";
import { defaultLimits } from "../../src/otlp/limits.ts";
import { type OtlpSignal, scan } from "../../src/otlp/scan.ts";
import { type AttributeValue, truncatedValues } from "../../src/otlp/span.ts";
import { globalProject } from "../../src/platform/ids.ts";
import { goodSpan } from "../support/data/otlp-bodies.ts";
import { logOf } from "../support/data/spans.ts";
import { createGrpcSender } from "../support/receivers/otlp-grpc-sender.ts";
import { goodToken, startReceiver } from "../support/receivers/otlp-receiver.ts";

const limits = { ...defaultLimits, itemBytes: 50_000 };
const words = "Please refund order 7. ".repeat(4000);
const sha256 = (value: string | Uint8Array) => createHash("sha256").update(value).digest("hex");
const cutOf = (attribute: string, value: string | Uint8Array) => ({
  attribute,
  original_bytes: Buffer.byteLength(value),
  sha256: sha256(value),
});
const plain = (value: AttributeValue | undefined): unknown => JSON.parse(JSON.stringify(value ?? null));

function scannedOf(bytes: Uint8Array, signal: OtlpSignal = "traces") {
  const scanned = scan(bytes, signal, limits);
  if (scanned.kind !== "scanned") throw new Error(scanned.kind);
  return scanned;
}

describe("a span that is too large", () => {
  const large = goodSpan(1, {
    attributes: new Map<string, AttributeValue>([
      ["gen_ai.operation.name", "chat"],
      ["gen_ai.prompt", words],
      ["nested", Object.assign(Object.create(null) as object, { deep: [1, words] }) as AttributeValue],
      ["blob", new Uint8Array(60_000).fill(7)],
    ]),
    events: [{ name: "exception", timeNs: 5n, attributes: new Map([["exception.stacktrace", words]]) }],
    links: [{ traceId: "cd".repeat(16), spanId: "ef".repeat(8), attributes: new Map([["why", words]]) }],
    status: "error",
    statusMessage: words,
  });
  const scanned = scannedOf(encodeTraces([goodSpan(2), large, goodSpan(3)]));
  const [before, span, after] = decodeTraces(scanned.bytes);

  test("is stored with its longest values cut, and its neighbors are unchanged", () => {
    expect(scanned).toMatchObject({ truncated: 1, rejected: [] });
    expect([before, after]).toEqual([goodSpan(2), goodSpan(3)]);
    expect(encodeTraces(span ? [span] : []).length).toBeLessThan(limits.itemBytes);
    expect(span).toMatchObject({ spanId: large.spanId, startNs: large.startNs, status: "error" });
    expect(span?.attributes.get("gen_ai.operation.name")).toBe("chat");
    const prompt = span?.attributes.get("gen_ai.prompt");
    expect(prompt).toMatch(/^Please refund order 7\. /);
    expect(words.startsWith(prompt as string)).toBe(true);
    expect((prompt as string).length).toBeGreaterThan(5000);
    expect(span?.links?.[0]).toMatchObject({ traceId: "cd".repeat(16), spanId: "ef".repeat(8) });
  });

  test("reports the original size and digest of each cut value", () => {
    expect(plain(span?.attributes.get(truncatedValues))).toEqual([
      cutOf("gen_ai.prompt", words),
      cutOf("nested.deep", words),
      cutOf("blob", new Uint8Array(60_000).fill(7)),
      cutOf("exception.stacktrace", words),
      cutOf("why", words),
      cutOf("status.message", words),
    ]);
  });

  test("produces a datapoint with the flag `truncated`", () => {
    const recognize = createRecognizer({ conventions });
    const parts = span ? [{ item: span, source: "otlp" as const, receivedAt: 1 }] : [];
    const { datapoints } = recognize({ projectId: globalProject, traceId: large.traceId, spans: parts, logs: [] });
    expect(datapoints.map(({ flags }) => flags.includes("truncated"))).toEqual([true]);
  });
});

test("an oversized log record is stored with its longest values cut", () => {
  const scanned = scannedOf(encodeLogs([logOf({ body: words, attributes: { note: words, short: "x" } })]), "logs");
  const [record] = decodeLogs(scanned.bytes);
  expect(scanned).toMatchObject({ truncated: 1, rejected: [] });
  expect(words.startsWith(record?.body as string)).toBe(true);
  expect(record?.attributes.get("short")).toBe("x");
  expect(plain(record?.attributes.get(truncatedValues))).toEqual([cutOf("body", words), cutOf("note", words)]);
});

test.each([
  ["a key", goodSpan(1, { attributes: new Map([["k".repeat(60_000), "x"]]) })],
  [
    "many short values",
    goodSpan(1, { attributes: new Map(Array.from({ length: 900 }, (_, index) => [`${index}`, "x".repeat(100)])) }),
  ],
])("what no cut makes small, %s, is rejected with its reason", (_, span) => {
  expect(scannedOf(encodeTraces([span]))).toMatchObject({
    truncated: 0,
    rejected: [{ index: 0, reason: "too_large" }],
  });
});

test("no cut falls into a character or, where there are words, into a word", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }), fc.nat(40), (word, more) => {
      const value = `${word} `.repeat(Math.ceil((60_000 + more) / (Buffer.byteLength(word) + 1)));
      const [span] = decodeTraces(
        scannedOf(encodeTraces([goodSpan(1, { attributes: new Map([["k", value]]) })])).bytes,
      );
      const left = span?.attributes.get("k") as string;
      expect(value.startsWith(left)).toBe(true);
      expect(left.endsWith(" ") || /\s$/.test(left)).toBe(true);
      const [blob] = decodeTraces(
        scannedOf(encodeTraces([goodSpan(1, { attributes: new Map([["k", "é".repeat(40_000 + more)]]) })])).bytes,
      );
      expect(blob?.attributes.get("k")).toMatch(/^é+$/);
    }),
    { numRuns: 30 },
  );
});

test("every source stores it: protobuf and JSON over HTTP, gRPC, spans and log records", async () => {
  await using receiver = await startReceiver({ limits });
  const ids = { traceId: "0a".repeat(16), spanId: "0b".repeat(8) };
  const attributes = [{ key: "k", value: { stringValue: words } }];
  const json = {
    traces: { resourceSpans: [{ scopeSpans: [{ spans: [{ ...ids, attributes }] }] }] },
    logs: { resourceLogs: [{ scopeLogs: [{ logRecords: [{ ...ids, attributes }] }] }] },
  };
  const protobuf = {
    traces: encodeTraces([goodSpan(1, { attributes: new Map([["k", words]]) })]),
    logs: encodeLogs([logOf({ attributes: { k: words } })]),
  };
  const grpc = createGrpcSender(receiver.grpcPort, credentials.createInsecure());
  const post = async (signal: OtlpSignal, type: string, body: string | Uint8Array<ArrayBuffer>) => {
    const headers = { "content-type": type, "api-key": goodToken };
    const answer = await fetch(`${receiver.url}/v1/${signal}`, { method: "POST", headers, body });
    expect(answer.status).toBe(200);
  };
  for (const signal of ["traces", "logs"] as const) {
    await post(signal, "application/x-protobuf", protobuf[signal]);
    await post(signal, "application/json", JSON.stringify(json[signal]));
    await grpc.send(signal, Buffer.concat([protobuf[signal], protobuf[signal]]));
  }
  grpc.close();
  const cuts = receiver.batches.map(({ signal, bytes }) =>
    (signal === "traces" ? decodeTraces(bytes) : decodeLogs(bytes)).map(({ attributes: each }) =>
      plain(each.get(truncatedValues)),
    ),
  );
  const one = [cutOf("k", words)];
  expect(cuts).toEqual([[one], [one], [one, one], [one], [one], [one, one]]);
});
