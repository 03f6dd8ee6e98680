import { providers, translators } from "../../../packages/genai-wire/src/providers/index.ts";
import type { JudgeGate } from "../../checks/ports/judges.ts";
import { createRunReader } from "../../checks/readers/runs.ts";
import type { Evaluate } from "../../checks/stages/evaluate.ts";
import type { Recognize } from "../../datapoints/assembly/recognition.ts";
import type { Admission } from "../../otlp/ports/admission.ts";
import { randomId } from "../../platform/crypto/random-id.ts";
import { messageOf } from "../../platform/failure.ts";
import type { AddressGuard } from "../../platform/http/address.ts";
import { createGuardedRequest } from "../../platform/http/guarded-request.ts";
import { createRounds } from "../../platform/scheduling/rounds.ts";
import type { Telemetry } from "../../platform/telemetry/telemetry.ts";
import type { ProxySettingsStore } from "../../providers/ports/proxy-settings.ts";
import { createCallModel } from "../../proxy/call-model.ts";
import { createCheckRows } from "../../testing/runs/check-rows.ts";
import { createSettling, type Settling } from "../../testing/runs/settle.ts";
import { createAsk } from "../../testing/served/ask.ts";
import { createFindPlace, createModelHosts } from "../../testing/served/places.ts";
import { createPrepare } from "../../testing/served/prepare.ts";
import { createRunCarrier } from "../../testing/served/run-carrier.ts";
import { createStopJudge } from "../../testing/served/stop-judge.ts";
import { createTryOnce } from "../../testing/served/try-once.ts";
import type { Undo } from "../undo.ts";
import type { OpenStorage } from "./storage.ts";

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
