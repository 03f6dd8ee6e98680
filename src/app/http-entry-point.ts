import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { Failure } from "../platform/failure.ts";
import type { BodyPace } from "../platform/http/body-deadline.ts";
import { type ConnectionLimits, limitConnections } from "../platform/http/connection-limit.ts";
import { createEarlyResponse } from "../platform/http/early-response.ts";
import { networkOf } from "../platform/http/network-of.ts";
import { createRequestTurns, type RequestTurns } from "../platform/http/request-turns.ts";
import { endSlowRequests } from "../platform/http/slow-requests.ts";
import type { GaffeEvent } from "../platform/telemetry/events.ts";
import type { ClientAddress } from "../server/index.ts";
import { connectionRefused, slowRequestEnded } from "../server/service.ts";

/** Handles a request and returns true, or returns false for the next handler. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => boolean;

export interface HttpEntryPoint {
  readonly port: number;
  /** Installs the handlers; the first that returns true handles a request. Until then every request gets 503. */
  open(handlers: readonly Handler[]): void;
  /** False once `close` was called. */
  readonly isServing: () => boolean;
  /**
   * Accepts no new connections; resolves when requests in progress have finished or were aborted after
   * `graceMs`.
   */
  close(graceMs: number): Promise<void>;
}

/** Limits for clients of which nothing is known yet. */
export interface EntryLimits {
  readonly connections: ConnectionLimits;
  /** How fast any body must arrive; receivers and the proxy end slow ones earlier, in their own protocol. */
  readonly pace?: BodyPace;
  readonly emit: (event: GaffeEvent) => void;
  /** Shared with other ports of the process. */
  readonly turns?: RequestTurns;
  /** Names the client that a request comes from, by which clients take turns. */
  readonly clientAddress?: ClientAddress;
}

const bodyPace: BodyPace = { timeoutMs: 30_000, bytesPerSecond: 1024 };

/** Binds the port before expensive parts start, so that a port in use is reported immediately. */
export async function takePort(
  host: string,
  port: number,
  {
    connections,
    pace = bodyPace,
    emit,
    turns = createRequestTurns(),
    clientAddress = (_, peer = "") => peer,
  }: EntryLimits,
): Promise<HttpEntryPoint> {
  let handlers: readonly Handler[] = [];
  let isServing = true;
  const server = createServer(
    {
      requestTimeout: 0,
      headersTimeout: 10_000,
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: 1000,
      ServerResponse: createEarlyResponse(),
    },
    (request, response) =>
      turns(networkOf(clientAddress(request.headers, request.socket.remoteAddress)), () => {
        // The client disconnected while the request waited.
        if (response.destroyed) return;
        if (!handlers.some((handle) => handle(request, response))) notYet(request, response);
      }),
  );
  limitConnections(server, connections, (reason) => emit(connectionRefused("http", reason)));
  endSlowRequests(server, {
    pace,
    everyMs: Math.min(1000, pace.timeoutMs / 4),
    onSlow: (response) => {
      emit(slowRequestEnded);
      tooSlow(response);
    },
  });
  await listen(server, host, port);
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : port,
    open: (given) => {
      handlers = given;
    },
    isServing: () => isServing,
    close: (graceMs) =>
      new Promise((resolve) => {
        isServing = false;
        const cut = setTimeout(() => server.closeAllConnections(), graceMs);
        // Clients keep finished connections alive; closing idle ones avoids waiting for them.
        const sweep = setInterval(() => server.closeIdleConnections(), 50);
        server.close(() => {
          clearTimeout(cut);
          clearInterval(sweep);
          resolve();
        });
      }),
  };
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      reject(
        error.code === "EADDRINUSE"
          ? new Failure("caller", `port ${port} on ${host} is in use: stop what listens there, or set GAFFE_PORT`)
          : new Failure("caller", `cannot listen on ${host}:${port}: ${error.message}`, {}, error),
      );
    });
    server.listen(port, host, resolve);
  });
}

function tooSlow(response: ServerResponse): void {
  const detail = "the body came too slowly: check the network between the client and Gaffe";
  const title = "The request came too slowly";
  response.writeHead(408, { "content-type": "application/problem+json", connection: "close" });
  response.end(JSON.stringify({ type: "/problems/request-timeout", title, status: 408, detail }));
}

/** While the service starts, `/healthz` succeeds and everything else, including `/readyz`, gets 503. */
function notYet({ url }: IncomingMessage, response: ServerResponse): void {
  if (url === "/healthz") {
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ status: "ok" }));
    return;
  }
  response.writeHead(503, { "content-type": "application/json", "retry-after": "1" });
  response.end(JSON.stringify({ status: "starting", reason: "starting" }));
}

interface ClosedEntry {
  readonly httpEntryPoint: Pick<HttpEntryPoint, "close">;
  readonly proxy: { readonly drain: (graceMs: number) => Promise<unknown> };
  readonly graceMs: number;
}

/**
 * Refuses new calls immediately. Calls in progress get 90 % of the grace period, the rest is for error responses.
 */
export function closeEntry({ httpEntryPoint, proxy, graceMs }: ClosedEntry): Promise<void> {
  void proxy.drain(graceMs * 0.9);
  return httpEntryPoint.close(graceMs);
}
