import { z } from "zod";
import { isoTime } from "../../datapoints/contract/datapoint-json.ts";
import type { ApiNeeds } from "../../server/routes/needs.ts";
import { defineRoute, notFound, ok, refusal } from "../../server/routes/route.ts";
import { NewProviderKey, ProviderKey } from "../../testing/contract/model.ts";
import { projectOwner } from "../../testing/registered-model.ts";

type Needs = Pick<ApiNeeds, "modelSecrets" | "modelHosts" | "now">;

/** Keys by which the service itself calls models. They open somebody's account elsewhere: changing them needs admin. */
export function providerKeyRoutes({ modelSecrets, modelHosts, now }: Needs) {
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
        if (found.kind === "missing") throw refusal("invalid-request", found.because, "provider");
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
