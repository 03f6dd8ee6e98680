import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import helmet from "@fastify/helmet";
import swagger from "@fastify/swagger";
import fastify, { type FastifyInstance } from "fastify";
import { validatorCompiler } from "fastify-type-provider-zod";
import { addRecipientPages } from "../../accounts/service.ts";
import { addUnsubscribe } from "../../notifications/service.ts";
import type { AdderDependencies, AllowDependencies, OpenRoute, Route } from "../../server/index.ts";
import {
  addCompression,
  addJsonBodies,
  createAdder,
  createAllow,
  createErrorHandler,
  createOpenAdder,
  openBodyBytes,
  requireAuthRules,
  sendProblem,
} from "../../server/service.ts";
import { addMcp } from "../mcp/add-mcp.ts";
import { addDocuments } from "./documents.ts";
import { openapiOptions } from "./openapi.ts";
import { addOperatorRoutes, type OperatorRouteDependencies } from "./operator-routes.ts";
import { addWebApp } from "./web-app.ts";

export interface Api {
  /** Handles every request: the last handler of the http.Server. */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => boolean;
  readonly app: FastifyInstance;
  readonly routes: readonly Route[];
  /** Routes that need no authentication. */
  readonly openRoutes: readonly OpenRoute[];
  close(): Promise<void>;
}

type ApiDependencies = AllowDependencies &
  Omit<AdderDependencies, "allow" | "isStillAllowed"> &
  Omit<OperatorRouteDependencies, "allow"> &
  Parameters<typeof addUnsubscribe>[1] &
  Parameters<typeof addRecipientPages>[1] & {
    readonly routes: readonly Route[];
    /** Routes that need no authentication. */
    readonly openRoutes: readonly OpenRoute[];
    /** Address for links, without a trailing slash. */
    readonly baseUrl: () => string;
  };

/**
 * Creates the REST API with its documents, health and metrics. It does not listen: requests are passed to
 * `handle`.
 */
export async function createApi({ routes, openRoutes, ...dependencies }: ApiDependencies): Promise<Api> {
  const app = fastify({
    // Routes that authenticate their clients allow more.
    bodyLimit: openBodyBytes,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: false },
    logger: false,
  });
  addJsonBodies(app);
  app.setValidatorCompiler(validatorCompiler);
  // Responses are typed and checked against their schemas by tests, so they are not validated on every
  // request.
  app.setSerializerCompiler(() => JSON.stringify);
  app.setErrorHandler(createErrorHandler(dependencies.telemetry));
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
  const { allow, isStillAllowed } = createAllow(dependencies);
  routes.forEach(createAdder(app, { ...dependencies, allow, isStillAllowed }));
  openRoutes.forEach(createOpenAdder(app, dependencies));
  addOperatorRoutes(app, { ...dependencies, allow });
  addMcp(app, { allow, baseUrl: dependencies.baseUrl, bodyBytes: dependencies.bodyBytes }, routes);
  addDocuments(app, dependencies.baseUrl);
  await addUnsubscribe(app, dependencies);
  await addRecipientPages(app, dependencies);
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
