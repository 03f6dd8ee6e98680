import type { FastifyRequest } from "fastify";
import { isLocalRequest } from "../local-request.ts";
import type { Visitor } from "../visitor.ts";
import type { ApiNeeds } from "./needs.ts";

/** Where a request comes from. */
export function visitorOf(
  { headers, socket, id }: FastifyRequest,
  { clientAddress, loopbackOnly }: Pick<ApiNeeds, "clientAddress" | "loopbackOnly">,
): Visitor {
  return {
    address: clientAddress(headers, socket.remoteAddress),
    agent: (headers["user-agent"] ?? "").slice(0, 200),
    isLocal: loopbackOnly && isLocalRequest(headers, socket.remoteAddress),
    requestId: id,
  };
}
