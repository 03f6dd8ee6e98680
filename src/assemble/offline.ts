import type { Recognize } from "../domain/recognition.ts";
import type { AddressGuard } from "../lib/address.ts";
import { messageOf } from "../lib/failure.ts";
import { createGuardedRequest } from "../lib/guarded-request.ts";
import { randomId } from "../lib/random-id.ts";
import { createRounds } from "../lib/rounds.ts";
import { createCheckRows } from "../offline/check-rows.ts";
import { createAsk } from "../offline/served/ask.ts";
import { createFindPlace, createModelHosts } from "../offline/served/places.ts";
import { createPrepare } from "../offline/served/prepare.ts";
import { createRunCarrier } from "../offline/served/run-carrier.ts";
import { createStopJudge } from "../offline/served/stop-judge.ts";
import { createTryOnce } from "../offline/served/try-once.ts";
import { createSettling, type Settling } from "../offline/settle.ts";
import type { Evaluate } from "../pipeline/evaluate.ts";
import type { Admission } from "../ports/admission.ts";
import type { JudgeGate } from "../ports/judges.ts";
import type { ProxySettingsStore } from "../ports/proxy-settings.ts";
import { providers, translators } from "../providers/index.ts";
import { createCallModel } from "../receivers/proxy/call-model.ts";
import { createRunReader } from "../storage/clickhouse/read/runs.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import type { OpenStorage } from "./storage.ts";
import type { Undo } from "./undo.ts";

interface Needs {
  readonly storage: Pick<OpenStorage, "records" | "clickhouse">;
  readonly admission: Admission;
  readonly guard: AddressGuard;
  /** Providers of a project's own are called as the proxy calls them. */
  readonly proxySettings: ProxySettingsStore;
  /** Judge models may be models of test runs, too. */
  readonly judgeGate: JudgeGate;
  readonly recognize: Recognize;
  readonly evaluate: Evaluate;
  readonly telemetry: Telemetry;
  readonly undo: Undo;
  readonly now: () => number;
}

const settleEveryMs = 1000;

/** Test runs, brought to their end while the service runs, and made by it where the model is one it can call. */
export function assembleOffline(needs: Needs) {
  const {
    storage,
    admission,
    guard,
    proxySettings: settings,
    judgeGate: judges,
    recognize,
    evaluate,
    telemetry,
    undo,
    now,
  } = needs;
  const { records } = storage;
  const settling = createSettling({ ...records, admission, reader: createRunReader(storage.clickhouse), now });
  settleRegularly(settling, telemetry, undo);

  const http = createGuardedRequest(guard);
  undo.add(() => http[Symbol.asyncDispose]());
  const secrets = records.modelSecrets;
  const findPlaceBy = (opens: Pick<typeof secrets, "open">) =>
    createFindPlace({ settings, providers, judges: records.judges, secrets: opens });
  const ask = createAsk({ call: createCallModel({ http, translators, now }), judges, now });
  const prepareRun = createPrepare({ findPlace: findPlaceBy(secrets), ask, http, secrets, now });
  const tryModel = createTryOnce({ findPlaceBy, ask, http, secrets, now });
  const carrier = createRunCarrier({
    ...records,
    carriage: records.runCarriage,
    settling,
    prepare: prepareRun,
    judge: createStopJudge({ evaluate, recognize, now }),
    emit: telemetry.emit,
    process: randomId("process"),
    now,
  });
  carrier.start();
  undo.add(() => carrier.stop());
  const checkRows = createCheckRows({ evaluate, recognize, now });
  const modelHosts = createModelHosts({ settings, providers });
  return { settling, checkRows, carrier, prepareRun, tryModel, modelHosts };
}

function settleRegularly(settling: Settling, telemetry: Telemetry, undo: Undo): void {
  const rounds = createRounds({
    work: () => settling.settleAll(),
    onFailure: (thrown) =>
      telemetry.emit({
        kind: "test-runs-unsettled",
        level: "error",
        message: "test runs could not be brought to their end; it is tried again",
        facts: { error: messageOf(thrown) },
      }),
    everyMs: settleEveryMs,
  });
  rounds.start();
  undo.add(() => rounds.stop());
}
