import { expect, test } from "vitest";
import { noHistory } from "../../src/checks/verdicts/check-history.ts";
import { encodeHead } from "../../src/pipeline/batches/batch-result.ts";
import { createEvaluateBatch } from "../../src/pipeline/batches/evaluate-batch.ts";
import type { WorkerTask } from "../../src/pipeline/traces/process.ts";
import { globalProject } from "../../src/platform/ids.ts";
import { createTelemetry } from "../../src/platform/telemetry/telemetry.ts";
import type { NewResult } from "../../src/storage/ports/journal.ts";

const file: NewResult = {
  location: { descriptor: 7, head: Uint8Array.of(1) },
  save: async () => undefined,
  async *read() {
    yield Uint8Array.of(3);
  },
  [Symbol.asyncDispose]: async () => undefined,
};

test("a batch whose result the disk does not take is evaluated again, from what the journal holds", async () => {
  const tasks: WorkerTask[] = [];
  const failures: string[] = [];
  const traceId = "a".repeat(32);
  const { signal } = new AbortController();
  const { evaluate } = createEvaluateBatch({
    journal: {
      read: (seq) => ({
        seq,
        projectId: globalProject,
        source: "otlp",
        signal: "traces",
        receivedAt: 1,
        traceIds: [traceId],
        bodyHash: "",
        payloadBytes: 2,
        bytes: Uint8Array.of(4, 5),
      }),
    },
    traces: { summaries: async () => new Map(), parts: async () => new Map() },
    process: async (task, transfer) => {
      tasks.push(structuredClone(task, { transfer: [...transfer] }));
      if (tasks.length < 3) return { kind: "refused", reason: "no space left on device" };
      return { kind: "written", head: encodeHead([], []) };
    },
    strikes: { ruledOut: () => [], struckTrace: () => undefined, add: async () => undefined },
    history: { ahead: async () => noHistory, read: async () => noHistory },
    reading: (_, read) => read(),
    tombstones: { covers: () => false },
    telemetry: createTelemetry({ level: "silent" }),
    signal,
    now: () => 1,
  });
  const key = `${globalProject} ${traceId}`;
  const taken = [{ key, projectId: globalProject, traceId, refs: [{ seq: 1, item: 0 }] }];
  const again = {
    firstMs: 1,
    maxMs: 1,
    signal,
    onFailure: ({ message }: Error) => void failures.push(message),
  };
  const members = [{ seq: 1, items: [0] }];
  const result = await evaluate("batch", taken, { summaries: new Map(), members, file, again });
  expect(tasks.map(({ entries, location }) => [entries[0]?.bytes, location.descriptor])).toEqual(
    Array.from({ length: 3 }, () => [Uint8Array.of(4, 5), 7]),
  );
  expect(failures).toEqual(
    Array.from({ length: 2 }, () => "the result of a write batch cannot be written: no space left on device"),
  );
  expect([result.outcomes, result.tables]).toEqual([[], []]);
});
