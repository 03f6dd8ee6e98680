import { expect, test } from "vitest";
import type { Attributes } from "../../src/otlp/span.ts";
import type { ProcessedTrace, TableRows } from "../../src/pipeline/ports/processed-trace.ts";
import { createRowEncoder } from "../../src/pipeline/rows/encoder.ts";
import { storedTrace } from "../support/data/stored-trace.ts";

const bare = () => ({ ...storedTrace(), datapoints: [], logs: [] });
const table = (tables: readonly TableRows[], name: string) => {
  const found = tables.find((one) => one.table === name);
  if (!found) throw new Error(`no rows of ${name}`);
  return found;
};

test("datapoints come second to last and the batches of traces last", () => {
  const encoder = createRowEncoder();
  const media = [{ sha256: "a".repeat(64), mediaType: "image/png", bytes: new Uint8Array([1]) }];
  encoder.add({ ...storedTrace(), media }, 1);
  expect(encoder.take().map((rows) => rows.table)).toEqual([
    "media",
    "findings",
    "verdicts",
    "log_records",
    "spans",
    "payloads",
    "datapoints",
    "trace_batches",
  ]);
  expect(encoder.take()).toEqual([]);
});

test("every table reports where each trace's rows start, even without rows", () => {
  const encoder = createRowEncoder();
  const traces = [bare(), storedTrace(), bare(), storedTrace()];
  for (const trace of traces) encoder.add(trace, 1);
  const tables = encoder.take();
  const starts = (name: string) => [...table(tables, name).traceStarts];
  expect(starts("spans")).toEqual([0, 1, 2, 3]);
  expect(starts("datapoints")).toEqual([0, 0, 1, 1]);
  expect(starts("verdicts")).toEqual([0, 0, 2, 2]);
  expect(starts("trace_batches")).toEqual([0, 1, 2, 3]);
  encoder.add(storedTrace(), 1);
  expect([...table(encoder.take(), "spans").traceStarts]).toEqual([0]);
});

test("a trace's rows can be cut out of a batch: they are the bytes that the trace has alone", () => {
  const traces = Array.from({ length: 300 }, () => storedTrace());
  const encoder = createRowEncoder();
  for (const trace of traces) encoder.add(trace, 7);
  const together = encoder.take();
  for (const index of [0, 1, 150, 299]) {
    const trace = traces[index] ?? storedTrace();
    encoder.add(trace, 7);
    for (const alone of encoder.take()) {
      const { bytes, rowStarts, traceStarts, rows } = table(together, alone.table);
      expect(rowStarts.length).toBe(rows);
      const end = traceStarts[index + 1] ?? rows;
      expect(end - (traceStarts[index] ?? 0)).toBe(alone.rows);
      const slice = bytes.subarray(rowStarts[traceStarts[index] ?? 0], rowStarts[end] ?? bytes.length);
      expect(Buffer.compare(slice, alone.bytes)).toBe(0);
    }
  }
});

test("rows in memory that is used again are those of a new encoder, also after larger ones", () => {
  const used = createRowEncoder();
  for (const count of [40, 3, 200, 1]) {
    const fresh = createRowEncoder();
    const traces = Array.from({ length: count }, () => storedTrace());
    for (const encoder of [used, fresh]) for (const trace of traces) encoder.add(trace, 1);
    expect(used.take()).toEqual(fresh.take());
    used.reuse();
  }
});

test("a resource that cannot be encoded changes nothing about the rows after it", () => {
  const rows = (trace: ProcessedTrace) => {
    const encoder = createRowEncoder();
    encoder.add(trace, 1);
    return encoder.take();
  };
  const trace = { ...storedTrace(), logs: [] };
  const sound = rows(trace);
  const resource: Attributes = Object.assign(new Map(), {
    *[Symbol.iterator]() {
      yield ["service.name", "shop"];
      throw new Error("not encodable");
    },
  });
  const broken = trace.spans.map((stored) => ({ ...stored, span: { ...stored.span, resource } }));
  expect(() => rows({ ...trace, spans: broken })).toThrow("not encodable");
  expect(rows(trace)).toEqual(sound);
});
