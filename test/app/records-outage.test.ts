import { setImmediate } from "node:timers/promises";
import { credentials, Metadata } from "@grpc/grpc-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newSecret } from "../../src/accounts/sign-in/secret.ts";
import { encodeTraces } from "../../src/otlp/encode.ts";
import { freePort } from "../../src/platform/http/free-port.ts";
import { goodSpan } from "../support/data/otlp-bodies.ts";
import { type Postgres, postgresPrograms, startPostgres } from "../support/engines/postgres.ts";
import { createGrpcSender, type GrpcSender } from "../support/receivers/otlp-grpc-sender.ts";
import { temporaryFolder } from "../support/service/folder.ts";
import { type Service, startService, testToken } from "../support/service/service.ts";
import { startTcpLink, type TcpLink } from "../support/service/tcp-link.ts";

const absent = "absent" in postgresPrograms ? ` (skipped: ${postgresPrograms.absent})` : "";

describe.skipIf(absent !== "")(`a service whose PostgreSQL goes and comes back${absent}`, () => {
  const folder = temporaryFolder();
  let postgres: Postgres;
  let link: TcpLink;
  let service: Service;
  let grpc: GrpcSender;
  let spans = 0;

  beforeAll(async () => {
    postgres = await startPostgres();
    link = await startTcpLink(postgres.port);
    const url = postgres.newDatabase().replace(`:${postgres.port}/`, `:${link.port}/`);
    await postgres.stop();
    const grpcPort = await freePort();
    const env = { DATABASE_URL: url, GAFFE_GRPC_PORT: `${grpcPort}`, GAFFE_SECRET_KEY: "k".repeat(40) };
    service = await startService({ folder: folder.path, env, unready: true });
    grpc = createGrpcSender(grpcPort, credentials.createInsecure());
  });
  afterAll(async () => {
    grpc?.close();
    await service?.kill("SIGTERM");
    await link?.[Symbol.asyncDispose]();
    await postgres?.[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });

  const isReady = async () => (await fetch(`${service.url}/readyz`).catch(() => undefined))?.ok === true;
  const body = () => encodeTraces([goodSpan(++spans)]);

  async function overHttp(token: string, path = "/v1/traces") {
    const init = {
      method: "POST",
      headers: { "content-type": "application/x-protobuf", "api-key": token },
      body: body(),
    };
    const { status, headers } = await fetch(`${service.url}${path}`, init);
    return { status, retryAfter: headers.get("retry-after") };
  }

  async function overGrpc(token: string): Promise<number> {
    const metadata = new Metadata();
    metadata.set("api-key", token);
    return grpc.send("traces", body(), { metadata }).then(
      () => 0,
      (thrown: { code: number }) => thrown.code,
    );
  }

  const api = async (path: string) => {
    const { status, headers } = await fetch(`${service.url}/api/v1${path}`, { headers: { "api-key": testToken } });
    return { status, retryAfter: headers.get("retry-after") };
  };

  /** Sends without a pause until `until` resolves; returns the number of responses by status. */
  async function load(until: Promise<unknown>): Promise<Record<string, number>> {
    const heard: Record<string, number> = {};
    const state = { done: false };
    const finished = until.finally(() => (state.done = true));
    const sender = async (send: () => Promise<number | string>) => {
      while (!state.done) {
        const outcome = await send();
        heard[outcome] = (heard[outcome] ?? 0) + 1;
        // A channel that cannot connect fails calls before the event loop has turned, and would hold it.
        await setImmediate();
      }
    };
    const http = async () => (await overHttp(testToken)).status;
    const viaGrpc = async () => `grpc ${await overGrpc(testToken)}`;
    const callApi = async () => `api ${(await api("/monitors")).status}`;
    try {
      await Promise.all([finished, ...[http, http, viaGrpc, viaGrpc, callApi, callApi].map(sender)]);
    } finally {
      state.done = true;
    }
    return heard;
  }

  async function outage(down: () => void | Promise<void>, up: () => void | Promise<void>): Promise<void> {
    await down();
    // An uncached token cannot be verified, so clients get a retryable error.
    await expect.poll(() => overHttp(newSecret()), { timeout: 30_000 }).toEqual({ status: 503, retryAfter: "5" });
    expect(await overGrpc(newSecret())).toBe(14);
    expect(await api("/monitors")).toMatchObject({ status: 503, retryAfter: expect.any(String) });
    expect(await overHttp(testToken)).toMatchObject({ status: 200 });
    await up();
    await expect.poll(() => api("/monitors"), { timeout: 30_000 }).toMatchObject({ status: 200 });
    await expect.poll(() => overHttp(newSecret()), { timeout: 30_000 }).toMatchObject({ status: 401 });
  }

  test("is started before PostgreSQL and waits for it", async () => {
    await expect.poll(() => service.output(), { timeout: 60_000 }).toContain("dependency-awaited");
    expect(service.child.exitCode).toBeNull();
    await postgres.start();
    await expect.poll(isReady, { timeout: 120_000 }).toBe(true);
  });

  test.each([
    ["restarted in order", () => postgres.stop("SIGINT"), () => postgres.start()],
    ["killed", () => postgres.stop("SIGQUIT"), () => postgres.start()],
    ["silent", () => link.silence(), () => link.restore()],
  ] as const)("%s: nothing that was sent with a valid token is refused, and the process stays", async (_, down, up) => {
    expect(await overHttp(testToken)).toMatchObject({ status: 200 });
    const heard = await load(outage(down, up));
    expect(service.child.exitCode).toBeNull();
    expect(Object.keys(heard).filter((outcome) => !/^(?:200|grpc 0|api (?:200|503))$/.test(outcome))).toEqual([]);
  });

  test("a token that is revoked is refused within five seconds after an outage as before it", async () => {
    const made = await fetch(`${service.url}/api/v1/tokens`, {
      method: "POST",
      headers: { "api-key": testToken, "content-type": "application/json" },
      body: JSON.stringify({ name: "short-lived", scopes: ["ingest"] }),
    });
    const { id, secret: token } = (await made.json()) as { id: string; secret: string };
    expect(await overHttp(token)).toMatchObject({ status: 200 });
    await postgres.stop();
    await expect.poll(() => overHttp(newSecret()), { timeout: 30_000 }).toMatchObject({ status: 503 });
    await postgres.start();
    await expect.poll(() => api("/monitors"), { timeout: 30_000 }).toMatchObject({ status: 200 });
    await fetch(`${service.url}/api/v1/tokens/${id}`, { method: "DELETE", headers: { "api-key": testToken } });
    await expect.poll(() => overHttp(token), { timeout: 30_000 }).toMatchObject({ status: 401 });
  });
});

describe.skipIf(absent !== "")(`a start without PostgreSQL${absent}`, () => {
  test("ends with the reason when the time is up", async () => {
    using folder = temporaryFolder();
    const env = { DATABASE_URL: `postgres://gaffe@127.0.0.1:${await freePort()}/x`, GAFFE_START_TIMEOUT_SECONDS: "1" };
    const service = await startService({ folder: folder.path, env, unready: true });
    await expect.poll(() => service.child.exitCode, { timeout: 60_000 }).toBe(1);
    expect(service.output()).toContain("dependency-awaited");
    expect(service.output()).toContain("gaffe: the records cannot be opened: connect ECONNREFUSED");
  });

  test("does not wait when the database refuses the credentials", async () => {
    using folder = temporaryFolder();
    await using postgres = await startPostgres();
    const url = postgres.newDatabase().replace("gaffe@", "nobody@");
    const service = await startService({ folder: folder.path, env: { DATABASE_URL: url }, unready: true });
    await expect.poll(() => service.child.exitCode, { timeout: 60_000 }).toBe(1);
    expect(service.output()).not.toContain("dependency-awaited");
    expect(service.output()).toContain('role "nobody" does not exist');
  });
});
