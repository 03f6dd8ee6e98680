/** Writes the Grafana dashboards from their definitions. */
import { writeFileSync } from "node:fs";
import { dashboards } from "../dashboards/grafana/source/index.ts";

for (const [name, json] of Object.entries(dashboards)) {
  const file = new URL(`../dashboards/grafana/dashboards/${name}.json`, import.meta.url);
  writeFileSync(file, `${JSON.stringify(json, undefined, 2)}\n`);
}
