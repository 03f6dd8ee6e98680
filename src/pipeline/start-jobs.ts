import type { JobRunner } from "../checks/index.ts";
import { createJobRunner } from "../checks/service.ts";
import type { Checks } from "../checks/start.ts";
import type { Datapoints } from "../datapoints/start.ts";
import type { GroupByTopic } from "../issues/index.ts";
import type { Monitors } from "../monitors/start.ts";
import type { Handles, TableWriter } from "../storage/index.ts";
import type { EngineGate } from "./batches/engine-gate.ts";
import { createRowEncoder } from "./rows/encoder.ts";
import { createStoreVerdicts } from "./traces/store-verdicts.ts";

interface JobsDependencies {
  readonly handles: Pick<Handles, "telemetry" | "shutdownStack" | "now">;
  readonly datapoints: Pick<Datapoints, "reader">;
  readonly checks: Pick<Checks, "asynchronousChecks" | "executors" | "jobs">;
  readonly monitors: Pick<Monitors, "store">;
  readonly writer: TableWriter;
  readonly gate: EngineGate;
  readonly groupByTopic: GroupByTopic;
  /** Stage "update issues". */
  readonly raise: Parameters<typeof createStoreVerdicts>[0]["raise"];
  /** Whether no other process runs jobs: those that an earlier process left running are released immediately. */
  readonly isAlone: boolean;
}

/** Starts the evaluation jobs: runs asynchronous checks, each with the executor of its kind. */
export async function startJobs(dependencies: JobsDependencies): Promise<JobRunner> {
  const { handles, checks, monitors, writer, gate, groupByTopic, raise } = dependencies;
  const { telemetry, shutdownStack, now } = handles;
  const { jobs, executors, asynchronousChecks } = checks;
  const datapoints = dependencies.datapoints.reader;
  const encoder = createRowEncoder();
  const stores = { jobs, datapoints, monitors: monitors.store, writer };
  const describe = asynchronousChecks.find;
  const store = createStoreVerdicts({ ...stores, describe, encoder, gate, telemetry, groupByTopic, raise, now });
  const jobRunner = createJobRunner({ jobs, executors, datapoints, storeVerdicts: store, telemetry, now });
  // Elsewhere their leases expire.
  if (dependencies.isAlone) await jobs.release();
  jobRunner.start();
  shutdownStack.add(() => jobRunner.stop(shutdownStack.remainingMs()));
  return jobRunner;
}
