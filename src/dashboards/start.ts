import type { Kysely } from "kysely";
import type { Checks } from "../checks/index.ts";
import { querySql as compile } from "../datapoints/service.ts";
import type { ClickHouse, Tables } from "../storage/index.ts";
import { createOverviewReader } from "./readers/overview.ts";
import { createDashboardStore } from "./records/dashboards.ts";
import { createSavedViewStore } from "./records/saved-views.ts";
import { routes } from "./routes/index.ts";

interface DashboardsDependencies {
  readonly db: Kysely<Tables>;
  readonly clickhouse: ClickHouse;
  readonly checks: Pick<Checks, "costs">;
  /** Limits the time that a chart reads. */
  readonly readSeconds: number;
  /** Base URL for links, without a trailing slash. */
  readonly baseUrl: () => string;
  readonly now: () => number;
}

/** Reads the overview, dashboards and saved views. */
export const startDashboards = ({ db, clickhouse, checks, readSeconds, baseUrl, now }: DashboardsDependencies) => ({
  routes: routes({
    overview: createOverviewReader({ clickhouse, compile, clock: () => performance.now(), readSeconds }),
    checkCosts: checks.costs,
    dashboards: createDashboardStore(db),
    savedViews: createSavedViewStore(db),
    baseUrl,
    now,
  }),
});
