import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { type BodyPace, bodyTimeLeftMs } from "./body-deadline.ts";

interface SlowRequestOptions {
  readonly pace: BodyPace;
  readonly everyMs: number;
  /** Answers a request whose body is late; its connection is closed afterwards. */
  readonly onSlow: (response: ServerResponse) => void;
}

/** The request that a connection is receiving. */
interface Receiving {
  request: IncomingMessage | undefined;
  response: ServerResponse | undefined;
  startedAt: number;
  bytesBefore: number;
}

/**
 * Ends requests whose bodies fall behind their pace, whatever handles them, also when nothing reads them. The bytes
 * are those that arrived at the connection, so that a handler that pauses a body for a while does no harm. One timer
 * for all connections: it costs a request two assignments.
 */
export function endSlowRequests(server: Server, { pace, everyMs, onSlow }: SlowRequestOptions): void {
  const connections = new Map<Socket, Receiving>();
  server.on("connection", (socket: Socket) => {
    connections.set(socket, { request: undefined, response: undefined, startedAt: 0, bytesBefore: 0 });
    socket.once("close", () => connections.delete(socket));
  });
  server.prependListener("request", (request: IncomingMessage, response: ServerResponse) => {
    const connection = connections.get(request.socket);
    if (connection === undefined || request.complete) return;
    connection.request = request;
    connection.response = response;
    connection.startedAt = performance.now();
    connection.bytesBefore = request.socket.bytesRead;
  });
  const timer = setInterval(sweep, everyMs).unref();
  server.once("close", () => clearInterval(timer));

  function sweep(): void {
    const at = performance.now();
    for (const [socket, connection] of connections) {
      const { request, response } = connection;
      if (request === undefined || response === undefined) continue;
      if (!request.complete) {
        const received = socket.bytesRead - connection.bytesBefore;
        if (bodyTimeLeftMs(pace, received, at - connection.startedAt) > 0) continue;
        if (response.headersSent) socket.destroy();
        else onSlow(response);
      }
      connection.request = undefined;
      connection.response = undefined;
    }
  }
}
