import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Pool } from "undici";
import { providers, translators } from "../../packages/genai-wire/src/providers/index.ts";
import { defaultRules } from "../../src/datapoints/text/redaction.ts";
import type { Admission } from "../../src/otlp/ports/admission.ts";
import { createAddressGuard } from "../../src/platform/http/address.ts";
import { globalProject } from "../../src/platform/ids.ts";
import { createTelemetry, type Telemetry } from "../../src/platform/telemetry/telemetry.ts";
import { createRedactingAdmission } from "../../src/privacy/redaction/admit-redacted.ts";
import { createRedactor } from "../../src/privacy/redaction/redactor.ts";
import { createProxy } from "../../src/proxy/proxy.ts";
import { readRawBatch } from "../../src/proxy/recording/raw-reading.ts";
import { createCallRecorder } from "../../src/proxy/recording/recorder.ts";
import { createEgress } from "../../src/proxy/relay/egress.ts";
import { openJournal } from "../../src/storage/journal/journal.ts";
import { filled } from "./load.ts";

/**
 * Runs as a child of the benchmark: `servers.ts upstream`, or with the upstream's port `recording` (up to the
 * journal), `redacting` (the same with the default rules), `bare` (nothing is recorded) or `floor`.
 */
const [kind, upstreamPort] = process.argv.slice(2);
process.on("disconnect", () => process.exit());
await (kind === "upstream" ? upstream() : kind === "floor" ? floor() : gaffe());

async function upstream(): Promise<void> {
  const answer = { id: "chatcmpl-bench", object: "chat.completion", created: 1_790_000_000, model: "gpt-4o-mini" };
  const message = { role: "assistant", content: "", refusal: null };
  const usage = { prompt_tokens: 180, completion_tokens: 140, total_tokens: 320 };
  const json = Buffer.from(
    filled(1_088, (content) =>
      JSON.stringify({
        ...answer,
        choices: [{ index: 0, message: { ...message, content }, finish_reason: "stop" }],
        usage,
      }),
    ),
  );
  const event = (delta: object, finish: string | null) =>
    `data: ${JSON.stringify({ ...answer, object: "chat.completion.chunk", system_fingerprint: "fp_0123456789", choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }] })}\n\n`;
  const events = Array.from({ length: 100 }, (_, index) =>
    Buffer.from(event(index === 99 ? {} : { content: "word " }, index === 99 ? "stop" : null)),
  );
  const done = Buffer.from("data: [DONE]\n\n");
  await listen((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString();
      if (!text.includes('"stream":true')) {
        response.writeHead(200, { "content-type": "application/json", "content-length": json.length }).end(json);
        return;
      }
      response.writeHead(200, { "content-type": "text/event-stream" });
      let at = 0;
      const paced = text.includes('"paced"');
      const step = () => {
        for (let count = 0; count < (paced ? 1 : 5) && at < events.length; count++) response.write(events[at++]);
        if (at === events.length) response.end(done);
        else if (paced) setTimeout(step, 5);
        else setImmediate(step);
      };
      step();
    });
  });
}

/** Starts the minimal proxy of node:http and undici: it parses, logs, decides and stores nothing. */
async function floor(): Promise<void> {
  const pool = new Pool(`http://127.0.0.1:${upstreamPort}`);
  await listen((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const headers = ["content-type", "application/json", "authorization", request.headers.authorization ?? ""];
      const body = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
      pool.dispatch(
        { method: "POST", path: request.url ?? "/", headers, body },
        {
          onConnect: () => undefined,
          onHeaders: (status, raw, resume) => {
            response.writeHead(status, raw.map(String));
            response.on("drain", resume);
            return true;
          },
          onData: (chunk) => response.write(chunk),
          onComplete: () => void response.end(),
          onError: () => void response.destroy(),
        },
      );
    });
  });
}

async function gaffe(): Promise<void> {
  const recording = kind !== "bare";
  const now = () => performance.timeOrigin + performance.now();
  const telemetry = createTelemetry({ level: "error" });
  const nothing = {
    record: () => undefined,
    canRecord: () => true,
    secondsUntilQuota: () => undefined,
    close: async () => undefined,
  };
  const recorder = recording
    ? createCallRecorder({ admission: await admissionOf(now, telemetry), telemetry, now })
    : nothing;
  const baseUrl = `http://127.0.0.1:${upstreamPort}/v1`;
  const settings = {
    upstreams: [{ id: "bench", baseUrl, auth: { kind: "bearer" } as const }],
    defaultUpstream: "bench",
  };
  const proxy = createProxy({
    authenticate: () => ({ kind: "caller", projectId: globalProject }),
    settings: { of: () => settings },
    providers,
    translators,
    egress: createEgress({ guard: createAddressGuard(["127.0.0.1"]), connectTimeoutMs: 5_000 }),
    recorder,
    telemetry,
    now,
    // The bare proxy buffers nothing of what it forwards.
    ...(recording ? {} : { limits: { maxRecordedResponseBytes: 0 } }),
  });
  await listen((request, response) => void proxy.handle(request, response));
}

async function admissionOf(now: () => number, telemetry: Telemetry): Promise<Admission> {
  const admission = await journalled(now);
  if (kind !== "redacting") return admission;
  const script = new URL("../../src/app/worker-redaction.ts", import.meta.url);
  const redactor = createRedactor({ script, readRaw: readRawBatch, onLost: () => undefined, now: Date.now });
  return createRedactingAdmission({ admission, redactor, rulesOf: () => defaultRules, telemetry });
}

/** Opens the real journal with fsync. The stages after it have their own benchmark. */
async function journalled(now: () => number) {
  const folder = mkdtempSync(join(tmpdir(), "gaffe-bench-journal-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const { journal } = await openJournal({ folder, maxBytes: 16 * 2 ** 30, reserveBytes: 0, now });
  const settled = () => Promise.reject(new Error("nobody waits"));
  return {
    admit: async (batch: Parameters<typeof journal.append>[0]) => {
      const { repeated } = await journal.append(batch);
      return { repeated, settled };
    },
  };
}

async function listen(handle: RequestListener): Promise<void> {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  process.send?.((server.address() as AddressInfo).port);
}
