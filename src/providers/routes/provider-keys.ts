import { z } from "zod";
import { defineRoute, isoTime, notFound, ok, refusal } from "../../server/service.ts";
import { NewProviderKey, ProviderKey } from "../contract/provider-key.ts";
import type { ModelHosts } from "../model-hosts.ts";
import type { SecretStore } from "../ports/secrets.ts";
import { projectOwner } from "../secret-owner.ts";

interface ProviderKeyDependencies {
  readonly modelSecrets: SecretStore;
  readonly modelHosts: ModelHosts;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/**
 * The keys that Gaffe itself calls models with. They give access to an account elsewhere, so changing them
 * requires admin.
 */
export function providerKeyRoutes({ modelSecrets, modelHosts, now }: ProviderKeyDependencies) {
  return [
    defineRoute({
      method: "GET",
      path: "/provider-keys",
      scope: "read",
      tag: "models",
      summary: "List the providers that the project has a key for; the keys are never shown",
      answers: { 200: z.strictObject({ items: z.array(ProviderKey) }) },
      async handle({ principal: { projectId } }) {
        const found = await modelSecrets.names(projectId, projectOwner);
        return ok({ items: found.map(({ name, host, createdAt }) => shown(name, host, createdAt)) });
      },
    }),

    defineRoute({
      method: "POST",
      path: "/provider-keys",
      scope: "admin",
      tag: "models",
      summary: "Give the project a provider's key, for test runs whose calls the service makes; one there is replaced",
      body: NewProviderKey,
      answers: { 201: ProviderKey },
      async handle({ principal: { projectId }, body: { provider, key } }) {
        const found = await modelHosts.ofProvider(projectId, provider);
        if (found.kind === "missing") throw refusal("invalid-request", found.reason, "provider");
        const secret = { project: projectId, owner: projectOwner, name: provider, host: found.host };
        await modelSecrets.remove(projectId, projectOwner, provider);
        await modelSecrets.put(secret, key, now());
        return { status: 201, body: shown(provider, found.host, now()) };
      },
    }),

    defineRoute({
      method: "DELETE",
      path: "/provider-keys/:provider",
      scope: "admin",
      tag: "models",
      summary: "Delete the project's key of a provider",
      params: { provider: z.string().min(1).max(100) },
      answers: { 204: undefined },
      async handle({ principal, params: { provider } }) {
        if (!(await modelSecrets.remove(principal.projectId, projectOwner, provider))) throw notFound("provider key");
        return { status: 204 };
      },
    }),
  ];
}

const shown = (provider: string, host: string, createdAt: number) => ({
  provider,
  host,
  createdAt: isoTime(createdAt),
});
