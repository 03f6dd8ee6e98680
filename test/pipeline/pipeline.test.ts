import { afterEach, expect, test } from "vitest";
import { encodeTraces } from "../../src/otlp/encode.ts";
import { createBatchBoard } from "../../src/pipeline/batches/batch-board.ts";
import { encodeHead, encodeResult, resultOf, type TraceOutcome } from "../../src/pipeline/batches/batch-result.ts";
import { createEngineGate } from "../../src/pipeline/batches/engine-gate.ts";
import type { EvaluateBatch } from "../../src/pipeline/batches/evaluate-batch.ts";
import { createRunBatch } from "../../src/pipeline/batches/run-batch.ts";
import { createStoreBatch } from "../../src/pipeline/batches/store-batch.ts";
import { createStrikes } from "../../src/pipeline/batches/strikes.ts";
import { createPipeline } from "../../src/pipeline/pipeline.ts";
import { createAssembly } from "../../src/pipeline/traces/assembly.ts";
import { type TakenTrace } from "../../src/pipeline/traces/taken-trace.ts";
import { Failure } from "../../src/platform/failure.ts";
import { asProjectId, globalProject, type ProjectId } from "../../src/platform/ids.ts";
import { createTelemetry } from "../../src/platform/telemetry/telemetry.ts";
import { openJournal } from "../../src/storage/journal/journal.ts";
import { writeResult } from "../../src/storage/journal/write-batches/write-result.ts";
import type { WriteBatchStore } from "../../src/storage/ports/journal.ts";
import type { TableInsert } from "../../src/storage/ports/table-writer.ts";
import { spanOf } from "../support/data/spans.ts";
import { rowsOf } from "../support/data/stored-trace.ts";
import { temporaryFolder } from "../support/service/folder.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

interface Given {
  readonly folder: string;
  readonly writeBatches?: (real: WriteBatchStore) => WriteBatchStore;
  /** A trace with one of these IDs fails to evaluate; a batch without it succeeds. */
  readonly unreadable?: ReadonlySet<string>;
}

/** Runs the real journal and stages; evaluation returns one row per trace, and the engine accepts all rows. */
async function lineOn({ folder, writeBatches = (real) => real, unreadable = new Set() }: Given) {
  const opened = await openJournal({ folder, maxBytes: 2 ** 24, reserveBytes: 0, now: Date.now });
  const stopping = new AbortController();
  const { signal } = stopping;
  const telemetry = createTelemetry({ level: "silent" });
  const limits = { batchBytes: 2 ** 20, batchItems: 100, batchPayloadBytes: 2 ** 22, quantumBytes: 2 ** 16 };
  const assembly = createAssembly({ holdMs: 0, maxHoldMs: 0, ...limits });
  const board = createBatchBoard({ now: Date.now });
  const inserted: string[] = [];
  const evaluated: string[] = [];
  const writer = {
    insert: async ({ bytes }: TableInsert) => void inserted.push([...(await rowsOf(bytes))].join(" ")),
    probe: async () => undefined,
  };
  const gate = createEngineGate({ writer, telemetry, now: Date.now, signal, onAvailable: () => undefined });
  const evaluation: EvaluateBatch = {
    summariesOf: async () => new Map(),
    portions: (taken) => [taken],
    evaluate: async (_, taken, { file }) => {
      if (taken.some(({ traceId }) => unreadable.has(traceId))) throw new Failure("defect", "the thread ended");
      evaluated.push(...taken.map(({ key, isReplay }) => (isReplay ? `${key} again` : key)));
      const starts = Uint32Array.from(taken.keys());
      const bytes = Uint8Array.from(taken, ({ traceId }) => Number.parseInt(traceId.slice(-2), 16));
      const table = { table: "spans", rows: taken.length, rowStarts: starts, traceStarts: starts, bytes };
      const head = encodeHead(taken.map(outcomeOf), [table]);
      writeResult(file.location, encodeResult(head, [bytes]));
      return resultOf(head, file);
    },
  };
  const store = writeBatches(opened.writeBatches);
  const line = createPipeline({
    ...opened,
    writeBatches: store,
    assembly,
    board,
    engine: gate.condition,
    createRun: (parts) =>
      createRunBatch({
        ...parts,
        writeBatches: store,
        membersOf: assembly.membersOf,
        evaluation,
        strikes: createStrikes({ journal: opened.journal, now: Date.now }),
        storeBatch: createStoreBatch({ writer, gate, signal, onSplit: () => undefined }),
        storeTopical: async (ofTraces) => ofTraces.flat(),
        finish: async () => new Map(),
        isShared: false,
        board,
        telemetry,
        signal,
      }),
    telemetry,
    now: Date.now,
    clock: () => performance.now(),
    options: {
      batchesAtOnce: 1,
      aloneAboveBytes: 1e6,
      batchesToFinish: 8,
      maxBufferedItems: 1000,
      replayEveryMs: 3_600_000,
    },
  });
  const stop = async () => {
    stopping.abort();
    await line.stop();
    await opened.close();
  };
  closing.push(stop);
  return { ...opened, line, inserted, evaluated, stop };
}

function outcomeOf({ key, projectId, traceId, refs }: TakenTrace, encodedIndex: number): TraceOutcome {
  const nothing = { checks: 0, overLimit: 0, findings: [], retracted: [], orders: [], superseded: [] };
  return { key, projectId, traceId, items: refs.length, datapoints: 1, encodedIndex, ...nothing };
}

