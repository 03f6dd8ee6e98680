import { chaos } from "./chaos/chaos.ts";
import { damagedBodies } from "./fuzz.ts";
import { hostile } from "./hostile/hostile.ts";
import { killAtEveryStage, killClickHouse, killService, stopClickHouse } from "./kills.ts";
import { duplicates, fullDisk, poison, terminate } from "./limits.ts";
import { droppingClients } from "./proxy.ts";
import { reviewRows } from "./review/rows.ts";
import type { Row } from "./row.ts";
import { storm } from "./storm.ts";

/** The tested promises, with their names in docs/reliability.md. */
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

/** Rows that take minutes, or need programs that not every machine has: only the lab runs them, not `npm test`. */
const longRows: Readonly<Record<string, Row>> = { ...reviewRows, chaos, hostile };

export const allRows: Readonly<Record<string, Row>> = { ...rows, ...longRows };
