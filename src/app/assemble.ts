import { createAuthenticate } from "../accounts/sign-in/authenticate.ts";
import { accuracyOf } from "../checks/library/accuracy.ts";
import { examplesOf } from "../checks/library/examples.ts";
import { codeChecks } from "../checks/library/index.ts";
import { conventions } from "../datapoints/conventions/index.ts";
import { createRecognizer } from "../datapoints/stages/recognize.ts";
import { createRejectedRequests } from "../ingest/rejected-requests.ts";
import { defaultMonitors } from "../monitors/default-monitors.ts";
import { admitWithin, createQuotas } from "../pipeline/quotas.ts";
import { lockFolder } from "../platform/files/folder-lock.ts";
import { createAddressGuard } from "../platform/http/address.ts";
import { createLosses, type Losses } from "../platform/telemetry/losses.ts";
import { createTelemetry, type Telemetry } from "../platform/telemetry/telemetry.ts";
import { createClientAddress } from "../server/client-address.ts";
import { createApi } from "../web/routes/create-api.ts";
import { askedToStop } from "./asked-to-stop.ts";
import { firstStart } from "./first-start.ts";
import { type FrontDoor, takePort } from "./front-door.ts";
import { declaredEvents } from "./measurements/declared-events.ts";
import { assembleAccounts } from "./modules/accounts.ts";
import { assembleDeletions } from "./modules/deletions.ts";
import { assembleHours } from "./modules/hours.ts";
import { assembleLine, type RunOptions } from "./modules/line.ts";
import { assembleNotifier } from "./modules/notify.ts";
import { assembleOffline } from "./modules/offline.ts";
import { assemblePrivacy } from "./modules/privacy.ts";
import { assembleProxy } from "./modules/proxy.ts";
import { assembleReceivers } from "./modules/receivers.ts";
import { openStorage } from "./modules/storage.ts";
import { baseUrlOf, isForThisMachine, readSettings, type Settings } from "./settings/settings.ts";
import { serviceUndo, type Undo } from "./undo.ts";
import { welcome } from "./welcome.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Runs the service until it is asked to stop: built backwards, from storage to the front door, stopped forwards. */
export async function runService(environment: Environment, options: RunOptions = {}): Promise<void> {
  const settings = readSettings(environment);
  const losses = createLosses({ now: Date.now });
  const telemetry = createTelemetry({ level: settings.logLevel, declared: declaredEvents, watch: losses.note });
  const undo = serviceUndo(telemetry.log, settings.limits.shutdownSeconds * 1000);
  const lock = lockFolder(settings.dataFolder);
  undo.add(() => lock[Symbol.dispose]());
  try {
    const door = await takePort(settings.host, settings.port);
    undo.add(() => door.close(undo.remainingMs()));
    const { token, isFirst } = await assemble({ settings, telemetry, losses, undo, door, options });
    // A token that was given is not repeated: what is printed may be kept in logs.
    console.log(welcome({ url: baseUrlOf(settings, door.port), isFirst, ...(token === undefined ? {} : { token }) }));
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

async function assemble({
  settings,
  telemetry,
  losses,
  undo,
  door,
  options,
}: Assembling): Promise<{ token?: string; isFirst: boolean }> {
  const now = Date.now;
  const storage = await openStorage(settings, telemetry, undo);
  const { records, datapoints, traces, findings, issueFigures, monitorFigures, media, deadLetters } = storage;
  const { overview, checkCosts, payloads, callSessions, traceOutlines } = storage;
  const { token } = await firstStart({ ...records, defaultMonitors, init: settings.init, now });
  const baseUrl = () => baseUrlOf(settings, door.port);
  const { notifier, muteLinks } = assembleNotifier({ settings, telemetry, undo, storage, baseUrl, now });
  const { line, figures, monitors, tombstones, checks, judgeGate } = await assembleLine({
    settings,
    storage,
    telemetry,
    undo,
    options,
    now,
  });

  const privacy = await assemblePrivacy({
    settings,
    store: records.privacy,
    changes: records.projectChanges,
    admission: line.admission,
    telemetry,
    undo,
  });
  const admission = admitWithin(createQuotas({ ...settings.quotas, now }), privacy.admission, telemetry.emit);
  assembleHours({ storage, telemetry, undo });
  const deletions = assembleDeletions({ settings, storage, line, tombstones, telemetry, undo, now });

  const recognize = createRecognizer({ conventions });
  const loopbackOnly = isForThisMachine(settings);
  const authenticate = createAuthenticate({
    tokens: records.tokens,
    open: loopbackOnly,
    graceMs: settings.limits.tokenGraceSeconds * 1000,
    now,
    emit: telemetry.emit,
  });
  const rejected = createRejectedRequests({
    authenticate,
    store: records.rejectedRequests,
    now,
    emit: telemetry.emit,
  });
  undo.add(() => rejected.stop());
  const receivers = await assembleReceivers({
    settings,
    telemetry,
    undo,
    admission,
    authenticate,
    rejected,
    now,
  });
  const addressGuard = createAddressGuard(settings.allowNetworks);
  const proxy = assembleProxy({
    records,
    conduct: settings.proxy,
    guard: addressGuard,
    ownPort: () => door.port,
    telemetry,
    undo,
    admission,
    authenticate,
    rejected,
  });
  const offline = assembleOffline({
    storage,
    // What Gaffe itself does for a project is not refused for what its senders send.
    admission: privacy.admission,
    guard: addressGuard,
    proxySettings: proxy.settings,
    recognize,
    evaluate: checks.evaluate,
    judgeGate,
    telemetry,
    undo,
    now,
  });
  const monitorsChanged = monitors.refreshOrReport;
  const accounts = assembleAccounts({ settings, telemetry, records, authenticate, monitorsChanged, baseUrl, now });
  const { requestsPerMinute, bodyBytes } = settings.limits;
  let serving = true;
  const api = await createApi({
    ...records,
    datapoints,
    senders: storage.senders,
    overview,
    checkCosts,
    payloads,
    callSessions,
    traces,
    traceOutlines,
    findings,
    issueFigures,
    monitorFigures,
    muteLinks,
    admission,
    journal: storage.journal,
    deadLetters,
    deadLetterActions: line.deadLetterActions,
    pipeline: line.status,
    stores: figures.stores,
    losses,
    rejected,
    contentSwitches: conventions,
    media,
    recognize,
    checks: codeChecks,
    accuracyOf,
    examplesOf,
    ...checks,
    samples: storage.samples,
    defaultMonitors,
    deletionsChanged: deletions.wake,
    ownPrivacy: { rules: settings.privacy, retentionDays: settings.limits.retentionDays },
    privacyChanged: privacy.refresh,
    scrub: privacy.scrub,
    monitorsChanged,
    proxySettingsChanged: proxy.settingsChanged,
    ...offline,
    addressGuard,
    door: accounts,
    clientAddress: createClientAddress(settings.trustedProxies),
    ...(requestsPerMinute === 0 ? {} : { requestsPerMinute }),
    loopbackOnly,
    isServing: () => serving,
    telemetry,
    now,
    baseUrl,
    sendTest: (channel, recipient) => notifier.sendTest(channel, recipient),
    bodyBytes,
  });
  undo.add(() => api.close());
  undo.add(() => {
    serving = false;
    const graceMs = undo.remainingMs();
    // New calls are refused at once; those under way have as long as any other request, but for the time to tell their clients.
    void proxy.drain(graceMs * 0.9);
    return door.close(graceMs);
  });
  door.open([receivers.http, proxy.handle, api.handle]);
  const isFirst = (await accounts.wayIn()) === "first";
  return { isFirst, ...(token === undefined ? {} : { token }) };
}
