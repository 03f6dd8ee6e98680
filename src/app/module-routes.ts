import { routes as accounts } from "../accounts/routes/index.ts";
import { previewRoutes as backtest } from "../backtest/routes/preview.ts";
import { routes as checks } from "../checks/routes/index.ts";
import { routes as dashboards } from "../dashboards/routes/index.ts";
import { routes as datapoints } from "../datapoints/routes/index.ts";
import { issueRoutes as issues } from "../issues/routes/issues.ts";
import { routes as monitors } from "../monitors/routes/index.ts";
import { routes as notifications } from "../notifications/routes/index.ts";
import { deadLetterRoutes as pipeline } from "../pipeline/routes/dead-letters.ts";
import { routes as privacy } from "../privacy/routes/index.ts";
import { routes as providers } from "../providers/routes/index.ts";
import { combineRoutes } from "../server/routes/combine-routes.ts";
import type { Route } from "../server/routes/route.ts";
import { routes as testing } from "../testing/routes/index.ts";
import { routes as web } from "../web/routes/index.ts";

const moduleRoutes = {
  accounts,
  providers,
  datapoints,
  privacy,
  checks,
  monitors,
  issues,
  notifications,
  backtest,
  dashboards,
  testing,
  pipeline,
  web,
};

/** The routes of every module, in the order of the API document. */
export type ModuleRoutes = Readonly<Record<keyof typeof moduleRoutes, readonly Route[]>>;

/** Creates all routes without a service, for the API document and for tests. */
export const createAllRoutes = combineRoutes(...Object.values(moduleRoutes));
