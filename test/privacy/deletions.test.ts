import { expect, test } from "vitest";
import type { Records } from "../../src/app/records/open.ts";
import {
  asDatapointId,
  asModelId,
  asProjectId,
  asScenarioSetId,
  asTestRunId,
  globalProject,
} from "../../src/platform/ids.ts";
import { type Deletion, deletionDigest, nothingDeleted } from "../../src/privacy/deletion.ts";
import { scenarioRows } from "../../src/testing/scenario.ts";
import { runDatapoint, type TestRun } from "../../src/testing/test-run.ts";
import { aFinding, noon } from "../support/data/examples.ts";
import { anOrder } from "../support/data/job-orders.ts";
import { raisingInto } from "../support/data/raising.ts";
import { describeRecords } from "../support/engines/record-backends.ts";

const elsewhere = asProjectId("elsewhere");
const aDeletion = (changes: Partial<Deletion> = {}): Deletion => ({
  id: "deletion_1",
  projectId: globalProject,
  kind: "user",
  value: "ann",
  digest: deletionDigest(globalProject, "user", "ann"),
  before: noon,
  requestedBy: "token:ci",
  requestedAt: noon,
  state: "queued",
  passes: 0,
  nextPassAt: noon,
  counts: nothingDeleted,
  ...changes,
});

const rows = scenarioRows([
  { input: "Where is my order?", result: "orders" },
  { input: "Pay me back", result: "refunds" },
]);
const [row] = rows;
const rowId = row?.id ?? "";
const aRun: TestRun = {
  id: asTestRunId("run_1"),
  projectId: globalProject,
  name: "Nightly",
  type: "NL_GENERATION",
  scenarioSetId: asScenarioSetId("set_1"),
  scenarioVersion: 1,
  modelId: asModelId("model_1"),
  modelVersion: 1,
  checks: [],
  tags: [],
  calculateMetrics: true,
  repeats: 2,
  atK: [],
  concurrency: 8,
  isServed: false,
  state: "running",
  createdAt: noon,
};

async function withRun({ scenarios, models, testRuns, runRows }: Records): Promise<void> {
  const made = { projectId: globalProject, tags: [], createdAt: noon };
  const set = { ...made, id: aRun.scenarioSetId, name: "Questions", version: 1, rows: rows.length, updatedAt: noon };
  await scenarios.add(set, rows);
  await models.register({ ...made, id: aRun.modelId, name: "Model", definition: { type: "custom" } }, false);
  await testRuns.add(aRun, "caller");
  await runRows.report(
    aRun.id,
    [1, 2].map((repeat) => ({
      rowId,
      repeat,
      result: { prediction: `said ${repeat}`, startedAt: noon, durationMs: 5 },
    })),
  );
}

const aLabel = (datapoint: string, at = noon) => ({
  datapointId: asDatapointId(datapoint),
  check: "mine",
  version: 1,
  verdict: "failed",
  label: "passed" as const,
  note: "Ann was right",
  by: "ann",
  at,
});

