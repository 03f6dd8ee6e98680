import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { ProxyAloneSettings } from "./config/proxy-alone.ts";
import { globalProject } from "./domain/ids.ts";
import { createAddressGuard } from "./lib/address.ts";
import { digest } from "./lib/digest.ts";
import { Failure } from "./lib/failure.ts";
import { createRedactingAdmission } from "./pipeline/redaction/admit-redacted.ts";
import { createRedactor } from "./pipeline/redaction/redactor.ts";
import type { Admission } from "./ports/admission.ts";
import { providers, translators } from "./providers/index.ts";
import { createEgress } from "./receivers/proxy/egress.ts";
import { createExporter } from "./receivers/proxy/exporter.ts";
import type { Identity } from "./receivers/proxy/needs.ts";
import { createProxy } from "./receivers/proxy/proxy.ts";
import { readRawBatch } from "./receivers/proxy/raw-reading.ts";
import { createCallRecorder } from "./receivers/proxy/recorder.ts";
import { openJournal } from "./storage/journal/journal.ts";
import type { Telemetry } from "./telemetry/telemetry.ts";

/** The proxy by itself: recorded calls lie in its own journal until an OTLP endpoint has taken them. */
export async function assembleProxyAlone(settings: ProxyAloneSettings, telemetry: Telemetry) {
  if (settings.tokens.length === 0 && !/^(127\.|::1$|localhost$)/.test(settings.host)) {
    throw new Failure("caller", "GAFFE_PROXY_TOKENS must be set where the proxy listens on more than loopback");
  }
  const now = () => performance.timeOrigin + performance.now();
  const folder = settings.journalFolder;
  const opened = await openJournal({ folder, maxBytes: 2 ** 30, reserveBytes: 64 * 2 ** 20, now });
  const { endpoint, headers, upstreams, defaultUpstream, includeUsage } = settings;
  const exporter = createExporter({ ...opened, endpoint, headers, telemetry, now });
  const redactor = createRedactor({
    script: new URL("./worker-redaction.ts", import.meta.url),
    readRaw: readRawBatch,
    onLost: (error) => telemetry.log.error({ error: error.message }, "redactor lost"),
  });
  const admission = createRedactingAdmission({
    admission: admissionInto(opened),
    redactor,
    rulesOf: () => settings.privacy,
    telemetry,
  });
  const projectSettings = { upstreams, includeUsage, ...(defaultUpstream === undefined ? {} : { defaultUpstream }) };
  const proxy = createProxy({
    authenticate: authenticator(settings.tokens),
    settings: { of: () => projectSettings },
    providers,
    translators,
    egress: createEgress({ guard: createAddressGuard(settings.allowAddresses), connectTimeoutMs: 10_000 }),
    recorder: createCallRecorder({ admission, telemetry, now }),
    telemetry,
    now,
  });
  const server = createServer({ requestTimeout: 0 }, (request, response) => {
    if (proxy.handle(request, response)) return;
    response.writeHead(request.url === "/healthz" ? 200 : 404).end();
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(settings.port, settings.host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    /** Lets calls under way end for at most `graceMs`; what is recorded by then is in the journal. */
    async close(graceMs: number): Promise<void> {
      await Promise.race([proxy.drain(), new Promise((resolve) => setTimeout(resolve, graceMs).unref())]);
      await proxy.close();
      await redactor.close();
      server.closeAllConnections();
      server.close();
      await exporter.stop();
      await opened.close();
    },
  };
}

function admissionInto({ journal }: Awaited<ReturnType<typeof openJournal>>): Admission {
  const settled = () => Promise.reject(new Failure("defect", "nobody waits for a receipt here"));
  return { admit: async (batch) => ({ repeated: (await journal.append(batch)).repeated, settled }) };
}

/** Tokens are compared by digest, which takes equally long however much of a guess is right. */
function authenticator(tokens: readonly string[]): (token: string | undefined) => Identity {
  const known = new Set(tokens.map((token) => digest(token)));
  return (token) => {
    if (known.size === 0 || (token !== undefined && known.has(digest(token)))) {
      return { kind: "caller", projectId: globalProject };
    }
    const code = token === undefined ? "missing_service_key" : "invalid_service_key";
    return { kind: "refused", code, message: "send a valid service token in the header api-key" };
  };
}
