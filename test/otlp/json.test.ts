import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { decodeLogs, decodeTraces } from "../../src/otlp/decode.ts";
import { type Prepared, prepareBody } from "../../src/otlp/prepare.ts";
import { captures, mutate, randomOf } from "../support/data/otlp-bodies.ts";

const hex = { traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "b7ad6b7169203331" };

const prepare = (text: string): Prepared =>
  prepareBody({ bytes: Buffer.from(text), signal: "traces", format: "json", compression: "identity" });
const bodyOf = (...spans: readonly string[]) => `{"resourceSpans":[{"scopeSpans":[{"spans":[${spans.join(",")}]}]}]}`;
const spanOf = (more = "") => `{"traceId":"${hex.traceId}","spanId":"${hex.spanId}"${more}}`;
const valueOf = (value: string) => spanOf(`,"attributes":[{"key":"k","value":${value}}]`);

function decoded(...spans: readonly string[]) {
  const prepared = prepare(bodyOf(...spans));
  if (prepared.kind !== "accepted") throw new Error(prepared.message);
  return { spans: decodeTraces(prepared.bytes), ...prepared };
}

describe("alternative forms of OTLP/JSON", () => {
  test.each([
    ["ids in upper case", `{"traceId":"${hex.traceId.toUpperCase()}","spanId":"B7AD6B7169203331"}`, hex],
    ["ids in base64", '{"traceId":"CvdlGRbNQ92ESOshHIAxnA==","spanId":"t61rcWkgMzE="}', hex],
    ["an enum as a number", spanOf(',"kind":3,"status":{"code":2}'), { kind: 3, status: "error" }],
    [
      "an enum by name",
      spanOf(',"kind":"SPAN_KIND_CLIENT","status":{"code":"STATUS_CODE_ERROR"}'),
      { kind: 3, status: "error" },
    ],
    [
      "nanoseconds as a string",
      spanOf(',"startTimeUnixNano":"1795227443228456789"'),
      { startNs: 1795227443228456789n },
    ],
    ["nanoseconds as a number", spanOf(',"startTimeUnixNano":1795227443228456789'), { startNs: 1795227443228456789n }],
    [
      "links",
      spanOf(
        `,"links":[{"traceId":"${hex.traceId}","spanId":"${hex.spanId}","traceState":"a=b","droppedAttributesCount":1,` +
          '"attributes":[{"key":"k","value":{"stringValue":"v"}}]}]',
      ),
      { links: [{ ...hex, traceState: "a=b", attributes: new Map([["k", "v"]]) }] },
    ],
    ["an empty parent", spanOf(',"parentSpanId":""'), hex],
    ["null for unset fields", spanOf(',"name":null,"attributes":null,"status":null'), { name: "", status: "unset" }],
    ["unknown and snake_case fields", spanOf(',"start_time_unix_nano":"5","more":[{"deep":[1,2]}]'), { startNs: 0n }],
  ])("%s", (_, span, facts) => {
    expect(decoded(span).spans).toMatchObject([facts]);
  });

  test.each([
    ['{"intValue":"9223372036854775807"}', 9223372036854775807n],
    ['{"intValue":9223372036854775807}', 9223372036854775807n],
    ['{"intValue":107}', 107],
    ['{"doubleValue":1.5}', 1.5],
    ['{"doubleValue":"NaN"}', Number.NaN],
    ['{"doubleValue":"-Infinity"}', Number.NEGATIVE_INFINITY],
    ['{"boolValue":false}', false],
    ['{"bytesValue":"AQID"}', new Uint8Array([1, 2, 3])],
    ['{"stringValue":"a\\u0000\\n\\"b"}', 'a\u0000\n"b'],
    ['{"arrayValue":{"values":[{"intValue":1},null]}}', [1, null]],
    ["{}", null],
  ])("a value %s", (text, value) => {
    expect(decoded(valueOf(text)).spans[0]?.attributes.get("k")).toEqual(value);
  });
});

