import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { Failure } from "../platform/failure.ts";

/** Answers a request and returns true, or leaves it to the next one. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => boolean;

export interface FrontDoor {
  readonly port: number;
  /** From now on these answer, the first that wants to. Until then everything is 503. */
  open(handlers: readonly Handler[]): void;
  /** No new connections; resolves when the requests under way are answered, or were cut after `graceMs`. */
  close(graceMs: number): Promise<void>;
}

/** Takes the port before anything dear is started, so that a port in use is told at once. */
export async function takePort(host: string, port: number): Promise<FrontDoor> {
  let handlers: readonly Handler[] = [];
  const server = createServer(
    { requestTimeout: 0, headersTimeout: 10_000, keepAliveTimeout: 65_000, connectionsCheckingInterval: 1000 },
    (request, response) => {
      if (!handlers.some((handle) => handle(request, response))) notYet(request, response);
    },
  );
  await listen(server, host, port);
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : port,
    open: (given) => {
      handlers = given;
    },
    close: (graceMs) =>
      new Promise((resolve) => {
        const cut = setTimeout(() => server.closeAllConnections(), graceMs);
        // A connection that was answered is kept alive by its client: it is idle, and nobody waits for it.
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

/** While the service starts, its process lives (`/healthz`) and accepts nothing (everything else, `/readyz` too). */
function notYet({ url }: IncomingMessage, response: ServerResponse): void {
  if (url === "/healthz") {
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ status: "ok" }));
    return;
  }
  response.writeHead(503, { "content-type": "application/json", "retry-after": "1" });
  response.end(JSON.stringify({ status: "starting", reason: "starting" }));
}
