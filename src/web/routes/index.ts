import { combineRoutes } from "../../server/service.ts";
import { documentationRoutes } from "./documentation.ts";
import { healthRoutes } from "./health.ts";
import { sampleRoutes } from "./sample.ts";

export const routes = combineRoutes(healthRoutes, sampleRoutes, documentationRoutes);
