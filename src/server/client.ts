import type { ClientAddress } from "./client-address.ts";
import type { ClientRequest } from "./client-request.ts";
import { isLocalRequest } from "./local-request.ts";

/** Who sent a request, as far as the network shows it. */
export interface Client {
  /** Network address. */
  readonly address: string;
  /** A program or page of this machine sent it, and the service listens on loopback only. */
  readonly isLocal: boolean;
}

/** Returns the client of a request. Both answers are computed when they are read: most requests have a known token. */
export type ClientOf = (request: ClientRequest) => Client;

interface ClientOfDependencies {
  readonly clientAddress: ClientAddress;
  /** The service listens on loopback only. */
  readonly loopbackOnly: boolean;
}

export function createClientOf({ clientAddress, loopbackOnly }: ClientOfDependencies): ClientOf {
  return (request) => ({
    get address() {
      return clientAddress(request.headers, request.socket.remoteAddress);
    },
    get isLocal() {
      return loopbackOnly && isLocalRequest(request);
    },
  });
}
