import fc from "fast-check";
import { expect, test } from "vitest";
import type { SavedTable, TraceOutcome } from "../../src/pipeline/batches/batch-result.ts";
import { createEngineGate } from "../../src/pipeline/batches/engine-gate.ts";
import { createStoreBatch } from "../../src/pipeline/batches/store-batch.ts";
import { Failure } from "../../src/platform/failure.ts";
import { asProjectId } from "../../src/platform/ids.ts";
import type { TableInsert } from "../../src/storage/ports/table-writer.ts";
import { rowsOf } from "../support/data/stored-trace.ts";

/** A row is one byte: its content, or a marker that the engine rejects. */
const poison = 255;
const byValue = (a: number, b: number) => a - b;

interface Given {
  /** For each trace its project and, by table, its rows. */
  readonly traces: readonly { readonly project: string; readonly rows: Readonly<Record<string, readonly number[]>> }[];
}

const reader = (bytes: Uint8Array) =>
  async function* (from: number, to: number) {
    yield bytes.subarray(from, to);
  };

function batchOf({ traces }: Given) {
  const names = [...new Set(traces.flatMap(({ rows }) => Object.keys(rows)))];
  const rowsByTable = names.map((table) => traces.flatMap((trace) => trace.rows[table] ?? []));
  const tables = names.map((table, index): SavedTable => {
    const rows = traces.map((trace) => trace.rows[table] ?? []);
    const traceStarts = Uint32Array.from(rows, (_, traceIndex) => rows.slice(0, traceIndex).flat().length);
    const { length } = rows.flat();
    const start = rowsByTable.slice(0, index).flat().length;
    return { table, rows: length, start, length, rowStarts: Uint32Array.from(Array(length).keys()), traceStarts };
  });
  const outcomes = traces.map(
    ({ project }, encodedIndex) => ({ projectId: asProjectId(project), encodedIndex }) as TraceOutcome,
  );
  return { tables, outcomes, read: reader(Uint8Array.from(rowsByTable.flat())) };
}

function engine() {
  const inserts = new Map<string, Uint8Array[]>();
  const stored = (table: string) => (inserts.get(table) ?? []).flatMap((bytes) => [...bytes]);
  const order: string[] = [];
  const writer = {
    async insert({ table, bytes: given }: TableInsert) {
      const bytes = await rowsOf(given);
      if (bytes.includes(poison)) throw new Failure("dependency", "refused", { code: 9999 });
      order.push(table);
      inserts.set(table, [...(inserts.get(table) ?? []), bytes]);
    },
    probe: async () => undefined,
  };
  const { signal } = new AbortController();
  const telemetry = { emit: () => undefined };
  const gate = createEngineGate({ writer, telemetry, now: Date.now, signal, onAvailable: () => undefined });
  const splits: string[] = [];
  const store = createStoreBatch({ writer, gate, signal, onSplit: (id) => splits.push(id) });
  return { store, stored, inserts, order, splits };
}

test("a batch is one insert per table, datapoints second to last and trace_batches last", async () => {
  const rows = { trace_batches: [1], datapoints: [2], spans: [3], verdicts: [4] };
  const { store, order } = engine();
  await store.whole(batchOf({ traces: [{ project: "p", rows }] }));
  expect(order.slice(2)).toEqual(["datapoints", "trace_batches"]);
  expect(order.slice(0, 2).sort()).toEqual(["spans", "verdicts"]);
});

test("the rows of projects without a refused row are stored, and the others named", async () => {
  const trace = (project: string, ...spans: number[]) => ({ project, rows: { spans, datapoints: [spans[0] ?? 0] } });
  const batch = batchOf({
    traces: [trace("a", 1), trace("a", 2), trace("b", 3, poison), trace("b", 4), trace("c", 5)],
  });
  const { store, stored, splits } = engine();
  await expect(store.whole(batch)).rejects.toThrow("refused");
  expect(await store.byProject("b", batch, new Error("refused"))).toEqual([{ from: 2, to: 4 }]);
  expect(splits).toEqual(["b"]);
  expect(stored("datapoints").sort(byValue)).toEqual([1, 2, 5]);
});

test("an insert is bounded: many large rows go in several", async () => {
  const size = 12 * 2 ** 20;
  const starts = Uint32Array.from([0, size, 2 * size, 3 * size, 4 * size]);
  const { store, inserts } = engine();
  const table = { table: "spans", rows: 5, start: 0, length: 5 * size, rowStarts: starts };
  const tables = [{ ...table, traceStarts: Uint32Array.of(0) }];
  await store.whole({ outcomes: [], tables, read: reader(new Uint8Array(5 * size)) });
  expect(inserts.get("spans")?.map(({ length }) => length)).toEqual([2 * size, 2 * size, size]);
});

test("regardless of the rejected rows, all others are stored once and exactly the traces of the rejected ones are returned", async () => {
  const row = fc.constantFrom(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, poison);
  const trace = fc.record({
    project: fc.constant("p"),
    rows: fc.record({ spans: fc.array(row, { maxLength: 4 }), datapoints: fc.array(row, { maxLength: 2 }) }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(trace, { minLength: 1, maxLength: 8 }), async (traces) => {
      const batch = batchOf({ traces });
      const { store, stored } = engine();
      const reasons = await store.byRow(batch, { from: 0, to: traces.length });
      for (const table of ["spans", "datapoints"] as const) {
        const sound = traces.flatMap(({ rows }) => rows[table]).filter((value) => value !== poison);
        expect(stored(table).sort(byValue)).toEqual(sound.sort(byValue));
      }
      const poisoned = traces.flatMap(({ rows }, traceIndex) =>
        [...rows.spans, ...rows.datapoints].includes(poison) ? traceIndex : [],
      );
      expect([...reasons.keys()].sort(byValue)).toEqual(poisoned.sort(byValue));
    }),
    { numRuns: 30 },
  );
}, 120_000);
