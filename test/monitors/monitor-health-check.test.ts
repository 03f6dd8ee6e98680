import { expect, test } from "vitest";
import type { Monitor } from "../../src/monitors/monitor.ts";
import type { NotifiedHealth } from "../../src/monitors/monitor-change.ts";
import { createMonitorHealthCheck } from "../../src/monitors/stages/monitor-health-check.ts";
import { asMonitorId, asProjectId, type MonitorId, type ProjectId } from "../../src/platform/ids.ts";
import { aMonitor, noon } from "../support/data/examples.ts";

const id = (name: string) => asProjectId(name);
const monitorOf = (projectId: ProjectId, changes: Partial<Monitor> = {}) =>
  aMonitor({ projectId, id: asMonitorId(`monitor of ${projectId}`), ...changes });

test("projects in which a monitor's health may have changed are read, a limited number per round", async () => {
  const read: ProjectId[] = [];
  const enabled = new Map<ProjectId, readonly Monitor[]>(
    ["idle", "active", "notified", "silent", "busy"].map((name) => {
      const changes = name === "silent" ? { noDataAfterMinutes: 60 } : {};
      return [id(name), [monitorOf(id(name), changes)]];
    }),
  );
  const notified = new Map<MonitorId, NotifiedHealth>([
    [monitorOf(id("notified")).id, { state: "broken", at: noon - 1 }],
  ]);
  const watch = createMonitorHealthCheck({
    enabled,
    activity: { activeSince: () => Promise.resolve(new Set([id("active"), id("busy")])) },
    monitorHealth: { notifiedHealth: () => Promise.resolve(notified), notify: () => Promise.resolve([]) },
    readMonitorStatus: (project) => {
      read.push(project);
      return Promise.resolve([]);
    },
    telemetry: { emit: () => undefined },
    now: () => noon,
    everyMs: 60_000,
    projectsARound: 3,
  });
  await watch.look();
  expect(read).toEqual(["active", "notified", "silent"]);
  await watch.look();
  expect(read.slice(3)).toEqual(["busy"]);
  await watch.look();
  expect(read.slice(4)).toEqual(["active", "notified", "silent"]);
});
