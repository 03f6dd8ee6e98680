import { describe, expect, test } from "vitest";
import { decodeLogs, decodeTraces } from "../../src/otlp/decode.ts";
import { encodeTraces } from "../../src/otlp/encode.ts";
import { defaultLimits } from "../../src/otlp/limits.ts";
import { scan } from "../../src/otlp/scan.ts";
import { field, goodSpan, nestedValue, rawAttribute, rawSpan, requestOf, varint } from "../support/data/otlp-bodies.ts";

const text = (value: string) => field(1, Buffer.from(value));
const attribute = (key: string, value: Uint8Array) => rawAttribute(9, key, value);
const traceId = "01".repeat(16);

describe("one bad span is cut out and named, the others stay", () => {
  const many = Array.from({ length: 1001 }, (_, index) => attribute(`key ${index}`, text("x")));
  test.each([
    ["without ids", Buffer.alloc(0), "bad_trace_id"],
    [
      "with an all-zero trace id",
      Buffer.concat([field(1, Buffer.alloc(16)), field(2, Buffer.alloc(8, 2))]),
      "bad_trace_id",
    ],
    ["with a trace id of 15 bytes", rawSpan(field(1, Buffer.alloc(15, 1))), "bad_trace_id"],
    ["with a span id of 9 bytes", rawSpan(field(2, Buffer.alloc(9, 1))), "bad_span_id"],
    ["with an all-zero span id", rawSpan(field(2, Buffer.alloc(8))), "bad_span_id"],
    ["with a parent id of 3 bytes", rawSpan(field(4, Buffer.alloc(3, 1))), "bad_parent_id"],
    ["nested 65 deep", rawSpan(attribute("deep", nestedValue(65))), "too_deep"],
    ["nested 5,000 deep", rawSpan(attribute("deep", nestedValue(5000))), "too_deep"],
    ["nested 100,000 deep", rawSpan(attribute("deep", nestedValue(100_000))), "too_deep"],
    ["with 1,001 attributes", rawSpan(...many), "too_many_attributes"],
    [
      "of 10,000 empty events",
      rawSpan(...Array.from({ length: 10_000 }, () => field(11, Buffer.alloc(0)))),
      "too_many_parts",
    ],
    ["of 17 MB outside of values", rawSpan(attribute("x".repeat(17_000_000), text("big"))), "too_large"],
    ["with a wrong length", rawSpan(Buffer.from([0x4a, 0x7f, 0x00])), "bad_wire"],
    ["with a group", rawSpan(Buffer.from([0x0b, 0x0c])), "bad_wire"],
    ["with an endless varint", rawSpan(Buffer.concat([varint(48), Buffer.alloc(11, 0xff)])), "bad_wire"],
  ])("%s", (_, poison, reason) => {
    const scanned = scan(requestOf([rawSpan(), poison, rawSpan()]), "traces");
    expect(scanned).toMatchObject({ kind: "scanned", traceIds: [traceId, traceId], rejected: [{ index: 1, reason }] });
    if (scanned.kind === "scanned") expect(decodeTraces(scanned.bytes)).toHaveLength(2);
  });

  test("among 500, and the spans that stay are unchanged", () => {
    const spans = Array.from({ length: 500 }, (_, ordinal) => goodSpan(ordinal + 1));
    const bytes = encodeTraces(spans.with(250, goodSpan(0, { traceId: "00".repeat(16) })));
    const scanned = scan(bytes, "traces");
    expect(scanned).toMatchObject({ rejected: [{ index: 250, reason: "bad_trace_id" }] });
    if (scanned.kind !== "scanned") throw new Error("refused");
    expect(decodeTraces(scanned.bytes)).toEqual(spans.toSpliced(250, 1));
    expect(scanned.traceIds).toEqual(spans.toSpliced(250, 1).map((span) => span.traceId));
  });

  test("and a damaged resource takes only its own spans", () => {
    const damaged = field(1, Buffer.concat([field(1, Buffer.from([0x0a, 0x7f])), field(2, field(2, rawSpan()))]));
    const scanned = scan(Buffer.concat([damaged, requestOf([rawSpan()])]), "traces");
    expect(scanned).toMatchObject({
      kind: "scanned",
      traceIds: [traceId],
      rejected: [{ index: 0, reason: "bad_wire" }],
    });
  });
});

