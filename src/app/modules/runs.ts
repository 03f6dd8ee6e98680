import { codeChecks } from "../../checks/library/index.ts";
import { type Check, createEvaluateCode } from "../../checks/stages/check.ts";
import type { JobStation } from "../../checks/stages/jobs.ts";
import type { KnownChecks } from "../../checks/stages/known-checks.ts";
import { createOrderJobs } from "../../checks/stages/order-jobs.ts";
import { createRowEncoder } from "../../datapoints/rows/encoder.ts";
import type { Keeper } from "../../pipeline/ports/kept.ts";
import { type CheckRunStation, createCheckRuns } from "../../pipeline/traces/check-runs.ts";
import { createExamineSlice } from "../../pipeline/traces/run-slice.ts";
import type { Telemetry } from "../../platform/telemetry/telemetry.ts";
import type { Undo } from "../undo.ts";
import type { OpenStorage } from "./storage.ts";

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
