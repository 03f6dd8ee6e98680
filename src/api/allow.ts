import type { FastifyRequest } from "fastify";
import { localOperator } from "../access/authenticate.ts";
import { presentedToken } from "../access/credentials.ts";
import { isLocalRequest } from "../access/local-request.ts";
import { fulfils, leastRoleFor, type Need, type Principal } from "../domain/access.ts";
import { unreachable } from "../lib/unreachable.ts";
import type { ApiNeeds } from "./needs.ts";
import { refusal } from "./route.ts";

/**
 * Who sends a request, if that may do what the route needs; asked before the body is read. Without a token only
 * somebody at this machine is let in, and only where the service is bound to this machine alone.
 */
export function createAllow({ authenticate, loopbackOnly }: Pick<ApiNeeds, "authenticate" | "loopbackOnly">) {
  return async (request: FastifyRequest, need: Need): Promise<Principal> => {
    const principal = await who(request);
    if (fulfils(principal, need)) return principal;
    const { scope, role = leastRoleFor[scope] } = need;
    switch (principal.by.kind) {
      case "local":
        throw refusal("missing-token", `this needs a token with the scope ${scope}, also on this machine`);
      case "user":
        throw refusal("forbidden", `this needs the role ${role}, and yours is ${principal.by.role}`);
      case "token":
        throw refusal("forbidden", `this needs a token with the scope ${scope}`);
      default:
        throw unreachable(principal.by);
    }
  };

  async function who(request: FastifyRequest): Promise<Principal> {
    const secret = presentedToken(request.headers);
    if (secret === undefined && loopbackOnly && isLocalRequest(request.headers, request.socket.remoteAddress)) {
      return localOperator;
    }
    // An empty token is no token: it is refused here even where senders of spans need none.
    const identity = secret ? await authenticate(secret) : undefined;
    if (identity?.kind === "principal") return identity.principal;
    if (identity) throw refusal("invalid-token", identity.message);
    throw refusal("missing-token", "send an API token in the header api-key or as Authorization: Bearer");
  }
}
