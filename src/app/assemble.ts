import { translators } from "../../packages/genai-wire/src/providers/index.ts";
import { createAuthenticate } from "../accounts/sign-in/authenticate.ts";
import { startAccounts } from "../accounts/start.ts";
import { accuracyOf } from "../checks/library/accuracy.ts";
import { examplesOf } from "../checks/library/examples.ts";
import { codeChecks } from "../checks/library/index.ts";
import { conventions } from "../datapoints/conventions/index.ts";
import { createRecognizer } from "../datapoints/stages/recognizer.ts";
import { startHourlyRollups } from "../datapoints/start.ts";
import { startReceivers, startRejectedRequests } from "../ingest/start.ts";
import { createCountOpenIssues } from "../issues/open-issues.ts";
import type { FindScenarioSet } from "../issues/ports/scenario-sets.ts";
import { createDatapointEvaluation } from "../monitors/datapoint-evaluation.ts";
import { createMonitorsUsing } from "../monitors/monitors-using.ts";
import type { Channel } from "../notifications/channel.ts";
import { createAccountMail } from "../notifications/channels/index.ts";
import { startNotifier } from "../notifications/start.ts";
import { admitWithin, createQuotas } from "../pipeline/quotas.ts";
import { createHttpClient } from "../platform/http/http-client.ts";
import type { ShutdownStack } from "../platform/shutdown-stack.ts";
import type { Losses } from "../platform/telemetry/losses.ts";
import type { Telemetry } from "../platform/telemetry/telemetry.ts";
import { startPrivacy } from "../privacy/start.ts";
import { startDeletions } from "../privacy/start-deletions-and-retention.ts";
import { createCallModel } from "../proxy/call-model.ts";
import { readRawBatch } from "../proxy/recording/raw-reading.ts";
import { startProxyHandler } from "../proxy/start.ts";
import { startTesting } from "../testing/start.ts";
import { createApi } from "../web/routes/create-api.ts";
import { createAddressGuards } from "./address-guards.ts";
import { clientsOf } from "./clients.ts";
import { firstStart } from "./first-start.ts";
import { closeEntry, type HttpEntryPoint } from "./http-entry-point.ts";
import { type RunOptions, startPipeline } from "./pipeline.ts";
import { openRoutesOf, routesOf } from "./routes.ts";
import { baseUrlOf, type Settings } from "./settings/settings.ts";
import { openStorage } from "./storage.ts";

interface Assembling {
  readonly settings: Settings;
  readonly telemetry: Telemetry;
  readonly losses: Losses;
  readonly shutdownStack: ShutdownStack;
  readonly httpEntryPoint: HttpEntryPoint;
  readonly options: RunOptions;
}

