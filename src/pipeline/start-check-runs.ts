import {
  type CheckRunStore,
  type CodeCheck,
  type EvaluateApart,
  type JobRunner,
  type JobStore,
  type KnownChecks,
  type SampleReader,
} from "../checks/index.ts";
import type { DatapointReader } from "../datapoints/index.ts";
import type { Schedule } from "../platform/scheduling/schedule.ts";
import type { ShutdownStack } from "../platform/shutdown-stack.ts";
import type { Telemetry } from "../platform/telemetry/telemetry.ts";
import type { TableWriter } from "../storage/index.ts";
import { createRowEncoder } from "./rows/encoder.ts";
import { createCheckRuns } from "./traces/check-runs.ts";
import { createExamineSlice } from "./traces/run-slice.ts";

interface RunsDependencies {
  readonly checkRuns: CheckRunStore;
  readonly codeChecks: ReadonlyMap<string, CodeCheck>;
  readonly jobStore: JobStore;
  readonly datapoints: DatapointReader;
  readonly samples: SampleReader;
  readonly writer: TableWriter;
  readonly jobs: JobRunner;
  readonly evaluateApart: EvaluateApart;
  readonly known: KnownChecks;
  readonly telemetry: Telemetry;
  readonly shutdownStack: ShutdownStack;
  readonly now: () => number;
}

/** Starts the runs of checks over stored datapoints. */
export function startCheckRuns({
  checkRuns,
  codeChecks,
  jobStore,
  datapoints,
  samples,
  writer,
  jobs,
  evaluateApart,
  known,
  telemetry,
  shutdownStack,
  now,
}: RunsDependencies): Schedule {
  const examine = createExamineSlice({
    datapoints,
    known,
    evaluateApart,
    versionOf: (name) => codeChecks.get(name)?.version,
    jobs: jobStore,
    jobsAdded: () => jobs.wake(),
    encoder: createRowEncoder(),
    writer,
    now,
  });
  const runs = createCheckRuns({ runs: checkRuns, samples, examine, emit: telemetry.emit, now });
  runs.start();
  shutdownStack.add(() => runs.stop());
  return runs;
}
