import fc from "fast-check";
import { expect, test } from "vitest";
import type { Source } from "../../src/otlp/source.ts";
import { createAssembly } from "../../src/pipeline/traces/assembly.ts";
import { asProjectId, globalProject } from "../../src/platform/ids.ts";

interface Head {
  readonly done?: readonly number[];
  readonly again?: readonly number[];
  readonly project?: string;
  readonly bytes?: number;
  readonly source?: Source;
}

const head = (
  seq: number,
  traceIds: readonly string[],
  { done = [], again = [], project, bytes = 100, source = "otlp" }: Head = {},
) => ({
  seq,
  source,
  projectId: project === undefined ? globalProject : asProjectId(project),
  traceIds,
  done,
  again,
  payloadBytes: bytes,
});

const holding = (limits: Partial<Parameters<typeof createAssembly>[0]> = {}) =>
  createAssembly({
    holdMs: 100,
    maxHoldMs: 1000,
    batchBytes: 1e6,
    batchItems: 10,
    batchPayloadBytes: 1e6,
    quantumBytes: 1000,
    ...limits,
  });

type Assembly = ReturnType<typeof holding>;

const traceIdsOf = (taken: ReturnType<Assembly["take"]>) => taken?.map(({ traceId }) => traceId);

test("the calls of a test run are taken immediately, also behind traces that wait for parts", () => {
  const assembly = holding();
  assembly.add(head(1, ["a"]), 0);
  assembly.add(head(2, ["r", "r", "s"], { source: "run" }), 0);
  expect(traceIdsOf(assembly.take(0))).toEqual(["r", "s"]);
  expect(assembly.take(0)).toBeUndefined();
  expect(assembly.waiting()).toBe(1);
  expect(traceIdsOf(assembly.take(100))).toEqual(["a"]);
});

test("a trace is taken whole once nothing of it came for the holding time", () => {
  const assembly = holding();
  assembly.add(head(1, ["a", "b"]), 0);
  assembly.add(head(2, ["a"]), 60);
  expect(assembly.take(99)).toBeUndefined();
  const first = assembly.take(100) ?? [];
  expect(traceIdsOf(first)).toEqual(["b"]);
  expect(assembly.membersOf(first)).toEqual([{ seq: 1, items: [1] }]);
  const second = assembly.take(160) ?? [];
  expect(assembly.membersOf(second)).toEqual([{ seq: 1, items: [0] }, { seq: 2 }]);
  expect(assembly.waiting()).toBe(0);
});

test("items of a released dead letter are buffered once, and their whole trace is stored again", () => {
  const assembly = holding();
  assembly.add(head(1, ["a", "b", "b"], { done: [0], again: [1] }), 0);
  assembly.add(head(1, ["a", "b", "b"], { done: [0, 2], again: [1] }), 0);
  expect(assembly.waiting()).toBe(2);
  const taken = assembly.take(100) ?? [];
  expect(taken.map(({ traceId, isReplay }) => [traceId, isReplay])).toEqual([["b", true]]);
  expect(assembly.membersOf(taken)).toEqual([{ seq: 1, items: [1, 2] }]);
});

test("a trace that keeps growing is taken after the maximum hold time", () => {
  const assembly = holding({ batchItems: 100 });
  for (let at = 0; at <= 1000; at += 50) assembly.add(head(at + 1, ["a"]), at);
  expect(assembly.take(1000)?.[0]?.refs).toHaveLength(21);
});

test("later parts of a trace wait while earlier ones are being stored", () => {
  const assembly = holding();
  assembly.add(head(1, ["a"]), 0);
  const first = assembly.take(100) ?? [];
  assembly.add(head(2, ["a"]), 110);
  expect(assembly.take(500)).toBeUndefined();
  assembly.release(first);
  expect(assembly.membersOf(assembly.take(500) ?? [])).toEqual([{ seq: 2 }]);
});

test("later parts of a trace wait for a batch from before the restart", () => {
  const assembly = holding();
  const before = [{ key: `${globalProject} a`, projectId: globalProject, traceId: "a", refs: [{ seq: 1, item: 0 }] }];
  assembly.occupy(before);
  assembly.add(head(2, ["a"]), 0);
  expect(assembly.take(500)).toBeUndefined();
  assembly.release(before);
  expect(traceIdsOf(assembly.take(500))).toEqual(["a"]);
});

test("items that are done are not taken again", () => {
  const assembly = holding();
  assembly.add(head(1, ["a", "b", "c"], { done: [1] }), 0);
  expect(assembly.membersOf(assembly.take(100) ?? [])).toEqual([{ seq: 1, items: [0, 2] }]);
});

test("log records without a trace are grouped by the request they came in", () => {
  const assembly = holding();
  assembly.add(head(1, ["", ""]), 0);
  assembly.add(head(2, [""]), 0);
  expect(assembly.take(100)).toHaveLength(2);
});

test("a batch holds no more bytes than its limit, and a larger item is alone", () => {
  const assembly = holding({ batchBytes: 1000, quantumBytes: 300 });
  for (let seq = 1; seq <= 5; seq++) assembly.add(head(seq, [`t${seq}`], { bytes: 400 }), 0);
  assembly.add(head(6, ["large"], { bytes: 5000 }), 0);
  expect(assembly.take(100)).toHaveLength(3);
  expect(traceIdsOf(assembly.take(100))).toEqual(["t4", "t5", "large"]);
});

test("a batch reads no more payload than its limit, however few items of each request it takes", () => {
  const assembly = holding({ batchPayloadBytes: 1000 });
  for (let seq = 1; seq <= 4; seq++) assembly.add(head(seq, Array(100).fill(`t${seq}`), { bytes: 400 }), 0);
  expect(assembly.take(100, true)).toHaveLength(1);
});

