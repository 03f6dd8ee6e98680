import type { FastifyRequest } from "fastify";
import { Failure } from "../../platform/failure.ts";
import { createRateLimiter } from "../../platform/http/rate-limiter.ts";
import { unreachable } from "../../platform/http/unreachable.ts";
import { fulfils, leastRoleFor, type Need, type Principal } from "../access.ts";
import type { ClientAddress } from "../client-address.ts";
import type { Identify } from "../identify.ts";
import { refusal } from "./route.ts";
import { visitorOf } from "./visitor.ts";

export type Allow = (request: FastifyRequest, need: Need) => Promise<Principal>;

/** Whether a long response may go on: its token or session is still valid and may still do this. */
export type IsStillAllowed = (request: FastifyRequest, need: Need) => Promise<boolean>;

export interface AllowDependencies {
  readonly identify: Identify;
  readonly clientAddress: ClientAddress;
  /** The service listens on loopback only. */
  readonly loopbackOnly: boolean;
  /** Requests per minute for each token, session or address; unlimited if absent. */
  readonly requestsPerMinute?: number;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** Checks identity, access and rate limit of a request before its body is read. */
export function createAllow({ identify, requestsPerMinute, now, ...rest }: AllowDependencies): {
  readonly allow: Allow;
  readonly isStillAllowed: IsStillAllowed;
} {
  const limiter =
    requestsPerMinute === undefined ? () => undefined : createRateLimiter({ perMinute: requestsPerMinute, now });

  return { allow, isStillAllowed };

  async function allow(request: FastifyRequest, need: Need): Promise<Principal> {
    const principal = await identityOf(request);
    if (!principal) {
      throw refusal("missing-token", "sign in, or send an API token in the header api-key or as Authorization: Bearer");
    }
    const waitSeconds = limiter(keyOf(principal));
    if (waitSeconds !== undefined) {
      throw new Failure("caller", `more than ${requestsPerMinute} requests a minute: wait a moment`, {
        problem: "too-many-requests",
        retryAfterSeconds: waitSeconds,
      });
    }
    if (fulfils(principal, need)) return principal;
    throw lacks(principal, need);
  }

  async function isStillAllowed(request: FastifyRequest, need: Need): Promise<boolean> {
    try {
      const principal = await identityOf(request);
      return principal !== undefined && fulfils(principal, need);
    } catch (thrown) {
      // While the records are unavailable, a response goes on; a revoked or expired token ends it.
      return !(thrown instanceof Failure && thrown.blame === "caller");
    }
  }

  function identityOf(request: FastifyRequest): Promise<Principal | undefined> {
    const { method, headers } = request;
    return identify({ method, headers, client: visitorOf(request, rest) });
  }
}

function keyOf({ by }: Principal): string {
  return by.kind === "local" ? "local" : `${by.kind} ${by.id}`;
}

function lacks({ by }: Principal, { scope, role = leastRoleFor[scope], people, ofAccount }: Need): Failure {
  if (people && by.kind !== "user") return refusal("forbidden", "this is for people who are signed in");
  switch (by.kind) {
    case "local":
      return refusal("missing-token", `sign up first, or send a token with the scope ${scope}: also on this machine`);
    case "user":
      if (by.isEnrolling) {
        return refusal("forbidden", "your account requires two-factor sign-in: set it up at /second-factor first");
      }
      return ofAccount
        ? refusal("forbidden", `this needs the role ${role} in the account, and yours is ${by.accountRole}`)
        : refusal("forbidden", `this needs the role ${role}, and yours in this project is ${by.role}`);
    case "token":
      return refusal("forbidden", `this needs a token with the scope ${scope}`);
    default:
      return unreachable(by);
  }
}
