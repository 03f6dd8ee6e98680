import { createServer, type IncomingHttpHeaders, type ServerHttp2Session, type ServerHttp2Stream } from "node:http2";
import type { AddressInfo } from "node:net";
import { Failure } from "../../platform/failure.ts";
import {
  type ConnectionLimits,
  type ConnectionRefusal,
  limitConnections,
} from "../../platform/http/connection-limit.ts";

interface Http2ServerDependencies {
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  readonly connections: ConnectionLimits;
  readonly onRefusedConnection: (reason: ConnectionRefusal) => void;
  /** A connection is closed when it has no open call for this long and none of its calls was authenticated. */
  readonly unauthenticatedIdleMs: number;
  readonly onCall: (call: Http2Call) => void;
}

export interface Http2Call {
  readonly stream: ServerHttp2Stream;
  readonly headers: IncomingHttpHeaders;
  readonly remoteAddress: string | undefined;
  /** Allows the connection to stay open while idle, because a call of it was authenticated. */
  readonly keepConnection: () => void;
}

export interface Http2Server {
  readonly port: number;
  /** Lets calls in progress finish for a moment, then cancels them. */
  close(): Promise<void>;
}

const maxStreamsPerConnection = 100;
const maxHeaderBytes = 16 * 1024;
const closeGraceMs = 2000;

/**
 * Starts an HTTP/2 server without TLS. Flow control bounds what a connection can send before anything reads it: 64 KB
 * for all of its streams together. Throws Failure when the port is in use.
 */
export async function startHttp2Server(dependencies: Http2ServerDependencies): Promise<Http2Server> {
  const { host, port, connections, onRefusedConnection, unauthenticatedIdleMs, onCall } = dependencies;
  const sessions = new Set<ServerHttp2Session>();
  const server = createServer({
    settings: { maxConcurrentStreams: maxStreamsPerConnection, maxHeaderListSize: maxHeaderBytes },
    // In megabytes, for the headers and unread data of one connection.
    maxSessionMemory: 4,
  });
  limitConnections(server, connections, onRefusedConnection);
  server.on("session", (session: ServerHttp2Session) => {
    sessions.add(session);
    session.on("close", () => sessions.delete(session));
    session.setTimeout(unauthenticatedIdleMs, () => session.destroy());
    const { remoteAddress } = session.socket;
    const keepConnection = () => session.setTimeout(0);
    session.on("stream", (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => {
      stream.on("error", () => {});
      onCall({ stream, headers, remoteAddress, keepConnection });
    });
  });
  // A client that disconnects or violates the protocol isn't an error of Gaffe.
  server.on("sessionError", () => {});
  await listen();
  const address = server.address() as AddressInfo;
  return { port: address.port, close };

  function listen(): Promise<void> {
    return new Promise((resolve, reject) => {
      server.once("error", (cause: Error) => {
        const where = host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
        const message = `OTLP/gRPC cannot listen on ${where}: stop what listens there, a Collector perhaps, or set GAFFE_GRPC_PORT`;
        reject(new Failure("caller", message, { host, port }, cause));
      });
      server.listen(port, host, resolve);
    });
  }

  function close(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        for (const session of sessions) session.destroy();
      }, closeGraceMs);
      server.close(() => {
        clearTimeout(timer);
        resolve();
      });
      for (const session of sessions) session.close();
    });
  }
}
