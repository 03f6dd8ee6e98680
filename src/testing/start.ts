import { providers, translators } from "../../packages/genai-wire/src/providers/index.ts";
import type { OpenStorage } from "../app/storage.ts";
import type { JudgeGate } from "../checks/ports/judges.ts";
import type { Evaluate } from "../checks/stages/evaluate.ts";
import type { Recognize } from "../datapoints/assembly/recognition.ts";
import type { Admission } from "../otlp/ports/admission.ts";
import { randomId } from "../platform/crypto/random-id.ts";
import { messageOf } from "../platform/failure.ts";
import type { AddressGuard } from "../platform/http/address.ts";
import { createHttpClient } from "../platform/http/http-client.ts";
import { createSchedule } from "../platform/scheduling/schedule.ts";
import type { ShutdownStack } from "../platform/shutdown-stack.ts";
import type { Telemetry } from "../platform/telemetry/telemetry.ts";
import { createModelHosts } from "../providers/model-hosts.ts";
import type { ProxySettingsStore } from "../providers/ports/proxy-settings.ts";
import { createCallModel } from "../proxy/call-model.ts";
import { createRunReader } from "./readers/runs.ts";
import { createCheckRows } from "./runs/check-rows.ts";
import { createSettling, type Settling } from "./runs/settle.ts";
import { createAttemptOnce } from "./served/attempt-once.ts";
import { createCallServedModel } from "./served/call-served-model.ts";
import { createFindModelLocation } from "./served/find-model-location.ts";
import { createPrepare } from "./served/prepare.ts";
import { createRunWorker } from "./served/run-worker.ts";
import { createStopJudge } from "./served/stop-judge.ts";

interface OfflineDependencies {
  readonly storage: Pick<OpenStorage, "records" | "clickhouse">;
  readonly admission: Admission;
  readonly guard: AddressGuard;
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
export function assembleOffline(dependencies: OfflineDependencies) {
  const {
    storage,
    admission,
    guard,
    proxySettings: settings,
    judgeGate: judges,
    recognize,
    evaluate,
    telemetry,
    shutdownStack,
    now,
  } = dependencies;
  const { records } = storage;
  const settling = createSettling({ ...records, admission, reader: createRunReader(storage.clickhouse), now });
  settleRegularly(settling, telemetry, shutdownStack);

  const http = createHttpClient({ guard, connectTimeoutMs: 10_000 });
  shutdownStack.add(() => http[Symbol.asyncDispose]());
  const secrets = records.modelSecrets;
  const findModelLocationBy = (opens: Pick<typeof secrets, "open">) =>
    createFindModelLocation({ settings, providers, judges: records.judges, secrets: opens });
  const callModel = createCallServedModel({ call: createCallModel({ http, translators, now }), judges, now });
  const prepareRun = createPrepare({ findModelLocation: findModelLocationBy(secrets), callModel, http, secrets, now });
  const tryModel = createAttemptOnce({ findModelLocationBy, callModel, http, secrets, now });
  const runWorker = createRunWorker({
    ...records,
    runLeases: records.runLeases,
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
  return { settling, checkRows, runWorker, prepareRun, tryModel, modelHosts };
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
