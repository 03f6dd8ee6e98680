import { createAuthenticate } from "./access/authenticate.ts";
import { firstStart } from "./access/first-start.ts";
import { createApi } from "./api/create-api.ts";
import { registerGauges } from "./assemble/gauges.ts";
import { followMonitors } from "./assemble/monitors.ts";
import { assembleProxy } from "./assemble/proxy.ts";
import { assembleReceivers } from "./assemble/receivers.ts";
import { openStorage, workersOf } from "./assemble/storage.ts";
import { createUndo, type Undo } from "./assemble/undo.ts";
import { codeChecks } from "./checks/index.ts";
import { baseUrlOf, isLoopbackOnly, readSettings, type Settings } from "./config/settings.ts";
import { conventions } from "./conventions/index.ts";
import { defaultMonitors } from "./domain/default-monitors.ts";
import type { Finding } from "./domain/issue.ts";
import { type FrontDoor, takePort } from "./front-door.ts";
import { createAddressGuard } from "./lib/address.ts";
import { messageOf } from "./lib/failure.ts";
import { lockFolder } from "./lib/folder-lock.ts";
import { createThreadPool } from "./lib/thread-pool.ts";
import { createChecker } from "./pipeline/check.ts";
import { createLine } from "./pipeline/line.ts";
import type { ProcessResult } from "./pipeline/process.ts";
import { createRaise } from "./pipeline/raise.ts";
import { createRecognizer } from "./pipeline/recognize.ts";
import { createRunPlan } from "./pipeline/run-plan.ts";
import type { Journal, PlanBook } from "./ports/journal.ts";
import type { Keeper } from "./ports/kept.ts";
import { createLosses, type Losses } from "./telemetry/losses.ts";
import { createTelemetry, type Telemetry } from "./telemetry/telemetry.ts";
import { welcome } from "./welcome.ts";

/** The durable steps of the line, so that the lab can build a fault into each. */
export interface LineParts {
  readonly journal: Journal;
  readonly plans: PlanBook;
  readonly keeper: Keeper;
  readonly raise: (findings: readonly Finding[]) => Promise<void>;
}

export type Decorate = (parts: LineParts) => LineParts;

export interface RunOptions {
  readonly decorate?: Decorate;
  /** Another thread of the line, for measuring parts of it. */
  readonly worker?: URL;
}

const lineOptions = {
  holdMs: 1000,
  maxHoldMs: 5000,
  planItems: 2000,
  plansAtOnce: 2,
  heldItems: 200_000,
  rememberedTraces: 2_000_000,
};

type Environment = Readonly<Record<string, string | undefined>>;

/** Runs the service until it is asked to stop: built backwards, from storage to the front door, stopped forwards. */
export async function runService(environment: Environment, options: RunOptions = {}): Promise<void> {
  const settings = readSettings(environment);
  const losses = createLosses({ now: Date.now });
  const telemetry = createTelemetry({ level: settings.logLevel, watch: losses.note });
  const undo = createUndo((thrown) => telemetry.log.error({ error: messageOf(thrown) }, "a part did not close"));
  const lock = lockFolder(settings.dataFolder);
  undo.add(() => lock[Symbol.dispose]());
  try {
    const door = await takePort(settings.host, settings.port);
    undo.add(() => door.close(settings.limits.shutdownSeconds * 1000));
    const { token } = await assemble({ settings, telemetry, losses, undo, door, options });
    const secret = token ?? settings.init.token;
    console.log(welcome({ url: baseUrlOf(settings, door.port), ...(secret === undefined ? {} : { token: secret }) }));
    telemetry.log.info({ port: door.port, data: settings.dataFolder }, "ready");
    await askedToStop();
    telemetry.log.info("stopping");
  } finally {
    await undo.all();
  }
}

interface Assembling {
  readonly settings: Settings;
  readonly telemetry: Telemetry;
  readonly losses: Losses;
  readonly undo: Undo;
  readonly door: FrontDoor;
  readonly options: RunOptions;
}

