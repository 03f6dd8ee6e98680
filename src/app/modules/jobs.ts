import type { FindSlowCheck } from "../../checks/check.ts";
import type { JobExecutors } from "../../checks/ports/jobs.ts";
import { createJobStation, type JobStation } from "../../checks/stages/jobs.ts";
import { createRowEncoder } from "../../datapoints/rows/encoder.ts";
import type { EngineGate } from "../../pipeline/batches/engine-gate.ts";
import type { Keeper } from "../../pipeline/ports/kept.ts";
import { createKeepVerdicts } from "../../pipeline/traces/keep-verdicts.ts";
import type { Telemetry } from "../../platform/telemetry/telemetry.ts";
import type { Settings } from "../settings/settings.ts";
import type { Undo } from "../undo.ts";
import type { OpenStorage } from "./storage.ts";

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
