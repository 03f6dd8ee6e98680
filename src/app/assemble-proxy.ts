import type { IncomingMessage, ServerResponse } from "node:http";
import { providers, translators } from "../../packages/genai-wire/src/providers/index.ts";
import type { Admission } from "../otlp/ports/admission.ts";
import { digest } from "../platform/crypto/digest.ts";
import { Failure } from "../platform/failure.ts";
import { lockFolder } from "../platform/files/folder-lock.ts";
import { createAddressGuard, isLoopbackOnly } from "../platform/http/address.ts";
import { globalProject } from "../platform/ids.ts";
import { nearest } from "../platform/nearest.ts";
import { createServiceShutdownStack, type ShutdownStack } from "../platform/shutdown-stack.ts";
import { createTelemetry, type Telemetry } from "../platform/telemetry/telemetry.ts";
import { createRedactingAdmission } from "../privacy/redaction/admit-redacted.ts";
import { createRedactor } from "../privacy/redaction/redactor.ts";
import { proxyEvents } from "../proxy/events.ts";
import { createProxy } from "../proxy/proxy.ts";
import type { Identity } from "../proxy/proxy-dependencies.ts";
import { createExporter } from "../proxy/recording/exporter.ts";
import { readRawBatch } from "../proxy/recording/raw-reading.ts";
import { createCallRecorder } from "../proxy/recording/recorder.ts";
import { createEgress } from "../proxy/relay/egress.ts";
import type { ClientRequest } from "../server/client-request.ts";
import { isLocalRequest } from "../server/local-request.ts";
import { type JournalOptions, openJournal } from "../storage/journal/journal.ts";
import { closeEntry, type Handler, takePort } from "./http-entry-point.ts";
import { registerJournalGauges } from "./measurements/gauges.ts";
import { type ProxyAloneSettings, readProxySettings } from "./settings/proxy-alone.ts";
import { baseUrlOf } from "./settings/settings.ts";
import { terminationSignal } from "./termination-signal.ts";

/** Runs only the proxy until a termination signal, exporting to any OTLP endpoint. */
export async function runProxy(environment: NodeJS.ProcessEnv): Promise<void> {
  const settings = readProxySettings(environment);
  const telemetry = createTelemetry({ level: settings.logLevel, declared: proxyEvents });
  const { port, close } = await startProxy(settings, telemetry);
  const { endpoint } = settings;
  console.log(`The proxy is ready   ${baseUrlOf(settings, port)}/v1\nRecorded calls go to ${endpoint}`);
  telemetry.log.info({ event: "proxy-ready", port, endpoint }, "the proxy is ready");
  await terminationSignal();
  telemetry.log.info("stopping");
  await close();
}

/** Starts the parts from the journal to the port. Recorded calls stay in the journal until they are exported. */
export async function startProxy(settings: ProxyAloneSettings, telemetry: Telemetry) {
  refuseMisfits(settings);
  const shutdownStack = createServiceShutdownStack(telemetry.log, settings.shutdownSeconds * 1000);
  try {
    return { port: await assemble(settings, telemetry, shutdownStack), close: () => shutdownStack.all() };
  } catch (thrown) {
    await shutdownStack.all();
    throw thrown;
  }
}

