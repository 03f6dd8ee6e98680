import { combineRoutes } from "../../server/service.ts";
import { monitorRoutes } from "./monitors.ts";
import { verdictRoutes } from "./verdicts.ts";

export const routes = combineRoutes(monitorRoutes, verdictRoutes);
