import { hostname } from "node:os";
import { translators } from "../../packages/genai-wire/src/providers/index.ts";
import { startAccounts } from "../accounts/start.ts";
import { startBacktest } from "../backtest/start.ts";
import { startChecks } from "../checks/start.ts";
import { startDashboards } from "../dashboards/start.ts";
import { startDatapoints } from "../datapoints/start.ts";
import { startReceivers, startRejectedRequests } from "../ingest/start.ts";
import { startIssues } from "../issues/start.ts";
import { addDefaultMonitors } from "../monitors/records/monitors.ts";
import { startMonitors } from "../monitors/start.ts";
import { createAccountMail } from "../notifications/channels/index.ts";
import { addNotifications } from "../notifications/records/notifications.ts";
import { startNotifications } from "../notifications/start.ts";
import { admitWithin, createQuotas } from "../pipeline/quotas.ts";
import { startPipeline } from "../pipeline/start.ts";
import { createHttpClient } from "../platform/http/http-client.ts";
import type { RequestTurns } from "../platform/http/request-turns.ts";
import type { ShutdownStack } from "../platform/shutdown-stack.ts";
import type { Losses } from "../platform/telemetry/losses.ts";
import type { Telemetry } from "../platform/telemetry/telemetry.ts";
import { startPrivacy, startTombstones } from "../privacy/start.ts";
import { startProviders } from "../providers/start.ts";
import { createCallModel } from "../proxy/call-model.ts";
import { readRawBatch } from "../proxy/recording/raw-reading.ts";
import { startProxyHandler } from "../proxy/start.ts";
import type { Handles } from "../storage/handles.ts";
import { startTesting } from "../testing/start.ts";
import { startWeb } from "../web/start.ts";
import { createAddressGuards } from "./address-guards.ts";
import { clientsOf } from "./clients.ts";
import { openEngines } from "./engines.ts";
import { closeEntry, type HttpEntryPoint } from "./http-entry-point.ts";
import { startMetrics } from "./measurements/start-metrics.ts";
import type { ModuleRoutes } from "./module-routes.ts";
import { recordRemovals } from "./records/removals.ts";
import { baseUrlOf, type Settings } from "./settings/settings.ts";
import { startEmbedder } from "./start-embedder.ts";
import { type RunOptions, startWorkers } from "./start-workers.ts";

interface Assembling {
  readonly settings: Settings;
  readonly telemetry: Telemetry;
  readonly losses: Losses;
  readonly shutdownStack: ShutdownStack;
  readonly httpEntryPoint: HttpEntryPoint;
  readonly turns: RequestTurns;
  readonly options: RunOptions;
}

