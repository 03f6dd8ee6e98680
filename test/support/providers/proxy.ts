import { createServer, request as httpRequest, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { providers, translators } from "../../../packages/genai-wire/src/providers/index.ts";
import { createAddressGuard } from "../../../src/platform/http/address.ts";
import { globalProject } from "../../../src/platform/ids.ts";
import { createTelemetry } from "../../../src/platform/telemetry/telemetry.ts";
import type { ProxySettings } from "../../../src/providers/upstream.ts";
import type { CallRecorder, FinishedCall } from "../../../src/proxy/call.ts";
import { createProxy } from "../../../src/proxy/proxy.ts";
import type { ProxyDependencies } from "../../../src/proxy/proxy-dependencies.ts";
import { createEgress } from "../../../src/proxy/relay/egress.ts";

export const token = "gaffe_test_token";
const loopback = ["127.0.0.0/8", "::1"];

/** Starts the proxy behind a server on loopback, with a recorder that collects the calls in a list. */
export async function openProxy(settings: ProxySettings, more: Partial<ProxyDependencies> = {}, allow = loopback) {
  const calls: FinishedCall[] = [];
  const recorder: CallRecorder = {
    record: (call) => void calls.push(call),
    canRecord: () => true,
    secondsUntilQuota: () => undefined,
    close: async () => undefined,
  };
  const proxy = createProxy({
    authenticate: (given) => {
      if (given === token) return { kind: "caller", projectId: globalProject };
      const code = given === undefined ? "missing_service_key" : "invalid_service_key";
      return { kind: "refused", code, message: "send the service token in the header api-key" };
    },
    settings: { of: () => settings },
    providers,
    translators,
    egress: createEgress({ guard: createAddressGuard(allow), connectTimeoutMs: 60_000 }),
    recorder,
    telemetry: createTelemetry({ level: "silent" }),
    now: () => performance.timeOrigin + performance.now(),
    ...more,
  });
  const server = createServer((request, response) => {
    if (!proxy.handle(request, response)) response.writeHead(418).end("not the proxy's");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}/v1`,
    proxy,
    calls,
    [Symbol.asyncDispose]: async () => {
      await proxy.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export interface Reply {
  readonly status: number;
  readonly statusText: string;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  readonly trailers: NodeJS.Dict<string>;
  readonly body: Buffer;
  /** Whether the connection ended before the message did. */
  readonly broken: boolean;
}

/** Sends one request over node:http with exact bytes; collects the response even if it breaks off. */
export function send(
  port: number,
  {
    method = "POST",
    path,
    headers = {},
    body,
  }: { method?: string; path: string; headers?: object; body?: Buffer | string },
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      { port, host: "127.0.0.1", method, path, agent: false, headers: { "api-key": token, ...headers } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", () => undefined);
        response.on("close", () =>
          resolve({
            status: response.statusCode ?? 0,
            statusText: response.statusMessage ?? "",
            headers: response.headers,
            rawHeaders: response.rawHeaders,
            trailers: response.trailers,
            body: Buffer.concat(chunks),
            broken: !response.complete,
          }),
        );
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

export const json = { "content-type": "application/json", authorization: "Bearer sk-canary-key-1234567890" };

/** Waits until the condition holds; throws after two minutes. */
export async function until(claim: () => boolean): Promise<void> {
  const givenUpAt = performance.now() + 120_000;
  while (!claim()) {
    if (performance.now() > givenUpAt) throw new Error("it did not come true within two minutes");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
