import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { RecordsLocation } from "../../src/app/records/open.ts";
import { followMonitors } from "../../src/monitors/follow-monitors.ts";
import { createMinuteLimits } from "../../src/monitors/minute-limits.ts";
import type { WatchedMonitor } from "../../src/monitors/monitor.ts";
import { createPauses } from "../../src/monitors/pauses.ts";
import { asMonitorId, asProjectId, firstAccount, globalProject, type ProjectId } from "../../src/platform/ids.ts";
import { createTelemetry } from "../../src/platform/telemetry/telemetry.ts";
import { followChanges } from "../../src/storage/follow-changes.ts";
import type { ChangeTopic } from "../../src/storage/ports/project-changes.ts";
import { aCustomCheck } from "../support/data/custom-checks.ts";
import { aMonitor, noon } from "../support/data/examples.ts";
import { addBareProject } from "../support/engines/bare-project.ts";
import type { TestRecords } from "../support/engines/open-records.ts";
import { describeRecords } from "../support/engines/record-backends.ts";

const other = asProjectId("other");
const project = (id: ProjectId) => ({ id, name: id, accountId: firstAccount, createdAt: noon });
const telemetry = createTelemetry({ level: "silent" });

describeRecords("changes of projects", (backend) => {
  let records: TestRecords;
  /** Records of another replica, if the database serves several. */
  let elsewhere: TestRecords;
  let at: RecordsLocation;
  const closing: (() => unknown)[] = [];

  beforeEach(async () => {
    at = backend.location();
    records = await backend.open(at);
    elsewhere = await backend.open(at);
    await addBareProject(records, project(other));
  });
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
    await records.close();
    await elsewhere.close();
  });

  async function changedBy(topic: ChangeTopic, write: () => Promise<unknown>) {
    const before = await records.projectChanges.newest(topic);
    await write();
    return (await records.projectChanges.since(topic, before)).projects;
  }

  test("every write of monitors notes its project, and a write that changed nothing does not", async () => {
    const { monitors, projects } = records;
    const monitor = aMonitor({ projectId: other });
    expect(await changedBy("monitors", () => monitors.add(monitor))).toEqual([other]);
    expect(await changedBy("monitors", () => monitors.replace({ ...monitor, revision: 2 }))).toEqual([other]);
    expect(await changedBy("monitors", () => monitors.replace({ ...monitor, revision: 2 }))).toEqual([]);
    expect(await changedBy("monitors", () => monitors.remove(globalProject, monitor.id))).toEqual([]);
    expect(await changedBy("monitors", () => monitors.remove(other, monitor.id))).toEqual([other]);
    expect(await changedBy("monitors", () => projects.replace({ ...project(other), archivedAt: noon }))).toEqual([
      other,
    ]);
    expect(await changedBy("monitors", () => projects.add(project(asProjectId("p3"))))).toEqual(["p3"]);
  });

  test("every write of custom checks and privacy rules notes its project", async () => {
    const { customChecks, privacy } = records;
    const check = aCustomCheck();
    expect(await changedBy("checks", () => customChecks.add(check, "me"))).toEqual([globalProject]);
    expect(await changedBy("checks", () => customChecks.add(check, "me"))).toEqual([]);
    expect(await changedBy("checks", () => customChecks.replace(check, "me"))).toEqual([globalProject]);
    expect(await changedBy("checks", () => customChecks.remove(other, check.name))).toEqual([]);
    expect(await changedBy("checks", () => customChecks.remove(globalProject, check.name))).toEqual([globalProject]);
    expect(await changedBy("privacy", () => privacy.set(other, { retentionDays: 3 }, noon))).toEqual([other]);
    expect(await changedBy("monitors", () => privacy.set(other, {}, noon))).toEqual([]);
    expect([...(await privacy.all([globalProject, other])).keys()]).toEqual([other]);
  });

  test("who follows while replicas write at the same time misses no change", async () => {
    const loaded = new Set<ProjectId>();
    const load = (projects: readonly ProjectId[] = []) => Promise.resolve(projects.forEach((id) => loaded.add(id)));
    const changes = records.projectChanges;
    const following = await followChanges({ topic: "monitors", changes, load, everyMs: 5, telemetry });
    closing.push(following.stop);
    const ids = Array.from({ length: 60 }, (_, index) => asProjectId(`p${index}`));
    // No other process writes to the SQLite file.
    const second = at.kind === "postgres" ? elsewhere : records;
    await Promise.all(ids.map((id, index) => (index % 2 ? records : second).projects.add(project(id))));
    await following.refresh();
    expect(loaded).toEqual(new Set(ids));
  });

  test("a failed read is made up for by the next", async () => {
    const loads: (readonly ProjectId[])[] = [];
    let fails = false;
    const load = (projects: readonly ProjectId[] = []) => {
      loads.push(projects);
      return fails ? Promise.reject(new Error("away")) : Promise.resolve();
    };
    const changes = records.projectChanges;
    const following = await followChanges({ topic: "monitors", changes, load, everyMs: 3_600_000, telemetry });
    closing.push(following.stop);
    await records.monitors.add(aMonitor());
    fails = true;
    await expect(following.refresh()).rejects.toThrow("away");
    fails = false;
    await following.refresh();
    await following.refresh();
    expect(loads).toEqual([[], [globalProject], [globalProject]]);
  });

  async function startFollowing(of: TestRecords, everyMs: number) {
    const threads = new Map<string, readonly WatchedMonitor[] | undefined>();
    const sent: string[] = [];
    const monitors = await followMonitors({
      feed: of.monitorFeed,
      changes: of.projectChanges,
      pauses: createPauses({
        statistics: { totals: () => Promise.resolve(new Map()) },
        activity: {
          storedSince: () => Promise.resolve(new Set<ProjectId>()),
          activeSince: () => Promise.resolve(new Set<ProjectId>()),
        },
        now: () => noon,
      }),
      limits: createMinuteLimits({ replicas: of.replicas, now: () => noon, everyMs: 10_000 }),
      send: (id, list) => {
        threads.set(id, list);
        sent.push(id);
      },
      everyMs,
      countEveryMs: 3_600_000,
      telemetry,
    });
    closing.push(monitors.stop);
    return { ...monitors, sent, names: (id: string) => threads.get(id)?.map(({ name }) => name) };
  }

  test("a change is in force here once it was refreshed, elsewhere soon, and only its project is sent", async () => {
    await records.monitors.add(aMonitor({ id: asMonitorId("stored"), projectId: other }));
    const here = await startFollowing(records, 3_600_000);
    const there = await startFollowing(elsewhere, 10);
    expect([here.names(other), here.names(globalProject)]).toEqual([["Refunds"], undefined]);

    const monitor = aMonitor({ name: "New", maxPerMinute: 5 });
    await records.monitors.add(monitor);
    await here.refresh();
    expect(here.names(globalProject)).toEqual(["New"]);
    await vi.waitFor(() => expect(there.names(globalProject)).toEqual(["New"]));
    expect(there.byId(monitor.id)).toEqual(monitor);

    await records.monitors.remove(globalProject, monitor.id);
    await here.refresh();
    expect([here.names(globalProject), here.byId(monitor.id)]).toEqual([undefined, undefined]);
    await vi.waitFor(() => expect(there.names(globalProject)).toBeUndefined());
    expect([here.sent, there.sent].map((list) => list.filter((id) => id === other))).toEqual([[other], [other]]);

    await elsewhere.projects.replace({ ...project(other), archivedAt: noon });
    await here.refresh();
    expect(here.names(other)).toBeUndefined();
  });
});
