import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeLogs, decodeTraces, spansIn } from "../../src/otlp/decode.ts";
import { encodeLogs, encodeTraces } from "../../src/otlp/encode.ts";
import type { AttributeValue, LogRecord, Span } from "../../src/otlp/span.ts";

const hex = (length: number) =>
  fc
    .uint8Array({ minLength: length, maxLength: length })
    .filter((bytes) => bytes.some((byte) => byte !== 0))
    .map((bytes) => Buffer.from(bytes).toString("hex"));
const uint64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const text = fc.string({ unit: "grapheme" });
const key = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("__proto__", "constructor", "toString", ""));

const { value } = fc.letrec<{ value: AttributeValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    text,
    fc.double(),
    fc.maxSafeInteger(),
    fc.oneof(fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n - 1n }), fc.bigInt({ min: -(2n ** 63n), max: -(2n ** 53n) })),
    fc.boolean(),
    fc.constant(null),
    fc.uint8Array({ maxLength: 20 }),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.array(fc.tuple(key, tie("value")), { maxLength: 4 }).map(listOf),
  ),
}));
const attributes = fc.array(fc.tuple(key, value), { maxLength: 6 }).map((entries) => new Map(entries));
const scope = fc.record({ name: text, version: text, attributes });
const optionalText = text.filter((one) => one !== "");

const span: fc.Arbitrary<Span> = fc.record(
  {
    traceId: hex(16),
    spanId: hex(8),
    parentSpanId: hex(8),
    name: text,
    kind: fc.integer({ min: 0, max: 5 }),
    startNs: uint64,
    endNs: uint64,
    attributes,
    droppedCount: fc.nat({ max: 0x7fff_ffff }),
    events: fc.array(fc.record({ name: text, timeNs: uint64, attributes }), { maxLength: 3 }),
    links: fc.array(
      fc.record(
        { traceId: hex(16), spanId: hex(8), traceState: optionalText, attributes },
        { requiredKeys: ["traceId", "spanId", "attributes"] },
      ),
      { minLength: 1, maxLength: 2 },
    ),
    status: fc.constantFrom("unset", "ok", "error"),
    statusMessage: optionalText,
    scope,
    resource: attributes,
  },
  {
    requiredKeys: [
      ...(["traceId", "spanId", "name", "kind", "startNs", "endNs", "attributes"] as const),
      ...(["droppedCount", "events", "status", "scope", "resource"] as const),
    ],
  },
);

const record: fc.Arbitrary<LogRecord> = fc.record(
  {
    traceId: hex(16),
    spanId: hex(8),
    timeNs: uint64,
    observedNs: uint64,
    severityNumber: fc.integer({ min: 0, max: 24 }),
    severityText: optionalText,
    eventName: optionalText,
    body: value,
    attributes,
    scope,
    resource: attributes,
  },
  { requiredKeys: ["timeNs", "observedNs", "severityNumber", "attributes", "scope", "resource"] },
);

describe("encoded data is decoded unchanged", () => {
  test("for spans", () => {
    fc.assert(
      fc.property(fc.array(span, { maxLength: 4 }), (spans) => {
        expect(decodeTraces(encodeTraces(spans))).toEqual(spans);
      }),
    );
  });

  test("for log records", () => {
    fc.assert(
      fc.property(fc.array(record, { maxLength: 4 }), (records) => {
        expect(decodeLogs(encodeLogs(records))).toEqual(records);
      }),
    );
  });

  test("for the requested items", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(span, fc.boolean()), { maxLength: 5 }), (chosen) => {
        const only = new Set(chosen.flatMap(([, wanted], ordinal) => (wanted ? [ordinal] : [])));
        const bytes = encodeTraces(chosen.map(([one]) => one));
        const items = spansIn(bytes, only);
        const wanted = chosen.flatMap(([one, isWanted]) => (isWanted ? [one] : []));
        expect(items.map(({ traceId }) => traceId)).toEqual(wanted.map(({ traceId }) => traceId));
        expect(items.toReversed().map((item) => item.decode())).toEqual(wanted.toReversed());
      }),
    );
  });
});

describe("what spans share", () => {
  const [first, second] = fc.sample(span, { numRuns: 2, seed: 5 }) as [Span, Span];

  test("is one object for spans of one resource and scope", () => {
    const context = { resource: new Map([["service.name", "shop"]]), scope: first.scope };
    const [one, other] = decodeTraces(
      encodeTraces([
        { ...first, ...context },
        { ...second, ...context },
      ]),
    );
    expect(one?.resource).toBe(other?.resource);
    expect(one?.scope).toBe(other?.scope);
  });

  test("may follow them on the wire", () => {
    const bytes = encodeTraces([{ ...first, resource: new Map([["service.name", "shop"]]) }]);
    const reversed = Buffer.concat([bytes.subarray(0, headerOf(bytes)), ...fieldsOf(bytes).reverse()]);
    expect(decodeTraces(reversed)[0]?.resource.get("service.name")).toBe("shop");
  });
});

test("a list whose keys are named __proto__ pollutes nothing", () => {
  const list = listOf([["__proto__", listOf([["polluted", true]])]]);
  const [span_] = fc.sample(span, { numRuns: 1, seed: 7 }) as [Span];
  const [decoded] = decodeTraces(encodeTraces([{ ...span_, attributes: new Map([["__proto__", list]]) }]));
  expect(decoded?.attributes.get("__proto__")).toEqual(list);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

function listOf(entries: readonly (readonly [string, AttributeValue])[]): AttributeValue {
  const list = Object.create(null) as Record<string, AttributeValue>;
  for (const [name, one] of entries) list[name] = one;
  return list;
}

/**
 * Returns the offset of the first ResourceSpans' fields, and those fields. Lengths in these bodies take up to 5
 * bytes.
 */
function headerOf(bytes: Uint8Array): number {
  let pos = 1;
  while ((bytes[pos] as number) >= 0x80) pos++;
  return pos + 1;
}

function fieldsOf(bytes: Uint8Array): Uint8Array[] {
  const fields: Uint8Array[] = [];
  for (let pos = headerOf(bytes); pos < bytes.length; ) {
    let length = 0;
    let at = pos + 1;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++] as number;
      length |= (byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
    fields.push(bytes.subarray(pos, at + length));
    pos = at + length;
  }
  return fields;
}
