import { expect, test } from "vitest";
import type { CheckRun, VerdictLabel } from "../../../src/checks/verdicts/check-run.ts";
import { asDatapointId, asProjectId, globalProject } from "../../../src/platform/ids.ts";
import { aCustomCheck, codeDefinition } from "../../support/data/custom-checks.ts";
import { noon } from "../../support/data/examples.ts";
import { describeRecords } from "../../support/engines/record-backends.ts";

const elsewhere = asProjectId("elsewhere");
const next = (source: string, number: number) => {
  const check = aCustomCheck({ ...codeDefinition(source), number, updatedAt: noon + number });
  return check;
};

describeRecords("custom checks", (backend) => {
  test("a name is taken once in a project, and read back whole", async () => {
    await using records = await backend.open();
    const check = aCustomCheck({ tags: ["refunds", "é"], output: { type: "score", min: 0, max: 1, passFrom: 0.5 } });
    expect(await records.customChecks.add(check, "token:a")).toBe(true);
    expect(await records.customChecks.add(aCustomCheck({ title: "Another" }), "token:b")).toBe(false);
    expect(await records.customChecks.get(globalProject, check.name)).toEqual(check);
    expect(await records.customChecks.all()).toEqual([check]);
    expect(await records.customChecks.get(elsewhere, check.name)).toBeUndefined();
    expect(await records.customChecks.list(elsewhere)).toEqual([]);
  });

  test("versions count up and are retained; of two concurrent saves one fails", async () => {
    await using records = await backend.open();
    const { customChecks } = records;
    const first = aCustomCheck();
    const second = next("export default () => true", 2);
    await customChecks.add(first, "ann");
    expect(await customChecks.replace(second, "bob")).toBe(true);
    expect(await customChecks.replace(next("export default () => false", 2), "eve")).toBe(false);
    expect(await customChecks.get(globalProject, first.name)).toEqual(second);
    const versions = await customChecks.versions(globalProject, first.name);
    expect(versions.map(({ number, version, by }) => [number, version, by])).toEqual([
      [2, second.version, "bob"],
      [1, first.version, "ann"],
    ]);
    const earlier = await customChecks.byVersion(globalProject, first.name, first.version);
    expect(earlier?.definition.body).toEqual(first.body);
    expect(await customChecks.byVersion(globalProject, first.name, 1)).toBeUndefined();
  });

  test("changes outside of the definition create no version", async () => {
    await using records = await backend.open();
    const { customChecks } = records;
    const first = aCustomCheck();
    await customChecks.add(first, "ann");
    const renamed = { ...first, title: "Speaks of refunds", updatedAt: noon + 5 };
    expect(await customChecks.replace(renamed, "ann")).toBe(true);
    expect(await customChecks.get(globalProject, first.name)).toEqual(renamed);
    expect(await customChecks.versions(globalProject, first.name)).toHaveLength(1);
  });

  test("a check stopped five times in ten minutes is off until somebody switches it on", async () => {
    await using records = await backend.open();
    const { customChecks } = records;
    const check = aCustomCheck();
    await customChecks.add(check, "ann");
    const stop = (minute: number) => customChecks.stopped(globalProject, check.name, noon + minute * 60_000);
    for (const minute of [0, 1, 4, 5, 11.5, 12]) expect(await stop(minute)).toBeUndefined();
    const off = await stop(12.5);
    expect(off).toMatchObject({ name: check.name, off: { at: noon + 12.5 * 60_000 } });
    expect(await customChecks.get(globalProject, check.name)).toMatchObject({ off: off?.off });
    expect(await stop(13)).toBeUndefined();
    await customChecks.replace(check, "ann");
    expect((await customChecks.get(globalProject, check.name))?.off).toBeUndefined();
    expect(await stop(14)).toBeUndefined();
  });

  test("removal deletes all versions and frees the name", async () => {
    await using records = await backend.open();
    const { customChecks } = records;
    const check = aCustomCheck();
    await customChecks.add(check, "ann");
    expect(await customChecks.remove(elsewhere, check.name)).toBe(false);
    expect(await customChecks.remove(globalProject, check.name)).toBe(true);
    expect(await customChecks.versions(globalProject, check.name)).toEqual([]);
    expect(await customChecks.add(check, "bob")).toBe(true);
  });
});

