import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeLogs, decodeTraces } from "../../src/otlp/decode.ts";
import { encodeLogs, encodeTraces } from "../../src/otlp/encode.ts";
import type { LogRecord, Span } from "../../src/otlp/span.ts";
import { spanLinksOf } from "../../src/otlp/span-links.ts";
import { spanOf } from "../support/data/spans.ts";

const id = (length: number) =>
  fc
    .uint8Array({ minLength: length, maxLength: length })
    .filter((bytes) => bytes.some((byte) => byte > 0))
    .map((bytes) => Buffer.from(bytes).toString("hex"));
const resource = fc.constantFrom<Span["resource"]>(new Map(), new Map([["service.name", "shop"]]));
const spans = fc.array(
  fc
    .record({
      traceId: id(16),
      spanId: id(8),
      parent: fc.option(id(8), { nil: undefined }),
      resource,
      name: fc.string(),
    })
    .map(({ parent, ...span }) => spanOf({ ...span, ...(parent === undefined ? {} : { parentSpanId: parent }) })),
  { maxLength: 12 },
);

test("links of spans match the decoder's at the requested ordinals", () => {
  fc.assert(
    fc.property(spans, fc.func(fc.boolean()), (given, isRequested) => {
      const bytes = encodeTraces(given);
      const decoded = decodeTraces(bytes);
      const only = new Set(decoded.keys().filter(isRequested));
      const expected = decoded
        .filter((_, ordinal) => only.has(ordinal))
        .map(({ spanId, parentSpanId = "" }) => ({ spanId, parentSpanId }));
      expect(spanLinksOf(bytes, "traces", only)).toEqual(expected);
    }),
  );
});

const scope: LogRecord["scope"] = { name: "", version: "", attributes: new Map() };
const logs = fc.array(
  fc
    .record({ traceId: id(16), spanId: fc.option(id(8), { nil: undefined }), resource, body: fc.string() })
    .map(({ spanId, ...log }): LogRecord => {
      const own = spanId === undefined ? {} : { spanId };
      return { ...log, ...own, timeNs: 1n, observedNs: 1n, severityNumber: 9, attributes: new Map(), scope };
    }),
  { maxLength: 12 },
);

test("links of log records are the spans they belong to", () => {
  fc.assert(
    fc.property(logs, fc.func(fc.boolean()), (given, isRequested) => {
      const bytes = encodeLogs(given);
      const decoded = decodeLogs(bytes);
      const only = new Set(decoded.keys().filter(isRequested));
      const expected = decoded
        .filter((_, ordinal) => only.has(ordinal))
        .map(({ spanId = "" }) => ({ spanId, parentSpanId: "" }));
      expect(spanLinksOf(bytes, "logs", only)).toEqual(expected);
    }),
  );
});
