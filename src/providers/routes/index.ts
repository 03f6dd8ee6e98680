import { combineRoutes } from "../../server/service.ts";
import { providerKeyRoutes } from "./provider-keys.ts";
import { upstreamRoutes } from "./upstreams.ts";

export const routes = combineRoutes(upstreamRoutes, providerKeyRoutes);
