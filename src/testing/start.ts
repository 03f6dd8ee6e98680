import { providers as knownProviders } from "../../packages/genai-wire/src/providers/index.ts";
import type { CallModel } from "../checks/index.ts";
import type { Checks } from "../checks/start.ts";
import type { Datapoints } from "../datapoints/start.ts";
import type { FindScenarioSet } from "../issues/index.ts";
import type { Issues } from "../issues/start.ts";
import type { Monitors } from "../monitors/start.ts";
import { randomId } from "../platform/crypto/random-id.ts";
import { messageOf } from "../platform/failure.ts";
import type { HttpClient } from "../platform/http/http-client.ts";
import { createSchedule } from "../platform/scheduling/schedule.ts";
import type { ShutdownStack } from "../platform/shutdown-stack.ts";
import type { Telemetry } from "../platform/telemetry/telemetry.ts";
import type { Privacy } from "../privacy/start.ts";
import type { Providers } from "../providers/start.ts";
import type { Handles } from "../storage/index.ts";
import { createRunReader } from "./readers/runs.ts";
import { createModelStore } from "./records/models.ts";
import { createRunLeases } from "./records/run-leases.ts";
import { createScenarioStore } from "./records/scenario-sets.ts";
import { createRunRowStore } from "./records/test-run-rows.ts";
import { createTestRunStore } from "./records/test-runs.ts";
import { routes } from "./routes/index.ts";
import { createCheckRows } from "./runs/check-rows.ts";
import { createGenerateByModel } from "./runs/generate-by-model.ts";
import { createFindCheckProblems } from "./runs/readiness.ts";
import { createSettling, type Settling } from "./runs/settle.ts";
import { createAttemptOnce } from "./served/attempt-once.ts";
import { createCallServedModel } from "./served/call-served-model.ts";
import { createFindModelLocation } from "./served/find-model-location.ts";
import { createPrepare } from "./served/prepare.ts";
import { createRunWorker } from "./served/run-worker.ts";
import { createStopJudge } from "./served/stop-judge.ts";

interface TestingDependencies {
  readonly handles: Pick<Handles, "db" | "clickhouse" | "telemetry" | "shutdownStack" | "baseUrl" | "now">;
  readonly providers: Pick<Providers, "settings" | "secrets" | "modelHosts">;
  readonly datapoints: Pick<Datapoints, "reader" | "recognize">;
  readonly privacy: Pick<Privacy, "store" | "defaults" | "admission" | "scrub">;
  readonly checks: Checks;
  readonly monitors: Pick<Monitors, "store">;
  readonly issues: Pick<Issues, "store" | "watch" | "findings">;
  /** Calls the model of a test run as the proxy calls it. */
  readonly callModel: CallModel;
  readonly http: HttpClient;
}

const settleEveryMs = 1000;

/** Assembles test runs: settles them while the service runs, and executes those whose model Gaffe can call. */
export function startTesting({
  handles,
  providers,
  datapoints,
  privacy,
  checks,
  monitors,
  issues,
  callModel: call,
  http,
}: TestingDependencies) {
  const { db, clickhouse, telemetry, shutdownStack, baseUrl, now } = handles;
  const scenarios = createScenarioStore(db);
  const models = createModelStore(db);
  const testRuns = createTestRunStore(db);
  const runRows = createRunRowStore(db);
  const runLeases = createRunLeases(db);
  const { judges, evaluate } = checks;
  const { settings, secrets } = providers;
  const { recognize } = datapoints;
  // Work that Gaffe does for a project does not count against the quota of its sources.
  const { admission } = privacy;
  const settling = createSettling({
    testRuns,
    runRows,
    models,
    admission,
    reader: createRunReader(clickhouse),
    issues: issues.store,
    issueWatch: issues.watch,
    emit: telemetry.emit,
    now,
  });
  settleRegularly(settling, telemetry, shutdownStack);

  const findModelLocationBy = (opens: Pick<typeof secrets, "open">) =>
    createFindModelLocation({ settings, providers: knownProviders, judges, secrets: opens });
  const callModel = createCallServedModel({ call, judges: checks.judgeGate, now });
  const prepareRun = createPrepare({ findModelLocation: findModelLocationBy(secrets), callModel, http, secrets, now });
  const runWorker = createRunWorker({
    runLeases,
    runRows,
    models,
    settling,
    prepare: prepareRun,
    judge: createStopJudge({ evaluate, recognize, now }),
    emit: telemetry.emit,
    process: randomId("process"),
    now,
  });
  const findScenarioSet: FindScenarioSet = (project, key) => scenarios.get(project, key);
  runWorker.start();
  shutdownStack.add(() => runWorker.stop());
  return {
    findScenarioSet,
    routes: routes({
      scenarios,
      models,
      testRuns,
      runRows,
      runLeases,
      runWorker,
      settling,
      prepareRun,
      tryModel: createAttemptOnce({ findModelLocationBy, callModel, http, secrets, now }),
      findCheckProblems: createFindCheckProblems({
        checks: checks.codeChecks,
        asynchronousChecks: checks.asynchronousChecks,
        customChecks: checks.customChecks,
        judges,
        spend: checks.spend,
        scenarios,
        now,
      }),
      checkRows: createCheckRows({ evaluate, recognize, now }),
      generateByModel: createGenerateByModel({ callModel: checks.callJudgeModel }),
      modelSecrets: secrets,
      modelHosts: providers.modelHosts,
      datapoints: datapoints.reader,
      recognize,
      samples: checks.samples,
      checks: checks.codeChecks,
      asynchronousChecks: checks.asynchronousChecks,
      customChecks: checks.customChecks,
      verdictLabels: checks.verdictLabels,
      tryDefinition: checks.tryDefinition,
      findings: issues.findings,
      issues: issues.store,
      monitors: monitors.store,
      privacy: privacy.store,
      ownPrivacy: privacy.defaults,
      scrub: privacy.scrub,
      baseUrl,
      now,
    }),
  };
}

function settleRegularly(settling: Settling, telemetry: Telemetry, shutdownStack: ShutdownStack): void {
  const schedule = createSchedule({
    work: () => settling.settleAll(),
    onFailure: (thrown) =>
      telemetry.emit({
        kind: "test-runs-unsettled",
        level: "error",
        message: "test runs could not be settled; Gaffe retries",
        facts: { error: messageOf(thrown) },
      }),
    everyMs: settleEveryMs,
  });
  schedule.start();
  shutdownStack.add(schedule.stop);
  shutdownStack.add(() => settling.stop());
}
