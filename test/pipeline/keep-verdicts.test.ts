import { expect, test } from "vitest";
import type { Job } from "../../src/checks/jobs/job.ts";
import { createRowEncoder } from "../../src/datapoints/rows/encoder.ts";
import type { Finding } from "../../src/issues/issue.ts";
import { createEngineGate } from "../../src/pipeline/batches/engine-gate.ts";
import type { TableBatch } from "../../src/pipeline/ports/kept.ts";
import { createKeepVerdicts } from "../../src/pipeline/traces/keep-verdicts.ts";
import { Failure } from "../../src/platform/failure.ts";
import { asDatapointId } from "../../src/platform/ids.ts";
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
    tries: 1,
    lost: 0,
    found: [],
    withdrawn: false,
    epoch: 1,
    result: {
      outcome: { kind: "passed", value: true, explanation, evidence: [] },
      meter: {},
      durationMs: 1,
      at: noon,
    },
  };
}

/** An engine that refuses rows that hold the marker; `refusesAll`: so many inserts fail and the engine with them. */
function keeping({ refusesAll = 0, always = "" } = {}) {
  const stored: string[] = [];
  const done: string[] = [];
  const raised: Finding[] = [];
  const events: string[] = [];
  let [failing, inserts] = [refusesAll, 0];
  const keeper = {
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
  const gate = createEngineGate({ keeper, telemetry, now: () => noon, signal, onAvailable: () => undefined });
  const keep = createKeepVerdicts({
    jobs: { done: async (all) => void done.push(...all.map(({ job }) => job.datapointId)) },
    datapoints: { stored: async () => [] },
    monitors: { list: async () => [] },
    describe: () => undefined,
    encoder: createRowEncoder(),
    keeper,
    gate,
    telemetry,
    raise: async (findings) => void raised.push(...findings),
    now: () => noon,
  });
  return { keep, stored, done, events, inserts: () => inserts };
}

const numbers = Array.from({ length: 9 }, (_, number) => number);

test("verdicts of a project are stored together, and their jobs done", async () => {
  const { keep, stored, done, inserts } = keeping();
  await keep(numbers.map((number) => judged(number)));
  expect(inserts()).toBe(1);
  for (const number of numbers) expect(stored[0]).toContain(`because of ${number}`);
  expect(done).toEqual(numbers.map((number) => `d${number}`));
});

test("one refused verdict among many: the others are stored, and it is stored as broken, without what it held", async () => {
  const { keep, stored, done, events } = keeping();
  await keep(numbers.map((number) => judged(number, number === 4 ? poison : undefined)));
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

test("an engine that is away is waited for, and nothing is told apart or broken", async () => {
  const { keep, stored, done, events } = keeping({ refusesAll: 2 });
  await keep(numbers.map((number) => judged(number)));
  expect(stored).toHaveLength(1);
  expect(stored[0]).not.toContain("cannot be stored");
  expect(done).toHaveLength(numbers.length);
  expect(events).toEqual(["engine-unavailable", "engine-available"]);
});

test("a verdict that is refused even as broken is told, and holds up nobody", async () => {
  const { keep, stored, done, events } = keeping({ always: "d4" });
  await keep(numbers.map((number) => judged(number)));
  const all = stored.join("");
  for (const number of numbers.filter((number) => number !== 4)) expect(all).toContain(`because of ${number}`);
  expect(all).not.toContain("because of 4");
  expect(done.toSorted()).toEqual(numbers.map((number) => `d${number}`));
  expect(events).toEqual(["verdicts-refused"]);
});