test("a trace that is larger than a batch is taken in parts, in order of arrival", () => {
  const assembly = holding({ batchItems: 4 });
  for (let seq = 1; seq <= 6; seq++) assembly.add(head(seq, ["a"]), 0);
  const first = assembly.take(100) ?? [];
  expect(assembly.membersOf(first)).toEqual([{ seq: 1 }, { seq: 2 }, { seq: 3 }, { seq: 4 }]);
  expect(assembly.take(100)).toBeUndefined();
  assembly.release(first);
  expect(assembly.membersOf(assembly.take(100) ?? [])).toEqual([{ seq: 5 }, { seq: 6 }]);
});

test("what one project has waiting does not delay another's", () => {
  const assembly = holding({ batchItems: 10, quantumBytes: 300 });
  for (let seq = 1; seq <= 1000; seq++) assembly.add(head(seq, [`a${seq}`], { project: "flood", bytes: 100 }), 0);
  assembly.add(head(1001, ["b"], { project: "quiet", bytes: 100 }), 0);
  expect(traceIdsOf(assembly.take(100))).toContain("b");
});

test("a project that found a batch full is first in the next one, however much another may take in a turn", () => {
  const assembly = holding({ batchItems: 10, quantumBytes: 1e6 });
  for (let seq = 1; seq <= 1000; seq++) assembly.add(head(seq, [`a${seq}`], { project: "flood", bytes: 100 }), 0);
  assembly.add(head(1001, ["b"], { project: "quiet", bytes: 100 }), 0);
  expect(traceIdsOf(assembly.take(100))).not.toContain("b");
  expect(traceIdsOf(assembly.take(100))?.[0]).toBe("b");
});

test("two projects with the same backlog get the same bytes, regardless of the size of their items", () => {
  const assembly = holding({ batchItems: 1e6, batchBytes: 10_000, quantumBytes: 500 });
  for (let seq = 1; seq <= 400; seq++) assembly.add(head(seq, [`s${seq}`], { project: "small", bytes: 50 }), 0);
  for (let seq = 401; seq <= 420; seq++) assembly.add(head(seq, [`l${seq}`], { project: "large", bytes: 1000 }), 0);
  const taken = assembly.take(100) ?? [];
  const small = taken.filter(({ projectId }) => projectId === asProjectId("small")).length * 50;
  const large = taken.filter(({ projectId }) => projectId === asProjectId("large")).length * 1000;
  expect(Math.abs(small - large)).toBeLessThanOrEqual(1500);
});

test("a paused project waits and the others do not", () => {
  const assembly = holding();
  assembly.add(head(1, ["a"], { project: "poisoned" }), 0);
  assembly.add(head(2, ["b"], { project: "other" }), 0);
  assembly.pause(asProjectId("poisoned"), true);
  expect(traceIdsOf(assembly.take(100))).toEqual(["b"]);
  assembly.pause(asProjectId("poisoned"), false);
  expect(traceIdsOf(assembly.take(100))).toEqual(["a"]);
});

test("every item is taken exactly once for any batching", () => {
  const requests = fc.array(
    fc.record({
      traceIds: fc.array(fc.constantFrom("a", "b", "c", "d", ""), { minLength: 1, maxLength: 6 }),
      project: fc.constantFrom("one", "two", "three"),
      bytes: fc.integer({ min: 1, max: 3000 }),
    }),
    { maxLength: 30 },
  );
  const limits = fc.record({
    batchItems: fc.integer({ min: 1, max: 7 }),
    batchBytes: fc.integer({ min: 1, max: 4000 }),
    quantumBytes: fc.integer({ min: 1, max: 2000 }),
  });
  fc.assert(
    fc.property(requests, limits, (sent, given) => {
      const assembly = holding(given);
      const taken: string[] = [];
      const takeAll = (now: number, all: boolean) => {
        for (let batch = assembly.take(now, all); batch; batch = assembly.take(now, all)) {
          for (const { seq, items } of assembly.membersOf(batch))
            for (const item of items ?? (sent[seq]?.traceIds ?? []).keys()) taken.push(`${seq}.${item}`);
          assembly.release(batch);
        }
      };
      sent.forEach(({ traceIds, project, bytes }, seq) => {
        assembly.add(head(seq, traceIds, { project, bytes }), seq * 40);
        takeAll(seq * 40, false);
      });
      takeAll(1e6, true);
      expect(taken.sort()).toEqual(
        sent.flatMap(({ traceIds }, seq) => traceIds.map((_, item) => `${seq}.${item}`)).sort(),
      );
      expect(assembly.waiting()).toBe(0);
    }),
  );
});

test("next to a project that has much, those that have little are taken for themselves", () => {
  const assembly = holding({ batchItems: 32 });
  for (let seq = 1; seq <= 15; seq++) assembly.add(head(seq, [`a${seq}`], { project: "large" }), 0);
  assembly.add(head(100, ["b"], { project: "one" }), 0);
  assembly.add(head(101, ["c"], { project: "two" }), 0);
  expect(assembly.takeLight(100)).toBeUndefined();
  for (let seq = 16; seq <= 99; seq++) assembly.add(head(seq, [`a${seq}`], { project: "large" }), 0);
  expect(assembly.takeLight(99)).toBeUndefined();
  expect(traceIdsOf(assembly.takeLight(100))).toEqual(["b", "c"]);
  expect(assembly.takeLight(100)).toBeUndefined();
  expect(traceIdsOf(assembly.take(100))).toHaveLength(32);
});
