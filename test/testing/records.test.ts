import { expect, test } from "vitest";
import type { Records } from "../../src/app/records/open.ts";
import type { Simulation } from "../../src/datapoints/index.ts";
import { newConversation } from "../../src/datapoints/service.ts";
import { asModelId, asProjectId, asScenarioSetId, asTestRunId, globalProject } from "../../src/platform/ids.ts";
import type { RegisteredModel } from "../../src/testing/registered-model.ts";
import { type ScenarioSet, scenarioRows } from "../../src/testing/scenario.ts";
import type { RowResult, TestRun } from "../../src/testing/test-run.ts";
import { noon } from "../support/data/examples.ts";
import { describeRecords } from "../support/engines/record-backends.ts";

const otherProject = asProjectId("other");

const rows = scenarioRows([
  { input: "Where is my order?", result: "orders" },
  { input: { text: "Pay me back", __proto__: null }, result: ["refunds", "billing"] },
  { input: "Where is my order?", result: "orders" },
]);

const aSet = (changes: Partial<ScenarioSet> = {}): ScenarioSet => ({
  id: asScenarioSetId("set_1"),
  projectId: globalProject,
  name: "Support questions",
  version: 1,
  rows: rows.length,
  tags: ["support"],
  createdAt: noon,
  updatedAt: noon,
  ...changes,
});

const aModel = (changes: Partial<RegisteredModel> = {}): Omit<RegisteredModel, "version"> => ({
  id: asModelId("model_1"),
  projectId: globalProject,
  name: "Intent model",
  definition: { type: "custom" },
  tags: [],
  createdAt: noon,
  ...changes,
});

const aRun = (changes: Partial<TestRun> = {}): TestRun => ({
  id: asTestRunId("run_1"),
  projectId: globalProject,
  name: "Nightly",
  type: "NL_GENERATION",
  scenarioSetId: asScenarioSetId("set_1"),
  scenarioVersion: 1,
  modelId: asModelId("model_1"),
  modelVersion: 1,
  checks: [{ check: "is_json", options: {} }],
  tags: [],
  calculateMetrics: true,
  repeats: 2,
  atK: [1, 5],
  concurrency: 8,
  isServed: false,
  state: "running",
  createdAt: noon,
  commit: "0123456789abcdef",
  ciUrl: "https://ci.example/builds/7",
  ...changes,
});

const aSimulation: Simulation = {
  driver: { promptTemplate: "You want {scenario_input}.", temperature: 0.6 },
  maxTurns: 2,
  firstTurn: "driver",
  checksAtEveryTurn: false,
};

const anAnswer = (prediction: string): RowResult => ({ prediction, startedAt: noon, durationMs: 12 });

async function withRun(records: Records): Promise<TestRun> {
  await records.scenarios.add(aSet(), rows);
  await records.models.register(aModel(), false);
  await records.testRuns.add(aRun(), "caller");
  return aRun();
}

