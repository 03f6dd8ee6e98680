import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import helmet from "@fastify/helmet";
import swagger from "@fastify/swagger";
import fastify, { type FastifyInstance } from "fastify";
import { validatorCompiler } from "fastify-type-provider-zod";
import { z } from "zod";
import { Problem } from "../contract/common.ts";
import type { Principal } from "../domain/access.ts";
import { createAllow } from "./allow.ts";
import { requireAuthRules } from "./guard.ts";
import { createOnce } from "./idempotency.ts";
import type { ApiNeeds } from "./needs.ts";
import { openapiOptions } from "./openapi.ts";
import { addOperatorRoutes } from "./operator-routes.ts";
import { createErrorHandler, sendProblem } from "./problems.ts";
import { type Route, refusal } from "./route.ts";
import { routesOf } from "./routes.ts";
import { addWebApp } from "./web-app.ts";

export interface Api {
  /** Answers every request that it is given: the last of the handlers of the one http.Server. */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => boolean;
  readonly app: FastifyInstance;
  readonly routes: readonly Route[];
  close(): Promise<void>;
}

/** The REST API with its documents, health and metrics. It does not listen: requests are handed to `handle`. */
export async function createApi(needs: ApiNeeds): Promise<Api> {
  const app = fastify({
    bodyLimit: needs.bodyBytes,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: false },
    logger: false,
  });
  // JSON alone: a page elsewhere can send plain text without asking first.
  app.removeContentTypeParser("text/plain");
  app.setValidatorCompiler(validatorCompiler);
  // Answers are built by us and held to their schemas by tests; they are not parsed again on every request.
  app.setSerializerCompiler(() => JSON.stringify);
  app.setErrorHandler(createErrorHandler(needs.telemetry));
  app.setNotFoundHandler((request, reply) =>
    sendProblem(reply, request.id, { problem: "not-found", detail: `there is no ${request.method} at this path` }),
  );
  app.addHook("onRequest", async (request, reply) => {
    reply.header("x-request-id", request.id);
  });
  await app.register(helmet, { contentSecurityPolicy: { directives: strictPolicy }, strictTransportSecurity: false });
  await app.register(swagger, openapiOptions);
  requireAuthRules(app);
  const routes = routesOf(needs);
  const add = createAdder(app, needs);
  for (const route of routes) add(route);
  addOperatorRoutes(app, needs);
  await addWebApp(app);
  await app.ready();
  return {
    app,
    routes,
    handle(request, response) {
      app.routing(request, response);
      return true;
    },
    close: () => app.close(),
  };
}

const strictPolicy = {
  defaultSrc: ["'none'"],
  styleSrc: ["'unsafe-inline'"],
  frameAncestors: ["'none'"],
  upgradeInsecureRequests: null,
};

function createAdder(app: FastifyInstance, needs: ApiNeeds) {
  const allow = createAllow(needs);
  const once = createOnce({ store: needs.idempotency, now: needs.now });
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
        // Fastify has parsed them with this route's own schemas.
        const { params, query, body } = request as unknown as Record<"params" | "query" | "body", never>;
        const handle = () => route.handle({ principal, params, query, body });
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
        reply.status(answer.status).headers(answer.headers ?? {});
        if (answer.contentType === undefined) return reply.send(answer.body);
        return reply.type(answer.contentType).serializer(String).send(answer.body);
      },
    });
  };
}

function schemaOf({ summary, tag, scope, params, query, body, answers }: Route) {
  const failed = (description: string) => ({
    description,
    content: { "application/problem+json": { schema: Problem } },
  });
  return {
    summary,
    tags: [tag],
    description: `Needs the scope \`${scope}\`.`,
    security: [{ token: [] }],
    ...(params ? { params: z.strictObject(params) } : {}),
    querystring: z.strictObject(query ?? {}),
    ...(body ? { body } : {}),
    response: {
      ...Object.fromEntries(
        Object.entries(answers).map(([status, schema]) => [status, schema ?? z.undefined().describe("No body")]),
      ),
      default: failed("What went wrong, as RFC 9457"),
    },
  };
}
