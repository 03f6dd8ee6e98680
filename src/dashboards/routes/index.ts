import { combineRoutes } from "../../server/service.ts";
import { dashboardRoutes } from "./dashboards.ts";
import { overviewRoutes } from "./overview.ts";
import { viewRoutes } from "./views.ts";

export const routes = combineRoutes(overviewRoutes, viewRoutes, dashboardRoutes);
