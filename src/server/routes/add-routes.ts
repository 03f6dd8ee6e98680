import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { Failure } from "../../platform/failure.ts";
import { createInFlight } from "../../platform/http/in-flight.ts";
import { leastRoleFor, type Principal } from "../access.ts";
import type { ClientAddress } from "../client-address.ts";
import { Problem } from "../contract/common.ts";
import type { Identify } from "../identify.ts";
import { isFromForeignPage } from "../own-page.ts";
import type { IdempotencyStore } from "../ports/idempotency.ts";
import type { Visitor } from "../visitor.ts";
import type { Allow, IsStillAllowed } from "./allow.ts";
import { createOnce } from "./idempotency.ts";
import { createOpenRouteBudget, openBodyBytes } from "./open-route-budget.ts";
import { reserveBody } from "./reserve-body.ts";
import { type OpenRoute, type Reply, type Route, refusal } from "./route.ts";
import { visitorOf } from "./visitor.ts";

/** A request that may change something, as the audit log records it. */
export interface Write {
  readonly route: Pick<Route, "method" | "path" | "summary" | "scope" | "audit">;
  readonly principal: Principal;
  readonly visitor: Visitor;
  readonly params: unknown;
  readonly body: unknown;
}

/** Runs `handle`, with an audit entry if the write is one that is audited. */
export type RunAudited = (write: Write, handle: () => Promise<Reply>) => Promise<Reply>;

export interface AdderDependencies {
  readonly allow: Allow;
  readonly isStillAllowed: IsStillAllowed;
  readonly audited: RunAudited;
  readonly idempotency: IdempotencyStore;
  readonly clientAddress: ClientAddress;
  /** The service listens on loopback only. */
  readonly loopbackOnly: boolean;
  /** Largest body of an authenticated request. */
  readonly bodyBytes: number;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** Adds routes of /api/v1 with their auth rules. Writes are audited and repeatable under an idempotency key. */
export function createAdder(app: FastifyInstance, dependencies: AdderDependencies) {
  const { allow, isStillAllowed, audited, idempotency, bodyBytes, now, ...address } = dependencies;
  const once = createOnce({ store: idempotency, now });
  const bodies = createInFlight({ limitBytes: 4 * bodyBytes, bytesPerOwner: 2 * bodyBytes });
  const principals = new WeakMap<object, Principal>();

  return (route: Route): void => {
    app.route({
      method: route.method,
      url: `/api/v1${route.path}`,
      schema: schemaOf(route),
      config: { scope: route.scope },
      bodyLimit: bodyBytes,
      // Checks access and room before the body is received.
      onRequest: async (request, reply) => {
        const principal = await allow(request, route);
        principals.set(request, principal);
        reserveBody(request, reply, { bodies, owner: principal.projectId, maxBytes: bodyBytes });
      },
      handler: async (request, reply) => {
        const principal = principals.get(request);
        if (!principal) throw new Failure("defect", "a route was reached without authentication");
        const { params, query, body } = parsed(request);
        const visitor = visitorOf(request, address);
        const stillAllowed = () => isStillAllowed(request, route);
        const handle = () =>
          audited({ route, principal, visitor, params, body }, () =>
            route.handle({ principal, visitor, params, query, body, stillAllowed }),
          );
        const key = request.headers["idempotency-key"];
        if (key !== undefined && route.secretAnswer) {
          throw refusal(
            "invalid-request",
            "this response is never stored, so the request cannot be repeated",
            "Idempotency-Key",
          );
        }
        const { projectId } = principal;
        const { method, url } = request;
        const answer =
          typeof key === "string" && method !== "GET"
            ? await once({ projectId, key, method, url, body }, handle)
            : await handle();
        return send(answer, reply);
      },
    });
  };
}

interface OpenAdderDependencies extends Pick<AdderDependencies, "clientAddress" | "loopbackOnly" | "now"> {
  readonly identify: Identify;
  /** Address of the service, without a trailing slash. */
  readonly baseUrl: () => string;
}

/**
 * Adds routes without required authentication: they refuse foreign pages and identify the client where
 * possible.
 */
export function createOpenAdder(app: FastifyInstance, { identify, baseUrl, now, ...address }: OpenAdderDependencies) {
  const enter = createOpenRouteBudget({ now });
  return (route: OpenRoute): void => {
    app.route({
      method: route.method,
      url: `/api/v1${route.path}`,
      schema: schemaOf(route),
      config: { scope: "nobody" },
      bodyLimit: openBodyBytes,
      onRequest: async (request, reply) => {
        const { headers, socket } = request;
        if (route.method !== "GET" && isFromForeignPage({ headers, baseUrl: baseUrl() })) {
          throw refusal("forbidden", "a browser may send this from Gaffe's own pages only");
        }
        enter(request, reply, address.clientAddress(headers, socket.remoteAddress));
      },
      handler: async (request, reply) => {
        const visitor = visitorOf(request, address);
        const { method, headers } = request;
        const principal = await identify({ method, headers, client: visitor }).catch(() => undefined);
        return send(await route.handle({ principal, visitor, headers, ...parsed(request) }), reply);
      },
    });
  };
}

/** Fastify has parsed these with this route's own schemas. */
const parsed = (request: FastifyRequest) => request as unknown as Record<"params" | "query" | "body", never>;

function send(answer: Reply, reply: FastifyReply) {
  reply.status(answer.status).headers(answer.headers ?? {});
  if (answer.contentType === undefined) return reply.send(answer.body);
  return reply.type(answer.contentType).serializer(String).send(answer.body);
}

function schemaOf(route: Route | OpenRoute) {
  const { summary, tag, body, answers } = route;
  const failed = (description: string) => ({
    description,
    content: { "application/problem+json": { schema: Problem } },
  });
  return {
    summary,
    tags: [tag],
    ...needOf(route),
    ...("params" in route && route.params ? { params: z.strictObject(route.params) } : {}),
    querystring: z.strictObject(("query" in route ? route.query : undefined) ?? {}),
    ...(body ? { body } : {}),
    response: {
      ...Object.fromEntries(
        Object.entries(answers).map(([status, schema]) => [status, schema ?? z.undefined().describe("No body")]),
      ),
      default: failed("What went wrong, as RFC 9457"),
    },
  };
}

function needOf(route: Route | OpenRoute) {
  if (route.scope === "nobody") return { description: "Needs no token.", security: [] };
  const { scope, role = leastRoleFor[scope], people, ofAccount } = route;
  return {
    description: people
      ? "For people who are signed in."
      : `Needs a token with the scope \`${scope}\`, or a signed-in ${role}${ofAccount ? " of the account" : ""}.`,
    security: [{ token: [] }],
  };
}
