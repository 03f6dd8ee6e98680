import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { encodeTraces } from "../../src/otlp/encode.ts";
import { freePort } from "../../src/platform/http/free-port.ts";
import { goodSpan } from "../support/data/otlp-bodies.ts";
import { temporaryFolder } from "../support/service/folder.ts";
import { type Service, startService } from "../support/service/service.ts";
import { beginCall, framed, openGrpc, statusOf } from "./support/grpc-stream.ts";
import { type RawRequest, sendRaw } from "./support/raw-http.ts";

let folder: ReturnType<typeof temporaryFolder>;
let service: Service;
let grpcPort: number;
beforeAll(async () => {
  folder = temporaryFolder();
  grpcPort = await freePort();
  service = await startService({ folder: folder.path, env: { GAFFE_GRPC_PORT: String(grpcPort), LOG_LEVEL: "warn" } });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

const id = { traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "b7ad6b7169203331" };
const jsonSpan = { ...id, name: "call", kind: 3, startTimeUnixNano: "1795227443228456789" };
const span = JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [jsonSpan] }] }] });
const chat = '{"model":"nobody/m","messages":[]}';
const entries = {
  "OTLP traces": { path: "/v1/traces", body: span },
  "the proxy": { path: "/v1/chat/completions", body: chat },
  "a write of the API": { path: "/api/v1/monitors", body: '{"name":"x"}' },
  "a read of the API": { method: "GET", path: "/api/v1/datapoints", body: "" },
  "the proxy's models": { method: "GET", path: "/v1/models", body: "" },
  metrics: { method: "GET", path: "/metrics", body: "" },
} as const satisfies Record<string, RawRequest>;

/** Requests that another program, page or machine can have a client on this machine make. */
const foreign: readonly (readonly [string, Partial<RawRequest>])[] = [
  ["a name that was rebound to loopback", { headers: { host: "rebound.example" } }],
  ["a page of another origin", { headers: { origin: "https://evil.example" } }],
  ["a page of another port", { headers: { origin: "http://localhost:1" } }],
  ["a page of another site, without its origin", { headers: { "sec-fetch-site": "cross-site" } }],
  ["a page of the same site", { headers: { "sec-fetch-site": "same-site" } }],
  ["a sandboxed page", { headers: { origin: "null" } }],
  ["nginx with its defaults", { version: "1.0" }],
  ["nginx with X-Real-IP", { headers: { "x-real-ip": "10.0.0.7" } }],
  ["a proxy that names itself", { headers: { via: "1.1 cache" } }],
  ["a proxy with X-Forwarded-Proto", { headers: { "x-forwarded-proto": "https" } }],
  ["a proxy with Forwarded", { headers: { forwarded: "for=10.0.0.7" } }],
];

const ask = ({ body = "", ...request }: RawRequest, change: Partial<RawRequest> = {}) =>
  sendRaw(service.port, {
    ...request,
    ...change,
    body,
    headers: {
      ...(body === "" ? {} : { "content-type": "application/json", "content-length": Buffer.byteLength(body) }),
      ...change.headers,
    },
  });

describe.each(Object.entries(entries))("%s without a token", (_, entry) => {
  test.each(foreign)("is refused to %s", async (_name, change) => {
    expect([401, 403]).toContain((await ask(entry, change)).status);
  });

  test("is answered to a program of this machine", async () => {
    for (const host of ["localhost:4233", "127.0.0.1", "127.1.2.3:80", "[::1]:4233"]) {
      expect([401, 403]).not.toContain((await ask(entry, { headers: { host } })).status);
    }
  });

  test("with a token, the name and the way do not matter", async () => {
    const headers = { host: "gaffe.example", via: "1.1 cache", "api-key": service.token };
    expect([401, 403]).not.toContain((await ask(entry, { headers })).status);
  });
});

test.each([
  ["OTLP", entries["OTLP traces"]],
  ["the proxy", entries["the proxy"]],
  ["the API", entries["a write of the API"]],
])(
  "%s refuses a write without a content type, or with one that pages may send without a preflight request",
  async (_, entry) => {
    const length = Buffer.byteLength(entry.body);
    for (const type of [
      undefined,
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
    ]) {
      const headers = { "content-length": length, ...(type === undefined ? {} : { "content-type": type }) };
      expect([type, (await sendRaw(service.port, { ...entry, headers })).status]).toEqual([type, 415]);
    }
  },
);

test("MCP needs a token, also on this machine", async () => {
  expect((await ask({ path: "/mcp", body: "{}" })).status).toBe(401);
});

test("readiness names no path and no address to strangers", async () => {
  const { text } = await ask({ method: "GET", path: "/readyz" }, { headers: { host: "rebound.example" } });
  expect(text).toMatch(/^HTTP\/1.1 200/);
});

test("OTLP/gRPC without a token is answered at a local name only", async () => {
  const session = await openGrpc(grpcPort);
  const send = (headers: Record<string, string>) => {
    const call = beginCall(session, headers);
    call.end(framed(encodeTraces([goodSpan(5)])));
    return statusOf(call);
  };
  expect(await send({})).toBe(0);
  expect(await send({ ":authority": "rebound.example" })).toBe(16);
  expect(await send({ "x-forwarded-for": "10.0.0.7" })).toBe(16);
  expect(await send({ ":authority": "gaffe.example", "api-key": service.token })).toBe(0);
  session.destroy();
});

test("the command that the first start prints works, with its token and without", async () => {
  const printed = /curl -s \S+\/v1\/traces[\s\S]*?\}\]\}\]\}\]\}'/.exec(service.output())?.[0] ?? "";
  expect(printed).toContain("api-key");
  const command = printed.replace("$GAFFE_TOKEN", service.token);
  for (const each of [command, command.replace(/ -H "api-key: [^"]*"/, "")]) {
    const { stdout } = await promisify(execFile)("bash", ["-c", each]);
    expect(stdout).toBe("{}");
  }
});
