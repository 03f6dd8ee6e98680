import type { FastifyReply, FastifyRequest } from "fastify";
import { Failure } from "../../platform/failure.ts";
import { createInFlight } from "../../platform/http/in-flight.ts";
import { networkOf } from "../../platform/http/network-of.ts";
import { createRateLimiter } from "../../platform/http/rate-limiter.ts";
import { reserveBody } from "./reserve-body.ts";

/** Largest body of a request that needs no authentication: an email address and a password. */
export const openBodyBytes = 16 * 1024;

/** Bodies of such requests in memory, of all clients and of each network. */
const room = { limitBytes: 16 * 2 ** 20, bytesPerOwner: 2 ** 20 };

/** Many people may share a network; each page load asks who is signed in. */
const readsPerMinute = 1200;
const writesPerMinute = 120;

/**
 * Limits requests of strangers by network, in the memory of this process, before anything of their body is read and
 * before a database is read. Throws Failure("caller") with problem `too-many-requests`.
 */
export function createOpenRouteBudget({ now }: { readonly now: () => number }) {
  const reads = createRateLimiter({ perMinute: readsPerMinute, now });
  const writes = createRateLimiter({ perMinute: writesPerMinute, now });
  const bodies = createInFlight(room);

  return (request: FastifyRequest, reply: FastifyReply, address: string): void => {
    const network = networkOf(address);
    const retryAfterSeconds = (request.method === "GET" ? reads : writes)(network);
    if (retryAfterSeconds !== undefined) {
      const message = "too many requests came from this network: wait a moment";
      throw new Failure("caller", message, { problem: "too-many-requests", retryAfterSeconds });
    }
    reserveBody(request, reply, { bodies, owner: network, maxBytes: openBodyBytes });
  };
}
