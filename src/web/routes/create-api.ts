import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import helmet from "@fastify/helmet";
import swagger from "@fastify/swagger";
import fastify, { type FastifyInstance } from "fastify";
import { validatorCompiler } from "fastify-type-provider-zod";
import { addUnsubscribe } from "../../notifications/routes/unsubscribe.ts";
import { createAdder, createOpenAdder } from "../../server/routes/add-routes.ts";
import { addCompression } from "../../server/routes/compress.ts";
import { requireAuthRules } from "../../server/routes/guard.ts";
import type { ApiNeeds } from "../../server/routes/needs.ts";
import { createErrorHandler, sendProblem } from "../../server/routes/problems.ts";
import type { OpenRoute, Route } from "../../server/routes/route.ts";
import { addMcp } from "../mcp/add-mcp.ts";
import { addDocuments } from "./documents.ts";
import { openapiOptions } from "./openapi.ts";
import { addOperatorRoutes } from "./operator-routes.ts";
import { openRoutesOf, routesOf } from "./routes.ts";
import { addWebApp } from "./web-app.ts";

export interface Api {
  /** Answers every request that it is given: the last of the handlers of the one http.Server. */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => boolean;
  readonly app: FastifyInstance;
  readonly routes: readonly Route[];
  /** Those that nobody needs to be known for. */
  readonly openRoutes: readonly OpenRoute[];
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
  addCompression(app);
  app.addHook("onRequest", async (request, reply) => {
    reply.header("x-request-id", request.id);
  });
  await app.register(helmet, { contentSecurityPolicy: { directives: strictPolicy }, strictTransportSecurity: false });
  await app.register(swagger, openapiOptions);
  requireAuthRules(app);
  const routes = routesOf(needs);
  const openRoutes = openRoutesOf(needs);
  routes.forEach(createAdder(app, needs));
  openRoutes.forEach(createOpenAdder(app, needs));
  addOperatorRoutes(app, needs);
  addMcp(app, needs, routes);
  addDocuments(app, needs.baseUrl);
  await addUnsubscribe(app, needs);
  await addWebApp(app);
  await app.ready();
  return {
    app,
    routes,
    openRoutes,
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