describe("one bad span among good ones is rejected alone", () => {
  const deep = (levels: number) => '{"arrayValue":{"values":['.repeat(levels) + "]}}".repeat(levels);
  test.each([
    ["a short id", '{"traceId":"12","spanId":"b7ad6b7169203331"}', "bad_trace_id"],
    ["a name that is a number", spanOf(',"name":5'), "bad_json"],
    ["a time that is none", spanOf(',"startTimeUnixNano":"soon"'), "bad_number"],
    ["a time before 1970", spanOf(',"startTimeUnixNano":"-1"'), "bad_number"],
    ["an int beyond 64 bits", valueOf('{"intValue":"9223372036854775808"}'), "bad_number"],
    ["an unknown enum name", spanOf(',"kind":"BEST"'), "bad_json"],
    ["a span that is text", '"span"', "bad_json"],
    ["a value 65 deep", valueOf(deep(65)), "too_deep"],
    ["a value 100,000 deep", valueOf(deep(100_000)), "too_deep"],
  ])("%s", (_, poison, reason) => {
    const { spans, rejected } = decoded(spanOf(), poison, spanOf(), valueOf(deep(64)));
    expect([spans.length, rejected]).toEqual([3, [{ index: 1, reason }]]);
  });
});

test.each([
  "",
  "[]",
  "null",
  "{",
  '{"resourceSpans":{}}',
  '{"resourceSpans":[]} x',
  '{"a":"\\x"}',
  '{"a":01}',
  "{'a':1}",
  '{"spans":[]}',
  '{"resource_spans":[{"scope_spans":[]}]}',
  '{"resourceSpans":[{"instrumentationLibrarySpans":[]}]}',
])("%j is refused as a whole", (text) => {
  expect(prepare(text)).toMatchObject({ kind: "refused", reason: "invalid" });
});

test("half a surrogate pair becomes U+FFFD and is counted", () => {
  const { spans, repairedTexts } = decoded(spanOf(',"name":"a\\ud800b"'));
  expect([spans[0]?.name, repairedTexts]).toEqual(["a\ufffdb", 1]);
});

test("a million empty spans are refused by their number", () => {
  const text = bodyOf("{},".repeat(1_000_000) + "{}");
  expect(prepare(text)).toMatchObject({ kind: "refused", reason: "too_large" });
});

test("keys named like prototypes stay keys", () => {
  const list =
    '{"kvlistValue":{"values":[{"key":"__proto__","value":{"kvlistValue":{"values":[{"key":"polluted","value":{"boolValue":true}}]}}}]}}';
  const { spans } = decoded(
    `${valueOf(list).slice(0, -1)},"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}`,
  );
  const value = spans[0]?.attributes.get("k") as Record<string, unknown>;
  expect(Object.keys(value)).toEqual(["__proto__"]);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

test("a gzip bomb is stopped at the limit", () => {
  const bytes = gzipSync(Buffer.alloc(200 * 1024 * 1024));
  const prepared = prepareBody({ bytes, signal: "traces", format: "protobuf", compression: "gzip" });
  expect(prepared).toMatchObject({ kind: "refused", reason: "too_large" });
});

test("gzip of several members is one body", () => {
  const half = (text: string) => gzipSync(Buffer.from(text));
  const whole = bodyOf(spanOf());
  const bytes = Buffer.concat([half(whole.slice(0, 40)), half(whole.slice(40))]);
  const prepared = prepareBody({ bytes, signal: "traces", format: "json", compression: "gzip" });
  expect(prepared).toMatchObject({ kind: "accepted", traceIds: [hex.traceId] });
});

test.each(["protobuf", "json"] as const)("10,000 damaged %s bodies never throw, and accepted ones decode", (format) => {
  const bodies = captures.filter(({ body }) => body.format === format && body.compression === "identity");
  const random = randomOf(20_261_121);
  let accepted = 0;
  for (let round = 0; round < 10_000; round++) {
    const { body } = bodies[round % bodies.length] as (typeof bodies)[number];
    const prepared = prepareBody({ ...body, bytes: mutate(body.bytes, random) });
    if (prepared.kind === "refused") continue;
    const items = body.signal === "logs" ? decodeLogs(prepared.bytes) : decodeTraces(prepared.bytes);
    expect(items.map((item) => item.traceId ?? "")).toEqual(prepared.traceIds);
    accepted++;
  }
  expect(accepted).toBeGreaterThan(100);
});
