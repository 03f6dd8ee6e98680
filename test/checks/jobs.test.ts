import { expect, test } from "vitest";
import type { Job, JobSettled } from "../../src/checks/jobs/job.ts";
import { asDatapointId, asIssueId, asMonitorId, asProjectId, globalProject } from "../../src/platform/ids.ts";
import { noon } from "../support/data/examples.ts";
import { anOrder } from "../support/data/job-orders.ts";
import type { TestRecords } from "../support/engines/open-records.ts";
import { describeRecords } from "../support/engines/record-backends.ts";

const leaseMs = 60_000;
const passed: JobSettled = {
  state: "judged",
  result: {
    outcome: { kind: "passed", value: true, explanation: "fine", evidence: [] },
    meter: { model: "m", costUsd: 0.01 },
    durationMs: 5,
    at: noon,
  },
};
const claim = (records: TestRecords, now = noon, limit = 10) =>
  records.jobs.claim({ executor: "judge", now, leaseMs, limit });
const settle = (records: TestRecords, job: Job, settled: JobSettled = passed) =>
  records.jobs.settle([{ job, settled }], { at: noon, leaseMs });
const only = async (records: TestRecords) => {
  const [job] = await claim(records);
  if (!job) throw new Error("nothing to claim");
  return job;
};

describeRecords("jobs", (backend) => {
  test("a job is claimed once, with everything that was ordered", async () => {
    await using records = await backend.open();
    await records.jobs.add([anOrder({ options: { a: [1] } })], noon);
    const [job, ...more] = await claim(records);
    expect(more).toEqual([]);
    expect(job).toMatchObject({
      check: "c",
      options: { a: [1] },
      partitionTime: noon,
      rowVersion: 10,
      attempts: 1,
      epoch: 1,
    });
    expect(await claim(records)).toEqual([]);
  });

  test("a lease that is renewed is not handed to another; one that was lost is not renewed", async () => {
    await using records = await backend.open();
    await records.jobs.add([anOrder()], noon);
    const job = await only(records);
    await records.jobs.renew([job], noon + leaseMs * 3);
    expect(await claim(records, noon + leaseMs * 2)).toEqual([]);
    const [claimed] = await claim(records, noon + leaseMs * 3);
    expect(claimed).toMatchObject({ id: job.id, epoch: job.epoch + 1, lost: 1 });
    await records.jobs.renew([job], noon + leaseMs * 9);
    expect(await claim(records, noon + leaseMs * 5)).toMatchObject([{ id: job.id, epoch: job.epoch + 2 }]);
    expect(await settle(records, job)).toEqual([]);
  });

  test("the same order again changes nothing, regardless of the job's state", async () => {
    await using records = await backend.open();
    await records.jobs.add([anOrder()], noon);
    await records.jobs.add([anOrder(), anOrder()], noon);
    const [judged] = await settle(records, await only(records));
    if (!judged) throw new Error("lost");
    await records.jobs.done([{ job: judged, found: [] }], noon);
    await records.jobs.add([anOrder()], noon);
    expect(await claim(records, noon + leaseMs * 2)).toEqual([]);
    expect(await records.jobs.claimJudged({ now: noon + leaseMs * 2, leaseMs, limit: 10 })).toEqual([]);
  });

  test("rows that were replaced get the verdict that was made, without another run", async () => {
    await using records = await backend.open();
    await records.jobs.add([anOrder()], noon);
    const [judged] = await settle(records, await only(records));
    if (!judged) throw new Error("lost");
    await records.jobs.done([{ job: judged, found: [] }], noon);
    await records.jobs.add([anOrder({ rowVersion: 11, partitionTime: noon + 1 })], noon);
    expect(await claim(records)).toEqual([]);
    const again = await records.jobs.claimJudged({ now: noon, leaseMs, limit: 10 });
    expect(again).toMatchObject([{ rowVersion: 11, partitionTime: noon + 1, result: { outcome: { kind: "passed" } } }]);
  });

  test("a changed datapoint is evaluated again, and a running attempt loses its lease", async () => {
    await using records = await backend.open();
    await records.jobs.add([anOrder()], noon);
    const first = await only(records);
    await records.jobs.add([anOrder({ rowVersion: 11, subject: "other" })], noon);
    expect(await settle(records, first)).toEqual([]);
    const second = await only(records);
    expect(second).toMatchObject({ subject: "other", rowVersion: 11, attempts: 1 });
    expect(await settle(records, second)).toMatchObject([{ state: "judged" }]);
  });

  test("an order of an earlier reading comes too late", async () => {
    await using records = await backend.open();
    await records.jobs.add([anOrder({ rowVersion: 11 })], noon);
    await records.jobs.add([anOrder({ rowVersion: 10, subject: "other" })], noon);
    expect(await only(records)).toMatchObject({ rowVersion: 11, subject: "same" });
  });

  test("a verdict whose rows are replaced while it is stored is stored again", async () => {
    await using records = await backend.open();
    await records.jobs.add([anOrder()], noon);
    const [judged] = await settle(records, await only(records));
    if (!judged) throw new Error("lost");
    await records.jobs.add([anOrder({ rowVersion: 11 })], noon);
    await records.jobs.done([{ job: judged, found: [] }], noon);
    const later = { now: noon + leaseMs, leaseMs, limit: 10 };
    expect(await records.jobs.claimJudged(later)).toMatchObject([{ rowVersion: 11 }]);
  });

  test("a superseded datapoint cancels its waiting and running jobs, and retracts its findings", async () => {
    await using records = await backend.open();
    const found = [{ issueId: asIssueId("i"), monitorId: asMonitorId("m1") }];
    const ids = ["d1", "d2", "d3"].map(asDatapointId);
    await records.jobs.add([anOrder()], noon);
    const [judged] = await settle(records, await only(records));
    if (!judged) throw new Error("lost");
    await records.jobs.done([{ job: judged, found }], noon);
    await records.jobs.add([anOrder({ datapointId: ids[1]! })], noon);
    const running = await only(records);
    await records.jobs.add([anOrder({ datapointId: ids[2]! })], noon);
    const gone = ids.map((datapointId) => ({ projectId: globalProject, datapointId, rowVersion: 11 }));
    await records.jobs.withdraw(gone, noon);
    expect(await claim(records, noon + leaseMs)).toEqual([]);
    expect(await settle(records, running)).toEqual([]);
    const left = await records.jobs.claimJudged({ now: noon, leaseMs, limit: 10 });
    expect(left).toMatchObject([{ datapointId: "d1", superseded: true, found, rowVersion: 11 }]);
    await records.jobs.done([{ job: left[0]!, found: [] }], noon);
    expect(await records.jobReader.backlog(globalProject)).toEqual([]);
    await records.jobs.add([anOrder({ rowVersion: 12 })], noon);
    expect(await records.jobs.claimJudged({ now: noon, leaseMs, limit: 10 })).toMatchObject([{ superseded: false }]);
  });

  test("an expired lease is claimed by another process, and its former holder's result is ignored", async () => {
    await using records = await backend.open();
    await records.jobs.add([anOrder()], noon);
    const first = await only(records);
    const [second] = await claim(records, noon + leaseMs);
    expect(second).toMatchObject({ epoch: 2, attempts: 2, lost: 1 });
    expect(await settle(records, first)).toEqual([]);
    expect(await settle(records, second!)).toHaveLength(1);
  });

  test("a try without a verdict waits, with its reason to be seen", async () => {
    await using records = await backend.open();
    await records.jobs.add([anOrder()], noon);
    const job = await only(records);
    await settle(records, job, { state: "ready", dueAt: noon + 2000, problem: "429", attempts: job.attempts });
    expect(await claim(records, noon + 1999)).toEqual([]);
    expect(await records.jobReader.pending(globalProject, job.datapointId)).toMatchObject([{ problem: "429" }]);
    expect(await records.jobReader.backlog(globalProject)).toMatchObject([
      { executor: "judge", ready: 1, running: 0, failing: 1, problem: "429", oldestAt: noon },
    ]);
    expect(await claim(records, noon + 2000)).toMatchObject([{ attempts: 2 }]);
  });

  test("busy projects are passed over; kinds do not mix; finished jobs are forgotten in time", async () => {
    await using records = await backend.open();
    const other = asProjectId("other");
    await records.jobs.add([anOrder(), anOrder({ projectId: other, datapointId: asDatapointId("d2") })], noon);
    await records.jobs.add([anOrder({ executor: "sandbox", datapointId: asDatapointId("d3") })], noon);
    const wanted = { executor: "judge", now: noon, leaseMs, limit: 10 } as const;
    const [job, ...more] = await records.jobs.claim({ ...wanted, exceptProjects: [globalProject] });
    expect([job?.projectId, more]).toEqual([other, []]);
    const [judged] = await settle(records, job!);
    await records.jobs.done([{ job: judged!, found: [] }], noon);
    expect(await records.jobs.prune("judge", noon)).toBe(0);
    expect(await records.jobs.prune("sandbox", noon + 1)).toBe(0);
    expect(await records.jobs.prune("judge", noon + 1)).toBe(1);
  });

  test("claimers at the same time get each job once", async () => {
    const place = backend.location();
    await using one = await backend.open(place);
    await using two = await backend.open(place);
    const orders = Array.from({ length: 300 }, (_, index) => anOrder({ datapointId: asDatapointId(`d${index}`) }));
    await one.jobs.add(orders, noon);
    const claims = Array.from({ length: 40 }, (_, index) => claim(index % 2 === 0 ? one : two, noon, 10));
    const ids = (await Promise.all(claims)).flat().map(({ id }) => id);
    const rest = (await claim(one, noon, 1000)).map(({ id }) => id);
    expect(new Set([...ids, ...rest]).size).toBe(300);
    expect([...ids, ...rest]).toHaveLength(300);
  });
});
