import { providers } from "../../packages/genai-wire/src/providers/index.ts";
import type { CallJudgeModel, CallModel, Evaluate, JudgeGate, JudgeStore } from "../checks/index.ts";
import type { Recognize } from "../datapoints/index.ts";
import type { Admission } from "../otlp/index.ts";
import { randomId } from "../platform/crypto/random-id.ts";
import { messageOf } from "../platform/failure.ts";
import type { HttpClient } from "../platform/http/http-client.ts";
import { createSchedule } from "../platform/scheduling/schedule.ts";
import type { ShutdownStack } from "../platform/shutdown-stack.ts";
import type { Telemetry } from "../platform/telemetry/telemetry.ts";
import type { ProxySettingsStore, SecretStore } from "../providers/index.ts";
import { createModelHosts } from "../providers/service.ts";
import type { ClickHouse } from "../storage/index.ts";
import type { RunLeases } from "./ports/testing-stores.ts";
import { createRunReader } from "./readers/runs.ts";
import { createCheckRows } from "./runs/check-rows.ts";
import { createGenerateByModel } from "./runs/generate-by-model.ts";
import { createSettling, type Settling } from "./runs/settle.ts";
import { createAttemptOnce } from "./served/attempt-once.ts";
import { createCallServedModel } from "./served/call-served-model.ts";
import { createFindModelLocation } from "./served/find-model-location.ts";
import { createPrepare } from "./served/prepare.ts";
import { createRunWorker } from "./served/run-worker.ts";
import { createStopJudge } from "./served/stop-judge.ts";

type SettlingStores = Pick<
  Parameters<typeof createSettling>[0],
  "testRuns" | "runRows" | "models" | "issues" | "issueWatch"
>;

interface TestingDependencies extends SettlingStores {
  readonly runLeases: RunLeases;
  readonly modelSecrets: SecretStore;
  readonly judges: JudgeStore;
  readonly clickhouse: ClickHouse;
  /** Calls the model of a test run as the proxy calls it. */
  readonly callModel: CallModel;
  readonly callJudgeModel: CallJudgeModel;
  readonly http: HttpClient;
  readonly admission: Admission;
  /** A project's own providers are called as the proxy calls them. */
  readonly proxySettings: ProxySettingsStore;
  /** Judge models may also be the models of test runs. */
  readonly judgeGate: JudgeGate;
  readonly recognize: Recognize;
  readonly evaluate: Evaluate;
  readonly telemetry: Telemetry;
  readonly shutdownStack: ShutdownStack;
  readonly now: () => number;
}

const settleEveryMs = 1000;

/** Assembles test runs: settles them while the service runs, and executes those whose model Gaffe can call. */
export function startTesting(dependencies: TestingDependencies) {
  const {
    http,
    judges: judgeStore,
    modelSecrets: secrets,
    proxySettings: settings,
    judgeGate: judges,
    recognize,
    evaluate,
    telemetry,
    shutdownStack,
    now,
  } = dependencies;
  const settling = createSettling({ ...dependencies, reader: createRunReader(dependencies.clickhouse) });
  settleRegularly(settling, telemetry, shutdownStack);

  const findModelLocationBy = (opens: Pick<typeof secrets, "open">) =>
    createFindModelLocation({ settings, providers, judges: judgeStore, secrets: opens });
  const callModel = createCallServedModel({ call: dependencies.callModel, judges, now });
  const prepareRun = createPrepare({ findModelLocation: findModelLocationBy(secrets), callModel, http, secrets, now });
  const tryModel = createAttemptOnce({ findModelLocationBy, callModel, http, secrets, now });
  const runWorker = createRunWorker({
    ...dependencies,
    settling,
    prepare: prepareRun,
    judge: createStopJudge({ evaluate, recognize, now }),
    emit: telemetry.emit,
    process: randomId("process"),
    now,
  });
  runWorker.start();
  shutdownStack.add(() => runWorker.stop());
  const checkRows = createCheckRows({ evaluate, recognize, now });
  const modelHosts = createModelHosts({ settings, providers });
  const generateByModel = createGenerateByModel({ callModel: dependencies.callJudgeModel });
  return { generateByModel, settling, checkRows, runWorker, prepareRun, tryModel, modelHosts };
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
}
