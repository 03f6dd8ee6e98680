import { accessRoutes } from "./access.ts";
import { channelRoutes } from "./channels.ts";
import { checkRoutes } from "./checks.ts";
import { datapointRoutes } from "./datapoints.ts";
import { healthRoutes } from "./health.ts";
import { issueRoutes } from "./issues.ts";
import { mediaRoutes } from "./media.ts";
import { monitorRoutes } from "./monitors.ts";
import type { ApiNeeds } from "./needs.ts";
import type { Route } from "./route.ts";
import { traceRoutes } from "./traces.ts";
import { upstreamRoutes } from "./upstreams.ts";

/** Every route of /api/v1. */
export function routesOf(needs: ApiNeeds): readonly Route[] {
  return [
    ...datapointRoutes(needs),
    ...traceRoutes(needs),
    ...mediaRoutes(needs),
    ...monitorRoutes(needs),
    ...checkRoutes(needs),
    ...issueRoutes(needs),
    ...channelRoutes(needs),
    ...healthRoutes(needs),
    ...accessRoutes(needs),
    ...upstreamRoutes(needs),
  ];
}