async function assemble({ settings, telemetry, losses, undo, door, options }: Assembling): Promise<{ token?: string }> {
  const now = Date.now;
  const storage = await openStorage(settings, telemetry, undo);
  const { records, keeper, datapoints, traces, findings, media, clickhouse, journal, plans, aside } = storage;
  const { token } = await firstStart({ ...records, defaultMonitors, init: settings.init, now });

  const pool = createThreadPool({
    script: options.worker ?? new URL("./worker.ts", import.meta.url),
    size: workersOf(settings),
    youngMb: 12,
    onLost: (error) =>
      telemetry.emit({
        kind: "workers-lost",
        level: "error",
        message: "a thread of the line ended and was replaced",
        facts: { error: error.message },
      }),
  });
  undo.add(() => pool.close());
  const monitors = await followMonitors({
    read: () => records.monitorFeed.enabled(),
    tell: (list) => pool.tell("monitors", list),
    everyMs: 2000,
    telemetry,
  });
  undo.add(() => monitors.stop());

  const stopping = new AbortController();
  const issues = createRaise({ issues: records.issues, now });
  const plain: LineParts = {
    journal,
    plans,
    keeper,
    raise: async (findings) => void (await issues(findings)),
  };
  const parts = options.decorate?.(plain) ?? plain;
  const runPlan = createRunPlan({
    ...parts,
    aside,
    process: async (task, transfer) => (await pool.run(task, transfer)) as ProcessResult,
    traces,
    telemetry,
    now,
    signal: stopping.signal,
  });
  const line = createLine({ ...parts, runPlan, telemetry, now, options: lineOptions });
  line.start(await traces.recent(now() - 3_600_000, lineOptions.rememberedTraces / 10));
  undo.add(() => {
    const hurry = setTimeout(() => stopping.abort(), settings.limits.shutdownSeconds * 1000);
    return line.stop().finally(() => clearTimeout(hurry));
  });
  registerGauges(telemetry, line, journal, aside);

  const loopbackOnly = isLoopbackOnly(settings.host);
  const authenticate = createAuthenticate({ tokens: records.tokens, open: loopbackOnly, now, emit: telemetry.emit });
  const receivers = await assembleReceivers({
    settings,
    telemetry,
    undo,
    admission: line.admission,
    authenticate,
    now,
  });
  const addressGuard = createAddressGuard(settings.allowNetworks);
  const proxy = assembleProxy({
    records,
    guard: addressGuard,
    telemetry,
    undo,
    admission: line.admission,
    authenticate,
  });
  let serving = true;
  const api = await createApi({
    ...records,
    datapoints,
    traces,
    findings,
    admission: line.admission,
    aside,
    lagMs: () => line.lagMs(),
    losses,
    contentSwitches: conventions,
    media,
    recognize: createRecognizer({ conventions }),
    checks: codeChecks,
    check: createChecker({ checks: codeChecks, now }),
    defaultMonitors,
    monitorsChanged: () => void monitors.refresh(),
    proxySettingsChanged: proxy.settingsChanged,
    addressGuard,
    authenticate,
    loopbackOnly,
    dependencies: { records: () => records.ping(), clickhouse: () => clickhouse.command("answer", "SELECT 1") },
    isServing: () => serving,
    telemetry,
    now,
    baseUrl: () => baseUrlOf(settings, door.port),
    bodyBytes: settings.limits.bodyBytes,
  });
  undo.add(() => api.close());
  undo.add(() => {
    serving = false;
    // New calls are refused at once; those under way have as long as any other request.
    void proxy.drain();
    return door.close(settings.limits.shutdownSeconds * 1000);
  });
  door.open([receivers.http, proxy.handle, api.handle]);
  return token === undefined ? {} : { token };
}

/** Resolves at the first SIGTERM or SIGINT; a second one ends the process at once. */
function askedToStop(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT"] as const) {
      process.once(signal, () => {
        process.once(signal, () => process.exit(1));
        resolve();
      });
    }
  });
}
