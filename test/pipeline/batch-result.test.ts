import { expect, test } from "vitest";
import { encodeHead, encodeResult, readResult, type TraceOutcome } from "../../src/pipeline/batches/batch-result.ts";
import { asProjectId } from "../../src/platform/ids.ts";
import { aFinding } from "../support/data/examples.ts";

const nothing = { findings: [], retracted: [], orders: [], superseded: [], overLimit: 0 } as const;
const projectId = asProjectId("shop");

test("a result reads back as it was written for any outcome of its traces", async () => {
  const outcomes: readonly TraceOutcome[] = [
    { key: "shop a1", projectId, traceId: "a1", items: 3, datapoints: 1, checks: 12, ...nothing, encodedIndex: 0 },
    { key: "shop #7", projectId, traceId: "", items: 1, datapoints: 0, checks: 0, ...nothing, encodedIndex: 1 },
    { key: "shop b2", projectId, traceId: "b2", items: 1, datapoints: 0, checks: 0, ...nothing, broken: "it threw" },
    { key: "shop c3", projectId, traceId: "c3", items: 1, datapoints: 0, checks: 0, ...nothing, isErased: true },
    {
      ...nothing,
      key: "shop d4",
      projectId,
      traceId: "d4",
      items: 2,
      datapoints: 1,
      checks: 3,
      encodedIndex: 2,
      findings: [aFinding({})],
      overLimit: 1,
    },
  ];
  const starts = Uint32Array.of(0, 2);
  const tables = [
    { table: "spans", rows: 2, bytes: Uint8Array.of(1, 2, 3), rowStarts: starts, traceStarts: Uint32Array.of(0) },
    { table: "datapoints", rows: 0, bytes: new Uint8Array(), rowStarts: new Uint32Array(), traceStarts: starts },
  ];
  const rows = tables.map(({ bytes }) => bytes);
  const file = Buffer.concat(encodeResult(encodeHead(outcomes, tables), rows));
  async function* read(from: number, to: number) {
    yield file.subarray(from, to);
  }
  const result = await readResult({ read });
  expect(result.outcomes).toEqual(outcomes);
  expect(
    result.tables.map(({ start, length, ...table }) => ({
      ...table,
      bytes: [...file.subarray(start, start + length)],
    })),
  ).toEqual(tables.map(({ bytes, ...table }) => ({ ...table, bytes: [...bytes] })));
});
