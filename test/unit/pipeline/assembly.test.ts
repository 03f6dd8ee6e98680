import fc from "fast-check";
import { expect, test } from "vitest";
import { globalProject } from "../../../src/domain/ids.ts";
import { createAssembly } from "../../../src/pipeline/assembly.ts";

const head = (seq: number, traceIds: readonly string[], done: readonly number[] = []) => ({
  seq,
  projectId: globalProject,
  traceIds,
  done,
});
const holding = () => createAssembly({ holdMs: 100, maxHoldMs: 1000 });

test("a trace is taken whole once nothing of it came for the holding time", () => {
  const assembly = holding();
  assembly.add(head(1, ["a", "b"]), 0);
  assembly.add(head(2, ["a"]), 60);
  expect(assembly.take(99, 10)).toBeUndefined();
  expect(assembly.take(100, 10)).toMatchObject({ traces: [{ traceId: "b" }], members: [{ seq: 1, items: [1] }] });
  expect(assembly.take(160, 10)).toMatchObject({ members: [{ seq: 1, items: [0] }, { seq: 2 }], items: 2 });
  expect(assembly.waiting()).toBe(0);
});

test("a trace that never falls silent is taken after the longest hold", () => {
  const assembly = holding();
  for (let at = 0; at <= 1000; at += 50) assembly.add(head(at + 1, ["a"]), at);
  expect(assembly.take(1000, 100)?.items).toBe(21);
});

test("later parts of a trace wait while earlier ones are being stored", () => {
  const assembly = holding();
  assembly.add(head(1, ["a"]), 0);
  const first = assembly.take(100, 10);
  assembly.add(head(2, ["a"]), 110);
  expect(assembly.take(500, 10)).toBeUndefined();
  assembly.release(first?.keys ?? []);
  expect(assembly.take(500, 10)?.members).toEqual([{ seq: 2 }]);
});

test("items that are stored already are not taken again", () => {
  const assembly = holding();
  assembly.add(head(1, ["a", "b", "c"], [1]), 0);
  expect(assembly.take(100, 10)?.members).toEqual([{ seq: 1, items: [0, 2] }]);
});

test("log records without a trace are grouped by the request they came in", () => {
  const assembly = holding();
  assembly.add(head(1, ["", ""]), 0);
  assembly.add(head(2, [""]), 0);
  expect(assembly.take(100, 10)?.traces).toHaveLength(2);
});

test("whatever the batching, every item is taken exactly once", () => {
  const batches = fc.array(fc.array(fc.constantFrom("a", "b", "c", "d", ""), { minLength: 1, maxLength: 6 }), {
    maxLength: 30,
  });
  fc.assert(
    fc.property(batches, fc.integer({ min: 1, max: 7 }), (requests, maxItems) => {
      const assembly = holding();
      const taken: string[] = [];
      const takeAll = (now: number, all: boolean) => {
        for (let plan = assembly.take(now, maxItems, all); plan; plan = assembly.take(now, maxItems, all)) {
          for (const { seq, items } of plan.members)
            for (const item of items ?? (requests[seq] ?? []).keys()) taken.push(`${seq}.${item}`);
          assembly.release(plan.keys);
        }
      };
      requests.forEach((traceIds, seq) => {
        assembly.add(head(seq, traceIds), seq * 40);
        takeAll(seq * 40, false);
      });
      takeAll(1e6, true);
      const sent = requests.flatMap((traceIds, seq) => traceIds.map((_, item) => `${seq}.${item}`));
      expect(taken.sort()).toEqual(sent.sort());
    }),
  );
});
