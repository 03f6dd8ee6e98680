import type { Settings } from "../app/settings/settings.ts";
import type { OpenStorage } from "../app/storage.ts";
import type { FindSlowCheck } from "../checks/check.ts";
import type { JobExecutors } from "../checks/ports/jobs.ts";
import { createJobRunner, type JobRunner } from "../checks/stages/job-runner.ts";
import type { ShutdownStack } from "../platform/shutdown-stack.ts";
import type { Telemetry } from "../platform/telemetry/telemetry.ts";
import type { TableWriter } from "../storage/ports/table-writer.ts";
import type { EngineGate } from "./batches/engine-gate.ts";
import { createRowEncoder } from "./rows/encoder.ts";
import { createStoreVerdicts } from "./traces/store-verdicts.ts";

interface JobsDependencies {
  readonly findSlow: FindSlowCheck;
  readonly executors: JobExecutors;
  readonly writer: TableWriter;
  readonly gate: EngineGate;
  /** Stage "update issues". */
  readonly raise: Parameters<typeof createStoreVerdicts>[0]["raise"];
  readonly settings: Settings;
  readonly storage: OpenStorage;
  readonly telemetry: Telemetry;
  readonly shutdownStack: ShutdownStack;
  readonly now: () => number;
}

/** Starts the evaluation jobs: runs asynchronous checks, each with the executor of its kind. */
export async function assembleJobs(dependencies: JobsDependencies): Promise<JobRunner> {
  const { findSlow, executors, settings, storage, telemetry, shutdownStack, now, writer, gate, raise } = dependencies;
  const { records, datapoints } = storage;
  const { jobs, monitors } = records;
  const encoder = createRowEncoder();
  const stores = { jobs, datapoints, monitors, writer };
  const store = createStoreVerdicts({ ...stores, describe: findSlow, encoder, gate, telemetry, raise, now });
  const jobRunner = createJobRunner({ jobs, executors, datapoints, storeVerdicts: store, telemetry, now });
  // SQLite has a single process, so jobs that it left running are released immediately. Elsewhere their
  // leases expire.
  if (settings.records.kind === "sqlite") await jobs.release();
  jobRunner.start();
  shutdownStack.add(() => jobRunner.stop(shutdownStack.remainingMs()));
  return jobRunner;
}
