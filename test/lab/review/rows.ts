import type { Row } from "../row.ts";
import {
  backlog,
  costOfLatePart,
  lateCallOfLongTrace,
  lateCallOfManySpans,
  lateCallsAfterOutage,
  lateCallsInOneRequest,
  traceOfGrowingSize,
} from "./acknowledged-never-visible.ts";
import { damagedRows } from "./damaged-journal.ts";
import { alertAcrossRestart, databaseAway, databaseRestartsUnderLoad, databaseSilent } from "./database-away.ts";
import {
  fullDiskUnderLoad,
  healthWhileEngineStopped,
  journalFolderAway,
  slowDisk,
  startsWhileDatabaseIsAway,
  stopWithDeadJournal,
} from "./disks.ts";
import { neighboursRows } from "./neighbors.ts";
import { everyInsertRefused, onePoisonedCall, tableAway } from "./refusing-engine.ts";
import { severalProcesses } from "./several-processes.ts";
import { visibleFaults } from "./visible-faults.ts";

/** Faults that a review measured, each as a promise. docs/reliability-lab.md has the results. */
export const reviewRows: Readonly<Record<string, Row>> = {
  "R1.1": lateCallsInOneRequest,
  "R1.2": lateCallsAfterOutage,
  "R1.3": lateCallOfLongTrace,
  "R1.4": lateCallOfManySpans,
  "R1.5": traceOfGrowingSize,
  "R1.6": backlog(2000, 300_000),
  "R1.7": backlog(2000, 500_000),
  "R1.8": backlog(100, 15_000_000),
  "R1.9": costOfLatePart,
  "R2.1": tableAway,
  "R2.2": everyInsertRefused,
  "R2.3": onePoisonedCall,
  "R2.4": databaseAway,
  "R2.5": alertAcrossRestart("SIGTERM"),
  "R2.6": alertAcrossRestart("SIGKILL"),
  ...damagedRows,
  "R3.1": databaseRestartsUnderLoad,
  "R3.2": databaseSilent,
  "R3.3": journalFolderAway,
  "R3.4": healthWhileEngineStopped,
  "R3.5": stopWithDeadJournal,
  "R3.6": fullDiskUnderLoad,
  "R3.7": slowDisk,
  "R3.8": startsWhileDatabaseIsAway,
  ...severalProcesses,
  ...neighboursRows,
  ...visibleFaults,
};
