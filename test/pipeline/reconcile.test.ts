import { beforeEach, expect, test, vi } from "vitest";
import { encodeHead, resultOf } from "../../src/pipeline/batches/batch-result.ts";
import type { EvaluateBatch } from "../../src/pipeline/batches/evaluate-batch.ts";
import type { StoreBatch } from "../../src/pipeline/batches/store-batch.ts";
import { createReconcile } from "../../src/pipeline/traces/reconcile.ts";
import type { TakenTrace } from "../../src/pipeline/traces/taken-trace.ts";
import { Failure } from "../../src/platform/failure.ts";
import { globalProject } from "../../src/platform/ids.ts";
import { createTelemetry } from "../../src/platform/telemetry/telemetry.ts";
import type { NewResult } from "../../src/storage/ports/journal.ts";

beforeEach(() => void vi.spyOn(Math, "random").mockReturnValue(0));

interface Given {
  readonly traces: number;
  /** Traces whose parts never include each other, however often they are stored. */
  readonly contended?: ReadonlySet<string>;
  readonly storing?: (keys: readonly string[]) => void;
  readonly reading?: () => void;
}

/** A file that is saved and never read. */
const unread: NewResult = {
  location: { descriptor: -1, head: new Uint8Array() },
  save: async () => undefined,
  read: () => {
    throw new Error("nothing reads it");
  },
  [Symbol.asyncDispose]: async () => undefined,
};

/** Reconciles traces of which two processes stored a part concurrently, over an in-memory store. */
async function reconciled({ traces: count, contended = new Set(), storing, reading }: Given) {
  const traces = Array.from({ length: count }, (_, number): TakenTrace => {
    const traceId = `${number}`;
    return { key: `${globalProject} ${traceId}`, projectId: globalProject, traceId, refs: [] };
  });
  const settled = new Set<string>();
  const evaluation: EvaluateBatch = {
    summariesOf: async (requested) => {
      reading?.();
      const summary = (key: string) => ({
        batches: 2,
        items: 2,
        bytes: 1,
        version: 1,
        from: 0,
        to: 1,
        isSettled: settled.has(key),
      });
      return new Map(requested.map(({ key }) => [key, summary(key)]));
    },
    portions: (taken) => (taken.length === 0 ? [] : [taken]),
    evaluate: async (_, taken, { file }) => {
      const starts = Uint32Array.from(taken.keys());
      const bytes = new Uint8Array(taken.length);
      const table = { table: "spans", rows: taken.length, rowStarts: starts, traceStarts: starts, bytes };
      const nothing = { checks: 0, overLimit: 0, findings: [], retracted: [], orders: [], superseded: [] };
      const outcomes = taken.map((trace, encodedIndex) => ({
        ...trace,
        items: 1,
        datapoints: 1,
        place: encodedIndex,
        ...nothing,
      }));
      return resultOf(encodeHead(outcomes, [table]), file);
    },
  };
  const whole: StoreBatch["whole"] = async ({ outcomes }) => {
    const keys = outcomes.map(({ key }) => key);
    storing?.(keys);
    for (const key of keys) if (!contended.has(key)) settled.add(key);
  };
  const reconcile = createReconcile({
    writeBatches: { create: async () => unread },
    evaluation,
    storeBatch: { whole },
    telemetry: createTelemetry({ level: "silent" }),
    signal: new AbortController().signal,
    again: () => ({ firstMs: 1, maxMs: 1, signal: new AbortController().signal, onFailure: () => undefined }),
  });
  return { keys: traces.map(({ key }) => key), ...(await reconcile(traces)) };
}

test("a trace that cannot be stored again does not stop others from being assembled", async () => {
  const { keys, outcomes, unsettled } = await reconciled({
    traces: 9,
    storing: (stored) => {
      if (stored.includes(`${globalProject} 3`)) throw new Failure("defect", "a constraint is violated");
    },
  });
  expect([...unsettled]).toEqual([[keys[3], "a constraint is violated"]]);
  expect(outcomes.map(({ key }) => key).toSorted()).toEqual(keys.filter((key) => key !== keys[3]));
});

test("a failure that passes is made up for in the next round", async () => {
  let failures = 1;
  const { keys, outcomes, unsettled, batches } = await reconciled({
    traces: 1,
    storing: () => {
      if (failures-- > 0) throw new Failure("defect", "refused once");
    },
  });
  expect(unsettled.size).toBe(0);
  expect(outcomes.map(({ key }) => key)).toEqual(keys);
  expect(batches, "the one that failed is completed too").toHaveLength(2);
});

test("processes that keep conflicting on a trace give up with a reason", async () => {
  const { keys, unsettled } = await reconciled({ traces: 2, contended: new Set([`${globalProject} 1`]) });
  expect([...unsettled.keys()]).toEqual([keys[1]]);
  expect(unsettled.get(keys[1] ?? "")).toContain("several processes");
});

test("where nothing can be read, no trace counts as put together", async () => {
  const { keys, unsettled } = await reconciled({
    traces: 2,
    reading: () => {
      throw new Failure("defect", "the table is away");
    },
  });
  expect([...unsettled.keys()]).toEqual(keys);
});
