import { z } from "zod";
import { randomId } from "../../platform/crypto/random-id.ts";
import { unreachable } from "../../platform/http/unreachable.ts";
import { asModelId, type ProjectId } from "../../platform/ids.ts";
import type { ModelHosts, SecretStore } from "../../providers/index.ts";
import { secretsOf } from "../../providers/service.ts";
import { defineRoute, Id, isoTime, notFound, ok, PageQuery, pageOf, refusal } from "../../server/service.ts";
import { Model, NewModel } from "../contract/model.ts";
import type { ModelStore } from "../ports/testing-stores.ts";
import type { ModelDefinition, RegisteredModel } from "../registered-model.ts";
import { apiKeyName } from "../served/find-model-location.ts";

interface ModelRoutesDependencies {
  readonly models: ModelStore;
  readonly modelSecrets: SecretStore;
  readonly modelHosts: ModelHosts;
  /** Unix milliseconds. */
  readonly now: () => number;
}

export function modelRoutes({ models, modelSecrets, modelHosts, now }: ModelRoutesDependencies) {
  const byId = { id: Id.describe("Id or name of the model") };
  return [
    defineRoute({
      method: "GET",
      path: "/models",
      scope: "read",
      tag: "models",
      summary: "List registered models, newest first, each in its newest version",
      query: PageQuery,
      answers: { 200: pageOf(Model) },
      async handle({ principal, query: { limit, cursor } }) {
        const page = await models.list(principal.projectId, { limit, ...(cursor === undefined ? {} : { cursor }) });
        return ok({ ...page, items: await Promise.all(page.items.map(shown)) });
      },
    }),

    defineRoute({
      method: "POST",
      path: "/models",
      scope: "write",
      tag: "models",
      summary: "Register a model; the same one again changes nothing",
      body: NewModel,
      answers: { 200: Model, 201: Model },
      async handle({ principal: { projectId }, body }) {
        const { name, tags, update, apiKey, secrets = {} } = body;
        const definition = body.definition as ModelDefinition;
        const boundSecrets = await secretsFor(projectId, definition, { apiKey, secrets });
        const id = asModelId(randomId("model"));
        const { kind, model } = await models.register(
          { id, projectId, name, definition, tags, createdAt: now() },
          update,
        );
        if (kind !== "differs")
          for (const { text, ...secret } of boundSecrets)
            await modelSecrets.put({ project: projectId, owner: model.id, ...secret }, text, now());
        switch (kind) {
          case "registered":
            return { status: 201, body: await shown(model) };
          case "known":
            return ok(await shown(model));
          case "differs":
            throw refusal(
              "conflict",
              "another model has this name: choose another, or make its next version (`update: true`)",
              "name",
            );
          default:
            return unreachable(kind);
        }
      },
    }),

    defineRoute({
      method: "GET",
      path: "/models/:id",
      scope: "read",
      tag: "models",
      summary: "Show a registered model, in its newest version unless one is named",
      params: byId,
      query: { version: z.coerce.number().int().min(1).optional() },
      answers: { 200: Model },
      async handle({ principal, params, query }) {
        const model = await models.get(principal.projectId, params.id, query.version);
        if (!model) throw notFound("model");
        return ok(await shown(model));
      },
    }),

    defineRoute({
      method: "GET",
      path: "/models/:id/versions",
      scope: "read",
      tag: "models",
      summary: "List the versions of a registered model, newest first",
      params: byId,
      answers: { 200: z.strictObject({ items: z.array(Model) }) },
      async handle({ principal: { projectId }, params }) {
        const model = await models.get(projectId, params.id);
        if (!model) throw notFound("model");
        return ok({ items: await Promise.all((await models.versions(projectId, model.id)).map(shown)) });
      },
    }),

    defineRoute({
      method: "DELETE",
      path: "/models/:id",
      scope: "write",
      tag: "models",
      summary: "Delete a registered model with the test runs made of it",
      params: byId,
      answers: { 204: undefined },
      async handle({ principal, params }) {
        const model = await models.get(principal.projectId, params.id);
        if (!model || !(await models.remove(principal.projectId, model.id))) throw notFound("model");
        await modelSecrets.remove(principal.projectId, model.id);
        return { status: 204 };
      },
    }),
  ];

  async function shown({ id, projectId, name, version, definition, tags, createdAt }: RegisteredModel) {
    const secrets = (await modelSecrets.names(projectId, id)).map((secret) => ({
      name: secret.name,
      host: secret.host,
      createdAt: isoTime(secret.createdAt),
    }));
    return { id, name, version, definition, tags, secrets, createdAt: isoTime(createdAt) };
  }

  /** Binds each given key to its host. Refuses keys that the model would never send. */
  async function secretsFor(
    project: ProjectId,
    definition: ModelDefinition,
    { apiKey, secrets }: { readonly apiKey: string | undefined; readonly secrets: Readonly<Record<string, string>> },
  ): Promise<readonly { readonly name: string; readonly host: string; readonly text: string }[]> {
    const host = definition.type === "generation" ? await modelHosts.ofModel(project, definition) : undefined;
    if (host?.kind === "missing") throw refusal("invalid-request", host.reason, "definition.model");
    if (apiKey !== undefined && !host)
      throw refusal("invalid-request", "belongs to a generation model that names its model", "apiKey");
    const wanted = definition.type === "http" ? secretsOf(definition) : [];
    const unused = Object.keys(secrets).find((name) => !wanted.some((each) => each.name === name));
    if (unused !== undefined)
      throw refusal("invalid-request", `the definition has no {secret.${unused}}`, `secrets.${unused}`);
    return [
      ...(apiKey !== undefined && host ? [{ name: apiKeyName, host: host.host, text: apiKey }] : []),
      ...wanted.flatMap(({ name, host: to }) => {
        const text = Object.hasOwn(secrets, name) ? secrets[name] : undefined;
        return text === undefined ? [] : [{ name, host: to, text }];
      }),
    ];
  }
}
