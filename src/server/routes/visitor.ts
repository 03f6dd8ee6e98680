import type { FastifyRequest } from "fastify";
import type { ClientAddress } from "../client-address.ts";
import { isLocalRequest } from "../local-request.ts";
import type { Visitor } from "../visitor.ts";

interface VisitorOfDependencies {
  readonly clientAddress: ClientAddress;
  /** The service listens on loopback only. */
  readonly loopbackOnly: boolean;
}

/** Returns the origin of a request. */
export function visitorOf(
  { headers, socket, raw, id }: FastifyRequest,
  { clientAddress, loopbackOnly }: VisitorOfDependencies,
): Visitor {
  return {
    address: clientAddress(headers, socket.remoteAddress),
    agent: (headers["user-agent"] ?? "").slice(0, 200),
    isLocal: loopbackOnly && isLocalRequest(raw),
    requestId: id,
  };
}
