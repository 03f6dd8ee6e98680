import type { Settings } from "../config/settings.ts";
import type { FindSlowCheck } from "../domain/check.ts";
import type { EngineGate } from "../pipeline/engine-gate.ts";
import { createJobStation, type JobStation } from "../pipeline/jobs.ts";
import { createKeepVerdicts } from "../pipeline/keep-verdicts.ts";
import type { JobExecutors } from "../ports/jobs.ts";
import type { Keeper } from "../ports/kept.ts";
import { createRowEncoder } from "../storage/clickhouse/rows/encoder.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import type { OpenStorage } from "./storage.ts";
import type { Undo } from "./undo.ts";

interface Needs {
  readonly findSlow: FindSlowCheck;
  readonly executors: JobExecutors;
  readonly keeper: Keeper;
  readonly gate: EngineGate;
  /** Stage "update issues". */
  readonly raise: Parameters<typeof createKeepVerdicts>[0]["raise"];
  readonly settings: Settings;
  readonly storage: OpenStorage;
  readonly telemetry: Telemetry;
  readonly undo: Undo;
  readonly now: () => number;
}

/** Station 5′, started: slow checks are run, each by the executor of its kind. */
export async function assembleJobs(needs: Needs): Promise<JobStation> {
  const { findSlow, executors, settings, storage, telemetry, undo, now, keeper, gate, raise } = needs;
  const { records, datapoints } = storage;
  const { jobs, monitors } = records;
  const encoder = createRowEncoder();
  const stores = { jobs, datapoints, monitors, keeper };
  const keep = createKeepVerdicts({ ...stores, describe: findSlow, encoder, gate, telemetry, raise, now });
  const station = createJobStation({ jobs, executors, datapoints, keep, telemetry, now });
  // SQLite has one process: what its last life was running is run again at once. Elsewhere the leases say when.
  if (settings.records.kind === "sqlite") await jobs.release();
  station.start();
  undo.add(() => station.stop(undo.remainingMs()));
  return station;
}
