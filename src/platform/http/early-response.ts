import { type IncomingMessage, type OutgoingHttpHeader, type OutgoingHttpHeaders, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { networkOf } from "./network-of.ts";
import { createAllowances } from "./rate-limiter.ts";

/** Reading in units keeps a count small: most bodies of exporters take one. */
const unitBytes = 64 * 1024;

export interface EarlyResponseLimits {
  /** Rests of refused bodies that are read for a network: this many bytes a minute, in a burst or spread. */
  readonly restBytesPerMinute: number;
  /** Rests of longer bodies are never read. */
  readonly maxRestBytes: number;
  /** How long a client has to read a response before the connection to it is closed, in milliseconds. */
  readonly lingerMs: number;
}

/** What exporters and SDKs send: batches of up to a few megabytes. */
const defaults: EarlyResponseLimits = { restBytesPerMinute: 128 * 2 ** 20, maxRestBytes: 8 * 2 ** 20, lingerMs: 2000 };

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[];

/**
 * Returns a class of responses (an option of `createServer`) for requests that are answered before their body came.
 * Closing a connection with unread bytes resets it, and many clients read nothing until they have written everything.
 * So the rest of a body is read and discarded within an allowance; beyond it nothing more is read, and the connection
 * is closed after the client had time to read the response.
 */
export function createEarlyResponse(limits: Partial<EarlyResponseLimits> = {}, now: () => number = Date.now) {
  const { restBytesPerMinute, maxRestBytes, lingerMs } = { ...defaults, ...limits };
  const allowances = createAllowances({ perMinute: restBytesPerMinute / unitBytes, now });

  return class EarlyResponse extends ServerResponse {
    override writeHead(status: number, message?: string, headers?: Headers): this;
    override writeHead(status: number, headers?: Headers): this;
    override writeHead(status: number, first?: string | Headers, second?: Headers): this {
      if (!this.req.complete) prepareEnd(this, this.req);
      return typeof first === "string" ? super.writeHead(status, first, second) : super.writeHead(status, first);
    }
  };

  function prepareEnd(response: ServerResponse, request: IncomingMessage): void {
    const bytes = restOf(request);
    if (bytes === 0) return;
    const isRead = bytes <= maxRestBytes && hasAllowance(request, bytes);
    if (!isRead) response.shouldKeepAlive = false;
    const { socket } = request;
    // Node calls this when the last response of a connection has been handed to the operating system.
    socket.destroySoon = () => {
      if (request.complete) Socket.prototype.destroySoon.call(socket);
      else close(socket, request, isRead);
    };
  }

  function close(socket: Socket, request: IncomingMessage, isRead: boolean): void {
    const timer = setTimeout(() => socket.destroy(), lingerMs);
    socket.once("close", () => clearTimeout(timer));
    if (isRead) request.once("end", () => socket.destroy());
    // Node begins to discard the body after this.
    else setImmediate(() => socket.pause());
  }

  function hasAllowance({ socket }: IncomingMessage, bytes: number): boolean {
    return allowances.take(networkOf(socket.remoteAddress ?? ""), Math.ceil(bytes / unitBytes)) === undefined;
  }
}

/** Returns the announced length of a body, or infinity if it is sent in chunks. */
function restOf({ headers }: IncomingMessage): number {
  if (headers["transfer-encoding"] !== undefined) return Infinity;
  return Number(headers["content-length"] ?? 0);
}
