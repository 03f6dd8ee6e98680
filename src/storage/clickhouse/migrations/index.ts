import { firstTables } from "./001-first-tables.ts";
import { meteredVerdicts } from "./008-metered-verdicts.ts";
import { spanLinks } from "./011-span-links.ts";
import { hourFigures } from "./012-hours.ts";
import { mediaOfDatapoints } from "./013-media-of-datapoints.ts";
import { retriesOfFindings } from "./014-retries-of-findings.ts";
import { passedOver } from "./015-passed-over.ts";
import { traceBatches } from "./016-trace-batches.ts";
import { everyInsertCounts } from "./017-every-insert-counts.ts";
import type { Migration } from "./migration.ts";

/** The steps of the schema in order. */
export const migrations: readonly Migration[] = [
  firstTables,
  meteredVerdicts,
  spanLinks,
  hourFigures,
  mediaOfDatapoints,
  retriesOfFindings,
  passedOver,
  traceBatches,
  everyInsertCounts,
];

/** Tables whose rows expire, in the reverse order of inserting them. */
export const expiringTables = [
  "trace_batches",
  "datapoints",
  "payloads",
  "spans",
  "log_records",
  "verdicts",
  "findings",
  "media",
] as const;
export type Table = (typeof expiringTables)[number];

/** Tables that hold what was worked out from others; they expire with them. */
export const derivedTables = ["touched_hours", "usage_hours", "check_hours"] as const;
