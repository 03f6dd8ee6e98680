import { z } from "zod";
import { randomId } from "../../platform/crypto/random-id.ts";
import { asMonitorId, type MonitorId, type ProjectId } from "../../platform/ids.ts";
import { defineRoute, Id, notFound, ok, refusal } from "../../server/service.ts";

import { Monitor, MonitorChange, NewMonitor } from "../contract/monitor.ts";
import type { Monitor as DomainMonitor } from "../monitor.ts";
import { monitorJson } from "./monitor-json.ts";
import { monitorStatusRoutes } from "./monitor-status.ts";
import { createRefuseMistakes } from "./refuse-mistakes.ts";
import { changedMonitor, monitorOf } from "./requested-monitor.ts";

interface PickedMonitorRoutesDependencies {
  /** Called after every change of a project's monitors, so that the pipeline uses the new ones. */
  readonly monitorsChanged: (project: ProjectId) => void;
}

type MonitorRoutesDependencies = Parameters<typeof createRefuseMistakes>[0] &
  Parameters<typeof monitorStatusRoutes>[0] &
  PickedMonitorRoutesDependencies;

export function monitorRoutes(dependencies: MonitorRoutesDependencies) {
  const { monitors, monitorsChanged, now } = dependencies;
  const refuseMistakes = createRefuseMistakes(dependencies);
  const byId = { id: Id };

  return [
    defineRoute({
      method: "GET",
      path: "/monitors",
      scope: "read",
      tag: "monitors",
      summary: "List the project's monitors",
      answers: { 200: z.strictObject({ items: z.array(Monitor) }) },
      handle: async ({ principal }) => ok({ items: (await monitors.list(principal.projectId)).map(monitorJson) }),
    }),

    defineRoute({
      method: "POST",
      path: "/monitors",
      scope: "write",
      tag: "monitors",
      summary: "Create a monitor",
      body: NewMonitor,
      answers: { 201: Monitor },
      async handle({ principal: { projectId }, body }) {
        const at = now();
        refuseMistakes(projectId, body);
        const made = monitorOf(body, { id: asMonitorId(randomId("monitor")), projectId, at });
        await monitors.add(made);
        monitorsChanged(projectId);
        return { status: 201, body: monitorJson(made) };
      },
    }),

    ...monitorStatusRoutes(dependencies),

    defineRoute({
      method: "GET",
      path: "/monitors/:id",
      scope: "read",
      tag: "monitors",
      summary: "Show a monitor",
      params: byId,
      answers: { 200: Monitor },
      handle: async ({ principal, params }) => ok(monitorJson(await find(principal.projectId, asMonitorId(params.id)))),
    }),

    defineRoute({
      method: "PATCH",
      path: "/monitors/:id",
      scope: "write",
      tag: "monitors",
      summary: "Change, enable or disable a monitor",
      params: byId,
      body: MonitorChange,
      answers: { 200: Monitor },
      async handle({ principal: { projectId }, params, body }) {
        const before = await find(projectId, asMonitorId(params.id));
        refuseMistakes(projectId, { condition: body.condition ?? "", checks: body.checks ?? [] });
        if (body.revision !== undefined && body.revision !== before.revision) throw outdated(before);
        const after = changedMonitor(before, body, now());
        if (!(await monitors.replace(after))) throw outdated(before);
        monitorsChanged(projectId);
        return ok(monitorJson(after));
      },
    }),

    defineRoute({
      method: "DELETE",
      path: "/monitors/:id",
      scope: "write",
      tag: "monitors",
      summary: "Delete a monitor; its issues stay",
      params: byId,
      answers: { 204: undefined },
      async handle({ principal: { projectId }, params }) {
        if (!(await monitors.remove(projectId, asMonitorId(params.id)))) throw notFound("monitor");
        monitorsChanged(projectId);
        return { status: 204 };
      },
    }),
  ];

  async function find(project: ProjectId, id: MonitorId): Promise<DomainMonitor> {
    const monitor = await monitors.get(project, id);
    if (!monitor) throw notFound("monitor");
    return monitor;
  }
}

const outdated = ({ revision }: DomainMonitor) =>
  refusal("conflict", `somebody else changed it: its revision is ${revision} by now or higher`, "revision");
