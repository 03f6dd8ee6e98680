import type { Socket } from "node:net";
import { LRUCache } from "lru-cache";
import { type buildConnector, type Dispatcher, Pool } from "undici";
import type { AddressGuard } from "../../platform/http/address.ts";
import { guardedConnector } from "../../platform/http/http-client.ts";

export interface EgressDependencies {
  readonly guard: AddressGuard;
  readonly connectTimeoutMs: number;
  /** The port of this process: an upstream there would call itself endlessly. */
  readonly ownPort?: (() => number) | undefined;
  /** Max origins with open connections; the least recently used one is closed. */
  readonly maxOrigins?: number;
}

/** The proxy's HTTP client: every connection passes the address guard. Redirects are forwarded, never followed. */
export interface Egress {
  dispatch(origin: string, options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void;
  close(): Promise<void>;
}

export function createEgress({ guard, connectTimeoutMs, ownPort, maxOrigins = 200 }: EgressDependencies): Egress {
  const connect = notToItself(guardedConnector(guard, connectTimeoutMs), ownPort);
  const pools = new LRUCache<string, Pool>({
    max: maxOrigins,
    memoMethod: (origin) => new Pool(origin, { connect, keepAliveTimeout: 30_000, maxHeaderSize: 65_536 }),
    // Calls in progress finish first, without being awaited.
    dispose: (pool) => void pool.close().catch(() => undefined),
  });
  return {
    dispatch: (origin, options, handler) => void pools.memo(origin).dispatch(options, handler),
    close: async () => void (await Promise.all([...pools.values()].map((pool) => pool.destroy()))),
  };
}

/** Thrown into the request whose upstream is this very process. */
class LoopDetected extends Error {
  readonly code = "GAFFE_LOOP_DETECTED";
}

/** Checks the established connection, so that no host name or address notation hides its destination. */
function notToItself(
  connect: buildConnector.connector,
  ownPort: EgressDependencies["ownPort"],
): buildConnector.connector {
  return (options, callback) =>
    connect(options, (...connected) => {
      // undici omits the socket where its types say null.
      const socket = connected[1] ?? undefined;
      if (!socket || socket.remotePort !== ownPort?.() || !isThisMachine(socket)) return callback(...connected);
      socket.destroy();
      callback(new LoopDetected("the upstream is this proxy itself"), null);
    });
}

/** A connection to this machine's own address has equal ends; in 127.0.0.0/8 it comes from 127.0.0.1. */
function isThisMachine({ localAddress, remoteAddress = "" }: Pick<Socket, "localAddress" | "remoteAddress">): boolean {
  return remoteAddress === localAddress || remoteAddress.startsWith("127.");
}
