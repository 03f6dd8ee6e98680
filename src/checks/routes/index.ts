import { combineRoutes } from "../../server/service.ts";
import { checkRoutes } from "./checks.ts";
import { customCheckRoutes } from "./custom-checks.ts";
import { generateRoutes } from "./generate.ts";
import { jobRoutes } from "./jobs.ts";
import { judgeComparisonRoutes } from "./judge-comparison.ts";
import { judgeRoutes } from "./judges.ts";
import { labelRoutes } from "./labels.ts";

export const routes = combineRoutes(
  checkRoutes,
  customCheckRoutes,
  generateRoutes,
  labelRoutes,
  judgeRoutes,
  judgeComparisonRoutes,
  jobRoutes,
);
