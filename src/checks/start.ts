import { querySql as compile } from "../datapoints/service.ts";
import type { Datapoints } from "../datapoints/start.ts";
import type { AddressGuard } from "../platform/http/address.ts";
import type { ProjectId } from "../platform/ids.ts";
import type { ThreadPool } from "../platform/threads/thread-pool.ts";
import type { Handles } from "../storage/index.ts";
import { createProjectChanges } from "../storage/service.ts";
import type { CustomCheck } from "./custom/custom-check.ts";
import { accuracyOf } from "./library/accuracy.ts";
import { examplesOf } from "./library/examples.ts";
import { codeChecks } from "./library/index.ts";
import { createCheckCostReader } from "./readers/check-costs.ts";
import { createCheckHistoryReader } from "./readers/check-history.ts";
import { createSampleReader } from "./readers/samples.ts";
import { createCheckRunStore } from "./records/check-runs.ts";
import { createCustomCheckStore } from "./records/custom-checks.ts";
import { createJobReader } from "./records/job-reader.ts";
import { createJobStore } from "./records/jobs.ts";
import { createJudgeStore, createSpendStore } from "./records/judges.ts";
import { createVerdictLabelStore } from "./records/verdict-labels.ts";
import { routes } from "./routes/index.ts";
import { createEvaluateApart } from "./stages/evaluate-apart.ts";
import { startEvaluation } from "./stages/start-evaluation.ts";

interface ChecksDependencies {
  readonly handles: Pick<Handles, "db" | "clickhouse" | "box" | "addressGuard" | "telemetry" | "shutdownStack" | "now">;
  /** Restricts the addresses of judge models when they are called. */
  readonly modelGuard: AddressGuard;
  readonly datapoints: Pick<Datapoints, "reader" | "traces" | "recognize">;
  /** Runs a task on a thread that takes none from incoming data. */
  readonly runApart: ThreadPool["run"];
  /** Sends the checks of a project to every pipeline thread. */
  readonly updatePipeline: (project: ProjectId, checks: readonly CustomCheck[] | undefined) => void;
}

export type Checks = Awaited<ReturnType<typeof startChecks>>;

/** Starts the evaluation of checks. Their jobs run in the pipeline, which stores the verdicts. */
export async function startChecks({ handles, modelGuard, datapoints, runApart, updatePipeline }: ChecksDependencies) {
  const { db, clickhouse, box, addressGuard, telemetry, shutdownStack, now } = handles;
  const customChecks = createCustomCheckStore(db);
  const judges = createJudgeStore(db, box);
  const spend = createSpendStore(db);
  const jobReader = createJobReader(db);
  const verdictLabels = createVerdictLabelStore(db);
  const evaluateApart = createEvaluateApart(runApart);
  const evaluation = await startEvaluation({
    evaluateApart,
    datapoints: datapoints.reader,
    traces: datapoints.traces,
    customChecks,
    projectChanges: createProjectChanges(db),
    guard: modelGuard,
    judges,
    spend,
    telemetry,
    shutdownStack,
    updatePipeline,
    now,
  });
  const { executors, judgeGate, callJudgeModel, judging, asynchronousChecks } = evaluation;
  const { checksChanged, tryDefinition, generateCheck, evaluate, validateDefinition } = evaluation;
  return {
    customChecks,
    judges,
    spend,
    jobReader,
    verdictLabels,
    jobs: createJobStore(db),
    checkRuns: createCheckRunStore(db),
    samples: createSampleReader({ clickhouse, compile }),
    costs: createCheckCostReader({ clickhouse }),
    history: createCheckHistoryReader({ clickhouse }),
    codeChecks,
    asynchronousChecks,
    evaluateApart,
    evaluate,
    tryDefinition,
    executors,
    judging,
    judgeGate,
    callJudgeModel,
    routes: ({ monitorsUsing }: Pick<Parameters<typeof routes>[0], "monitorsUsing">) =>
      routes({
        monitorsUsing,
        checks: codeChecks,
        accuracyOf,
        examplesOf,
        asynchronousChecks,
        customChecks,
        checksChanged,
        evaluate,
        validateDefinition,
        generateCheck,
        datapoints: datapoints.reader,
        recognize: datapoints.recognize,
        verdictLabels,
        judges,
        judging,
        spend,
        jobReader,
        addressGuard,
        now,
      }),
  };
}
