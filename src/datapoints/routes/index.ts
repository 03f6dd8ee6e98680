import { combineRoutes } from "../../server/service.ts";
import { sessionRoutes } from "./call-sessions.ts";
import { datapointRoutes } from "./datapoints.ts";
import { exportRoutes } from "./export.ts";
import { feedbackRoutes } from "./feedback.ts";
import { mediaRoutes } from "./media.ts";
import { payloadRoutes } from "./payload.ts";
import { similarRoutes } from "./similar.ts";
import { tailRoutes } from "./tail.ts";
import { traceTreeRoutes } from "./trace-tree.ts";
import { traceRoutes } from "./traces.ts";

export const routes = combineRoutes(
  datapointRoutes,
  feedbackRoutes,
  similarRoutes,
  exportRoutes,
  payloadRoutes,
  tailRoutes,
  sessionRoutes,
  traceRoutes,
  traceTreeRoutes,
  mediaRoutes,
);
