import type { Socket } from "node:net";
import { type buildConnector, type Dispatcher, Pool } from "undici";
import type { AddressGuard } from "../../platform/http/address.ts";
import { guardedConnector } from "../../platform/http/guarded-connector.ts";

export interface EgressNeeds {
  readonly guard: AddressGuard;
  readonly connectTimeoutMs: number;
  /** Where this process listens: an upstream there would be asked by itself, without end. */
  readonly ownPort?: (() => number) | undefined;
  /** Origins whose connections are kept; the one unused longest makes room. */
  readonly maxOrigins?: number;
}

/** The one way out: every connection of the proxy passes the address guard. Redirects are passed on, never followed. */
export interface Egress {
  dispatch(origin: string, options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void;
  close(): Promise<void>;
}

export function createEgress({ guard, connectTimeoutMs, ownPort, maxOrigins = 200 }: EgressNeeds): Egress {
  const pools = new Map<string, Pool>();
  const connect = notToItself(guardedConnector(guard, connectTimeoutMs), ownPort);
  let newest: string | undefined;
  return {
    dispatch: (origin, options, handler) => void poolOf(origin).dispatch(options, handler),
    close: async () => void (await Promise.all([...pools.values()].map((pool) => pool.destroy()))),
  };

  function poolOf(origin: string): Pool {
    const known = pools.get(origin);
    if (known && newest === origin) return known;
    const pool = known ?? new Pool(origin, { connect, pipelining: 1, keepAliveTimeout: 30_000, maxHeaderSize: 65_536 });
    pools.delete(origin);
    pools.set(origin, pool);
    newest = origin;
    if (pools.size > maxOrigins) dropOldest();
    return pool;
  }

  function dropOldest(): void {
    const [origin, pool] = pools.entries().next().value!;
    pools.delete(origin);
    // Calls under way end first; nobody waits for that.
    pool.close().catch(() => undefined);
  }
}

/** Thrown into the request whose upstream is this very process. */
class LoopDetected extends Error {
  readonly code = "GAFFE_LOOP_DETECTED";
}

/** Looks at the connection that was made, so that no name and no way of writing an address hides where it leads. */
function notToItself(connect: buildConnector.connector, ownPort: EgressNeeds["ownPort"]): buildConnector.connector {
  return (options, callback) =>
    connect(options, (...connected) => {
      // undici leaves it out where its types say null.
      const socket = connected[1] ?? undefined;
      if (!socket || socket.remotePort !== ownPort?.() || !isThisMachine(socket)) return callback(...connected);
      socket.destroy();
      callback(new LoopDetected("the upstream is this proxy itself"), null);
    });
}

/** Whoever dials an address of their own machine comes from there; all of 127.0.0.0/8 is dialled from 127.0.0.1. */
function isThisMachine({ localAddress, remoteAddress = "" }: Pick<Socket, "localAddress" | "remoteAddress">): boolean {
  return remoteAddress === localAddress || remoteAddress.startsWith("127.");
}
