import { z } from "zod";
import { datapointFields } from "../../datapoints/index.ts";
import { queryOf } from "../../datapoints/service.ts";
import { randomId } from "../../platform/crypto/random-id.ts";
import type { ProjectId } from "../../platform/ids.ts";
import { defineRoute, Id, isoTime, notFound, ok, refusal } from "../../server/service.ts";
import { Dashboard, DashboardChange, NewDashboard } from "../contract/dashboard.ts";
import { type DashboardChart, type Dashboard as DomainDashboard, dashboardsAtMost } from "../dashboard.ts";
import type { DashboardStore } from "../ports/dashboards.ts";

interface DashboardRouteDependencies {
  readonly dashboards: DashboardStore;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Base URL for links, without a trailing slash. */
  readonly baseUrl: () => string;
}

export function dashboardRoutes({ dashboards, now, baseUrl }: DashboardRouteDependencies) {
  const byId = { id: Id };
  const nameConflict = () => refusal("conflict", "the project has a dashboard of that name", "name");
  return [
    defineRoute({
      method: "GET",
      path: "/dashboards",
      scope: "read",
      tag: "dashboards",
      summary: "List the dashboards that the project put together",
      answers: { 200: z.strictObject({ items: z.array(Dashboard) }) },
      handle: async ({ principal }) => ok({ items: (await dashboards.list(principal.projectId)).map(shown) }),
    }),

    defineRoute({
      method: "POST",
      path: "/dashboards",
      scope: "write",
      tag: "dashboards",
      summary: "Put charts together: each a query, a measure, what it is split by, and a kind",
      body: NewDashboard,
      answers: { 201: Dashboard },
      async handle({ principal: { projectId }, body }) {
        const charts = chartsWithValidQueries(body.charts);
        if ((await dashboards.list(projectId)).length >= dashboardsAtMost)
          throw refusal("conflict", `a project has at most ${dashboardsAtMost} dashboards`);
        const at = now();
        const made = { id: randomId("dashboard"), projectId, name: body.name, charts, createdAt: at, updatedAt: at };
        if (!(await dashboards.add(made))) throw nameConflict();
        return { status: 201, body: shown(made) };
      },
    }),

    defineRoute({
      method: "GET",
      path: "/dashboards/:id",
      scope: "read",
      tag: "dashboards",
      summary: "Show a dashboard's charts; their data comes from /usage",
      params: byId,
      answers: { 200: Dashboard },
      handle: async ({ principal, params }) => ok(shown(await find(principal.projectId, params.id))),
    }),

    defineRoute({
      method: "PATCH",
      path: "/dashboards/:id",
      scope: "write",
      tag: "dashboards",
      summary: "Rename a dashboard, or give it other charts",
      params: byId,
      body: DashboardChange,
      answers: { 200: Dashboard },
      async handle({ principal: { projectId }, params, body: { name, charts } }) {
        const before = await find(projectId, params.id);
        const after = {
          ...before,
          name: name ?? before.name,
          charts: charts === undefined ? before.charts : chartsWithValidQueries(charts),
          updatedAt: now(),
        };
        if (!(await dashboards.replace(after))) throw nameConflict();
        return ok(shown(after));
      },
    }),

    defineRoute({
      method: "DELETE",
      path: "/dashboards/:id",
      scope: "write",
      tag: "dashboards",
      summary: "Delete a dashboard",
      params: byId,
      answers: { 204: undefined },
      async handle({ principal: { projectId }, params }) {
        if (!(await dashboards.remove(projectId, params.id))) throw notFound("dashboard");
        return { status: 204 };
      },
    }),
  ];

  async function find(project: ProjectId, id: string): Promise<DomainDashboard> {
    const found = await dashboards.get(project, id);
    if (!found) throw notFound("dashboard");
    return found;
  }

  /** Throws a refusal that points at the first chart with an invalid query, before anything is stored. */
  function chartsWithValidQueries(charts: z.output<typeof NewDashboard>["charts"]): readonly DashboardChart[] {
    return charts.map(({ by, ...chart }, index) => {
      queryOf(chart.q, now(), { fields: datapointFields, field: `charts.${index}.q` });
      return { ...chart, ...(by === undefined ? {} : { by }) };
    });
  }

  function shown({ projectId, createdAt, updatedAt, ...dashboard }: DomainDashboard) {
    return {
      ...dashboard,
      createdAt: isoTime(createdAt),
      updatedAt: isoTime(updatedAt),
      appLink: `${baseUrl()}/p/${projectId}/dashboards/${dashboard.id}`,
    };
  }
}
