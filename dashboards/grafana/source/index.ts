import { cost } from "./cost.ts";
import { errors } from "./errors.ts";
import { health } from "./health.ts";
import { overview } from "./overview.ts";
import { jsonOf } from "./panels.ts";
import { quality } from "./quality.ts";
import { variables } from "./scope.ts";

/** Grafana dashboards by file name. */
export const dashboards: Readonly<Record<string, unknown>> = Object.fromEntries(
  Object.entries({ overview, quality, cost, errors, health }).map(([name, dashboard]) => [
    name,
    jsonOf(dashboard, variables),
  ]),
);