function batchOf(traceIds: readonly string[], project: ProjectId = globalProject) {
  const spans = traceIds.map((traceId) => spanOf({ traceId }));
  const facts = { projectId: project, source: "otlp", signal: "traces", receivedAt: Date.now() } as const;
  return { ...facts, bytes: encodeTraces(spans), traceIds, bodyHash: crypto.randomUUID() };
}

const full = () => new Failure("dependency", "the disk is full", { reason: "journal_full" });
const trace = (number: number) => number.toString(16).padStart(32, "0");

test.each(["create", "save", "complete"] as const)(
  "a batch whose %s the journal refuses is stored all the same",
  async (refused) => {
    using folder = temporaryFolder();
    let refusals = 2;
    const refuse = () => {
      if (refusals-- > 0) throw full();
    };
    const { line, journal } = await lineOn({
      folder: folder.path,
      writeBatches: (real) => ({
        ...real,
        async create(batch) {
          if (refused === "create") refuse();
          const file = await real.create(batch);
          const save = async () => {
            if (refused === "save") refuse();
            await file.save();
          };
          return { ...file, save };
        },
        async complete(...given) {
          if (refused === "complete") refuse();
          await real.complete(...given);
        },
      }),
    });
    line.start();
    const admitted = await line.admission.admit(batchOf([trace(1)]));
    expect(await admitted.settled()).toMatchObject({ spansProcessed: 1, datapointsCreated: 1 });
    expect(refusals).toBeLessThan(0);
    expect(journal.size().entries).toBe(0);
  },
);

test("a trace that cannot be evaluated goes to the dead-letter queue, and the rest of its batch is stored", async () => {
  using folder = temporaryFolder();
  const { line, journal, deadLetters, evaluated } = await lineOn({
    folder: folder.path,
    unreadable: new Set([trace(3)]),
  });
  line.start();
  const ids = Array.from({ length: 7 }, (_, number) => trace(number + 1));
  const admitted = await line.admission.admit(batchOf(ids));
  await admitted.settled();
  expect(evaluated).toHaveLength(6);
  expect(deadLetters.list(globalProject, { limit: 10 }).items).toMatchObject([
    { traceId: trace(3), items: [2], reason: expect.stringContaining("the thread ended") },
  ]);
  expect(journal.backlog()).toEqual([]);
  expect(line.status.lagMs()).toBe(0);
});

test("a replayed dead letter is processed again and leaves the queue", async () => {
  using folder = temporaryFolder();
  const unreadable = new Set([trace(1)]);
  const { line, deadLetters, journal } = await lineOn({ folder: folder.path, unreadable });
  line.start();
  await (await line.admission.admit(batchOf([trace(1)]))).settled();
  expect(deadLetters.count().letters).toBe(1);
  unreadable.clear();
  expect(await line.deadLetterActions.replay({ project: globalProject })).toBe(1);
  await expect.poll(() => journal.size().entries, { timeout: 60_000 }).toBe(0);
  expect(deadLetters.count().letters).toBe(0);
});

test("the traces of released dead letters are stored again completely, also after a restart", async () => {
  using folder = temporaryFolder();
  const first = await lineOn({ folder: folder.path, unreadable: new Set([trace(2)]) });
  first.line.start();
  await (await first.line.admission.admit(batchOf([trace(1), trace(2)]))).settled();
  await first.deadLetters.release({});
  await first.stop();
  closing.length = 0;
  const second = await lineOn({ folder: folder.path });
  second.line.start();
  await expect.poll(() => second.journal.size().entries, { timeout: 60_000 }).toBe(0);
  expect(second.evaluated).toEqual([`${globalProject} ${trace(2)} again`]);
});

test("after a crash a saved batch is inserted again unchanged, without evaluating it again", async () => {
  using folder = temporaryFolder();
  let complete = (): void => undefined;
  const reached = new Promise<void>((resolve) => (complete = resolve));
  const first = await lineOn({
    folder: folder.path,
    writeBatches: (real) => ({
      ...real,
      complete: async () => {
        complete();
        throw full();
      },
    }),
  });
  first.line.start();
  await first.line.admission.admit(batchOf([trace(1), trace(2)]));
  await reached;
  await first.stop();
  closing.length = 0;
  const second = await lineOn({ folder: folder.path });
  second.line.start();
  await second.line.admission.admit(batchOf([trace(3)]));
  await expect.poll(() => second.journal.size().entries, { timeout: 60_000 }).toBe(0);
  expect(second.inserted).toContain(first.inserted[0]);
  expect(second.evaluated).toEqual([`${globalProject} ${trace(3)}`]);
});

test("a project's backlog does not hold up another's call", async () => {
  using folder = temporaryFolder();
  const { line, evaluated } = await lineOn({ folder: folder.path });
  for (let request = 0; request < 50; request++)
    await line.admission.admit(batchOf(Array.from({ length: 100 }, (_, item) => trace(request * 100 + item + 1))));
  const quiet = asProjectId("quiet");
  await line.admission.admit(batchOf([trace(9999)], quiet));
  line.start();
  await expect.poll(() => evaluated.length, { timeout: 60_000 }).toBe(5001);
  expect(evaluated.indexOf(`${quiet} ${trace(9999)}`)).toBeLessThan(500);
});
