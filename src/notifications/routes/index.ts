import { combineRoutes } from "../../server/service.ts";
import { channelRoutes } from "./channels.ts";
import { muteRoutes } from "./mutes.ts";

export const routes = combineRoutes(channelRoutes, muteRoutes);
