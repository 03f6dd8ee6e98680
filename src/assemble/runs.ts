import { codeChecks } from "../checks/index.ts";
import { type Check, createEvaluateCode } from "../pipeline/check.ts";
import { type CheckRunStation, createCheckRuns } from "../pipeline/check-runs.ts";
import type { JobStation } from "../pipeline/jobs.ts";
import type { KnownChecks } from "../pipeline/known-checks.ts";
import { createOrderJobs } from "../pipeline/order-jobs.ts";
import { createExamineSlice } from "../pipeline/run-slice.ts";
import type { Keeper } from "../ports/kept.ts";
import { createRowEncoder } from "../storage/clickhouse/rows/encoder.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import type { OpenStorage } from "./storage.ts";
import type { Undo } from "./undo.ts";

interface Needs {
  readonly storage: OpenStorage;
  readonly keeper: Keeper;
  readonly jobs: JobStation;
  readonly check: Check;
  readonly known: KnownChecks;
  readonly telemetry: Telemetry;
  readonly undo: Undo;
  readonly now: () => number;
}

/** Runs of checks over what is stored, started. */
export function assembleRuns({ storage, keeper, jobs, check, known, telemetry, undo, now }: Needs): CheckRunStation {
  const { records, datapoints, samples } = storage;
  const examine = createExamineSlice({
    datapoints,
    known,
    check,
    versionOf: (name) => codeChecks.get(name)?.version,
    orderJobs: createOrderJobs({ findSlow: known.find, evaluateCode: createEvaluateCode(codeChecks), now }),
    jobs: records.jobs,
    jobsAdded: () => jobs.wake(),
    encoder: createRowEncoder(),
    keeper,
    now,
  });
  const runs = createCheckRuns({ runs: records.checkRuns, samples, examine, emit: telemetry.emit, now });
  runs.start();
  undo.add(() => runs.stop());
  return runs;
}
