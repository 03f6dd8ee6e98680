import { combineRoutes } from "../../server/service.ts";
import { healthRoutes } from "./health.ts";
import { sampleRoutes } from "./sample.ts";

export const routes = combineRoutes(healthRoutes, sampleRoutes);
