import type { Checks } from "../checks/start.ts";
import { querySql as compile } from "../datapoints/service.ts";
import type { Handles } from "../storage/index.ts";
import { createOverviewReader } from "./readers/overview.ts";
import { createDashboardStore } from "./records/dashboards.ts";
import { createSavedViewStore } from "./records/saved-views.ts";
import { routes } from "./routes/index.ts";

interface DashboardsDependencies {
  readonly handles: Pick<Handles, "db" | "clickhouse" | "baseUrl" | "now">;
  readonly checks: Pick<Checks, "costs">;
  /** Limits the time that a chart reads. */
  readonly readSeconds: number;
}

/** Reads the overview, dashboards and saved views. */
export function startDashboards({ handles, checks, readSeconds }: DashboardsDependencies) {
  const { db, clickhouse, baseUrl, now } = handles;
  const overview = createOverviewReader({ clickhouse, compile, clock: () => performance.now(), readSeconds });
  const dashboards = createDashboardStore(db);
  const savedViews = createSavedViewStore(db);
  return { routes: routes({ overview, checkCosts: checks.costs, dashboards, savedViews, baseUrl, now }) };
}
