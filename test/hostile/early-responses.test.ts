import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createEarlyResponse } from "../../src/platform/http/early-response.ts";
import { temporaryFolder } from "../support/service/folder.ts";
import { type Service, startService } from "../support/service/service.ts";
import { openRaw, replyOf } from "./support/raw-http.ts";

/** As long as batches of exporters get. */
const body = Buffer.alloc(4 * 2 ** 20, "a");
const headers = { "content-type": "application/json", "api-key": "gaffe_made-up" };

/** Send a whole body and return the status; they throw when the connection is reset before they have read one. */
const clients: Readonly<Record<string, (url: string) => Promise<number>>> = {
  fetch: async (url) => {
    const response = await fetch(url, { method: "POST", headers, body });
    await response.text();
    return response.status;
  },
  "node:http": (url) =>
    new Promise((resolve, reject) => {
      const sent = request(url, { method: "POST", headers: { ...headers, "content-length": body.length } });
      sent.on("error", reject);
      sent.on("response", (response) => {
        response.resume();
        response.on("end", () => resolve(response.statusCode ?? 0));
      });
      sent.end(body);
    }),
  curl: async (url) => {
    const lines = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
    const command = ["-sS", "-o", "/dev/null", "-w", "%{http_code}", ...lines, "--data-binary", `@${file}`, url];
    return Number((await promisify(execFile)("curl", command)).stdout);
  },
  // Reads nothing before everything is written, like most clients in Python.
  "http.client": async (url) => {
    const { hostname, port, pathname } = new URL(url);
    const script = [
      "import http.client, sys",
      "connection = http.client.HTTPConnection(sys.argv[1], int(sys.argv[2]))",
      `connection.request("POST", sys.argv[3], open(sys.argv[4], "rb").read(), ${JSON.stringify(headers)})`,
      "print(connection.getresponse().status)",
    ].join("\n");
    return Number((await promisify(execFile)("python3", ["-c", script, hostname, port, pathname, file])).stdout);
  },
};

describe("a client that sends four megabytes reads the status of its refusal", () => {
  const folder = temporaryFolder();
  let service: Service;
  beforeAll(async () => {
    service = await startService({ folder: folder.path });
  }, 180_000);
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });

  describe.each([
    ["/v1/traces", 401],
    ["/api/v1/datapoints", 401],
    ["/api/v1/sign-in", 413],
    ["/v1/chat/completions", 401],
  ] as const)("of %s", (path, status) => {
    test.each(Object.keys(clients))("with %s", async (name) => {
      expect(await clients[name]?.(`${service.url}${path}`)).toBe(status);
    });
  });
});

const scratch = mkdtempSync(join(tmpdir(), "gaffe-early-"));
const file = join(scratch, "body");
writeFileSync(file, body);
afterAll(() => rmSync(scratch, { recursive: true }));

/** Answers 401 before the body comes, and states how many bytes of each connection were read. */
async function refusingServer(limits: Parameters<typeof createEarlyResponse>[0]) {
  const sockets: Socket[] = [];
  const server = createServer({ ServerResponse: createEarlyResponse(limits) }, (_, response) => {
    response.writeHead(401, { "content-length": 2 }).end("no");
  });
  server.on("connection", (socket) => sockets.push(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    sockets,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function sendBody(port: number, announced: number, version: "1.0" | "1.1" = "1.1") {
  const socket = await openRaw(port, { path: "/", headers: { "content-length": announced }, version });
  const closed = new Promise<void>((resolve) => void socket.once("close", () => resolve()));
  const reply = await replyOf(socket);
  socket.write(Buffer.alloc(announced, "a"));
  return { socket, closed, ...reply };
}

test("of a body beyond the allowance nothing more is read, and its connection is closed", async () => {
  await using server = await refusingServer({ restBytesPerMinute: 2 ** 20, maxRestBytes: 2 ** 20, lingerMs: 300 });
  const long = await sendBody(server.port, 32 * 2 ** 20);
  expect([long.status, /connection: close/i.test(long.text)]).toEqual([401, true]);
  await long.closed;
  expect(server.sockets[0]?.bytesRead).toBeLessThan(2 ** 20);
  const first = await sendBody(server.port, 2 ** 20);
  expect(/connection: close/i.test(first.text)).toBe(false);
  await expect.poll(() => server.sockets[1]?.bytesRead).toBeGreaterThan(2 ** 20);
  const second = await sendBody(server.port, 2 ** 20);
  expect([second.status, /connection: close/i.test(second.text)]).toEqual([401, true]);
  await second.closed;
  expect(server.sockets[2]?.bytesRead).toBeLessThan(2 ** 19);
  first.socket.destroy();
});

test("a client that wants its connection closed has its body read first", async () => {
  await using server = await refusingServer({ lingerMs: 60_000 });
  const { status, closed } = await sendBody(server.port, 2 ** 20, "1.0");
  expect(status).toBe(401);
  await closed;
  expect(server.sockets[0]?.bytesRead).toBeGreaterThan(2 ** 20);
});

test("a connection continues after a response that came before its body", async () => {
  await using server = await refusingServer({});
  const { socket, status } = await sendBody(server.port, 2 ** 20);
  expect(status).toBe(401);
  socket.removeAllListeners("data");
  socket.write("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n");
  expect((await replyOf(socket)).status).toBe(401);
  socket.destroy();
});
