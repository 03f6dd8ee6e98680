import type { Migration } from "./migration.ts";
import { onCluster } from "./on-cluster.ts";
import { takesEveryInsert } from "./table.ts";

/** As of this step: later ones may add others. */
const tables = [
  "datapoints",
  "payloads",
  "spans",
  "log_records",
  "verdicts",
  "findings",
  "media",
  "trace_batches",
  "touched_hours",
  "usage_hours",
  "check_hours",
];

/** Tables that were made before this step log their last 10,000 inserts. */
export const everyInsertCounts: Migration = {
  id: 17,
  name: "every insert counts",
  statements: (options) => {
    const settings = Object.entries(takesEveryInsert(options)).map(([name, value]) => `${name} = ${value}`);
    return tables.map((table) => `ALTER TABLE ${table}${onCluster(options)} MODIFY SETTING ${settings.join(", ")}`);
  },
};
