import type { FindSlowCheck, JobExecutors, JobLeases, JobRunner, JobStore, JudgedStore } from "../checks/index.ts";
import { createJobRunner } from "../checks/service.ts";
import type { DatapointReader } from "../datapoints/index.ts";
import type { MonitorStore } from "../monitors/index.ts";
import type { ShutdownStack } from "../platform/shutdown-stack.ts";
import type { Telemetry } from "../platform/telemetry/telemetry.ts";
import type { TableWriter } from "../storage/index.ts";
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
  /** Whether no other process runs jobs: those that an earlier process left running are released immediately. */
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
