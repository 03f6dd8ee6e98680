import { once } from "node:events";
import { createServer } from "node:http";
import { providers } from "../../../packages/genai-wire/src/providers/index.ts";
import { firstStart } from "../../../src/accounts/first-start.ts";
import { createAudited } from "../../../src/accounts/routes/audited.ts";
import { createAuthenticate } from "../../../src/accounts/sign-in/authenticate.ts";
import {
  type AuthenticationServiceDependencies,
  createAuthenticationService,
} from "../../../src/accounts/sign-in/authentication-service.ts";
import { hintOf, newSecret, sha256Of } from "../../../src/accounts/sign-in/secret.ts";
import { createAllRoutes } from "../../../src/app/module-routes.ts";
import { accuracyOf } from "../../../src/checks/library/accuracy.ts";
import { examplesOf } from "../../../src/checks/library/examples.ts";
import { codeChecks } from "../../../src/checks/library/index.ts";
import { startEvaluation } from "../../../src/checks/stages/start-evaluation.ts";
import { conventions } from "../../../src/datapoints/conventions/index.ts";
import { createRecognizer } from "../../../src/datapoints/stages/recognizer.ts";
import { defaultRules } from "../../../src/datapoints/text/redaction.ts";
import { createCountOpenIssues } from "../../../src/issues/open-issues.ts";
import { createDatapointEvaluation } from "../../../src/monitors/datapoint-evaluation.ts";
import { createMonitorsUsing } from "../../../src/monitors/monitors-using.ts";
import type { ExplainApart } from "../../../src/monitors/stages/explain-apart.ts";
import { whyNot } from "../../../src/monitors/why-not.ts";
import { createMuteLinks } from "../../../src/notifications/mute-links.ts";
import type { Batch } from "../../../src/otlp/ports/admission.ts";
import { createAddressGuard } from "../../../src/platform/http/address.ts";
import { type AccountId, firstAccount, globalProject, type ProjectId } from "../../../src/platform/ids.ts";
import { createShutdownStack } from "../../../src/platform/shutdown-stack.ts";
import type { GaffeEvent } from "../../../src/platform/telemetry/events.ts";
import { createLosses } from "../../../src/platform/telemetry/losses.ts";
import { createTelemetry } from "../../../src/platform/telemetry/telemetry.ts";
import { probePatterns } from "../../../src/privacy/redact/pattern-cost.ts";
import { createTextRedactor } from "../../../src/privacy/redact/redact-text.ts";
import { scrubTexts } from "../../../src/privacy/redaction/scrub-texts.ts";
import { createModelHosts } from "../../../src/providers/model-hosts.ts";
import type { Scope } from "../../../src/server/access.ts";
import { createClientAddress } from "../../../src/server/client-address.ts";
import { createGenerateByModel } from "../../../src/testing/runs/generate-by-model.ts";
import { createFindCheckProblems } from "../../../src/testing/runs/readiness.ts";
import { createSettling } from "../../../src/testing/runs/settle.ts";
import { authenticationRoutes } from "../../../src/web/routes/authentication.ts";
import { type Api, createApi } from "../../../src/web/routes/create-api.ts";
import { noon } from "../data/examples.ts";
import { temporaryRecords } from "../engines/records.ts";
import { testBox } from "../engines/sealed-box.ts";
import { mailbox } from "../receivers/mailbox.ts";
import { evaluateHere } from "./evaluate-here.ts";
import { fakePipeline } from "./fake-pipeline.ts";
import { fakeReaders } from "./fake-readers.ts";
import { recipientsOf } from "./recipients.ts";

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
  readonly body: any;
}

type ServiceDependencies = Parameters<typeof createAllRoutes>[0] &
  Parameters<typeof authenticationRoutes>[0] &
  Omit<Parameters<typeof createApi>[0], "routes" | "openRoutes" | "identify">;
type Changes = Partial<Omit<ServiceDependencies, "authenticationService">> & {
  readonly authentication?: Partial<AuthenticationServiceDependencies>;
};