describeRecords("deletions", (backend) => {
  test("a request is stored unchanged, per project, newest first", async () => {
    await using records = await backend.open();
    const { deletions } = records;
    await deletions.add(aDeletion());
    const later = aDeletion({ id: "deletion_2", kind: "project", requestedAt: noon + 1 });
    await deletions.add(later);
    expect(await deletions.list(globalProject)).toEqual([later, aDeletion()]);
    expect(await deletions.get(globalProject, "deletion_1")).toEqual(aDeletion());
    expect(await deletions.get(elsewhere, "deletion_1")).toBeUndefined();
    expect(await deletions.list(elsewhere)).toEqual([]);
  });

  test("a due deletion is claimed by one process at a time, and by none once its value is removed", async () => {
    await using records = await backend.open();
    const { deletions } = records;
    await deletions.add(aDeletion());
    expect(await deletions.claim(noon - 1, noon + 60)).toBeUndefined();
    expect(await deletions.claim(noon, noon + 60)).toMatchObject({
      deletion: { id: "deletion_1", nextPassAt: noon + 60 },
    });
    expect(await deletions.claim(noon + 59, noon + 99)).toBeUndefined();
    const claimed = await deletions.claim(noon + 60, noon + 99);
    expect(claimed).toMatchObject({ deletion: { id: "deletion_1" } });
    const { value: _, ...done } = aDeletion({
      state: "done",
      counts: { ...nothingDeleted, runResults: 3 },
      finishedAt: noon,
    });
    expect(await deletions.save(done, claimed?.epoch ?? 0)).toBe(true);
    expect(await deletions.claim(noon + 999, noon + 9999)).toBeUndefined();
    expect(await deletions.get(globalProject, "deletion_1")).toEqual(done);
  });

  test("a process whose claim expired cannot store its progress once another has claimed the deletion", async () => {
    await using records = await backend.open();
    const { deletions } = records;
    await deletions.add(aDeletion());
    const first = await deletions.claim(noon, noon + 60);
    const second = await deletions.claim(noon + 60, noon + 120);
    if (!first || !second) throw new Error("not claimed");
    const { value: _, ...done } = aDeletion({ state: "done", passes: 2, finishedAt: noon + 61 });
    expect(await deletions.save(done, first.epoch)).toBe(false);
    expect(await deletions.get(globalProject, "deletion_1")).toEqual(second.deletion);
    expect(await deletions.save(done, second.epoch)).toBe(true);
    expect(await deletions.get(globalProject, "deletion_1")).toEqual(done);
  });

  test("tombstones stay: of users, sessions and projects, and of traces", async () => {
    await using records = await backend.open();
    const { deletions } = records;
    const { value: _, ...done } = aDeletion({ state: "done" });
    await deletions.add(done);
    await deletions.add(aDeletion({ id: "deletion_2", kind: "datapoint" }));
    const { projectId, kind, digest, before } = done;
    expect(await deletions.tombstones()).toEqual([{ projectId, kind, digest, before }]);
    await deletions.addTraces(globalProject, ["t1", "t2"], noon);
    await deletions.addTraces(globalProject, ["t2", "t3"], noon + 5);
    expect((await deletions.traces(noon)).map(({ traceId }) => traceId).toSorted()).toEqual(["t1", "t2", "t3"]);
    expect(await deletions.traces(noon + 5)).toEqual([{ projectId: globalProject, traceId: "t3", at: noon + 5 }]);
  });

  test("an issue shows what is left, or that it was deleted", async () => {
    await using records = await backend.open();
    const finding = aFinding({ explanation: "It told Ann's secret." });
    await raisingInto(records, { now: () => noon })([finding]);
    const { deletions, issues } = records;
    const sample = { datapointId: asDatapointId("left"), title: "Of Bob", explanation: "Bob's." };
    await deletions.removeDatapoints(globalProject, [{ issueId: finding.issueId, sample }], [finding.datapointId]);
    expect(await issues.get(globalProject, finding.issueId)).toMatchObject({ title: "Of Bob", explanation: "Bob's." });
    await deletions.removeDatapoints(elsewhere, [{ issueId: finding.issueId }], []);
    expect(await issues.get(globalProject, finding.issueId)).toMatchObject({ explanation: "Bob's." });
    await deletions.removeDatapoints(globalProject, [{ issueId: finding.issueId }], []);
    expect(await issues.get(globalProject, finding.issueId)).toMatchObject({
      explanation: expect.stringContaining("deleted"),
    });
  });

  test("jobs and labels of a deleted datapoint go, those of others and of other projects stay", async () => {
    await using records = await backend.open();
    const { deletions, jobs, verdictLabels } = records;
    const [gone, left] = [asDatapointId("gone"), asDatapointId("left")];
    await jobs.add([anOrder({ datapointId: gone }), anOrder({ datapointId: left })], noon);
    await verdictLabels.put(globalProject, aLabel("gone"));
    await verdictLabels.put(globalProject, aLabel("left"));
    await deletions.removeDatapoints(elsewhere, [], [left]);
    await deletions.removeDatapoints(globalProject, [], [gone]);
    const due = await jobs.claim({ executor: "judge", now: noon, leaseMs: 60, limit: 10 });
    expect(due.map(({ datapointId }) => datapointId)).toEqual([left]);
    expect(await verdictLabels.remove(globalProject, "mine", gone)).toBe(false);
    expect(await verdictLabels.remove(globalProject, "mine", left)).toBe(true);
  });

  test("the try of a deleted datapoint goes, and its run does not wait for it", async () => {
    await using records = await backend.open();
    await withRun(records);
    const { deletions, runRows } = records;
    const deleted = runDatapoint(globalProject, aRun.id, rowId, 2);
    expect(await deletions.removeDatapoints(elsewhere, [], [deleted])).toEqual({ runResults: 0 });
    expect(await deletions.removeDatapoints(globalProject, [], [deleted, asDatapointId("another")])).toEqual({
      runResults: 1,
    });
    const completed = (await runRows.rows(aRun, 0, 10)).filter(({ result }) => result);
    expect(completed).toMatchObject([{ rowId, repeat: 1, result: { prediction: "said 1" } }]);
    expect(await runRows.progress(aRun.id)).toEqual({ waiting: 2, leased: 0, done: 1 });
    expect(await deletions.removeDatapoints(globalProject, [], [deleted])).toEqual({ runResults: 0 });
  });

  test("a scenario row that was collected from a deleted datapoint is emptied, in every version", async () => {
    await using records = await backend.open();
    const collected = scenarioRows([
      { input: "I am Ann", result: "greeting", origin: { datapointId: asDatapointId("gone") } },
      { input: "I am Bob", result: null, origin: { datapointId: asDatapointId("left") } },
    ]);
    const made = { projectId: globalProject, tags: [], createdAt: noon, updatedAt: noon, rows: 2 };
    const set = { ...made, id: asScenarioSetId("set_2"), name: "Collected", version: 1 };
    const { deletions, scenarios } = records;
    await scenarios.add(set, collected);
    await scenarios.replace({ ...set, version: 2 }, collected);
    await deletions.removeDatapoints(elsewhere, [], [asDatapointId("left")]);
    await deletions.removeDatapoints(globalProject, [], [asDatapointId("gone")]);
    for (const version of [1, 2])
      expect(await scenarios.rows(set.id, version, 0, 10)).toEqual([
        { id: collected[0]?.id, input: "[deleted]", result: null, origin: {} },
        collected[1],
      ]);
  });

  test("with the data of a project go its scenario sets, models, runs, labels and jobs, but nothing made since", async () => {
    await using records = await backend.open();
    await withRun(records);
    const { deletions, jobs, models, scenarios, testRuns, verdictLabels } = records;
    await jobs.add([anOrder()], noon);
    await verdictLabels.put(globalProject, aLabel("d1"));
    await verdictLabels.put(globalProject, aLabel("d2", noon + 10));
    const nothing = { testRuns: 0, scenarioSets: 0, models: 0 };
    expect(await deletions.removeProject(globalProject, noon)).toEqual(nothing);
    expect(await deletions.removeProject(elsewhere, noon + 1)).toEqual(nothing);
    expect(await testRuns.get(globalProject, aRun.id)).toBeDefined();
    expect(await deletions.removeProject(globalProject, noon + 1)).toEqual({ testRuns: 1, scenarioSets: 1, models: 1 });
    expect(await testRuns.get(globalProject, aRun.id)).toBeUndefined();
    expect(await scenarios.get(globalProject, aRun.scenarioSetId)).toBeUndefined();
    expect(await scenarios.rows(aRun.scenarioSetId, 1, 0, 10)).toEqual([]);
    expect(await models.get(globalProject, aRun.modelId)).toBeUndefined();
    expect(await jobs.claim({ executor: "judge", now: noon, leaseMs: 60, limit: 10 })).toEqual([]);
    expect(await verdictLabels.remove(globalProject, "mine", asDatapointId("d1"))).toBe(false);
    expect(await verdictLabels.remove(globalProject, "mine", asDatapointId("d2"))).toBe(true);
    expect(await deletions.removeProject(globalProject, noon + 1)).toEqual(nothing);
  });
});
