import { chaos } from "./chaos/chaos.ts";
import { damagedBodies } from "./fuzz.ts";
import { killAtEveryStage, killClickHouse, killService, stopClickHouse } from "./kills.ts";
import { duplicates, fullDisk, poison, terminate } from "./limits.ts";
import { droppingClients } from "./proxy.ts";
import { reviewRows } from "./review/rows.ts";
import type { Row } from "./row.ts";
import { storm } from "./storm.ts";

/** The promises that are tried, by the names docs/reliability.md gives them. */
export const rows: Readonly<Record<string, Row>> = {
  A1: killService,
  A2: killAtEveryStage,
  A3: killClickHouse,
  A5: fullDisk,
  A6: stopClickHouse,
  A9: terminate,
  A10: duplicates,
  A13: poison,
  B2: damagedBodies,
  C5: droppingClients,
  D12: storm,
};

/** Rows that take minutes, or need programs that not every machine has: the lab runs them, `npm test` does not. */
const longRows: Readonly<Record<string, Row>> = { ...reviewRows, chaos };

export const allRows: Readonly<Record<string, Row>> = { ...rows, ...longRows };