describeRecords("offline records", (backend) => {
  test("a scenario set is read back by id and by name, and only in its project", async () => {
    await using records = await backend.open();
    expect(await records.scenarios.add(aSet(), rows)).toBe(true);
    expect(await records.scenarios.add(aSet({ id: asScenarioSetId("set_2") }), rows)).toBe(false);
    expect(await records.scenarios.get(globalProject, "set_1")).toEqual(aSet());
    expect(await records.scenarios.get(globalProject, "Support questions")).toEqual(aSet());
    expect(await records.scenarios.get(otherProject, "set_1")).toBeUndefined();
    expect(await records.scenarios.rows(aSet().id, 1, 1, 10)).toEqual(rows.slice(1));
    expect(await records.scenarios.remove(otherProject, aSet().id)).toBe(false);
  });

  test("new rows are a new version and the one before stays", async () => {
    await using records = await backend.open();
    await records.scenarios.add(aSet(), rows);
    const next = aSet({ version: 2, rows: 1, updatedAt: noon + 1 });
    expect(await records.scenarios.replace(next, rows.slice(0, 1))).toBe(true);
    expect(await records.scenarios.replace(next, rows.slice(0, 1))).toBe(false);
    expect(await records.scenarios.rows(next.id, 2, 0, 10)).toHaveLength(1);
    expect(await records.scenarios.rows(next.id, 1, 0, 10)).toHaveLength(3);
  });

  test("thousands of rows are stored in order", async () => {
    await using records = await backend.open();
    const many = scenarioRows(
      Array.from({ length: 1201 }, (_, index) => ({ input: `question ${index}`, result: index })),
    );
    await records.scenarios.add(aSet({ rows: many.length }), many);
    expect(await records.scenarios.rows(aSet().id, 1, 0, 5000)).toEqual(many);
  });

  test("lists come newest first, page by page", async () => {
    await using records = await backend.open();
    for (const number of [1, 2, 3])
      await records.scenarios.add(
        aSet({ id: asScenarioSetId(`set_${number}`), name: `Set ${number}`, createdAt: noon + number }),
        rows,
      );
    const first = await records.scenarios.list(globalProject, { limit: 2 });
    expect(first.items.map(({ name }) => name)).toEqual(["Set 3", "Set 2"]);
    const second = await records.scenarios.list(globalProject, { limit: 2, cursor: first.nextCursor ?? "" });
    expect(second.items.map(({ name }) => name)).toEqual(["Set 1"]);
    expect(second.nextCursor).toBeUndefined();
  });

  test("registering a model twice is once; another definition needs `update` and is the next version", async () => {
    await using records = await backend.open();
    expect(await records.models.register(aModel(), false)).toMatchObject({ kind: "registered", model: { version: 1 } });
    expect(await records.models.register(aModel({ id: asModelId("model_2") }), true)).toMatchObject({
      kind: "known",
      model: { id: "model_1", version: 1 },
    });
    const changed = aModel({ id: asModelId("model_3"), definition: { type: "custom", batchSize: 8 } });
    expect(await records.models.register(changed, false)).toMatchObject({ kind: "differs" });
    expect(await records.models.register(changed, true)).toMatchObject({ kind: "registered", model: { version: 2 } });
    expect(await records.models.get(globalProject, "Intent model")).toMatchObject({ id: "model_1", version: 2 });
    expect(await records.models.get(globalProject, "model_1", 1)).toMatchObject({ definition: { type: "custom" } });
    expect(await records.models.list(globalProject, { limit: 5 })).toMatchObject({ items: [{ version: 2 }] });
    expect(await records.models.get(otherProject, "model_1")).toBeUndefined();
  });

  test("a try is handed to one caller until its time is over", async () => {
    await using records = await backend.open();
    const run = await withRun(records);
    const first = await records.runRows.lease(run, "caller", 4, { now: noon, until: noon + 60_000 });
    expect(first.map(({ rowId, repeat }) => [rowId, repeat])).toEqual([
      [rows[0]?.id, 1],
      [rows[0]?.id, 2],
      [rows[1]?.id, 1],
      [rows[1]?.id, 2],
    ]);
    expect(first[2]).toMatchObject({ input: rows[1]?.input, expected: ["refunds", "billing"] });
    expect(await records.runRows.lease(run, "caller", 4, { now: noon, until: noon + 60_000 })).toHaveLength(2);
    expect(await records.runRows.lease(run, "caller", 4, { now: noon + 59_999, until: noon + 99_999 })).toHaveLength(0);
    expect(await records.runRows.lease(run, "caller", 9, { now: noon + 60_000, until: noon + 99_999 })).toHaveLength(6);
  });

  test("a renewed lease lasts; an attempt with a result, or without a lease, is not renewed", async () => {
    await using records = await backend.open();
    const run = await withRun(records);
    const [first, second] = await records.runRows.lease(run, "caller", 2, { now: noon, until: noon + 60_000 });
    const third = { rowId: rows[2]?.id ?? "", repeat: 1 };
    if (!first || !second) throw new Error("nothing was leased");
    await records.runRows.report(run.id, [{ ...second, result: anAnswer("orders") }]);
    expect(await records.runRows.renew(run.id, [first, second, third], noon + 120_000)).toBe(1);
    const later = await records.runRows.lease(run, "caller", 9, { now: noon + 60_000, until: noon + 99_999 });
    expect(later.map(({ rowId, repeat }) => `${rowId} ${repeat}`)).not.toContain(`${first.rowId} ${first.repeat}`);
    expect(later).toHaveLength(4);
    expect(
      await records.runRows.lease(run, "caller", 9, { now: noon + 120_000, until: noon + 130_000 }),
    ).toContainEqual(expect.objectContaining({ rowId: first.rowId, repeat: first.repeat }));
  });

  test("a process that lost its run to another writes nothing to it any more", async () => {
    await using records = await backend.open();
    const { runLeases, runRows, testRuns } = records;
    await records.scenarios.add(aSet(), rows);
    await records.models.register(aModel(), false);
    const run = aRun({ isServed: true, simulation: aSimulation });
    await testRuns.add(run, "service", { process: "one", until: noon + 15_000 });
    expect(await runLeases.acquire(run.id, "two", noon, noon + 15_000)).toBeUndefined();
    const one = await runLeases.acquire(run.id, "one", noon, noon + 15_000);
    if (!one) throw new Error("not acquired");
    const time = { now: noon, until: noon + 7 * 86_400_000 };
    const leased = await runRows.lease(run, one, 2, time);
    const [first, second] = leased;
    if (!first || !second) throw new Error("nothing was leased");
    expect(await runLeases.renew(one, noon + 20_000)).toBe(true);
    expect(await runLeases.acquire(run.id, "two", noon + 19_999, noon + 40_000)).toBeUndefined();

    const two = await runLeases.acquire(run.id, "two", noon + 20_000, noon + 40_000);
    if (!two) throw new Error("not taken over");
    const conversation = { ...newConversation(aSimulation), step: 1 };
    const next = { by: "service", until: 0 } as const;
    expect(await runLeases.renew(one, noon + 60_000)).toBe(false);
    expect(await runRows.lease(run, one, 9, time)).toEqual([]);
    expect(await runRows.report(run.id, [{ ...first, result: anAnswer("late") }], one)).toEqual([]);
    expect(await runRows.advance(run.id, second, conversation, { ...next, lease: one })).toBe(false);
    await runLeases.fail(one, "late", noon);
    await runLeases.drop(one);
    expect(await testRuns.get(globalProject, run.id)).toMatchObject({ state: "running" });
    expect(await runLeases.acquire(run.id, "three", noon + 39_999, noon + 50_000)).toBeUndefined();

    expect(await runRows.lease(run, two, 9, time)).toHaveLength(6);
    expect(await runRows.report(run.id, [{ ...first, result: anAnswer("in time") }], two)).toHaveLength(1);
    expect(await runRows.advance(run.id, second, conversation, { ...next, lease: two })).toBe(true);
    await runLeases.fail(two, "its model was removed", noon + 30_000);
    expect(await testRuns.get(globalProject, run.id)).toMatchObject({ state: "failed", endedAt: noon + 30_000 });
    expect(await runLeases.resume(run.id, "two", noon + 60_000)).toBe(true);
    expect(await runRows.report(run.id, [{ ...second, result: anAnswer("before") }], two)).toEqual([]);
  });

  test("concurrent callers get different attempts", async () => {
    await using records = await backend.open();
    const run = await withRun(records);
    const leases = await Promise.all(
      Array.from({ length: 4 }, () => records.runRows.lease(run, "caller", 3, { now: noon, until: noon + 60_000 })),
    );
    const keys = leases.flat().map(({ rowId, repeat }) => `${rowId} ${repeat}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test("the first result of a try stays, and waits to be recorded", async () => {
    await using records = await backend.open();
    const run = await withRun(records);
    const report = { rowId: rows[0]?.id ?? "", repeat: 1, result: anAnswer("orders") };
    expect(await records.runRows.report(run.id, [report])).toEqual([report]);
    expect(await records.runRows.report(run.id, [{ ...report, result: anAnswer("other") }])).toEqual([]);
    expect(await records.runRows.unrecorded(run, 10)).toMatchObject([{ result: { prediction: "orders" } }]);
    await records.runRows.recorded(run.id, [report]);
    expect(await records.runRows.unrecorded(run, 10)).toEqual([]);
    expect(await records.runRows.progress(run.id)).toEqual({ waiting: 5, leased: 0, done: 1 });
    expect(await records.runRows.rows(run, 0, 1)).toMatchObject([{ state: "done" }]);
  });

  test("a run moves only from where it is, and goes with its scenario set", async () => {
    await using records = await backend.open();
    const run = await withRun(records);
    expect(await records.testRuns.underWay()).toEqual([run]);
    expect(await records.testRuns.move(run.id, ["evaluating"], { state: "finished" })).toBe(false);
    const metrics = { rows: 3, errors: 0, checks: [] };
    expect(await records.testRuns.move(run.id, ["running"], { state: "finished", metrics, endedAt: noon + 9 })).toBe(
      true,
    );
    expect(await records.testRuns.get(globalProject, run.id)).toEqual({
      ...run,
      state: "finished",
      metrics,
      endedAt: noon + 9,
    });
    expect(await records.testRuns.list(globalProject, { modelId: run.modelId }, { limit: 5 })).toMatchObject({
      items: [{ id: "run_1" }],
    });
    expect(await records.scenarios.remove(globalProject, aSet().id)).toBe(true);
    expect(await records.testRuns.get(globalProject, run.id)).toBeUndefined();
  });

  test("a re-evaluating run copies the existing answers and leaves the other run unchanged", async () => {
    await using records = await backend.open();
    const run = await withRun(records);
    const again = aRun({ id: asTestRunId("run_2"), name: "Again", reevaluates: run.id, createdAt: noon + 5 });
    expect(await records.testRuns.addReevaluation(again, run)).toBe(false);
    expect(await records.testRuns.get(globalProject, again.id)).toBeUndefined();
    const reports = [1, 2].map((repeat) => ({ rowId: rows[1]?.id ?? "", repeat, result: anAnswer(`said ${repeat}`) }));
    await records.runRows.report(run.id, reports);
    await records.runRows.recorded(run.id, reports);
    const before = await records.runRows.rows(run, 0, 10);
    expect(await records.testRuns.addReevaluation(again, run)).toBe(true);
    expect(await records.testRuns.get(globalProject, again.id)).toEqual(again);
    expect(await records.runRows.progress(again.id)).toEqual({ waiting: 0, leased: 0, done: 2 });
    expect((await records.runRows.unrecorded(again, 10)).map(({ result }) => result?.prediction)).toEqual([
      "said 1",
      "said 2",
    ]);
    expect(await records.runRows.rows(run, 0, 10)).toEqual(before);
    expect(await records.runRows.unrecorded(run, 10)).toEqual([]);
  });
});