/** Builds the parts of the service in order, and opens the HTTP entry point. */
export async function assemble({
  settings,
  telemetry,
  losses,
  shutdownStack,
  httpEntryPoint,
  options,
}: Assembling): Promise<{ token?: string; isFirst: boolean }> {
  const now = Date.now;
  const storage = await openStorage(settings, telemetry, shutdownStack);
  const { records, datapoints, traces, findings, issueStatistics, monitorStatistics, media, deadLetters } = storage;
  const { overview, checkCosts, payloads, callSessions, traceOutlines } = storage;
  const { token } = await firstStart({ ...records, init: settings.init, now });
  const baseUrl = () => baseUrlOf(settings, httpEntryPoint.port);
  const { smtpUrl, smtpFrom: from } = settings;
  const { engine } = storage;
  const { guard, modelGuard } = createAddressGuards({ settings, engine, ownPort: () => httpEntryPoint.port });
  const email = { from, ...(smtpUrl === undefined ? {} : { smtpUrl }) };
  const { notifier, muteLinks } = startNotifier({
    ...records,
    datapoints,
    findings,
    guard,
    email,
    box: storage.box,
    telemetry,
    shutdownStack,
    baseUrl,
    now,
  });
  const {
    line,
    figures: metrics,
    monitors,
    tombstones,
    checks,
    judgeGate,
    callJudgeModel,
  } = await startPipeline({
    settings,
    storage,
    guard: modelGuard,
    telemetry,
    shutdownStack,
    options,
    now,
  });

  const privacy = await startPrivacy({
    rules: settings.privacy,
    redactor: { script: new URL("./worker-redaction.ts", import.meta.url), readRaw: readRawBatch },
    store: records.privacy,
    changes: records.projectChanges,
    admission: line.admission,
    telemetry,
    shutdownStack,
    now,
  });
  const quotas = createQuotas({ ...settings.quotas, now });
  const admission = admitWithin(quotas, privacy.admission, telemetry.emit);
  startHourlyRollups({ hours: storage.hours, telemetry, shutdownStack });
  const deletions = startDeletions({
    deletions: records.deletions,
    privacy: records.privacy,
    eraser: storage.eraser,
    deadLetters,
    retentionDays: settings.limits.retentionDays,
    linePassed: () => line.passed(),
    tombstones,
    telemetry,
    shutdownStack,
    now,
  });

  const recognize = createRecognizer({ conventions });
  const { loopbackOnly, clientAddress, clientOf, connections } = clientsOf(settings);
  const authenticate = createAuthenticate({
    tokens: records.tokens,
    graceMs: settings.limits.tokenGraceSeconds * 1000,
    now,
    emit: telemetry.emit,
  });
  const store = records.rejectedRequests;
  const rejected = startRejectedRequests({ authenticate, store, emit: telemetry.emit, shutdownStack, now });
  const entry = { telemetry, shutdownStack, admission, authenticate, clientOf, rejected };
  const receivers = await startReceivers({
    ...entry,
    host: settings.host,
    grpcPort: settings.grpcPort,
    limits: settings.limits,
    connections,
    overQuota: quotas.refusal,
    now,
  });
  const proxy = startProxyHandler({
    ...entry,
    upstreams: records.upstreams,
    proxyChoices: records.proxyChoices,
    conduct: settings.proxy,
    guard: modelGuard,
    ownPort: () => httpEntryPoint.port,
  });
  const http = createHttpClient({ guard, connectTimeoutMs: 10_000 });
  shutdownStack.add(() => http[Symbol.asyncDispose]());
  const offline = startTesting({
    ...records,
    clickhouse: storage.clickhouse,
    http,
    callModel: createCallModel({ http, translators, now }),
    callJudgeModel,
    // Work that Gaffe does for a project does not count against the quota of its sources.
    admission: privacy.admission,
    proxySettings: proxy.settings,
    recognize,
    evaluate: checks.evaluate,
    judgeGate,
    telemetry,
    shutdownStack,
    now,
  });
  const monitorsChanged = monitors.refreshOrReport;
  const accounts = startAccounts({
    ...records,
    loopbackOnly,
    signUp: settings.signUp,
    mail: createAccountMail(email),
    authenticate,
    projectChanged: monitorsChanged,
    telemetry,
    baseUrl,
    now,
  });
  const { requestsPerMinute, bodyBytes } = settings.limits;
  let serving = true;
  const routeDependencies = {
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
    issueStatistics,
    monitorStatistics,
    muteLinks,
    admission,
    journal: storage.journal,
    deadLetters,
    deadLetterActions: line.deadLetterActions,
    pipeline: line.status,
    stores: metrics.stores,
    longestBlockMs: metrics.longestBlockMs,
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
    deletionsChanged: deletions.wake,
    ownPrivacy: { rules: settings.privacy, retentionDays: settings.limits.retentionDays },
    privacyChanged: privacy.refresh,
    scrub: privacy.scrub,
    redactionTrials: privacy.redactor,
    monitorsChanged,
    projectChanged: monitorsChanged,
    proxySettingsChanged: proxy.settingsChanged,
    ...offline,
    evaluation: createDatapointEvaluation({ ...records, now }),
    monitorsUsing: createMonitorsUsing(records.monitors),
    findScenarioSet: ((project, key) => records.scenarios.get(project, key)) satisfies FindScenarioSet,
    countOpenIssues: createCountOpenIssues(records.issues),
    addressGuard: guard,
    authenticationService: accounts,
    clientAddress,
    ...(settings.metricsToken === undefined ? {} : { metricsToken: settings.metricsToken }),
    ...(requestsPerMinute === 0 ? {} : { requestsPerMinute }),
    loopbackOnly,
    isServing: () => serving,
    telemetry,
    now,
    baseUrl,
    sendTest: (channel: Channel, recipient: string | undefined) => notifier.sendTest(channel, recipient),
    bodyBytes,
  };
  const api = await createApi({
    ...routeDependencies,
    identify: accounts.who,
    routes: routesOf(routeDependencies),
    openRoutes: openRoutesOf(routeDependencies),
  });
  shutdownStack.add(() => api.close());
  shutdownStack.add(() => {
    serving = false;
    return closeEntry({ httpEntryPoint, proxy, graceMs: shutdownStack.remainingMs() });
  });
  httpEntryPoint.open([receivers.http, proxy.handle, api.handle]);
  const isFirst = (await accounts.wayIn()) === "first";
  return { isFirst, ...(token === undefined ? {} : { token }) };
}