async function assemble(
  settings: ProxyAloneSettings,
  telemetry: Telemetry,
  shutdownStack: ShutdownStack,
): Promise<number> {
  const now = () => performance.timeOrigin + performance.now();
  const { journalFolder: folder, journalBytes: maxBytes, tokens, project, host } = settings;
  const lock = lockFolder(folder);
  shutdownStack.add(() => lock[Symbol.dispose]());
  const httpEntryPoint = await takePort(host, settings.port, {
    connections: { total: Infinity, perAddress: Infinity },
    emit: telemetry.emit,
  });
  shutdownStack.add(() => httpEntryPoint.close(shutdownStack.remainingMs()));
  const onProblem: JournalOptions["onProblem"] = (message, facts) => telemetry.log.error(facts, message);
  const opened = await openJournal({ folder, maxBytes, reserveBytes: 64 * 2 ** 20, now, onProblem });
  shutdownStack.add(() => opened.close());
  const exporter = createExporter({ ...opened, ...settings, projectId: globalProject, telemetry });
  shutdownStack.add(() => exporter.stop());
  registerJournalGauges({ ...opened, telemetry, now });
  const redactor = createRedactor({
    script: new URL("./worker-redaction.ts", import.meta.url),
    readRaw: readRawBatch,
    now,
    onLost: ({ reason }) => telemetry.log.error({ reason }, "redactor lost"),
  });
  shutdownStack.add(() => redactor.close());
  const rulesOf = () => settings.privacy;
  const admission = createRedactingAdmission({ admission: admissionInto(opened), redactor, rulesOf, telemetry });
  const authenticate = createAuthenticator(tokens);
  const proxy = createProxy({
    authenticate,
    settings: { of: () => project },
    providers,
    translators,
    egress: createEgress({
      guard: createAddressGuard(settings.allowNetworks),
      connectTimeoutMs: settings.connectTimeoutMs,
      ownPort: () => httpEntryPoint.port,
    }),
    recorder: createCallRecorder({ admission, telemetry, now }),
    limits: settings.limits,
    passTraceContext: settings.passTraceContext,
    serviceName: settings.serviceName,
    telemetry,
    now,
  });
  shutdownStack.add(() => proxy.close());
  shutdownStack.add(() => closeEntry({ httpEntryPoint, proxy, graceMs: shutdownStack.remainingMs() }));
  const isOperator = (token: string | undefined, request: IncomingMessage) =>
    (isLoopbackOnly(host) && isLocalRequest(request)) || authenticate(token, request).kind === "caller";
  httpEntryPoint.open([proxy.handle, operatorPages(telemetry, isOperator)]);
  return httpEntryPoint.port;
}

/** Checks combinations of settings that are valid on their own. */
function refuseMisfits({ tokens, host, project: { upstreams, defaultUpstream } }: ProxyAloneSettings): void {
  if (tokens.length === 0 && !isLoopbackOnly(host)) {
    throw new Failure("caller", "GAFFE_PROXY_TOKENS must be set where the proxy listens on more than loopback");
  }
  const ids = [...upstreams, ...providers].filter(({ baseUrl }) => baseUrl !== undefined).map(({ id }) => id);
  if (defaultUpstream === undefined || ids.includes(defaultUpstream)) return;
  const meant = nearest(defaultUpstream, ids);
  const advice = meant === undefined ? "" : `: did you mean ${meant}?`;
  throw new Failure("caller", `GAFFE_PROXY_DEFAULT_UPSTREAM names no upstream and no known provider${advice}`);
}

function admissionInto({ journal }: Awaited<ReturnType<typeof openJournal>>): Admission {
  const settled = () => Promise.reject(new Failure("defect", "the stand-alone proxy has no receipts"));
  return { admit: async (batch) => ({ repeated: (await journal.append(batch)).repeated, settled }) };
}

/**
 * Compares tokens by digest, which takes the same time however much of a guess is right. Without tokens, requests must
 * come from this machine.
 */
function createAuthenticator(tokens: readonly string[]) {
  const known = new Set(tokens.map((token) => digest(token)));
  const message = "send one of the tokens of GAFFE_PROXY_TOKENS in the header api-key";
  const local = "without GAFFE_PROXY_TOKENS, only programs of this machine may call the proxy, at a local address";
  return (token: string | undefined, request: ClientRequest): Identity => {
    const isKnown = token !== undefined && known.has(digest(token));
    if (isKnown || (known.size === 0 && isLocalRequest(request))) {
      return { kind: "caller", projectId: globalProject };
    }
    if (known.size === 0) return { kind: "refused", code: "forbidden", message: local };
    return { kind: "refused", code: token === undefined ? "missing_service_key" : "invalid_service_key", message };
  };
}

/** Serves health checks to every client, metrics to this machine and to clients with a token. */
function operatorPages(
  { metrics }: Telemetry,
  isOperator: (token: string | undefined, request: IncomingMessage) => boolean,
): Handler {
  return (request: IncomingMessage, response: ServerResponse) => {
    const { url, headers } = request;
    const token = headers["api-key"];
    if (url === "/healthz" || url === "/readyz") {
      response.writeHead(200, { "content-type": "application/json" }).end('{"status":"ok"}');
    } else if (url === "/metrics" && isOperator(typeof token === "string" ? token : undefined, request)) {
      void metrics
        .metrics()
        .then((text) => response.writeHead(200, { "content-type": metrics.contentType }).end(text))
        .catch(() => response.writeHead(500).end());
    } else response.writeHead(url === "/metrics" ? 401 : 404).end();
    return true;
  };
}
