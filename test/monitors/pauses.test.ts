import { expect, test } from "vitest";
import { createPauses } from "../../src/monitors/pauses.ts";
import type { MonitorTotals } from "../../src/monitors/ports/monitor-statistics.ts";
import { asMonitorId, asProjectId, type MonitorId, type ProjectId } from "../../src/platform/ids.ts";
import { aMonitor, noon } from "../support/data/examples.ts";

const none = {
  verdicts: {},
  overLimit: 0,
  costUsd: 0,
  broken: [],
  skipped: [],
  hourly: [],
} as const;

/** Pauses of monitors with a limit of ten datapoints a day, over statistics that the test sets. */
function start() {
  const datapoints = new Map<ProjectId, number>();
  const counted: ProjectId[] = [];
  const state = { now: noon, stored: new Set<ProjectId>(), isAway: false };
  const pauses = createPauses({
    statistics: {
      totals: (project) => {
        if (state.isAway) return Promise.reject(new Error("away"));
        counted.push(project);
        const totals: MonitorTotals = { ...none, datapoints: datapoints.get(project) ?? 0 };
        return Promise.resolve(new Map<MonitorId, MonitorTotals>([[monitorOf(project).id, totals]]));
      },
    },
    activity: {
      storedSince: () => Promise.resolve(state.stored),
      activeSince: () => Promise.resolve(new Set(datapoints.keys())),
    },
    now: () => state.now,
  });
  const count = async () => {
    const changed: ProjectId[] = [];
    await pauses.count((project) => changed.push(project));
    return changed;
  };
  const isPaused = (project: ProjectId) => pauses.applyTo(monitorOf(project)).pause?.all !== undefined;
  return { pauses, state, datapoints, counted, count, isPaused };
}

const monitorOf = (projectId: ProjectId) =>
  aMonitor({ projectId, id: asMonitorId(`monitor of ${projectId}`), dailyLimits: { datapoints: 10 } });
const [busy, quiet] = [asProjectId("busy"), asProjectId("quiet")];

test("only projects that stored something since the last count are counted, and those that changed", async () => {
  const { pauses, state, datapoints, counted, count, isPaused } = start();
  for (const project of [busy, quiet]) pauses.replace(project, [monitorOf(project)]);
  pauses.replace(asProjectId("uncapped"), [aMonitor()]);
  datapoints.set(busy, 9);
  expect(await count()).toEqual([]);
  expect(counted).toEqual([busy]);

  datapoints.set(busy, 10);
  datapoints.set(quiet, 3);
  state.stored = new Set([busy, asProjectId("uncapped")]);
  expect(await count()).toEqual([busy]);
  expect([isPaused(busy), isPaused(quiet), counted]).toEqual([true, false, [busy, busy]]);

  state.stored = new Set();
  pauses.replace(quiet, [monitorOf(quiet)]);
  expect(await count()).toEqual([]);
  expect(counted).toEqual([busy, busy, quiet]);
});

test("a pause ends at midnight, and what could not be counted is counted the next time", async () => {
  const { pauses, state, datapoints, count, isPaused } = start();
  pauses.replace(busy, [monitorOf(busy)]);
  datapoints.set(busy, 12);
  state.isAway = true;
  await expect(count()).rejects.toThrow("away");
  state.isAway = false;
  expect(await count()).toEqual([busy]);
  expect(await count()).toEqual([]);
  state.now += 86_400_000;
  datapoints.clear();
  expect(await count()).toEqual([busy]);
  expect(isPaused(busy)).toBe(false);
});
