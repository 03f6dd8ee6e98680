import { type LookupOptions, lookup } from "node:dns";
import { isIP } from "node:net";
import { buildConnector } from "undici";
import type { AddressGuard } from "./address.ts";

/** Thrown into the request if the address to connect to is not allowed. The message omits the address. */
export class AddressRefused extends Error {
  readonly code = "GAFFE_ADDRESS_REFUSED";

  constructor(hostname: string) {
    super(`${hostname} does not lead to an address that may be connected to`);
    this.name = "AddressRefused";
  }
}

/**
 * Creates an undici connector that connects only to addresses the guard allows. The check covers the address
 * actually used: names through the lookup of the connection itself (so a second, different DNS answer changes
 * nothing), and IP literals before, because they need no lookup. One rejected address rejects the name.
 */
export function guardedConnector(guard: AddressGuard, timeoutMs: number): buildConnector.connector {
  const connect = buildConnector({ timeout: timeoutMs, lookup: lookupGuarded(guard) } as buildConnector.BuildOptions);
  return (options, callback) => {
    const literal = options.hostname.replace(/^\[|\]$/g, "");
    if (isIP(literal) !== 0 && !guard(literal)) {
      callback(new AddressRefused(literal), null);
      return;
    }
    connect(options, callback);
  };
}

type LookupDone = (error: Error | null, address?: unknown, family?: number) => void;

function lookupGuarded(guard: AddressGuard) {
  return (hostname: string, options: LookupOptions, done: LookupDone): void => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error);
      if (addresses.some(({ address }) => !guard(address))) return done(new AddressRefused(hostname));
      if (options.all === true) return done(null, addresses);
      return done(null, addresses[0]?.address, addresses[0]?.family);
    });
  };
}
