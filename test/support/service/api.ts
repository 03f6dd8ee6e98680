import { once } from "node:events";
import { createServer } from "node:http";
import { providers } from "../../../packages/genai-wire/src/providers/index.ts";
import { createAuthenticate } from "../../../src/accounts/sign-in/authenticate.ts";
import { hintOf, newSecret, sha256Of } from "../../../src/accounts/sign-in/secret.ts";
import { firstStart } from "../../../src/app/first-start.ts";
import { assembleChecks } from "../../../src/app/modules/checks.ts";
import { createUndo } from "../../../src/app/undo.ts";
import { accuracyOf } from "../../../src/checks/library/accuracy.ts";
import { examplesOf } from "../../../src/checks/library/examples.ts";
import { codeChecks } from "../../../src/checks/library/index.ts";
import { conventions } from "../../../src/datapoints/conventions/index.ts";
import { createRecognizer } from "../../../src/datapoints/stages/recognize.ts";
import { defaultRules } from "../../../src/datapoints/text/redaction.ts";
import { defaultMonitors } from "../../../src/monitors/default-monitors.ts";
import { createMuteLinks } from "../../../src/notifications/mute-links.ts";
import type { Batch } from "../../../src/otlp/ports/admission.ts";
import { createAddressGuard } from "../../../src/platform/http/address.ts";
import { type AccountId, firstAccount, globalProject, type ProjectId } from "../../../src/platform/ids.ts";
import type { GaffeEvent } from "../../../src/platform/telemetry/events.ts";
import { createLosses } from "../../../src/platform/telemetry/losses.ts";
import { createTelemetry } from "../../../src/platform/telemetry/telemetry.ts";
import { createTextRedactor } from "../../../src/privacy/redact/redact-text.ts";
import { scrubTexts } from "../../../src/privacy/redaction/scrub-texts.ts";
import type { Scope } from "../../../src/server/access.ts";
import { createClientAddress } from "../../../src/server/client-address.ts";
import type { ApiNeeds } from "../../../src/server/routes/needs.ts";
import { createSettling } from "../../../src/testing/runs/settle.ts";
import { createModelHosts } from "../../../src/testing/served/places.ts";
import { createDoor, type DoorNeeds } from "../../../src/web/door.ts";
import { type Api, createApi } from "../../../src/web/routes/create-api.ts";
import { noon } from "../data/examples.ts";
import { temporaryRecords } from "../engines/records.ts";
import { testBox } from "../engines/sealed-box.ts";
import { letterBox } from "../receivers/letter-box.ts";
import { fakeReaders } from "./fake-line.ts";
import { fakePipeline } from "./fake-pipeline.ts";

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
  readonly body: any;
}

type Changes = Partial<Omit<ApiNeeds, "door">> & { readonly door?: Partial<DoorNeeds> };

/** The API on a real port of loopback with real records and checks, before readers that a test fills. */
export async function startApi({ door = {}, ...changes }: Changes = {}) {
  const records = await temporaryRecords();
  const readers = fakeReaders();
  const pipeline = fakePipeline();
  const admitted: Batch[] = [];
  const telemetry = createTelemetry({ level: "silent" });
  const clock = { now: noon };
  const now = () => clock.now;
  const monitorsChanged: ProjectId[] = [];
  const proxySettingsChanged: ProjectId[] = [];
  await firstStart({ ...records, defaultMonitors, init: { token: adminSecret }, now });
  const undo = createUndo({
    onFailure: (thrown) => telemetry.log.error(thrown),
    graceMs: 10_000,
    onLate: () => undefined,
  });
  const checks = await assembleChecks({
    allowNetworks: ["127.0.0.0/8"],
    records,
    telemetry,
    undo,
    tellLine: () => undefined,
    now,
  });
  const open = changes.loopbackOnly ?? true;
  const emit = (event: GaffeEvent) => telemetry.emit(event);
  const baseUrl = () => "http://gaffe.example";
  const post = letterBox();
  const admit = (batch: Batch) => {
    admitted.push(batch);
    return Promise.resolve({ repeated: false, settled: () => Promise.reject(new Error("nobody waits")) });
  };
  const needs: ApiNeeds = {
    ...records,
    datapoints: readers.datapoints,
    senders: readers.senders,
    traces: readers.traceReader,
    traceOutlines: readers.traceOutlines,
    overview: readers.overview,
    checkCosts: readers.checkCosts,
    payloads: readers.payloads,
    callSessions: readers.callSessions,
    findings: readers.findings,
    issueFigures: readers.issueFigures,
    monitorFigures: readers.monitorFigures,
    muteLinks: createMuteLinks(testBox),
    admission: { admit },
    ...pipeline.needs,
    losses: createLosses({ now }),
    rejected: { of: () => Promise.resolve([]) },
    contentSwitches: conventions,
    media: { medium: () => Promise.resolve(undefined) },
    recognize: createRecognizer({ conventions }),
    checks: codeChecks,
    accuracyOf,
    examplesOf,
    ...checks.forApi,
    runAsked: () => undefined,
    samples: readers.samples,
    defaultMonitors,
    monitorsChanged: (project) => monitorsChanged.push(project),
    deletionsChanged: () => undefined,
    ownPrivacy: { rules: defaultRules, retentionDays: 90 },
    privacyChanged: () => Promise.resolve(),
    scrub: (texts, rules) => Promise.resolve(scrubTexts(texts, createTextRedactor(rules))),
    proxySettingsChanged: (project) => proxySettingsChanged.push(project),
    checkRows: (_project, rows) => Promise.resolve({ good: rows, failed: [] }),
    carrier: { process: "here", remember: () => undefined, wake: () => undefined },
    prepareRun: () => Promise.resolve({ kind: "ready" }),
    tryModel: () => Promise.resolve({ kind: "missing", because: "nobody is called here", field: "definition" }),
    modelHosts: createModelHosts({ settings: { of: () => ({ upstreams: [] }) }, providers }),
    settling: createSettling({
      ...records,
      admission: { admit },
      reader: { judged: () => Promise.resolve(new Map()) },
      now,
    }),
    addressGuard: createAddressGuard(["127.0.0.0/8"]),
    door: createDoor({
      ...records,
      authenticate: createAuthenticate({ tokens: records.tokens, open, now, emit }),
      defaultMonitors,
      monitorsChanged: (project) => monitorsChanged.push(project),
      signUp: "invitation",
      mail: post,
      baseUrl,
      now,
      emit,
      ...door,
    }),
    clientAddress: createClientAddress([]),
    loopbackOnly: true,
    telemetry,
    now,
    baseUrl,
    bodyBytes: 2 ** 20,
    ...changes,
  };
  const api = await createApi(needs);
  const { url, close } = await listen(api);

  async function ask(
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
    letters: post.letters,
    ask,
    tokenWith,
    async [Symbol.asyncDispose]() {
      await close();
      await api.close();
      await undo.all();
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