test("values nested 64 deep are accepted", () => {
  const bytes = requestOf([rawSpan(attribute("deep", nestedValue(64)))]);
  expect(scan(bytes, "traces")).toMatchObject({ rejected: [], traceIds: [traceId] });
  expect(decodeTraces(bytes)).toHaveLength(1);
});

test("a request without a bad item is returned in the same memory", () => {
  const bytes = requestOf([rawSpan(), rawSpan()]);
  expect(scan(bytes, "traces")).toHaveProperty("bytes", bytes);
  expect(scan(Buffer.alloc(0), "traces")).toMatchObject({ kind: "scanned", traceIds: [], rejected: [] });
});

test.each([
  ["a cut request", requestOf([rawSpan()]).subarray(0, -1)],
  ["a group at the top", Buffer.from([0x0b])],
  ["a span that runs over its scope", field(1, field(2, Buffer.from([0x12, 0x05, 0x00])))],
  ["text", Buffer.from("hello")],
])("%s is refused as a whole", (_, bytes) => {
  expect(scan(bytes, "traces").kind).toBe("broken");
});

test("two million empty spans are counted and become no objects", () => {
  const before = process.memoryUsage().heapUsed;
  const empties = Buffer.alloc(4_000_000).fill(Buffer.from([0x12, 0x00]));
  expect(scan(field(1, field(2, empties)), "traces")).toEqual({ kind: "too_many_items", items: 2_000_000 });
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(8_000_000);
});

test("a body of empty resources and scopes costs no objects either", () => {
  const bytes = Buffer.alloc(4_000_000).fill(Buffer.from([0x0a, 0x02, 0x12, 0x00]));
  expect(scan(bytes, "traces")).toMatchObject({ kind: "scanned", traceIds: [], rejected: [] });
  expect(decodeTraces(bytes)).toEqual([]);
});

describe("text that is not UTF-8", () => {
  const bytes = requestOf([rawSpan(field(5, Buffer.from([0x41, 0xff, 0xfe, 0x00, 0x42])))]);

  test("is counted and decoded with U+FFFD, NUL stays", () => {
    expect(scan(bytes, "traces")).toMatchObject({ rejected: [], repairedTexts: 1 });
    expect(decodeTraces(bytes)[0]?.name).toBe("A\ufffd\ufffd\u0000B");
  });

  test("is found behind the first bytes of a long text too", () => {
    const long = Buffer.concat([Buffer.alloc(100, 0x41), Buffer.from([0xed, 0xa0, 0x80])]);
    expect(scan(requestOf([rawSpan(attribute("k", field(1, long)))]), "traces")).toMatchObject({ repairedTexts: 1 });
  });
});

test("64-bit numbers keep every digit", () => {
  const attributes = new Map([
    ["most", 9_223_372_036_854_775_807n],
    ["least", -9_223_372_036_854_775_808n],
  ]);
  const span = goodSpan(1, { attributes, startNs: 9_223_372_036_854_775_807n, endNs: 18_446_744_073_709_551_615n });
  expect(decodeTraces(encodeTraces([span]))).toEqual([span]);
});

test("a log record without a valid trace id is accepted without one", () => {
  const records = [
    Buffer.alloc(0),
    field(9, Buffer.alloc(16)),
    field(9, Buffer.alloc(3, 1)),
    field(9, Buffer.alloc(16, 1)),
  ];
  const bytes = requestOf(records);
  expect(scan(bytes, "logs")).toMatchObject({ rejected: [], traceIds: ["", "", "", traceId] });
  expect(decodeLogs(bytes).map((record) => record.traceId ?? "")).toEqual(["", "", "", traceId]);
});

test("limits are set by the caller", () => {
  const bytes = requestOf([rawSpan(), rawSpan()]);
  expect(scan(bytes, "traces", { ...defaultLimits, items: 1 })).toEqual({ kind: "too_many_items", items: 2 });
  expect(scan(bytes, "traces", { ...defaultLimits, itemBytes: 10 })).toMatchObject({ traceIds: [] });
});
