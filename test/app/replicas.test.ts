import { join } from "node:path";
import { credentials, Metadata } from "@grpc/grpc-js";
import { Agent, fetch as fetchThrough } from "undici";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { encodeTraces } from "../../src/otlp/encode.ts";
import { freePort } from "../../src/platform/http/free-port.ts";
import { goodSpan } from "../support/data/otlp-bodies.ts";
import { startClickHouse } from "../support/engines/clickhouse-server.ts";
import { type Postgres, postgresPrograms, startPostgres } from "../support/engines/postgres.ts";
import { startMailServer } from "../support/receivers/mail-server.ts";
import { createGrpcSender } from "../support/receivers/otlp-grpc-sender.ts";
import { temporaryFolder } from "../support/service/folder.ts";
import { nginxAbsent, startNginx } from "../support/service/nginx.ts";
import { type Service, startService, testToken } from "../support/service/service.ts";
import { apiOf, eventually } from "../support/service/service-api.ts";

const absent = nginxAbsent ?? ("absent" in postgresPrograms ? postgresPrograms.absent : undefined);
const suffix = absent === undefined ? "" : ` (skipped: ${absent})`;
const password = "correct horse battery";

describe.skipIf(absent !== undefined)(`two replicas behind nginx${suffix}`, () => {
  const folder = temporaryFolder();
  let clickhouse: Awaited<ReturnType<typeof startClickHouse>>;
  let postgres: Postgres;
  let mail: Awaited<ReturnType<typeof startMailServer>>;
  let nginx: Awaited<ReturnType<typeof startNginx>>;
  /** Clients with separate addresses: nginx distributes them over the replicas. */
  let senders: readonly Agent[] = [];
  let start: (name: string) => Promise<Service>;
  const replicas: Service[] = [];
  let [url, grpcPort] = ["", 0];

  beforeAll(async () => {
    [clickhouse, postgres, mail] = await Promise.all([startClickHouse(), startPostgres(), startMailServer()]);
    const ports = { a: [await freePort(), await freePort()], b: [await freePort(), await freePort()] } as const;
    const [https, grpcs] = [await freePort(), await freePort()];
    [url, grpcPort] = [`https://127.0.0.1:${https}`, grpcs];
    const env = {
      CLICKHOUSE_URL: clickhouse.url,
      DATABASE_URL: postgres.newDatabase(),
      GAFFE_SECRET_KEY: "k".repeat(40),
      GAFFE_PUBLIC_URL: url,
      GAFFE_TRUSTED_PROXIES: "127.0.0.1",
      GAFFE_INIT_EMAIL: "ann@example.org",
      GAFFE_INIT_PASSWORD: password,
      SMTP_URL: mail.url,
    };
    start = (name) => {
      const [port, grpc] = ports[name as "a" | "b"];
      return startService({ folder: join(folder.path, name), port, env: { ...env, GAFFE_GRPC_PORT: `${grpc}` } });
    };
    // Both start concurrently on empty databases; one of them creates the tables.
    replicas.push(...(await Promise.all([start("a"), start("b")])));
    const put = {
      "10.0.0.11:4233": `127.0.0.1:${ports.a[0]}`,
      "10.0.0.12:4233": `127.0.0.1:${ports.b[0]}`,
      "10.0.0.11:4317": `127.0.0.1:${ports.a[1]}`,
      "10.0.0.12:4317": `127.0.0.1:${ports.b[1]}`,
      "listen 443 ": `listen 127.0.0.1:${https} `,
      "listen 4317 ": `listen 127.0.0.1:${grpcs} `,
    };
    nginx = await startNginx(put, https);
    const ca = nginx.certificate;
    senders = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => new Agent({ connect: { ca, localAddress: `127.0.0.${n}` } }));
  });
  afterAll(async () => {
    await Promise.all(senders.map((sender) => sender.close()));
    await nginx?.[Symbol.asyncDispose]();
    await Promise.all(replicas.map((replica) => replica.kill("SIGTERM")));
    for (const part of [mail, clickhouse, postgres]) await part?.[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });

  const request = (
    path: string,
    init: { method?: string; headers?: Record<string, string>; body?: string } = {},
    by = 0,
  ) => fetchThrough(`${url}${path}`, { ...init, dispatcher: senders[by % senders.length]! });
  const [first, second] = [() => replicas[0]!, () => replicas[1]!];

  test("a person who signed in through one is known to the other, by a cookie for TLS alone", async () => {
    const credentials = JSON.stringify({ email: "ann@example.org", password });
    const headers = { "content-type": "application/json", origin: url };
    const answer = await request("/api/v1/sign-in", { method: "POST", headers, body: credentials });
    const [cookie = ""] = answer.headers.getSetCookie();
    expect([answer.status, cookie]).toEqual([200, expect.stringMatching(/^__Host-gaffe_session=.*Secure/)]);
    for (const replica of replicas) {
      const me = await fetch(`${replica.url}/api/v1/me`, { headers: { cookie: cookie.split(";")[0] ?? "" } });
      expect([me.status, await me.text()]).toEqual([200, expect.stringContaining("ann@example.org")]);
    }
  });

  test("each replica reports what either of them rejected", async () => {
    const headers = { "content-type": "application/json", "api-key": testToken };
    const refused = await fetch(`${first().url}/v1/traces`, { method: "POST", headers, body: "{{" });
    expect(refused.status).toBe(400);
    for (const replica of [second(), first()]) {
      const notified = await eventually(
        async () => Rejected.parse(await apiOf(replica).get("/health")).lastRejected,
        ({ length }) => length > 0,
      );
      expect(notified).toEqual([{ route: "POST /v1/traces", status: 400, count: 1 }]);
    }
  });

  test("acknowledged data is stored once although one replica is killed, and an issue is notified once", async () => {
    const ledger: string[] = [];
    const send = async (from: number, to: number) => {
      for (let number = from; number < to; number++) {
        const { spanId, body } = failedCall(number);
        const headers = { "content-type": "application/json", "api-key": testToken };
        // Retries like an exporter.
        for (let attempts = 0; ; attempts++) {
          const answer = await request("/v1/traces", { method: "POST", headers, body }, number).catch(() => undefined);
          await answer?.body?.cancel();
          if (answer?.status === 200) break;
          if (attempts > 100) throw new Error(`not taken: ${answer?.status}`);
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
        ledger.push(spanId);
      }
    };
    await send(0, 40);
    const sending = [send(40, 80), send(80, 120)];
    await eventually(
      () => Promise.resolve(ledger.length),
      (length) => length >= 60,
    );
    await first().kill("SIGKILL");
    await Promise.all(sending);
    replicas[0] = await start("a");

    for (const replica of replicas) {
      const seen = await eventually(
        () => spansOf(replica),
        (list) => list.length >= ledger.length,
      );
      expect(seen.toSorted()).toEqual(ledger.toSorted());
    }
    const issues = await eventually(
      () => issuesOf(second()),
      (list) => list.some(({ occurrences }) => occurrences === ledger.length),
    );
    expect(issues.filter(({ kind }) => kind === "error")).toMatchObject([{ occurrences: ledger.length }]);
    const mails = await eventually(
      () => Promise.resolve(mail.mails.map(({ mail: { subject = "" } }) => subject)),
      (list) => list.length >= issues.length,
    );
    expect(mails).not.toEqual([]);
    expect(new Set(mails).size).toBe(mails.length);
  });

  test("spans come in over gRPC with TLS", async () => {
    const sender = createGrpcSender(grpcPort, credentials.createSsl(Buffer.from(nginx.certificate)));
    const metadata = new Metadata();
    metadata.set("api-key", testToken);
    const span = goodSpan(7);
    await sender.send("traces", encodeTraces([span]), { metadata });
    sender.close();
    const trace = await eventually(
      () => request(`/api/v1/traces/${span.traceId}`, { headers: { "api-key": testToken } }),
      ({ status }) => status === 200,
    );
    expect(await trace.json()).toMatchObject({ spans: [{ spanId: span.spanId }] });
  });
});

const Spans = z.object({ items: z.array(z.looseObject({ spanId: z.string() })) });
const spansOf = async (replica: Service) =>
  Spans.parse(await apiOf(replica).get("/datapoints?limit=200&q=model:replicated")).items.map(({ spanId }) => spanId);

const Issues = z.object({ items: z.array(z.looseObject({ kind: z.string(), occurrences: z.number() })) });
const issuesOf = async (replica: Service) => Issues.parse(await apiOf(replica).get("/issues?limit=200")).items;

/** Returns a call that failed with a rate limit, as an export request. */
function failedCall(number: number): { spanId: string; body: string } {
  const at = `${BigInt(Date.now()) * 1_000_000n}`;
  const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });
  const spanId = number.toString(16).padStart(16, "c");
  const span = {
    traceId: number.toString(16).padStart(32, "d"),
    spanId,
    name: "chat",
    kind: 3,
    startTimeUnixNano: at,
    endTimeUnixNano: at,
    status: { code: 2, message: "Rate limit reached" },
    attributes: [
      text("gen_ai.operation.name", "chat"),
      text("gen_ai.provider.name", "openai"),
      text("gen_ai.request.model", "replicated"),
      text("error.type", "429"),
    ],
  };
  return { spanId, body: JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] }) };
}

const Rejected = z.object({
  lastRejected: z.array(z.object({ route: z.string(), status: z.number(), count: z.number() })),
});
