import type { FastifyInstance } from "fastify";
import type { Scope } from "../access.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The auth rule of the route: a scope, or `nobody` where no token is needed. */
    scope?: Scope | "nobody";
  }
}

/** From here on a route without an auth rule is not accepted: the process does not start with it. */
export function requireAuthRules(app: FastifyInstance): void {
  app.addHook("onRoute", ({ method, url, config }) => {
    if (config?.scope === undefined) throw new Error(`${String(method)} ${url} has no auth rule`);
  });
}
