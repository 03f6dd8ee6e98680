import { codeChecks } from "../../checks/library/index.ts";
import { type Check, createEvaluateCode } from "../../checks/stages/check.ts";
import { createEvaluationJobs } from "../../checks/stages/evaluation-jobs.ts";
import type { JobRunner } from "../../checks/stages/job-runner.ts";
import type { KnownChecks } from "../../checks/stages/known-checks.ts";
import { createRowEncoder } from "../../pipeline/rows/encoder.ts";
import { createCheckRuns } from "../../pipeline/traces/check-runs.ts";
import { createExamineSlice } from "../../pipeline/traces/run-slice.ts";
import type { Polling } from "../../platform/scheduling/polling.ts";
import type { Telemetry } from "../../platform/telemetry/telemetry.ts";
import type { TableWriter } from "../../storage/ports/table-writer.ts";
import type { ShutdownStack } from "../shutdown-stack.ts";
import type { OpenStorage } from "./storage.ts";

interface RunsDependencies {
  readonly storage: OpenStorage;
  readonly writer: TableWriter;
  readonly jobs: JobRunner;
  readonly check: Check;
  readonly known: KnownChecks;
  readonly telemetry: Telemetry;
  readonly shutdownStack: ShutdownStack;
  readonly now: () => number;
}

/** Starts the runs of checks over stored datapoints. */
export function assembleRuns({
  storage,
  writer,
  jobs,
  check,
  known,
  telemetry,
  shutdownStack,
  now,
}: RunsDependencies): Polling {
  const { records, datapoints, samples } = storage;
  const examine = createExamineSlice({
    datapoints,
    known,
    check,
    versionOf: (name) => codeChecks.get(name)?.version,
    orderJobs: createEvaluationJobs({ findSlow: known.find, evaluateCode: createEvaluateCode(codeChecks), now }),
    jobs: records.jobs,
    jobsAdded: () => jobs.wake(),
    encoder: createRowEncoder(),
    writer,
    now,
  });
  const runs = createCheckRuns({ runs: records.checkRuns, samples, examine, emit: telemetry.emit, now });
  runs.start();
  shutdownStack.add(() => runs.stop());
  return runs;
}
