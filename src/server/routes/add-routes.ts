import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { createAudited } from "../../accounts/routes/audited.ts";
import { isFromForeignPage } from "../../accounts/sign-in/own-page.ts";
import { leastRoleFor, type Principal } from "../access.ts";
import { Problem } from "../contract/common.ts";
import { createAllow } from "./allow.ts";
import { createOnce } from "./idempotency.ts";
import type { ApiNeeds } from "./needs.ts";
import { type OpenRoute, type Reply, type Route, refusal } from "./route.ts";
import { visitorOf } from "./visitor.ts";

/** Adds routes of /api/v1, each behind its auth rule, its writes told to the audit log and repeatable under a key. */
export function createAdder(app: FastifyInstance, needs: ApiNeeds) {
  const allow = createAllow(needs);
  const once = createOnce({ store: needs.idempotency, now: needs.now });
  const audited = createAudited(needs);
  const principals = new WeakMap<object, Principal>();

  return (route: Route): void => {
    app.route({
      method: route.method,
      url: `/api/v1${route.path}`,
      schema: schemaOf(route),
      config: { scope: route.scope },
      // Before the body is read: nobody without the right makes us parse anything.
      onRequest: async (request) => {
        principals.set(request, await allow(request, route));
      },
      handler: async (request, reply) => {
        const principal = principals.get(request);
        if (!principal) throw new Error("a route was reached by nobody");
        const { params, query, body } = parsed(request);
        const visitor = visitorOf(request, needs);
        const handle = () =>
          audited({ route, principal, visitor, params, body }, () =>
            route.handle({ principal, visitor, params, query, body }),
          );
        const key = request.headers["idempotency-key"];
        if (key !== undefined && route.secretAnswer) {
          throw refusal("invalid-request", "this answer is never kept, so it cannot be repeated", "Idempotency-Key");
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

/** Adds routes that anybody may use: not from pages elsewhere, and who it is matters only where it can be told. */
export function createOpenAdder(app: FastifyInstance, needs: ApiNeeds) {
  return (route: OpenRoute): void => {
    app.route({
      method: route.method,
      url: `/api/v1${route.path}`,
      schema: schemaOf(route),
      config: { scope: "nobody" },
      onRequest: async ({ headers }) => {
        if (route.method !== "GET" && isFromForeignPage({ headers, baseUrl: needs.baseUrl() })) {
          throw refusal("forbidden", "a browser may send this from Gaffe's own pages only");
        }
      },
      handler: async (request, reply) => {
        const visitor = visitorOf(request, needs);
        const { method, headers } = request;
        const principal = await needs.door.who({ method, headers, isLocal: visitor.isLocal }).catch(() => undefined);
        return send(await route.handle({ principal, visitor, ...parsed(request) }), reply);
      },
    });
  };
}

/** Fastify has parsed them with this route's own schemas. */
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
  const { scope, role = leastRoleFor[scope], people } = route;
  return {
    description: people
      ? "For people who are signed in."
      : `Needs a token with the scope \`${scope}\`, or a signed-in ${role}.`,
    security: [{ token: [] }],
  };
}
