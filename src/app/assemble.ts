import { translators } from "../../packages/genai-wire/src/providers/index.ts";
import { startAccounts } from "../accounts/start.ts";
import { startBacktest } from "../backtest/start.ts";
import { startChecks } from "../checks/start.ts";
import { startDashboards } from "../dashboards/start.ts";
import { startDatapoints } from "../datapoints/start.ts";
import { startIssues } from "../issues/start.ts";
import { addDefaultMonitors } from "../monitors/records/monitors.ts";
import { startMonitors } from "../monitors/start.ts";
import { createAccountMail } from "../notifications/channels/index.ts";
import { addNotifications } from "../notifications/records/notifications.ts";
import { startNotifications } from "../notifications/start.ts";
import { admitWithin, createQuotas } from "../pipeline/quotas.ts";
import { type LineParts, startPipeline } from "../pipeline/start.ts";
import { createHttpClient } from "../platform/http/http-client.ts";
import type { ShutdownStack } from "../platform/shutdown-stack.ts";
import type { Losses } from "../platform/telemetry/losses.ts";
import type { Telemetry } from "../platform/telemetry/telemetry.ts";
import { startPrivacy, startTombstones } from "../privacy/start.ts";
import { startProviders } from "../providers/start.ts";
import { createCallModel } from "../proxy/call-model.ts";
import { readRawBatch } from "../proxy/recording/raw-reading.ts";
import { startTesting } from "../testing/start.ts";
import { startWeb } from "../web/start.ts";
import { createAddressGuards } from "./address-guards.ts";
import { openEngines } from "./engines.ts";
import { closeEntry, type HttpEntryPoint } from "./http-entry-point.ts";
import { startMetrics } from "./measurements/start-metrics.ts";
import type { ModuleRoutes } from "./module-routes.ts";
import { startPipelineThreads } from "./pipeline-threads.ts";
import { recordRemovals } from "./records/removals.ts";
import { baseUrlOf, isForThisMachine, type Settings } from "./settings/settings.ts";
import { startEntryPoints } from "./start-entry-points.ts";

export interface RunOptions {
  /** Injects faults into the pipeline, in the lab. */
  readonly decorate?: (parts: LineParts) => LineParts;
  /** Replaces the pipeline thread, for benchmarks of its parts. */
  readonly worker?: URL;
}

interface Assembling {
  readonly settings: Settings;
  readonly telemetry: Telemetry;
  readonly losses: Losses;
  readonly shutdownStack: ShutdownStack;
  readonly httpEntryPoint: HttpEntryPoint;
  readonly options: RunOptions;
}

