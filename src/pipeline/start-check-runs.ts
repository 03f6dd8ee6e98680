import type { JobRunner } from "../checks/index.ts";
import type { Checks } from "../checks/start.ts";
import type { Datapoints } from "../datapoints/start.ts";
import type { Schedule } from "../platform/scheduling/schedule.ts";
import type { Handles, TableWriter } from "../storage/index.ts";
import { createRowEncoder } from "./rows/encoder.ts";
import { createCheckRuns } from "./traces/check-runs.ts";
import { createExamineSlice } from "./traces/run-slice.ts";

interface RunsDependencies {
  readonly handles: Pick<Handles, "telemetry" | "shutdownStack" | "now">;
  readonly datapoints: Pick<Datapoints, "reader">;
  readonly checks: Pick<
    Checks,
    "asynchronousChecks" | "evaluateApart" | "checkRuns" | "codeChecks" | "jobs" | "samples"
  >;
  readonly writer: TableWriter;
  readonly jobs: JobRunner;
}

/** Starts the runs of checks over stored datapoints. */
export function startCheckRuns({ handles, datapoints, checks, writer, jobs }: RunsDependencies): Schedule {
  const { telemetry, shutdownStack, now } = handles;
  const { asynchronousChecks: known, evaluateApart, checkRuns, codeChecks, samples } = checks;
  const examine = createExamineSlice({
    datapoints: datapoints.reader,
    known,
    evaluateApart,
    versionOf: (name) => codeChecks.get(name)?.version,
    jobs: checks.jobs,
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
