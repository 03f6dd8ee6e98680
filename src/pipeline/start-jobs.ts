import type { FindSlowCheck } from "../checks/check.ts";
import type { JobExecutors, JobLeases, JobStore, JudgedStore } from "../checks/ports/jobs.ts";
import { createJobRunner, type JobRunner } from "../checks/stages/job-runner.ts";
import type { DatapointReader } from "../datapoints/ports/datapoint-reader.ts";
import type { MonitorStore } from "../monitors/ports/monitors.ts";
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
  readonly jobs: JobStore & JudgedStore & JobLeases;
  readonly monitors: MonitorStore;
  readonly datapoints: DatapointReader;
  /** Whether no other process runs jobs: those that an earlier process left running are released at once. */
  readonly isAlone: boolean;
  readonly telemetry: Telemetry;
  readonly shutdownStack: ShutdownStack;
  readonly now: () => number;
}

/** Starts the evaluation jobs: runs asynchronous checks, each with the executor of its kind. */
export async function startJobs(dependencies: JobsDependencies): Promise<JobRunner> {
  const { findSlow, executors, jobs, monitors, datapoints, telemetry, shutdownStack, now, writer, gate, raise } =
    dependencies;
  const encoder = createRowEncoder();
  const stores = { jobs, datapoints, monitors, writer };
  const store = createStoreVerdicts({ ...stores, describe: findSlow, encoder, gate, telemetry, raise, now });
  const jobRunner = createJobRunner({ jobs, executors, datapoints, storeVerdicts: store, telemetry, now });
  // Elsewhere their leases expire.
  if (dependencies.isAlone) await jobs.release();
  jobRunner.start();
  shutdownStack.add(() => jobRunner.stop(shutdownStack.remainingMs()));
  return jobRunner;
}