/** Opens the engines, starts the modules in order, each with those it uses, and opens the HTTP entry point. */
export async function assemble({ settings, telemetry, losses, shutdownStack, httpEntryPoint, options }: Assembling) {
  const now = Date.now;
  const baseUrl = () => baseUrlOf(settings, httpEntryPoint.port);
  const loopbackOnly = isForThisMachine(settings);
  const { readSeconds, retentionDays, tokenGraceSeconds } = settings.limits;
  const email = { from: settings.smtpFrom, ...(settings.smtpUrl === undefined ? {} : { smtpUrl: settings.smtpUrl }) };
  const engines = await openEngines(settings, telemetry, shutdownStack);
  const { box, db } = engines;
  const { clickhouse, writer, engine } = engines.clickhouse;
  const { journal, writeBatches, deadLetters } = engines.journal;
  const ownPort = () => httpEntryPoint.port;
  const { guard: addressGuard, proxyGuard } = createAddressGuards({ settings, engine, ownPort });

  const accounts = await startAccounts({
    db,
    setUpProject: addDefaultMonitors,
    init: settings.init,
    signUp: settings.signUp,
    mail: createAccountMail(email),
    projectChanged: () => monitors.changed(),
    loopbackOnly,
    tokenGraceMs: tokenGraceSeconds * 1000,
    telemetry,
    baseUrl,
    now,
  });
  const providers = startProviders({ db, box, addressGuard, now });
  const datapoints = startDatapoints({ clickhouse, readSeconds, telemetry, shutdownStack, now });
  const threads = startPipelineThreads({ script: options.worker, settings, telemetry, shutdownStack });
  const deletions = await startTombstones({
    db,
    removals: recordRemovals,
    updatePipeline: (list) => threads.tell("tombstones", list),
  });
  const checks = await startChecks({
    db,
    clickhouse,
    box,
    datapoints,
    addressGuard,
    updatePipeline: (project, list) => threads.tell("checks", list, project),
    telemetry,
    shutdownStack,
    now,
  });
  const monitors = await startMonitors({
    db,
    clickhouse,
    datapoints,
    checks,
    notify: addNotifications,
    updatePipeline: (project, list) => threads.tell("monitors", list, project),
    telemetry,
    shutdownStack,
    now,
  });
  const issues = startIssues({
    db,
    clickhouse,
    datapoints,
    monitors,
    notify: addNotifications,
    telemetry,
    shutdownStack,
    baseUrl,
    now,
  });
  const notifications = startNotifications({
    db,
    box,
    accounts,
    datapoints,
    issues,
    addressGuard,
    email,
    telemetry,
    shutdownStack,
    baseUrl,
    now,
  });
  const pipeline = await startPipeline({
    journal,
    writeBatches,
    deadLetters,
    writer,
    threads,
    datapoints,
    tombstones: deletions.tombstones,
    checks,
    monitors,
    updateIssues: issues.update,
    sharesRecords: settings.records.kind === "postgres",
    sharesClickHouse: settings.clickhouse.kind === "server",
    decorate: options.decorate,
    telemetry,
    shutdownStack,
    now,
  });
  const metrics = await startMetrics({
    journalFolder: settings.journalFolder,
    engines,
    checks,
    notifications,
    pipeline: pipeline.status,
    telemetry,
    shutdownStack,
    now,
  });
  const privacy = await startPrivacy({
    db,
    clickhouse,
    accounts,
    defaults: { rules: settings.privacy, retentionDays },
    redactor: { script: new URL("./worker-redaction.ts", import.meta.url), readRaw: readRawBatch },
    admission: pipeline.admission,
    deletions,
    deadLetters,
    batchesEnded: pipeline.batchesEnded,
    telemetry,
    shutdownStack,
    now,
  });
  const admission = admitWithin(createQuotas({ ...settings.quotas, now }), privacy.admission, telemetry.emit);
  const { rejected, receivers, proxy } = await startEntryPoints({
    settings,
    db,
    ownPort,
    accounts,
    providers,
    admission,
    proxyGuard,
    telemetry,
    shutdownStack,
    now,
  });
  const http = createHttpClient({ guard: addressGuard, connectTimeoutMs: 10_000 });
  shutdownStack.add(() => http[Symbol.asyncDispose]());
  const testing = startTesting({
    db,
    clickhouse,
    providers,
    datapoints,
    privacy,
    checks,
    monitors,
    issues,
    callModel: createCallModel({ http, translators, now }),
    http,
    telemetry,
    shutdownStack,
    baseUrl,
    now,
  });
  const dashboards = startDashboards({ db, clickhouse, checks, readSeconds, baseUrl, now });
  const backtest = startBacktest({ accounts, datapoints, checks, notifications, now });
  const { isServing } = httpEntryPoint;
  const web = startWeb({
    db,
    journal,
    deadLetters,
    accounts,
    datapoints,
    checks,
    monitors,
    notifications,
    pipeline: pipeline.status,
    rejected,
    losses,
    admission,
    stores: metrics.stores,
    settings,
    loopbackOnly,
    isServing,
    telemetry,
    shutdownStack,
    baseUrl,
    now,
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
  httpEntryPoint.open([receivers.http, proxy.handle, handleApi]);
  return { isFirst: (await accounts.authenticationService.wayIn()) === "first", token: accounts.firstToken };
}
