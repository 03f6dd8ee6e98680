import { expect, test } from "vitest";
import type { Job } from "../../src/checks/jobs/job.ts";
import type { Finding } from "../../src/issues/issue.ts";
import { createEngineGate } from "../../src/pipeline/batches/engine-gate.ts";
import { createRowEncoder } from "../../src/pipeline/rows/encoder.ts";
import { createStoreVerdicts } from "../../src/pipeline/traces/store-verdicts.ts";
import { Failure } from "../../src/platform/failure.ts";
import { asDatapointId } from "../../src/platform/ids.ts";
import type { TableBatch } from "../../src/storage/ports/table-writer.ts";
import { noon } from "../support/data/examples.ts";
import { anOrder } from "../support/data/job-orders.ts";

const poison = "what no engine takes";

function judged(number: number, explanation = `because of ${number}`): Job {
  const order = anOrder({ datapointId: asDatapointId(`d${number}`) });
  return {
    ...order,
    state: "judged",
    dueAt: noon,
    createdAt: noon,
    attempts: 1,
    lost: 0,
    found: [],
    superseded: false,
    epoch: 1,
    result: {
      outcome: { kind: "passed", value: true, explanation, evidence: [] },
      meter: {},
      durationMs: 1,
      at: noon,
    },
  };
}

/**
 * Creates an engine that rejects rows with the marker; `refusesAll`: this many inserts fail because the engine is
 * unavailable.
 */
function keeping({ refusesAll = 0, always = "" } = {}) {
  const stored: string[] = [];
  const done: string[] = [];
  const raised: Finding[] = [];
  const events: string[] = [];
  let [failing, inserts] = [refusesAll, 0];
  const writer = {
    async insert({ bytes }: TableBatch) {
      inserts++;
      const text = Buffer.from(bytes).toString("latin1");
      if (failing > 0) throw new Failure("dependency", "away");
      if (text.includes(poison) || (always !== "" && text.includes(always))) throw new Failure("dependency", "refused");
      stored.push(text);
    },
    probe: async () => (failing-- > 0 ? ({ kind: "away", reason: "gone" } as const) : undefined),
  };
  const telemetry = { emit: ({ kind }: { kind: string }) => void events.push(kind) };
  const { signal } = new AbortController();
  const gate = createEngineGate({ writer, telemetry, now: () => noon, signal, onAvailable: () => undefined });
  const store = createStoreVerdicts({
    jobs: { done: async (all) => void done.push(...all.map(({ job }) => job.datapointId)) },
    datapoints: { stored: async () => [] },
    monitors: { list: async () => [] },
    describe: () => undefined,
    encoder: createRowEncoder(),
    writer,
    gate,
    telemetry,
    groupByTopic: async (findings) => findings,
    raise: async (findings) => void raised.push(...findings),
    now: () => noon,
  });
  return { keep: store, stored, done, events, inserts: () => inserts };
}

const numbers = Array.from({ length: 9 }, (_, number) => number);

test("verdicts of a project are stored together, and their jobs done", async () => {
  const { keep: store, stored, done, inserts } = keeping();
  await store(numbers.map((number) => judged(number)));
  expect(inserts()).toBe(1);
  for (const number of numbers) expect(stored[0]).toContain(`because of ${number}`);
  expect(done).toEqual(numbers.map((number) => `d${number}`));
});

test("one refused verdict among many: the others are stored, and it is stored as broken, without what it held", async () => {
  const { keep: store, stored, done, events } = keeping();
  await store(numbers.map((number) => judged(number, number === 4 ? poison : undefined)));
  const all = stored.join("");
  for (const number of numbers.filter((number) => number !== 4))
    expect(all.split(`because of ${number}`)).toHaveLength(2);
  expect(all).toContain("the verdict was made and cannot be stored");
  expect(all.split("cannot be stored")).toHaveLength(2);
  expect(all).toContain("broken");
  expect(all).not.toContain(poison);
  expect(done.toSorted()).toEqual(numbers.map((number) => `d${number}`));
  expect(events).toEqual(["verdicts-refused"]);
});

test("waits for an unavailable engine without splitting or breaking anything", async () => {
  const { keep: store, stored, done, events } = keeping({ refusesAll: 2 });
  await store(numbers.map((number) => judged(number)));
  expect(stored).toHaveLength(1);
  expect(stored[0]).not.toContain("cannot be stored");
  expect(done).toHaveLength(numbers.length);
  expect(events).toEqual(["engine-unavailable", "engine-available"]);
});

test("a verdict that is rejected even as broken is logged, and delays no other", async () => {
  const { keep: store, stored, done, events } = keeping({ always: "d4" });
  await store(numbers.map((number) => judged(number)));
  const all = stored.join("");
  for (const number of numbers.filter((number) => number !== 4)) expect(all).toContain(`because of ${number}`);
  expect(all).not.toContain("because of 4");
  expect(done.toSorted()).toEqual(numbers.map((number) => `d${number}`));
  expect(events).toEqual(["verdicts-refused"]);
});