/** Starts the API on a loopback port with real records and checks, and readers that a test fills. */
export async function startApi({ authentication = {}, ...changes }: Changes = {}) {
  const records = await temporaryRecords();
  const readers = fakeReaders();
  const pipeline = fakePipeline();
  const admitted: Batch[] = [];
  const telemetry = createTelemetry({ level: "silent" });
  const clock = { now: noon };
  const now = () => clock.now;
  const monitorsChanged: ProjectId[] = [];
  const proxySettingsChanged: ProjectId[] = [];
  await firstStart({ ...records, init: { token: adminSecret }, now });
  const shutdownStack = createShutdownStack({
    onFailure: (thrown) => telemetry.log.error(thrown),
    graceMs: 10_000,
    onLate: () => undefined,
  });
  const addressGuard = createAddressGuard(["127.0.0.0/8"]);
  const checks = await startEvaluation({
    ...records,
    guard: addressGuard,
    evaluateApart: evaluateHere(now),
    datapoints: readers.datapoints,
    traces: readers.traceReader,
    telemetry,
    shutdownStack,
    updatePipeline: () => undefined,
    now,
  });
  const explain: ExplainApart = (_, monitors, datapoint) =>
    Promise.resolve(monitors.map((monitor) => whyNot(monitor, { datapoint }, now())));
  const emit = (event: GaffeEvent) => telemetry.emit(event);
  const baseUrl = () => "http://gaffe.example";
  const post = mailbox();
  const mailing = recipientsOf(records, { mail: post, baseUrl, now });
  const admit = (batch: Batch) => {
    admitted.push(batch);
    return Promise.resolve({
      repeated: false,
      settled: () => Promise.reject(new Error("the receipt is not awaited here")),
    });
  };
  const dependencies: ServiceDependencies = {
    ...records,
    ...mailing,
    datapoints: readers.datapoints,
    similarDatapoints: () => Promise.resolve({ kind: "unavailable", reason: "no model here" }),
    feedback: { feedbackOn: () => Promise.resolve([]), callOfResponse: () => Promise.resolve(undefined) },
    senders: readers.senders,
    traces: readers.traceReader,
    traceOutlines: readers.traceOutlines,
    overview: readers.overview,
    checkCosts: readers.checkCosts,
    payloads: readers.payloads,
    callSessions: readers.callSessions,
    findings: readers.findings,
    issueStatistics: readers.issueFigures,
    mover: {
      groups: () => Promise.reject(new Error("findings are moved on the real engine only")),
      monitors: () => Promise.resolve([]),
      copy: () => Promise.resolve(),
      removeCopied: () => Promise.resolve(),
    },
    monitorStatistics: readers.monitorFigures,
    muteLinks: createMuteLinks(testBox),
    admission: { admit },
    ...pipeline.dependencies,
    losses: createLosses({ now }),
    rejected: { of: () => Promise.resolve([]) },
    contentSwitches: conventions,
    media: { medium: () => Promise.resolve(undefined) },
    recognize: createRecognizer({ conventions }),
    checks: codeChecks,
    accuracyOf,
    examplesOf,
    ...checks,
    explain,
    audited: createAudited({ audit: records.audit, telemetry, now }),
    generateByModel: createGenerateByModel({ callModel: checks.callJudgeModel }),
    onRunRequested: () => undefined,
    samples: readers.samples,
    monitorsChanged: (project) => monitorsChanged.push(project),
    projectChanged: (project) => monitorsChanged.push(project),
    deletionsChanged: () => undefined,
    ownPrivacy: { rules: defaultRules, retentionDays: 90 },
    privacyChanged: () => Promise.resolve(),
    scrub: (texts, rules) => Promise.resolve(scrubTexts(texts, createTextRedactor(rules))),
    redactionTrials: {
      tryRules: (_, text, rules) => Promise.resolve(scrubTexts([text], createTextRedactor(rules))),
      probe: (_, patterns) => Promise.resolve(probePatterns(patterns, { cpuMs: () => 0, onPattern: () => undefined })),
    },
    proxySettingsChanged: (project) => proxySettingsChanged.push(project),
    findCheckProblems: createFindCheckProblems({ ...records, ...checks, checks: codeChecks, now }),
    checkRows: (_project, rows) => Promise.resolve({ good: rows, failed: [] }),
    runWorker: { process: "here", remember: () => undefined, wake: () => undefined },
    prepareRun: () => Promise.resolve({ kind: "ready" }),
    tryModel: () => Promise.resolve({ kind: "missing", reason: "no model is called here", field: "definition" }),
    modelHosts: createModelHosts({ settings: { of: () => ({ upstreams: [] }) }, providers }),
    evaluation: createDatapointEvaluation({ ...records, explain }),
    monitorsUsing: createMonitorsUsing(records.monitors),
    findScenarioSet: (project, key) => records.scenarios.get(project, key),
    countOpenIssues: createCountOpenIssues(records.issues),
    settling: createSettling({
      ...records,
      admission: { admit },
      reader: { judged: () => Promise.resolve(new Map()) },
      emit,
      now,
    }),
    addressGuard,
    authenticationService: createAuthenticationService({
      ...records,
      ...mailing,
      box: testBox,
      authenticate: createAuthenticate({ tokens: records.tokens, now, emit }),
      projectChanged: (project) => monitorsChanged.push(project),
      signUp: "invitation",
      mail: post,
      baseUrl,
      now,
      emit,
      ...authentication,
    }),
    clientAddress: createClientAddress([]),
    loopbackOnly: true,
    telemetry,
    now,
    baseUrl,
    bodyBytes: 2 ** 20,
    ...changes,
  };
  const api = await createApi({
    ...dependencies,
    identify: dependencies.authenticationService.who,
    routes: createAllRoutes(dependencies),
    openRoutes: authenticationRoutes(dependencies),
  });
  const { url, close } = await listen(api);

  async function request(
    method: string,
    path: string,
    given: { token?: string; body?: unknown; headers?: object } = {},
  ): Promise<Answer> {
    const { token = adminSecret, body, headers = {} } = given;
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(token === "" ? {} : { "api-key": token }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    const isJson = /^application\/(problem\+)?json/.test(answer.headers.get("content-type") ?? "");
    return { status: answer.status, headers: answer.headers, text, body: isJson ? JSON.parse(text) : undefined };
  }

  async function tokenWith(
    scopes: readonly Scope[],
    { projectId = globalProject, accountId = firstAccount }: { projectId?: ProjectId; accountId?: AccountId } = {},
  ): Promise<string> {
    const secret = newSecret();
    const id = `token_${sha256Of(secret).slice(0, 8)}`;
    const token = { id, accountId, projectId, name: scopes.join(), hint: hintOf(secret), scopes, createdAt: now() };
    await records.tokens.add(token, sha256Of(secret));
    return secret;
  }

  return {
    ...readers,
    api,
    url,
    records,
    pipeline: pipeline.state,
    admitted,
    monitorsChanged,
    proxySettingsChanged,
    clock,
    telemetry,
    emails: post.emails,
    recipients: mailing.recipients,
    ask: request,
    tokenWith,
    authenticationService: dependencies.authenticationService,
    adminSecret,
    async [Symbol.asyncDispose]() {
      await close();
      await api.close();
      await shutdownStack.all();
      await records.close();
    },
  };
}

const adminSecret = `gaffe_${"adminadmin".repeat(4)}`;

async function listen(api: Api) {
  const server = createServer((request, response) => void api.handle(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
