import { type Dispatcher, Pool } from "undici";
import type { AddressGuard } from "../../lib/address.ts";
import { guardedConnector } from "../../lib/guarded-connector.ts";

export interface EgressNeeds {
  readonly guard: AddressGuard;
  readonly connectTimeoutMs: number;
  /** Origins whose connections are kept; the one unused longest makes room. */
  readonly maxOrigins?: number;
}

/** The one way out: every connection of the proxy passes the address guard. Redirects are passed on, never followed. */
export interface Egress {
  dispatch(origin: string, options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void;
  close(): Promise<void>;
}

export function createEgress({ guard, connectTimeoutMs, maxOrigins = 200 }: EgressNeeds): Egress {
  const pools = new Map<string, Pool>();
  const connect = guardedConnector(guard, connectTimeoutMs);
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