const run: CheckRun = {
  id: "run_1",
  projectId: globalProject,
  state: "running",
  checks: [{ check: "is_json", options: {} }],
  query: "model:gpt-5",
  total: 2,
  examined: 0,
  requestedBy: "token:a",
  createdAt: noon,
  updatedAt: noon,
};
const items = ["a", "b"].map((id) => ({ id: asDatapointId(id), partitionTime: noon, rowVersion: 7 }));

describeRecords("check runs", (backend) => {
  test("a run is worked on by one at a time, and by another when the lease ran out", async () => {
    await using records = await backend.open();
    const { checkRuns } = records;
    await checkRuns.add(run, items);
    const first = await checkRuns.claim(noon, 1000);
    expect(first).toEqual({ run, epoch: 1 });
    expect(await checkRuns.claim(noon + 500, 1000)).toBeUndefined();
    expect(await checkRuns.items(globalProject, run.id)).toEqual(items);
    const second = await checkRuns.claim(noon + 2000, 1000);
    expect(second?.epoch).toBe(2);
    expect(await checkRuns.advance({ ...run, examined: 1 }, 1, noon + 9000)).toBe(false);
    const done: CheckRun = { ...run, state: "done", examined: 2, updatedAt: noon + 3 };
    expect(await checkRuns.advance(done, 2, 0)).toBe(true);
    expect(await checkRuns.get(globalProject, run.id)).toEqual(done);
    expect(await checkRuns.claim(noon + 99_999, 1000)).toBeUndefined();
  });

  test("a cancelled run goes no further", async () => {
    await using records = await backend.open();
    const { checkRuns } = records;
    await checkRuns.add(run, items);
    await checkRuns.claim(noon, 1000);
    expect(await checkRuns.cancel(elsewhere, run.id, noon)).toBe(false);
    expect(await checkRuns.cancel(globalProject, run.id, noon)).toBe(true);
    expect(await checkRuns.advance({ ...run, examined: 1 }, 1, noon + 1000)).toBe(false);
    expect(await checkRuns.cancel(globalProject, run.id, noon)).toBe(false);
    expect((await checkRuns.get(globalProject, run.id))?.state).toBe("cancelled");
  });

  test("runs are listed newest first, page by page", async () => {
    await using records = await backend.open();
    for (const n of [1, 2, 3]) await records.checkRuns.add({ ...run, id: `run_${n}`, createdAt: noon + n }, items);
    const first = await records.checkRuns.list(globalProject, { limit: 2 });
    expect(first.items.map(({ id }) => id)).toEqual(["run_3", "run_2"]);
    const second = await records.checkRuns.list(globalProject, { limit: 2, cursor: first.nextCursor ?? "" });
    expect(second.items.map(({ id }) => id)).toEqual(["run_1"]);
    expect(second.nextCursor).toBeUndefined();
  });
});

describeRecords("labels of verdicts", (backend) => {
  test("the newest word on a check and a datapoint counts", async () => {
    await using records = await backend.open();
    const { verdictLabels } = records;
    const label: VerdictLabel = {
      datapointId: asDatapointId("a"),
      check: "is_json",
      version: 1,
      verdict: "failed",
      label: "passed",
      note: "it is JSON with a comment",
      by: "token:a",
      at: noon,
    };
    await verdictLabels.put(globalProject, label);
    await verdictLabels.put(globalProject, { ...label, label: "skipped", at: noon + 1 });
    await verdictLabels.put(globalProject, { ...label, check: "word_count", at: noon + 2 });
    expect((await verdictLabels.list(globalProject)).map(({ check }) => check)).toEqual(["word_count", "is_json"]);
    expect(await verdictLabels.list(globalProject, "is_json")).toEqual([{ ...label, label: "skipped", at: noon + 1 }]);
    expect(await verdictLabels.list(globalProject, "is_json", asDatapointId("another"))).toEqual([]);
    expect(await verdictLabels.list(globalProject, undefined, label.datapointId)).toHaveLength(2);
    expect(await verdictLabels.list(elsewhere)).toEqual([]);
    expect(await verdictLabels.remove(globalProject, "is_json", label.datapointId)).toBe(true);
    expect(await verdictLabels.remove(globalProject, "is_json", label.datapointId)).toBe(false);
  });
});
