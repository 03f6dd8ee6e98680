import { combineRoutes } from "../../server/service.ts";
import { deletionRoutes } from "./deletions.ts";
import { privacyRoutes } from "./privacy.ts";

export const routes = combineRoutes(privacyRoutes, deletionRoutes);
