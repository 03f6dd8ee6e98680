import { describe, expect, test } from "vitest";
import { createStrikes, judgeStrikes } from "../../src/pipeline/batches/strikes.ts";
import type { TakenTrace } from "../../src/pipeline/traces/taken-trace.ts";
import { globalProject } from "../../src/platform/ids.ts";
import type { LostThread } from "../../src/platform/threads/lost-thread.ts";
import type { Strike } from "../../src/storage/ports/journal.ts";

const traceOf = (number: number, isReplay = false): TakenTrace => ({
  key: `${globalProject} ${number}`,
  projectId: globalProject,
  traceId: `${number}`,
  refs: [{ seq: number, item: 0 }],
  ...(isReplay ? { isReplay } : {}),
});
const lostAt = (step: string): LostThread => ({
  cause: "stalled",
  at: { item: `${globalProject} 1`, step },
  reason: "did not finish within 10 s",
});
const reason = "it did not finish within 10 s and was ended";

function strikesWith(stored: readonly Strike[] = []) {
  const clock = { now: 0 };
  const journal = { addStrike: async () => undefined, strikes: () => stored };
  return { clock, strikes: createStrikes({ journal, now: () => clock.now }) };
}

test("checks that ended a thread are ruled out one by one, and all of them after the fourth", () => {
  const marks = ["a", "b", "c", "d"].map((name) => ({
    step: `the check ${name}`,
    reason: "did not finish within 10 s",
  }));
  expect(judgeStrikes(marks.slice(0, 2)).checks).toEqual([
    { check: "a", reason },
    { check: "b", reason },
  ]);
  expect(judgeStrikes(marks).checks.at(-1)).toMatchObject({ check: "*" });
});

describe("a trace", () => {
  test("is taken out when it ended two threads outside of a check", async () => {
    const { strikes } = strikesWith();
    await strikes.add(traceOf(1), lostAt("assemble its datapoints"));
    expect(strikes.condemned(traceOf(1), true)).toBeUndefined();
    await strikes.add(traceOf(1), lostAt("match monitors"));
    expect(strikes.condemned(traceOf(1), true)).toContain("it ended 2 threads");
    expect(strikes.condemned(traceOf(2), true)).toBeUndefined();
  });

  test("is known after a restart, and a replay of its dead letter gets one attempt", () => {
    const strike = { seq: 1, traceId: "1", step: "read its spans", reason: "failed: out of memory" };
    const { strikes } = strikesWith([strike, strike]);
    expect(strikes.condemned(traceOf(1), false)).toContain("out of memory");
    expect(strikes.condemned(traceOf(1, true), false)).toBeUndefined();
    expect(strikes.condemned(traceOf(1, true), true)).toBeDefined();
  });

  test("is not taken out for its checks", async () => {
    const { strikes } = strikesWith();
    for (const name of ["a", "b", "c"]) await strikes.add(traceOf(1), lostAt(`the check ${name}`));
    expect(strikes.condemned(traceOf(1), true)).toBeUndefined();
    expect(strikes.ruledOut([traceOf(1)])).toMatchObject([{ check: "a" }, { check: "b" }, { check: "c" }]);
    strikes.forget([traceOf(1)]);
    expect(strikes.ruledOut([traceOf(1)])).toEqual([]);
  });
});

test("a check is paused for a project after three calls, for ten minutes", async () => {
  const { strikes, clock } = strikesWith();
  for (const number of [1, 2, 3]) await strikes.add(traceOf(number), lostAt("the check a"));
  expect(strikes.ruledOut([traceOf(9)])).toMatchObject([{ scope: globalProject, check: "a" }]);
  clock.now = 11 * 60_000;
  expect(strikes.ruledOut([traceOf(9)])).toEqual([]);
});

test("a project whose traces ended two threads is processed separately for ten minutes", async () => {
  const { strikes, clock } = strikesWith();
  await strikes.add(traceOf(1), lostAt("read its spans"));
  expect(strikes.isSuspect(globalProject)).toBe(false);
  await strikes.add(traceOf(2), lostAt("read its spans"));
  expect(strikes.isSuspect(globalProject)).toBe(true);
  clock.now = 11 * 60_000;
  expect(strikes.isSuspect(globalProject)).toBe(false);
});
