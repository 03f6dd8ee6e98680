import { expect, test } from "vitest";
import type { Monitor } from "../../src/monitors/monitor.ts";
import type { ToldHealth } from "../../src/monitors/monitor-change.ts";
import { createMonitorWatch } from "../../src/monitors/stages/watch-monitors.ts";
import { asMonitorId, asProjectId, type MonitorId, type ProjectId } from "../../src/platform/ids.ts";
import { aMonitor, noon } from "../support/data/examples.ts";

const id = (name: string) => asProjectId(name);
const monitorOf = (projectId: ProjectId, changes: Partial<Monitor> = {}) =>
  aMonitor({ projectId, id: asMonitorId(`monitor of ${projectId}`), ...changes });

test("projects in which a monitor's health may have changed are read, so many a round", async () => {
  const read: ProjectId[] = [];
  const enabled = new Map<ProjectId, readonly Monitor[]>(
    ["idle", "active", "told", "silent", "busy"].map((name) => {
      const changes = name === "silent" ? { noDataAfterMinutes: 60 } : {};
      return [id(name), [monitorOf(id(name), changes)]];
    }),
  );
  const told = new Map<MonitorId, ToldHealth>([[monitorOf(id("told")).id, { state: "broken", at: noon - 1 }]]);
  const watch = createMonitorWatch({
    enabled,
    activity: { activeSince: () => Promise.resolve(new Set([id("active"), id("busy")])) },
    monitorHealth: { told: () => Promise.resolve(told), tell: () => Promise.resolve([]) },
    lookAtMonitors: (project) => {
      read.push(project);
      return Promise.resolve([]);
    },
    telemetry: { emit: () => undefined },
    now: () => noon,
    everyMs: 60_000,
    projectsARound: 3,
  });
  await watch.look();
  expect(read).toEqual(["active", "told", "silent"]);
  await watch.look();
  expect(read.slice(3)).toEqual(["busy"]);
  await watch.look();
  expect(read.slice(4)).toEqual(["active", "told", "silent"]);
});
