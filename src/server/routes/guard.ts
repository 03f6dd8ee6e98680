import type { FastifyInstance } from "fastify";
import { Failure } from "../../platform/failure.ts";
import type { Scope } from "../access.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The auth rule of the route: a scope, or `nobody` if no token is needed. */
    scope?: Scope | "nobody";
  }
}

/** Rejects routes without an auth rule when they are registered, so the process does not start with one. */
export function requireAuthRules(app: FastifyInstance): void {
  app.addHook("onRoute", ({ method, url, config }) => {
    if (config?.scope === undefined) throw new Failure("defect", `${String(method)} ${url} has no auth rule`);
  });
}
