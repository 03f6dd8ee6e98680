import type { IncomingMessage, ServerResponse } from "node:http";
import { providers, translators } from "../../packages/genai-wire/src/providers/index.ts";
import type { Admission } from "../otlp/ports/admission.ts";
import { digest } from "../platform/crypto/digest.ts";
import { Failure } from "../platform/failure.ts";
import { lockFolder } from "../platform/files/folder-lock.ts";
import { createAddressGuard } from "../platform/http/address.ts";
import { globalProject } from "../platform/ids.ts";
import { nearest } from "../platform/nearest.ts";
import { createTelemetry, type Telemetry } from "../platform/telemetry/telemetry.ts";
import { createRedactingAdmission } from "../privacy/redaction/admit-redacted.ts";
import { createRedactor } from "../privacy/redaction/redactor.ts";
import { proxyEvents } from "../proxy/events.ts";
import type { Identity } from "../proxy/needs.ts";
import { createProxy } from "../proxy/proxy.ts";
import { createExporter } from "../proxy/recording/exporter.ts";
import { readRawBatch } from "../proxy/recording/raw-reading.ts";
import { createCallRecorder } from "../proxy/recording/recorder.ts";
import { createEgress } from "../proxy/relay/egress.ts";
import { type JournalOptions, openJournal } from "../storage/journal/journal.ts";
import { askedToStop } from "./asked-to-stop.ts";
import { type Handler, takePort } from "./front-door.ts";
import { registerJournalGauges } from "./measurements/gauges.ts";
import { type ProxyAloneSettings, readProxySettings } from "./settings/proxy-alone.ts";
import { baseUrlOf, isLoopbackOnly } from "./settings/settings.ts";
import { serviceUndo, type Undo } from "./undo.ts";

/** Runs nothing but the proxy until it is asked to stop, exporting to any OTLP endpoint. */
export async function runProxy(environment: NodeJS.ProcessEnv): Promise<void> {
  const settings = readProxySettings(environment);
  const telemetry = createTelemetry({ level: settings.logLevel, declared: proxyEvents });
  const { port, close } = await startProxy(settings, telemetry);
  const { endpoint } = settings;
  console.log(`The proxy is ready   ${baseUrlOf(settings, port)}/v1\nRecorded calls go to ${endpoint}`);
  telemetry.log.info({ event: "proxy-ready", port, endpoint }, "the proxy is ready");
  await askedToStop();
  telemetry.log.info("stopping");
  await close();
}

/** Started by its parts, backwards from the journal to the port; recorded calls lie in that journal until they are exported. */
export async function startProxy(settings: ProxyAloneSettings, telemetry: Telemetry) {
  refuseMisfits(settings);
  const undo = serviceUndo(telemetry.log, settings.shutdownSeconds * 1000);
  try {
    return { port: await assemble(settings, telemetry, undo), close: () => undo.all() };
  } catch (thrown) {
    await undo.all();
    throw thrown;
  }
}

async function assemble(settings: ProxyAloneSettings, telemetry: Telemetry, undo: Undo): Promise<number> {
  const now = () => performance.timeOrigin + performance.now();
  const { journalFolder: folder, journalBytes: maxBytes, tokens, project, host } = settings;
  const lock = lockFolder(folder);
  undo.add(() => lock[Symbol.dispose]());
  const door = await takePort(host, settings.port);
  undo.add(() => door.close(undo.remainingMs()));
  const onProblem: JournalOptions["onProblem"] = (message, facts) => telemetry.log.error(facts, message);
  const opened = await openJournal({ folder, maxBytes, reserveBytes: 64 * 2 ** 20, now, onProblem });
  undo.add(() => opened.close());
  const exporter = createExporter({ ...opened, ...settings, projectId: globalProject, telemetry });
  undo.add(() => exporter.stop());
  registerJournalGauges({ ...opened, telemetry, now });
  const redactor = createRedactor({
    script: new URL("./worker-redaction.ts", import.meta.url),
    readRaw: readRawBatch,
    onLost: (error) => telemetry.log.error({ error: error.message }, "redactor lost"),
  });
  undo.add(() => redactor.close());
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
      ownPort: () => door.port,
    }),
    recorder: createCallRecorder({ admission, telemetry, now }),
    limits: settings.limits,
    passTraceContext: settings.passTraceContext,
    serviceName: settings.serviceName,
    telemetry,
    now,
  });
  undo.add(() => proxy.close());
  undo.add(() => {
    const graceMs = undo.remainingMs();
    // New calls are refused at once; those under way have their time, but for what it takes to tell their clients.
    void proxy.drain(graceMs * 0.9);
    return door.close(graceMs);
  });
  const isOperator = (token: string | undefined) => isLoopbackOnly(host) || authenticate(token).kind === "caller";
  door.open([proxy.handle, operatorPages(telemetry, isOperator)]);
  return door.port;
}

/** What is wrong about settings that are each right. */
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
  const settled = () => Promise.reject(new Failure("defect", "nobody waits for a receipt here"));
  return { admit: async (batch) => ({ repeated: (await journal.append(batch)).repeated, settled }) };
}

/** Tokens are compared by digest, which takes equally long however much of a guess is right. */
function createAuthenticator(tokens: readonly string[]): (token: string | undefined) => Identity {
  const known = new Set(tokens.map((token) => digest(token)));
  const message = "send one of the tokens of GAFFE_PROXY_TOKENS in the header api-key";
  return (token) => {
    if (known.size === 0 || (token !== undefined && known.has(digest(token)))) {
      return { kind: "caller", projectId: globalProject };
    }
    return { kind: "refused", code: token === undefined ? "missing_service_key" : "invalid_service_key", message };
  };
}

/** Health for everybody, metrics for this machine and who has a token. */
function operatorPages({ metrics }: Telemetry, isOperator: (token: string | undefined) => boolean): Handler {
  return ({ url, headers }: IncomingMessage, response: ServerResponse) => {
    const token = headers["api-key"];
    if (url === "/healthz" || url === "/readyz") {
      response.writeHead(200, { "content-type": "application/json" }).end('{"status":"ok"}');
    } else if (url === "/metrics" && isOperator(typeof token === "string" ? token : undefined)) {
      void metrics
        .metrics()
        .then((text) => response.writeHead(200, { "content-type": metrics.contentType }).end(text))
        .catch(() => response.writeHead(500).end());
    } else response.writeHead(url === "/metrics" ? 401 : 404).end();
    return true;
  };
}
