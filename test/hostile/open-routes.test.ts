import { once } from "node:events";
import type { Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startGuardedApi } from "./support/guarded-api.ts";
import { openRaw, replyOf, sendRaw } from "./support/raw-http.ts";

const json = { "content-type": "application/json" };
const large = 15 * 2 ** 20;
let api: Awaited<ReturnType<typeof startGuardedApi>>;
beforeAll(async () => {
  api = await startGuardedApi({ loopbackOnly: false });
});
afterAll(() => api[Symbol.asyncDispose]());

const credentials = JSON.stringify({ email: "ann@example.org", password: "wrong wrong wrong" });
const signIn = (more: { headers?: Record<string, string | number>; body?: string; from?: string } = {}) =>
  sendRaw(api.port, {
    path: "/api/v1/sign-in",
    body: credentials,
    ...more,
    headers: { ...json, "content-length": credentials.length, ...more.headers },
  });

test("every route without authentication refuses a large body before it comes", async () => {
  const paths = api.api.openRoutes.filter(({ method }) => method !== "GET").map(({ path }) => `/api/v1${path}`);
  expect(paths.length).toBeGreaterThan(4);
  for (const path of [...paths, "/api/v1/no-such-route", "/unsubscribe"]) {
    const { status } = await sendRaw(api.port, { path, headers: { ...json, "content-length": large } });
    expect([path, status]).toEqual([path, 413]);
  }
});

test("a route that needs a token refuses a stranger before the body comes", async () => {
  const headers = { ...json, "content-length": large };
  expect((await sendRaw(api.port, { path: "/api/v1/datapoints", headers })).status).toBe(401);
  expect((await sendRaw(api.port, { path: "/mcp", headers })).status).toBe(401);
});

test("bodies that one network parks leave room for other networks", async () => {
  const parked: Socket[] = [];
  const replies: Promise<{ status: number }>[] = [];
  for (let connection = 0; connection < 100; connection++) {
    const headers = { ...json, "content-length": 16_384 };
    const socket = await openRaw(api.port, { path: "/api/v1/links/look", headers, body: "{", from: "127.0.0.2" });
    parked.push(socket);
    replies.push(replyOf(socket));
  }
  let refused = 0;
  for (const reply of replies) void reply.then(({ status }) => (refused += status === 429 ? 1 : 0));
  // A mebibyte is room for 64 of them.
  await expect.poll(() => refused).toBe(36);
  expect((await signIn()).status).toBe(403);
  expect((await signIn({ from: "127.0.0.2" })).status).toBe(429);
  for (const socket of parked) socket.destroy();
  await expect.poll(async () => (await signIn({ from: "127.0.0.2" })).status).toBe(403);
});

test("a flood of sign-ins from one network stops before the database, and others still sign in", async () => {
  let counted = 0;
  const attempts = {
    count: (_: string, at: number, windowMs: number) => {
      counted++;
      return Promise.resolve({ count: 1, endsAt: at + windowMs });
    },
    remove: () => Promise.resolve(),
  };
  await using flooded = await startGuardedApi({ loopbackOnly: false, authentication: { attempts } });
  const look = (from: string) =>
    sendRaw(flooded.port, {
      path: "/api/v1/links/look",
      headers: { ...json, "content-length": 13 },
      body: '{"key":"wxy"}',
      from,
    });
  const statuses = new Map<number, number>();
  for (let request = 0; request < 150; request++) {
    const { status } = await look("127.0.0.3");
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  expect(statuses.get(429)).toBe(30);
  expect(counted).toBeLessThanOrEqual(120);
  expect((await look("127.0.0.4")).status).not.toBe(429);
});

test("a body that does not advance is ended with 408; one that comes steadily is not", async () => {
  await using paced = await startGuardedApi({ pace: { timeoutMs: 400, bytesPerSecond: 20 } });
  const headers = { ...json, "content-length": credentials.length };
  const stalled = await openRaw(paced.port, { path: "/api/v1/sign-in", headers, body: "{" });
  const steady = await openRaw(paced.port, { path: "/api/v1/sign-in", headers });
  const steadyReply = replyOf(steady);
  const closed = once(stalled, "close");
  const writing = (async () => {
    for (const letter of credentials) {
      steady.write(letter);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  })();
  const { status, text } = await replyOf(stalled);
  expect([status, text]).toEqual([408, expect.stringContaining("request-timeout")]);
  await closed;
  await writing;
  expect((await steadyReply).status).toBe(403);
  expect(paced.events.filter(({ kind }) => kind === "slow-requests-ended")).toHaveLength(1);
  // The service is unharmed by the handler whose body never came.
  expect((await paced.ask("GET", "/api/v1/me")).status).toBe(200);
});

test("connections beyond the limit of an address are closed, those of others are not", async () => {
  const sockets: Socket[] = [];
  for (let connection = 0; connection < 305; connection++) {
    sockets.push(await openRaw(api.port, { method: "GET", path: "/healthz", from: "127.0.0.5" }));
  }
  await expect.poll(() => api.events.filter(({ kind }) => kind === "connections-refused").length).toBe(5);
  expect((await sendRaw(api.port, { method: "GET", path: "/healthz" })).status).toBe(200);
  for (const socket of sockets) socket.destroy();
});