/** Opens the engines, starts the modules in order, each with those it uses, and opens the HTTP entry point. */
export async function assemble(assembling: Assembling) {
  const { settings, telemetry, losses, shutdownStack, httpEntryPoint, turns, options } = assembling;
  const now = Date.now;
  const baseUrl = () => baseUrlOf(settings, httpEntryPoint.port);
  const ownPort = () => httpEntryPoint.port;
  const { loopbackOnly, clientAddress, clientOf, connections } = clientsOf(settings);
  const { readSeconds, retentionDays, tokenGraceSeconds } = settings.limits;
  const email = { from: settings.smtpFrom, ...(settings.smtpUrl === undefined ? {} : { smtpUrl: settings.smtpUrl }) };
  const engines = await openEngines(settings, telemetry, shutdownStack);
  const { box, db } = engines;
  const { clickhouse, writer, engine } = engines.clickhouse;
  const { journal, writeBatches, deadLetters } = engines.journal;
  const { guard: addressGuard, modelGuard } = createAddressGuards({ settings, engine, ownPort });
  const handles: Handles = { db, clickhouse, box, addressGuard, telemetry, shutdownStack, baseUrl, now };

  const accounts = await startAccounts({
    handles,
    setUpProject: addDefaultMonitors,
    init: settings.init,
    signUp: settings.signUp,
    ...(settings.sso === undefined ? {} : { sso: settings.sso }),
    mail: createAccountMail(email),
    trustedRecipients: settings.trustedRecipients,
    projectChanged: () => monitors.changed(),
    loopbackOnly,
    tokenGraceMs: tokenGraceSeconds * 1000,
  });
  const providers = startProviders({ handles });
  const embedder = startEmbedder({ settings, telemetry, shutdownStack, now });
  const datapoints = startDatapoints({ handles, embedder, readSeconds });
  const threads = startWorkers({ options, settings, telemetry, shutdownStack });
  const deletions = await startTombstones({
    db,
    removals: recordRemovals,
    updatePipeline: (list) => threads.tell("tombstones", list),
  });
  const checks = await startChecks({
    handles,
    modelGuard,
    datapoints,
    runApart: threads.apart.run,
    updatePipeline: (project, list) => threads.tell("checks", list, project),
  });
  const monitors = await startMonitors({
    handles,
    datapoints,
    checks,
    notify: addNotifications,
    runApart: threads.apart.run,
    updatePipeline: (project, list) => threads.tell("monitors", list, project),
  });
  const issues = startIssues({ handles, datapoints, monitors, embedder, notify: addNotifications });
  const notifications = startNotifications({ handles, accounts, datapoints, issues, email });
  const pipeline = await startPipeline({
    handles,
    journal,
    writeBatches,
    deadLetters,
    writer,
    threads,
    datapoints,
    tombstones: deletions.tombstones,
    checks,
    monitors,
    groupByTopic: issues.groupByTopic,
    updateIssues: issues.update,
    sharesRecords: settings.records.kind === "postgres",
    sharesClickHouse: settings.clickhouse.kind === "server",
    decorate: options.decorate,
  });
  const { journalFolder } = settings;
  const { status } = pipeline;
  const metrics = await startMetrics({ handles, journalFolder, engines, checks, notifications, pipeline: status });
  const privacy = await startPrivacy({
    handles,
    accounts,
    defaults: { rules: settings.privacy, retentionDays },
    redactor: { script: new URL("./worker-redaction.ts", import.meta.url), readRaw: readRawBatch },
    admission: pipeline.admission,
    deletions,
    deadLetters,
    batchesEnded: pipeline.batchesEnded,
  });
  const quotas = createQuotas({ ...settings.quotas, now });
  const admission = admitWithin(quotas, privacy.admission, telemetry.emit);
  const { authenticate } = accounts;
  const rejected = startRejectedRequests({ handles, authenticate });
  const receivers = await startReceivers({
    handles,
    host: settings.host,
    grpcPort: settings.grpcPort,
    limits: settings.limits,
    connections,
    turns,
    overQuota: quotas.refusal,
    admission,
    authenticate,
    clientOf,
    rejected,
  });
  const proxy = startProxyHandler({
    handles,
    settings: providers.settings,
    conduct: settings.proxy,
    guard: modelGuard,
    ownPort,
    admission,
    authenticate,
    clientOf,
    rejected,
  });
  const http = createHttpClient({ guard: addressGuard, connectTimeoutMs: 10_000 });
  shutdownStack.add(() => http[Symbol.asyncDispose]());
  const callModel = createCallModel({ http, translators, now });
  const testing = startTesting({
    handles,
    providers,
    datapoints,
    privacy,
    checks,
    monitors,
    issues,
    callModel,
    http,
  });
  const dashboards = startDashboards({ handles, checks, readSeconds });
  const backtest = startBacktest({ handles, accounts, datapoints, checks, notifications });
  const { isServing } = httpEntryPoint;
  const web = startWeb({
    handles,
    settings,
    journal,
    deadLetters,
    accounts,
    datapoints,
    checks,
    monitors,
    notifications,
    pipeline: status,
    rejected,
    losses,
    admission,
    stores: metrics.stores,
    longestBlockMs: metrics.longestBlockMs,
    clientAddress,
    loopbackOnly,
    isServing,
  });

  const routes: ModuleRoutes = {
    accounts: accounts.routes,
    providers: providers.routes,
    datapoints: datapoints.routes({ admission, evaluation: monitors.evaluation, isServing }),
    privacy: privacy.routes,
    checks: checks.routes({ monitorsUsing: monitors.using }),
    monitors: monitors.routes({ countOpenIssues: issues.countOpen, onRunRequested: pipeline.checkRunRequested }),
    issues: issues.routes({ findScenarioSet: testing.findScenarioSet }),
    notifications: notifications.routes,
    backtest: backtest.routes,
    dashboards: dashboards.routes,
    testing: testing.routes,
    pipeline: pipeline.routes,
    web: web.routes,
  };
  const handleApi = await web.serve(Object.values(routes).flat());
  shutdownStack.add(() => closeEntry({ httpEntryPoint, proxy, graceMs: shutdownStack.remainingMs() }));
  const { wayIn, makeFirstAccountLink } = accounts.authenticationService;
  const link =
    (await wayIn()) === "first" ? await makeFirstAccountLink(`${hostname()} ${settings.dataFolder}`) : undefined;
  if (link) shutdownStack.add(link.end);
  // Last: once the service is ready, an outage of the records does not end it.
  httpEntryPoint.open([receivers.http, proxy.handle, handleApi]);
  return { token: accounts.firstToken, ...(link ? { signUpLink: link.url } : {}) };
}
